"""Powers to the last bit of Java's, for every penalty that the tasks' parameters can give."""

import math
import platform
import struct
from fractions import Fraction
from pathlib import Path

import pytest

from meteor_core.meteor15.java_powers import positive_power
from tests.meteor15.program import run_driver

EXPONENTS = (0.1, 0.2, 1.3, 1.4, 1.5)

# Of jshell 17 on x86-64: Double.toString(Math.pow(chunks / (matches / 2.0), exponent))
MISSED = [
    (1, 100, 0.1, "0.6762433378062415"),  # C's is ...4136
    (6, 47, 0.2, "0.7610561111586592"),  # C's is ...6591
    (22, 131, 0.2, "0.8039633962783148"),
    (3, 31, 1.3, "0.1182568818507427"),
    (41, 101, 1.4, "0.7469464543010047"),
]


@pytest.mark.parametrize(("chunks", "matches", "exponent", "power"), MISSED)
def test_powers_that_are_missed(chunks: int, matches: int, exponent: float, power: str) -> None:
    assert repr(positive_power(chunks / (matches / 2), exponent)) == power


@pytest.mark.parametrize("exponent", [0.0, 0.5, 1.0, 2.0, 3.0])
@pytest.mark.parametrize("base", [1.0, 0.25, 0.3, 4.0, 1e-200, 1e200, 5e-324])
def test_powers_that_are_known(base: float, exponent: float) -> None:
    if base > 1e100 and exponent > 1:
        with pytest.raises(OverflowError):
            positive_power(base, exponent)
    elif exponent == 0.5:
        assert positive_power(base, exponent) == math.sqrt(base)
    else:
        assert positive_power(base, exponent) == float(Fraction(base) ** int(exponent))


@pytest.mark.slow
@pytest.mark.parametrize("exponent", EXPONENTS)
def test_powers_of_all_fragmentations(exponent: float, tmp_path: Path) -> None:
    if platform.machine() not in ("x86_64", "AMD64"):
        pytest.skip("Java has other powers on other processors")
    found = [
        struct.pack(">d", positive_power(chunks / (matches / 2), exponent)).hex().lstrip("0")
        for matches in range(1, 601)
        for chunks in range(1, 151)
        if 2 * chunks <= matches + 1
    ]
    assert found == run_driver("Powers", [f"{exponent} 1 600"], tmp_path)
