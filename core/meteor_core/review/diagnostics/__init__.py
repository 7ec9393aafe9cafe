"""Diagnostics on words of a post-edit: a number that differs, an unclosed bracket, and so on."""
