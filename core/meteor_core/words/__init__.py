"""Words: the types of surfaces, and the keys of each type in each stage."""
