/** Alignments to draw, made by hand or at random, and a measure without a screen. */

import type { AlignedRow, Alignment, Chunk, Match, Range, Stage } from "../src/format";

/** [hypothesis range, reference range, stage] */
export type Pair = readonly [hypothesis: Range, reference: Range, stage?: Stage];

/** Eight px a character, fifteen for wide ones; combining marks take none. */
export function measure(text: string): number {
  let width = 0;
  for (const character of text) {
    if (/\p{Mark}/u.test(character)) {
      continue;
    }
    width += /[\u3000-\u9FFF\uFF00-\uFF60]|\p{Extended_Pictographic}/u.test(character) ? 15 : 8;
  }
  return width;
}

/** An alignment of words that spaces separate. */
export function aligned(hypothesis: string, reference: string, pairs: readonly Pair[]): Alignment {
  const sorted = [...pairs].sort((a, b) => a[0][0] - b[0][0]);
  const chunks: { hypothesis: Range; reference: Range }[] = [];
  const matches: Match[] = sorted.map(([above, below, stage = "exact"]) => {
    const last = chunks.at(-1);
    if (last?.hypothesis[1] === above[0] && last.reference[1] === below[0]) {
      last.hypothesis = [last.hypothesis[0], above[1]];
      last.reference = [last.reference[0], below[1]];
    } else {
      chunks.push({ hypothesis: above, reference: below });
    }
    return {
      hypothesis: above,
      reference: below,
      stage,
      chunk: chunks.length - 1,
      explanation: "same word",
    };
  });
  return alignment(hypothesis, reference, matches, chunks);
}

function alignment(
  hypothesis: string,
  reference: string,
  matches: readonly Match[],
  chunks: readonly Chunk[],
): Alignment {
  const rows = { hypothesis: rowOf(hypothesis), reference: { index: 0, ...rowOf(reference) } };
  return {
    format: "meteor-alignment-1",
    signature: "METEOR",
    segment: 1,
    optimal: true,
    chunk_gap: 0,
    score: 0.5,
    precision: 0.5,
    recall: 0.5,
    f_mean: 0.5,
    fragmentation: 0.5,
    penalty: 0,
    shortfall: rows.reference.tokens.length / 2,
    ...rows,
    matches,
    chunks,
    statistics: {
      hypothesis_length: rows.hypothesis.tokens.length,
      reference_length: rows.reference.tokens.length,
      matches_by_stage: {},
      chunks: chunks.length,
      perfect: false,
      hypothesis_function_words: 0,
      reference_function_words: 0,
      function_matches_by_stage: { hypothesis: {}, reference: {} },
    },
  };
}

/** Words between spaces; "|" ends a word that the next one touches, and is not part of the text. */
function rowOf(written: string): AlignedRow {
  const tokens: Range[] = [];
  let text = "";
  let length = 0;
  for (const group of written.split(" ").filter((part) => part !== "")) {
    if (text !== "") {
      text += " ";
      length += 1;
    }
    for (const word of group.split("|")) {
      const end = length + Array.from(word).length;
      tokens.push([length, end]);
      text += word;
      length = end;
    }
  }
  return { text, tokens, function: [] };
}

/** Numbers from 0 to 1 that are the same in each run. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const WORDS = [
  ["a", "the", "of", "houses", "translation", "Donaudampfschifffahrtsgesellschaft", ",", "we"],
  ["\u05d1", "\u05e9\u05dc\u05d5\u05dd", "\u05e2\u05d5\u05dc\u05dd", "\u05e1\u05e4\u05e8"],
  ["\u6211", "\u4eec", "\u559c\u6b22", "\u7ffb\u8bd1", "\u3002"],
  ["\u{1F468}\u200D\u{1F469}\u200D\u{1F467}", "e\u0301te\u0301", "\u0301", "\u0000", "\uD800"],
];

const STAGES: readonly Stage[] = ["exact", "exact", "exact", "stem", "synonym", "paraphrase"];

/** An alignment with everything that can occur: all scripts, moved words, spans, empty rows. */
export function randomAlignment(seed: number): Alignment {
  const random = randomNumbers(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const script = WORDS[below(WORDS.length)] as string[];
  const row = (): string => {
    const length = below(8) === 0 ? below(3) : below(50);
    const words = Array.from({ length }, () => script[below(script.length)] as string);
    return words.reduce((text, word) => text + (below(4) === 0 && text ? "|" : " ") + word, "");
  };
  const hypothesis = row();
  const reference = row();
  const lengths = [hypothesis, reference].map((text) => rowOf(text).tokens.length);
  return aligned(hypothesis, reference, randomPairs(lengths[0] ?? 0, lengths[1] ?? 0, below));
}

/** Matches in no overlap: some in runs, some anywhere. */
function randomPairs(above: number, under: number, below: (limit: number) => number): Pair[] {
  const taken = new Set<number>();
  const pairs: Pair[] = [];
  let previous = 0;
  for (let token = 0; token < above; ) {
    const stage = STAGES[below(STAGES.length)] as Stage;
    const span = stage === "paraphrase" ? [1 + below(3), 1 + below(3)] : [1, 1];
    const [first = 1, second = 1] = span;
    const target = below(3) === 0 ? below(Math.max(under, 1)) : previous;
    const wanted = Array.from({ length: second }, (_, index) => target + index);
    const isFree = wanted.every((index) => index < under && !taken.has(index));
    if (isFree && token + first <= above && below(4) > 0) {
      for (const index of wanted) {
        taken.add(index);
      }
      pairs.push([[token, token + first], [target, target + second], stage]);
      previous = target + second;
      token += first;
    } else {
      previous += 1;
      token += 1;
    }
  }
  return pairs;
}

export const GLEE = aligned("we danced with glee", "with joy we danced", [
  [
    [0, 1],
    [2, 3],
  ],
  [[1, 2], [3, 4], "stem"],
  [
    [2, 3],
    [0, 1],
  ],
]);
