"""Alignments for people and for other programs: text pictures, JSON, colours."""
