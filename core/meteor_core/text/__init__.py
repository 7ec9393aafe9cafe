"""Texts: files of segments, streams of them, and tokens with their spans."""
