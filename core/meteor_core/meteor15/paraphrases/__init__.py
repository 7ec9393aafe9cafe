"""METEOR 1.5's paraphrase table, compiled once into a file that is mapped into memory."""
