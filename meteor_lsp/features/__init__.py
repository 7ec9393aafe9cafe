"""What the editor shows: pure functions from scores to the protocol's values."""
