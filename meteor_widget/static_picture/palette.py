"""Colours of the picture, on white and on near-black.

Those with a meaning are in ``palettes.css``, which is a part of the front end's style sheets.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal, TypeAlias, get_args

from meteor_core.errors import unknown_name

Theme: TypeAlias = Literal["light", "dark", "auto"]
"""``auto`` is light, and dark where the reader's browser prefers that."""

_STYLE_SHEET: Final = Path(__file__).with_name("palettes.css").read_text(encoding="utf-8")
_ON_WHITE, _ON_BLACK = (
    dict(re.findall(r"--mtr-([\w-]+): (#\w{6});", rule))
    for rule in re.findall(r"{([^{}]+)}", _STYLE_SHEET)
)

LIGHT: Final = {"ink": "#1a1a1a", "muted": "#5f5f5f", "paper": "#ffffff", **_ON_WHITE}
DARK: Final = {"ink": "#ececec", "muted": "#a6a6a6", "paper": "#161616", **_ON_BLACK}

LAST_STOP: Final = 3
"""Index of the last stop of the ramp, which starts with ``ramp-0``."""


def mixed(stop: int, percent: int) -> str:
    """The name of a colour between a stop of the ramp and the next: so much of the next."""
    return f"ramp-{stop}-{percent}"


def heated(percent: int) -> str:
    """The name of a colour between paper, 0, and the strongest of a heat map, 100.

    It has one hue, so that its order is seen with every kind of colour blindness, and in grey.
    """
    return f"heat-{percent}"


_ON: Final = "on-"
"""What the name of the colour of text on another colour begins with."""


def literal(name: str, theme: Mapping[str, str]) -> str:
    """Return a colour of a theme as six digits."""
    if name in theme:
        return theme[name]
    if name.startswith(_ON):
        return _on(literal(name.removeprefix(_ON), theme))
    if name.startswith("heat-"):
        share = int(name.removeprefix("heat-")) / 100
        return to_hex(mix(from_hex(theme["paper"]), from_hex(theme["chunk-0"]), share))
    _, stop, percent = name.split("-")
    share = int(percent) / 100
    first, second = (from_hex(theme[f"ramp-{int(stop) + more}"]) for more in (0, 1))
    return to_hex(mix(first, second, share))


def _on(colour: str) -> str:
    """Return black or white, whichever is easier to read on a colour; 4.5:1 and more."""
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in channels]
    luminance = sum(a * b for a, b in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
    return "#000000" if (luminance + 0.05) ** 2 > 0.05 * 1.05 else "#ffffff"


class Paint:
    """Turns the name of a colour into attributes; literal ones, which every program understands."""

    def __init__(self, theme: Theme) -> None:
        """Create a paint with the colours of a theme.

        Raises:
            ParameterError: there is no such theme.
        """
        if theme not in get_args(Theme):
            raise unknown_name("theme", theme, get_args(Theme))
        self._colours: Final[Mapping[str, str]] = DARK if theme == "dark" else LIGHT
        self._is_auto: Final = theme == "auto"
        self._used: Final[dict[str, str]] = {}

    def fill(self, name: str) -> dict[str, str]:
        """Attributes that fill a shape or a text with a colour."""
        return self._attributes("fill", name)

    def stroke(self, name: str) -> dict[str, str]:
        """Attributes that draw a line in a colour."""
        return self._attributes("stroke", name)

    def style_sheet(self) -> str:
        """What gives the colours used so far a reader's preference; empty for one theme."""
        if not self._is_auto:
            return ""
        rules = [
            f".mtr-{name}{{{kind}:{literal(name.removeprefix(f'{kind}-'), DARK)}}}"
            for name, kind in sorted(self._used.items())
        ]
        return f"@media (prefers-color-scheme:dark){{{''.join(rules)}}}"

    def _attributes(self, kind: str, name: str) -> dict[str, str]:
        self._used[f"{kind}-{name}"] = kind
        # A style sheet is stronger than an attribute, where a program reads it at all.
        marked = {"class": f"mtr-{kind}-{name}"} if self._is_auto else {}
        return {kind: literal(name, self._colours), **marked}


Oklab: TypeAlias = tuple[float, float, float]
_Matrix: TypeAlias = tuple[tuple[float, float, float], ...]

_TO_CONES: Final[_Matrix] = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
_FROM_CONES: Final[_Matrix] = (
    (4.0767416621, -3.3077115913, 0.2309699292),
    (-1.2684380046, 2.6097574011, -0.3413193965),
    (-0.0041960863, -0.7034186147, 1.7076147010),
)
_TO_OKLAB: Final[_Matrix] = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
_FROM_OKLAB: Final[_Matrix] = (
    (1.0, 0.3963377774, 0.2158037573),
    (1.0, -0.1055613458, -0.0638541728),
    (1.0, -0.0894841775, -1.2914855480),
)


def from_hex(colour: str) -> Oklab:
    """Read six digits after a number sign, as sRGB."""
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in channels]
    cones = [one ** (1 / 3) for one in _product(_TO_CONES, linear)]
    lightness, green_red, blue_yellow = _product(_TO_OKLAB, cones)
    return lightness, green_red, blue_yellow


def to_hex(colour: Oklab) -> str:
    """Write six digits after a number sign, as sRGB; what it cannot show is clipped."""
    cones = [one**3 for one in _product(_FROM_OKLAB, colour)]
    linear = [min(max(one, 0.0), 1.0) for one in _product(_FROM_CONES, cones)]
    channels = [
        one * 12.92 if one <= 0.0031308 else 1.055 * one ** (1 / 2.4) - 0.055 for one in linear
    ]
    return "#" + "".join(f"{round(one * 255):02x}" for one in channels)


def mix(first: Oklab, second: Oklab, share: float) -> Oklab:
    """So much of the second, from 0 to 1, and the rest of the first."""
    one, two, three = (a + (b - a) * share for a, b in zip(first, second, strict=True))
    return one, two, three


def _product(matrix: _Matrix, vector: "Oklab | list[float]") -> list[float]:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]
