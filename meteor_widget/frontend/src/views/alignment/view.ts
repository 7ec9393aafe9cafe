/** One segment, editable: its picture, its score and what would raise it. */

import { oncePerFrame } from "../../controls/frames";
import { AlignmentDiagram, type Selection } from "../../diagram/diagram";
import { html } from "../../dom";
import { type Context, onChange, type View } from "../../host/model";
import { Drafts } from "./drafts";
import { Editors } from "./editors";
import { Equation } from "./equation";
import { Sender } from "./sender";
import { Settings } from "./settings";
import { type Improvement, type State, shownOf } from "./state";
import { Suggestions } from "./suggestions";
import { Signature, Summary } from "./summary";

const TRAITS = [
  "hypothesis",
  "references",
  "reference",
  "variant",
  "language",
  "tokenizer",
  "stages",
  "weights",
  "search",
  "alpha",
  "beta",
  "gamma",
  "delta",
  "mode",
  "colour",
  "show_settings",
  "effective",
  "alignments",
  "improvements",
  "error",
  "status",
] as const;

export const alignmentView: View<State> = {
  render(given: Context<State>): void {
    const context = given.live ? { ...given, model: new Drafts(given.model) } : given;
    const { element, signal, model } = context;
    const sync = kernelSync(context);
    const changed = (): void => {
      sync();
      update();
    };
    const editors = new Editors(context, changed);
    const picture = html("div", { class: "mtr-alignment-picture" });
    const diagram = diagramOf(context, picture, changed);
    const error = html("p", { class: "mtr-error", role: "alert" });
    const status = html("p", { class: "mtr-note", role: "status" });
    const summary = new Summary(signal);
    const equation = new Equation(signal);
    const signature = new Signature(signal);
    const suggestions = new Suggestions(context, (text) => editors.hypothesis.retype(text));
    suggestions.undoFrom(editors.hypothesis.element);
    suggestions.onPreview = (improvement) => diagram.mark(touched(improvement));
    const settings = new Settings(context, changed);
    const main = html(
      "div",
      { class: "mtr-main" },
      html("div", { class: "mtr-numbers" }, summary.element, equation.element),
      suggestions.element,
      signature.element,
    );
    const show = (): void => {
      const shown = shownOf(model);
      editors.show(shown);
      error.textContent = model.get("error");
      status.textContent = model.get("status");
      main.hidden = settings.element.hidden = shown === undefined;
      if (shown !== undefined) {
        holdHeight(picture, editors.element.matches(":focus-within"));
        diagram.draw(shown.alignment, { mode: model.get("mode"), colour: model.get("colour") });
        summary.show(shown);
        equation.show(shown);
        signature.show(shown);
        suggestions.show(shown);
        settings.show();
      }
    };
    const update = oncePerFrame(show, signal);
    onChange(context, TRAITS, update);
    element.append(
      html(
        "div",
        { class: "mtr-alignment" },
        html("div", { class: "mtr-texts" }, editors.element, error, status, picture),
        main,
        settings.element,
      ),
    );
    show();
  },
};

/** What sends changed traits to the kernel, and tells on the screen where it is slow. */
function kernelSync(context: Context<State>): () => void {
  const { model, element, signal, live } = context;
  if (!live) {
    return () => {};
  }
  let asked = 0;
  const send = (): void => {
    asked = model.get("_asked") + 1;
    model.set("_asked", asked);
    model.save_changes();
  };
  const sender = new Sender(send, signal);
  sender.onLate = (late) => element.classList.toggle("mtr-updating", late);
  onChange(context, ["_answered"], () => {
    if (model.get("_answered") >= asked) {
      sender.answered();
    }
  });
  return () => sender.changed();
}

function diagramOf(
  { model, signal }: Context<State>,
  element: HTMLElement,
  changed: () => void,
): AlignmentDiagram {
  const diagram = new AlignmentDiagram(element, signal);
  diagram.onMode = (mode) => {
    model.set("mode", mode);
    changed();
  };
  return diagram;
}

/** While someone types it becomes no lower: the score would jump with each match that goes. */
function holdHeight(picture: HTMLElement, isTyping: boolean): void {
  picture.style.minBlockSize = isTyping ? `${picture.offsetHeight}px` : "";
}

/** The words of the picture that an edit is about. */
function touched(improvement: Improvement | undefined): Selection[] {
  return (["hypothesis", "reference"] as const).flatMap((side) => {
    const [start, end] = improvement?.[side] ?? [0, 0];
    return Array.from({ length: end - start }, (_, index) => ({ side, token: start + index }));
  });
}
