/** Numbers as Python writes them, which is how the core prints scores and signatures. */

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
