"""The segments of a corpus."""
