"""Metrics and people's ratings in a notebook."""
