/** Numbers and counts as people read them. */

import type { Alignment } from "../format";

/** "1,234" */
export function counted(number: number): string {
  return number.toLocaleString("en");
}

/** "1 segment", "1,234 segments" */
export function segments(number: number): string {
  return `${counted(number)} ${number === 1 ? "segment" : "segments"}`;
}

/** How many of the segments a table shows. */
export function shownInWords(shown: number, size: number): string {
  return shown === size ? segments(size) : `${counted(shown)} of ${segments(size)} shown`;
}

/** What a segment's score is made of. */
export function partsInWords(alignment: Alignment): string[] {
  const { precision, recall, f_mean, penalty, matches, chunks } = alignment;
  return [
    `P ${precision.toFixed(3)}`,
    `R ${recall.toFixed(3)}`,
    `F-mean ${f_mean.toFixed(3)}`,
    `penalty ${penalty.toFixed(3)}`,
    `${counted(matches.length)} ${matches.length === 1 ? "match" : "matches"} in ` +
      `${counted(chunks.length)} ${chunks.length === 1 ? "chunk" : "chunks"}`,
  ];
}

/** The numbers of a segment in a line; which reference it is, where there are several. */
export function numbersInWords(alignment: Alignment, references: number): string {
  const { score, optimal } = alignment;
  return [
    `score ${score.toFixed(4)}`,
    ...partsInWords(alignment),
    ...(references > 1 ? [`reference ${alignment.reference.index + 1}`] : []),
    optimal ? "proved optimal" : "not proved optimal",
  ].join(" · ");
}
