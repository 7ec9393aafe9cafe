"""Writing to standard output."""

import sys


def write_line(line: str) -> None:
    """Write a line; what the terminal's encoding lacks is written as an escape."""
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(line.encode(encoding, "backslashreplace").decode(encoding) + "\n")


def table_cell(value: object) -> str:
    """A value in a tab-separated table: floats in full, truth as in JSON."""
    if isinstance(value, bool):
        return "true" if value else "false"
    text = repr(value) if isinstance(value, float) else str(value)
    return text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")
