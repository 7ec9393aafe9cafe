/** What segments are sorted, filtered and plotted by, as people read it. */

import type { Kind } from "../../plots/scale";
import { type Beside, givenNumber } from "../../segments/searched_state";
import { counted, proofInACell, SHORTFALL } from "../../segments/wording";

export interface MeasureName {
  /** As in the core's table of segments. */
  readonly name: string;
  /** At the head of a column. */
  readonly title: string;
  /** In a sentence. */
  readonly inWords: string;
  readonly description: string;
  readonly kind: Kind;
  /** Of the column. */
  readonly width: string;
  readonly written: (value: number) => string;
}

const digits =
  (count: number) =>
  (value: number): string =>
    value.toFixed(count);

function share(name: string, title: string, inWords: string, description: string): MeasureName {
  return { name, title, inWords, description, kind: "share", width: "4.6rem", written: digits(3) };
}

function count(name: string, title: string, inWords: string, description: string): MeasureName {
  return { name, title, inWords, description, kind: "whole", width: "5.1rem", written: counted };
}

export const SEGMENT: MeasureName = {
  ...count("segment", "#", "segment", "number of the segment, from 1"),
  width: "4.2rem",
};

export const SCORE: MeasureName = {
  ...share("score", "Score", "score", "F-mean, less the penalty"),
  width: "5rem",
  written: digits(4),
};

/** After the texts. */
export const PARTS: readonly MeasureName[] = [
  share("precision", "P", "precision", "precision: share of the hypothesis that is matched"),
  share("recall", "R", "recall", "recall: share of the reference that is matched"),
  share("f_mean", "F-mean", "F-mean", "weighted harmonic mean of precision and recall"),
  share("fragmentation", "Fragm.", "fragmentation", "chunks per match"),
  share("penalty", "Penalty", "penalty", "what fragmentation takes off the F-mean"),
  {
    ...share("shortfall", "Shortfall", "shortfall", SHORTFALL),
    kind: "amount",
    width: "6.2rem",
    written: digits(2),
  },
  count("chunks", "Chunks", "chunks", "maximal runs of matches in the same order"),
  count("matches", "Matches", "matches", "matched tokens"),
  count("hypothesis_length", "Hyp. len.", "hypothesis length", "tokens of the hypothesis"),
  count("reference_length", "Ref. len.", "reference length", "tokens of the reference"),
];

export const REFERENCE: MeasureName = {
  ...count("reference", "Best ref.", "best reference", "which reference scores best, from 1"),
  written: (value) => String(value + 1),
};

export const OPTIMAL: MeasureName = {
  ...count("optimal", "Optimum", "proof", "whether the alignment is proved to be the best"),
  width: "6.5rem",
  written: (value) => proofInACell(value === 1),
};

/** The scores that came with the texts. */
export function givenMeasures({ scores }: Beside): MeasureName[] {
  return scores.map(({ name, lower_is_better }) => ({
    name,
    title: name,
    inWords: name,
    description: `came with the texts; ${lower_is_better ? "lower" : "higher"} is better`,
    kind: "number",
    width: `${Math.max(4.6, name.length / 2 + 2)}rem`,
    written: givenNumber,
  }));
}

/** The columns of metadata, whose numbers represent values. */
export function metadataColumns({ metadata }: Beside): MeasureName[] {
  return Object.entries(metadata).map(([name, values]) => ({
    ...count(name, name, name, "came with the texts"),
    width: "8rem",
    written: (value) => values[value] ?? "",
  }));
}

/** The columns that are plotted and filtered by numbers. */
export function plotted(about: Beside): MeasureName[] {
  return [SCORE, ...givenMeasures(about), ...PARTS, SEGMENT];
}

/** The measure of that name. */
export function measureName(name: string, about: Beside): MeasureName {
  const all = [...plotted(about), REFERENCE, OPTIMAL, ...metadataColumns(about)];
  return all.find((measure) => measure.name === name) ?? SCORE;
}

/** A filter in words: "score 0.25 to 0.5". */
export function filterInWords(
  name: string,
  low: number | null,
  high: number | null,
  about: Beside,
): string {
  const measure = measureName(name, about);
  if (measure === OPTIMAL && low === high && low !== null) {
    return measure.written(low);
  }
  const number = (value: number): string =>
    measure === REFERENCE ? measure.written(value) : value.toLocaleString("en");
  if (low === null || high === null) {
    return low === null
      ? `${measure.inWords} ≤ ${number(high ?? 0)}`
      : `${measure.inWords} ≥ ${number(low)}`;
  }
  return low === high
    ? `${measure.inWords} = ${number(low)}`
    : `${measure.inWords} ${number(low)}–${number(high)}`;
}
