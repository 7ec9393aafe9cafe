"""The language server: documents, pairing, features. Knows meteor_core and LSP."""
