"""The view that compares systems."""
