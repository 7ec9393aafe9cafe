/** One editable segment: its diagram, its score and suggestions to raise it. */

import { AlignmentDiagram, type Selection } from "../../diagram/diagram";
import { html } from "../../dom";
import { type Context, onChange, type View, withModel } from "../../host/model";
import { oncePerFrame } from "../../scheduling";
import { Editors } from "./editors";
import { Equation } from "./equation";
import { Drafts, Sender } from "./sender";
import { Settings } from "./settings";
import { type Improvement, isOfNow, type Shown, type State, shownOf } from "./state";
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
  "align",
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
  "choices",
] as const;

export const alignmentView: View<State> = {
  render(given: Context<State>): void {
    const context = given.isPage ? given : withModel(given, new Drafts(given.model));
    const { element, signal, model } = context;
    const status = html("p", { class: "mtr-note", role: "status" });
    const sync = kernelSync(context, (overdue) => {
      isOverdue = overdue;
      update();
    });
    let isOverdue = false;
    const changed = (): void => {
      sync();
      update();
    };
    const editors = new Editors(context, changed);
    const picture = html("div", { class: "mtr-alignment-picture" });
    const diagram = diagramOf(context, picture, changed);
    const error = html("p", { class: "mtr-error", role: "alert" });
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
      status.textContent = model.get("status") || waitingInWords(context, isOverdue, shown);
      main.hidden = settings.element.hidden = shown === undefined;
      if (shown !== undefined) {
        if (!context.live && !context.isPage) {
          element.classList.toggle("mtr-updating", !isOfNow(model, shown));
        }
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
    context.onLive(update);
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

/** Milliseconds after which a late answer is reported in words. */
const OVERDUE = 2000;

/**
 * What sends changed traits to the kernel, and tells on the screen where it is slow.
 *
 * @param tell called when an answer is overdue, and when it is no longer waited for.
 */
function kernelSync(context: Context<State>, tell: (overdue: boolean) => void): () => void {
  const { model, element, signal, isPage } = context;
  if (isPage) {
    return () => {};
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = 0;
  const send = (): void => {
    asked = model.get("_asked") + 1;
    model.set("_asked", asked);
    context.expect();
    model.save_changes();
  };
  const sender = new Sender(send, signal);
  sender.onLate = (late) => {
    element.classList.toggle("mtr-updating", late);
    clearTimeout(timer);
    if (late) {
      timer = setTimeout(() => tell(true), OVERDUE);
      context.probe();
    } else {
      tell(false);
    }
  };
  onChange(context, ["_answered"], () => {
    if (model.get("_answered") >= asked) {
      sender.answered();
    }
  });
  context.onLive(() => {
    if (context.live) {
      sender.changed(); // what was changed meanwhile
    } else {
      sender.giveUp();
    }
  });
  return () => {
    if (context.live) {
      sender.changed();
    }
  };
}

/** Why the diagram and the score may not belong to the texts above them. */
function waitingInWords(
  { live, isPage, model }: Context<State>,
  isOverdue: boolean,
  shown: Shown | undefined,
): string {
  if (isPage || shown === undefined || isOfNow(model, shown)) {
    return "";
  }
  if (!live) {
    return "The diagram and the score are from before the last edit.";
  }
  return isOverdue
    ? "The kernel has not answered yet; the diagram and the score are from before the last edit."
    : "";
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
