"""What views are given: segments in lists, files, columns and tables."""
