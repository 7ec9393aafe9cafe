"""Columns of counts say the same as the scorer's own results."""

import random
from typing import Any

import numpy as np
import pytest

from meteor_core import IMPLEMENTATION, Meteor
from meteor_core.batch.batch import MEASURES
from meteor_widget.scoring import prepared_blocks
from meteor_widget.scoring.background_scoring import BackgroundScoring
from meteor_widget.scoring.prepared_blocks import PreparedBlocks
from meteor_widget.scoring.scored_corpus import ScoredCorpus

WORDS = ("we", "danced", "dancing", "with", "glee", "joy", "the", "of", "cities", "city")

OPTIONS: list[dict[str, Any]] = [
    {},
    {"delta": 0.7},
    {"weights": (1, 0.6, 0.8)},
    {"variant": "nltk"},
]


def _texts(seed: int, size: int) -> list[str]:
    chooser = random.Random(seed)
    return [" ".join(chooser.choices(WORDS, k=chooser.randrange(12))) for _ in range(size)]


def _corpus(size: int = 40, **options: Any) -> ScoredCorpus:
    meteor = Meteor(**options)
    hypotheses, *references = (
        (_texts(seed, min(size, 1000)) * (size // 1000 + 1))[:size] for seed in (1, 2, 3)
    )
    return ScoredCorpus(meteor, hypotheses, references)


@pytest.mark.parametrize("options", OPTIONS)
def test_every_segment_has_the_scorers_numbers(options: dict[str, Any]) -> None:
    corpus = _corpus(**options)
    corpus.score()
    results = list(corpus.meteor.segments(corpus.hypotheses, corpus.references))
    for segment, result in enumerate(results):
        score = corpus.segment_score(segment)
        assert score.statistics == result.statistics
        assert score.measures == result.measures
        assert (score.reference, score.optimal) == (result.reference, result.optimal)
        assert score.signature == result.signature
        assert corpus.result(segment) == result
        for name, value in zip(MEASURES, corpus.measures[segment], strict=True):
            assert value == getattr(result.measures, name)


@pytest.mark.parametrize("options", OPTIONS)
def test_totals_are_the_scorers(options: dict[str, Any]) -> None:
    corpus = _corpus(**options)
    corpus.score()
    assert corpus.total() == corpus.meteor.corpus(corpus.hypotheses, corpus.references)
    some = np.array([3, 1, 20])
    chosen = [corpus.hypotheses[index] for index in some]
    references = [[stream[index] for index in some] for stream in corpus.references]
    assert corpus.total(some) == corpus.meteor.corpus(chosen, references)


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks of five segments."""
    monkeypatch.setattr(prepared_blocks, "_MAX_BLOCK_SEGMENTS", 5)


@pytest.mark.usefixtures("small_blocks")
def test_scoring_stops_and_goes_on() -> None:
    corpus = _corpus()
    asked = iter([True] * 3 + [False])
    corpus.score(lambda: next(asked))
    assert corpus.done == 15
    assert corpus.total().segments == 15
    assert not corpus.counts[15:].any()
    corpus.score()
    assert corpus.total() == corpus.meteor.corpus(corpus.hypotheses, corpus.references)


def test_long_segments_make_short_blocks() -> None:
    """So that cancelling does not wait for a whole block of them."""
    texts = ["a " * 20_000] * 4 + ["a"] * 10
    corpus = ScoredCorpus(Meteor(), texts, [texts])
    ends: list[int] = []

    def go_on() -> bool:
        ends.append(corpus.done)
        return True

    corpus.score(go_on)
    assert ends == [0, 2, 4]
    assert corpus.done == 14
    assert corpus.total().score == 1


@pytest.mark.usefixtures("small_blocks")
def test_systems_share_references_in_any_order_of_work() -> None:
    meteor, references = Meteor(), [_texts(2, 33), _texts(3, 33)]
    blocks = PreparedBlocks(meteor, references, systems=3)
    systems = [
        ScoredCorpus(meteor, _texts(seed, 33), references, blocks=blocks) for seed in (4, 5, 6)
    ]
    chooser = random.Random(1)
    while unfinished := [system for system in systems if system.done < 33]:
        once = iter([True, False])
        chooser.choice(unfinished).score(lambda once=once: next(once))  # type: ignore[misc]  # bound now
    assert not blocks._waiting  # each was let go of when the last system had it
    for system in systems:
        assert system.total() == meteor.corpus(system.hypotheses, references)


def test_background_work_reports_every_segment_once_and_ends() -> None:
    corpus = _corpus(size=3000)
    reports: list[tuple[int, int, bool]] = []
    scoring = BackgroundScoring(
        corpus, lambda start, end: reports.append((start, end, scoring.running))
    )
    scoring.start()
    assert scoring.wait()
    assert [index for start, end, _ in reports for index in range(start, end)] == list(range(3000))
    assert reports[-1][2] is False


def test_background_work_is_cancelled_and_resumed() -> None:
    size = 100_000 if IMPLEMENTATION == "compiled" else 10_000  # more than one can cancel before
    corpus = _corpus(size=size)
    scoring = BackgroundScoring(corpus, lambda start, end: None)
    scoring.start()
    scoring.cancel()
    assert scoring.wait()
    assert not scoring.running
    stopped = corpus.done
    assert stopped < size
    scoring.start()
    assert scoring.wait()
    assert corpus.done == size


def test_waiting_has_a_limit() -> None:
    scoring = BackgroundScoring(_corpus(size=300_000), lambda start, end: None)
    scoring.start()
    assert scoring.wait(0.05) is False
    scoring.cancel()
    assert scoring.wait()


@pytest.mark.usefixtures("small_blocks")
def test_what_ends_the_work_is_kept() -> None:
    corpus = _corpus(size=10)
    corpus.hypotheses = [*corpus.hypotheses[:8], None, "x"]  # type: ignore[misc, list-item]  # broken on purpose
    scoring = BackgroundScoring(corpus, lambda start, end: None)
    scoring.start()
    assert scoring.wait()
    assert isinstance(scoring.error, TypeError)
    assert corpus.done == 5
