"""Writes row_cases.json: what a table of segments shows, told by a naive sort and filter.

Both tables, Python's and the browser's, are held to these cases. Run it after changing them:
``python tests/widget/row_cases.py``.
"""

import json
import random
from pathlib import Path
from typing import Any

CASES = Path(__file__).with_name("row_cases.json")


def _case(chooser: random.Random) -> dict[str, Any]:
    size = chooser.randrange(1, 25)
    columns: dict[str, list[float]] = {
        "segment": list(range(1, size + 1)),
        "score": [chooser.choice((0.0, 1 / 3, 0.5, 0.7, 1.0)) for _ in range(size)],
        "chunks": [chooser.randrange(4) for _ in range(size)],
    }
    filters: dict[str, list[float | None]] = {
        name: bounds
        for name, bounds in (
            ("score", [chooser.choice((None, 0.2, 1 / 3)), chooser.choice((None, 0.7))]),
            ("chunks", [chooser.choice((None, 1.0)), chooser.choice((None, 2.0))]),
        )
        if chooser.random() < 0.7
    }
    sort_by, descending = chooser.choice(tuple(columns)), chooser.random() < 0.5
    rows = [
        row
        for row in range(size)
        if all(
            (low is None or columns[name][row] >= low)
            and (high is None or columns[name][row] <= high)
            for name, (low, high) in filters.items()
        )
    ]
    rows.sort(key=lambda row: columns[sort_by][row] * (-1 if descending else 1))
    return {
        "columns": columns,
        "filters": filters,
        "sort_by": sort_by,
        "descending": descending,
        "shown": rows,
    }


def main() -> None:
    """Write the file."""
    chooser = random.Random(20)
    cases = [_case(chooser) for _ in range(40)]
    CASES.write_text("[\n" + ",\n".join(map(json.dumps, cases)) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
