/** How an alignment is drawn: the best way for the room there is, or the one that a person chooses. */

import { html } from "../dom";
import type { Alignment } from "../format";
import type { LinksLayout } from "./links_layout";

export type Mode = "links" | "matrix" | "inline";

/** Width in px below which running text reads best. */
const NARROW_PX = 420;
/** Words of the longer row up to which links are drawn, in any number or in only a few bands. */
const SHORT_WORDS = 25;
/** Words of the longer row from which on only running text is drawn. */
const LONG_WORDS = 60;
const FEW_BANDS = 3;
/** Smallest cell of a matrix, and the room for its words. */
const MATRIX_CELL_PX = 14;
const MATRIX_WORDS_PX = 220;

/**
 * @param width of the room, in px.
 * @param layout makes the links layout, if it must be known.
 * @param beside alignments that are to be drawn in the same way.
 */
export function bestMode(
  alignment: Alignment,
  width: number,
  layout: () => LinksLayout,
  beside: readonly Alignment[] = [],
): Mode {
  const { reference } = alignment;
  const hypotheses = [alignment, ...beside].map(({ hypothesis }) => hypothesis.tokens.length);
  const longer = Math.max(...hypotheses, reference.tokens.length);
  if (longer > LONG_WORDS || width < NARROW_PX) {
    return "inline";
  }
  if (longer <= SHORT_WORDS || layout().bands <= FEW_BANDS) {
    return "links";
  }
  return width >= reference.tokens.length * MATRIX_CELL_PX + MATRIX_WORDS_PX ? "matrix" : "links";
}

const MODES: Readonly<Record<Mode, string>> = {
  links: "Links",
  matrix: "Matrix",
  inline: "Inline",
};

interface Listener {
  choose(mode: Mode): void;
  showTable(isShown: boolean): void;
  save(): void;
}

export class Toolbar {
  readonly element: HTMLElement;
  readonly #modes: ReadonlyMap<Mode, HTMLElement>;

  constructor(signal: AbortSignal, listener: Listener) {
    const modes = new Map<Mode, HTMLElement>();
    for (const [mode, label] of Object.entries(MODES) as [Mode, string][]) {
      const button = html("button", { type: "button", role: "radio" }, label);
      button.addEventListener("click", () => listener.choose(mode), { signal });
      modes.set(mode, button);
    }
    this.#modes = modes;
    const group = html(
      "span",
      { class: "mtr-picture-segments", role: "radiogroup", "aria-label": "Drawn as" },
      ...modes.values(),
    );
    group.addEventListener("keydown", (event) => this.#step(event), { signal });

    const table = html("button", { type: "button", "aria-pressed": "false" }, "Table");
    const toggle = (): void => {
      const isShown = table.getAttribute("aria-pressed") !== "true";
      table.setAttribute("aria-pressed", String(isShown));
      listener.showTable(isShown);
    };
    table.addEventListener("click", toggle, { signal });
    const save = html("button", { type: "button" }, "Save picture");
    save.addEventListener("click", () => listener.save(), { signal });
    this.element = html("div", { class: "mtr-picture-toolbar" }, group, table, save);
  }

  /** Shows how the picture is drawn now. */
  show(current: Mode): void {
    for (const [mode, button] of this.#modes) {
      button.setAttribute("aria-checked", String(mode === current));
      button.setAttribute("tabindex", mode === current ? "0" : "-1");
    }
  }

  #step(event: KeyboardEvent): void {
    const step =
      Number(event.key === "ArrowRight" || event.key === "ArrowDown") -
      Number(event.key === "ArrowLeft" || event.key === "ArrowUp");
    const buttons = Array.from(this.#modes.values());
    const index = buttons.indexOf(event.target as HTMLButtonElement);
    if (step !== 0 && index >= 0) {
      const next = buttons.at((index + step) % buttons.length);
      next?.click();
      next?.focus();
      event.preventDefault();
    }
  }
}
