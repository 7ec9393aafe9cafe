"""Why a segment scores what it does, and why a word matches."""

import re
from collections.abc import Iterator
from typing import Final

from lsprotocol import types

from meteor_core import SegmentResult

from ..session import View
from ..sides import Side

_SPECIAL: Final = re.compile(r"([\\`*_{}\[\]<>#+!|~&-])")


def hover(view: View, position: types.Position, *, markdown: bool) -> types.Hover | None:
    """The breakdown of a line's score, headed by the match of the word at a position."""
    line = position.line
    result = view.result(line)
    if result is None:
        return None
    token = view.side.token_at(result.alignment, view.column(position))
    paragraphs = [*_word(view.side, result, token), *_segment(view.side, line, result)]
    if not markdown:
        paragraphs = [_plain(paragraph) for paragraph in paragraphs]
    whole = (0, len(view.segments()[line]))
    return types.Hover(
        contents=types.MarkupContent(
            kind=types.MarkupKind.Markdown if markdown else types.MarkupKind.PlainText,
            value="\n\n".join(paragraphs),
        ),
        range=view.range(
            line, whole if token is None else view.side.row(result.alignment).spans[token]
        ),
    )


def _word(side: Side, result: SegmentResult, token: int | None) -> Iterator[str]:
    if token is None:
        return
    alignment = result.alignment
    row = side.row(alignment)
    word = _escape(" ".join(row.words((token, token + 1))))
    match = side.match_at(alignment, row.spans[token][0])
    if match is None:
        yield f"**{word}** has no match in the {side.other.value}"
        return
    partner = _escape(" ".join(side.other.row(alignment).words(side.other.tokens(match))))
    yield (
        f"**{word}** matches **{partner}**, {match.stage}, in chunk {match.chunk + 1} "
        f"of {result.chunks}"
    )
    if match.stage != "exact":
        yield _escape(match.explanation)


def _segment(side: Side, line: int, result: SegmentResult) -> Iterator[str]:
    measures = result.measures
    yield f"**METEOR {measures.score:.4f}**, segment {line + 1}"
    yield (
        f"precision {measures.precision:.3f} ({result.matches} of {result.hypothesis_length} "
        f"words), recall {measures.recall:.3f} ({result.matches} of {result.reference_length}), "
        f"F-mean {measures.f_mean:.3f}"
    )
    yield (
        f"{result.matches} matches in {result.chunks} chunks, fragmentation "
        f"{measures.fragmentation:.3f}, penalty {measures.penalty:.3f}; alignment "
        + ("proved optimal" if result.optimal else "not proved optimal")
    )
    other = side.other
    yield f"{other.value.capitalize()}: {_escape(other.row(result.alignment).text)}"


def _escape(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)


def _plain(paragraph: str) -> str:
    return re.sub(r"\\(.)", r"\1", paragraph.replace("**", ""))
