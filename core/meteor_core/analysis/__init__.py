"""Analyses of scores and alignments: edits, improvements, significance, comparisons."""
