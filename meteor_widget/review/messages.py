"""Messages of a review to front ends and pages, as JSON values."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from meteor_core.errors import unknown_name
from meteor_core.files.states import STATES
from meteor_core.review.filtering import FILTER_FIELDS, ReviewFilter, filter_from_json
from meteor_core.review.review_format import Json, total_json
from meteor_core.review.totals import ReviewTotal
from meteor_core.text.numbers import counted

from ..pages.page import PageContent
from ..portable_json import compressed_blocks

COLUMNS: Final = "columns"
"""The field of a filter that is about other columns of the data, which only views have."""

_SEGMENTS_PER_BLOCK: Final = 100


def filter_of(values: Mapping[str, Any]) -> ReviewFilter:
    """Return a filter as the core has it.

    Args:
        values: as in the server's protocol; ``columns`` is left out.

    Raises:
        ParameterError: a name is unknown, or a value is of the wrong kind.
    """
    for name in values:
        if name != COLUMNS and name not in FILTER_FIELDS:
            raise unknown_name("field of filter", name, (*FILTER_FIELDS, COLUMNS))
    return filter_from_json({name: one for name, one in values.items() if name != COLUMNS})


def summary_json(
    total: ReviewTotal | None, states: Iterable[str], signature: str, size: int, kept: str
) -> Json:
    """Return a review as a whole.

    Args:
        total: of the segments that are reviewed; None where there are none.
        states: of all segments.
        signature: of METEOR's scores.
        size: the number of segments.
        kept: where states and comments are kept, in words.
    """
    numbers = Counter(states)
    return {
        "segments": size,
        "reviewed": 0 if total is None else total.segments,
        "total": None if total is None else total_json(total),
        "signature": signature,
        "states": {state: numbers[state] for state in STATES if numbers[state]},
        "kept": kept,
        "running": False,
        "problem": None,
    }


def page_content(
    summary: Json, rows: Sequence[Json], table: str, state: Mapping[str, Any]
) -> PageContent:
    """Return the content of a page.

    Args:
        summary: of the whole review.
        rows: the segments that the page has.
        table: all numbers, as tab-separated text.
        state: the view's traits.
    """
    carried = {"carried": len(rows)} if len(rows) < summary["segments"] else {}
    return PageContent(
        kind="review",
        state=state,
        data={"summary": {**summary, **carried}, "segments_a_block": _SEGMENTS_PER_BLOCK},
        buffers=[
            *compressed_blocks([table], 1),
            *compressed_blocks(rows, _SEGMENTS_PER_BLOCK),
        ],
    )


def where_kept(name: str | None, segments: int) -> str:
    """Return in words where states and comments are kept.

    Args:
        name: of the file beside the reviewed one; None if missing.
        segments: how many they belong to.
    """
    if name is None:
        return (
            f"States and comments of {counted(segments, 'segment', 'segments')} are kept in this "
            "view alone; to_json() has them."
        )
    return f"States and comments are kept in {name}."
