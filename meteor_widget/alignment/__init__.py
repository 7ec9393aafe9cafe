"""The view of one segment, scored while you type."""
