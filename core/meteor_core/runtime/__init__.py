"""The process: its choice of implementation, and locks that survive a fork."""
