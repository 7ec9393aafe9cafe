"""Draws a layout as an SVG document: ``draw_links.ts`` without a screen."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final
from xml.etree.ElementTree import Element

from .colours import Colours
from .differences import kind_of, legend_of_differences, marks_on
from .elements import FUNCTION_WORD, LIGHT, curve, document, element, path, ribbon, text_element
from .layout_legend import LegendItem
from .links_layout import Bar, Bracket, Caption, Link, LinksLayout, PlacedWord, Ribbon, Stub
from .look import LOOK
from .palette import Paint
from .rows import SIDES, Alignment
from .texts import text_width

_LETTERS: Final = "Aa"
"""Sample of a function word in the legend."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Style:
    """How a layout is coloured, and with what alignment it was made."""

    alignment: Alignment
    colours: Colours
    paint: Paint

    def dashes(self, match: int) -> str | None:
        """The kind of line of a match's stage."""
        return LOOK.dashes[self.alignment.matches[match].stage]


def draw(
    layout: LinksLayout,
    alignment: Alignment,
    *,
    colours: Colours,
    paint: Paint,
    title: str,
    description: str,
) -> str:
    """The document.

    Args:
        layout: of the alignment.
        alignment: the alignment to draw.
        colours: what they mean.
        paint: of which theme they are.
        title: one line that describes the picture.
        description: the same at length; the texts, for readers who do not see the picture.
    """
    parts = list(_parts(layout, _Style(alignment=alignment, colours=colours, paint=paint)))
    size = (layout.width, layout.height)
    measure = partial(text_width, font_size=LOOK.font_size)
    below, legend = legend_of_differences(alignment, size, paint, measure)
    return document(
        (size[0], size[1] + below),
        [*parts, *legend],
        paint=paint,
        title=title,
        description=description,
    )


def _parts(layout: LinksLayout, style: _Style) -> Iterator[Element]:
    """From the back to the front."""
    ribbons = (_ribbon(part, style) for part in layout.ribbons)
    links = (one for part in layout.links for one in _link(part, style))
    yield from (_quiet(part, style) for part in (*ribbons, *links))
    yield from (one for part in layout.stubs for one in _stub(part, style))
    yield from (_bracket(part, style) for part in layout.brackets)
    yield from (_bar(part, style) for part in layout.bars)
    yield from (_caption(part, style.paint) for part in layout.captions)
    for side in SIDES:
        words = (word for word in layout.words if word.side == side)
        drawn = (one for word in words for one in _word(word, style))
        yield element("g", {"direction": layout.directions[side]}, *drawn)
    yield from (one for item in layout.legend.items for one in _legend(item, style.paint))


def _quiet(part: Element, style: _Style) -> Element:
    """Fade a part if chunks are not marked."""
    if not style.alignment.has_chunks:
        part.set("opacity", path(LOOK.quiet))
    return part


def _ribbon(part: Ribbon, style: _Style) -> Element:
    shape = {"d": ribbon(part.above, part.below, part.y1, part.y2)}
    fill = style.paint.fill(style.colours.of_chunk(part.chunk))
    return element("path", {**shape, **fill, "fill-opacity": LOOK.ribbon_opacity})


def _link(link: Link, style: _Style) -> Iterator[Element]:
    colour, dashes = style.colours.of_match(link.match), style.dashes(link.match)
    y1, y2, span = link.y1, link.y2, link.span
    if span is None:
        curves = [curve(link.x1, y1, link.x2, y2)]
        halo = {"stroke-width": LOOK.halo, "stroke-opacity": LOOK.halo_opacity, "fill": "none"}
        yield element("path", {"d": curves[0], **style.paint.stroke("paper"), **halo})
    else:
        curves = [curve(span.above[end], y1, span.below[end], y2) for end in (0, 1)]
        area = {"d": ribbon(span.above, span.below, y1, y2), "fill-opacity": LOOK.ribbon_opacity}
        yield element("path", {**area, **style.paint.fill(colour)})
    for one in curves:
        yield _line({"d": one, "fill": "none"}, colour, LOOK.link, dashes, style.paint)


