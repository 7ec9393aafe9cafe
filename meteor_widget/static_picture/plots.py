"""Plots of a corpus without a browser: small SVG documents that follow the reader's theme."""

from collections.abc import Mapping, Sequence
from typing import Final
from xml.etree.ElementTree import Element

import numpy as np
from numpy.typing import NDArray

from meteor_core.text.numbers import counted

from .elements import document, element, path, text_element
from .look import LOOK
from .palette import Paint
from .texts import text_width

_BINS: Final = 20
_WIDTH: Final = 520
_HEIGHT: Final = 118
_EDGE: Final = 12
_AXIS: Final = 92
"""Distance from the top to the base line of the bars."""
_TALLEST: Final = 68
_TICKS: Final = (0, 0.2, 0.4, 0.6, 0.8, 1)

_POINTS: Final = 2_000
"""Most points that are drawn; of more, some at equal distances."""
_DEEPER: Final = 100
"""Height that a plot of points has more."""

_INTERVAL: Final = (200.0, 18.0)

_BAR_HEIGHT: Final = 14
_COLOURS: Final = ("chunk-2", "chunk-0", "chunk-3", "chunk-1")


def histogram_svg(values: NDArray[np.float64], measure: str) -> str:
    """Draw the number of segments in each twentieth of the range from 0 to 1.

    Args:
        values: numbers from 0 to 1, at least one.
        measure: what they are, in words.
    """
    paint = Paint("auto")
    counts, _ = np.histogram(values, _BINS, (0, 1))
    width = (_WIDTH - 2 * _EDGE) / _BINS
    most = int(counts.max())
    parts = [
        element(
            "rect",
            {
                "x": _EDGE + index * width + 0.5,
                "y": _AXIS - _tall(int(count), most),
                "width": width - 1,
                "height": _tall(int(count), most),
                **paint.fill("chunk-0"),
            },
        )
        for index, count in enumerate(counts)
        if count
    ]
    fullest = int(counts.argmax())
    middle = _EDGE + (fullest + 0.5) * width
    return document(
        (_WIDTH, _HEIGHT),
        [
            *parts,
            _words(f"{most:,}", (middle, _AXIS - _TALLEST - 5), "middle", paint),
            *_axis(paint, f"segments by {measure}"),
        ],
        paint=paint,
        title=histogram_in_words(values, measure),
    )


def histogram_in_words(values: NDArray[np.float64], measure: str) -> str:
    """Describe a histogram, for those who cannot see it."""
    low, middle, high = np.quantile(values, (0.25, 0.5, 0.75))
    segments = counted(len(values), "segment", "segments")
    return (
        f"Histogram of {segments} by {measure}: the lowest {values.min():.2f}, a quarter up to "
        f"{low:.2f}, half up to {middle:.2f}, a quarter from {high:.2f} on, the highest "
        f"{values.max():.2f}"
    )


def interval_svg(
    score: float, ends: tuple[float, float] | None, scale: tuple[float, float], baseline: float
) -> str:
    """Draw a score as a dot on its interval, over the baseline's score.

    Args:
        score: of a system.
        ends: of its interval, where it is known.
        scale: least and greatest number that can be shown.
        baseline: score of the dashed line.
    """
    paint, (width, height) = Paint("auto"), _INTERVAL

    def across(value: float) -> float:
        return 6 + (value - scale[0]) / (scale[1] - scale[0]) * (width - 12)

    middle = height / 2
    x = across(baseline)
    dashed = {"stroke-dasharray": "3 3", **paint.stroke("muted")}
    parts = [element("path", {"d": path("M", x, 0, "V", height), **dashed})]
    if ends is not None:
        low, high = map(across, ends)
        whisker = path(
            *("M", low, middle, "H", high),
            *("M", low, middle - 4, "v", 8, "M", high, middle - 4, "v", 8),
        )
        parts.append(element("path", {"d": whisker, "stroke-width": 2, **paint.stroke("chunk-0")}))
    dot = {"cx": across(score), "cy": middle, "r": 4, **paint.fill("chunk-0")}
    title = f"{score:.4f}" + ("" if ends is None else f", from {ends[0]:.4f} to {ends[1]:.4f}")
    parts.append(element("circle", dot))
    return document(_INTERVAL, parts, paint=paint, title=title, is_on_paper=False)


