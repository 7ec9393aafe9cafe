"""Formulas, against rational arithmetic that rounds once, at the end."""

import csv
import math
import subprocess
import sys
from dataclasses import astuple, replace
from decimal import Decimal, localcontext
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meteor_core import Measures, Meteor, ParameterError, Parameters, Statistics, measure
from meteor_core.variants import VariantName

PAPER = Parameters(alpha=0.9, beta=3.0, gamma=0.5, weights=(1.0, 1.0, 1.0))
NOTHING = Measures(precision=0, recall=0, f_mean=0, fragmentation=0, penalty=0, score=0)


def counts(  # noqa: PLR0917  # as the formula has them
    hypothesis: int,
    reference: int,
    by_stage: tuple[int, ...],
    chunks: int,
    perfect: int = 0,
    of_reference: tuple[int, ...] = (),
) -> Statistics:
    return Statistics(
        segments=1,
        hypothesis_length=hypothesis,
        reference_length=reference,
        matches_by_stage=by_stage,
        chunks=chunks,
        perfect_segments=perfect,
        proved_segments=1,
        proved_scores=1,
        reference_matches_by_stage=of_reference,
    )


def decimal(number: float) -> Fraction:
    """The number as a person writes it."""
    return Fraction(str(number))


def weighted(by_stage: tuple[int, ...], parameters: Parameters) -> Fraction:
    """Matches, each as much as its stage counts."""
    products = zip(parameters.weights, by_stage, strict=True)
    return sum((decimal(weight) * count for weight, count in products), Fraction(0))


def mean_matches(counted: Statistics) -> Fraction:
    """Matched tokens, in the mean of both sides."""
    sides = counted.matches_by_stage, counted.reference_matches_by_stage
    return Fraction(sum(map(sum, sides)), 2)


def exact_f_mean(counted: Statistics, parameters: Parameters) -> Fraction:
    """PR / (alpha P + (1 - alpha) R)."""
    precision = weighted(counted.matches_by_stage, parameters) / counted.hypothesis_length
    recall = weighted(counted.reference_matches_by_stage, parameters) / counted.reference_length
    alpha = decimal(parameters.alpha)
    return precision * recall / (alpha * precision + (1 - alpha) * recall)


def exact_penalty(counted: Statistics, parameters: Parameters) -> Fraction:
    """gamma (chunks / mean of the matches) ^ beta; beta must be whole."""
    chunks = counted.chunks - counted.perfect_segments * parameters.waive_perfect
    if not chunks:
        return Fraction(0)  # also with beta 0: where nothing is cut, nothing is lost
    return decimal(parameters.gamma) * (chunks / mean_matches(counted)) ** int(parameters.beta)


unit = st.decimals(0, 1, places=3).map(float) | st.floats(0, 1)
positive_unit = st.decimals("0.001", 1, places=3).map(float) | st.floats(1e-9, 1)


@st.composite
def statistics(draw: st.DrawFn) -> Statistics:
    """Counts of a corpus with at least one match; as many on both sides, or not."""
    by_stage = draw(st.tuples(*[st.integers(0, 10**4)] * 3).filter(any))
    others = st.tuples(*[st.integers(1, 10**4) if count else st.just(0) for count in by_stage])
    of_reference = draw(st.just(by_stage) | others)
    fewest = min(sum(by_stage), sum(of_reference))
    perfect = draw(st.integers(0, fewest))
    return counts(
        hypothesis=sum(by_stage) + draw(st.integers(0, 10**4)),
        reference=sum(of_reference) + draw(st.integers(0, 10**4)),
        by_stage=by_stage,
        chunks=draw(st.integers(max(1, perfect), fewest)),
        perfect=perfect,
        of_reference=of_reference,
    )


parameters = st.builds(
    Parameters,
    alpha=unit,
    beta=st.integers(0, 6).map(float),
    gamma=unit,
    weights=st.tuples(positive_unit, positive_unit, positive_unit),
    waive_perfect=st.booleans(),
)


