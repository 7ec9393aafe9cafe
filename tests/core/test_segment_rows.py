"""Rows of numbers that the kernel writes are those of Python."""

import math
from array import array

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from meteor_core.score.shortfall import shortfall

kernel = pytest.importorskip("meteor_core._kernel", reason="there is no kernel")
if not hasattr(kernel, "segment_rows"):
    pytest.skip("the compiler's library cannot write floats", allow_module_level=True)

FRACTIONS = st.fractions(0, 1, max_denominator=300).map(float)
POWERS = st.integers(-330, 308).map(lambda exponent: float(f"1e{exponent}"))


@given(st.lists(st.floats() | FRACTIONS | POWERS, max_size=9))
@example(
    [0.0, -0.0, 1.0, 1e-4, 1e-5, 9.9999e-5, 1e15, 1e16, 123456789012345680.0, 5e-324, 0.1 + 0.2]
)
def test_floats_are_written_as_python_writes_them(numbers: list[float]) -> None:
    floats, truths = memoryview(array("d", numbers)), memoryview(array("q", [0] * len(numbers)))
    rows = kernel.segment_rows(["", " ", " ", ""], "\n", 1, [floats], [truths])
    expected = [f"{row} {number!r} false" for row, number in enumerate(numbers, 1)]
    assert rows == "\n".join(expected)


@given(st.lists(st.tuples(st.integers(-(2**63), 2**63 - 1), st.booleans()), max_size=9))
def test_integers_and_truths_stand_between_their_pieces(found: list[tuple[int, bool]]) -> None:
    numbers = array("q", [number for number, _ in found])
    truths = array("q", [truth for _, truth in found])
    rows = kernel.segment_rows(
        ["<", "a", "b", ">\n"], ",", 7, [memoryview(numbers)], [memoryview(truths)]
    )
    written = (
        f"<{row}a{number}b{str(truth).lower()}>\n" for row, (number, truth) in enumerate(found, 7)
    )
    assert rows == ",".join(written)


def test_columns_of_other_lengths_and_pieces_too_few_are_refused() -> None:
    numbers, truths = memoryview(array("q", [1, 2])), memoryview(array("q", [1]))
    with pytest.raises(ValueError, match="other numbers"):
        kernel.segment_rows(["", "", "", ""], "", 1, [numbers], [truths])
    with pytest.raises(ValueError, match="piece of text"):
        kernel.segment_rows(["", ""], "", 1, [truths], [truths])


@given(st.lists(st.tuples(st.integers(0, 2**40), st.floats(0, 1) | st.just(math.nan)), max_size=9))
def test_shortfalls_are_those_of_python(found: list[tuple[int, float]]) -> None:
    lengths = memoryview(array("q", [length for length, _ in found]))
    scores = memoryview(array("d", [score for _, score in found]))
    expected = array("d", [shortfall(length, score) for length, score in found])
    filled = array("d", bytes(8 * len(found)))
    kernel.fill_shortfalls(lengths, scores, filled)
    assert filled.tobytes() == expected.tobytes()
    with pytest.raises(ValueError, match="one length"):
        kernel.fill_shortfalls(lengths, scores, array("d", [0.0] * (len(found) + 1)))
