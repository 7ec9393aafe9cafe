"""What an editor can ask the server to do, by name."""
