"""Lexical data that ships with the package."""
