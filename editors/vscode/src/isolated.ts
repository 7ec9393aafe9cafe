/** Texts and names of files where VS Code shows plain text: they change nothing but themselves. */

import { visible } from "../../../meteor_widget/frontend/src/diagram/texts";

const FIRST_STRONG_ISOLATE = "\u2068";
const POP_DIRECTIONAL_ISOLATE = "\u2069";

/**
 * A text that runs in its own direction and leaves what is beside it in its place; characters that
 * turn words round, or that nobody would see, are shown instead of obeyed.
 */
export function isolated(text: string): string {
  return `${FIRST_STRONG_ISOLATE}${visible(text)}${POP_DIRECTIONAL_ISOLATE}`;
}
