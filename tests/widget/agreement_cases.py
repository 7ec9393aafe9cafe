"""Rated outputs, parameters, and what the core says of their agreement, for the front end's tests.

    python -m tests.widget.agreement_cases

writes agreement_cases.json anew, which meteor_widget/frontend/test/agreement.test.ts reads.
"""

import json
import random
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from meteor_core import Meteor, Parameters
from meteor_core.agreement.agreement import Estimate, MetricScores, measure_agreement
from meteor_core.agreement.counted_outputs import CountedOutputs, count_outputs
from meteor_core.agreement.rated_set import RatedOutput, RatedSet
from meteor_core.agreement.rating_arrays import Floats, RatingArrays
from meteor_core.score.statistics import count_names
from meteor_widget.agreement.ratings import disagreements

FILE: Final = Path(__file__).with_suffix(".json")

STAGES: Final = ("exact", "stem", "synonym")

_WORDS: Final = (
    "the",
    "a",
    "cat",
    "cats",
    "kitten",
    "sat",
    "sits",
    "on",
    "mat",
    "house",
    "houses",
    "home",
)


def text() -> str:
    """The file's content: one set a line."""
    lines = ",\n".join(json.dumps(case) for case in cases())
    return f"[\n{lines}\n]\n"


def cases() -> Iterator[dict[str, Any]]:
    """The cases; the same at each call."""
    rng = random.Random(2026)
    meteor = Meteor(stages=STAGES)
    for systems, segments, references, judgements in (
        (4, 40, 1, False),
        (3, 12, 3, False),
        (2, 30, 1, True),
        (1, 40, 1, False),
    ):
        rated = _rated(rng, systems, segments, references, judgements=judgements)
        counts = count_outputs(rated, meteor)
        arrays = RatingArrays.of(rated)
        own = meteor.configuration.parameters
        yield {
            "parameters": asdict(own),
            "segment": arrays.segment.tolist(),
            "system": arrays.system.tolist(),
            "rating": arrays.rating.tolist(),
            "references": list(_columns(counts)),
            "tried": [
                _tried(rated, counts, arrays, own, parameters)
                for parameters in (own, *(_parameters(rng) for _ in range(4)))
            ],
        }


def _columns(counts: CountedOutputs) -> Iterator[dict[str, Any]]:
    names = count_names(STAGES)
    for of_reference, there in zip(counts.counts, counts.there, strict=True):
        columns = {name: of_reference[:, index].tolist() for index, name in enumerate(names)}
        yield {"there": there.astype(int).tolist(), "counts": columns}


def _tried(
    rated: RatedSet,
    counts: CountedOutputs,
    arrays: RatingArrays,
    own: Parameters,
    parameters: Parameters,
) -> dict[str, Any]:
    scores = counts.scores(parameters)
    metrics = [_metric("own", counts.scores(own)), _metric("tried", scores)]
    row = measure_agreement(rated, metrics, measures=("pairwise", "pearson")).rows[1]
    worst = disagreements(arrays, scores)
    return {
        "parameters": asdict(parameters),
        "scores": scores.tolist(),
        "measures": {name: _estimate(one) for name, one in row.measures.items()},
        "differences": {name: _estimate(one) for name, one in row.differences.items()},
        "disagreements": [
            list(numbers)
            for numbers in zip(
                worst.segment.tolist(),
                worst.better.tolist(),
                worst.worse.tolist(),
                worst.size.tolist(),
                strict=True,
            )
        ],
    }


def _metric(name: str, scores: Floats) -> MetricScores:
    return MetricScores(name=name, signature="", scores=scores)


def _estimate(estimate: Estimate | None) -> dict[str, float] | None:
    if estimate is None:
        return None
    return {"value": estimate.value, "low": estimate.low, "high": estimate.high}


def _rated(
    rng: random.Random, systems: int, segments: int, references: int, *, judgements: bool
) -> RatedSet:
    """Some outputs lack, some have fewer references, and ratings tie, some but for rounding."""
    outputs: list[RatedOutput] = []
    for segment in range(segments):
        texts = tuple(_sentence(rng) for _ in range(references))
        winner = rng.choice([1.0, 1.0, -1.0, 0.0])
        for system in range(systems):
            if not judgements and systems > 1 and rng.random() < 0.1:
                continue
            rating = rng.choice([0.1 + 0.2, 0.3, rng.randint(0, 100) / 100])
            outputs.append(
                RatedOutput(
                    system=str(system),
                    segment=str(segment),
                    hypothesis=_changed(rng, texts[0]),
                    references=texts[: rng.randint(1, references)],
                    rating=(winner if system == 0 else -winner) if judgements else rating,
                )
            )
    return RatedSet.of_outputs("made", outputs, judgements=judgements)


def _sentence(rng: random.Random) -> str:
    return " ".join(rng.choice(_WORDS) for _ in range(rng.randint(3, 9)))


def _changed(rng: random.Random, text: str) -> str:
    words = [rng.choice(_WORDS) if rng.random() < 0.4 else word for word in text.split()]
    if rng.random() < 0.4:
        rng.shuffle(words)
    return " ".join(words)


def _parameters(rng: random.Random) -> Parameters:
    """What sliders give, the ends included."""
    return Parameters(
        alpha=rng.choice([0.0, 1.0, rng.randint(0, 100) / 100]),
        beta=rng.choice([0.0, 1.0, rng.randint(0, 100) / 20]),
        gamma=rng.choice([0.0, 1.0, rng.randint(0, 100) / 100]),
        weights=tuple(rng.choice([1.0, 0.0, rng.randint(0, 100) / 100]) for _ in STAGES),
        waive_perfect=True,
        delta=rng.choice([None, 0.0, 1.0, rng.randint(0, 100) / 100]),
    )


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
