"""The adapter for sacrebleu, in sacrebleu's own hands."""

from collections.abc import Callable
from typing import Any

import pytest
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.significance import PairedTest, Result

from meteor_core import InputError, InputTypeError, Meteor, MeteorError
from meteorscope.adapters.sacrebleu import METEOR
from tests.adapters.conftest import Texts


def test_a_corpus_and_a_sentence_have_our_own_numbers(texts: Texts) -> None:
    sets = [texts.one, texts.other]
    metric = METEOR(variant="lavie-agarwal-2007")
    meteor = Meteor("lavie-agarwal-2007")
    score = metric.corpus_score(texts.hypotheses, sets)
    corpus = meteor.corpus(texts.hypotheses, sets)
    assert score.score == 100 * corpus.score
    assert score.result.statistics == corpus.statistics
    assert str(metric.get_signature()) == str(corpus.signature).removeprefix("METEOR|")
    one = metric.sentence_score(texts.hypotheses[0], [texts.one[0], texts.other[0]])
    assert one.score == 100 * meteor.score(texts.hypotheses[0], [t[0] for t in sets]).score


def test_references_may_be_missing_and_be_prepared_before(texts: Texts) -> None:
    some = [text if row % 3 else None for row, text in enumerate(texts.other)]
    metric = METEOR([texts.one, some])
    score = metric.corpus_score(iter(texts.hypotheses), None)
    assert score.score == 100 * Meteor().corpus(texts.hypotheses, [texts.one, some]).score
    assert metric.get_signature().format().startswith("nrefs:var|")


def test_paired_tests_run_on_its_statistics(texts: Texts) -> None:
    half = len(texts.hypotheses) // 2
    better = [*texts.other[:half], *texts.hypotheses[half:]]
    systems: Any = [("base", texts.hypotheses), ("better", better)]
    for kind in ("bs", "ar"):
        metrics: Any = {"METEOR": METEOR(), "BLEU": BLEU()}
        signatures, scores = PairedTest(
            systems, metrics, [texts.one], test_type=kind, n_samples=60
        )()
        _, other = scores["METEOR"]
        assert isinstance(other, Result)
        assert (other.p_value or 1) < 0.05
        expected = Meteor().corpus(better, [texts.one]).score
        assert other.score == 100 * expected
        assert f"nrefs:1|{kind}:60|seed:12345|variant:classic" in str(signatures["METEOR"])


def test_an_interval_holds_the_score(texts: Texts) -> None:
    score = METEOR().corpus_score(texts.hypotheses, [texts.one], n_bootstrap=50)
    assert score._mean - 3 * score._ci < score.score < score._mean + 3 * score._ci
    printed = score.format(signature=str(METEOR([texts.one]).meteor.signature()), width=1)
    assert printed.startswith("METEOR|METEOR|nrefs:1|variant:classic")


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        (
            lambda m: m.corpus_score(["a", "b"], [["a"]]),
            InputError,
            "references[0] ended after 1 segment, but there are more to score",
        ),
        (
            lambda m: m.corpus_score(["a", "b", "c"], [["a"], ["b"], ["c"]]),
            InputError,
            "references[0], references[1], references[2] ended",
        ),
        (
            lambda m: m.corpus_score(["a"], ["a"]),
            InputTypeError,
            "references[0] must be a list of strings, not one string: 'a'",
        ),
        (
            lambda m: m.corpus_score([None], [["a"]]),
            InputTypeError,
            "hypotheses[0] must be a string, not NoneType",
        ),
        (
            lambda m: m.corpus_score(b"a", [["a"]]),
            InputTypeError,
            "hypotheses must be a list of strings, not bytes",
        ),
        (
            lambda m: m.corpus_score(["a", "b"], [["a", None]]),
            InputError,
            "segment 1 cannot be scored: there is no reference to score the hypothesis against",
        ),
        (
            lambda m: m.corpus_score(["a"], None),
            InputError,
            "there are no references, neither here nor in METEOR(references=...)",
        ),
        (
            lambda m: m.sentence_score(1, ["a"]),
            InputTypeError,
            "hypothesis must be a string, not int",
        ),
        (
            lambda m: m.sentence_score("a", "a"),
            InputTypeError,
            "references must be a list of strings, not one string: 'a'",
        ),
        (
            lambda m: m.sentence_score("a", []),
            InputError,
            "there is no reference to score the hypothesis against",
        ),
        (
            lambda m: m.get_signature(),
            InputError,
            "the number of references is unknown; score something first",
        ),
        (
            lambda m: METEOR(alpa=1),  # type: ignore[call-arg]
            MeteorError,
            "unknown option of METEOR and Meteor 'alpa'; did you mean 'alpha'?",
        ),
    ],
)
def test_mistakes_are_reported_in_one_line(
    wrong: Callable[[METEOR], object], error: type[Exception], message: str
) -> None:
    with pytest.raises(error) as raised:
        wrong(METEOR())
    assert str(raised.value).startswith(message)


def test_no_segments_score_nothing() -> None:
    assert METEOR().corpus_score([], [[]]).score == 0