@settings(max_examples=500)
@given(statistics(), parameters)
def test_whole_exponents_give_the_float_nearest_to_the_formula(
    counted: Statistics, parameters: Parameters
) -> None:
    f_mean, penalty = exact_f_mean(counted, parameters), exact_penalty(counted, parameters)
    measured = measure(counted, parameters)
    chunks = counted.chunks - counted.perfect_segments * parameters.waive_perfect
    assert measured.fragmentation == float(chunks / mean_matches(counted))
    assert measured.f_mean == float(f_mean)
    assert measured.penalty == float(penalty)
    assert measured.score == float(f_mean * (1 - penalty))


@given(statistics(), parameters)
def test_precision_and_recall_weigh_each_stage(counted: Statistics, parameters: Parameters) -> None:
    matched = weighted(counted.matches_by_stage, parameters)
    of_reference = weighted(counted.reference_matches_by_stage, parameters)
    measured = measure(counted, parameters)
    assert measured.precision == float(matched / counted.hypothesis_length)
    assert measured.recall == float(of_reference / counted.reference_length)


broken = st.floats(0.01, 9.99).filter(lambda beta: not beta.is_integer())
large = st.integers(50, 1000).map(float)


@given(statistics(), parameters, broken | large)
def test_other_exponents_are_right_to_twelve_places(
    counted: Statistics, parameters: Parameters, beta: float
) -> None:
    parameters = replace(parameters, beta=beta)
    chunks = counted.chunks - counted.perfect_segments * parameters.waive_perfect
    with localcontext(prec=50):
        mean = mean_matches(counted)
        power = (Decimal(chunks * mean.denominator) / mean.numerator) ** Decimal(beta)
        penalty = Decimal(parameters.gamma) * power
    measured = measure(counted, parameters)
    assert math.isclose(measured.penalty, penalty, rel_tol=1e-12, abs_tol=1e-300)
    score = exact_f_mean(counted, parameters) * (1 - Fraction(penalty))
    assert math.isclose(measured.score, score, abs_tol=1e-12)


def test_the_papers_numbers_give_the_papers_form() -> None:
    """10PR / (R + 9P) and .5 (chunks / matches) ^ 3, here P 6/8, R 6/10, 2 chunks."""
    measured = measure(counts(8, 10, (4, 1, 1), 2), PAPER)
    precision, recall = Fraction(6, 8), Fraction(6, 10)
    f_mean = 10 * precision * recall / (recall + 9 * precision)
    assert measured.f_mean == float(f_mean)
    assert measured.penalty == float(Fraction(1, 2) * Fraction(2, 6) ** 3)
    assert measured.fragmentation == 2 / 6
    assert measured.score == float(f_mean * (1 - Fraction(1, 54)))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *[("alpha", -0.001), ("alpha", 1.001), ("alpha", math.nan), ("alpha", math.inf)],
        *[("beta", -1.0), ("beta", math.nan), ("beta", math.inf)],
        *[("gamma", -0.5), ("gamma", 2.0), ("gamma", math.nan)],
    ],
)
def test_a_parameter_out_of_range_is_refused_by_name(field: str, value: float) -> None:
    changed: dict[str, Any] = {field: value}
    with pytest.raises(ParameterError, match=rf"^{field} is {value}"):
        Meteor(**changed)


@pytest.mark.parametrize("weight", [-0.1, 1.1, math.nan, math.inf])
def test_a_weight_out_of_range_is_refused_by_name(weight: float) -> None:
    with pytest.raises(ParameterError, match=f"weight is {weight}"):
        Meteor(weights=[1, 1, weight])


