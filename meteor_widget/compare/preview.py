"""Static HTML of compared systems: scores with intervals, and the segments that differ."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Final

import numpy as np

from meteor_core.analysis.p_values import SIGNIFICANT

from ..pages.preview_tables import plain, table, words
from ..pages.static_preview import image
from ..static_picture.plots import interval_svg, scale_of
from .systems import ComparedSystems

_ROWS: Final = 8


def systems_html(
    systems: ComparedSystems,
    rows: Sequence[Mapping[str, Any]],
    *,
    baseline: str,
    pair: tuple[str, str],
    notes: Sequence[str],
) -> str:
    """Return the results of the systems so far as HTML.

    Args:
        systems: the systems to compare.
        rows: the results of each system; see ``export.system_rows``.
        baseline: the system that differences are from.
        pair: the two systems whose segments are compared, left and right.
        notes: how the systems were tested, and the signature.
    """
    known = [value for row in rows for value in _values(row)]
    base = next(row["score"] for row in rows if row["system"] == baseline)
    several = len(rows) > 2
    chance = "p, adjusted" if several else "p"
    heads = ("System", "METEOR", "95 % interval", "Difference", chance, "Shortfall")
    cells = (
        (
            plain(row["system"]),
            f"{row['score']:.4f}",
            _interval(row, scale_of(known), base),
            *_difference(row, is_baseline=row["system"] == baseline),
            f"{row['shortfall']:,.2f}",
        )
        for row in rows
    )
    return (
        words("\n".join(("METEOR of systems compared", *notes)))
        + table("Systems", heads, cells, texts=(0,))
        + (_segments(systems, *pair) if systems.done else "")
    )


def _segments(systems: ComparedSystems, left: str, right: str) -> str:
    differences = systems.column("difference", left, right)
    order = np.argsort(-np.abs(differences), kind="stable")[:_ROWS].tolist()
    texts = [systems.corpora[name].hypotheses for name in (left, right)]
    rows = (
        (
            f"{segment + 1:,}",
            _signed(differences[segment]),
            *(plain(hypotheses[segment]) for hypotheses in texts),
        )
        for segment in order
        if not np.isnan(differences[segment])
    )
    title = f"Largest differences: {right} less {left}"
    return table(title, ("Segment", "Difference", left, right), rows, texts=(2, 3))


def _interval(row: Mapping[str, Any], scale: tuple[float, float], baseline: float) -> str:
    score, low, high = row["score"], row["lower"], row["upper"]
    ends = None if low is None else (low, high)
    words = f"{score:.4f}" if ends is None else f"{low:.4f} to {high:.4f}"
    return image(interval_svg(score, ends, scale, baseline), words, style="max-width: none")


def _difference(row: Mapping[str, Any], *, is_baseline: bool) -> tuple[str, str]:
    """Return cells with the difference from the baseline, and p."""
    if row["equal"]:
        return "the same in every segment", ""
    if row["difference"] is None:
        return ("baseline" if is_baseline else ""), ""
    return _signed(row["difference"]), escape(_chance(row["holm"], too_few=row["too_few"]))


def _chance(p: float, *, too_few: bool) -> str:
    written = "< 0.0001" if p < 0.0001 else f"{p:.4f}"
    return f"{written} *" if p < SIGNIFICANT and not too_few else written


def _signed(difference: float) -> str:
    arrow = "▲ " if difference > 0 else "▼ " if difference < 0 else ""
    return f"{arrow}{difference:+.4f}".replace("-", "\N{MINUS SIGN}")


def _values(row: Mapping[str, Any]) -> list[float]:
    return [row[name] for name in ("score", "lower", "upper") if row[name] is not None]
