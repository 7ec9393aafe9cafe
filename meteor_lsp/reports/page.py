"""Render pages of tables and segments as HTML, Markdown or plain text."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from meteor_core.show.control_characters import escape_controls
from meteor_core.show.display_width import display_width
from meteor_core.show.tables import Table, in_markdown, lines_in_markdown, lines_in_text

from .document import Document, Lines, Piece, document_of, labelled
from .html import rendered

_WIDTH: Final = 100
"""Columns of plain text."""

_MARKS: Final[Mapping[str, str]] = {"added": "**", "dropped": "~~"}
"""Markdown around text that only one side has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageSegment:
    """A segment with its texts.

    Attributes:
        number: from 1.
        title: follows the number.
        texts: labels and texts in pieces.
        notes: further paragraphs.
    """

    number: int
    title: str
    texts: Sequence[tuple[str, Sequence[Piece]]]
    notes: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Segments below a heading, or a heading alone."""

    title: str
    segments: Sequence[PageSegment]


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """The content of a page.

    Attributes:
        title: of the page.
        lead: paragraphs.
        tables: of numbers.
        sections: of segments.
    """

    title: str
    lead: Sequence[str]
    tables: Sequence[Table]
    sections: Sequence[Section]


def page_in_html(page: Page, link: Callable[[int], str] | None = None) -> Document:
    """Render a page as self-contained HTML without scripts.

    Args:
        page: its content.
        link: returns the link of a segment's heading by its number.
    """
    return Document(content=rendered("page.html.jinja", page=page, link=link))


def page_in_markdown(page: Page) -> Document:
    """Render a page as Markdown."""
    return document_of(_markdown(page))


def page_in_text(page: Page) -> Document:
    """Render a page as plain text."""
    return document_of(_text(page))


def _plain(lines: Iterable[str]) -> Lines:
    return ((line, None) for line in lines)


def _markdown(page: Page) -> Iterator[tuple[str, int | None]]:
    yield from _plain((f"# {_in_markdown(page.title)}", ""))
    for paragraph in page.lead:
        yield from _plain((_in_markdown(paragraph), ""))
    for table in page.tables:
        yield from _plain((*map(escape_controls, lines_in_markdown(table)), ""))
    for section in page.sections:
        yield from _plain((f"## {_in_markdown(section.title)}", ""))
        for segment in section.segments:
            yield f"### Segment {segment.number:,}: {_in_markdown(segment.title)}", segment.number
            yield "", None
            for label, pieces in segment.texts:
                yield f"- {_in_markdown(label)}: {''.join(map(_piece, pieces))}", None
            yield from _plain((*(f"- {_in_markdown(note)}" for note in segment.notes), ""))


def _in_markdown(text: str) -> str:
    return in_markdown(escape_controls(text))


def _piece(piece: Piece) -> str:
    """Mark a piece of text; marks must adjoin its words."""
    text, kind = piece
    shown, mark = _in_markdown(text), _MARKS.get(kind, "")
    before = " " if text[:1].isspace() else ""
    after = " " if text[-1:].isspace() and shown else ""
    return f"{before}{mark}{shown}{mark}{after}" if shown else before


def _text(page: Page) -> Iterator[tuple[str, int | None]]:
    title = escape_controls(page.title)
    yield from _plain((title, "=" * display_width(title), "", *map(escape_controls, page.lead)))
    for table in page.tables:
        yield from _plain(("", *map(escape_controls, lines_in_text(table))))
    for section in page.sections:
        heading = escape_controls(section.title)
        yield from _plain(("", heading, "-" * display_width(heading)))
        for segment in section.segments:
            yield "", None
            yield (
                f"segment {segment.number:,}  {escape_controls(segment.title)}",
                segment.number,
            )
            texts = [
                (escape_controls(label), "".join(text for text, _ in pieces))
                for label, pieces in segment.texts
            ]
            gutter = max((len(label) for label, _ in texts), default=0) + 2
            for label, text in texts:
                yield from _plain(labelled(label, text, _WIDTH, gutter=gutter))
            for note in segment.notes:
                yield from _plain(labelled("-", note, _WIDTH, gutter=2))
