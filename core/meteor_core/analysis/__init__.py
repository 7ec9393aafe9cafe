"""What scores and alignments tell: edits, improvements, significance, comparisons."""
