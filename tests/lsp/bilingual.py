"""Bilingual files for tests, made of rows of texts; expected places are found by looking."""

from collections.abc import Sequence
from typing import Final, TypeAlias
from xml.sax.saxutils import escape

Row: TypeAlias = tuple[str, str | None, str | None]
"""Source, MT and target of a unit; None for one that is not there."""

ROWS: Final[Sequence[Row]] = [
    ("Press the button.", "Drücke den Knopf.", "Drücken Sie den Knopf."),
    ("Fish & chips 👍", "Fisch & Chips 👍 gut", "Fisch & Chips 👍 sind gut"),
    ("No machine here.", None, "Keine Maschine hier."),
    ("Not translated.", "Nicht übersetzt.", None),
    ("Entirely other.", "Ganz andere Worte stehen hier nun", "Das hat damit gar nichts gemein"),
]

_HEAD: Final = """\
<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="a.txt" source-language="en-GB" target-language="de-DE" datatype="plaintext"><body>
"""
_FOOT: Final = "</body></file></xliff>\n"


def xliff(rows: Sequence[Row] = ROWS) -> str:
    """XLIFF 1.2 as MateCat lays it out."""
    return _HEAD + "".join(_unit(number, row) for number, row in enumerate(rows, 1)) + _FOOT


def _unit(number: int, row: Row) -> str:
    source, mt, target = (None if text is None else escape(text) for text in row)
    lines = [f'  <trans-unit id="u{number}">', f"    <source>{source}</source>"]
    if target is not None:
        lines.append(f'    <target state="translated">{target}</target>')
    if mt is not None:
        lines.append(f'    <alt-trans origin="MT"><target>{mt}</target></alt-trans>')
    return "\n".join([*lines, "  </trans-unit>", ""])
