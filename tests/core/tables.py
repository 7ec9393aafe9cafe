"""Tables of data beside the tests."""

import json
from pathlib import Path


def rows_of(name: str) -> list[tuple[str, ...]]:
    """Return the rows of a file with columns between tabs; cells may have JSON's escapes."""
    _, *lines, _ = (Path(__file__).parent / name).read_text(encoding="utf-8").split("\n")
    return [tuple(json.loads(f'"{cell}"') for cell in line.split("\t")) for line in lines]