@pytest.mark.parametrize(
    ("field", "value"), [("alpha", 0), ("alpha", 1), ("beta", 0), ("beta", 3), ("gamma", 1)]
)
def test_a_whole_parameter_may_be_written_without_a_point(field: str, value: int) -> None:
    whole: dict[str, Any] = {field: value}
    pointed: dict[str, Any] = {field: float(value)}
    texts = "the cat sat", ["sat the cat here"]
    assert Meteor(**whole).score(*texts).score == Meteor(**pointed).score(*texts).score


HUGE_EXPONENT = """
from meteor_core import Meteor
print(Meteor(beta=1e9).score("the cat sat", ["sat the cat here"]).penalty)
"""


def test_a_huge_exponent_leaves_no_penalty_and_takes_no_time() -> None:
    # In a process of its own, for arithmetic on numbers of that size cannot be interrupted.
    run = subprocess.run(
        [sys.executable, "-c", HUGE_EXPONENT], capture_output=True, timeout=10, check=True
    )
    assert float(run.stdout) == 0.0


VARIANTS = ["classic", "banerjee-lavie-2005", "lavie-agarwal-2007", "linear-penalty", "nltk"]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(
    ("hypothesis", "reference"),
    [("", ""), ("", "the cat"), ("the cat", ""), ("the cat", "a dog"), (" \n", "...")],
)
def test_nothing_in_common_scores_nothing(
    variant: VariantName, hypothesis: str, reference: str
) -> None:
    assert Meteor(variant).score(hypothesis, [reference]).measures == NOTHING


def test_stepwise_measures_count_each_side_of_a_match_of_unequal_lengths() -> None:
    """Three tokens are matched with one: the recall is one of two, not three of two."""
    statistics = Statistics(
        segments=1,
        hypothesis_length=4,
        reference_length=2,
        chunks=1,
        perfect_segments=0,
        proved_segments=1,
        proved_scores=1,
        matches_by_stage=(3,),
        reference_matches_by_stage=(1,),
    )
    measured = measure(statistics, replace(PAPER, weights=(1.0,), stepwise=True))
    assert (measured.precision, measured.recall, measured.fragmentation) == (0.75, 0.5, 0.5)


@pytest.mark.parametrize("stepwise", [False, True])
def test_matches_that_count_nothing_score_nothing(stepwise: bool) -> None:  # noqa: FBT001  # a column
    weightless = replace(PAPER, weights=(0.0, 0.0, 1.0), stepwise=stepwise)
    assert measure(counts(5, 5, (3, 2, 0), 1), weightless) == NOTHING


@pytest.mark.parametrize("length", [1, 2, 3, 6, 7, 30])
def test_a_perfect_segment_scores_one_in_classic_and_less_by_the_papers(length: int) -> None:
    text = " ".join(f"word{n}" for n in range(length))
    assert Meteor("classic").score(text, [text]).score == 1.0
    by_paper = 1 - Fraction(1, 2) / length**3
    assert Meteor("banerjee-lavie-2005").score(text, [text]).score == float(by_paper)
    assert Meteor("nltk").score(text, [text]).score == pytest.approx(float(by_paper), rel=1e-15)


@pytest.mark.parametrize(
    ("hypothesis", "reference", "reason"),
    [
        ("the cat sat", "the cat sat down", "a word of the reference is left"),
        ("the cat sat down", "the cat sat", "a word of the hypothesis is left"),
        ("cat the", "the cat", "two chunks"),
    ],
)
def test_a_segment_that_is_not_perfect_pays(hypothesis: str, reference: str, reason: str) -> None:
    result = Meteor("classic").score(hypothesis, [reference])
    assert (result.statistics.perfect_segments, result.penalty > 0) == (0, True), reason


HYPOTHESES = ["the cat sat", "a dog barked at me", "no match whatsoever"]
REFERENCES = ["the cat sat", "a dog barks at you", "something else"]
# matched 3 of 3 and 3, one chunk; 4 ("barks" by its stem) of 5 and 5, one chunk; 0 of 3 and 2.


