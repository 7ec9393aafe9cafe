"""Post-edited machine translation."""
