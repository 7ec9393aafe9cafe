/** States of segments as people see and read them. */

import type { State } from "./review_format";

/** A sign for each state, told apart without colour. */
export const SIGNS: Readonly<Record<State, string>> = {
  "to-do": "○",
  "in-work": "◐",
  reviewed: "●",
  approved: "✓",
  rejected: "✗",
};

export const STATE_NAMES: Readonly<Record<State, string>> = {
  "to-do": "to do",
  "in-work": "in work",
  reviewed: "reviewed",
  approved: "approved",
  rejected: "rejected",
};
