"""Powers: the float nearest to the true one, judged by exact rational arithmetic."""

import math
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meteor_core import Parameters, measure
from meteor_core.batch.batch import MEASURES
from meteor_core.score.measures import kernel_arguments
from meteor_core.score.powers import nearest_power
from meteor_core.score.statistics import Statistics

# Of METEOR 1.5's tasks, of papers, and any; measures with a whole one are computed in integers.
exponents = st.sampled_from([0.1, 0.2, 0.83, 1.3, 1.4, 1.5, 2.5]) | st.floats(0.01, 9).filter(
    lambda exponent: not exponent.is_integer()
)


def is_nearest(power: float, base: float, halves: int) -> bool:
    """Whether no float is nearer to ``base ** (halves / 2)``, by squaring what must be below."""
    true = Fraction(base) ** halves  # its square
    below, above = (Fraction(math.nextafter(power, to)) for to in (0.0, math.inf))
    least, most = (Fraction(power) + below) / 2, (Fraction(power) + above) / 2
    return least**2 <= true <= most**2


@given(st.floats(1e-20, 1e20), st.integers(1, 9))
def test_no_float_is_nearer(base: float, halves: int) -> None:
    assert is_nearest(nearest_power(base, halves / 2), base, halves)


@given(st.floats(1e-60, 1e60), st.integers(0, 5))
def test_whole_powers_are_rounded_once(base: float, exponent: int) -> None:
    assert nearest_power(base, float(exponent)) == float(Fraction(base) ** exponent)


@given(st.integers(104033, 131071).map(lambda half: 2 * half + 1))
def test_a_power_in_the_middle_between_two_floats_is_the_even_one(root: int) -> None:
    """Of a square, whose root to the third has 54 bits."""
    assert nearest_power(float(root**2), 1.5) == float(root**3)


@pytest.mark.parametrize(
    ("base", "exponent", "power"),
    [
        (1.0, 0.3, 1.0),
        (0.25, 0.5, 0.5),
        (4.0, -0.5, 0.5),
        (5e-324, 0.5, 2.0**-537),
        (5e-324, 1.0, 5e-324),
        (0.5, 1074.0, 5e-324),
        (0.5, 1e9, 0.0),
        (0.1, 400.5, 0.0),
        (6 / (47 / 2), 0.2, 0.7610561111586592),  # a C library's is ...6591
    ],
)
def test_powers_that_are_known(base: float, exponent: float, power: float) -> None:
    assert nearest_power(base, exponent) == power


@pytest.mark.parametrize(("base", "exponent"), [(2.0, 1024.0), (10.0, 400.5), (1e-300, -2.0)])
def test_a_power_that_is_too_large(base: float, exponent: float) -> None:
    with pytest.raises(OverflowError):
        nearest_power(base, exponent)


def both(chunks: int, matches: int, beta: float) -> tuple[Any, tuple[float, ...]]:
    """Measures of the kernel and of Python whose penalty is the power itself."""
    kernel = pytest.importorskip("meteor_core._kernel", reason="no kernel was built here")
    parameters = Parameters(alpha=0.5, beta=beta, gamma=1.0, weights=(1.0,))
    row = [matches, matches, chunks, 0, 1, 1, 0, 0, matches, 0, 0, matches]
    found = kernel.measure(kernel.MeasureParameters(**kernel_arguments(parameters)), row)
    measured = measure(Statistics.of_counts(row, segments=1), parameters)
    return found, tuple(getattr(measured, name) for name in MEASURES)


@given(st.integers(1, 10**6), st.integers(0, 10**6), exponents)
def test_the_kernel_has_the_same_powers(chunks: int, more: int, beta: float) -> None:
    found, expected = both(chunks, chunks + more, beta)
    assert found == expected


@given(st.integers(1, 10**6), st.integers(0, 10**6), st.floats(64.5, 1e300))
def test_the_kernel_leaves_the_least_powers_to_python(chunks: int, more: int, beta: float) -> None:
    found, expected = both(chunks, chunks + more, beta)
    assert found in (expected, None)
    assert found == expected or 0 < expected[MEASURES.index("penalty")] < 1e-300


@pytest.mark.slow
@pytest.mark.parametrize("beta", [0.1, 0.2, 1.3, 1.4, 1.5])
def test_the_kernel_has_the_same_powers_of_all_fragmentations(beta: float) -> None:
    for matches in range(1, 151):
        for chunks in range(1, matches + 1):
            found, expected = both(chunks, matches, beta)
            assert found == expected, (chunks, matches)
