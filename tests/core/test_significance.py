"""Significance: sacrebleu itself is the truth, driven with METEOR's counts; the rest by hand."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from sacrebleu.metrics.base import Signature
from sacrebleu.significance import PairedTest

from meteor_core import (
    InputError,
    Meteor,
    ParameterError,
    Parameters,
    Statistics,
    measure,
)
from meteor_core.analysis import resampling
from meteor_core.analysis.p_values import EXACT_SEGMENTS
from meteor_core.analysis.significance import (
    Bootstrap,
    Randomisation,
    Significance,
    compare,
    environment_seed,
    holm,
    scores,
)

COLUMNS: Final = 20
CLASSIC: Final = Meteor().configuration.parameters
PARAMETERS: Final = {
    "classic": CLASSIC,
    "weighted": Parameters(alpha=0.81, beta=0.83, gamma=0.28, weights=(1, 0.6, 0.8)),
    "nltk": Meteor("nltk").configuration.parameters,
    "delta": Parameters(alpha=0.85, beta=0.2, gamma=0.6, weights=(1, 0.6, 0.8), delta=0.75),
    "content": Parameters(alpha=0.85, beta=0.2, gamma=0.6, weights=(1, 0.6, 0.8), delta=1),
    "function": Parameters(alpha=0.85, beta=3, gamma=0.6, weights=(1, 0.6, 0.8), delta=0),
    "flat": Parameters(alpha=0.5, beta=0, gamma=1, weights=(1, 1, 1)),
}


def random_counts(
    segments: int, seed: int, quality: float = 0.6, *, widest: int = 3
) -> NDArray[np.int32]:
    """Counts as of some system: no more matches than tokens, no more chunks than matches.

    Stem and synonym join up to ``widest`` tokens of the reference with one of the hypothesis.
    """
    random = np.random.default_rng(seed)
    hypothesis = random.integers(0, 40, segments)
    reference = np.maximum(0, hypothesis + random.integers(-5, 6, segments))
    shorter = np.minimum(hypothesis, reference)
    exact = random.binomial(shorter, quality)
    stem = random.binomial(shorter - exact, 0.2)
    synonym = random.binomial(shorter - exact - stem, 0.2)
    matches = exact + stem + synonym
    chunks = np.where(matches > 0, random.integers(1, np.maximum(matches, 1) + 1), 0)
    perfect = (matches > 0) & (matches == hypothesis) & (matches == reference) & (chunks == 1)
    of_hypothesis, of_reference = (exact, stem, synonym), [exact]
    for matched in (stem, synonym):
        joined = matched + random.integers(0, (widest - 1) * matched + 1)
        of_reference.append(joined)
        reference = reference + joined - matched
    function_words = [random.integers(0, length + 1) for length in (hypothesis, reference)]
    function_matches = []
    for words, length, by_stage in zip(
        function_words, (hypothesis, reference), (of_hypothesis, of_reference), strict=True
    ):
        left, others = words, length - words
        for matched in by_stage:
            fewest = np.maximum(0, matched - others)
            share = random.integers(fewest, np.minimum(matched, left) + 1)
            function_matches.append(share)
            left, others = left - share, others - (matched - share)
    proved = matches % 2
    columns = [hypothesis, reference, chunks, perfect, proved, proved, *function_words]
    columns += [exact, stem, synonym, *function_matches, *of_reference]
    return np.stack(columns, axis=1).astype(np.int32)


def statistics(row: Sequence[float]) -> Statistics:
    counts = [int(count) for count in row]
    return Statistics(
        segments=1,
        hypothesis_length=counts[0],
        reference_length=counts[1],
        chunks=counts[2],
        perfect_segments=counts[3],
        proved_segments=counts[4],
        proved_scores=counts[5],
        hypothesis_function_words=counts[6],
        reference_function_words=counts[7],
        matches_by_stage=tuple(counts[8:11]),
        hypothesis_function_matches=tuple(counts[11:14]),
        reference_function_matches=tuple(counts[14:17]),
        reference_matches_by_stage=tuple(counts[17:20]),
    )


class CountsMetric:
    """What sacrebleu needs of a metric; a system's segments are rows of counts already."""

    def __init__(self, parameters: Parameters) -> None:
        self.parameters = parameters

    def _extract_corpus_statistics(self, hypotheses: Any, references: Any) -> Any:
        return hypotheses

    def _aggregate_and_compute(self, rows: Any) -> SimpleNamespace:
        return self._compute_score_from_stats(np.asarray(rows).sum(axis=0))

    def _compute_score_from_stats(self, sums: Any) -> SimpleNamespace:
        score = measure(statistics(sums), self.parameters).score
        return SimpleNamespace(name="METEOR", score=score)

    def get_signature(self) -> Signature:
        return Signature({"num_refs": 1})


