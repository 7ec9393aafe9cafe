/** The signature of a score by other parameters: what a slider makes of it before the kernel does. */

import type { Parameters } from "./measures";

/** The same signature with these parameters in it. */
export function signatureWith(signature: string, parameters: Parameters): string {
  const values: Record<string, string> = {
    weights: parameters.weights.join(","),
    alpha: String(parameters.alpha),
    beta: String(parameters.beta),
    gamma: String(parameters.gamma),
  };
  if (typeof parameters.delta === "number") {
    values.delta = String(parameters.delta);
  }
  return signature
    .split("|")
    .map((field) => {
      const [key = ""] = field.split(":", 1);
      return key in values ? `${key}:${values[key]}` : field;
    })
    .join("|");
}
