"""The diagram without a browser: an SVG document, drawn in Python as the front end draws it.

``layout_links.py`` and the modules below it are twins of the front end's modules of the same names;
tests compare the numbers of both.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from meteor_core.errors import ParameterError
from meteor_core.review.emphasis import CHUNKS, emphasis_json
from meteor_core.score.results import SegmentResult
from meteor_core.show.alignment_format import alignment_json
from meteor_core.text.numbers import counted

from .colours import colours_of
from .draw import draw
from .layout_links import layout_links
from .look import LOOK
from .palette import Paint, Theme
from .rows import Alignment, Side
from .texts import text_width, visible

__all__ = ["Theme", "alignment_in_words", "alignment_svg", "picture_of_one"]

_WIDTH: Final = 800
_LEAST_WIDTH: Final = 100
_NAMES: Final[Mapping[Side, str]] = {"hypothesis": "Hypothesis", "reference": "Reference"}


def alignment_svg(
    alignment: Mapping[str, Any],
    *,
    width: float = _WIDTH,
    theme: Theme = "light",
    colour: str = "chunk",
    names: Mapping[Side, str] = _NAMES,
) -> str:
    """Return an alignment as an SVG document.

    Its colours are literal and its words keep their places in any font, so that every program
    that converts SVG, to PDF for example, draws the same picture.

    Args:
        alignment: as docs/alignment-format.md describes it.
        width: greatest width in px; a short segment takes less, a long one more rows.
        theme: "light", "dark", or "auto", which follows the preference of the reader's browser.
        colour: meaning of the colours: "chunk", "position" in the reference, or "stage".
        names: names of the rows.

    Raises:
        ParameterError: there is no such theme or colour, or the width is less than 100.
    """
    if not width >= _LEAST_WIDTH:
        raise ParameterError(f"width is {width}, but must be {_LEAST_WIDTH} px or more")
    shown = Alignment.of(alignment)
    colours, paint = colours_of(shown, colour), Paint(theme)
    shown_names = {side: visible(name) for side, name in names.items()}
    measure = partial(text_width, font_size=LOOK.font_size)
    layout = layout_links(shown, width=width, measure=measure, names=shown_names)
    return draw(
        layout,
        shown,
        colours=colours,
        paint=paint,
        title=_title(alignment),
        description=_description(alignment),
    )


def picture_of_one(
    results: Sequence[tuple[int, SegmentResult]], title: str, marked: str = CHUNKS
) -> str:
    """Return the picture of one segment, as ``meteorscope align -o FILE.svg`` writes it.

    Args:
        results: a single one, with its segment's number from 1.
        title: of the whole; the picture has its own.
        marked: in the texts: "chunks", "differences", "both" or "off".
    """
    ((number, result),) = results
    shown = {**alignment_json(number, result), **emphasis_json(result.alignment, marked)}
    return alignment_svg(shown) + "\n"


def alignment_in_words(alignment: Mapping[str, Any]) -> str:
    """Describe the picture, for those who cannot see it.

    Args:
        alignment: as docs/alignment-format.md describes it.
    """
    return "; ".join((_title(alignment), *_texts(alignment)))


def _title(alignment: Mapping[str, Any]) -> str:
    matches = counted(len(alignment["matches"]), "match", "matches")
    chunks = counted(len(alignment["chunks"]), "chunk", "chunks")
    return f"{matches} in {chunks}; score {alignment['score']:.4f}"


def _description(alignment: Mapping[str, Any]) -> str:
    return "\n".join((*_texts(alignment), alignment["signature"]))


def _texts(alignment: Mapping[str, Any]) -> list[str]:
    return [f"{side}: {visible(alignment[side]['text'])}" for side in _NAMES]
