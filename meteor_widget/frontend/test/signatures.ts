import cases from "../../../tests/widget/signature_cases.json";
import { parseSignature, printSignature, type Signature } from "../src/scoring/signature";

/** A signature of the core, but for what is given. */
export function printed(changes: Partial<Signature>): string {
  const signature = parseSignature(cases.read[0] ?? "");
  if (signature === undefined) {
    throw new Error("the first case is no signature");
  }
  return printSignature({ ...signature, ...changes });
}
