"""The compiled measures against those of Python, to the last bit."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meteor_core import Meteor, Parameters, measure
from meteor_core.batch.batch import MEASURES
from meteor_core.score.measures import kernel_arguments
from meteor_core.score.statistics import Statistics
from meteor_core.variants import VariantName
from tests.usable_variants import USABLE_VARIANTS

kernel: Any = pytest.importorskip("meteor_core._kernel", reason="no kernel was built here")

Row: TypeAlias = list[int]


def compiled(parameters: Parameters) -> Any:
    return kernel.MeasureParameters(**kernel_arguments(parameters))


def by_python(parameters: Parameters, row: Row) -> tuple[float, ...]:
    measured = measure(Statistics.of_counts(row, segments=1), parameters)
    return tuple(getattr(measured, name) for name in MEASURES)


def small_rows() -> Iterator[Row]:
    """Every row of counts with two stages and up to eight tokens a side, function words aside.

    Both sides have as many matches, and the reference besides one more in the second stage.
    """
    for hypothesis, reference in product(range(9), repeat=2):
        for exact, stem in product(range(min(hypothesis, reference) + 1), repeat=2):
            matches = exact + stem
            if matches > min(hypothesis, reference):
                continue
            for chunks in range(min(1, matches), matches + 1):
                perfect = int(chunks == 1 and matches == hypothesis == reference)
                row = [hypothesis, reference, chunks, perfect, 1, 1, 0, 0, exact, stem] + [0] * 4
                yield [*row, exact, stem]
                if stem and matches < reference:
                    yield [*row, exact, stem + 1]


PARAMETERS = {
    "classic": Parameters(alpha=0.9, beta=3.0, gamma=0.5, weights=(1.0, 1.0), waive_perfect=True),
    "2005": Parameters(alpha=0.9, beta=3.0, gamma=0.5, weights=(1.0, 1.0)),
    "2007": Parameters(alpha=0.81, beta=0.83, gamma=0.28, weights=(1.0, 1.0)),
    "nltk": Parameters(alpha=0.9, beta=3.0, gamma=0.5, weights=(1.0, 1.0), stepwise=True),
    "weights": Parameters(alpha=0.85, beta=2.0, gamma=0.6, weights=(1.0, 0.6)),
    "one stage counts": Parameters(alpha=1.0, beta=0.0, gamma=1.0, weights=(0.0, 1.0)),
    "delta": Parameters(alpha=0.85, beta=0.2, gamma=0.6, weights=(1.0, 0.6), delta=0.75),
    "long": Parameters(alpha=0.123456789012, beta=10.0, gamma=0.987654321, weights=(1.0, 0.3)),
}


@pytest.mark.parametrize("name", PARAMETERS)
def test_every_small_row_has_pythons_measures(name: str) -> None:
    parameters = PARAMETERS[name]
    prepared = compiled(parameters)
    for row in small_rows():
        assert kernel.measure(prepared, row) == by_python(parameters, row), row


@pytest.mark.parametrize("variant", USABLE_VARIANTS)
def test_no_segment_of_a_variant_is_too_long_for_the_kernel(variant: VariantName) -> None:
    meteor = Meteor(variant)
    stages = len(meteor.configuration.stages)
    row = [3000, 2900, 701, 0, 1, 1, 900, 950, *[2003 // stages] * stages, *[0] * 2 * stages]
    row += [2003 // stages] * stages
    parameters = meteor.configuration.parameters
    assert kernel.measure(compiled(parameters), row) == by_python(parameters, row)


def _part(draw: st.DrawFn, most: int) -> int:
    return draw(st.integers(0, most) | st.integers(0, min(most, 9)) | st.just(most))


def _function_words(draw: st.DrawFn, matches: Sequence[int], length: int) -> tuple[int, Row]:
    """Function words among the tokens of a side, and among the matches of each stage."""
    matched = [_part(draw, count) for count in matches]
    return sum(matched) + _part(draw, length - sum(matches)), matched


@st.composite
def rows(draw: st.DrawFn, stages: int) -> Row:
    """Counts of one segment or of many; as many matches on both sides, or not."""
    longest = draw(st.sampled_from([8, 60, 3000, 10**6, 10**9]))
    matches = [_part(draw, longest // stages) for _ in range(stages)]
    others = [1 + _part(draw, longest // stages) if count else 0 for count in matches]
    of_other_side = draw(st.sampled_from([matches, others]))
    hypothesis = sum(matches) + _part(draw, longest)
    reference = sum(of_other_side) + _part(draw, longest)
    fewest = min(sum(matches), sum(of_other_side))
    chunks = draw(st.integers(min(1, fewest), fewest))
    perfect = _part(draw, chunks)
    of_hypothesis, matched_hypothesis = _function_words(draw, matches, hypothesis)
    of_reference, matched_reference = _function_words(draw, of_other_side, reference)
    lengths = [hypothesis, reference, chunks, perfect, 1, 1, of_hypothesis, of_reference]
    return [*lengths, *matches, *matched_hypothesis, *matched_reference, *of_other_side]


decimals = st.sampled_from([0.0, 1.0, 0.5, 0.9]) | st.decimals(0, 1, places=3).map(float)
any_unit = decimals | st.floats(0, 1)
betas = st.sampled_from([0.0, 0.2, 0.5, 1.0, 2.0, 3.0, 10.0, 63.5, 64.0, 65.0, 1e9])


@st.composite
def cases(draw: st.DrawFn, unit: st.SearchStrategy[float]) -> tuple[Parameters, Row]:
    """Parameters and a row of counts for their stages."""
    stages = draw(st.integers(1, 4))
    stepwise = draw(st.booleans())
    parameters = Parameters(
        alpha=draw(unit),
        beta=draw(betas | st.floats(0, 5)),
        gamma=draw(unit),
        weights=tuple(draw(unit) for _ in range(stages)),
        waive_perfect=draw(st.booleans()),
        stepwise=stepwise,
        delta=None if stepwise else draw(st.none() | unit),
    )
    return parameters, draw(rows(stages))


@settings(max_examples=500)
@given(cases(decimals))
def test_decimals_of_three_places_have_pythons_measures(case: tuple[Parameters, Row]) -> None:
    parameters, row = case
    found = kernel.measure(compiled(parameters), row)
    if found is not None or (max(row) < 10**4 and not 3 < parameters.beta <= 64):
        assert found == by_python(parameters, row)


@settings(max_examples=500)
@given(cases(any_unit))
def test_any_parameters_have_pythons_measures_or_none(case: tuple[Parameters, Row]) -> None:
    parameters, row = case
    found = kernel.measure(compiled(parameters), row)
    if found is not None:
        assert found == by_python(parameters, row)


CLASSIC = PARAMETERS["classic"]


@pytest.mark.parametrize(
    ("parameters", "row"),
    [
        (
            PARAMETERS["long"],
            [10**9, 10**9, 10**8, 0, 1, 1, 0, 0, 10**8, 10**8] + [0] * 4 + [10**8] * 2,
        ),
        (CLASSIC, [2**61, 2**61, 1, 0, 1, 1, 0, 0, 2**60, 0, 0, 0, 0, 0, 2**60, 0]),
        (
            CLASSIC,  # their sum is odd, and beyond 53 bits
            [2**53 - 1, 2**53 - 1, 1, 0, 1, 1, 0, 0, 2**53 - 1, 0, 0, 0, 0, 0, 2**53 - 2, 0],
        ),
        (
            Parameters(alpha=1e-300, beta=3.0, gamma=0.5, weights=(1.0, 1.0)),
            [5, 5, 1, 0, 1, 1, 0, 0, 3, 0, 0, 0, 0, 0, 3, 0],
        ),
    ],
)
def test_what_is_too_long_is_left_to_python(parameters: Parameters, row: Row) -> None:
    assert kernel.measure(compiled(parameters), row) is None
    assert 0 < by_python(parameters, row)[0] < 1


@pytest.mark.parametrize(
    "row",
    [
        [3, 5, 1, 0, 1, 1, 0, 0, 4, 0, 0, 0, 0, 0, 4, 0],  # more matches than tokens
        [5, 3, 1, 0, 1, 1, 0, 0, 3, 0, 0, 0, 0, 0, 4, 0],  # the same of the reference
        [5, 5, 5, 0, 1, 1, 0, 0, 4, 0, 0, 0, 0, 0, 4, 0],  # more chunks than matches
        [5, 5, 3, 0, 1, 1, 0, 0, 4, 0, 0, 0, 0, 0, 2, 0],  # more than the reference has
        [5, 5, 0, 0, 1, 1, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0],  # matches of one side only
        [5, 5, 1, 2, 1, 1, 0, 0, 4, 0, 0, 0, 0, 0, 4, 0],  # more perfect segments than chunks
        [5, 5, 1, 0, 1, 1, 0, 0, -1, 3, 0, 0, 0, 0, -1, 3],
        [5, 5, 1, 0, 1, 1, 0, 0, 1, 3, 0, 0, 0, 0, -1, 3],
        [-5, 5, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [5, 5, 1, 0, 1, 1, 5, 0, 4, 0, 0, 0, 0, 0, 4, 0],  # matched words that are neither
        [5, 5, 1, 0, 1, 1, 0, 0, 4, 0, 1, 0, 0, 0, 4, 0],
        [5, 5, 1, 0, 1, 1, 5, 5, 4, 0, 5, 0, 4, 0, 4, 0],
        [5, 5, 1, 0, 1, 1, 4, 4, 4, 0, 4, 0, 4, 0, 3, 0],  # more function words than matches
    ],
)
def test_counts_of_no_segment_are_left_to_python(row: Row) -> None:
    assert kernel.measure(compiled(PARAMETERS["delta"]), row) is None


def test_a_row_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="every count"):
        kernel.measure(compiled(CLASSIC), [0] * 14)
