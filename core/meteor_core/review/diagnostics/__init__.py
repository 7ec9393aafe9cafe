"""What is said of words of a post-edit: a number that differs, a bracket left open, and so on."""
