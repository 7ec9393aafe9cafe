/** An alignment in words: for tooltips, tables and screen readers. */

import { html } from "../dom";
import type { Alignment, Match, Range } from "../format";
import { functionWordsOf, matchOfTokens, otherSide, SIDES, type Side } from "./rows";
import { visible, visibleWords } from "./texts";

/** A word that a person points at. */
export interface Selection {
  readonly side: Side;
  /** From 0. */
  readonly token: number;
}

/** A row of the table that says the same as the picture. */
export interface MatchText {
  readonly hypothesis: string;
  readonly reference: string;
  readonly stage: string;
  /** From 1, as on the screen. */
  readonly chunk: string;
  readonly why: string;
}

/** Knows an alignment's words and says what became of them. */
export class Description {
  readonly words: Readonly<Record<Side, readonly string[]>>;
  readonly matches: Readonly<Record<Side, readonly number[]>>;
  readonly #characters: Readonly<Record<Side, readonly string[]>>;

  readonly #texts = new Map<Match, MatchText>();

  constructor(readonly alignment: Alignment) {
    const { hypothesis, reference } = alignment;
    this.words = { hypothesis: visibleWords(hypothesis), reference: visibleWords(reference) };
    this.matches = {
      hypothesis: matchOfTokens(alignment, "hypothesis"),
      reference: matchOfTokens(alignment, "reference"),
    };
    this.#characters = {
      hypothesis: Array.from(hypothesis.text),
      reference: Array.from(reference.text),
    };
  }

  /** The match that covers a word. */
  matchOf({ side, token }: Selection): Match | undefined {
    return this.alignment.matches[this.matches[side][token] ?? -1];
  }

  /** One sentence on the whole. */
  summary(): string {
    const { matches, chunks, score } = this.alignment;
    if (matches.length === 0) {
      return `No matches; score ${score.toFixed(2)}`;
    }
    const inChunks = `${counted(matches.length, "match", "es")} in ${counted(chunks.length, "chunk")}`;
    return `${inChunks}; score ${score.toFixed(2)}`;
  }

  /** Why a word matched, or that it did not. */
  explanation(selection: Selection): string {
    const match = this.matchOf(selection);
    const note = this.#isFunctionWord(selection) ? " \u00b7 function word" : "";
    if (match === undefined) {
      const word = this.words[selection.side][selection.token] ?? "";
      return `${quoted(word)} has no match in the ${otherSide(selection.side)}${note}`;
    }
    const { chunk, hypothesis, reference, stage, why } = this.#textOf(match);
    const pair = `${quoted(hypothesis)} \u2013 ${quoted(reference)}`;
    return `${chunk} \u00b7 ${pair} \u00b7 ${stage} \u00b7 ${why}${note}`;
  }

  /** What a screen reader says at a word. */
  label(selection: Selection): string {
    const word = this.words[selection.side][selection.token] ?? "";
    const match = this.matchOf(selection);
    if (match === undefined) {
      return `${word}, no match`;
    }
    const text = this.#textOf(match);
    return `${word}, ${text.stage} match with ${text[otherSide(selection.side)]}, chunk ${text.chunk}`;
  }

  /** All matches, for a table. */
  table(): MatchText[] {
    return this.alignment.matches.map((match) => this.#textOf(match));
  }

  /** The words of a row that have no match. */
  unmatched(side: Side): string[] {
    return this.words[side].filter((_, token) => this.matches[side][token] === -1);
  }

  /** Where a word of another alignment is in this one: at its place, or else the nearest alike. */
  find({ side, token }: Selection, word: string): Selection | null {
    const wanted = word.toLowerCase();
    let found = -1;
    this.words[side].forEach((other, index) => {
      const isAlike = other.toLowerCase() === wanted;
      if (isAlike && (found < 0 || Math.abs(index - token) < Math.abs(found - token))) {
        found = index;
      }
    });
    return found < 0 ? null : { side, token: found };
  }

  #isFunctionWord({ side, token }: Selection): boolean {
    return functionWordsOf(this.alignment, side).has(token);
  }

  #textOf(match: Match): MatchText {
    const known = this.#texts.get(match);
    if (known !== undefined) {
      return known;
    }
    const text = {
      hypothesis: this.#phrase("hypothesis", match.hypothesis),
      reference: this.#phrase("reference", match.reference),
      stage: match.stage,
      chunk: String(match.chunk + 1),
      why: visible(match.explanation),
    };
    this.#texts.set(match, text);
    return text;
  }

  #phrase(side: Side, [start, end]: Range): string {
    const { tokens } = this.alignment[side];
    return visible(this.#characters[side].slice(tokens[start]?.[0], tokens[end - 1]?.[1]).join(""));
  }
}

/** Whether two pointed-at words are one. */
export function isSame(first: Selection | null, second: Selection | null): boolean {
  return first?.side === second?.side && first?.token === second?.token;
}

/** In quotation marks, and isolated: words of any direction leave the sentence in order. */
function quoted(words: string): string {
  return `\u201c\u2068${words}\u2069\u201d`;
}

function counted(number: number, noun: string, plural = "s"): string {
  return `${number} ${noun}${number === 1 ? "" : plural}`;
}

export function drawTable(description: Description): HTMLElement {
  const heads = ["Chunk", "Hypothesis", "Reference", "Stage", "Why"];
  const unmatched = SIDES.map((side) => {
    const words = description.unmatched(side);
    const list = words.length === 0 ? "none" : words.join(", ");
    return html("p", {}, `Without a match in the ${side}: ${list}`);
  });
  return html(
    "div",
    {},
    html(
      "table",
      {},
      html("caption", {}, description.summary()),
      html("thead", {}, html("tr", {}, ...heads.map((head) => html("th", { scope: "col" }, head)))),
      html(
        "tbody",
        {},
        ...description
          .table()
          .map(({ chunk, hypothesis, reference, stage, why }) =>
            html(
              "tr",
              {},
              html("td", {}, chunk),
              html("td", { dir: "auto" }, hypothesis),
              html("td", { dir: "auto" }, reference),
              html("td", {}, stage),
              html("td", { dir: "auto" }, why),
            ),
          ),
      ),
    ),
    ...unmatched,
  );
}
