"""Powers as Java 17 computes them on x86-64, the last bit included.

C's power and Java's are both the float nearest to the true power nearly always: of the powers that
penalties are made of, either misses 6 in 10,000, but not the same ones. Here the nearest float is
computed, and moved by a unit where Java was seen to miss it.
"""

import math
from collections.abc import Mapping
from decimal import Context, Decimal
from functools import lru_cache
from typing import Final

_PRECISION: Final = Context(prec=40)  # more than twice the digits of a float
_LARGEST: Final = 1e300
_SMALLEST: Final = 1e-300

_MISSED: Final[Mapping[tuple[float, int], str]] = {
    (0.1, 1): ("1/100 47/192 21/268 136/281 106/297 120/347 11/362 49/463 147/482 20/509"),
    (0.1, -1): (
        "6/71 31/184 61/196 8/225 57/293 129/328 141/388 135/431 149/453 42/457 76/491 "
        "74/533 53/534 25/537"
    ),
    (0.2, 1): ("55/117 44/167 60/269 91/295 137/311 148/349 14/405 134/439 101/591 89/599 149/599"),
    (0.2, -1): (
        "22/131 37/193 50/203 113/290 95/343 73/345 131/350 71/402 43/513 115/523 57/538 "
        "17/542 23/546 27/550 119/570 9/580 59/581 43/589"
    ),
    (1.3, 1): (
        "43/133 26/193 47/195 95/224 8/255 89/321 34/327 146/329 124/345 21/421 139/440 "
        "25/497 13/509"
    ),
    (1.3, -1): ("3/31 13/86 5/154 3/161 50/193 23/283 102/437 130/453 115/502 62/529 91/545"),
    (1.4, 1): ("21/128 78/271 82/283 22/327 119/495 33/548"),
    (1.4, -1): (
        "41/101 47/178 80/223 37/236 44/271 63/374 17/410 44/411 59/412 13/444 67/513 "
        "105/536 61/555 17/598"
    ),
    (1.5, 1): ("55/204 13/217 52/217 69/290 30/361 120/361 93/373 57/463 131/541"),
    (1.5, -1): ("43/124 73/178 65/298 22/301 88/301 43/409 43/496 97/583 41/585"),
}
"""Where ``Math.pow`` misses the float nearest to the power, by the exponent and by how much.

They are of the exponents of METEOR 1.5's tasks, and of fragmentations of up to 150 chunks and 600
matched words, both sides together: chunks / matched words. All of these were compared, which
``tests/meteor15/test_java_powers.py`` does again.
"""


def positive_power(base: float, exponent: float) -> float:
    """A power of a positive number that is neither very large nor very small.

    Raises:
        OverflowError: the power is too large.
    """
    power = math.pow(base, exponent)
    if exponent == 1 or not (_SMALLEST < power < _LARGEST and _SMALLEST < base < _LARGEST):
        return power
    return _as_java_has_it(base, exponent)


@lru_cache(maxsize=1 << 16)
def _as_java_has_it(base: float, exponent: float) -> float:
    logarithm = _PRECISION.multiply(_PRECISION.ln(Decimal(base)), Decimal(exponent))
    nearest = float(_PRECISION.exp(logarithm))
    units = _missed_by().get((base, exponent), 0)
    return math.nextafter(nearest, math.inf * units) if units else nearest


@lru_cache(maxsize=1)
def _missed_by() -> dict[tuple[float, float], int]:
    return {
        (_fragmentation(fraction), exponent): units
        for (exponent, units), fractions in _MISSED.items()
        for fraction in fractions.split()
    }


def _fragmentation(fraction: str) -> float:
    chunks, matches = fraction.split("/")
    return int(chunks) / (int(matches) / 2)
