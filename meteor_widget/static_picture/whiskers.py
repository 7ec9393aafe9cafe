"""A sweep over one parameter: a dot on its interval for each setting."""

import math
from collections.abc import Callable, Iterator
from typing import Final
from xml.etree.ElementTree import Element

from meteor_core.agreement.axes import shown
from meteor_core.agreement.sweep import Cell, Sweep
from meteor_core.agreement.wording import estimate_text, figure

from .elements import element, path
from .palette import Paint
from .panels import EDGE, LABEL, LINE, Panel, labelled, step_of, widest, words
from .texts import text_width

_STEP: Final = 46
_TALL: Final = 150
_TICKS: Final = 5
_LEGEND: Final = (
    "filled: not distinguishable from the best, which has a ring; lines: 95 % intervals"
)


def whiskers(sweep: Sweep, paint: Paint) -> Panel:
    """Draw a sweep over one axis, from left to right."""
    axis = sweep.shown_axes[0]
    step = step_of(axis, _STEP)
    ends = [end for cell in sweep.cells if (one := cell.agreement) for end in (one.low, one.high)]
    low, high = (min(ends), max(ends)) if ends else (0.0, 1.0)
    air = (high - low) * 0.06 or 0.01
    low, high = low - air, high + air
    ticks = list(ticks_between(low, high))
    left = EDGE + max(text_width(figure(tick, sweep.measure), LABEL) for tick in ticks) + 8
    right = left + step * len(axis.settings)
    top = 6.0

    def down(value: float) -> float:
        return top + (high - value) / (high - low) * _TALL

    parts = list[Element]()
    for tick in ticks:
        y = down(tick)
        parts.append(line(path("M", left, y, "H", right), paint, "muted", 0.5))
        parts.append(words(figure(tick, sweep.measure), (left - 6, y + 4), paint, anchor="end"))
    bottom = top + _TALL
    for place in labelled(axis, step, widest(axis) + 8):
        at = (left + (place + 0.5) * step, bottom + 14)
        parts.append(words(shown(axis.settings[place]), at, paint, anchor="middle"))
    middle = ((left + right) / 2, bottom + 14 + LINE)
    parts.append(words(axis.name, middle, paint, anchor="middle", colour="ink"))
    for place, cell in enumerate(sweep.cells):
        parts += _dot(sweep, cell, left + (place + 0.5) * step, down, paint)
    below = bottom + 14 + 2 * LINE
    parts.append(words(_LEGEND, (left, below), paint))
    width = max(right, left + text_width(_LEGEND, LABEL)) + EDGE
    return Panel(width=width, height=below + 4, parts=parts)


def _dot(
    sweep: Sweep, cell: Cell, x: float, down: Callable[[float], float], paint: Paint
) -> Iterator[Element]:
    if cell.agreement is None:
        return
    colour = "chunk-0" if cell.is_close else "muted"
    one = cell.agreement
    yield line(path("M", x, down(one.low), "V", down(one.high)), paint, colour, 1.5)
    settings = (f"{name} {shown(own)}" for name, own in sweep.settings_of(cell).items())
    tip = f"{', '.join(settings)}: {estimate_text(one, sweep.measure)}"
    dot = {"cx": x, "cy": down(one.value), "r": 3.5, "stroke-width": 1.5}
    inside, outside = paint.fill(colour if cell.is_close else "paper"), paint.stroke(colour)
    classes = " ".join(ink["class"] for ink in (inside, outside) if "class" in ink)
    both = {**inside, **outside, **({"class": classes} if classes else {})}
    yield element("circle", {**dot, **both}, element("title", {}, tip))
    if cell is sweep.best:
        ring = {"cx": x, "cy": down(one.value), "r": 7, "fill": "none", "stroke-width": 1.5}
        yield element("circle", {**ring, **paint.stroke("ink")})


def line(data: str, paint: Paint, colour: str, thickness: float) -> Element:
    """Return a line along a path."""
    line = {"d": data, "fill": "none", "stroke-width": thickness}
    return element("path", {**line, **paint.stroke(colour)})


def ticks_between(low: float, high: float) -> Iterator[float]:
    """Yield round numbers between two numbers."""
    rough = (high - low) / _TICKS
    power = 10 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    first = math.ceil(low / step)
    for place in range(first, math.floor(high / step) + 1):
        yield place * step
