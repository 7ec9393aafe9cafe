"""Statistics, parameters and the measures that the core makes of them, for the front end's tests.

    python -m tests.widget.measure_cases

writes measure_cases.json anew, which meteor_widget/frontend/test/measures.test.ts reads.
"""

import json
import random
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from meteor_core import Parameters, Statistics, configure, measure
from tests.usable_variants import USABLE_VARIANTS

FILE: Final = Path(__file__).with_suffix(".json")


def text() -> str:
    """The file's content: one case a line."""
    lines = ",\n".join(json.dumps(case) for case in cases())
    return f"[\n{lines}\n]\n"


def cases() -> Iterator[dict[str, Any]]:
    """The cases; the same at each call."""
    rng = random.Random(2005)
    parameters = [
        configure(variant=name, stages=["exact", "stem", "synonym"]).parameters
        for name in USABLE_VARIANTS
    ]
    for _ in range(100):
        statistics = _statistics(rng)
        differ = statistics.matches_by_stage != statistics.reference_matches_by_stage
        # NLTK's steps know nothing but matches of one token with one.
        fitting = [each for each in parameters if not (differ and each.stepwise)]
        for chosen in (rng.choice(fitting), _parameters(rng)):
            yield {
                "statistics": asdict(statistics),
                "parameters": asdict(chosen),
                "measures": asdict(measure(statistics, chosen)),
            }


def _statistics(rng: random.Random) -> Statistics:
    """Nothing matched, some matched, or all in one chunk; of one segment or summed of many.

    In some the sides differ, as where a match joins several tokens with fewer or more.
    """
    kind = rng.choice(["none", "perfect", "some", "some", "some"])
    scale = rng.choice([1, 1, 1, 5000])
    by_stage = [0 if kind == "none" else rng.randint(0, 9) * scale for _ in range(3)]
    matched_reference = by_stage if rng.random() < 0.5 else [_joined(rng, n) for n in by_stage]
    matches, reference_matches = sum(by_stage), sum(matched_reference)
    spare = 0 if kind == "perfect" else scale
    reference_by_stage = [rng.randint(0, count) for count in matched_reference]
    hypothesis_by_stage = [rng.randint(0, count) for count in by_stage]
    segments = 1 if scale == 1 else 100
    is_perfect = kind == "perfect" and matches > 0
    fewest = min(matches, reference_matches)
    chunks = min(segments, fewest) if is_perfect else rng.randint(min(1, fewest), fewest)
    return Statistics(
        segments=segments,
        hypothesis_length=matches + spare * rng.randint(0, 5),
        reference_length=reference_matches + spare * rng.randint(0, 5),
        matches_by_stage=tuple(by_stage),
        chunks=chunks,
        perfect_segments=chunks if is_perfect else 0,
        proved_segments=segments,
        proved_scores=segments,
        hypothesis_function_words=sum(hypothesis_by_stage),
        reference_function_words=sum(reference_by_stage),
        hypothesis_function_matches=tuple(hypothesis_by_stage),
        reference_function_matches=tuple(reference_by_stage),
        reference_matches_by_stage=tuple(matched_reference),
    )


def _joined(rng: random.Random, matches: int) -> int:
    """Tokens of the reference that so many of the hypothesis may be matched with."""
    return rng.randint(1, 2 * matches) if matches else 0


def _parameters(rng: random.Random) -> Parameters:
    """What sliders give, the ends included."""
    return Parameters(
        alpha=rng.choice([0.0, 1.0, rng.randint(0, 100) / 100]),
        beta=rng.choice([0.0, 1.0, 3.0, rng.randint(0, 100) / 20]),
        gamma=rng.choice([0.0, 1.0, rng.randint(0, 100) / 100]),
        weights=tuple(rng.choice([1.0, 0.0, rng.randint(0, 100) / 100]) for _ in range(3)),
        waive_perfect=rng.random() < 0.5,
        delta=rng.choice([None, None, 0.0, 1.0, rng.randint(0, 100) / 100]),
    )


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
