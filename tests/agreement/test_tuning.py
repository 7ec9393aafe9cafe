"""Tuning: is a gain found where there is one, and none where there is none?"""

from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from meteor_core import InputError, Meteor, ParameterError
from meteor_core.agreement.agreement import Estimate, MetricScores, measure_agreement
from meteor_core.agreement.rated_set import RatedOutput, RatedSet
from meteor_core.agreement.reading import read_rated_sets
from meteor_core.agreement.tuning.doubts import doubts_of_data, doubts_of_gain, doubts_of_parameters
from meteor_core.agreement.tuning.parameter_search import Space
from meteor_core.agreement.tuning.record import record, tuned_variant
from meteor_core.agreement.tuning.result import Tuning, TuningSettings
from meteor_core.agreement.tuning.sets import tuning_set
from meteor_core.agreement.tuning.tuning import tune
from meteor_core.options import MeteorOptions
from meteor_core.score.parameters import Parameters
from tests.agreement.made_up_ratings import TRUTH, made_up_set
from tests.agreement.test_open_ratings import DATA, write_newstest2021


def space_of(meteor: Meteor, *names: str) -> Space:
    return Space.of(
        meteor.configuration.parameters,
        [stage.name for stage in meteor.configuration.stages],
        names=names or None,
        function_words=bool(meteor.configuration.words.function_words),
    )


def tuned(*sets: RatedSet, names: tuple[str, ...] = (), **settings: Any) -> Tuning:
    meteor = Meteor()
    counted = [tuning_set(one, meteor, surface=["chrF++"]) for one in sets]
    return tune(counted, space_of(meteor, *names), TuningSettings(**{"samples": 200, **settings}))


@pytest.fixture(scope="module")
def true_sets() -> list[RatedSet]:
    return [made_up_set(f"set {seed}", segments=100, seed=seed, noise=0.03) for seed in (1, 2)]


@pytest.fixture(scope="module")
def gaining(true_sets: list[RatedSet]) -> Tuning:
    return tuned(*true_sets, objective="pearson")


# ── The verdict


def test_a_true_gain_is_shown(gaining: Tuning) -> None:
    assert gaining.verdict == "gain shown"
    assert gaining.kind == "sets"
    assert gaining.deciding is not None
    assert gaining.deciding.low > 0.1
    for found in (gaining.tuned, *(fold.parameters for fold in gaining.folds)):
        assert abs(found.alpha - TRUTH.alpha) <= 0.1
        assert abs(found.gamma - TRUTH.gamma) <= 0.2
        assert found.delta is not None
        assert found.delta >= 0.8
        assert found.weights[1] <= 0.5
    untuned, chrf = gaining.rows[1:]
    assert [untuned.metric, chrf.metric] == ["untuned", "chrF++"]
    assert chrf.objective_gain is not None


@pytest.mark.parametrize("objective", ["pairwise", "spearman", "pearson-by-segment", "shortfall"])
def test_every_objective_shows_it(true_sets: list[RatedSet], objective: str) -> None:
    found = tuned(true_sets[0], objective=objective, names=("alpha",))
    assert found.verdict == "gain shown"
    assert found.kind == "documents"
    assert found.tuned.alpha < 0.6
    assert any("single set" in note for note in found.notes)


@pytest.mark.parametrize("seed", range(3))
def test_chance_shows_no_gain(seed: int) -> None:
    sets = [
        made_up_set(f"set {place}", segments=60, seed=10 * seed + place, noise=1, by_chance=True)
        for place in range(2)
    ]
    assert tuned(*sets).verdict == "no gain shown"


def test_without_a_step_the_parameters_stay(true_sets: list[RatedSet]) -> None:
    truth = Meteor(alpha=0.2, beta=1, gamma=0.8, delta=0.9, weights=[1, 0.3, 1])
    exact = made_up_set("exact", segments=40, seed=5, noise=0)
    found = tune([tuning_set(exact, truth)], space_of(truth), TuningSettings(samples=20))
    assert not found.moved
    assert found.verdict == "no gain shown"
    assert found.deciding is not None
    assert found.deciding.value == found.deciding.low == found.deciding.high == 0


