"""All pairs of systems: sacrebleu's own tests are the truth, for its metrics and for METEOR's."""

import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from sacrebleu import significance
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF
from sacrebleu.metrics.ter import TER
from sacrebleu.significance import PairedTest

from meteor_core import InputError, ParameterError
from meteor_core.analysis import resampling
from meteor_core.analysis.all_pairs import MetricTests, Resampling, SystemCounts, compare_all
from meteor_core.analysis.significance import (
    Bootstrap,
    Comparison,
    Randomisation,
    column_scores,
    compare,
)
from meteor_core.comparison.surface_counts import SURFACE_METRICS, count_surface
from tests.core.test_significance import CLASSIC, random_counts

EXAMPLES: Final = Path(__file__).parents[2] / "examples"
NAMES: Final = ("hyp", "literal", "fluent", "ref")
METRICS: Final[Mapping[str, Callable[[], Any]]] = {
    "BLEU": BLEU,
    "chrF": CHRF,
    "chrF++": lambda: CHRF(word_order=2),
    "TER": TER,
}
OFTEN: Final = Resampling(bootstrap=120, randomisation=300, seed=12345)


def lines(name: str) -> list[str]:
    return (EXAMPLES / f"city-news.{name}.en").read_text(encoding="utf-8").splitlines()[:16]


SYSTEMS: Final = {name: lines(name) for name in NAMES}
REFERENCES: Final = [lines("ref"), [text.replace("the", "that") for text in lines("fluent")]]


def surface(name: str, references: list[list[str]]) -> SystemCounts:
    metric = SURFACE_METRICS[name]
    counts, signature = count_surface(metric, list(SYSTEMS.values()), references, language="en")
    expected = METRICS[name]()
    expected.corpus_score(lines("hyp"), references)
    assert str(signature) == str(expected.get_signature())
    return SystemCounts(counts=counts, score=metric.score)


