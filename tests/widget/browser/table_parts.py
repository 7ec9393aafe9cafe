"""The table of a view: of many rows it draws those that are in sight, in an order of its own."""

import re

from playwright.sync_api import Locator, expect

_TO_TOP = """table => {
  for (const part of [table, ...table.querySelectorAll("*")]) part.scrollTop = 0;
  if (table.parentElement) table.parentElement.scrollTop = 0;
}"""


def grid(view: Locator) -> Locator:
    """The table."""
    return view.get_by_role("grid").first


def row(view: Locator, place: int) -> Locator:
    """The row at a place, counted from 0 from the top of the whole table."""
    return grid(view).locator(f"[role=row][aria-rowindex='{place + 2}']:visible")


def drawn(view: Locator) -> Locator:
    """All rows that are drawn."""
    return grid(view).locator("[role=row]:has([role=gridcell]):visible")


def expect_size(view: Locator, size: int) -> None:
    """The table has so many rows, drawn or not."""
    expect(grid(view)).to_have_attribute("aria-rowcount", f"{size + 1}")


def number_at(view: Locator, place: int) -> int:
    """The number of the segment at a place."""
    text = row(view, place).get_by_role("gridcell").first.inner_text()
    return int(re.sub(r"\D", "", text))


def expect_order(view: Locator, *numbers: int) -> None:
    """These segments are the first; a table that is sorted may have scrolled to the selected."""
    grid(view).evaluate(_TO_TOP)
    for place, number in enumerate(numbers):
        expect(row(view, place).get_by_role("gridcell").first).to_have_text(f"{number}")


def head(view: Locator, name: str) -> Locator:
    """The head of a column; a sorted one has an arrow after its name."""
    return grid(view).get_by_role("columnheader", name=re.compile(f"^{name}"))
