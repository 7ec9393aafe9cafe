"""Colours of the picture: those of the front end's style sheets, on white and on near-black.

Okabe and Ito's colours, told apart with every common kind of colour blindness, darkened for text
on white to a contrast of 4.5:1 and more.
"""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias, get_args

from meteor_core.errors import unknown_name

from .oklab import from_hex, mix, to_hex

Theme: TypeAlias = Literal["light", "dark", "auto"]
"""``auto`` is light, and dark where the reader's browser prefers that."""

LIGHT: Final = {
    "ink": "#1a1a1a",
    "muted": "#5f5f5f",
    "paper": "#ffffff",
    "chunk-0": "#0067a5",
    "chunk-1": "#b04a00",
    "chunk-2": "#007a57",
    "chunk-3": "#a83a7b",
    "chunk-4": "#8a6100",
    "chunk-5": "#5a4fcf",
    "ramp-0": "#3b2a8c",
    "ramp-1": "#00728f",
    "ramp-2": "#3f7a1f",
    "ramp-3": "#b25400",
}
DARK: Final = {
    "ink": "#ececec",
    "muted": "#a6a6a6",
    "paper": "#161616",
    "chunk-0": "#56b4e9",
    "chunk-1": "#f29b4b",
    "chunk-2": "#2fc79a",
    "chunk-3": "#e08fbf",
    "chunk-4": "#e6c84a",
    "chunk-5": "#a9a0ff",
    "ramp-0": "#a99bff",
    "ramp-1": "#4cc2dd",
    "ramp-2": "#8fd069",
    "ramp-3": "#f5c04e",
}


LAST_STOP: Final = 3
"""Of the ramp, from ``ramp-0`` on."""


def mixed(stop: int, percent: int) -> str:
    """The name of a colour between a stop of the ramp and the next: so much of the next."""
    return f"ramp-{stop}-{percent}"


def literal(name: str, theme: Mapping[str, str]) -> str:
    """A colour of a theme as six digits."""
    if name in theme:
        return theme[name]
    _, stop, percent = name.split("-")
    share = int(percent) / 100
    first, second = (from_hex(theme[f"ramp-{int(stop) + more}"]) for more in (0, 1))
    return to_hex(mix(first, second, share))


class Paint:
    """Turns the name of a colour into attributes; literal ones, which every program understands."""

    def __init__(self, theme: Theme) -> None:
        """Colours of a theme.

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