def by_sacrebleu(
    systems: dict[str, NDArray[np.int32]], parameters: Parameters, test: Bootstrap | Randomisation
) -> tuple[list[dict[str, Any]], str]:
    """The same test by sacrebleu: its JSON, put together as it prints it, and its signature."""
    bootstrap = isinstance(test, Bootstrap)
    paired = PairedTest(
        [(name, counts.tolist()) for name, counts in systems.items()],
        {"METEOR": CountsMetric(parameters)},  # type: ignore[dict-item]  # ducks will do
        references=None,
        test_type="bs" if bootstrap else "ar",
        n_samples=test.samples,
        n_ar_confidence=-1 if isinstance(test, Bootstrap) else test.confidence_samples or -1,
    )
    signatures, results = paired()
    entries = [
        {"system": name, "METEOR": vars(result)}
        for name, result in zip(results["System"], results["METEOR"], strict=True)
    ]
    entries[0]["system"] = f"Baseline: {entries[0]['system']}"
    return entries, str(signatures["METEOR"])


def assert_equal_to_sacrebleu(
    systems: dict[str, NDArray[np.int32]], parameters: Parameters, test: Bootstrap | Randomisation
) -> Significance:
    """Compare every number; p only where no sample can tie and not all ways of swapping count."""
    found = compare(systems, parameters, test)
    expected, _ = by_sacrebleu(systems, parameters, test)
    for system, ours, theirs in zip(found.systems, found.sacrebleu_json(), expected, strict=True):
        assert list(ours) == list(theirs)
        assert ours["system"] == theirs["system"]
        assert list(ours["METEOR"]) == list(theirs["METEOR"])
        beside = system.comparison
        if beside is None or (beside.difference and beside.differing > EXACT_SEGMENTS):
            assert ours["METEOR"]["p_value"] == theirs["METEOR"]["p_value"]  # a count: no rounding
        for key in ("score", "mean", "ci"):
            assert (ours["METEOR"][key] is None) == (theirs["METEOR"][key] is None)
            if ours["METEOR"][key] is not None:
                assert ours["METEOR"][key] == pytest.approx(theirs["METEOR"][key], rel=1e-12)
    return found


TESTS: Final = {
    "bootstrap": Bootstrap(samples=300, seed=12345),
    "few": Bootstrap(samples=39, seed=12345),
    "one": Bootstrap(samples=1, seed=12345),
    "randomisation": Randomisation(samples=500, seed=12345),
    "with intervals": Randomisation(samples=333, confidence_samples=200, seed=12345),
}


@pytest.mark.parametrize("parameters", PARAMETERS.values(), ids=PARAMETERS)
@pytest.mark.parametrize("test", TESTS.values(), ids=TESTS)
@pytest.mark.parametrize("segments", [1, 2, 57, 400])
def test_numbers_are_those_of_sacrebleu(
    parameters: Parameters, test: Bootstrap | Randomisation, segments: int
) -> None:
    widest = 1 if parameters.stepwise else 3  # NLTK joins one token with one
    systems = {
        "base": random_counts(segments, 1, widest=widest),
        "better": random_counts(segments, 2, 0.65, widest=widest),
        "other": random_counts(segments, 3, 0.6, widest=widest),
        "base again": random_counts(segments, 1, widest=widest),
    }
    assert_equal_to_sacrebleu(systems, parameters, test)


def test_other_seeds_are_those_of_sacrebleu_too(monkeypatch: pytest.MonkeyPatch) -> None:
    systems = {"base": random_counts(80, 1), "other": random_counts(80, 2)}
    p_values = set()
    for seed in ("12345", "1", "987654321"):
        monkeypatch.setenv("SACREBLEU_SEED", seed)
        found = assert_equal_to_sacrebleu(systems, CLASSIC, Bootstrap(samples=400))
        p_values.add(found.systems[1].interval)
    assert len(p_values) == 3


