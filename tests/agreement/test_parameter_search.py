"""The search for parameters: which steps it takes, and which it does not."""

from dataclasses import replace

import numpy as np
import pytest

from meteor_core import ParameterError
from meteor_core.agreement.rating_arrays import Floats
from meteor_core.agreement.tuning.parameter_search import Space, climb
from meteor_core.score.parameters import Parameters

START = Parameters(alpha=0.9, beta=3, gamma=0.5, weights=(1, 1, 1))
STAGES = ("exact", "stem", "synonym")


def space(*names: str, start: Parameters = START, function_words: bool = True) -> Space:
    return Space.of(start, STAGES, names=names or None, function_words=function_words)


def names_of(found: Space) -> list[str]:
    return [one.name for one in found.tunables]


def test_it_finds_where_all_parts_are_best() -> None:
    best = replace(START, alpha=0.35, beta=1, gamma=0.8, delta=0.7, weights=(1, 0.4, 0.9))

    def values(here: Parameters) -> Floats:
        away = [one.of(here) - one.of(best) for one in space().tunables]
        return -np.array([1.0, 2.0, 3.0]) * sum(step * step for step in away)

    assert climb(space(), values) == best


def test_a_step_must_gain_more_than_one_standard_error() -> None:
    """At alpha 0 the parts gain as given; elsewhere nothing."""

    def end(gains: list[float]) -> float:
        def values(here: Parameters) -> Floats:
            return np.where(here.alpha == 0, gains, 0.0)

        return climb(space("alpha"), values).alpha

    assert end([1, 1, 1]) == 0
    assert end([3, 0, 0]) == 0.9  # a mean of 1, an error of 1
    assert end([3, 0.1, 0]) == 0
    assert end([5, -2, 0]) == 0.9
    assert end([-1, -1, -1]) == 0.9
    assert end([np.nan, 1, 1]) == 0.9  # what has no value there says nothing for it


def test_parts_without_a_value_are_ignored() -> None:
    def values(here: Parameters) -> Floats:
        return np.array([np.nan, 1 - here.alpha, 2 - here.alpha])

    assert climb(space("alpha"), values).alpha == 0

    def only_one(here: Parameters) -> Floats:
        return np.array([np.nan, np.nan, 1 - here.alpha])

    assert climb(space("alpha"), only_one) == START


def test_of_equals_the_nearest_is_taken() -> None:
    def values(here: Parameters) -> Floats:
        return np.array([1.0, 1.0]) * (here.alpha <= 0.5)

    assert climb(space("alpha"), values).alpha == 0.5


def test_both_numbers_of_the_penalty_move_together() -> None:
    """Neither gains without the other."""

    def values(here: Parameters) -> Floats:
        return np.array([1.0, 1.0]) * (here.beta == 0.5 and here.gamma == 0.2)

    found = climb(space(), values)
    assert (found.beta, found.gamma) == (0.5, 0.2)


def test_tunables_of_a_variant() -> None:
    assert names_of(space()) == [
        *("alpha", "beta", "gamma", "delta", "weight.stem", "weight.synonym"),
    ]
    assert names_of(space("gamma", "weights")) == ["gamma", "weight.stem", "weight.synonym"]
    assert names_of(space("weight.stem")) == ["weight.stem"]
    assert "delta" not in names_of(space(function_words=False))
    assert "delta" not in names_of(space(start=replace(START, stepwise=True)))
    with pytest.raises(ParameterError, match="there is no delta to tune"):
        space("delta", function_words=False)
    with pytest.raises(ParameterError, match="unknown parameter 'alfa'; did you mean 'alpha'"):
        space("alfa")


def test_neutral_delta_is_dropped_for_variants_without_delta() -> None:
    def values(here: Parameters) -> Floats:
        return np.array([1.0, 1.0]) * (here.alpha == 0) + (here.delta is None)

    assert climb(space(), values) == replace(START, alpha=0)
    moved = replace(START, delta=0.6)
    assert climb(space(start=moved), lambda here: np.full(2, -abs((here.delta or 0) - 0.5))) == (
        replace(START, delta=0.5)
    )
    neighbours = list(space("delta").neighbours(moved, space("delta").tunables))
    assert replace(START, delta=None) in neighbours
    assert replace(START, delta=0.5) not in neighbours
