"""Our measures equal those of mt-metrics-eval, as its own code gave them."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from meteor_core.agreement.measures import MEASURES
from meteor_core.agreement.rated_set import RatedOutput, RatedSet
from meteor_core.agreement.rating_arrays import RatingArrays

FILE = Path(__file__).with_name("mt_metrics_eval_cases.json")
RECORDED: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", RECORDED["cases"])
def test_measures_are_those_of_mt_metrics_eval(case: dict[str, Any]) -> None:
    ratings, scores = case["ratings"], case["scores"]
    places = [
        (system, segment)
        for segment in range(len(ratings[0]))
        for system in range(len(ratings))
        if ratings[system][segment] is not None
    ]
    outputs = tuple(
        RatedOutput(
            system=f"{system:02}",
            segment=str(segment),
            hypothesis=f"{system} {segment}",
            references=("r",),
            rating=ratings[system][segment],
        )
        for system, segment in places
    )
    arrays = RatingArrays.of(RatedSet(name="a case", outputs=outputs))
    numbers = np.array([float(scores[system][segment]) for system, segment in places])
    weights = np.ones((1, arrays.segments))
    found = {name: MEASURES[name].prepare(arrays, numbers)(weights)[0] for name in case["measures"]}
    assert found == pytest.approx(case["measures"], abs=1e-12)


def test_every_measure_that_both_have_is_compared() -> None:
    compared = {name for case in RECORDED["cases"] for name in case["measures"]}
    ours_alone = {"pairwise", "pairwise_strict", "system"}
    assert compared == set(MEASURES) - ours_alone
    assert len(RECORDED["commit"]) == 40
