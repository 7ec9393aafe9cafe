"""Words: which spellings are one word, and what each stage knows of it."""
