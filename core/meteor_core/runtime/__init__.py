"""What this process runs on: the chosen implementation, and locks that survive a fork."""
