/** The alignment panel: the notebooks' diagram, of the segment that the cursor is in. */

import { AlignmentDiagram } from "../../../../meteor_widget/frontend/src/diagram/diagram";
import { differences } from "../../../../meteor_widget/frontend/src/diagram/differences";
import { html } from "../../../../meteor_widget/frontend/src/dom";
import { numbersInWords } from "../../../../meteor_widget/frontend/src/segments/wording";
import type { FromPanel, Shown } from "./messages";
import { followTheme } from "./theme";

declare function acquireVsCodeApi(): { postMessage(message: FromPanel): void };

const vscode = acquireVsCodeApi();
const { signal } = new AbortController(); // for as long as the page is there
const heading = html("p", { class: "mtr-panel-heading", role: "status" });
const source = html("p", { class: "mtr-panel-source", dir: "auto" });
const picture = html("div", { class: "mtr-panel-picture" });
const note = html("p", { class: "mtr-panel-note" });
const explain = html("button", { type: "button" }, "Why not?");
const root = html("main", { class: "mtr" }, source, heading, picture, note, explain);

document.body.append(root);
followTheme(root, signal);
const diagram = new AlignmentDiagram(picture, signal);
diagram.overlay = differences;
diagram.onSelect = (word) => {
  vscode.postMessage({ kind: "chosen", word });
  // From now on the cursor decides; this key makes the diagram release what it has pinned.
  document.activeElement?.dispatchEvent(
    new KeyboardEvent("keydown", { key: "Escape", bubbles: true }),
  );
};
followFocus();
explain.addEventListener("click", () => vscode.postMessage({ kind: "explain" }));
window.addEventListener("message", (event: MessageEvent<Shown>) => show(event.data));
show({ alignment: null, why: "", isUnpaired: false });
vscode.postMessage({ kind: "ready" });

function show(shown: Shown): void {
  const { alignment } = shown;
  heading.hidden = picture.hidden = alignment === null;
  source.hidden = alignment === null || !shown.source;
  note.hidden = alignment !== null;
  explain.hidden = alignment !== null || !shown.isUnpaired;
  if (alignment === null) {
    note.textContent = shown.why;
    return;
  }
  heading.textContent = `Segment ${alignment.segment} \u00b7 ${numbersInWords(alignment, shown.references)}`;
  source.textContent = shown.source;
  diagram.draw(alignment, { names: shown.names });
  diagram.mark(shown.cursor === null ? [] : [shown.cursor]);
}

/** Keys that come to the panel go to a word; when they leave it, no word is spoken of any more. */
function followFocus(): void {
  let isPressed = false;
  const press = (): void => {
    isPressed = true;
  };
  const release = (): void => {
    isPressed = false;
  };
  window.addEventListener("pointerdown", press, { capture: true, signal });
  window.addEventListener("pointerup", release, { capture: true, signal });
  window.addEventListener("focus", () => {
    if (!isPressed && document.activeElement === document.body) {
      picture.querySelector<SVGElement>(".mtr-picture-word[tabindex='0']")?.focus();
    }
  });
  window.addEventListener("blur", () => {
    isPressed = false;
    (document.activeElement as HTMLElement | null)?.blur();
  });
}
