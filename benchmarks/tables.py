"""Tables in Markdown, and the document that they stand in."""

import re
from collections.abc import Sequence
from pathlib import Path


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table; every row has as many cells as the header."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def replace_section(document: Path, name: str, content: str) -> None:
    """Put new content between the two marks of a section, ``<!-- name -->`` and ``<!-- /name -->``.

    Raises:
        SystemExit: the document has no such section.
    """
    text = document.read_text(encoding="utf-8")
    marks = re.compile(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)
    new, replaced = marks.subn(lambda found: f"{found[1]}\n{content}\n\n{found[2]}", text)
    if not replaced:
        raise SystemExit(f"{document} has no section between <!-- {name} --> and <!-- /{name} -->")
    document.write_text(new, encoding="utf-8")


def times(value: float) -> str:
    """How many times something is something else."""
    return f"{value:,.1f} ×" if value >= 10 else f"{value:.2f} ×"
