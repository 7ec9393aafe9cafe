"""The view of a corpus and its segments."""
