"""Compared systems as SVG documents, as ``compare -o FILE.svg`` writes them."""

from typing import Final, Literal, TypeAlias, get_args
from xml.etree.ElementTree import Element

import numpy as np

from meteor_core.agreement.correlations import correlations_within
from meteor_core.agreement.wording import correlations_in_words
from meteor_core.comparison.columns import Column
from meteor_core.comparison.comparison import Comparison
from meteor_core.comparison.rows import Metric, SystemRow
from meteor_core.errors import unknown_name
from meteor_core.text.numbers import counted

from .elements import document, element, path
from .palette import Paint, Theme
from .panels import EDGE, LABEL, LINE, words
from .point_plot import Floats, Measured, PointPlot, bars_document, points_document
from .texts import text_width, visible
from .whiskers import line, ticks_between

_ACROSS: Final = 240
_GAP: Final = 28
_ROW: Final = 22
_TOP: Final = 44
_LEGEND: Final = "lines: 95 % intervals; dashed: the baseline; rules part clusters"


Figure: TypeAlias = Literal["forest", "scatter", "histogram"]

_SHARE: Final = (0.0, 1.0)


def comparison_svg(
    comparison: Comparison,
    *,
    figure: Figure = "forest",
    pair: tuple[str | None, str | None] = (None, None),
    theme: Theme = "auto",
) -> str:
    """Draw compared systems.

    Args:
        comparison: of systems.
        figure: ``forest`` draws the score of each system on its interval; ``scatter`` METEOR of
            outputs by each score that came with the texts, or, without any, of two systems by each
            other, segment by segment; ``histogram`` how METEOR of segments is distributed.
        pair: the two systems of a scatter plot; by default the baseline and the best other one.
        theme: "light", "dark", or "auto", which follows the preference of the reader's browser.

    Raises:
        ParameterError: there is no such figure or theme.
        InputError: a scatter plot needs two systems, or a number that came with the texts.
    """
    if figure not in get_args(Figure):
        raise unknown_name("figure", figure, get_args(Figure))
    if figure == "forest":
        return _forest(comparison, theme)
    title, names = _heading(comparison), comparison.systems
    if figure == "histogram":
        rows = [Measured(title=n, values=_scores(comparison, n), ends=_SHARE) for n in names]
        return bars_document(rows, title=f"METEOR of segments: {title}", theme=theme)
    plots = [_by_column(comparison, column) for column in comparison.texts.columns]
    return points_document(plots or [_by_each_other(comparison, pair)], title=title, theme=theme)


def _scores(comparison: Comparison, system: str) -> Floats:
    return np.asarray(comparison.scores(system), np.float64)


def _by_column(comparison: Comparison, column: Column) -> PointPlot:
    """Return METEOR of all outputs by a score that came with their texts."""
    scores, given = (
        np.stack([np.asarray(of(name), np.float64) for name in comparison.texts.systems], axis=1)
        for of in (comparison.scores, column.values.__getitem__)
    )
    found = correlations_within(scores, column.sign * given)
    return PointPlot(
        x=Measured(title=column.name, values=given.ravel()),
        y=Measured(title="METEOR", values=scores.ravel(), ends=_SHARE),
        note=correlations_in_words(found),
    )


def _by_each_other(comparison: Comparison, pair: tuple[str | None, str | None]) -> PointPlot:
    sides = [
        Measured(title=f"METEOR of {name}", values=_scores(comparison, name), ends=_SHARE)
        for name in comparison.pair(*pair)
    ]
    return PointPlot(x=sides[0], y=sides[1], has_diagonal=True)


