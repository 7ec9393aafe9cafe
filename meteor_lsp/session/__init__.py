"""What one editor has open: documents, pairings and their scores."""
