"""Corpora scored in the background, and what all views of them share."""
