"""Pages of tables and segments, made once and written as HTML, as Markdown or as plain text."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from meteor_core.show.display_width import display_width
from meteor_core.show.harmless import harmless
from meteor_core.show.tables import Table, in_markdown, lines_in_markdown, lines_in_text

from .document import Document, Lines, document_of
from .edited_text import Piece
from .html import rendered
from .paragraphs import labelled

_WIDTH: Final = 100
"""Columns of plain text."""

_MARKS: Final[Mapping[str, str]] = {"added": "**", "dropped": "~~"}
"""What stands on both sides of what only one text has, in Markdown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageSegment:
    """A segment with its texts.

    Attributes:
        number: from 1, by which editors know it.
        title: what is said beside its number.
        texts: labels and texts, these in pieces.
        notes: what else is to be said of it.
    """

    number: int
    title: str
    texts: Sequence[tuple[str, Sequence[Piece]]]
    notes: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Segments below a heading; the heading alone where there are none.

    Attributes:
        title: the heading.
        segments: in the order in which they are read.
    """

    title: str
    segments: Sequence[PageSegment]


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What is to be read.

    Attributes:
        title: of the whole.
        lead: what it is about, a paragraph each.
        tables: of numbers.
        sections: of segments.
    """

    title: str
    lead: Sequence[str]
    tables: Sequence[Table]
    sections: Sequence[Section]


def page_in_html(page: Page, link: Callable[[int], str] | None = None) -> Document:
    """Write a page as HTML that loads nothing and runs nothing.

    Args:
        page: what to say.
        link: where the heading of a segment leads, by its number.
    """
    return Document(content=rendered("page.html.jinja", page=page, link=link))


def page_in_markdown(page: Page) -> Document:
    """Write a page as Markdown."""
    return document_of(_markdown(page))


def page_in_text(page: Page) -> Document:
    """Write a page as plain text."""
    return document_of(_text(page))


def _plain(lines: Iterable[str]) -> Lines:
    return ((line, None) for line in lines)


def _markdown(page: Page) -> Iterator[tuple[str, int | None]]:
    yield from _plain((f"# {_in_markdown(page.title)}", ""))
    for paragraph in page.lead:
        yield from _plain((_in_markdown(paragraph), ""))
    for table in page.tables:
        yield from _plain((*map(harmless, lines_in_markdown(table)), ""))
    for section in page.sections:
        yield from _plain((f"## {_in_markdown(section.title)}", ""))
        for segment in section.segments:
            yield f"### Segment {segment.number:,}: {_in_markdown(segment.title)}", segment.number
            yield "", None
            for label, pieces in segment.texts:
                yield f"- {_in_markdown(label)}: {''.join(map(_piece, pieces))}", None
            yield from _plain((*(f"- {_in_markdown(note)}" for note in segment.notes), ""))


def _in_markdown(text: str) -> str:
    return in_markdown(harmless(text))


def _piece(piece: Piece) -> str:
    """A piece of a text with its marks, which have to stand right beside its words."""
    text, kind = piece
    shown, mark = _in_markdown(text), _MARKS.get(kind, "")
    before = " " if text[:1].isspace() else ""
    after = " " if text[-1:].isspace() and shown else ""
    return f"{before}{mark}{shown}{mark}{after}" if shown else before


def _text(page: Page) -> Iterator[tuple[str, int | None]]:
    title = harmless(page.title)
    yield from _plain((title, "=" * display_width(title), "", *map(harmless, page.lead)))
    for table in page.tables:
        yield from _plain(("", *map(harmless, lines_in_text(table))))
    for section in page.sections:
        heading = harmless(section.title)
        yield from _plain(("", heading, "-" * display_width(heading)))
        for segment in section.segments:
            yield "", None
            yield f"segment {segment.number:,}  {harmless(segment.title)}", segment.number
            texts = [
                (harmless(label), "".join(text for text, _ in pieces))
                for label, pieces in segment.texts
            ]
            gutter = max((len(label) for label, _ in texts), default=0) + 2
            for label, text in texts:
                yield from _plain(labelled(label, text, _WIDTH, gutter=gutter))
            for note in segment.notes:
                yield from _plain(labelled("-", note, _WIDTH, gutter=2))
