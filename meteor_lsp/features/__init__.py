"""Pure functions from pairings and scores to the protocol's values."""
