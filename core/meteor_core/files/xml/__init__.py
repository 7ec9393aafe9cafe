"""Formats in XML, read by expat with the place of every character."""
