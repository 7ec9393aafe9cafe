/** Why a number that a person typed is not taken. */

/** A sentence about a field whose value is not valid; empty where it is. */
export function refusedNumber(field: HTMLInputElement, name: string): string {
  const { validity, min, max } = field;
  if (validity.valid) {
    return "";
  }
  if (validity.rangeUnderflow || validity.rangeOverflow) {
    return max === "" ? `${name} is at least ${min}` : `${name} goes from ${min} to ${max}`;
  }
  return validity.stepMismatch ? `${name} is a whole number` : `${name} is a number`;
}
