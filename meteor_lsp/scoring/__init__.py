"""The scores of a pairing, kept up to date while its texts change. Knows nothing of editors."""
