"""Scores and diagnostics of a pairing, updated while its texts change. Independent of editors."""