def _forest(comparison: Comparison, theme: Theme) -> str:
    """Draw the score of each system on its interval, a panel for each metric.

    Systems are in the order of the first metric, whose clusters are parted by rules. Better is
    to the right: the axis of a metric of which the lower is better runs backwards.
    """
    paint = Paint(theme)
    rows = comparison.table()
    names = [visible(row.system) for row in rows]
    left = EDGE + max(text_width(name, LABEL) for name in names) + 12
    bottom = _TOP + _ROW * len(rows)
    right = left + (_ACROSS + _GAP) * len(comparison.metrics) - _GAP
    parts = [words(_heading(comparison), (EDGE, 18), paint, colour="ink", size=13)]
    for place, name in enumerate(names):
        parts.append(words(name, (EDGE, _middle(place) + 4), paint, colour="ink"))
    first = next(iter(comparison.metrics))
    for place in range(1, len(rows)):
        if rows[place].metrics[first].cluster != rows[place - 1].metrics[first].cluster:
            y = _TOP + _ROW * place
            parts.append(line(path("M", EDGE, y, "H", right), paint, "muted", 1))
    for number, metric in enumerate(comparison.metrics.values()):
        parts += _panel(rows, metric, left + number * (_ACROSS + _GAP), comparison.baseline, paint)
    parts.append(words(_LEGEND, (EDGE, bottom + 2 * LINE + 8), paint))
    width = max(
        right + EDGE,
        EDGE + text_width(_LEGEND, LABEL) + EDGE,
        EDGE + text_width(_heading(comparison), 13) + EDGE,
    )
    description = "\n".join(
        f"{visible(row.system)}: "
        + ", ".join(
            f"{name} {found.score:.{comparison.metrics[name].digits}f}, from "
            f"{found.interval.lower:.{comparison.metrics[name].digits}f} to "
            f"{found.interval.upper:.{comparison.metrics[name].digits}f}"
            for name, found in row.metrics.items()
        )
        for row in rows
    )
    size = (width, bottom + 2 * LINE + 16)
    return (
        document(size, parts, paint=paint, title=_heading(comparison), description=description)
        + "\n"
    )


def _heading(comparison: Comparison) -> str:
    systems = counted(len(comparison.texts.systems), "system", "systems")
    segments = counted(len(comparison), "segment", "segments")
    return visible(f"{systems} {comparison.texts.title}, {segments}".replace(" ,", ","))


def _middle(place: int) -> float:
    return _TOP + _ROW * (place + 0.5)


def _panel(
    rows: tuple[SystemRow, ...], metric: Metric, left: float, baseline: str, paint: Paint
) -> list[Element]:
    found = [row.metrics[metric.name] for row in rows]
    low = min(min(one.interval.lower, one.score) for one in found)
    high = max(max(one.interval.upper, one.score) for one in found)
    air = (high - low) * 0.05 or 0.01
    low, high = low - air, high + air

    def across(value: float) -> float:
        share = (value - low) / (high - low)
        return left + (1 - share if metric.lower_is_better else share) * _ACROSS

    bottom = _TOP + _ROW * len(rows)
    middle = left + _ACROSS / 2
    name = f"{metric.name}, lower is better" if metric.lower_is_better else metric.name
    parts = [words(visible(name), (middle, _TOP - 8), paint, anchor="middle", colour="ink")]
    for tick in ticks_between(low, high):
        x = across(tick)
        parts.append(line(path("M", x, _TOP, "V", bottom), paint, "muted", 0.5))
        parts.append(words(f"{tick:g}", (x, bottom + LINE - 2), paint, anchor="middle"))
    for row, one in zip(rows, found, strict=True):
        if row.system == baseline:
            x = across(one.score)
            dashes = {"stroke-dasharray": "3 3", "fill": "none", **paint.stroke("ink")}
            parts.append(element("path", {"d": path("M", x, _TOP, "V", bottom), **dashes}))
    for place, one in enumerate(found):
        y = _middle(place)
        start, end = sorted(map(across, (one.interval.lower, one.interval.upper)))
        parts.append(line(path("M", start, y, "H", end), paint, "chunk-0", 2))
        tip = f"{visible(rows[place].system)}: {one.score:.{metric.digits}f}"
        dot = {"cx": across(one.score), "cy": y, "r": 4, **paint.fill("chunk-0")}
        parts.append(element("circle", dot, element("title", {}, tip)))
    return parts
