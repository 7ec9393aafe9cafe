"""Pictures of corpora as HTML: words, drawings and tables that any program can show.

Nothing depends on styles, as some hosts take them away, and the text of a segment is only ever
text.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from html import escape
from typing import Final

from ..static_picture.texts import visible

_MAX_TEXT_CHARS: Final = 240
"""Characters of a text that a table shows."""

_GAP: Final = re.compile(" {2,}")

# Hosts that clean foreign HTML of its styles leave the attribute.
_LEFT: Final = 'dir="auto" align="left" style="text-align: start"'
_RIGHT: Final = 'align="right" style="text-align: end; white-space: nowrap"'


def words(text: str) -> str:
    """Return lines of text as HTML: the first, which says the most, in bold, the last one small."""
    first, *others = (escape(visible(line)) for line in text.splitlines())
    first = _GAP.sub(" · ", first)
    last = f"<br><small>{others.pop()}</small>" if others else ""
    between = "".join(f"<br>{line}" for line in others)
    return f"<p><strong>{first}</strong>{between}{last}</p>"


def table(
    title: str, heads: Sequence[str], rows: Iterable[Sequence[str]], texts: Collection[int]
) -> str:
    """Return a table with a heading.

    Args:
        title: title of the table.
        heads: names of its columns.
        rows: cells, as HTML.
        texts: indices, from 0, of the columns that hold texts; the others hold numbers.
    """
    styles = [_LEFT if index in texts else _RIGHT for index in range(len(heads))]
    named = zip(heads, styles, strict=True)
    head = "".join(f"<th {style}>{escape(visible(name))}</th>" for name, style in named)
    body = "".join(
        f"<tr>{''.join(_cell(*pair) for pair in zip(row, styles, strict=True))}</tr>"
        for row in rows
    )
    return (
        f"<table><caption {_LEFT}>{escape(visible(title))}</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


def plain(text: str) -> str:
    """Return a text as the content of a cell; a long text is cut."""
    cut = text if len(text) <= _MAX_TEXT_CHARS else f"{text[:_MAX_TEXT_CHARS]}…"
    return escape(visible(cut))


def _cell(content: str, style: str) -> str:
    return f"<td {style}>{content}</td>"
