"""Compute powers that are equal on every machine: the float nearest to the true power.

C's ``pow``, which Python's ``**`` calls, is as good as its library, and the library chooses among
several of its own by the processor. One power in a thousand or so is not the nearest float, and
which one differs from machine to machine. Here a power is computed to so many decimal digits that
it is known to which float it rounds.
"""

import math
from decimal import Context, Decimal
from functools import lru_cache
from typing import Final

_DIGITS: Final = (40, 300)
"""Precisions that are tried. With the first, one power in 10^18 is too close to the middle between
two floats; with the second, only the exact midpoint."""

_LOST: Final = 5
"""Digits at the end that may be wrong: a logarithm below 1000 is rounded twice."""

_GREATEST_LOGARITHM: Final = 710
_LEAST_LOGARITHM: Final = -746


@lru_cache(maxsize=1 << 16)
def nearest_power(base: float, exponent: float) -> float:
    """Return the float nearest to a power of a positive number.

    Raises:
        OverflowError: the power is too large.
    """
    logarithm = exponent * math.log(base)
    if logarithm > _GREATEST_LOGARITHM:
        raise OverflowError(f"{base} to the power of {exponent} is too large")
    if logarithm < _LEAST_LOGARITHM:
        return 0.0
    nearest = math.inf
    for digits in _DIGITS:
        context = Context(prec=digits)
        power = context.exp(context.multiply(context.ln(Decimal(base)), Decimal(exponent)))
        error = context.scaleb(power, _LOST - digits)
        nearest = float(context.subtract(power, error))
        if nearest == float(context.add(power, error)):
            break
    else:
        nearest = float(Context(prec=digits - _LOST).plus(power))
    if math.isinf(nearest):
        raise OverflowError(f"{base} to the power of {exponent} is too large")
    return nearest
