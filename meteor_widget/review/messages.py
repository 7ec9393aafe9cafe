"""What front ends and pages are told of a review, as JSON values."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from meteor_core.errors import ParameterError, unknown_name
from meteor_core.files.states import STATES
from meteor_core.review.filtering import ReviewFilter
from meteor_core.review.review_format import Json, total_json
from meteor_core.review.totals import ReviewTotal
from meteor_core.text.numbers import counted

from ..pages.packed import compressed_blocks
from ..pages.page import PageContent

_NAMES: Final[Mapping[str, str]] = {
    "states": "states",
    "classes": "classes",
    "kinds": "kinds",
    "diagnostics": "diagnostics",
    "scoreFrom": "score_from",
    "scoreBelow": "score_below",
    "text": "text",
    "expression": "expression",
    "untouched": "untouched",
    "comments": "comments",
}
"""Fields of a filter as front ends and the server's clients write them, and as the core does."""

COLUMNS: Final = "columns"
"""The field of a filter that is about other columns of the data, which only views have."""

_LISTS: Final = frozenset({"states", "classes", "kinds", "diagnostics"})

_NUMBERS: Final = frozenset({"scoreFrom", "scoreBelow"})
_TEXTS: Final = frozenset({"text", "expression"})

_SEGMENTS_A_BLOCK: Final = 100


def filter_of(values: Mapping[str, Any]) -> ReviewFilter:
    """Return a filter as the core has it.

    Args:
        values: as in the server's protocol; ``columns`` is left out.

    Raises:
        ParameterError: a name is unknown, or a value is of the wrong kind.
    """
    for name in values:
        if name != COLUMNS and name not in _NAMES:
            raise unknown_name("field of filter", name, (*_NAMES, COLUMNS))
    given = {_NAMES[name]: _value(name, one) for name, one in values.items() if name != COLUMNS}
    return ReviewFilter(**given)


def _value(name: str, value: Any) -> Any:
    if name in _LISTS:
        if isinstance(value, str) or not isinstance(value, Iterable):
            raise ParameterError(f"{name} of filter must be a list of names, not {value!r}")
        return frozenset(map(str, value))
    if name in _NUMBERS:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ParameterError(f"{name} of filter must be a number, not {value!r}")
        return float(value)
    if not isinstance(value, str if name in _TEXTS else bool):
        kind = "a text" if name in _TEXTS else "true or false"
        raise ParameterError(f"{name} of filter must be {kind}, not {value!r}")
    return value


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
        data={"summary": {**summary, **carried}, "segments_a_block": _SEGMENTS_A_BLOCK},
        buffers=[
            *compressed_blocks([table], 1),
            *compressed_blocks(rows, _SEGMENTS_A_BLOCK),
        ],
    )


def where_kept(name: str | None, segments: int) -> str:
    """Return in words where states and comments are kept.

    Args:
        name: of the file beside the reviewed one; None where there is none.
        segments: how many they belong to.
    """
    if name is None:
        return (
            f"States and comments of {counted(segments, 'segment', 'segments')} are kept in this "
            "view alone; to_json() has them."
        )
    return f"States and comments are kept in {name}."
