"""Inputs of views: segments in lists, files, columns and tables."""
