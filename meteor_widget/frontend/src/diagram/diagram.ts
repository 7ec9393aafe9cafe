/** The picture of an alignment. It needs an element and an alignment, but no notebook. */

import { download, html } from "../dom";
import type { Alignment } from "../format";
import { type ColourMeaning, coloursOf } from "./colours";
import { Description, drawTable, isSame, type Selection } from "./describe";
import { drawInline, inlineDirections } from "./draw_inline";
import { drawLinks, type Style } from "./draw_links";
import { crossOf, drawMatrix } from "./draw_matrix";
import { layoutLinks } from "./layout_links";
import { layoutMatrix, type MatrixLayout } from "./layout_matrix";
import type { LinksLayout } from "./links_layout";
import { bestMode, type Mode, Toolbar } from "./modes";
import { asVariables, type Overlay, TextMeasure } from "./paint";
import { standaloneSVG } from "./picture_file";
import { type Picture, Pointing } from "./pointing";
import { functionWordsOf, SIDES, type Side } from "./rows";

export type { Selection } from "./describe";

export interface DiagramOptions {
  /** The layout; `auto` depends on the number of tokens and the available width. */
  readonly mode: "auto" | Mode;
  /** The meaning of colours. */
  readonly colour: ColourMeaning;
  /** Whether people can switch modes, see the table and save the picture. */
  readonly toolbar: boolean;
  /** Names of the rows. */
  readonly names: Readonly<Record<Side, string>>;
  /**
   * Alignments with the same reference that are drawn above or below this one: as far as the
   * drawing allows, the words of the reference keep their places.
   */
  readonly beside: readonly Alignment[];
}

const DEFAULTS: DiagramOptions = {
  mode: "auto",
  colour: "chunk",
  toolbar: true,
  names: { hypothesis: "Hypothesis", reference: "Reference" },
  beside: [],
};

/** Width in px of a saved picture whose diagram is not on the screen. */
const PAGE_WIDTH = 900;
/** Milliseconds without a new picture after which the hidden table is made. */
const TABLE_DELAY = 250;

export class AlignmentDiagram {
  /** Called when a word is chosen by click or Enter. */
  onSelect: (selection: Selection) => void = () => {};
  /** Called when a person chooses how it is drawn. */
  onMode: (mode: Mode) => void = () => {};
  /** Called with a new picture, in which words have their sides and tokens. */
  onDrawn: (picture: Element) => void = () => {};
  /** What else is to be said of a word that is pointed at. */
  noteOn: (selection: Selection) => string = () => "";
  /** Marks on words that this diagram knows nothing of. */
  overlay: Overlay | null = null;
  readonly #root: HTMLElement;
  readonly #picture = html("div", { class: "mtr-picture mtr-scrolls" });
  readonly #why = html("p", { class: "mtr-picture-why", "aria-live": "polite" });
  readonly #table = html("div", { class: "mtr-picture-table mtr-scrolls mtr-hidden" });
  readonly #toolbar: Toolbar;
  readonly #pointing: Pointing;
  readonly #measure: TextMeasure;
  #options: DiagramOptions;
  /** The person's own choice. */
  #chosenMode: Mode | null = null;
  #alignment: Alignment | null = null;
  #description: Description | null = null;
  #matrix: MatrixLayout | null = null;
  #width = 0;
  /** What the last call of `draw` asked for. */
  #look = "";
  #tableTimer = 0;
  /** The picture's parts of each chunk. */
  readonly #parts = new Map<string, Element[]>();
  #lit: Element[] = [];

