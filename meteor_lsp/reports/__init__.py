"""Render reports: pure functions from results to text."""
