"""Static HTML of a metric's agreement with people: measures, systems, and the worst pairs."""

from collections.abc import Iterator
from typing import Final

from meteor_core.agreement.agreement import Estimate, SetAgreement
from meteor_core.agreement.measures import MEASURES
from meteor_core.agreement.rated_set import RatedSet
from meteor_core.agreement.rating_arrays import Floats, RatingArrays
from meteor_core.text.numbers import counted

from ..pages.preview_tables import plain, table, words
from ..pages.static_preview import image
from ..static_picture.plots import points_in_words, points_svg
from .ratings import Disagreements

_ROWS: Final = 8


def agreement_html(
    found: SetAgreement,
    rated: RatedSet,
    arrays: RatingArrays,
    scores: Floats,
    worst: Disagreements,
    *,
    signature: str,
) -> str:
    """Return the agreement as HTML.

    Args:
        found: the agreement.
        rated: the set.
        arrays: of the set.
        scores: of its outputs.
        worst: pairs that the metric orders otherwise than people do.
        signature: of the scores.
    """
    systems = f"{counted(found.systems, 'system', 'systems')}, " if found.systems else ""
    about = (
        f"{found.name}: {systems}{counted(found.segments, 'segment', 'segments')}, "
        f"{counted(found.unequal_pairs, 'pair', 'pairs')} with unequal ratings"
    )
    names = ("scores", "ratings")
    drawing = image(points_svg(scores, arrays.rating, names), points_in_words(scores, names))
    return (
        words("\n".join(("METEOR and people's ratings", about, *found.notes, signature)))
        + _measures(found)
        + ("" if rated.judgements else drawing)
        + _worst(rated, arrays, scores, worst)
    )


def _measures(found: SetAgreement) -> str:
    heads = ("Metric", "Measure", "Value", "95 % interval", "Difference", "95 % interval")
    rows = (
        (
            plain(row.metric),
            MEASURES[name].title,
            *_cells(estimate, name, signed=False),
            *_cells(row.differences.get(name), name, signed=True),
        )
        for row in found.rows
        for name, estimate in row.measures.items()
    )
    return table("Agreement", heads, rows, texts=(0, 1))


def _cells(estimate: Estimate | None, measure: str, *, signed: bool) -> Iterator[str]:
    if estimate is None:
        yield from ("", "")
        return
    share = MEASURES[measure].is_share

    def written(number: float) -> str:
        text = f"{100 * number:{'+' if signed else ''}.1f}" if share else f"{number:.3f}"
        return text.replace("-", "\N{MINUS SIGN}") + (" %" if share and not signed else "")

    chance = " (not distinguishable)" if signed and not estimate.excludes_zero else ""
    yield written(estimate.value)
    yield f"{written(estimate.low)} to {written(estimate.high)}{chance}"


def _worst(rated: RatedSet, arrays: RatingArrays, scores: Floats, worst: Disagreements) -> str:
    if not len(worst.segment):
        return ""

    def cells(output: int) -> tuple[str, str, str]:
        return (
            plain(rated.outputs[output].hypothesis),
            f"{arrays.rating[output]:.4g}",
            f"{scores[output]:.4f}",
        )

    rows = (
        (plain(rated.segments[segment]), *cells(better), *cells(lower))
        for segment, better, lower in zip(
            worst.segment[:_ROWS].tolist(),
            worst.better[:_ROWS].tolist(),
            worst.worse[:_ROWS].tolist(),
            strict=True,
        )
    )
    heads = ("Segment", "Rated higher", "Rating", "Score", "Scored higher", "Rating", "Score")
    return table("Where the metric and people disagree most", heads, rows, texts=(0, 1, 4))
