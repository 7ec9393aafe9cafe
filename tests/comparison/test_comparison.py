"""Comparisons as data: sums that have to add up, and what brute force finds in alignments."""

import json
import typing
from collections import Counter
from pathlib import Path
from typing import Any, Final

import pytest

from meteor_core import InputError, InputTypeError, Meteor, ParameterError
from meteor_core.analysis.all_pairs import Resampling
from meteor_core.comparison.buckets import bounds, label
from meteor_core.comparison.compare_systems import compare_systems
from meteor_core.comparison.comparison import Comparison, clusters
from meteor_core.comparison.comparison_format import comparison_json
from meteor_core.comparison.reading import read_lines, read_test_set
from meteor_core.comparison.tables import pair_tables, system_table

EXAMPLES: Final = Path(__file__).parents[2] / "examples"
NAMES: Final = ("literal", "fluent", "hyp")
FEW: Final = Resampling(bootstrap=100, randomisation=200, seed=1)


def lines(name: str) -> list[str]:
    return (EXAMPLES / f"city-news.{name}.en").read_text(encoding="utf-8").splitlines()


SYSTEMS: Final = {name: lines(name) for name in NAMES}
REFERENCE: Final = lines("ref")


@pytest.fixture(scope="module")
def compared() -> Comparison:
    return compare_systems(SYSTEMS, [REFERENCE], resampling=FEW, others=["BLEU", "TER"])


def test_scores_are_those_of_the_scorer_and_the_best_comes_first(compared: Comparison) -> None:
    rows = compared.table()
    for row in rows:
        expected = Meteor().corpus(SYSTEMS[row.system], [REFERENCE])
        found = row.metrics["METEOR"]
        assert found.measures == expected.measures
        assert found.score == expected.score
        assert found.shortfall == pytest.approx(expected.shortfall)
    scores = [row.metrics["METEOR"].score for row in rows]
    assert scores == sorted(scores, reverse=True)
    assert compared.systems == ("fluent", "hyp", "literal")
    by_ter = sorted(rows, key=lambda row: row.metrics["TER"].score)
    assert [row.metrics["TER"].rank for row in by_ter] == [1, 2, 3]


def test_pairs_are_the_table_seen_from_either_side(compared: Comparison) -> None:
    for metric in compared.metrics:
        beside = {row.system: row.metrics[metric].baseline for row in compared.table()}
        assert beside.pop("literal") is None
        pairs = compared.pairs(metric)
        assert len(pairs) == 3
        better = min if metric == "TER" else max
        for pair in pairs:
            scores = [
                row.metrics[metric].score
                for row in compared.table()
                if row.system in (pair.left, pair.right)
            ]
            left = next(
                row.metrics[metric].score for row in compared.table() if row.system == pair.left
            )
            assert left == better(scores)
            assert pair.interval.lower <= pair.difference <= pair.interval.upper
            if "literal" in (pair.left, pair.right):
                turned = pair.left == "literal"
                one = beside[pair.right if turned else pair.left]
                assert one is not None
                assert one.difference == (-pair.difference if turned else pair.difference)
                assert one.p_value == pair.p_value


