"""Mixing colours as CSS does ``in oklab``: by how they look, not by how they are stored.

The matrices are Björn Ottosson's, "A perceptual color space for image processing" (2020).
"""

from typing import Final, TypeAlias

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
