"""Values that are equal but for what a processor rounds its own way.

NumPy adds in blocks as wide as the registers, its powers and BLAS's products depend on what the
processor can do, BLAS's on threads too: the last digits of a float differ from machine to machine.
Committed files that hold such numbers are compared by value. A score of ``measure`` is the same
everywhere (see ``score/powers.py``), and files of such scores are compared byte by byte.
"""

from typing import Any

import pytest


def assert_close(found: Any, expected: Any, place: str = "") -> None:
    """Compare JSON values: floats to twelve digits, everything else exactly."""
    if isinstance(expected, dict):
        assert list(found) == list(expected), place
        for name, value in expected.items():
            assert_close(found[name], value, f"{place}/{name}")
    elif isinstance(expected, list):
        assert len(found) == len(expected), place
        for index, (one, other) in enumerate(zip(found, expected, strict=True)):
            assert_close(one, other, f"{place}/{index}")
    elif isinstance(expected, float):
        assert found == pytest.approx(expected, rel=1e-12, abs=1e-12, nan_ok=True), place
    else:
        assert (type(found), found) == (type(expected), expected), place
