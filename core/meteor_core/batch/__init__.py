"""Many segments at once, as columns of numbers without alignments."""
