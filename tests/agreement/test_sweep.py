"""Sweeps against scores made anew for each setting, and against ``measure_agreement``."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from meteor_core.agreement.agreement import MetricScores, measure_agreement
from meteor_core.agreement.axes import Axis
from meteor_core.agreement.counted_outputs import CountedOutputs, count_outputs
from meteor_core.agreement.measures import MEASURES
from meteor_core.agreement.rated_set import RatedOutput, RatedSet
from meteor_core.agreement.reading import read_rated_sets
from meteor_core.agreement.sweep import Cell, Grid, Sweep, alignment_key, measure_sweep
from meteor_core.errors import InputError, ParameterError
from meteor_core.meteor import Meteor
from meteor_core.options import MeteorOptions
from tests.agreement.judged_sentences import JUDGEMENTS, PAIRS, accuracy, judged_pairs, rights

SYSTEMS = ("first", "second", "third")


@pytest.fixture(scope="module")
def judged() -> RatedSet:
    """The pairs of examples."""
    (rated,) = read_rated_sets([str(PAIRS)], judgements=[str(JUDGEMENTS)])
    return rated


@pytest.fixture(scope="module")
def rated() -> RatedSet:
    """The same texts as outputs of three systems with ratings; some are missing."""
    outputs = []
    generator = np.random.default_rng(2005)
    for segment, (first, second, reference, _) in enumerate(judged_pairs()):
        texts = (first, second, f"{first} {second.split()[-1]}")
        for system, text in zip(SYSTEMS, texts, strict=True):
            if segment % 7 != 3 or system != "third":
                outputs.append(
                    RatedOutput(
                        system=system,
                        segment=str(segment),
                        hypothesis=text,
                        references=(reference, second) if segment % 5 == 0 else (reference,),
                        rating=float(generator.integers(-5, 1)),
                    )
                )
    return RatedSet.of_outputs("rated", outputs)


def swept(
    sets: Sequence[RatedSet], *axes: str, options: MeteorOptions | None = None, **more: Any
) -> list[Sweep]:
    grid = Grid.of([Axis.parse(text) for text in axes], options or MeteorOptions())
    return measure_sweep(sets, grid, count_outputs, **more)


def values(sweep: Sweep) -> list[float]:
    return [cell.agreement.value if cell.agreement else math.nan for cell in sweep.cells]


@pytest.mark.parametrize(
    ("axes", "fixed", "settings"),
    [
        (["alpha=0:1:.25"], {"gamma": 0.0}, [{"alpha": a / 4} for a in range(5)]),
        (["gamma=0:1:.25", "beta=.5,3"], {}, None),
        (["weight.stem=0,.5", "weight.synonym=.3,1"], {}, None),
        (["delta=.2:.8:.3"], {}, [{"delta": d} for d in (0.2, 0.5, 0.8)]),
        (
            ["stages=exact/exact,stem/exact,stem,synonym"],
            {"alpha": 0.5},
            [{"stages": s} for s in (["exact"], ["exact", "stem"], ["exact", "stem", "synonym"])],
        ),
        (
            ["variant=classic,linear-penalty,nltk"],
            {"gamma": 0.3},
            [{"variant": v} for v in ("classic", "linear-penalty", "nltk")],
        ),
    ],
)
def test_every_cell_equals_rescoring(
    judged: RatedSet,
    axes: list[str],
    fixed: dict[str, Any],
    settings: list[dict[str, Any]] | None,
) -> None:
    if "beta=.5,3" in axes:
        settings = [{"gamma": g / 4, "beta": b} for g in range(5) for b in (0.5, 3.0)]
    elif settings is None:
        settings = [{"weights": [1.0, s, y]} for s in (0.0, 0.5) for y in (0.3, 1.0)]
    (sweep,) = swept([judged], *axes, options=MeteorOptions(**fixed), samples=5)
    expected = [accuracy({**fixed, **one}) for one in settings]
    assert values(sweep) == pytest.approx(expected, abs=1e-12)
    assert len(set(expected)) > 1
    best = sweep.best
    assert best is sweep.cells[expected.index(max(expected))]


def test_intervals_are_those_of_resampling_by_hand(judged: RatedSet) -> None:
    alphas = [0.0, 0.3, 0.6]
    (sweep,) = swept([judged], "alpha=0:.6:.3", samples=80, seed=7)
    by_hand = [rights({"alpha": alpha}) for alpha in alphas]
    generator = np.random.default_rng(7)
    drawn = generator.choice(len(by_hand[0]), (80, len(by_hand[0])))
    samples = []
    for row in by_hand:
        known = [[row[place] for place in one if row[place] is not None] for one in drawn]
        samples.append([sum(filter(None, one)) / len(one) for one in known])
    best = sweep.cells.index(sweep.best) if sweep.best else -1
    for cell, own in zip(sweep.cells, samples, strict=True):
        ordered = sorted(own)
        assert cell.agreement is not None
        assert cell.difference is not None
        assert (cell.agreement.low, cell.agreement.high) == pytest.approx((ordered[2], ordered[-3]))
        less = sorted(a - b for a, b in zip(own, samples[best], strict=True))
        ends = (cell.difference.low, cell.difference.high)
        assert ends == pytest.approx((less[2], less[-3]))
        assert cell.is_close == (less[2] <= 1e-12 and less[-3] >= -1e-12)


@pytest.mark.parametrize("measure", MEASURES)
def test_all_measures_are_those_of_agree(rated: RatedSet, measure: str) -> None:
    """One setting after another, each as a metric beside the best: the same numbers."""
    (sweep,) = swept([rated], "alpha=.1,.9", "gamma=0,1", measure=measure, samples=40, seed=3)
    counts = count_outputs(rated, Meteor())
    metrics = [
        MetricScores(
            name=str(place),
            signature="",
            scores=counts.scores(replace(counts.parameters, alpha=alpha, gamma=gamma)),
        )
        for place, (alpha, gamma) in enumerate([(0.1, 0), (0.1, 1), (0.9, 0), (0.9, 1)])
    ]
    assert sweep.best is not None
    place = sweep.cells.index(sweep.best)
    table = measure_agreement(
        rated, metrics, baseline=str(place), samples=40, seed=3, measures=[measure]
    )
    expected = [row.measures[measure] for row in table.rows]
    assert None not in expected
    assert max(expected, key=lambda one: one.value if one else 0) == expected[place]
    for cell, row in zip(sweep.cells, table.rows, strict=True):
        assert row.measures[measure] is not None
        assert_alike(cell.agreement, row.measures[measure])
        if row.differences:
            assert_alike(cell.difference, row.differences[measure])


def assert_alike(one: Any, other: Any) -> None:
    numbers = ((estimate.value, estimate.low, estimate.high) for estimate in (one, other))
    assert next(numbers) == pytest.approx(next(numbers), abs=1e-12)


def test_settings_go_through_one_multiplication_in_pieces(
    judged: RatedSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = swept([judged], "alpha=0:1:.05", samples=50)
    monkeypatch.setattr("meteor_core.agreement.resampling._MAX_BATCH_SUMS", 200)
    in_pieces = swept([judged], "alpha=0:1:.05", samples=50)
    for one, other in zip(whole[0].cells, in_pieces[0].cells, strict=True):
        assert_alike(one.agreement, other.agreement)


def test_the_mean_counts_sets_alike(judged: RatedSet, rated: RatedSet) -> None:
    first, second, mean = swept([judged, rated], "gamma=0:1:.1", samples=30)
    assert mean.name == "mean of 2 sets, all alike"
    halves = [(a + b) / 2 for a, b in zip(values(first), values(second), strict=True)]
    assert values(mean) == pytest.approx(halves)
    assert mean.best is mean.cells[int(np.argmax(halves))]
    assert mean.pairs == first.pairs + second.pairs
    (alone,) = swept([judged], "gamma=0:1:.1", samples=30)
    assert values(alone) == values(first)


def test_outputs_are_aligned_once_for_each_alignment(judged: RatedSet) -> None:
    counted: list[Meteor] = []

    def count(rated: RatedSet, meteor: Meteor) -> CountedOutputs:
        counted.append(meteor)
        return count_outputs(rated, meteor)

    axes = [Axis.parse("alpha=0:1:.1"), Axis.parse("stages=exact/exact,stem")]
    measure_sweep([judged], Grid.of(axes, MeteorOptions()), count, samples=5)
    assert [[stage.name for stage in one.configuration.stages] for one in counted] == [
        ["exact"],
        ["exact", "stem"],
    ]


def test_scorers_that_align_alike_are_recognised() -> None:
    key = alignment_key(Meteor())
    assert alignment_key(Meteor(stages=["exact", "stem", "synonym"])) == key
    assert alignment_key(Meteor(alpha=0.1, gamma=0, delta=0.7, weights=[1, 0.5, 0.5])) == key
    others: list[dict[str, Any]] = [
        {"stages": ["exact"]},
        {"variant": "nltk"},
        {"language": "de"},
        {"align": "staged"},
        {"tokenizer": "whitespace"},
    ]
    assert key not in [alignment_key(Meteor(**other)) for other in others]


def test_the_signature_is_that_of_the_best_point(judged: RatedSet) -> None:
    (sweep,) = swept([judged], "gamma=0,1", "weight.stem=.5", "delta=.8")
    assert sweep.best is not None
    assert sweep.settings_of(sweep.best) == {"gamma": 1.0, "weight.stem": 0.5, "delta": 0.8}
    scorer = Meteor(gamma=1, delta=0.8, weights=[1, 0.5, 1])
    assert sweep.signature == str(scorer.signature())
    assert [axis.name for axis in sweep.varying] == ["gamma"]
    assert [axis.name for axis in sweep.fixed] == ["weight.stem", "delta"]


def test_a_set_without_unequal_ratings_has_no_best(judged: RatedSet) -> None:
    outputs = tuple(replace(output, rating=0.0) for output in judged.outputs)
    (sweep,) = swept([replace(judged, outputs=outputs)], "alpha=0,1", samples=5)
    assert sweep.best is None
    assert [cell.agreement for cell in sweep.cells] == [None, None]
    assert not any(cell.is_close for cell in sweep.cells)
    assert "no pair of outputs has unequal ratings, so there is no order to agree with" in (
        sweep.notes
    )


def test_outputs_without_a_score_are_left_out_at_all_points(judged: RatedSet) -> None:
    """An output that one of the alignments cannot score counts at none of them."""

    def count(rated: RatedSet, meteor: Meteor) -> CountedOutputs:
        found = count_outputs(rated, meteor)
        if len(meteor.configuration.stages) > 1:
            (there,) = found.there
            return replace(found, there=(there & (np.arange(len(there)) != 3),))
        return found

    grid = Grid.of([Axis.parse("stages=exact/exact,stem")], MeteorOptions())
    (sweep,) = measure_sweep([judged], grid, count, samples=5)
    kept = [place for place in range(len(judged_pairs())) if place != 1]
    known = [right for place in kept if (right := rights({"stages": ["exact"]})[place]) is not None]
    assert values(sweep)[0] == pytest.approx(sum(known) / len(known))
    assert "1 output that exact,stem cannot score left out" in sweep.notes

    def count_none(rated: RatedSet, meteor: Meteor) -> CountedOutputs:
        found = count_outputs(rated, meteor)
        return replace(found, there=(np.zeros_like(found.there[0]),))

    with pytest.raises(InputError, match="no output can be scored"):
        measure_sweep([judged], grid, count_none, samples=5)


@pytest.mark.parametrize(
    ("axes", "options", "message"),
    [
        (["alpha=0,1"], {"alpha": 0.5}, "alpha has settings to sweep over, and an option fixes it"),
        (["variant=classic,nltk"], {"variant": "linear-penalty"}, "an option fixes it"),
        (["stages=exact/stem"], {"stages": ["exact"]}, "stages has settings to sweep over"),
        (["stages=exact/exact,stm"], {}, "unknown stage 'stm'; did you mean 'stem'?"),
        (["variant=clasic"], {}, "unknown variant 'clasic'; did you mean 'classic'?"),
        (["weight.stem=0,1", "stages=exact"], {}, "the stages are exact"),
        (["delta=0,1", "variant=nltk"], {}, "leave it out, or choose another variant"),
        (["delta=0,1"], {"language": "tr"}, "delta needs a list of function words"),
        (["stages=exact/exact,stem"], {"weights": [1.0, 0.5]}, "2 weights for 1 stages"),
    ],
)
def test_mistakes_are_reported_before_alignment(
    axes: list[str], options: dict[str, Any], message: str
) -> None:
    with pytest.raises(ParameterError) as error:
        Grid.of([Axis.parse(text) for text in axes], MeteorOptions(**options))
    assert message in str(error.value)


def test_measures_of_ratings_mean_nothing_for_judgements(judged: RatedSet) -> None:
    with pytest.raises(ParameterError, match="pearson means nothing for judgements of pairs"):
        swept([judged], "alpha=0,1", measure="pearson")
    with pytest.raises(ParameterError, match="unknown measure 'pairwize'"):
        swept([judged], "alpha=0,1", measure="pairwize")


def test_rows_have_the_last_varying_axis_across(judged: RatedSet) -> None:
    (sweep,) = swept([judged], "alpha=0,1", "beta=3", "gamma=0,.5,1", samples=5)
    rows = [[cell.settings for cell in row] for row in sweep.rows]
    assert rows == [[(a, 3.0, g) for g in (0.0, 0.5, 1.0)] for a in (0.0, 1.0)]
    cells: tuple[Cell, ...] = sweep.rows[1]
    assert sweep.shown_settings(cells[1]) == (1.0, 0.5)
