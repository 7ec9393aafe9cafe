"""An alignment as lines of text: for terminals, and wherever only text is shown.

Two rows of words, hypothesis above reference, each wrapped to the width. Under every matched
word runs a line: its character shows the stage, the number at its start the chunk, and it does
not break inside a chunk. So the picture reads without colour; colour only groups the words of
a chunk at a glance.
"""

import textwrap
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from ..score.alignment import Alignment, Match, TokenRow
from ..score.results import SegmentResult, matches_in_words
from ..score.wording import proof_of_segment, shortfall_in_words
from .chunk_colours import colours_of_chunks
from .control_characters import escape_controls
from .display_width import display_width

STAGE_MARKS: Final = {"exact": "━", "stem": "╌", "synonym": "≈", "paraphrase": "≋"}
ASCII_MARKS: Final = {"exact": "=", "stem": "-", "synonym": "~", "paraphrase": "^"}

CHUNK_STYLES: Final = ("#3d8fd9", "#d9822b", "#1fa37a", "#c264a8", "#8c7ae6", "#b8860b")
"""Colours that differ with all common kinds of colour blindness, legible on light and dark."""

UNMATCHED_STYLE: Final = "dim"
PLAIN_STYLE: Final = ""

_GUTTER: Final = 5
_RIGHT_TO_LEFT: Final = frozenset({"R", "AL", "AN"})
_ISOLATE, _POP_ISOLATE = "\u2068", "\u2069"


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a line in one style (rich's notation)."""

    text: str
    style: str = PLAIN_STYLE


@dataclass(frozen=True, slots=True)
class _Pens:
    """A mark for each stage and a style for each chunk."""

    marks: dict[str, str]
    styles: Sequence[str]
    has_chunks: bool

    def mark(self, match: Match) -> str:
        return self.marks[match.stage]

    def style(self, match: Match) -> str:
        return self.styles[match.chunk]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cell:
    """One word with the line under it.

    Attributes:
        text: the escaped word, without padding.
        width: columns that the cell takes.
        under: the chunk's number and the stage's mark, ``width`` columns.
        bridge: mark under the space before the next cell.
        style: of both.
    """

    text: str
    width: int
    under: str
    bridge: str
    style: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EditPen:
    """How changed words are drawn.

    Attributes:
        name: of what became of them.
        mark: the character below them.
        ascii_mark: in ASCII.
        style: rich's notation.
    """

    name: str
    mark: str
    ascii_mark: str
    style: str


EditPens: TypeAlias = tuple[Sequence[EditPen | None], Sequence[EditPen | None]]
"""By the kind of a word on both sides; matched words have none."""


def draw(
    number: int,
    result: SegmentResult,
    *,
    width: int,
    marks: dict[str, str],
    isolated: bool = True,
    chunks: bool = True,
    edits: EditPens | None = None,
) -> Iterator[list[Span]]:
    """Draw one segment as lines of text.

    Args:
        number: of the segment, from 1.
        result: the segment.
        width: columns of the terminal.
        marks: a character for each stage.
        isolated: whether right-to-left words are between isolates, which keep the words
            in order where text is laid out; an editor that shows such characters wants none.
        chunks: whether matched words are marked.
        edits: how words are drawn that differ; None to draw them as unmatched.
    """
    alignment = result.alignment
    matches = alignment.matches
    colours = colours_of_chunks(alignment)
    pens = _Pens(marks, [CHUNK_STYLES[colour] for colour in colours], chunks)
    yield from _headline(number, result)
    for label, row, side in (
        ("hyp", alignment.hypothesis, 0),
        ("ref", alignment.reference, 1),
    ):
        cells = _cells(row, matches, side, pens, None if edits is None else edits[side])
        yield from _row(label, cells, width, isolated=isolated)
    if chunks:
        yield from _explanations(alignment, matches, pens, width)


def wrapped(label: str, text: str, *, width: int) -> list[list[Span]]:
    """Return a text that is not aligned, such as the source, as the rows of words have theirs."""
    room = max(20, width - _GUTTER)
    lines: list[str] = [""]
    for word in escape_controls(text).split():
        for piece in _fitting_pieces(word, room):
            longer = f"{lines[-1]} {piece}" if lines[-1] else piece
            if display_width(longer) <= room:
                lines[-1] = longer
            else:
                lines.append(piece)
    return [
        [Span(f"{label if number == 0 else '':<{_GUTTER}}", "bold"), Span(line, UNMATCHED_STYLE)]
        for number, line in enumerate(lines)
    ]


def _fitting_pieces(word: str, room: int) -> Iterator[str]:
    """A word in pieces that fit into a line, as where a language writes no spaces."""
    piece = ""
    for character in word:
        if piece and display_width(piece + character) > room:
            yield piece
            piece = ""
        piece += character
    yield piece


def picture_text(results: Iterable[tuple[int, SegmentResult]], *, width: int = 100) -> str:
    """Return the pictures of numbered segments under one legend, in one text without colours.

    Args:
        results: the segments, each with its number from 1.
        width: the most columns of a line.
    """
    shown = list(results)
    lines = [legend(STAGE_MARKS, shown[0][1].alignment.stages if shown else ())]
    for number, result in shown:
        lines += [[], *draw(number, result, width=width, marks=STAGE_MARKS)]
    return "\n".join("".join(span.text for span in line).rstrip() for line in lines)


def legend(marks: dict[str, str], stages: Sequence[str]) -> list[Span]:
    """Return the legend of the marks.

    Args:
        marks: a character for each stage.
        stages: the stages that occur.
    """
    shown = "   ".join(f"{marks[stage] * 3} {stage}" for stage in stages)
    return [Span(f"{shown}   unmatched words are dim; numbers are chunks", "dim")]


def _headline(number: int, result: SegmentResult) -> Iterator[list[Span]]:
    measures = result.measures
    yield [
        Span(f"segment {number}  "),
        Span(f"{measures.score:.4f}", "bold"),
        Span(
            f"   P {measures.precision:.3f}  R {measures.recall:.3f}  "
            f"F-mean {measures.f_mean:.3f}  penalty {measures.penalty:.3f}"
        ),
    ]
    yield [
        Span(
            f"{matches_in_words(result)}{shortfall_in_words(result)}, "
            f"reference {result.reference + 1}, {proof_of_segment(result)}",
            "dim",
        )
    ]


def _cells(
    row: TokenRow,
    matches: Sequence[Match],
    side: int,
    pens: _Pens,
    edits: Sequence[EditPen | None] | None,
) -> list[_Cell]:
    match_at: dict[int, Match] = {}
    for match in matches:
        first, end = (match.hypothesis, match.reference)[side]
        match_at.update(dict.fromkeys(range(first, end), match))
    cells: list[_Cell] = []
    previous: Match | None = None
    for token, word in enumerate(row.words()):
        here = match_at.get(token)
        following = match_at.get(token + 1)
        starts = here is not None and (previous is None or previous.chunk != here.chunk)
        pen = None if edits is None else edits[token]
        if pen is not None and (here is None or not pens.has_chunks):
            goes_on = edits is not None and token + 1 < len(edits) and edits[token + 1] is pen
            cells.append(_edited_cell(word, pen, pens, goes_on=goes_on))
        elif not pens.has_chunks:
            text = escape_controls(word)
            blank = " " * display_width(text)
            cells.append(
                _Cell(text=text, width=len(blank), under=blank, bridge=" ", style=PLAIN_STYLE)
            )
        else:
            cells.append(_cell(word, here, following, pens, starts=starts))
        previous = here
    return cells


def _edited_cell(word: str, pen: EditPen, pens: _Pens, *, goes_on: bool) -> _Cell:
    text = escape_controls(word)
    width = display_width(text)
    mark = pen.mark if pens.marks is STAGE_MARKS else pen.ascii_mark
    return _Cell(
        text=text,
        width=width,
        under=mark * width,
        bridge=mark if goes_on else " ",
        style=pen.style,
    )


def _cell(
    word: str, match: Match | None, following: Match | None, pens: _Pens, *, starts: bool
) -> _Cell:
    text = escape_controls(word)
    width = display_width(text)
    if match is None:
        return _Cell(text=text, width=width, under=" " * width, bridge=" ", style=UNMATCHED_STYLE)
    label = str(match.chunk + 1) if starts else ""
    mark = pens.mark(match)
    width = max(width, len(label) + 1)
    goes_on = following is not None and following.chunk == match.chunk
    return _Cell(
        text=text,
        width=width,
        under=label + mark * (width - len(label)),
        bridge=mark if goes_on else " ",
        style=pens.style(match),
    )


def _row(label: str, cells: list[_Cell], width: int, *, isolated: bool) -> Iterator[list[Span]]:
    """Return the cells, wrapped: a line of words and a line of marks for each part."""
    room = max(20, width - _GUTTER)
    for index, part in enumerate(_wrap(cells, room)):
        head = Span(f"{label if index == 0 else '':<{_GUTTER}}", "bold")
        yield [head, *_words(part, isolated=isolated)]
        marks = [Span(cell.under + cell.bridge, cell.style) for cell in part]
        marks[-1] = Span(part[-1].under, part[-1].style)  # a chunk may go on in the next line
        yield [Span(" " * _GUTTER), *marks]
    if not cells:
        yield [Span(f"{label:<{_GUTTER}}", "bold"), Span("(no tokens)", "dim")]


def _words(cells: list[_Cell], *, isolated: bool) -> Iterator[Span]:
    for cell in cells:
        padding = " " * (cell.width - display_width(cell.text))
        isolate = isolated and _reads_leftwards(cell.text)
        text = f"{_ISOLATE}{cell.text}{_POP_ISOLATE}" if isolate else cell.text
        yield Span(f"{text}{padding} ", cell.style)


def _wrap(cells: list[_Cell], room: int) -> Iterator[list[_Cell]]:
    line: list[_Cell] = []
    used = 0
    for cell in _fitting(cells, room):
        if line and used + cell.width > room:
            yield line
            line, used = [], 0
        line.append(cell)
        used += cell.width + 1
    if line:
        yield line


def _fitting(cells: list[_Cell], room: int) -> Iterator[_Cell]:
    """Return the cells, with those wider than a line truncated."""
    for cell in cells:
        if cell.width <= room:
            yield cell
            continue
        text = cell.text
        while display_width(text) > room - 1:
            text = text[: len(text) * (room - 1) // display_width(text) or 1]
        yield _Cell(
            text=text + "…", width=room, under=cell.under[:room], bridge=" ", style=cell.style
        )


def _explanations(
    alignment: Alignment, matches: Sequence[Match], pens: _Pens, width: int
) -> Iterator[list[Span]]:
    for match in matches:
        if match.stage == "exact":
            continue
        words = (
            escape_controls(" ".join(alignment.hypothesis.words(match.hypothesis))),
            escape_controls(" ".join(alignment.reference.words(match.reference))),
        )
        pair = f" {pens.mark(match)} ".join(words)
        indent = " " * (_GUTTER + display_width(pair) + 3)
        why = textwrap.wrap(
            escape_controls(alignment.explain(match)),
            max(width, len(indent) + 20),
            initial_indent=indent,
            subsequent_indent=indent,
            break_long_words=False,
        )
        first = why[0].removeprefix(indent)
        yield [Span(" " * _GUTTER), Span(pair, pens.style(match)), Span(f"   {first}", "dim")]
        for line in why[1:]:
            yield [Span(line, "dim")]


def _reads_leftwards(text: str) -> bool:
    return any(unicodedata.bidirectional(character) in _RIGHT_TO_LEFT for character in text)