  constructor(element: HTMLElement, signal: AbortSignal, options: Partial<DiagramOptions> = {}) {
    this.#options = { ...DEFAULTS, ...options };
    this.#toolbar = new Toolbar(signal, {
      choose: (mode) => this.#choose(mode),
      showTable: (isShown) => this.#showTable(isShown),
      save: () => download(this.toSVG(), "image/svg+xml", "alignment.svg"),
    });
    this.#root = html(
      "div",
      { class: "mtr-diagram" },
      this.#toolbar.element,
      this.#picture,
      this.#why,
      this.#table,
    );
    this.#root.hidden = true; // until there is something to draw
    element.append(this.#root);
    this.#measure = new TextMeasure(this.#root);
    this.#pointing = new Pointing(this.#picture, signal, {
      changed: () => this.#light(),
      chosen: (selection) => this.onSelect(selection),
    });
    this.#follow(signal);
    signal.addEventListener("abort", () => {
      clearTimeout(this.#tableTimer);
      this.#root.remove();
    });
  }

  /**
   * Draws, in place of what was drawn before. What was pointed at stays so, if it is there. What
   * would look the same stays as it is: a segment is drawn anew with each key, but not with each
   * step of a slider that changes its score alone.
   */
  draw(alignment: Alignment, options: Partial<DiagramOptions> = {}): void {
    if (options.mode !== undefined && options.mode !== this.#options.mode) {
      this.#chosenMode = null;
    }
    this.#options = { ...this.#options, ...options };
    this.#alignment = alignment;
    this.#description = new Description(alignment);
    this.#root.hidden = false;
    const width = this.#picture.clientWidth;
    const look = JSON.stringify([...looksOf(alignment), this.#options, this.#chosenMode]);
    if (look === this.#look && width === this.#width) {
      this.#label();
      this.#renewTable();
      return;
    }
    this.#look = look;
    this.#width = width;
    this.#redraw();
  }

  /** Changes the layout, as if a person had chosen it here. */
  choose(mode: Mode): void {
    this.#chosenMode = mode;
    this.#redraw();
  }

  /** Marks words that something beside the picture speaks of, in place of those marked before. */
  mark(words: readonly Selection[]): void {
    for (const word of this.#picture.querySelectorAll(".mtr-marked")) {
      word.classList.remove("mtr-marked");
    }
    for (const { side, token } of words) {
      this.#picture
        .querySelector(`.mtr-picture-word[data-side="${side}"][data-token="${token}"]`)
        ?.classList.add("mtr-marked");
    }
  }

  /** A standalone SVG document of the links picture, with the colours that are on the screen. */
  toSVG(): string {
    if (this.#alignment === null || this.#description === null) {
      throw new Error("nothing has been drawn yet");
    }
    this.#measure.follow(this.#root);
    return standaloneSVG(this.#alignment, this.#description, this.#root, {
      ...this.#linksOptions(this.#width || PAGE_WIDTH),
      colour: this.#options.colour,
      overlay: this.overlay,
    });
  }

  /** Draws again when the width changes or fonts arrive. */
  #follow(signal: AbortSignal): void {
    const observer = new ResizeObserver(() => {
      const width = this.#picture.clientWidth;
      if (Math.abs(width - this.#width) >= 1) {
        this.#width = width;
        this.#redraw();
      }
    });
    observer.observe(this.#picture);
    signal.addEventListener("abort", () => observer.disconnect());
    const remeasure = (): void => {
      this.#measure.forget();
      this.#redraw();
    };
    document.fonts?.addEventListener("loadingdone", remeasure, { signal });
  }

  #redraw(): void {
    if (this.#alignment === null || this.#description === null || this.#width === 0) {
      return; // without a width there is nothing to see; the observer tells when there is one
    }
    const hadFocus = this.#picture.contains(document.activeElement);
    this.#measure.follow(this.#root);
    const alignment = this.#alignment;
    const colours = coloursOf(alignment, this.#options.colour);
    const style = { alignment, colours, paint: asVariables };
    let links: LinksLayout | null = null;
    const linksLayout = (): LinksLayout => {
      links ??= layoutLinks(alignment, this.#linksOptions(this.#width));
      return links;
    };
    const wanted = this.#chosenMode ?? this.#options.mode;
    const { beside } = this.#options;
    const mode = wanted === "auto" ? bestMode(alignment, this.#width, linksLayout, beside) : wanted;
    const picture = this.#drawn(mode, style, linksLayout);
    const look = { paint: asVariables, measure: this.#measure.width, width: this.#width };
    this.overlay?.draw(this.#picture, alignment, look);
    this.#decorate();
    this.#pointing.show(picture, hadFocus);
    this.#toolbar.show(mode);
    this.#toolbar.element.hidden = !this.#options.toolbar;
    this.#renewTable();
    this.#light();
  }

  #drawn(mode: Mode, style: Style, linksLayout: () => LinksLayout): Picture {
    const description = this.#description as Description;
    const options = this.#linksOptions(this.#width);
    this.#matrix = null;
    if (mode === "inline") {
      this.#picture.replaceChildren(drawInline(style, options));
      return { description, directions: inlineDirections(style), arrangement: "rows" };
    }
    if (mode === "matrix") {
      this.#matrix = layoutMatrix(style.alignment, options);
      this.#picture.replaceChildren(drawMatrix(this.#matrix, style));
      const { directions } = this.#matrix;
      return { description, directions, arrangement: "matrix" };
    }
    const layout = linksLayout();
    const drawing = drawLinks(layout, style);
    drawing.classList.toggle("mtr-from-right", layout.directions.hypothesis === "rtl");
    this.#picture.replaceChildren(drawing);
    return { description, directions: layout.directions, arrangement: "rows" };
  }

  #linksOptions(width: number) {
    const { names, beside } = this.#options;
    return { width, measure: this.#measure.width, names, beside };
  }

  /** What screen readers need, and the index of the chunks' parts. */
  #decorate(): void {
    this.#label();
    for (const row of this.#picture.querySelectorAll<HTMLElement>(".mtr-picture-row")) {
      const side = row.dataset.side as Side;
      const isEmpty = this.#alignment?.[side].tokens.length === 0;
      row.setAttribute("role", isEmpty ? "group" : "listbox");
      row.setAttribute("aria-label", this.#options.names[side] + (isEmpty ? ", no words" : ""));
      row.setAttribute("aria-orientation", "horizontal");
    }
    this.onDrawn(this.#picture);
    this.#parts.clear();
    for (const part of this.#picture.querySelectorAll<HTMLElement>("[data-chunk]")) {
      const chunk = part.dataset.chunk ?? "";
      const parts = this.#parts.get(chunk);
      if (parts === undefined) {
        this.#parts.set(chunk, [part]);
      } else {
        parts.push(part);
      }
    }
    this.#lit = [];
  }

  #label(): void {
    const picture = this.#picture.firstElementChild;
    picture?.setAttribute("role", "group");
    picture?.setAttribute("aria-label", `Alignment: ${this.#description?.summary()}`);
  }

  /** Highlights the word under the pointer, and explains its match. */
  #light(): void {
    const { current } = this.#pointing;
    for (const element of this.#lit) {
      element.classList.remove("mtr-lit", "mtr-current");
    }
    this.#lit = [];
    const match = current === null ? undefined : this.#description?.matchOf(current);
    this.#root.classList.toggle("mtr-is-lit", match !== undefined);
    const chunk = this.#parts.get(String(match?.chunk ?? "none")) ?? [];
    for (const part of chunk) {
      part.classList.add("mtr-lit");
    }
    const words = this.#matchedWords(current);
    for (const word of words) {
      word.classList.add("mtr-current");
    }
    this.#lit = [...chunk, ...words];
    this.#cross(current);
    const why =
      current === null
        ? ""
        : (this.#description?.explanation(current) ?? "") +
          ((this.#alignment && this.overlay?.noteOn(this.#alignment, current)) ?? "") +
          this.noteOn(current);
    if (this.#why.textContent !== why) {
      this.#why.textContent = why;
    }
  }

  /** The elements of a word and of all that are in its match. */
  #matchedWords(selection: Selection | null): Element[] {
    if (selection === null) {
      return [];
    }
    const match = this.#description?.matchOf(selection);
    const { side, token } = selection;
    return SIDES.flatMap((row) => {
      const [start, end] = match?.[row] ?? (row === side ? [token, token + 1] : [0, 0]);
      return Array.from({ length: end - start }, (_, index) =>
        this.#pointing.elementOf({ side: row, token: start + index }),
      ).filter((word) => word !== null);
    });
  }

  /** In a matrix, the row and the column under the pointer. */
  #cross(selection: Selection | null): void {
    const cross = this.#picture.querySelector(".mtr-picture-cross");
    if (cross === null || this.#matrix === null) {
      return;
    }
    const match = selection === null ? undefined : this.#description?.matchOf(selection);
    const isMarked = (side: Side, token: number): boolean =>
      match === undefined
        ? isSame(selection, { side, token })
        : token >= match[side][0] && token < match[side][1];
    cross.replaceChildren(...crossOf(this.#matrix, ({ side, token }) => isMarked(side, token)));
  }

  #choose(mode: Mode): void {
    this.choose(mode);
    this.onMode(mode);
  }

  #showTable(isShown: boolean): void {
    this.#table.classList.toggle("mtr-hidden", !isShown);
  }

  /** Makes the table again: soon, or at once if it is visible. */
  #renewTable(): void {
    const renew = (): void => {
      if (this.#description !== null) {
        this.#table.replaceChildren(drawTable(this.#description));
      }
    };
    clearTimeout(this.#tableTimer);
    if (this.#table.classList.contains("mtr-hidden")) {
      this.#tableTimer = window.setTimeout(renew, TABLE_DELAY);
    } else {
      renew();
    }
  }
}

/** The parts of an alignment that its picture is made of. */
function looksOf(alignment: Alignment): readonly unknown[] {
  const { matches, chunks } = alignment;
  const rows = SIDES.map((side) => [alignment[side], [...functionWordsOf(alignment, side)]]);
  return [rows, matches, chunks, alignment.emphasis];
}
