"""Systems compared: which is better, whether it could be chance, and where it comes from."""
