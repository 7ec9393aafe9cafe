/** The signature of a score by other parameters: what a slider makes of it before the kernel does. */

import type { Parameters } from "./measures";
import { pythonFloat } from "./python_float";

/** The same signature with these parameters in it. */
export function signatureWith(signature: string, parameters: Parameters): string {
  const values: Record<string, string> = {
    weights: parameters.weights.map(written).join(","),
    alpha: written(parameters.alpha),
    beta: written(parameters.beta),
    gamma: written(parameters.gamma),
  };
  if (typeof parameters.delta === "number") {
    values.delta = written(parameters.delta);
  }
  return signature
    .split("|")
    .map((field) => {
      const [key = ""] = field.split(":", 1);
      return key in values ? `${key}:${values[key]}` : field;
    })
    .join("|");
}

/** A number as signatures have it: Python's digits, whole numbers without a point. */
function written(value: number): string {
  return pythonFloat(value).replace(/\.0$/, "");
}
