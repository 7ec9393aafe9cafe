"""The view of post-edited machine translation."""
