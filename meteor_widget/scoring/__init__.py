"""Corpora scored in the background, and the shared part of their views."""