@pytest.mark.parametrize("block", [1, 1000, 10_000])
@pytest.mark.parametrize("test", TESTS.values(), ids=TESTS)
def test_blocks_change_no_number(
    monkeypatch: pytest.MonkeyPatch, block: int, test: Bootstrap | Randomisation
) -> None:
    systems = {"base": random_counts(97, 1), "other": random_counts(97, 2)}
    whole = compare(systems, CLASSIC, test)
    monkeypatch.setattr(resampling, "_BLOCK", block)
    assert compare(systems, CLASSIC, test) == whole


def test_sums_beyond_single_floats_stay_exact() -> None:
    """Where sacrebleu's sums would round, ours are those of whole numbers."""
    counts = random_counts(50, 1) * 3_000_001
    drawn = np.random.default_rng(7).choice(50, (20, 50))
    expected = [[int(total) for total in counts[rows].astype(object).sum(axis=0)] for rows in drawn]
    blocks = resampling.drawn_sums(counts.astype(np.float64), np.random.default_rng(7), 20)
    assert [[int(total) for total in row] for block in blocks for row in block] == expected
    assert max(map(max, expected)) > 2**24


@pytest.mark.parametrize("parameters", PARAMETERS.values(), ids=PARAMETERS)
def test_scores_of_many_rows_are_those_of_one(parameters: Parameters) -> None:
    counts = random_counts(3000, 5, widest=1 if parameters.stepwise else 3)
    sums = np.vstack([counts, counts.cumsum(axis=0), np.zeros((1, COLUMNS), np.int64)])
    for row, score in zip(sums, scores(sums, parameters), strict=True):
        assert score == pytest.approx(measure(statistics(row), parameters).score, abs=1e-12)


def test_rows_of_counts_are_those_of_statistics_with_sides_that_differ() -> None:
    for row in random_counts(50, 8).tolist():
        counted = statistics(row)
        assert counted.counts() == tuple(row)
        assert Statistics.of_counts(row, segments=1) == counted


