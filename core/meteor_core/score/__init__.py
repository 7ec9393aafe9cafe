"""From an alignment to statistics, and from statistics and parameters to a score."""
