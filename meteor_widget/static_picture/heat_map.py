"""A sweep over two parameters as a heat map, with the contour of cells as good as the best."""

from collections.abc import Iterator, Sequence
from typing import Final
from xml.etree.ElementTree import Element

from meteor_core.agreement.axes import shown
from meteor_core.agreement.sweep import Cell, Sweep
from meteor_core.agreement.wording import estimate_text, figure

from .elements import element, path
from .palette import Paint, heated
from .panels import EDGE, FIGURE, LABEL, LINE, ROOM, Panel, labelled, step_of, widest, words
from .texts import text_width

_WIDEST: Final = 46
_TALLEST: Final = 26
_LEAST_TO_READ: Final = 14
_PALEST: Final = 8
"""Percent of the colour at the lowest value; missing values show the paper."""
_SHARP: Final = {"shape-rendering": "crispEdges"}
"""Otherwise paper shines through between neighbours."""

_BAR: Final = (160, 10, 20)
"""Width, height and steps of the colours' legend."""


def heat_map(sweep: Sweep, paint: Paint) -> Panel:
    """Draw a sweep over two varying axes: the first down, the second across."""
    down, across = sweep.varying
    width = step_of(across, _WIDEST)
    height = max(8.0, min(_TALLEST, ROOM / len(down.settings)))
    left = EDGE + max(widest(down), text_width(down.name, LABEL)) + 8
    top = 2 * LINE
    right, bottom = left + width * len(across.settings), top + height * len(down.settings)
    scale = _Scale(sweep)
    longest = max(text_width(_text(sweep, cell), FIGURE) for cell in sweep.cells)
    has_figures = height >= _LEAST_TO_READ and longest + 6 <= width
    outlined_text = _OUTLINED.format("~" if has_figures else "dotted")
    parts = [
        words(across.name, ((left + right) / 2, LINE - 5), paint, anchor="middle", colour="ink"),
        words(down.name, (left - 8, 2 * LINE - 5), paint, anchor="end", colour="ink"),
    ]
    for place in labelled(across, width, widest(across) + 8):
        at = (left + (place + 0.5) * width, 2.0 * LINE - 5)
        parts.append(words(shown(across.settings[place]), at, paint, anchor="middle"))
    for place in labelled(down, height, LABEL + 2):
        at = (left - 8, top + (place + 0.5) * height + 4)
        parts.append(words(shown(down.settings[place]), at, paint, anchor="end"))
    for row, cells in enumerate(sweep.rows):
        for column, cell in enumerate(cells):
            box = (left + column * width, top + row * height, width, height)
            parts += _cell(sweep, cell, box, scale.percent(cell), paint, has_figures=has_figures)
    parts += _contour(sweep.rows, (left, top), (width, height), paint)
    parts += _legend(scale, outlined_text, (left, bottom + 12), paint)
    legend = left + _legend_places(scale)[2] + text_width(outlined_text, LABEL)
    return Panel(width=max(right, legend) + EDGE, height=bottom + 12 + LINE, parts=parts)


class _Scale:
    """From a value to percent of a colour."""

    def __init__(self, sweep: Sweep) -> None:
        known = [cell.agreement.value for cell in sweep.cells if cell.agreement]
        self._low, self._high = (min(known), max(known)) if known else (0.0, 0.0)
        self.ends = tuple(figure(end, sweep.measure) for end in (self._low, self._high))

    def percent(self, cell: Cell) -> int | None:
        """Return how much of the colour a cell has; None where it has no value."""
        if cell.agreement is None:
            return None
        span = self._high - self._low
        share = (cell.agreement.value - self._low) / span if span else 1.0
        return round(_PALEST + (100 - _PALEST) * share)


def _cell(
    sweep: Sweep,
    cell: Cell,
    box: tuple[float, float, float, float],
    percent: int | None,
    paint: Paint,
    *,
    has_figures: bool,
) -> Iterator[Element]:
    x, y, width, height = box
    colour = "paper" if percent is None else heated(percent)
    ink = "muted" if percent is None else f"on-{colour}"
    settings = (f"{name} {shown(one)}" for name, one in sweep.settings_of(cell).items())
    tip = f"{', '.join(settings)}: {estimate_text(cell.agreement, sweep.measure)}"
    size = {"x": x, "y": y, "width": width, "height": height}
    yield element("rect", {**size, **_SHARP, **paint.fill(colour)}, element("title", {}, tip))
    if cell is sweep.best:
        frame = {"x": x + 2.5, "y": y + 2.5, "width": width - 5, "height": height - 5}
        yield element("rect", {**frame, "fill": "none", "stroke-width": 1.5, **paint.stroke(ink)})
    middle = (x + width / 2, y + height / 2)
    if has_figures:
        text, base = _text(sweep, cell), (middle[0], middle[1] + 3.5)
        yield words(text, base, paint, anchor="middle", colour=ink, size=FIGURE)
    elif _is_marked(sweep, cell):
        yield element("circle", {"cx": middle[0], "cy": middle[1], "r": 1, **paint.fill(ink)})


def _text(sweep: Sweep, cell: Cell) -> str:
    if cell.agreement is None:
        return "-"
    mark = "~" if _is_marked(sweep, cell) else ""
    return figure(cell.agreement.value, sweep.measure) + mark


def _is_marked(sweep: Sweep, cell: Cell) -> bool:
    """Whether a cell has a mark, which tells the inside of a contour from the outside."""
    return cell.is_close and cell is not sweep.best


def _contour(
    rows: Sequence[Sequence[Cell]],
    start: tuple[float, float],
    size: tuple[float, float],
    paint: Paint,
) -> Iterator[Element]:
    """Draw the line around the cells that are not distinguishable from the best."""
    (left, top), (width, height) = start, size

    def is_close(row: int, column: int) -> bool:
        return 0 <= row < len(rows) and 0 <= column < len(rows[0]) and rows[row][column].is_close

    lines: list[str] = []
    for row in range(len(rows) + 1):
        for column in range(len(rows[0]) + 1):
            x, y = left + column * width, top + row * height
            if is_close(row, column) != is_close(row - 1, column):
                lines.append(path("M", x, y, "h", width))
            if is_close(row, column) != is_close(row, column - 1):
                lines.append(path("M", x, y, "v", height))
    if lines:
        outline = {"d": " ".join(lines), "fill": "none", "stroke-linecap": "square"}
        yield element("path", {**outline, "stroke-width": 5, **paint.stroke("paper")})
        yield element("path", {**outline, "stroke-width": 2, **paint.stroke("ink")})


_OUTLINED: Final = "outlined, {}: not distinguishable from the best, which has a frame"


def _legend(
    scale: _Scale, outlined_text: str, place: tuple[float, float], paint: Paint
) -> Iterator[Element]:
    (x, y), (width, height, steps) = place, _BAR
    low, high = scale.ends
    bar, after, outlined = _legend_places(scale)
    yield words(low, (x, y + 9), paint)
    for step in range(steps):
        percent = round(_PALEST + (100 - _PALEST) * step / (steps - 1))
        left = x + bar + step * width / steps
        size = {"x": left, "y": y, "width": width / steps, "height": height}
        yield element("rect", {**size, **_SHARP, **paint.fill(heated(percent))})
    yield words(high, (x + after, y + 9), paint)
    yield words(outlined_text, (x + outlined, y + 9), paint)


def _legend_places(scale: _Scale) -> tuple[float, float, float]:
    """Return where the bar, the higher figure and the words begin."""
    low, high = (text_width(end, LABEL) for end in scale.ends)
    bar = low + 6
    after = bar + _BAR[0] + 6
    return bar, after, after + high + 18