def test_gain_within_one_set_only_is_not_shown() -> None:
    """Ratings reward precision in one set and recall in the other."""
    sets = []
    for seed, alpha in ((1, 0.0), (2, 1.0)):
        made = made_up_set(f"alpha {alpha}", segments=80, seed=seed, noise=0)
        rater = Meteor(alpha=alpha)
        outputs = tuple(
            replace(one, rating=rater.score(one.hypothesis, list(one.references)).score)
            for one in made.outputs
        )
        sets.append(replace(made, outputs=outputs))
    found = tuned(*sets, names=("alpha",))
    assert found.verdict == "no gain shown"
    assert found.folds[1].parameters.alpha < 0.3
    assert any("different from fold to fold" in warning for warning in found.warnings)
    assert any("less than half" in warning for warning in found.warnings)


# ── What it rests on


def test_the_gains_are_those_of_agreement(true_sets: list[RatedSet], gaining: Tuning) -> None:
    """By ``measure_agreement``, with a scorer made from the parameters of the fold."""
    for rated, fold in zip(true_sets, gaining.folds, strict=True):
        assert fold.left_out == rated.name
        found = fold.parameters
        scorers = {
            "untuned": Meteor(),
            "tuned": Meteor(
                alpha=found.alpha,
                beta=found.beta,
                gamma=found.gamma,
                delta=found.delta,
                weights=found.weights,
            ),
        }
        metrics = []
        for name, meteor in scorers.items():
            scores = [
                meteor.score(output.hypothesis, list(output.references)).score
                for output in rated.outputs
            ]
            metrics.append(MetricScores(name=name, signature="", scores=np.array(scores)))
        expected = measure_agreement(rated, metrics, samples=10).rows[1].differences
        for name, gain in (("pearson", fold.objective_gain), ("pairwise", fold.pairwise_gain)):
            difference = expected[name]
            assert difference is not None
            assert gain is not None
            value = gain if isinstance(gain, float) else gain.value
            assert value == pytest.approx(difference.value, abs=1e-9)


def test_all_folds_together(gaining: Tuning, true_sets: list[RatedSet]) -> None:
    pairs = [
        sum(
            one.rating != other.rating
            for one, other in combinations(rated.outputs, 2)
            if one.segment == other.segment
        )
        for rated in true_sets
    ]
    gains = [fold.pairwise_gain.value for fold in gaining.folds if fold.pairwise_gain]
    expected = sum(gain * size for gain, size in zip(gains, pairs, strict=True)) / sum(pairs)
    together = gaining.rows[1].pairwise_gain
    assert together is not None
    assert together.value == pytest.approx(expected)
    assert together.low < expected < together.high


def test_the_same_answer_twice(true_sets: list[RatedSet]) -> None:
    assert record(tuned(true_sets[0])) == record(tuned(true_sets[0]))


def test_judgements_of_pairs() -> None:
    made = made_up_set("m", segments=40, seed=3, noise=0)
    outputs = []
    for place in range(0, len(made.outputs), 2):
        one, other = made.outputs[place : place + 2]
        sign = float(np.sign(one.rating - other.rating))
        for name, text, rating in (("first", one, sign), ("second", other, -sign)):
            outputs.append(replace(text, system=name, segment=str(place), rating=rating))
    judged = RatedSet.of_outputs("judged", outputs, judgements=True)
    found = tuned(judged, names=("alpha",))
    assert found.data[0].systems == 0
    assert found.deciding is not None
    with pytest.raises(ParameterError, match="judged has judgements of pairs"):
        tuned(judged, objective="pearson")


def test_a_single_output_of_each_segment_has_no_pairs() -> None:
    made = made_up_set("m", segments=40, seed=3, noise=0)
    alone = replace(made, outputs=made.outputs[::6])
    with pytest.raises(InputError, match="no two outputs of a segment have unequal ratings"):
        tuned(alone)
    found = tuned(alone, objective="pearson", names=("alpha",))
    assert found.rows[1].pairwise_gain is None
    assert found.deciding is not None


