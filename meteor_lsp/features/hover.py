"""Why a segment scores what it does, and why a word matches."""

import re
from collections.abc import Iterator
from typing import Final

from lsprotocol import types

from meteor_core import Match, SegmentResult

from ..positions import Encoding
from ..scores import PairScores

_SPECIAL: Final = re.compile(r"([\\`*_{}\[\]<>#+!|~&-])")


def hover(
    scores: PairScores, encoding: Encoding, line: int, column: int, *, markdown: bool
) -> types.Hover | None:
    """The breakdown of a line's score, headed by the match of the word at a code point column."""
    result = scores.result(line)
    if result is None:
        return None
    text = scores.hypotheses[line]
    token = next(
        (
            number
            for number, (start, end) in enumerate(result.alignment.hypothesis.spans)
            if start <= column < end
        ),
        None,
    )
    paragraphs = [*_word(result, token), *_segment(line, result)]
    if not markdown:
        paragraphs = [_plain(paragraph) for paragraph in paragraphs]
    start, end = (0, len(text)) if token is None else result.alignment.hypothesis.spans[token]
    return types.Hover(
        contents=types.MarkupContent(
            kind=types.MarkupKind.Markdown if markdown else types.MarkupKind.PlainText,
            value="\n\n".join(paragraphs),
        ),
        range=types.Range(
            types.Position(line, encoding.to_client(text, start)),
            types.Position(line, encoding.to_client(text, end)),
        ),
    )


def _word(result: SegmentResult, token: int | None) -> Iterator[str]:
    if token is None:
        return
    alignment = result.alignment
    word = _escape(" ".join(alignment.hypothesis.words((token, token + 1))))
    match = _match_at(alignment.matches, token)
    if match is None:
        yield f"**{word}** has no match in the reference"
        return
    partner = _escape(" ".join(alignment.reference.words(match.reference)))
    yield (
        f"**{word}** matches **{partner}**, {match.stage}, in chunk {match.chunk + 1} "
        f"of {result.chunks}"
    )
    if match.stage != "exact":
        yield _escape(alignment.explain(match))


def _match_at(matches: tuple[Match, ...], token: int) -> Match | None:
    return next(
        (match for match in matches if match.hypothesis[0] <= token < match.hypothesis[1]), None
    )


def _segment(line: int, result: SegmentResult) -> Iterator[str]:
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
    yield f"Reference: {_escape(result.alignment.reference.text)}"


def _escape(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)


def _plain(paragraph: str) -> str:
    return re.sub(r"\\(.)", r"\1", paragraph.replace("**", ""))
