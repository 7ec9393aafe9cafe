/**
 * The keys of a review, as `KeyboardEvent.key` has them. They are the same in all editors:
 * editors/nvim/lua/meteorscope/review.lua has them too, and docs/review.md lists them.
 */

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