def test_equal_ratings_teach_nothing() -> None:
    made = made_up_set("m", segments=10, seed=3, noise=0)
    equal = replace(made, outputs=tuple(replace(one, rating=1.0) for one in made.outputs))
    with pytest.raises(InputError, match="m: all ratings are equal"):
        tuned(equal)


def test_repeated_set_is_rejected(true_sets: list[RatedSet]) -> None:
    again = replace(true_sets[0], name="again")
    with pytest.raises(InputError, match="again has the same ratings as set 1"):
        tuned(true_sets[0], true_sets[1], again)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"objective": "pearsen"}, "unknown objective 'pearsen'; did you mean 'pearson'"),
        ({"cap": 0}, "the cap is 0, but must be a number above 0"),
        ({"cap": float("nan")}, "the cap is nan"),
        ({"blocks": 2}, "the number of folds is 2, but must be 3 or more"),
    ],
)
def test_invalid_settings_are_rejected(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(ParameterError, match=said):
        TuningSettings(**settings)


# ── The variant


def test_tuned_variant_scores_by_its_parameters(gaining: Tuning) -> None:
    meteor = Meteor()
    variant = tuned_variant(gaining, MeteorOptions(), meteor.configuration, "found.toml")
    assert variant.name == "found.toml"
    assert Meteor(variant).configuration.parameters == gaining.tuned
    assert variant.tuning["verdict"] == "gain shown"
    assert variant.tuning["data"][0]["segments"] == 100
    assert "tuned" not in variant.tuning


def test_tuned_variant_keeps_requested_options(true_sets: list[RatedSet]) -> None:
    options = MeteorOptions(align="staged", tokenizer="words-no-punctuation", gamma=0.25)
    meteor = Meteor(**options.arguments())
    found = tune(
        [tuning_set(true_sets[0], meteor)],
        space_of(meteor, "alpha"),
        TuningSettings(samples=10),
    )
    variant = tuned_variant(found, options, meteor.configuration, "tuned.toml")
    again = Meteor(MeteorOptions(variant=variant).variant).configuration
    assert again.align == "staged"
    assert again.tokenizer.name == "words-no-punctuation"
    assert again.parameters == replace(meteor.configuration.parameters, alpha=found.tuned.alpha)
    twice = MeteorOptions(variant=variant, beta=2)
    configuration = Meteor(**twice.arguments()).configuration
    once_more = tuned_variant(found, twice, configuration, "tuned.toml")
    assert once_more.align == "staged"


def test_the_digest_is_of_the_content(true_sets: list[RatedSet]) -> None:
    meteor = Meteor()
    one = made_up_set("any name", segments=100, seed=1, noise=0.03)
    digest = tuning_set(one, meteor).digest
    assert digest == tuning_set(true_sets[0], meteor).digest
    first, *others = one.outputs
    changed = replace(one, outputs=(replace(first, rating=first.rating + 1e-9), *others))
    assert tuning_set(changed, meteor).digest != digest


# ── What to mistrust


def few(ratings: dict[str, list[float]], **texts: Any) -> RatedSet:
    outputs = [
        RatedOutput(
            system=system,
            segment=str(segment),
            hypothesis=texts.get("hypothesis", f"{system} {segment}"),
            references=("r",),
            rating=rating,
        )
        for system, row in ratings.items()
        for segment, rating in enumerate(row)
    ]
    return RatedSet.of_outputs("few", outputs)


def test_few_segments_are_doubtful() -> None:
    assert any("1 segment: with fewer than 500" in one for one in doubts_of_data([few({"a": [1]})]))
    enough = few({"a": [float(number % 7) for number in range(500)]})
    assert not list(doubts_of_data([enough]))


def test_sets_that_share_segments_are_doubtful() -> None:
    one, other = (made_up_set(f"set {seed}", segments=50, seed=seed, noise=0) for seed in (1, 2))
    mixed = RatedSet.of_outputs("mixed", (*other.outputs[60:], *one.outputs[:18]))
    assert not any("reference that" in doubt for doubt in doubts_of_data([one, other]))
    (said,) = (doubt for doubt in doubts_of_data([mixed, one]) if "reference that" in doubt)
    assert said.startswith("3 segments of mixed have a reference that set 1 has too")


def test_systems_that_are_all_alike_are_doubtful() -> None:
    random = np.random.default_rng(1)
    noise = {name: random.normal(size=50).tolist() for name in "abcd"}
    apart = noise | {"e": (random.normal(size=50) + 1).tolist()}
    assert any("all alike" in one for one in doubts_of_data([few(noise)]))
    assert not any("all alike" in one for one in doubts_of_data([few(apart)]))
    steady = {"a": [1.0, 2.0, 3.0], "b": [2.0, 3.0, 4.0]}  # always by as much
    assert not any("all alike" in one for one in doubts_of_data([few(steady)]))


def test_post_edits_as_their_own_references_are_doubtful() -> None:
    def post_edited(edits_of_the_equal: float) -> RatedSet:
        outputs = [
            RatedOutput(
                system="mt",
                segment=str(number),
                hypothesis=f"text {number}",
                references=(f"text {number}" if number % 3 else f"better {number}",),
                rating=-(edits_of_the_equal if number % 3 else 1.0),
            )
            for number in range(30)
        ]
        return RatedSet.of_outputs("edits", outputs)

    assert any("their own post-edit" in one for one in doubts_of_data([post_edited(0)]))
    assert not any("post-edit" in one for one in doubts_of_data([post_edited(1.5)]))
    noted = replace(post_edited(1.5), notes=("closeness to it says little", "1 row left out"))
    warnings = list(doubts_of_data([noted]))
    assert f"{noted.name}: closeness to it says little" in warnings
    assert not any("left out" in warning for warning in warnings)


def test_parameters_at_an_edge_or_apart_are_doubtful() -> None:
    start = Parameters(alpha=0.9, beta=3, gamma=0.5, weights=(1, 1, 1))
    stages = ("exact", "stem", "synonym")
    numbers = Space.of(start, stages, function_words=True).tunables
    here = replace(start, alpha=0, weights=(1, 0.5, 1))
    assert list(doubts_of_parameters(numbers, start, here, [here, here])) == [
        "at the edge of what is tried, where optima rarely are: alpha 0"
    ]
    near, far = replace(start, alpha=0.6), replace(start, alpha=0.2)
    assert not list(doubts_of_parameters(numbers, start, start, [start, near]))
    assert list(doubts_of_parameters(numbers, start, start, [start, far])) == [
        "different from fold to fold, so that the data do not decide: alpha 0.2 to 0.9"
    ]


def test_gain_missing_on_held_out_data_is_warned_of() -> None:
    worse = Estimate(value=-0.02, low=-0.03, high=-0.01)
    unknown = Estimate(value=-0.02, low=-0.03, high=0.01)
    assert not list(doubts_of_gain(0.02, 0.01, None))
    assert list(doubts_of_gain(0.02, 0.009, unknown))
    assert len(list(doubts_of_gain(0.02, -0.1, worse))) == 1
    assert not list(doubts_of_gain(0, 0, None))
    (said,) = doubts_of_gain(0.02, 0.02, worse)
    assert said.endswith("worse than before: -2.00 points of pairwise accuracy")


# ── Real ratings


@pytest.mark.slow
@pytest.mark.skipif(not (DATA / "rated").exists(), reason="the open ratings are not here")
def test_parameters_of_one_year_lose_on_the_next(tmp_path: Path) -> None:
    """Newstest2021's systems are alike and strong, and those of 2023 are not."""
    write_newstest2021(tmp_path / "newstest2021.tsv")
    names = [str(tmp_path / "newstest2021.tsv"), str(DATA / "rated" / "wmt23.zh-en.tsv")]
    sets = read_rated_sets(names)
    found = tuned(*sets, samples=1000)
    assert found.verdict == "no gain shown"
    on_2023 = found.folds[1]
    assert on_2023.left_out == "wmt23.zh-en"
    assert on_2023.training_gain > 0.01
    assert on_2023.pairwise_gain is not None
    assert on_2023.pairwise_gain.high < 0
    assert any("alpha" in warning and "fold" in warning for warning in found.warnings)
