"""One segment, live."""
