/** Messages between the extension and its web view. */

import type { Alignment } from "../../../../meteor_widget/frontend/src/format";
import type { Side } from "../protocol";

export interface WordInRow {
  readonly side: Side;
  readonly token: number;
}

/** To the web view: a segment, or why there is none. */
export type Shown =
  | {
      readonly alignment: Alignment;
      /** What was translated; null where that is not known. */
      readonly source: string | null;
      readonly references: number;
      readonly names: Readonly<Record<Side, string>>;
      /** The word that the cursor is at. */
      readonly cursor: WordInRow | null;
    }
  | { readonly alignment: null; readonly why: string; readonly isUnpaired: boolean };

/** To the extension. */
export type Told =
  | { readonly kind: "ready" }
  | { readonly kind: "chosen"; readonly word: WordInRow }
  | { readonly kind: "explain" };
