"""Plots of outputs for papers, as SVG documents: a point each, or bars over ranges.

Their axes have as much room as the numbers need, whatever these are: scores from 0 to 1, points of
errors below 0, a metric of another scale.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final
from xml.etree.ElementTree import Element

import numpy as np
from numpy.typing import NDArray

from meteor_core.errors import InputError
from meteor_core.text.numbers import counted

from .elements import document, element, path
from .palette import Paint, Theme
from .panels import EDGE, LABEL, LINE, words
from .texts import text_width, visible
from .whiskers import line, ticks_between

_ACROSS: Final = 320
_DOWN: Final = 240
_GAP: Final = 36
_BINS: Final = 20
_BAR_DOWN: Final = 70
_MAX_POINTS: Final = 5_000
"""Most points that are drawn; of more, some at equal distances."""

_FEW: Final = 300
_LAYERS: Final = 6
"""Dots of one layer do not add up; those of several do, so that many at one place are darker."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """A number of each output.

    Attributes:
        title: what it is.
        values: NaN if missing.
        ends: least and greatest number of its axis; None for what the numbers need.
    """

    title: str
    values: Floats
    ends: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PointPlot:
    """Two numbers of the same outputs.

    Attributes:
        x, y: the numbers.
        note: a line above the plot; empty for none.
        has_diagonal: whether a line shows where both numbers are equal.
    """

    x: Measured
    y: Measured
    note: str = ""
    has_diagonal: bool = False


def points_document(plots: Sequence[PointPlot], *, title: str, theme: Theme = "auto") -> str:
    """Draw plots of points beside each other.

    Args:
        plots: one at least.
        title: heading of the document.
        theme: "light", "dark", or "auto", which follows the preference of the reader's browser.

    Raises:
        InputError: a plot has no output with both numbers.
        ParameterError: there is no such theme.
    """
    paint = Paint(theme)
    parts = [words(visible(title), (EDGE, 18), paint, colour="ink", size=13)]
    left, descriptions = float(EDGE), []
    for plot in plots:
        drawn, width, description = _points(plot, left, paint)
        parts += drawn
        descriptions.append(description)
        left += width + _GAP
    size = (max(left - _GAP, EDGE + text_width(title, 13)) + EDGE, 44 + _DOWN + 2 * LINE + 12)
    return (
        document(
            size, parts, paint=paint, title=visible(title), description="\n".join(descriptions)
        )
        + "\n"
    )


def bars_document(rows: Sequence[Measured], *, title: str, theme: Theme = "auto") -> str:
    """Draw histograms below each other, over one axis.

    Args:
        rows: one at least; all are drawn over the ends of the first.
        title: heading of the document.
        theme: as in ``points_document``.

    Raises:
        InputError: there is no number.
        ParameterError: there is no such theme.
    """
    paint = Paint(theme)
    known = [row.values[np.isfinite(row.values)] for row in rows]
    if not any(map(len, known)):
        raise InputError(f"no output has a number of {rows[0].title}, so there is nothing to draw")
    low, high = rows[0].ends or _ends(np.concatenate(known))
    parts = [words(visible(title), (EDGE, 18), paint, colour="ink", size=13)]
    right, bottom, descriptions = EDGE + 1.5 * _ACROSS, 30.0, []

    def across(value: float) -> float:
        return EDGE + (value - low) / (high - low) * (right - EDGE)

    most = max(int(np.histogram(values, _BINS, (low, high))[0].max()) for values in known)
    for row, values in zip(rows, known, strict=True):
        counts, edges = np.histogram(values, _BINS, (low, high))
        middle = float(np.median(values)) if len(values) else None
        bottom += _BAR_DOWN
        said = visible(row.title) + ("" if middle is None else f": median {middle:.4g}")
        descriptions.append(f"{said}, {counted(len(values), 'output', 'outputs')}")
        parts.append(words(said, (EDGE, bottom - _BAR_DOWN + 14), paint, colour="ink"))
        for count, edge, end in zip(counts, edges[:-1], edges[1:], strict=True):
            height = count / most * (_BAR_DOWN - 24)
            place = {"x": across(edge) + 0.5, "y": bottom - height, "height": height}
            bar = {**place, "width": across(end) - across(edge) - 1, **paint.fill("chunk-0")}
            parts.append(element("rect", bar, element("title", {}, f"{count:,}")))
        parts.append(line(path("M", EDGE, bottom, "H", right), paint, "muted", 0.75))
        if middle is not None:
            mark = path("M", across(middle), bottom, "v", 4 - _BAR_DOWN + 18)
            parts.append(line(mark, paint, "ink", 1))
    for tick in ticks_between(low, high):
        at = (across(tick), bottom + LINE - 3)
        parts.append(words(f"{tick:g}", at, paint, anchor="middle"))
    size = (max(right, EDGE + text_width(title, 13)) + EDGE, bottom + LINE + 8)
    return (
        document(
            size, parts, paint=paint, title=visible(title), description="\n".join(descriptions)
        )
        + "\n"
    )


def _points(plot: PointPlot, left: float, paint: Paint) -> tuple[list[Element], float, str]:
    """Return the parts of a plot, its width, and it in words."""
    known = np.isfinite(plot.x.values) & np.isfinite(plot.y.values)
    x, y = plot.x.values[known], plot.y.values[known]
    if not len(x):
        raise InputError(
            f"no output has numbers of both {plot.x.title} and {plot.y.title}, so there is nothing "
            "to draw"
        )
    x_ends, y_ends = plot.x.ends or _ends(x), plot.y.ends or _ends(y)
    top, bottom = 44.0 + LINE, 44.0 + LINE + _DOWN - LINE
    ticks = [f"{tick:g}" for tick in ticks_between(*y_ends)]
    start = left + max((text_width(tick, LABEL) for tick in ticks), default=0) + 8
    end = start + _ACROSS
    across, down = _scale(x_ends, start, end), _scale(y_ends, bottom, top)
    parts = [
        words(visible(plot.note), (left, 36), paint) if plot.note else element("g", {}),
        words(visible(plot.y.title), (left, 36 + LINE), paint),
        words(visible(plot.x.title), (end, bottom + 2 * LINE), paint, anchor="end"),
    ]
    for tick in ticks_between(*y_ends):
        parts.append(line(path("M", start, down(tick), "H", end), paint, "muted", 0.4))
        parts.append(words(f"{tick:g}", (start - 6, down(tick) + 4), paint, anchor="end"))
    parts += [
        words(f"{tick:g}", (across(tick), bottom + LINE), paint, anchor="middle")
        for tick in ticks_between(*x_ends)
    ]
    parts.append(line(path("M", start, bottom, "H", end), paint, "muted", 0.75))
    if plot.has_diagonal:
        low, high = max(x_ends[0], y_ends[0]), min(x_ends[1], y_ends[1])
        drawn = path("M", across(low), down(low), "L", across(high), down(high))
        parts.append(line(drawn, paint, "muted", 0.75))
    chosen = np.linspace(0, len(x) - 1, min(len(x), _MAX_POINTS)).astype(int)
    layers = 1 if len(chosen) < _FEW else _LAYERS
    look = {
        "stroke-width": 4 if len(chosen) < _FEW else 3,
        "stroke-linecap": "round",
        "stroke-opacity": 0.7 if len(chosen) < _FEW else 0.35,
        **paint.stroke("chunk-0"),
    }
    for layer in range(layers):
        which = chosen[layer::layers]
        dots = (
            f"M{across(a):.1f} {down(b):.1f}h0" for a, b in zip(x[which], y[which], strict=True)
        )
        parts.append(element("path", {"d": "".join(dots), **look}))
    outputs = counted(len(x), "output", "outputs")
    description = f"{plot.y.title} by {plot.x.title}, {outputs}. {plot.note}".strip()
    width = max(end - left, text_width(plot.note, LABEL))
    return parts, width, visible(description)


def _scale(ends: tuple[float, float], start: float, end: float) -> Callable[[float], float]:
    low, high = ends
    return lambda value: start + (value - low) / (high - low) * (end - start)


def _ends(values: Iterable[float]) -> tuple[float, float]:
    """Return ends of an axis with some air around its numbers."""
    every = np.asarray(values)
    low, high = float(every.min()), float(every.max())
    air = (high - low) * 0.04 or max(abs(high) * 0.1, 0.1)
    return low - air, high + air
