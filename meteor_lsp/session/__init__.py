"""The state of one editor session: documents, pairings and their scores."""
