"""The formats of ``meteorscope review``."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, TextIO

from ..review.edits import REVIEW_KINDS
from ..review.pay_schemes import PAY_SCHEMES
from ..review.review import Review
from ..review.review_format import FORMAT, Json, segments_json, total_json
from ..review.segments import ReviewedSegment
from ..score.wording import shortfall_in_words
from ..show.control_characters import escape_controls
from ..text.numbers import counted, percentage
from .output import TABLES, TableFormat, encodable, write_line

_MAX_LISTED: Final = 20
"""Diagnostics that the summary lists; the others are only counted."""

_MEASURES: Final = ("score", "hter", "chrf", "class", "state", "seconds")


def _write_text(review: Review, file: TextIO) -> None:
    for line in _summary(review):
        write_line(line, file)


def write_list(review: Review, file: TextIO) -> None:
    """Write the summary of the selected segments, and a line for each of the first."""
    _write_text(review, file)
    rows = [
        (
            str(segment.texts.number),
            state,
            str(segment.extent),
            "" if segment.score.problem else f"{segment.score.score:.3f}",
            f"{segment.ter.rate:.3f}",
            " ".join(escape_controls(segment.texts.post_edit).split()),
        )
        for segment, state in zip(review.segments[:_MAX_LISTED], review.states, strict=False)
    ]
    write_line("", file)
    heads = ("segment", "state", "class", "METEOR", "HTER", "post-edit")
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    for cells in (heads, *rows):
        padded = (cell.ljust(width) for cell, width in zip(cells, widths[:-1], strict=False))
        write_line(encodable(file, "  ".join((*padded, cells[-1]))).rstrip(), file)
    if len(review.segments) > _MAX_LISTED:
        more = len(review.segments) - _MAX_LISTED
        write_line(f"and {more:,} more; --format tsv or json has all", file)


def _summary(review: Review) -> Iterator[str]:
    total = review.total
    yield (
        f"METEOR {total.score.score:.4f} of the MT against its post-edit"
        f"{shortfall_in_words(total.score)}"
    )
    yield (
        f"HTER {total.ter.rate:.4f} ({total.ter.edits:,} edits / {total.ter.length:,} words of the "
        f"post-edit)   chrF {total.ngrams.score:.2f}"
    )
    yield (
        f"edit distance {percentage(total.characters.share)} of characters "
        f"({total.characters.edits:,} / {total.characters.length:,}), "
        f"{percentage(total.words_changed.share)} of words "
        f"({total.words_changed.edits:,} / {total.words_changed.length:,})"
    )
    if total.seconds is not None:
        yield (
            f"time {total.seconds:,.0f} s on {counted(total.timed_segments, 'segment', 'segments')}"
            f" with {counted(total.timed_words, 'word', 'words')}"
        )
    yield ""
    yield from _table(
        (counted(total.segments, "segment", "segments"), "segments", "words", "share of words"),
        [
            (count.extent, count.segments, count.words, _share(count.words, total.words))
            for count in total.extents
        ],
    )
    yield ""
    yield from _table(
        ("edits", "number", "MT words", "post-edit words"),
        list(
            zip(
                REVIEW_KINDS,
                total.counts.edits,
                total.counts.mt,
                total.counts.post_edit,
                strict=True,
            )
        ),
    )
    yield ""
    if total.diagnostics:
        yield from _diagnostics(review)
        yield ""
    for scheme in PAY_SCHEMES:
        bands = "   ".join(
            f"{count.band.label}: {_share(count.words, total.words)}"
            for count in total.bands[scheme.name]
        )
        yield f"{scheme.name:8} {bands}"
    yield review.signature


def _diagnostics(review: Review) -> Iterator[str]:
    """Yield how many diagnostics there are, and the first of them with their segments."""
    found = [(segment.texts, one) for segment in review.segments for one in segment.diagnostics]
    counts = ", ".join(f"{code} {number:,}" for code, number in review.total.diagnostics.items())
    yield f"{counted(len(found), 'diagnostic', 'diagnostics')}: {counts}"
    for texts, one in found[:_MAX_LISTED]:
        yield f"  {texts.number}: {one.code}: {one.message}"
    if len(found) > _MAX_LISTED:
        yield f"  and {len(found) - _MAX_LISTED:,} more; --format tsv or json has all"


def _table(heads: tuple[str, ...], rows: list[tuple[object, ...]]) -> Iterator[str]:
    cells = [heads, *(tuple(map(_cell, row)) for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(heads))]
    for first, *others in cells:
        numbers = (text.rjust(width) for text, width in zip(others, widths[1:], strict=True))
        yield "  ".join((first.ljust(widths[0]), *numbers))


def _cell(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)


def _share(part: int, whole: int) -> str:
    return percentage(part / whole if whole else 0.0)


def _write_json(review: Review, file: TextIO) -> None:
    head = {
        "format": FORMAT,
        "signature": review.signature,
        "total": total_json(review.total, review.shifts),
    }
    file.write(json.dumps(head, indent=2).removesuffix("\n}") + ',\n  "segments": [')
    lines = map(json.dumps, segments_json(review))
    file.writelines(f"{',' if index else ''}\n    {line}" for index, line in enumerate(lines))
    file.write("\n  ]\n}\n")


def _write_table(table: TableFormat, review: Review, file: TextIO) -> None:
    for number, row in enumerate(map(_row, review.segments, segments_json(review))):
        if not number:
            table.write(row, file)
        table.write(row.values(), file)


def _row(segment: ReviewedSegment, values: Json) -> Json:
    distance = values["edit_distance"]
    return {
        "segment": values["segment"],
        "id": values["id"],
        **{name: values[name] for name in _MEASURES},
        "edited_characters": distance["characters"],
        "edited_words": distance["words"],
        **dict(zip(REVIEW_KINDS, segment.counts.edits, strict=True)),
        "diagnostics": "; ".join(f"{one.code}: {one.message}" for one in segment.diagnostics),
        "comments": "; ".join(comment["text"] for comment in values["comments"]) or None,
        "source": values.get("source"),
        "mt": values["mt"],
        "post_edit": values["post_edit"],
    }


WRITERS: Final[dict[str, Callable[[Review, TextIO], None]]] = {
    "text": _write_text,
    "json": _write_json,
    **{name: partial(_write_table, table) for name, table in TABLES.items()},
}
