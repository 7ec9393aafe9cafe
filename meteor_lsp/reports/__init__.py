"""Reports for people and programs: pure functions from results to text."""
