"""Reviews of post-edited machine translation: edits, numbers, diagnostics, shifts, states."""