def by_sacrebleu(name: str, references: list[list[str]], first: str, test: str) -> dict[str, Any]:
    """What ``PairedTest`` finds, by system, with one of them as the baseline."""
    order = sorted(SYSTEMS, key=lambda system: system != first)
    paired = PairedTest(
        [(system, SYSTEMS[system]) for system in order],
        {name: METRICS[name]()},
        references,
        test_type=test,
        n_samples=OFTEN.bootstrap if test == "bs" else OFTEN.randomisation,
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        _, found = paired()
    (results,) = [values for key, values in found.items() if key != "System"]
    return dict(zip(order, results, strict=True))


@pytest.mark.parametrize(
    ("name", "sets"), [("BLEU", 1), ("BLEU", 2), ("chrF", 2), ("chrF++", 1), ("TER", 2)]
)
def test_surface_metrics_have_sacrebleus_p_values(
    monkeypatch: pytest.MonkeyPatch, name: str, sets: int
) -> None:
    if name == "TER":  # edits of 16 segments are small whole numbers: some sums of them tie
        monkeypatch.setattr(significance, "_compute_p_value", reached_p_value)
    references = REFERENCES[:sets]
    ours = compare_all({name: surface(name, references)}, OFTEN)[name]
    first = NAMES[1]
    by_test = {test: by_sacrebleu(name, references, first, test) for test in ("bs", "ar")}
    for system, score, interval in zip(NAMES, ours.scores, ours.intervals, strict=True):
        expected = by_test["bs"][system]
        assert score == pytest.approx(expected.score, rel=1e-13, abs=1e-13)
        # sacrebleu computes the scores of samples in single floats.
        assert interval.mean == pytest.approx(expected.mean, rel=1e-5)
        assert interval.half_width == pytest.approx(expected.ci, rel=1e-4)
    tested = [
        (pair, (both - {first}).pop())
        for pair in ours.pairs
        if first in (both := {NAMES[pair.left], NAMES[pair.right]})
    ]
    assert len(tested) == len(NAMES) - 1
    for pair, other in tested:
        assert pair.bootstrap == by_test["bs"][other].p_value
        assert pair.randomisation == by_test["ar"][other].p_value


def reached_p_value(samples: NDArray[np.float64], real: float) -> float:
    """What sacrebleu computes, where samples that tie with the real difference count."""
    return float((np.sum(samples >= real - 1e-9) + 1) / (len(samples) + 1))


def baseline_of(found: MetricTests, first: int, other: int) -> tuple[float, float | None]:
    (pair,) = [pair for pair in found.pairs if {pair.left, pair.right} == {first, other}]
    return pair.bootstrap, pair.randomisation


def meteor_counts(systems: Mapping[str, NDArray[np.int32]]) -> SystemCounts:
    counts = np.stack([*systems.values()], axis=1).astype(np.float64)
    counts[:, :, 4] = 0
    return SystemCounts(counts=counts, score=lambda columns: column_scores(columns, CLASSIC))


@pytest.mark.parametrize("first", [0, 1, 3])
def test_meteors_p_values_are_those_of_its_own_test_with_either_as_the_baseline(first: int) -> None:
    systems = {str(seed): random_counts(120, seed, 0.6 + 0.02 * seed) for seed in range(4)}
    systems["same"] = systems["0"]
    found = compare_all({"METEOR": meteor_counts(systems)}, OFTEN)["METEOR"]
    names = list(systems)
    ordered = {names[first]: systems[names[first]], **systems}
    for test in (
        Bootstrap(samples=OFTEN.bootstrap, seed=12345),
        Randomisation(samples=OFTEN.randomisation, seed=12345),
    ):
        expected = compare(ordered, CLASSIC, test)
        for system in expected.systems[1:]:
            other = names.index(system.name)
            beside = system.comparison
            assert isinstance(beside, Comparison)
            values = baseline_of(found, first, other)
            assert values[isinstance(test, Randomisation)] == beside.p_value
    equal = [(pair.left, pair.right) for pair in found.pairs if pair.equal]
    assert equal == [(0, 4)]


def test_metrics_side_by_side_share_draws_and_nothing_else() -> None:
    metrics = {"TER": surface("TER", REFERENCES[:1]), "BLEU": surface("BLEU", REFERENCES[:1])}
    together = compare_all(metrics, OFTEN)
    for name, counted in metrics.items():
        assert compare_all({name: counted}, OFTEN)[name] == together[name]


@pytest.mark.parametrize("block", [1, 1000, 10_000])
def test_blocks_change_no_number(monkeypatch: pytest.MonkeyPatch, block: int) -> None:
    metrics = {"METEOR": meteor_counts({str(seed): random_counts(97, seed) for seed in range(3)})}
    whole = compare_all(metrics, OFTEN)
    monkeypatch.setattr(resampling, "_BLOCK", block)
    shares: list[float] = []
    assert compare_all(metrics, OFTEN, shares.append) == whole
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


WIDTHS: Final = {"BLEU": 4, "chrF": 6, "chrF++": 8}


@settings(max_examples=60)
@given(data=st.data(), name=st.sampled_from(sorted(METRICS)))
def test_scores_of_many_sums_are_sacrebleus_of_one(data: st.DataObject, name: str) -> None:
    count = st.integers(0, 30)
    rows: list[tuple[int, ...]]
    if name == "TER":
        rows = [*data.draw(st.lists(st.tuples(count, count), min_size=1, max_size=5))]
    elif name == "BLEU":
        row = st.tuples(count, count, st.lists(st.tuples(count, count), min_size=4, max_size=4))
        drawn = data.draw(st.lists(row, min_size=1, max_size=5))
        rows = [
            (a, b, *(min(pair) for pair in pairs), *(max(pair) for pair in pairs))
            for a, b, pairs in drawn
        ]
    else:
        triples = st.lists(st.tuples(count, count), min_size=WIDTHS[name], max_size=WIDTHS[name])
        rows = [
            tuple(value for one, other in drawn for value in (one, other, min(one, other)))
            for drawn in data.draw(st.lists(triples, min_size=1, max_size=5))
        ]
    ours = SURFACE_METRICS[name].score(np.array(rows, np.float64).T.copy())
    metric = METRICS[name]()
    for counts, score in zip(rows, ours.tolist(), strict=True):
        expected = metric._compute_score_from_stats(list(counts)).score
        assert score == pytest.approx(expected, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize(
    ("mistake", "error", "said"),
    [
        (lambda: Resampling(bootstrap=0), ParameterError, "number of samples is 0"),
        (lambda: Resampling(randomisation=-1), ParameterError, "number of shufflings is -1"),
        (lambda: Resampling(randomisation=True), ParameterError, "number of shufflings is True"),
        (lambda: compare_all({}, OFTEN), InputError, "same segments of the same systems"),
        (
            lambda: compare_all({"METEOR": meteor_counts({"a": random_counts(0, 1)})}, OFTEN),
            InputError,
            "no segments",
        ),
    ],
)
def test_untestable_input_is_rejected(mistake: Any, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        mistake()


def test_one_system_has_an_interval_and_no_pairs() -> None:
    found = compare_all({"METEOR": meteor_counts({"a": random_counts(60, 1)})}, OFTEN)["METEOR"]
    alone = compare({"a": random_counts(60, 1)}, CLASSIC, Bootstrap(samples=120, seed=12345))
    assert found.pairs == ()
    assert found.intervals == (alone.baseline.interval,)


def test_chinese_has_its_own_bleu() -> None:
    counts, signature = count_surface(
        SURFACE_METRICS["BLEU"], [["今天天气很好。"]], [["今天天气不错。"]], language="zh"
    )
    assert "tok:zh" in str(signature)
    expected = BLEU(trg_lang="zh", effective_order=False)
    score = SURFACE_METRICS["BLEU"].score(counts[0].T.copy())
    assert score[0] == pytest.approx(
        expected.corpus_score(["今天天气很好。"], [["今天天气不错。"]]).score
    )