@pytest.mark.parametrize(("variant", "chunks"), [("classic", 1), ("banerjee-lavie-2005", 2)])
def test_a_corpus_scores_its_summed_statistics(variant: VariantName, chunks: int) -> None:
    """A perfect segment's chunk is waived in classic; the matches of all segments count."""
    result = Meteor(variant).corpus(HYPOTHESES, [REFERENCES])
    precision, recall = Fraction(7, 11), Fraction(7, 10)
    f_mean = precision * recall / (Fraction(9, 10) * precision + Fraction(1, 10) * recall)
    assert result.statistics.matches_by_stage == (6, 1, 0)
    assert (result.segments, result.chunks, result.matches) == (3, 2, 7)
    assert result.score == float(f_mean * (1 - Fraction(1, 2) * Fraction(chunks, 7) ** 3))


def test_a_corpus_of_nothing_scores_nothing() -> None:
    result = Meteor().corpus([], [[]])
    assert all(math.isnan(value) for value in astuple(result.measures))  # 0 would be a score
    assert (result.segments, result.optimal) == (0, 1.0)


@given(st.lists(st.tuples(*[st.text("ab c", max_size=12)] * 2), min_size=1, max_size=6))
def test_a_corpus_may_be_summed_in_parts(pairs: list[tuple[str, str]]) -> None:
    meteor = Meteor("classic", stages=["exact"])
    total = meteor.zero()
    for hypothesis, reference in reversed(pairs):
        total += meteor.score(hypothesis, [reference]).statistics
    whole = meteor.corpus([pair[0] for pair in pairs], [[pair[1] for pair in pairs]])
    summed = meteor.corpus_result(total)
    assert summed.shortfall is None
    assert replace(whole, shortfall=None) == summed


@pytest.mark.parametrize(
    ("references", "chosen", "reason"),
    [
        (["a dog", "the cat"], 1, "the better one"),
        (["the cat", "the cat"], 0, "the first of equals"),
        (["The cat", "THE CAT", "the cat"], 0, "equal but for case"),
        (["nothing", "of", "the sort"], 2, "one word is better than none"),
        (["nothing", "alike"], 0, "the first, if all score nothing"),
        (["", "cat"], 1, "an empty one among them"),
    ],
)
def test_the_best_of_several_references_counts(
    references: list[str], chosen: int, reason: str
) -> None:
    result = Meteor().score("the cat", references)
    assert result.reference == chosen, reason
    assert result.score == max(Meteor().score("the cat", [text]).score for text in references)
    assert result.alignment.reference.text == references[chosen]


def test_a_corpus_counts_the_chosen_references_only() -> None:
    result = Meteor().corpus(["the cat", "a dog"], [["the cat", "x y z"], ["x y z", "a dog"]])
    assert (result.reference_length, result.matches, result.score) == (4, 4, 1.0)


