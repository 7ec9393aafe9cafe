"""Searches over single words: every match joins one token with one token."""