def test_buckets_of_segments_add_up_to_all_segments(compared: Comparison) -> None:
    totals = {row.system: row.metrics["METEOR"].shortfall for row in compared.table()}
    for by in ("length", "fragmentation"):
        buckets = compared.buckets(by)
        assert sum(bucket.segments for bucket in buckets) == len(REFERENCE)
        for name, total in totals.items():
            assert sum(bucket.systems[name].shortfall for bucket in buckets) == pytest.approx(total)
    lengths = Counter(len(Meteor().tokens(text)) // 10 for text in REFERENCE)
    by_length = compared.buckets("length")
    assert [bucket.segments for bucket in by_length] == [lengths[ten] for ten in sorted(lengths)]
    (whole,) = compared.buckets("length", edges=[0])
    assert whole.label == "0 and more"
    for row in compared.table():
        found = row.metrics["METEOR"]
        assert whole.systems[row.system].score == found.score
        if found.baseline:  # the same draws, of the same segments
            interval = whole.systems[row.system].interval
            assert interval == found.baseline.interval


def test_words_in_buckets_are_those_of_the_alignments(compared: Comparison) -> None:
    fold = str.casefold
    counts = Counter(fold(word) for text in REFERENCE for word in Meteor().tokens(text).surfaces())
    for name, hypotheses in SYSTEMS.items():
        matched, seen = Counter[bool](), Counter[bool]()
        for hypothesis, reference in zip(hypotheses, REFERENCE, strict=True):
            alignment = Meteor().score(hypothesis, [reference]).alignment
            for place, word in enumerate(alignment.reference.surfaces()):
                rare = counts[fold(word)] < 3
                seen[rare] += 1
                matched[rare] += any(place in range(*each.reference) for each in alignment.matches)
        buckets = compared.buckets("frequency", edges=[1, 3])
        found = {bucket.label: bucket.systems[name] for bucket in buckets}
        for which, rare in (("1 to 2", True), ("3 and more", False)):
            score = found[which]
            assert (score.reference_words, score.reference_matched) == (seen[rare], matched[rare])
        by_stage = compared.buckets("stage")
        assert [bucket.label for bucket in by_stage] == ["exact", "stem", "synonym", "unmatched"]
        result = Meteor().corpus(hypotheses, [REFERENCE])
        matches = [bucket.systems[name].matched for bucket in by_stage]
        assert tuple(matches[:3]) == result.statistics.matches_by_stage
        assert sum(matches) == result.hypothesis_length


def test_counts_of_training_data_decide_frequencies(compared: Comparison) -> None:
    buckets = compared.buckets("frequency", counts={"the": 5000})
    assert [bucket.label for bucket in buckets] == ["0", "1000 and more"]
    words = sum(
        word.lower() == "the" for text in REFERENCE for word in Meteor().tokens(text).words()
    )
    assert buckets[1].systems["hyp"].reference_words == words


def test_parts_add_up_to_the_difference(compared: Comparison) -> None:
    parts = compared.parts("hyp", "fluent")
    assert parts.matches + parts.order == pytest.approx(parts.difference)
    back = compared.parts("fluent", "hyp")
    assert (back.matches, back.order) == (-parts.matches, -parts.order)


def matched_runs(name: str, size: int) -> list[tuple[int, tuple[str, ...], bool]]:
    """Every run of words of the references, and whether it is matched in one chunk."""
    found: list[tuple[int, tuple[str, ...], bool]] = []
    for hypothesis, reference in zip(SYSTEMS[name], REFERENCE, strict=True):
        alignment = Meteor().score(hypothesis, [reference]).alignment
        words = [word.casefold() for word in alignment.reference.surfaces()]
        for start in range(len(words) - size + 1):
            run = range(start, start + size)
            whole = any(set(run) <= set(range(*each.reference)) for each in alignment.chunks)
            found.append((len(found), tuple(words[start : start + size]), whole))
    return found


@pytest.mark.parametrize("size", [1, 3])
def test_runs_that_one_system_alone_matches(compared: Comparison, size: int) -> None:
    counts: dict[tuple[str, ...], Counter[tuple[bool, bool]]] = {}
    pairs = zip(matched_runs("hyp", size), matched_runs("fluent", size), strict=True)
    for (_, run, one), (_, _, other) in pairs:
        counts.setdefault(run, Counter())[one, other] += 1
    found = (
        compared.words("hyp", "fluent", most=1000)
        if size == 1
        else compared.ngrams("hyp", "fluent", sizes=[size], most=1000)
    )
    expected = {
        " ".join(run): (count.total(), count[True, False], count[False, True], count[True, True])
        for run, count in counts.items()
        if count[True, False] != count[False, True]
    }
    assert {
        each.text: (each.occurrences, each.only_left, each.only_right, each.both) for each in found
    } == expected
    z_values = [abs(each.z) for each in found]
    assert z_values == sorted(z_values, reverse=True)


def test_segments_that_differ_and_samples(compared: Comparison) -> None:
    found = compared.segments("hyp", "fluent", most=5)
    sizes = [abs(each.difference) for each in found]
    scores = [
        Meteor().score(one, [text]).score - Meteor().score(other, [text]).score
        for one, other, text in zip(SYSTEMS["fluent"], SYSTEMS["hyp"], REFERENCE, strict=True)
    ]
    assert sizes == sorted(map(abs, scores), reverse=True)[:5]
    for each in found:
        assert each.left_text == SYSTEMS["hyp"][each.number - 1]
        assert each.references == (REFERENCE[each.number - 1],)
    drawn = [compared.segments("hyp", "fluent", most=5, sample=True, seed=3) for _ in range(2)]
    assert drawn[0] == drawn[1]
    assert [each.number for each in drawn[0]] == sorted({each.number for each in drawn[0]})
    assert drawn[0] != compared.segments("hyp", "fluent", most=5, sample=True, seed=4)


def test_the_pair_that_is_looked_into(compared: Comparison) -> None:
    assert compared.pair() == ("literal", "fluent")  # the baseline, and the best
    assert compared.pair("fluent") == ("fluent", "hyp")
    assert compared.pair(None, "literal") == ("fluent", "literal")
    best = compare_systems(SYSTEMS, [REFERENCE], resampling=FEW, baseline="fluent")
    assert best.pair() == ("fluent", "hyp")


@pytest.mark.parametrize(
    ("differing", "expected"),
    [
        (set(), [1, 1, 1, 1]),
        ({(0, 1), (0, 2), (0, 3)}, [1, 2, 2, 2]),
        ({(0, 2), (0, 3), (1, 2), (1, 3)}, [1, 1, 2, 2]),
        ({(0, 2), (0, 3), (1, 3)}, [1, 1, 1, 1]),  # 1 and 2 are not told apart, nor 2 and 3
        ({(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)}, [1, 2, 3, 4]),
    ],
)
def test_clusters_by_hand(differing: set[tuple[int, int]], expected: list[int]) -> None:
    found = clusters([3, 2, 1, 0], lambda one, other: (3 - one, 3 - other) in differing)
    assert [found[system] for system in (3, 2, 1, 0)] == expected


@pytest.mark.parametrize("test", ["randomisation", "bootstrap"])
@pytest.mark.parametrize(
    ("corrected", "p_value", "parts"), [(1, 1.0, 1), (5, 0.0625, 1), (6, 0.03125, 2)]
)
def test_few_differing_segments_do_not_separate_clusters(
    corrected: int, p_value: float, parts: int, test: str
) -> None:
    """In segments that are the other's but better, only all swapped are as far apart as none."""
    mt = lines("hyp")
    differ = [place for place, text in enumerate(mt) if text != REFERENCE[place]][:corrected]
    better = [REFERENCE[place] if place in differ else text for place, text in enumerate(mt)]
    found = compare_systems(
        {"mt": mt, "better": better}, [REFERENCE], resampling=FEW, others=["chrF"], test=test
    )
    for metric in found.metrics:
        (pair,) = found.pairs(metric)
        assert (pair.randomisation, pair.differing, pair.exact) == (p_value, corrected, True)
        assert pair.too_few == (parts == 1)
    table = system_table(found)
    assert found.table()[-1].metrics["METEOR"].cluster == parts or test == "bootstrap"
    notes = " ".join(table.notes)
    assert ("Too few segments" in notes) == (parts == 1)
    assert ("better differs from mt in 5 by chrF" in notes) == (corrected == 5)
    if parts == 1:
        assert not any("*" in cell for row in table.rows for cell in row)
        (pairs, _) = pair_tables(found)
        assert f"better and mt differ in {corrected}" in pairs.notes[0]
        assert "*" not in pairs.rows[0][1]


def test_labels_of_buckets() -> None:
    found = [label(*each) for each in bounds((1, 2, 5, 5.5), 0)]
    assert found == ["0", "1", "2 to 4", "5 to below 5.5", "5.5 and more"]


def test_several_variants_and_references_without_a_text() -> None:
    sets: list[list[str | None]] = [[None, *REFERENCE[1:]], [*REFERENCE[:1], None, *REFERENCE[2:]]]
    scorers = [Meteor(), Meteor("lavie-agarwal-2007")]
    found = compare_systems(SYSTEMS, sets, scorers=scorers, resampling=FEW)
    assert list(found.metrics) == ["METEOR classic", "METEOR lavie-agarwal-2007"]
    assert "|nrefs:var|" in found.metrics["METEOR lavie-agarwal-2007"].signature.replace(
        "METEOR|", "|"
    )
    expected = scorers[1].corpus(SYSTEMS["hyp"], sets).score
    (row,) = (row for row in found.table() if row.system == "hyp")
    assert row.metrics["METEOR lavie-agarwal-2007"].score == expected


def test_segments_that_cannot_be_scored_are_left_out_for_all() -> None:
    found = compare_systems(
        {"a": ["x y", "x", "z"], "b": ["x", "y", "z z"]}, [["x y", None, "z"]], resampling=FEW
    )
    assert found.numbers == (1, 3)
    assert len(found) == 2
    assert found.notes == (
        "1 segment that cannot be scored for every system left out; the first is 2",
    )
    alone = compare_systems({"a": ["x y", "z"], "b": ["x", "z z"]}, [["x y", "z"]], resampling=FEW)
    assert found.table() == alone.table()
    assert [each.number for each in found.segments()] == [1, 3]


def test_numbers_that_came_with_the_texts_and_agreement_with_them() -> None:
    scores = {
        name: [
            Meteor().score(text, [reference]).score
            for text, reference in zip(each, REFERENCE, strict=True)
        ]
        for name, each in SYSTEMS.items()
    }
    edits = {name: [1 - score for score in each] for name, each in scores.items()}
    edits["hyp"][:2] = [float("nan"), None]  # type: ignore[list-item]
    found = compare_systems(
        SYSTEMS,
        [REFERENCE],
        columns={"score": scores, "edits": edits},
        resampling=FEW,
        others=["TER"],
    )
    (row,) = (row for row in found.table() if row.system == "fluent")
    assert row.columns["score"] == pytest.approx(sum(scores["fluent"]) / len(REFERENCE))
    for column in ("score", "edits"):  # fewer edits are better
        (meteor, ter) = found.agreement(column).rows
        assert {name: each and each.value for name, each in meteor.measures.items()} == (
            pytest.approx(dict.fromkeys(meteor.measures, 1.0))
        )
        pearson = ter.measures["pearson"]
        assert pearson is not None
        assert 0.3 < pearson.value < 1
    with pytest.raises(ParameterError, match="unknown column"):
        found.agreement("esa")


def test_equal_systems_share_a_rank_and_are_called_equal() -> None:
    systems = {"one": SYSTEMS["hyp"], "same": list(SYSTEMS["hyp"]), "other": SYSTEMS["fluent"]}
    found = compare_systems(systems, [REFERENCE], resampling=FEW)
    ranks = {row.system: row.metrics["METEOR"].rank for row in found.table()}
    assert ranks == {"other": 1, "one": 2, "same": 2}
    (pair,) = (pair for pair in found.pairs() if pair.equal)
    assert (pair.left, pair.right, pair.holm) == ("one", "same", 1.0)
    assert found.words("one", "same") == ()


def test_json_has_everything(compared: Comparison) -> None:
    document = json.loads(json.dumps(comparison_json(compared), allow_nan=False))
    rows = [(row.system, row.metrics["METEOR"]) for row in compared.table()]
    assert [
        (row["name"], row["score"], row["low"], row["high"]) for row in document["systems"]
    ] == [(name, found.score, found.interval.lower, found.interval.upper) for name, found in rows]
    pairs = [pair for pair in document["pairs"] if pair["metric"] == "METEOR"]
    assert [(each["first"], each["second"], each["difference"], each["p"]) for each in pairs] == [
        (each.left, each.right, each.difference, each.p_value) for each in compared.pairs()
    ]
    assert {pair["metric"] for pair in document["pairs"]} == {"METEOR", "BLEU", "TER"}
    assert document["signature"] == document["metrics"][0]["signature"]
    assert "|bs:100|ar:200|seed:1|" in document["metrics"][0]["signature"]
    assert "|bs:100|ar:200|seed:1|" in document["metrics"][1]["signature"]


ONE: Final = {"a": ["x"], "b": ["y"]}
THREE: Final = {"a": ["x", "y", "z"]}


@pytest.mark.parametrize(
    ("mistake", "error", "said"),
    [
        (lambda: compare_systems({}, [["x"]]), InputError, "no system to compare"),
        (lambda: compare_systems({"a": []}, [[]]), InputError, "no segment"),
        (lambda: compare_systems({"a": ["x", "y"]}, [["x"]]), InputError, "a has 2 segments"),
        (lambda: compare_systems([["x"]], [["x"]]), InputTypeError, "mapping from names"),  # type: ignore[arg-type]
        (lambda: compare_systems({"a": "x"}, [["x"]]), InputTypeError, "list of strings"),
        (lambda: compare_systems({"a": [None]}, [["x"]]), InputTypeError, "not NoneType"),  # type: ignore[list-item]
        (
            lambda: compare_systems({"a": [float("nan")]}, [["x"]]),  # type: ignore[list-item]
            InputTypeError,
            "not a missing value",
        ),
        (lambda: compare_systems({"": ["x"]}, [["x"]]), InputTypeError, "name of a system"),
        (lambda: compare_systems(ONE, [[None]]), InputError, "no segment that can be scored"),
        (lambda: compare_systems(ONE, [["x"]], others=["BLUE"]), ParameterError, "mean 'BLEU'"),
        (lambda: compare_systems(ONE, [["x"]], baseline="c"), ParameterError, "unknown system"),
        (
            lambda: compare_systems(ONE, [["x"]], columns={"da": {"a": [1, 2]}}),
            InputError,
            "has 2 numbers, but there are 1 segments",
        ),
        (
            lambda: compare_systems(ONE, [["x"]], columns={"da": {"a": ["1"]}}),  # type: ignore[list-item]
            InputTypeError,
            "has '1', but must have numbers",
        ),
        (
            lambda: compare_systems(ONE, [["x"]], columns={"da": {"c": [1]}}),
            ParameterError,
            "unknown system in columns",
        ),
        (
            lambda: compare_systems(ONE, [["x"]], columns={"da": {"a": [float("inf")]}}),
            InputError,
            "no finite number",
        ),
        (lambda: compare_systems(ONE, [["x"]], columns=typing.cast("Any", 3)), InputTypeError, "m"),
        (lambda: compare_systems(ONE, [["x"]], others="BLEU"), InputTypeError, "not one string"),
        (
            lambda: compare_systems(ONE, [["x"]], scorers=[typing.cast("Any", 1)]),
            InputTypeError,
            "each of scorers must be a Meteor, not int",
        ),
        (lambda: compare_systems(THREE, [["x"]] * 3), InputError, "Transposed?"),
        (lambda: read_test_set(typing.cast("Any", 3)), InputTypeError, "string or a path, not int"),
        (lambda: read_lines("a", ["b"]), InputTypeError, "references must be a list of names"),
        (lambda: compare_systems(ONE, [["x"]], test="t"), ParameterError, "unknown test"),
        (
            lambda: compare_systems(ONE, [["x"]], scorers=[Meteor(), Meteor()]),
            ParameterError,
            "variant classic is given twice",
        ),
    ],
)
def test_mistakes_have_one_clear_line(mistake: Any, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said) as raised:
        mistake()
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda found: found.buckets("size"), "unknown kind of buckets"),
        (
            lambda found: found.buckets("length", edges=[3, 2]),
            "edges of buckets must be numbers that ascend",
        ),
        (lambda found: found.buckets("length", metric="BLEU"), "BLEU has no alignments"),
        (lambda found: found.pairs("chrF"), "unknown metric"),
        (lambda found: found.words("hyp", "hyp"), "both systems of the pair"),
        (lambda found: found.words("hip"), "did you mean 'hyp'"),
        (lambda found: found.words(most=0), "most"),
        (lambda found: found.results("nobody"), "unknown system"),
    ],
)
def test_questions_without_an_answer(compared: Comparison, ask: Any, said: str) -> None:
    with pytest.raises(ParameterError, match=said):
        ask(compared)