# matches, chunks and lengths counted by hand on the two sentences; the score by the formula
EXAMPLES = {
    "glee": (
        "Under the starry night, we danced with glee.",
        "We danced with joy under the starry night.",
        (1, 7, 2),
        Fraction(7, 8) * (1 - Fraction(1, 2) * Fraction(2, 7)),
    ),
    "jumbled": (
        "Danced we with under joy the night starry.",
        "We danced with joy under the starry night.",
        (1, 8, 8),
        Fraction(1, 2),
    ),
    "glee-cubed": (
        "Under the starry night, we danced with glee.",
        "We danced with joy under the starry night.",
        (3, 7, 2),
        Fraction(7, 8) * (1 - Fraction(1, 2) * Fraction(2, 7) ** 3),
    ),
    "president": (
        "the president spoke to the audience",
        "the president then spoke to the audience",
        (1, 6, 2),
        Fraction(20, 23) * (1 - Fraction(1, 2) * Fraction(2, 6)),  # P 1, R 6/7
    ),
    "fox": (
        "A quick brown fox jumps over a lazy dog",
        "The quick brown fox jumps over the lazy dog",
        (3, 7, 2),
        Fraction(7, 9) * (1 - Fraction(1, 2) * Fraction(2, 7) ** 3),
    ),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_worked_examples_of_the_literature(name: str) -> None:
    hypothesis, reference, (beta, matches, chunks), score = EXAMPLES[name]
    result = Meteor("linear-penalty", beta=float(beta)).score(hypothesis, [reference])
    assert (result.matches, result.chunks) == (matches, chunks)
    assert result.score == float(score)


def test_published_examples(shared: Path) -> None:
    published = (shared / "conformance/published-examples.tsv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(published.splitlines(), delimiter="\t"))
    assert {row["id"] for row in rows} >= set(EXAMPLES)
    for row in rows:
        meteor = Meteor(
            "linear-penalty",
            stages=row["stages"].split(","),
            alpha=float(row["alpha"]),
            beta=float(row["beta"]),
            gamma=float(row["gamma"]),
        )
        result = meteor.score(row["hypothesis"], [row["reference"]])
        assert (result.matches, result.chunks) == (int(row["matches"]), int(row["chunks"]))
        for name in ("precision", "recall", "f_mean", "penalty", "score"):
            assert math.isclose(getattr(result, name), float(row[name]), rel_tol=4e-16), row["id"]


# What METEOR 1.5 counts of two pairs in which paraphrases join unequal numbers of words, and the
# precision, recall, penalty and score that it prints. Of its stages exact and paraphrase; the
# others match nothing here.
#     java -jar meteor-1.5.jar HYPOTHESES REFERENCES -l en -ssOut (the counts), -vOut (the measures)
PARAPHRASED = [
    (
        # as a matter of fact the committee has taken into account all of the proposals
        # in fact , the committee considered all proposals
        Statistics(
            segments=1,
            hypothesis_length=15,
            reference_length=8,
            matches_by_stage=(4, 8),
            chunks=4,
            perfect_segments=0,
            proved_segments=0,
            proved_scores=0,
            hypothesis_function_words=9,
            reference_function_words=4,
            hypothesis_function_matches=(2, 4),
            reference_function_matches=(2, 1),
            reference_matches_by_stage=(4, 3),
        ),
        (0.6518518518518518, 0.7625, 0.5046828275580089, 0.36830177396109126),
    ),
    (
        # the report will be published in the near future despite the fact that it rained
        # the report will soon be published although it was raining
        Statistics(
            segments=1,
            hypothesis_length=15,
            reference_length=10,
            matches_by_stage=(6, 4),
            chunks=4,
            perfect_segments=0,
            proved_segments=0,
            proved_scores=0,
            hypothesis_function_words=8,
            reference_function_words=5,
            hypothesis_function_matches=(4, 2),
            reference_function_matches=(4, 0),
            reference_matches_by_stage=(6, 1),
        ),
        (0.5103448275862068, 0.5900000000000001, 0.5160353623094653, 0.2790069795869507),
    ),
]
PARAPHRASED_CORPUS = (
    *(0.5785714285714285, 0.6666666666666666),
    *(0.5101698002503163, 0.3192616872236924),
)


def test_sides_that_differ_score_as_in_meteor_15() -> None:
    ranking = Parameters(alpha=0.85, beta=0.2, gamma=0.6, weights=(1.0, 0.6), delta=0.75)
    total = Statistics.zero(2)
    for counted, expected in PARAPHRASED:
        measured = measure(counted, ranking)
        found = (measured.precision, measured.recall, measured.penalty, measured.score)
        assert found == pytest.approx(expected, rel=1e-14)
        total += counted
    measured = measure(total, ranking)
    found = (measured.precision, measured.recall, measured.penalty, measured.score)
    assert found == pytest.approx(PARAPHRASED_CORPUS, rel=1e-14)