def test_equal_rows_have_equal_scores_wherever_they_stand() -> None:
    parameters = PARAMETERS["weighted"]
    row = random_counts(40, 5).sum(axis=0)
    for size in (1, 2, 3, 7, 8, 9, 63, 1000):
        among = random_counts(size + 40, size)
        among[size // 2] = row
        assert scores(among, parameters)[size // 2] == scores(row[None], parameters)[0]


def test_a_p_value_by_hand() -> None:
    """Two segments can be swapped in four ways, and two keep the size of the difference."""
    one = np.array([[4, 4, 1, 1, 1, 1, 0, 0, 4, 0, 0, 4]] * 2)
    other = np.array([[4, 4, 1, 0, 1, 1, 0, 0, 1, 0, 0, 1]] * 2)
    parameters = Parameters(alpha=0.5, beta=1, gamma=0, weights=(1,))
    found = compare({"one": one, "other": other}, parameters, Randomisation(samples=1000, seed=1))
    comparison = found.systems[1].comparison
    assert comparison is not None
    assert comparison.difference == pytest.approx(-0.75)
    assert comparison.p_value == 0.5


def test_one_segment_that_differs_is_chance_and_sacrebleu_says_that_it_is_not() -> None:
    base = random_counts(60, 1)
    other = base.copy()
    other[7] = random_counts(60, 2)[7]
    test = Randomisation(samples=1000, seed=12345)
    found = compare({"base": base, "other": other}, CLASSIC, test).systems[1].comparison
    assert found is not None
    assert (found.p_value, found.differing, found.exact, found.too_few) == (1.0, 1, True, True)
    (_, theirs), _ = by_sacrebleu({"base": base, "other": other}, CLASSIC, test)
    assert theirs["METEOR"]["p_value"] == 1 / 1001


@pytest.mark.parametrize("test", [Bootstrap(samples=99, seed=1), Randomisation(samples=9, seed=1)])
def test_an_equal_system_is_called_equal_and_differs_by_chance(
    test: Bootstrap | Randomisation,
) -> None:
    counts = random_counts(50, 1)
    same = counts.copy()
    same[:, 4:6] = 0  # whether an alignment or a score is proved makes no difference
    found = compare({"a": counts, "b": same}, CLASSIC, test)
    comparison = found.systems[1].comparison
    assert comparison is not None
    assert (comparison.equal, comparison.difference, comparison.p_value) == (True, 0.0, 1.0)
    assert comparison.holm == 1.0


def test_an_equal_system_makes_no_other_look_better() -> None:
    base, other = random_counts(50, 1), random_counts(50, 4)
    test = Bootstrap(samples=99, seed=1)
    alone = compare({"a": base, "b": other}, CLASSIC, test).systems[1].comparison
    beside = compare({"a": base, "b": other, "c": base}, CLASSIC, test).systems[1].comparison
    assert alone is not None
    assert beside is not None
    assert beside.holm == min(1.0, 2 * alone.holm)


def test_intervals_hold_19_of_20_samples_and_the_score() -> None:
    counts = random_counts(300, 1)
    found = compare({"only": counts}, CLASSIC, Bootstrap(samples=2000, seed=1)).baseline
    assert found.comparison is None
    assert found.interval is not None
    random = np.random.default_rng(99)
    fresh = scores(
        np.stack([counts[random.integers(300, size=300)].sum(axis=0) for _ in range(2000)]), CLASSIC
    )
    inside = (fresh > found.interval.lower) & (fresh < found.interval.upper)
    assert inside.mean() == pytest.approx(0.95, abs=0.02)
    assert found.interval.lower < found.score < found.interval.upper
    assert found.score == pytest.approx(measure(statistics(counts.sum(axis=0)), CLASSIC).score)


def test_the_interval_of_a_difference_is_of_the_same_samples() -> None:
    """Systems that go up and down together: their difference hardly varies."""
    base = random_counts(300, 1)
    better = base.copy()
    better[:, 2] = np.minimum(better[:, 2], 1)
    found = compare({"base": base, "better": better}, CLASSIC, Bootstrap(samples=500, seed=1))
    comparison = found.systems[1].comparison
    assert comparison is not None
    assert comparison.interval is not None
    samples = [
        scores(np.stack([system[rows].sum(axis=0) for system in (base, better)]), CLASSIC)
        for rows in np.random.default_rng(1).choice(300, (500, 300))
    ]
    differences = sorted(float(second - first) for first, second in samples)
    interval = comparison.interval
    assert (interval.lower, interval.upper) == pytest.approx((differences[12], differences[487]))
    assert interval.mean == pytest.approx(sum(differences) / 500)


@pytest.mark.parametrize(
    ("p_values", "adjusted"),
    [
        ([], []),
        ([0.03], [0.03]),
        ([0.01, 0.04, 0.03, 0.005], [0.03, 0.06, 0.06, 0.02]),  # worked by hand
        ([0.5, 0.6, 0.9], [1.0, 1.0, 1.0]),
        ([0.02, 0.02], [0.04, 0.04]),
    ],
)
def test_holms_adjustment(p_values: list[float], adjusted: list[float]) -> None:
    assert holm(p_values) == pytest.approx(adjusted)


@given(st.lists(st.floats(0, 1), max_size=8))
def test_holm_never_lowers_a_p_value_nor_changes_their_order(p_values: list[float]) -> None:
    adjusted = holm(p_values)
    assert all(one <= other <= 1 for one, other in zip(p_values, adjusted, strict=True))
    places = sorted(range(len(p_values)), key=p_values.__getitem__)
    assert [adjusted[place] for place in places] == sorted(adjusted)


@pytest.mark.parametrize("test", TESTS.values(), ids=TESTS)
def test_the_signature_says_what_sacrebleus_says(test: Bootstrap | Randomisation) -> None:
    systems = {"base": random_counts(9, 1), "other": random_counts(9, 2)}
    _, theirs = by_sacrebleu(systems, CLASSIC, test)
    *fields, _ = theirs.split("|")  # its version is not ours
    signature = str(compare(systems, CLASSIC, test).test.signed(Meteor().signature()))
    assert signature.startswith("METEOR|" + "|".join(fields) + "|variant:classic|")
    added = "|".join(fields).removeprefix("nrefs:1")
    assert signature.replace(added, "", 1) == str(Meteor().signature())


def test_without_a_seed_no_two_tests_are_the_same() -> None:
    systems = {"base": random_counts(50, 1), "other": random_counts(50, 2)}
    test = Bootstrap(samples=50, seed=None)
    one, other = (compare(systems, CLASSIC, test) for _ in range(2))
    assert one.systems[1].interval != other.systems[1].interval
    assert "|bs:50|seed:none|" in str(test.signed(Meteor().signature()))


@pytest.mark.parametrize(
    ("text", "seed"), [(None, 12345), ("7", 7), ("0", 0), ("none", None), ("None", None)]
)
def test_the_environment_names_the_seed(
    monkeypatch: pytest.MonkeyPatch, text: str | None, seed: int | None
) -> None:
    monkeypatch.delenv("SACREBLEU_SEED", raising=False)
    if text is not None:
        monkeypatch.setenv("SACREBLEU_SEED", text)
    assert environment_seed() == Bootstrap().seed == Randomisation().seed == seed


def test_a_seed_of_the_environment_that_is_no_number_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SACREBLEU_SEED", "twelve")
    with pytest.raises(ParameterError, match="SACREBLEU_SEED is 'twelve'"):
        Bootstrap()


@pytest.mark.parametrize(
    ("mistake", "said"),
    [
        (lambda: Bootstrap(samples=0), "number of samples is 0"),
        (lambda: Bootstrap(samples=True), "number of samples is True"),
        (lambda: Randomisation(samples=-1), "number of samples is -1"),
        (lambda: Randomisation(confidence_samples=-1), "samples for intervals is -1"),
        (lambda: Bootstrap(seed=-1), "the seed is -1"),
        (lambda: Bootstrap(seed=1.5), "the seed is 1.5"),  # type: ignore[arg-type]
    ],
)
def test_numbers_out_of_range_are_refused(mistake: Any, said: str) -> None:
    with pytest.raises(ParameterError, match=said):
        mistake()


@pytest.mark.parametrize(
    ("systems", "said"),
    [
        ({}, "no system"),
        ({"a": random_counts(0, 1)}, "no segments"),
        ({"a": random_counts(2, 1), "b": random_counts(3, 1)}, r"\(a: 2, b: 3\)"),
    ],
)
def test_systems_have_to_fit(systems: dict[str, NDArray[np.int32]], said: str) -> None:
    with pytest.raises(InputError, match=said):
        compare(systems, CLASSIC, Bootstrap(samples=5))


@pytest.mark.parametrize("test", TESTS.values(), ids=TESTS)
def test_progress_rises_to_one_and_what_it_raises_ends_the_work(
    monkeypatch: pytest.MonkeyPatch, test: Bootstrap | Randomisation
) -> None:
    monkeypatch.setattr(resampling, "_BLOCK", 1000)
    systems = {"base": random_counts(100, 1), "other": random_counts(100, 2)}
    shares: list[float] = []
    compare(systems, CLASSIC, test, shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0

    def stop(share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        compare(systems, CLASSIC, test, stop)


def test_the_json_form_is_json() -> None:
    systems = {"base": random_counts(20, 1), "other": random_counts(20, 2)}
    found = compare(systems, CLASSIC, Randomisation(samples=10, seed=1)).sacrebleu_json()
    assert json.loads(json.dumps(found)) == found
    assert found[0]["system"] == "Baseline: base"
    assert found[0]["METEOR"]["p_value"] is None
    assert found[1]["METEOR"]["mean"] is None


def test_real_segments_count_as_the_scorer_counts_them() -> None:
    meteor = Meteor()
    results = list(meteor.segments(["the cat sat", "a dog"], [["the cat sat", "the dogs"]]))
    rows = np.array([result.statistics.counts() for result in results])
    assert rows[:, :6].tolist() == [[3, 3, 1, 1, 1, 1], [2, 2, 1, 0, 1, 1]]
    assert rows[:, 8:11].tolist() == [[3, 0, 0], [0, 1, 0]]
    assert [statistics(row).hypothesis_length for row in rows] == [3, 2]
    assert scores(rows, CLASSIC) == pytest.approx([result.score for result in results])


def test_the_core_loads_no_numpy() -> None:
    code = "import sys, meteor_core.analysis.significance; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.slow
@pytest.mark.parametrize(
    "test", [Bootstrap(seed=12345), Randomisation(confidence_samples=1000, seed=12345)], ids=repr
)
def test_real_systems_compare_as_in_sacrebleu(
    shared: Path, test: Bootstrap | Randomisation
) -> None:
    folder = shared / "data/wmt21/cs-en"
    if not folder.is_dir():
        pytest.skip("no translations beside the repository")

    def read(path: Path) -> list[str]:
        return path.read_text(encoding="utf-8").splitlines()

    meteor = Meteor()
    references = [read(folder / f"ref.{name}.en") for name in "AB"]
    systems = {
        path.name.split(".")[1]: np.array(
            [result.statistics.counts() for result in meteor.segments(read(path), references)]
        )
        for path in sorted(folder.glob("hyp.*"))
    }
    found = assert_equal_to_sacrebleu(systems, meteor.configuration.parameters, test)
    assert len(found.systems) == 4
