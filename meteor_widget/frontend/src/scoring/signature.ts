/**
 * Signatures: what a reader needs to compute the same number again, in one line.
 *
 * Twin of core/meteor_core/score/signature.py: the same fields, read and printed alike.
 */

import type { Parameters } from "./measures";

/** Null is what the signature does not say; of references, that their numbers differ. */
export interface Signature {
  readonly references: number | null;
  readonly bootstrap_samples: number | null;
  readonly shufflings: number | null;
  readonly seed: number | null;
  readonly variant: string;
  /** The digest of a tuned variant. */
  readonly tuned: string | null;
  readonly language: string;
  readonly task: string | null;
  readonly data: string | null;
  readonly corrections: readonly string[];
  readonly tokenizer: string;
  readonly case: string;
  /** With their resources in parentheses. */
  readonly stages: readonly string[];
  readonly weights: readonly number[];
  readonly align: string;
  /** Of the search beam alone. */
  readonly beam_width: number | null;
  readonly alpha: number;
  readonly beta: number;
  readonly gamma: number;
  readonly waive_perfect: boolean;
  readonly delta: number | null;
  readonly function_words: string | null;
  readonly budget: number | null;
  readonly version: string;
}

const NAME = "METEOR";

/** What no printed line has; Python's `isprintable` knows it. */
const UNPRINTABLE = /\p{C}|(?! )\p{Z}/u;

/** The signature that was printed so; undefined of any other text: another version may print it. */
export function parseSignature(text: string): Signature | undefined {
  const parts = text.split("|").slice(1);
  const fields = new Map(
    parts.map((part) => {
      const [key = "", ...value] = part.split(":");
      return [key, value.join(":")];
    }),
  );
  const get = (key: string): string => fields.get(key) ?? "";
  const textOf = (key: string): string | null => fields.get(key) ?? null;
  const wholeOf = (key: string): number | null => (fields.has(key) ? whole(get(key)) : null);
  const [align = "", width] = get("align").split("-");
  const signature = {
    references: get("nrefs") === "var" ? null : whole(get("nrefs")),
    bootstrap_samples: wholeOf("bs"),
    shufflings: wholeOf("ar"),
    seed: get("seed") === "none" ? null : wholeOf("seed"),
    variant: get("variant"),
    tuned: textOf("tuned"),
    language: get("lang"),
    task: textOf("task"),
    data: textOf("data"),
    corrections: fields.has("corrected") ? get("corrected").split("+") : [],
    tokenizer: get("tok"),
    case: get("case"),
    stages: get("stages").match(/[^+(]+(?:\([^)]*\))?/g) ?? [],
    weights: get("weights").split(",").map(Number),
    align,
    beam_width: width === undefined ? null : whole(width),
    alpha: Number(get("alpha")),
    beta: Number(get("beta")),
    gamma: Number(get("gamma")),
    waive_perfect: get("perfect") === "waived",
    delta: fields.has("delta") ? Number(get("delta")) : null,
    function_words: textOf("function"),
    budget: wholeOf("budget"),
    version: get("version"),
  };
  const numbers = Object.values(signature)
    .flat()
    .filter((value) => typeof value === "number");
  const isOne = !UNPRINTABLE.test(text) && numbers.every(Number.isFinite);
  return isOne && printSignature(signature) === text ? signature : undefined;
}

/** The signature as papers print it. */
export function printSignature(signature: Signature): string {
  const { bootstrap_samples, shufflings, beam_width, delta } = signature;
  const isTested = bootstrap_samples !== null || shufflings !== null;
  const fields = {
    nrefs: signature.references ?? "var",
    bs: bootstrap_samples,
    ar: shufflings,
    seed: isTested ? (signature.seed ?? "none") : null,
    variant: signature.variant,
    tuned: signature.tuned,
    lang: signature.language,
    task: signature.task,
    data: signature.data,
    corrected: signature.corrections.join("+") || null,
    tok: signature.tokenizer,
    case: signature.case,
    stages: signature.stages.join("+"),
    weights: signature.weights.map(shortest).join(","),
    align: beam_width === null ? signature.align : `${signature.align}-${beam_width}`,
    alpha: shortest(signature.alpha),
    beta: shortest(signature.beta),
    gamma: shortest(signature.gamma),
    perfect: signature.waive_perfect ? "waived" : "penalized",
    delta: delta === null ? null : shortest(delta),
    function: signature.function_words,
    budget: signature.budget,
    version: signature.version,
  };
  const written = Object.entries(fields).filter(([, value]) => value !== null);
  return [NAME, ...written.map(([key, value]) => `${key}:${value}`)].join("|");
}

/** The same signature with these parameters in it: what a slider makes of it before the kernel. */
export function signatureWith(text: string, parameters: Parameters): string {
  const signature = parseSignature(text);
  if (signature === undefined) {
    return text;
  }
  const { weights, alpha, beta, gamma } = parameters;
  const delta = signature.delta === null ? null : (parameters.delta ?? signature.delta);
  return printSignature({ ...signature, weights, alpha, beta, gamma, delta });
}

function whole(text: string): number {
  const number = Number(text);
  return Number.isInteger(number) ? number : Number.NaN;
}

/** A number as signatures have it: Python's digits, whole numbers without a point. */
function shortest(value: number): string {
  return pythonFloat(value).replace(/\.0$/, "");
}

/** What a signature says of a field, such as `delta`; undefined where it says nothing. */
export function fieldOf(signature: string, name: string): string | undefined {
  const start = `${name}:`;
  return signature
    .split("|")
    .find((field) => field.startsWith(start))
    ?.slice(start.length);
}

/** From this power of ten on, Python writes an exponent; below `FIRST_PLAIN` too. */
const FIRST_LARGE = 16;
const FIRST_PLAIN = -4;

/**
 * A finite float by the fewest digits that are it and no other, as Python's `repr` has it: 1.0,
 * 1.5e-05, 1e+16. JavaScript finds the same digits, but puts the exponent elsewhere.
 */
export function pythonFloat(value: number): string {
  const [digits = "", power = ""] = value.toExponential().split("e");
  const exponent = Number(power);
  if (exponent < FIRST_PLAIN || exponent >= FIRST_LARGE) {
    const size = String(Math.abs(exponent)).padStart(2, "0");
    return `${digits}e${exponent < 0 ? "-" : "+"}${size}`;
  }
  const plain = Object.is(value, -0) ? "-0" : String(value);
  return plain.includes(".") ? plain : `${plain}.0`;
}
