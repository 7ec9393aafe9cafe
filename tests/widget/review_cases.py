"""Writes review_cases.json: segments of a review, and which a filter lists in which order.

A page without a kernel lists them itself, and is held to what the core lists. Run it after a
change: ``python tests/widget/review_cases.py``; a test compares.
"""

import json
from pathlib import Path
from typing import Any

from meteor_widget import ReviewView

CASES = Path(__file__).with_name("review_cases.json")

MT = [
    "Yesterday we went home.",
    "Nobody touched this.",
    "He has a big house in the City.",
    "It was agreed  on 5 May.",
    "",
    "Nothing of this is left",
]
POST_EDITS = [
    "We went home yesterday.",
    "Nobody touched this.",
    "He has a large house in the city.",
    "It was agreed on 6 May.",
    "Something was missing.",
    "Wholly other words stand here",
]
SOURCES = ["Gestern", "Niemand", "Haus", "Vereinbart am 5. Mai", "Etwas", "Anders"]

FILTERS: tuple[dict[str, Any], ...] = (
    {},
    {"states": ["approved", "to-do"]},
    {"classes": ["rewritten", "light"]},
    {"kinds": ["moved", "number-or-code"]},
    {"diagnostics": ["any"]},
    {"diagnostics": ["number-differs"]},
    {"scoreFrom": 0.3},
    {"scoreFrom": 0, "scoreBelow": 0.9},
    {"text": "HAUS"},
    {"text": "nowhere"},
    {"comments": True, "states": ["rejected"]},
    {"columns": {"editor": "b"}, "kinds": ["added", "moved"]},
)


def reviewed() -> ReviewView:
    """Return a view in which somebody has begun to review."""
    import pandas as pd

    table = pd.DataFrame(
        {
            "mt": MT,
            "pe": POST_EDITS,
            "src": SOURCES,
            "editor": list("ababab"),
            "s": [9, 5, 0, 7, 7, 1],
        }
    )
    view = ReviewView(table, "pe", "src", mt="mt", seconds="s")
    view.mark([1, 2], "approved")
    view.mark(5, "rejected")
    view.comment(5, "Start again.")
    view.comment(2, "Why?")
    return view


def cases() -> dict[str, Any]:
    """Return rows, and what is listed of them."""
    view = reviewed()
    listings = []
    for values in FILTERS:
        for order in ("file", "score", "hter", "edit-share", "time"):
            view.filter, view.order = values, order
            view.reversed = order in ("file", "hter") and "kinds" in values
            listings.append(
                {
                    "filter": values,
                    "order": order,
                    "reversed": view.reversed,
                    "listed": (view.filtered + 1).tolist(),
                }
            )
    rows = [
        {**view._row(index), "edit_share": view.segment(index).counts.edit_share}
        for index in range(len(MT))
    ]
    for row in rows:
        row["comments"] = [{**one, "name": "n", "when": "", "who": ""} for one in row["comments"]]
    return {"rows": rows, "listings": listings}


def written() -> str:
    """Return the cases as they stand in the file."""
    return json.dumps(cases(), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    CASES.write_text(written(), encoding="utf-8")
