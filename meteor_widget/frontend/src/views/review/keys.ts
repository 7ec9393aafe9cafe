/**
 * The keys of a review, as `KeyboardEvent.key` has them. They are the same in all editors:
 * editors/nvim/lua/meteorscope/review.lua has them too, and docs/review.md lists them.
 */

import type { State } from "./review_format";

export const KEYS = {
  next: "n",
  down: "j",
  up: "k",
  approved: "a",
  rejected: "r",
  reviewed: "d",
  "to-do": "t",
  comment: "c",
  "take-back": "m",
  undo: "u",
} as const;

/** A sign for each state, distinct without colour. */
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
