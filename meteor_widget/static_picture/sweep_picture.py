"""Sweeps as an SVG document that follows the reader's theme, as ``sweep -o FILE.svg`` writes it."""

from collections.abc import Sequence
from typing import Final

from meteor_core.agreement.sweep import Sweep
from meteor_core.agreement.wording import heading, summary
from meteor_core.errors import ParameterError

from .elements import document, element, path
from .heat_map import heat_map
from .palette import Paint, Theme
from .panels import EDGE, LINE, words
from .texts import text_width, visible
from .whiskers import whiskers

_HEADING: Final = 13
_SUMMARY: Final = 11


def sweeps_svg(sweeps: Sequence[Sweep], *, theme: Theme = "auto") -> str:
    """Draw sweeps below each other.

    Those over two parameters are heat maps, with the contour of cells that are not
    distinguishable from the best; those over one are dots on their intervals.

    Args:
        sweeps: one or more, each over one or two parameters.
        theme: "light", "dark", or "auto", which follows the preference of the reader's browser.

    Raises:
        ParameterError: there is no such theme, or a sweep is over more parameters.
    """
    paint, parts = Paint(theme), []
    y, widest = 0.0, 0.0
    for sweep in sweeps:
        title, description = visible(f"{sweep.name}: {heading(sweep)}"), summary(sweep)
        if len(sweep.varying) > 2:
            raise ParameterError("a picture of a sweep shows one or two parameters")
        draw = heat_map if len(sweep.varying) == 2 else whiskers
        panel = draw(sweep, paint)
        parts.append(words(title, (EDGE, y + 20), paint, colour="ink", size=_HEADING))
        place = path(f"translate(0,{y + 28:g})")
        parts.append(element("g", {"transform": place}, *panel.parts))
        y += 28 + panel.height + LINE
        for line in description.split("; "):
            parts.append(words(line, (EDGE, y - 4), paint, size=_SUMMARY))
            y += LINE - 2
            widest = max(widest, EDGE + text_width(line, _SUMMARY) + EDGE)
        widest = max(widest, panel.width, EDGE + text_width(title, _HEADING) + EDGE)
        y += 6
    headings = "; ".join(f"{sweep.name}: {heading(sweep)}" for sweep in sweeps)
    return (
        document(
            (widest, y),
            parts,
            paint=paint,
            title=visible(headings),
            description="\n".join(f"{visible(one.name)}: {summary(one)}" for one in sweeps),
        )
        + "\n"
    )
