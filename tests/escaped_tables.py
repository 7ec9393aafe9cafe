"""Tables of expected values beside the tests."""

import re
from pathlib import Path

_ESCAPES = {"t": "\t", "n": "\n", "r": "\r", "\\": "\\"}


def read_table(path: Path) -> list[tuple[str, ...]]:
    """Return the rows of a TSV file without its header; cells may have backslash escapes."""
    text = path.read_text(encoding="utf-8")
    rows = text.removesuffix("\n").split("\n")[1:]
    return [tuple(map(_unescaped, row.split("\t"))) for row in rows]


def _unescaped(cell: str) -> str:
    return re.sub(
        r"\\(?:([tnr\\])|x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8}))",
        lambda match: _ESCAPES[match[1]] if match[1] else chr(int("".join(match.groups("")), 16)),
        cell,
    )