def shares_svg(counts: Mapping[str, int]) -> str:
    """Draw one bar of up to four parts, with their names and numbers below.

    Args:
        counts: by name; one of them at least is above 0.
    """
    paint = Paint("auto")
    total, x, parts = sum(counts.values()), float(_EDGE), list[Element]()
    legend = float(_EDGE)
    for colour, (name, count) in zip(_COLOURS, counts.items(), strict=False):
        width = count / total * (_WIDTH - 2 * _EDGE)
        place = {"x": x, "y": 6, "width": max(width - 1, 0), "height": _BAR_HEIGHT}
        parts.append(element("rect", {**place, **paint.fill(colour)}))
        x += width
        words = f"{count:,} {name}"
        place = {"x": legend, "y": 30, "width": 9, "height": 9}
        parts.append(element("rect", {**place, **paint.fill(colour)}))
        parts.append(_words(words, (legend + 14, 38), "start", paint))
        legend += 14 + text_width(words, LOOK.legend_size) + 18
    return document((_WIDTH, 46), parts, paint=paint, title=shares_in_words(counts))


def shares_in_words(counts: Mapping[str, int]) -> str:
    """Describe a bar of parts, for those who cannot see it."""
    return "Segments: " + ", ".join(f"{count:,} {name}" for name, count in counts.items())


def points_svg(x: NDArray[np.float64], y: NDArray[np.float64], names: tuple[str, str]) -> str:
    """Draw two numbers of many things against each other, a point each.

    Args:
        x: numbers from 0 to 1, at least one.
        y: any numbers, as many.
        names: what the numbers are, in words.
    """
    paint = Paint("auto")
    most = min(len(x), _POINTS)
    chosen = np.linspace(0, len(x) - 1, most).astype(int)
    low, high = float(y.min()), float(y.max())
    span = (high - low) or 1.0
    across = _EDGE + x[chosen] * (_WIDTH - 2 * _EDGE)
    bottom = _AXIS + _DEEPER
    down = bottom - (y[chosen] - low) / span * (_TALLEST + _DEEPER)
    dots = "".join(f"M{a:.1f} {b:.1f}h0" for a, b in zip(across, down, strict=True))
    drawn = {
        "d": dots,
        "stroke-width": 4,
        "stroke-linecap": "round",
        "stroke-opacity": max(0.15, min(0.6, 10 / np.sqrt(most))),
        **paint.stroke("chunk-0"),
    }
    words = f"{names[1]}, {low:g} to {high:g}, by {names[0]}"
    return document(
        (_WIDTH, _HEIGHT + _DEEPER),
        [element("path", drawn), *_axis(paint, words, bottom)],
        paint=paint,
        title=points_in_words(x, names),
    )


def points_in_words(x: NDArray[np.float64], names: tuple[str, str]) -> str:
    """Describe a plot of points, for those who cannot see it."""
    return f"Plot of {counted(len(x), 'output', 'outputs')}: {names[1]} by {names[0]}"


def scale_of(scores: Sequence[float]) -> tuple[float, float]:
    """Return a scale from below the lowest to above the highest score, with some air."""
    low, high = min(scores), max(scores)
    air = max((high - low) * 0.08, 0.001)
    return max(0.0, low - air), min(1.0, high + air)


def _tall(count: int, most: int) -> float:
    """Return the height of a bar, large enough to be seen."""
    return max(count / most * _TALLEST, 1.5)


def _axis(paint: Paint, title: str, bottom: float = _AXIS) -> list[Element]:
    line = path("M", _EDGE, bottom + 0.5, "H", _WIDTH - _EDGE)
    places = ((_EDGE + tick * (_WIDTH - 2 * _EDGE), tick) for tick in _TICKS)
    return [
        element("path", {"d": line, **paint.stroke("muted")}),
        *(_words(f"{tick:g}", (x, bottom + 15), "middle", paint) for x, tick in places),
        _words(title, (_EDGE, 12), "start", paint),
    ]


def _words(text: str, place: tuple[float, float], anchor: str, paint: Paint) -> Element:
    placed = {"x": place[0], "y": place[1], "text-anchor": anchor, **paint.fill("muted")}
    return text_element(text, placed, LOOK.legend_size)