def _stub(stub: Stub, style: _Style) -> Iterator[Element]:
    for match, x in zip(stub.matches, stub.xs, strict=True):
        shape = {"d": path("M", x, stub.y1, "V", stub.y2)}
        colour = style.colours.of_match(match)
        yield _line(shape, colour, LOOK.link, style.dashes(match), style.paint)
    place = {"x": stub.label_x, "y": stub.label_y, "text-anchor": "middle"}
    label_colour = style.colours.of_match(stub.matches[0])
    halo = {**style.paint.stroke("paper"), "stroke-width": 3, "stroke-linejoin": "round"}
    # Twice: not every program knows the order of painting that puts a stroke under its text.
    yield text_element(
        stub.label, {**place, "aria-hidden": "true", "fill": "none", **halo}, LOOK.stub_size
    )
    yield text_element(stub.label, {**place, **style.paint.fill(label_colour)}, LOOK.stub_size)


def _bracket(part: Bracket, style: _Style) -> Element:
    shape = path("M", part.x, part.y, "v", part.depth, "h", part.width, "v", -part.depth)
    colour = style.colours.of_match(part.match)
    return _line({"d": shape, "fill": "none"}, colour, LOOK.link, None, style.paint)


def _bar(bar: Bar, style: _Style) -> Element:
    place = {"x": bar.number_x, "y": bar.number_y, "text-anchor": "middle"}
    return element(
        "g",
        style.paint.fill(style.colours.of_chunk(bar.chunk)),
        _quiet(
            element(
                "rect", {"x": bar.x, "y": bar.y, "width": bar.width, "height": LOOK.bar, "rx": 1.5}
            ),
            style,
        ),
        text_element(str(bar.chunk + 1), {**place, "font-weight": 700}, LOOK.number_size),
    )


def _caption(caption: Caption, paint: Paint) -> Element:
    anchor = "start" if caption.anchor == "left" else "end"
    place = {"x": caption.x, "y": caption.y, "direction": "ltr", "text-anchor": anchor}
    slant = {"font-style": "italic"} if caption.is_empty else {}
    size = LOOK.font_size if caption.is_empty else LOOK.caption_size
    return text_element(caption.text, {**place, **slant, **paint.fill("muted")}, size)


def _word(word: PlacedWord, style: _Style) -> Iterator[Element]:
    is_matched = word.match >= 0
    place = {"x": word.middle, "y": word.y, "text-anchor": "middle"}
    weight = _lightness(word)
    fill = style.paint.fill("ink" if is_matched else "muted")
    yield text_element(word.text, {**place, **weight, **fill}, LOOK.font_size)
    yield from marks_on(word, style.alignment, style.paint)
    if not is_matched and kind_of(word, style.alignment) not in LOOK.kinds:
        shape = {"d": path("M", word.x, word.y + 4.5, "h", word.width)}
        yield _line(shape, "muted", 1, LOOK.unmatched_dashes, style.paint)
    if word.mark:
        place = {"x": word.mark_middle, "y": word.y - 5, "text-anchor": "middle"}
        fill = style.paint.fill(style.colours.of_match(word.match))
        yield text_element(word.mark, {**place, "direction": "ltr", **fill}, LOOK.mark_size)


def _lightness(word: PlacedWord) -> dict[str, float]:
    if not word.is_function_word:
        return {}
    return FUNCTION_WORD if word.match >= 0 else LIGHT


def _legend(item: LegendItem, paint: Paint) -> Iterator[Element]:
    is_unmatched = item.kind == "unmatched"
    if item.kind == "function":
        look = {**FUNCTION_WORD, **paint.fill("ink")}
        yield text_element(_LETTERS, {"x": item.x, "y": item.y, **look}, LOOK.legend_size)
    else:
        y = item.y - (0 if is_unmatched else 4)
        yield _line(
            {"d": path("M", item.x, y, "h", item.sample_width)},
            "muted" if is_unmatched else "ink",
            1 if is_unmatched else LOOK.link,
            LOOK.unmatched_dashes if is_unmatched else LOOK.dashes[item.kind],
            paint,
        )
    yield text_element(
        item.text, {"x": item.text_x, "y": item.y, **paint.fill("muted")}, LOOK.legend_size
    )


def _line(
    shape: Mapping[str, Any], colour: str, width: float, dashes: str | None, paint: Paint
) -> Element:
    dashed = {} if dashes is None else {"stroke-dasharray": dashes}
    return element("path", {**shape, **paint.stroke(colour), "stroke-width": width, **dashed})
