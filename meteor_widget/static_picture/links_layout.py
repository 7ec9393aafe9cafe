"""What a layout of rows and links consists of: plain values, ready to be drawn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from .layout_legend import LegendLayout
from .rows import Side
from .texts import Direction

Ends: TypeAlias = tuple[float, float]
"""The left and the right one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedWord:
    """A word.

    Attributes:
        side: of which row.
        token: index in it.
        text: as shown.
        x: left end of the word and its mark.
        y: baseline.
        width: of both.
        middle: of the word alone.
        mark: of its stage.
        mark_middle: of the mark.
        match: index, or -1.
        chunk: index, or -1.
        band: index.
        is_function_word: whether it is one.
    """

    side: Side
    token: int
    text: str
    x: float
    y: float
    width: float
    middle: float
    mark: str
    mark_middle: float
    match: int
    chunk: int
    band: int
    is_function_word: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """Joins a chunk's words in one row of one band, and carries the chunk's number."""

    side: Side
    chunk: int
    band: int
    x: float
    y: float
    width: float
    number_x: float
    number_y: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Ribbon:
    """What joins a chunk's two bars in a band: a shape from one pair of ends to another."""

    chunk: int
    band: int
    above: Ends
    below: Ends
    y1: float
    y2: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """Ends of the brackets of a many-word match."""

    above: Ends
    below: Ends


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A match with both ends in one band; the curve's handles are halfway between y1 and y2.

    With a span it is drawn as a ribbon.
    """

    match: int
    chunk: int
    band: int
    x1: float
    y1: float
    x2: float
    y2: float
    span: Span | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Bracket:
    """Around the words of a many-word match. Opens towards them; a positive depth is downwards."""

    side: Side
    match: int
    chunk: int
    x: float
    y: float
    width: float
    depth: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Stub:
    """Matches of one chunk with other ends in another band; ``xs`` are the places of lines."""

    side: Side
    chunk: int
    band: int
    matches: Sequence[int]
    xs: Sequence[float]
    y1: float
    y2: float
    label: str
    label_x: float
    label_y: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Caption:
    """The name of a row, or what says that it is empty; x is the end that ``anchor`` names."""

    side: Side
    text: str
    x: float
    y: float
    anchor: Literal["left", "right"]
    is_empty: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LinksLayout:
    """All of a picture. ``bands`` is their number."""

    width: float
    height: float
    bands: int
    directions: Mapping[Side, Direction]
    words: Sequence[PlacedWord]
    bars: Sequence[Bar]
    ribbons: Sequence[Ribbon]
    links: Sequence[Link]
    brackets: Sequence[Bracket]
    stubs: Sequence[Stub]
    captions: Sequence[Caption]
    legend: LegendLayout
