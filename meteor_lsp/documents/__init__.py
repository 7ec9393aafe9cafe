"""Texts as editors and files have them: lines, columns, and the segments in them."""
