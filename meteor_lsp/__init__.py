"""The language server for METEOR: documents, pairings, scores and editor features."""
