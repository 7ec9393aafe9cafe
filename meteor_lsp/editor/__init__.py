"""The connection to one editor: capabilities, transport, and background work."""
