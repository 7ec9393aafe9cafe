"""Where everything of an alignment's picture goes.

Two rows of words, the hypothesis above, and links between them, in as many bands as the width
asks for. A plain function of plain values: no screen, no fonts but the measure it is given. All
lengths are px with at most two decimals; y grows downwards; a text's y is its baseline. Indices
of tokens are logical: a right-to-left row begins at its right end.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor

from .across import (
    NO_WORDS,
    Directions,
    Line,
    Scene,
    extent,
    hull,
    middle,
    place_across,
    widest_row,
)
from .bands import Band, bands_of
from .layout_legend import layout_legend
from .layout_stubs import stubs_of
from .links_layout import Bar, Bracket, Caption, Ends, Link, LinksLayout, PlacedWord, Ribbon, Span
from .look import LOOK
from .rows import SIDES, Alignment, Measure, Range, Side, rounded
from .slots import shortened, slots_of
from .texts import direction_of


@dataclass(frozen=True, slots=True, kw_only=True)
class _Frame:
    """Room for rows, and for their captions.

    Attributes:
        inside: left and right end that rows may reach.
        gutter: width of the captions beside the rows.
        caption_line: height of those above and below, in a narrow picture.
    """

    inside: Ends
    gutter: float
    caption_line: float


def layout_links(
    alignment: Alignment, *, width: float, measure: Measure, names: Mapping[Side, str]
) -> LinksLayout:
    """Lay out an alignment.

    Args:
        alignment: what to show.
        width: that the picture may have.
        measure: the width of a text.
        names: what the rows are called.
    """
    directions = {side: direction_of(alignment.rows[side].text) for side in SIDES}
    frame = _frame(directions, width, measure, names)
    left, far_right = frame.inside
    available = far_right - left
    rows = {side: slots_of(alignment, side, available, measure) for side in SIDES}
    bands = bands_of(alignment, rows, available)
    right = left + min(available, widest_row(bands, rows, measure))
    scene = Scene(
        alignment=alignment,
        rows=rows,
        directions=directions,
        bands=bands,
        across=place_across(bands, rows, directions, (left, right)),
        measure=measure,
    )
    lines = _lines(scene, frame)

    end = _end(lines, frame)
    legend = layout_legend(
        alignment, x=left, y=end + LOOK.before_legend, width=available, measure=measure
    )
    gutter_before = frame.gutter if directions["hypothesis"] == "ltr" else 0
    width_inside = max(right + frame.gutter - gutter_before, left + legend.width)
    below = LOOK.before_legend + legend.height if legend.height > 0 else 0
    return LinksLayout(
        width=rounded(width_inside + LOOK.margin),
        height=rounded(end + below + LOOK.margin),
        bands=len(bands),
        directions=directions,
        words=[word for line in lines for word in _words(scene, line)],
        bars=[bar for line in lines for bar in _bars(scene, line)],
        ribbons=[ribbon for line in lines for ribbon in _ribbons(scene, line)],
        links=[link for line in lines for link in _links(scene, line)],
        brackets=[bracket for line in lines for bracket in _brackets(scene, line)],
        stubs=[stub for line in lines for stub in stubs_of(scene, line)],
        captions=list(_captions(scene, lines[0], frame, (left, right), names)),
        legend=legend,
    )


def _frame(
    directions: Directions, width: float, measure: Measure, names: Mapping[Side, str]
) -> _Frame:
    outside = max(width - LOOK.margin, LOOK.margin + 1)
    if width < LOOK.wide:
        return _Frame(inside=(LOOK.margin, outside), gutter=0, caption_line=LOOK.caption_line)
    widest = max(_caption_width(names[side], measure) for side in SIDES)
    gutter = ceil(min(widest, LOOK.widest_caption)) + LOOK.caption_gap
    is_left_to_right = directions["hypothesis"] == "ltr"
    inside = (
        (LOOK.margin + gutter, outside) if is_left_to_right else (LOOK.margin, outside - gutter)
    )
    return _Frame(inside=inside, gutter=gutter, caption_line=0)


def _caption_width(text: str, measure: Measure) -> float:
    return (measure(text) * LOOK.caption_size) / LOOK.font_size


def _lines(scene: Scene, frame: _Frame) -> list[Line]:
    """The bands from top to bottom."""
    lines: list[Line] = []
    top: float = LOOK.margin + frame.caption_line
    for number, band in enumerate(scene.bands):
        within = _matches_within(scene.alignment, band)
        y1 = top + (0 if _is_blank(scene, band, "hypothesis") else LOOK.bar_top + LOOK.bar)
        y2 = y1 + _distance(scene, band, within)
        lower_number = y2 + LOOK.bar + LOOK.number_below
        lines.append(
            Line(
                band=band,
                number=number,
                within=within,
                number_y={"hypothesis": top + LOOK.number_baseline, "reference": lower_number},
                word_y={
                    "hypothesis": top + LOOK.word_baseline,
                    "reference": y2 + LOOK.bar + LOOK.word_below,
                },
                y1=y1,
                y2=y2,
                end=y2
                if _is_blank(scene, band, "reference")
                else lower_number + LOOK.below_numbers,
            )
        )
        top = _end(lines, frame) + LOOK.band_distance
    return lines


def _is_blank(scene: Scene, band: Band, side: Side) -> bool:
    """Whether a row has no words left for a band: what it would take up there is left out."""
    return band[side][0] == band[side][1] and bool(scene.rows[side])


def _end(lines: Sequence[Line], frame: _Frame) -> float:
    """The end of the last line; a caption may be below it if it is the first one too."""
    return lines[-1].end + (frame.caption_line if len(lines) == 1 else 0)


def _matches_within(alignment: Alignment, band: Band) -> list[int]:
    """Matches whose first words on both sides are in a band."""
    return [
        index
        for index, match in enumerate(alignment.matches)
        if all(_contains(band[side], match.ends[side][0]) for side in SIDES)
    ]


def _contains(tokens: Range, token: int) -> bool:
    return tokens[0] <= token < tokens[1]


def _distance(scene: Scene, band: Band, within: Sequence[int]) -> float:
    """From the bars of the upper row to those of the lower."""
    if any(_is_blank(scene, band, side) for side in SIDES):
        return LOOK.stub_distance
    spread = 0.0
    for index in within:
        above, below = _ends(scene, index)
        spread = max(spread, abs(middle(above) - middle(below)))
    wanted = floor(LOOK.distance_base + LOOK.distance_per_spread * spread)
    return min(max(wanted, LOOK.least_distance), LOOK.most_distance)


def _ends(scene: Scene, index: int) -> tuple[Ends, Ends]:
    """What a match covers in the upper and in the lower row."""
    match = scene.alignment.matches[index]
    above, below = (extent(scene.across[side], match.ends[side]) for side in SIDES)
    return above, below


def _words(scene: Scene, line: Line) -> Iterator[PlacedWord]:
    for side in SIDES:
        for token in range(*line.band[side]):
            slot = scene.rows[side][token]
            place = scene.across[side][token]
            mark_x = place.x if place.word_x > place.x else place.x + slot.word_width
            yield PlacedWord(
                side=side,
                token=token,
                text=slot.text,
                x=rounded(place.x),
                y=line.word_y[side],
                width=rounded(slot.width),
                middle=rounded(place.word_x + slot.word_width / 2),
                mark=slot.mark,
                mark_middle=rounded(mark_x + (slot.width - slot.word_width) / 2),
                match=slot.match,
                chunk=scene.alignment.matches[slot.match].chunk if slot.match >= 0 else -1,
                band=line.number,
                is_function_word=slot.is_function_word,
            )


def _bars(scene: Scene, line: Line) -> Iterator[Bar]:
    for index, chunk in enumerate(scene.alignment.chunks):
        for side in SIDES:
            run = _common(chunk[side], line.band[side])
            if run[0] < run[1]:
                left, right = extent(scene.across[side], run)
                yield Bar(
                    side=side,
                    chunk=index,
                    band=line.number,
                    x=rounded(left),
                    y=line.y1 - LOOK.bar if side == "hypothesis" else line.y2,
                    width=rounded(right - left),
                    number_x=rounded((left + right) / 2),
                    number_y=line.number_y[side],
                )


def _common(first: Range, second: Range) -> Range:
    return max(first[0], second[0]), min(first[1], second[1])


def _ribbons(scene: Scene, line: Line) -> Iterator[Ribbon]:
    """One ribbon for the matches of each chunk that have both ends in the band."""
    ribbons: dict[int, list[tuple[Ends, Ends]]] = {}
    for index in line.within:
        chunk = scene.alignment.matches[index].chunk
        ribbons.setdefault(chunk, []).append(_ends(scene, index))
    for chunk, ends in ribbons.items():
        yield Ribbon(
            chunk=chunk,
            band=line.number,
            above=_rounded(hull(above for above, _ in ends)),
            below=_rounded(hull(below for _, below in ends)),
            y1=line.y1,
            y2=line.y2,
        )


def _links(scene: Scene, line: Line) -> Iterator[Link]:
    for index in line.within:
        match = scene.alignment.matches[index]
        above, below = _ends(scene, index)
        depth = LOOK.bracket if match.is_span else 0
        yield Link(
            match=index,
            chunk=match.chunk,
            band=line.number,
            x1=rounded(middle(above)),
            y1=line.y1 + depth,
            x2=rounded(middle(below)),
            y2=line.y2 - depth,
            span=Span(above=_rounded(above), below=_rounded(below)) if match.is_span else None,
        )


def _brackets(scene: Scene, line: Line) -> Iterator[Bracket]:
    """Brackets of many-word matches: on both rows, also where the link leaves the band."""
    for index, match in enumerate(scene.alignment.matches):
        for side in SIDES:
            if match.is_span and _contains(line.band[side], match.ends[side][0]):
                left, right = extent(scene.across[side], match.ends[side])
                is_above = side == "hypothesis"
                yield Bracket(
                    side=side,
                    match=index,
                    chunk=match.chunk,
                    x=rounded(left),
                    y=line.y1 if is_above else line.y2,
                    width=rounded(right - left),
                    depth=LOOK.bracket if is_above else -LOOK.bracket,
                )


def _captions(
    scene: Scene, line: Line, frame: _Frame, edges: Ends, names: Mapping[Side, str]
) -> Iterator[Caption]:
    """The names of the rows at the first band, and the placeholder of an empty row."""
    left, right = edges
    is_beside = frame.caption_line == 0
    for side in SIDES:
        is_left = scene.directions["hypothesis" if is_beside else side] == "ltr"
        away = -LOOK.caption_line if side == "hypothesis" else LOOK.caption_line
        available = frame.gutter - LOOK.caption_gap if is_beside else right - left
        yield Caption(
            side=side,
            text=_name(names[side], available, scene.measure),
            x=rounded(left - frame.gutter if is_left else right + frame.gutter),
            y=line.word_y[side] if is_beside else line.number_y[side] + away,
            anchor="left" if is_left else "right",
            is_empty=False,
        )
        if not scene.rows[side]:
            begins_left = scene.directions[side] == "ltr"
            yield Caption(
                side=side,
                text=NO_WORDS,
                x=rounded(left if begins_left else right),
                y=line.word_y[side],
                anchor="left" if begins_left else "right",
                is_empty=True,
            )


def _name(name: str, available: float, measure: Measure) -> str:
    return shortened(name, available, lambda text: _caption_width(text, measure))


def _rounded(ends: Ends) -> Ends:
    return rounded(ends[0]), rounded(ends[1])
