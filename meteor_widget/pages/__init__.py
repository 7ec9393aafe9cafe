"""What shows a view where it cannot run."""
