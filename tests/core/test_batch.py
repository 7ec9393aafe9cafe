"""Batches: the numbers of ``Meteor.score``, as columns, however they are read and shared out."""

import gc
import math
import multiprocessing
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
import tracemalloc
import types
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Executor, Future
from dataclasses import replace
from itertools import chain, count, islice, zip_longest
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import meteor_core.batch.python_scorer
from meteor_core import (
    InputError,
    InputTypeError,
    Meteor,
    ParameterError,
    SegmentResult,
    Statistics,
)
from meteor_core.batch.batch import MEASURES, ScoredBatch, count_columns
from meteor_core.batch.parallel import score_in_threads
from meteor_core.batch.parallel_processes import score_in_processes
from meteor_core.batch.python_vocabulary import PythonVocabulary
from meteor_core.configuration import configure
from meteor_core.score.results import SegmentScore
from meteor_core.text.streams import Block, parallel_blocks
from tests.core.implementations import limit_vocabularies
from tests.usable_variants import USABLE_VARIANTS

EXAMPLES = Path(__file__).parents[2] / "examples"
CLASSIC = Meteor()
BY_VARIANT = {variant: Meteor(variant) for variant in USABLE_VARIANTS} | {
    "one stage": Meteor(stages=["exact"]),
    "delta": Meteor(delta=0.7, weights=[1, 0.6, 0.8], beta=0.9),
    "small budget": Meteor(budget=1),
}
WORDS = "the a cat cats mat sat sits on car auto automobile run ran . , The CAT".split()  # noqa: SIM905  # easier to read
texts = st.lists(st.sampled_from(WORDS) | st.text(max_size=3), max_size=9).map(" ".join)


def example(name: str) -> list[str]:
    return (EXAMPLES / f"city-news.{name}.en").read_text(encoding="utf-8").splitlines()


HYPOTHESES = example("hyp")
REFERENCES = [example("ref"), example("fluent"), example("literal")]


def rows(batches: Sequence[ScoredBatch]) -> list[SegmentScore]:
    return list(chain.from_iterable(batches))


def without_alignment(result: SegmentResult) -> SegmentScore:
    return SegmentScore(
        statistics=result.statistics,
        measures=result.measures,
        signature=result.signature,
        reference=result.reference,
        optimal=result.optimal,
    )


def scored(
    meteor: Meteor, hypotheses: Sequence[str], references: Sequence[Sequence[str]]
) -> list[SegmentResult]:
    """Each segment by itself."""
    by_segment = zip(hypotheses, zip(*references, strict=True), strict=True)
    return [meteor.score(hypothesis, alternatives) for hypothesis, alternatives in by_segment]


def assert_same(batch: ScoredBatch, results: Sequence[SegmentResult]) -> None:
    """Every column and every row, to the last bit."""
    assert list(batch) == [without_alignment(result) for result in results]
    for name in (*MEASURES, "shortfall"):
        assert getattr(batch, name).tolist() == [getattr(each, name) for each in results]
    for name in ("reference", "hypothesis_length", "reference_length", "chunks", "matches"):
        assert getattr(batch, name).tolist() == [getattr(each, name) for each in results]
    assert batch.optimal.tolist() == [int(each.optimal) for each in results]
    assert batch.chunk_gap.tolist() == [each.alignment.chunk_gap for each in results]
    counted = [each.statistics for each in results]
    assert batch.perfect.tolist() == [each.perfect_segments for each in counted]
    for name in ("hypothesis_function_words", "reference_function_words"):
        assert getattr(batch, name).tolist() == [getattr(each, name) for each in counted]
    for name in (
        "matches_by_stage",
        "hypothesis_function_matches",
        "reference_function_matches",
        "reference_matches_by_stage",
    ):
        columns = [column.tolist() for column in getattr(batch, name)]
        assert [*zip(*columns, strict=True)] == [getattr(each, name) for each in counted]
    assert [batch.statistics(row) for row in range(len(batch))] == counted
    assert [*zip(*batch.counts, strict=True)] == [each.counts() for each in counted]


@pytest.mark.parametrize("sets", [1, 3])
@pytest.mark.parametrize("name", BY_VARIANT)
def test_real_segments_score_as_one_by_one(name: str, sets: int) -> None:
    meteor, hypotheses = BY_VARIANT[name], HYPOTHESES[:8]
    references = [texts[:8] for texts in REFERENCES[:sets]]
    batch = meteor.batch(hypotheses, references)
    results = scored(meteor, hypotheses, references)
    assert_same(batch, results)
    total = meteor.zero()
    for result in results:
        total += result.statistics
    assert batch.total == total
    assert (batch.signature, batch.stages) == (
        meteor.signature(sets),
        tuple(stage.name for stage in meteor.configuration.stages),
    )


@pytest.mark.parametrize("name", BY_VARIANT)
@settings(max_examples=60)
@given(st.lists(st.tuples(texts, texts, texts), max_size=5))
def test_any_segments_score_as_one_by_one(name: str, segments: list[tuple[str, ...]]) -> None:
    hypotheses, *references = ([segment[side] for segment in segments] for side in range(3))
    meteor = BY_VARIANT[name]
    assert_same(meteor.batch(hypotheses, references), scored(meteor, hypotheses, references))


SIDES_DIFFER = Statistics(
    segments=1,
    hypothesis_length=16,
    reference_length=12,
    matches_by_stage=(4, 8, 3),
    chunks=5,
    perfect_segments=0,
    proved_segments=1,
    proved_scores=1,
    hypothesis_function_words=9,
    reference_function_words=6,
    hypothesis_function_matches=(2, 5, 1),
    reference_function_matches=(3, 1, 0),
    reference_matches_by_stage=(4, 6, 2),
)


def test_the_first_of_equal_references_is_chosen() -> None:
    batch = CLASSIC.batch(
        ["the cat", "the cat", "the cat"],
        [["a dog", "The cat", "nothing"], ["the cat", "the cat", "alike"], ["THE CAT", "", "x"]],
    )
    assert batch.reference.tolist() == [1, 0, 0]


@pytest.mark.parametrize("references", [[[]], [[], []]])
def test_a_batch_of_nothing_is_empty(references: list[list[str]]) -> None:
    batch = CLASSIC.batch([], references)
    assert (len(batch), list(batch), batch.total) == (0, [], CLASSIC.zero())
    assert (batch.score.tolist(), batch.matches.tolist()) == ([], [])
    assert list(CLASSIC.batches([], references)) == []


def test_rows_are_found_from_either_end_and_nowhere_else() -> None:
    batch = CLASSIC.batch(["the cat", "a dog"], [["the cat", "a cat"]])
    assert (batch[-1], batch[-2]) == (batch[1], batch[0])
    for row in (2, -3):
        with pytest.raises(IndexError, match=f"no row {row} in a batch of 2"):
            batch[row]
        with pytest.raises(IndexError, match=f"no row {row} in a batch of 2"):
            batch.statistics(row)


@pytest.mark.parametrize(
    "chosen", [slice(0, 1), slice(None), slice(3, 3), slice(-2, None), slice(None, None, -2)]
)
def test_a_slice_is_the_batch_of_its_rows(chosen: slice) -> None:
    batch = CLASSIC.batch(HYPOTHESES, REFERENCES)
    part = CLASSIC.batch(HYPOTHESES[chosen], [texts[chosen] for texts in REFERENCES])
    assert batch[chosen] == part
    assert list(batch[chosen]) == list(batch)[chosen]


def test_columns_are_views_of_one_buffer_that_nobody_can_write_to() -> None:
    batch = CLASSIC.batch(HYPOTHESES, REFERENCES)
    for measures in (batch.score, batch.penalty):
        assert (measures.format, measures.readonly, measures.contiguous) == ("d", True, True)
    for counts in (batch.reference, batch.matches, *batch.matches_by_stage):
        assert (counts.format, counts.readonly, counts.contiguous) == ("q", True, True)
    assert batch.score.obj is batch.recall.obj
    assert batch.chunks.obj is batch.matches_by_stage[0].obj
    assert len(batch.chunks.obj) == count_columns(3) * len(batch)  # type: ignore[arg-type]  # an array


def test_a_batch_can_be_pickled_in_about_the_size_of_its_numbers() -> None:
    batch = CLASSIC.batch(HYPOTHESES * 10, [REFERENCES[0] * 10])
    pickled = pickle.dumps(batch)
    assert pickle.loads(pickled) == batch
    assert len(pickled) < len(batch) * 8 * (count_columns(3) + len(MEASURES)) + 2000


def test_a_pickled_scorer_is_made_with_the_same_arguments() -> None:
    for meteor in (*BY_VARIANT.values(), Meteor("nltk", "de", tokenizer="words", gamma=0.25)):
        again = pickle.loads(pickle.dumps(meteor))
        assert again.signature(2) == meteor.signature(2)
        assert again.batch(WORDS, [WORDS[1:] + WORDS[:1]]) == meteor.batch(
            WORDS, [WORDS[1:] + WORDS[:1]]
        )


# ── Prepared references


def test_prepared_references_serve_any_number_of_systems() -> None:
    prepared = CLASSIC.prepare(REFERENCES)
    assert (len(prepared), len(prepared.texts)) == (len(HYPOTHESES), 3)
    for system in (HYPOTHESES, HYPOTHESES[::-1], REFERENCES[0], [""] * len(HYPOTHESES)):
        assert CLASSIC.batch(system, prepared) == CLASSIC.batch(system, REFERENCES)


def test_prepared_references_outlive_vocabularies(monkeypatch: pytest.MonkeyPatch) -> None:
    limit_vocabularies(monkeypatch, 20)
    monkeypatch.setattr(meteor_core.batch.python_scorer, "_GROWTH", 50)
    meteor = Meteor()
    prepared = meteor.prepare(REFERENCES)
    for number in range(5):
        others = [f"{text} {number}x{row}" for row, text in enumerate(HYPOTHESES)]
        meteor.corpus(others, REFERENCES)  # has the vocabulary renewed
        assert meteor.batch(others, prepared) == Meteor().batch(others, REFERENCES)


def test_references_of_an_equal_scorer_are_taken_those_of_another_refused() -> None:
    prepared = Meteor(alpha=0.9).prepare(REFERENCES)
    assert CLASSIC.batch(HYPOTHESES, prepared) == CLASSIC.batch(HYPOTHESES, REFERENCES)
    with pytest.raises(InputError, match=r"prepared for METEOR\|nrefs:3.*alpha:0\.9.*, not for"):
        Meteor(alpha=0.8).batch(HYPOTHESES, prepared)


def test_eight_threads_share_prepared_references() -> None:
    meteor, together = Meteor(), threading.Barrier(8)
    prepared = meteor.prepare(REFERENCES)
    batches: list[ScoredBatch] = []

    def score() -> None:
        together.wait()
        batches.append(meteor.batch(HYPOTHESES, prepared))

    threads = [threading.Thread(target=score) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert batches == [Meteor().batch(HYPOTHESES, REFERENCES)] * 8


# ── Segments with different numbers of references

NONE_AT: list[list[int]] = [[1, 2], [0], [], [0, 1], [2], [1]]
"""Sets without a reference for a segment, segment by segment, again and again."""


@pytest.mark.parametrize("missing", [math.nan, np.float32("nan"), pd.NA, pd.NaT], ids=repr)
def test_what_pandas_has_for_none_is_none(missing: Any) -> None:
    meteor = Meteor()
    hypotheses, other = ["a cat", "a dog"], ["a", "a dog"]
    given = pd.Series(["a cat", missing], dtype=object)
    batch = meteor.batch(hypotheses, [given])
    assert list(batch.problems) == [1]
    assert batch == meteor.batch(hypotheses, [["a cat", None]])
    assert meteor.batch(hypotheses, [given, other]) == meteor.batch(
        hypotheses, [["a cat", None], other]
    )
    assert [len(each) for each in meteor.batches(hypotheses, [given])] == [2]
    assert meteor.corpus(hypotheses, [given, other]) == meteor.corpus(
        hypotheses, [["a cat", None], other]
    )
    scores = [result.score for result in meteor.segments(hypotheses, [given, other])]
    assert scores == [1.0, 1.0]
    assert meteor.score("a", ["a", missing]).score == meteor.score("a", ["a"]).score
    assert len(meteor.score_each("a", ["b", missing, "a"])) == 2


def with_gaps(references: Sequence[Sequence[str]]) -> list[list[str | None]]:
    return [
        [None if number in NONE_AT[row % len(NONE_AT)] else text for row, text in enumerate(texts)]
        for number, texts in enumerate(references)
    ]


def without_signature(score: SegmentScore) -> SegmentScore:
    return replace(score, signature=CLASSIC.signature())


@pytest.mark.parametrize("name", BY_VARIANT)
def test_segments_may_have_different_numbers_of_references(name: str) -> None:
    meteor, hypotheses = BY_VARIANT[name], HYPOTHESES[:6]
    references = with_gaps([texts[:6] for texts in REFERENCES])
    results = [
        meteor.score(hypothesis, texts)
        for hypothesis, texts in zip(hypotheses, zip(*references, strict=True), strict=True)
    ]
    for result, texts in zip(results, zip(*references, strict=True), strict=True):
        alone = meteor.score(
            result.alignment.hypothesis.text, [text for text in texts if text is not None]
        )
        assert (alone.statistics, alone.signature) == (result.statistics, result.signature)
        assert result.alignment.reference.text == texts[result.reference]
    batch = meteor.batch(hypotheses, references)
    assert batch.signature == meteor.signature(None)
    expected = [without_signature(without_alignment(result)) for result in results]
    assert list(map(without_signature, batch)) == expected
    assert meteor.batch(hypotheses, meteor.prepare(references)) == batch
    streamed = meteor.batches(iter(hypotheses), (iter(texts) for texts in references), size=5)
    assert list(map(without_signature, rows(list(streamed)))) == expected
    assert (
        list(
            map(without_signature, map(without_alignment, meteor.segments(hypotheses, references)))
        )
        == expected
    )
    corpus = meteor.corpus(hypotheses, references)
    assert (corpus.statistics, corpus.signature) == (batch.total, batch.signature)


@pytest.mark.parametrize("name", ["classic", "nltk", "small budget"])
@pytest.mark.parametrize("gap", [[0], [2, 3], [11], list(range(12))])
def test_a_segment_without_a_reference_is_told_and_the_others_are_scored(
    name: str, gap: list[int]
) -> None:
    meteor, hypotheses = BY_VARIANT[name], HYPOTHESES[:12]
    references = [
        [None if row in gap else text for row, text in enumerate(texts[:12])]
        for texts in REFERENCES[:2]
    ]
    there = [row for row in range(12) if row not in gap]
    others = meteor.batch(
        [hypotheses[row] for row in there],
        [[texts[row] for row in there] for texts in REFERENCES[:2]],
    )
    batch = meteor.batch(hypotheses, references)
    said = "there is no reference to score the hypothesis against"
    assert batch.problems == dict.fromkeys(gap, said)
    assert [list(batch)[row] for row in there] == [
        replace(score, signature=batch.signature) for score in others
    ]
    assert all(batch.score[row] != batch.score[row] for row in gap)  # NaN
    assert [batch[row].reference for row in gap] == [-1] * len(gap)
    assert batch.total == others.total
    assert batch[1:] == meteor.batch(hypotheses[1:], [texts[1:] for texts in references])
    corpus = meteor.corpus(hypotheses, references)
    assert (corpus.statistics, corpus.unscored) == (others.total, len(gap))
    assert [result.problem for result in meteor.segments(hypotheses, references)] == [
        said if row in gap else "" for row in range(12)
    ]
    if there:
        assert batch.signature == corpus.signature == meteor.signature(2)
    with pytest.raises(InputError, match=said):
        meteor.score("the cat", [None])


def test_blank_text_is_a_reference_and_none_is_not() -> None:
    batch = CLASSIC.batch(["", "the cat"], [[None, ""], ["", None]])
    assert batch.reference.tolist() == [1, 0]
    assert batch.signature == CLASSIC.signature(1)  # each segment has one


def test_a_corpus_tells_a_number_of_references_that_all_its_batches_have() -> None:
    hypotheses, texts = ["the cat"] * 3000, ["a cat"] * 3000
    gap: list[str | None] = [*texts[1:], None]
    assert CLASSIC.corpus(hypotheses, [texts, texts]).signature == CLASSIC.signature(2)
    assert CLASSIC.corpus(hypotheses, [texts, gap]).signature == CLASSIC.signature(None)
    assert CLASSIC.corpus(hypotheses, [gap[::-1], texts]).signature == CLASSIC.signature(None)
    nothing = CLASSIC.corpus([], [[], []])
    assert nothing.signature == CLASSIC.signature(2)
    assert math.isnan(nothing.score)
    assert nothing.to_dict()["score"] is None
    assert math.isnan(CLASSIC.corpus(["a b", "c"], [[None, None]]).score)


# ── What is refused

Call = Callable[[Any, Any], object]
CALLS: dict[str, Call] = {
    "batch": CLASSIC.batch,
    "batches": lambda hypotheses, references: list(CLASSIC.batches(hypotheses, references)),
    "small": lambda hypotheses, references: list(CLASSIC.batches(hypotheses, references, size=1)),
    "prepared": lambda hypotheses, references: CLASSIC.batch(
        hypotheses, CLASSIC.prepare(references)
    ),
    "corpus": CLASSIC.corpus,
}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize(
    ("hypotheses", "references", "said"),
    [
        ("the cat", [["the cat"]], "^hypotheses must be a list of strings"),
        (["the cat"], "the cat", "^references must be a list of strings"),
        (["a"], [["a"], "a"], r"^references\[1\] must be a list of strings"),
        (["a", None], [["a", "b"]], r"^hypotheses\[1\] must be a string, not NoneType"),
        (["a", math.nan], [["a", "b"]], r"^hypotheses\[1\] must be a string, not a missing value"),
        (["a", "b"], [["a", b"b"]], r"^references\[0\]\[1\] must be a string, not bytes"),
        (["a"], [{"a"}], r"^references\[0\] must be a list .* not a set, which has no order$"),
        (["a"], ["a"], r"^references\[0\] .*: 'a'; a single set .* goes into a list: \[ref"),
        (["a"], 5, "^references must be a list of strings, not int$"),
        (5, [["a"]], "^hypotheses must be a list of strings, not int$"),
    ],
)
def test_what_is_no_text_is_refused_by_name(
    call: str, hypotheses: Any, references: Any, said: str
) -> None:
    with pytest.raises(InputTypeError, match=said):
        CALLS[call](hypotheses, references)


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize(
    ("hypotheses", "references", "said"),
    [
        (["a"], [["a", "b"]], "^hypotheses ended after 1 segment,"),
        (["a", "b"], [["a"]], r"^(references\[0\]|the prepared references) ended after 1 segment,"),
        (["a", "b"], [["a", "b"], []], r"^references\[1\] ended after 0 segments"),
        (["a"], [], "no stream of references"),
    ],
)
def test_unequal_lengths_are_refused(
    call: str, hypotheses: Any, references: Any, said: str
) -> None:
    with pytest.raises(InputError, match=said):
        CALLS[call](hypotheses, references)


@pytest.mark.parametrize("call", CALLS)
def test_references_by_segment_are_recognised_and_named_briefly(call: str) -> None:
    hypotheses = [f"the cat {number}" for number in range(528)]
    with pytest.raises(InputError, match=r"Transposed\?.*not one for each segment") as caught:
        CALLS[call](hypotheses, [[text] for text in hypotheses])
    assert len(str(caught.value)) < 300
    if call != "prepared":
        with pytest.raises(InputError, match=r"Several references of one segment are several"):
            CALLS[call](["the cat"], [["the cat", "a cat"]])


def test_turned_as_the_message_says_they_are_scored() -> None:
    by_segment = [["the cat"], ["no", "a dog"], ["x", "y", "so it is"]]
    turned = list(zip_longest(*by_segment))
    assert CLASSIC.batch(["the cat", "a dog", "so it is"], turned).reference.tolist() == [0, 1, 2]


@pytest.mark.parametrize("call", CALLS)
def test_sets_of_references_can_come_from_a_generator(call: str) -> None:
    expected = CALLS[call](HYPOTHESES, REFERENCES)
    assert CALLS[call](HYPOTHESES, (iter(texts) for texts in REFERENCES)) == expected


@pytest.mark.parametrize("name", ["size", "jobs"])
def test_sizes_and_jobs_below_one_are_refused_at_once(name: str) -> None:
    with pytest.raises(ParameterError, match=f"{name} is 0, but must be 1 or more"):
        CLASSIC.batches(["a"], [["a"]], **{name: 0})


def test_a_string_of_another_class_is_a_string() -> None:
    class Named(str):
        __slots__ = ()

    assert CLASSIC.batch([Named("the cat")], [[Named("the cat")]]).score.tolist() == [1.0]


# ── Streams of batches

MANY = [f"{text} {number}" for number in range(4) for text in HYPOTHESES]
MANY_REFERENCES = [texts * 4 for texts in REFERENCES]
Stream = Callable[..., Generator[ScoredBatch, None, None]]


def one_job(
    meteor: Meteor, hypotheses: Any, references: Any, size: int
) -> Generator[ScoredBatch, None, None]:
    return meteor.batches(hypotheses, references, size=size)


def two_threads(
    meteor: Meteor, hypotheses: Any, references: Any, size: int
) -> Generator[ScoredBatch, None, None]:
    blocks = parallel_blocks(hypotheses, references, size)
    return score_in_threads(meteor._score_block, blocks, 2)


def two_processes(
    meteor: Meteor, hypotheses: Any, references: Any, size: int
) -> Generator[ScoredBatch, None, None]:
    blocks = parallel_blocks(hypotheses, references, size)
    return score_in_processes(meteor._score_block, ScorerOf(meteor), blocks, 2)


class ScorerOf:
    """Makes the scorer of a process from a pickled one."""

    def __init__(self, meteor: Meteor) -> None:
        self.meteor = meteor

    def __call__(self) -> Callable[[Block], ScoredBatch]:
        return pickle.loads(pickle.dumps(self.meteor))._score_block  # type: ignore[no-any-return]


STREAMS: dict[str, Stream] = {
    "one job": one_job,
    "two threads": two_threads,
    "two processes": two_processes,
}
every_stream = pytest.mark.parametrize("stream", STREAMS.values(), ids=STREAMS)


@every_stream
@pytest.mark.parametrize("size", [1, 7, 36, 144, 1000])
def test_batches_of_any_size_are_the_whole_in_order(stream: Stream, size: int) -> None:
    batches = list(stream(CLASSIC, iter(MANY), [iter(texts) for texts in MANY_REFERENCES], size))
    assert [len(batch) for batch in batches] == [
        min(size, len(MANY) - first) for first in range(0, len(MANY), size)
    ]
    assert rows(batches) == list(CLASSIC.batch(MANY, MANY_REFERENCES))


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_jobs_change_no_number(jobs: int) -> None:
    batches = list(CLASSIC.batches(MANY, MANY_REFERENCES, size=40, jobs=jobs))
    assert rows(batches) == list(CLASSIC.batch(MANY, MANY_REFERENCES))


def test_a_corpus_is_the_sum_of_its_batches() -> None:
    corpus = CLASSIC.corpus(iter(MANY), [iter(texts) for texts in MANY_REFERENCES])
    assert corpus.statistics == CLASSIC.batch(MANY, MANY_REFERENCES).total


class Failing:
    """An endless stream that fails at one segment, and notes who read how much."""

    def __init__(self, fails_at: float = float("inf"), error: BaseException | None = None) -> None:
        self.read = 0
        self.threads: set[int] = set()
        self._fails_at = fails_at
        self._error = error or OSError("the disk is gone")

    def __iter__(self) -> Iterator[str]:
        for number in count():
            self.threads.add(threading.get_ident())
            if number >= self._fails_at:
                raise self._error
            self.read += 1
            yield f"the cat {number}"


@every_stream
def test_an_error_of_a_stream_comes_after_the_batches_before_it(stream: Stream) -> None:
    batches = stream(CLASSIC, Failing(25), [Failing()], 10)
    assert [len(batch) for batch in islice(batches, 2)] == [10, 10]
    with pytest.raises(OSError, match="the disk is gone"):
        next(batches)
    assert list(batches) == []


@every_stream
def test_unequal_streams_are_found_out_after_the_batches_before(stream: Stream) -> None:
    batches = stream(CLASSIC, ["a"] * 30, [["a"] * 25], 10)
    assert [len(batch) for batch in islice(batches, 2)] == [10, 10]
    with pytest.raises(InputError, match=r"^references\[0\] ended after 25 segments"):
        next(batches)


def score_with_one_job(blocks: Iterator[Block]) -> Generator[ScoredBatch, None, None]:
    return CLASSIC.score_blocks(blocks)


def score_with_threads(blocks: Iterator[Block]) -> Generator[ScoredBatch, None, None]:
    return score_in_threads(CLASSIC._score_block, blocks, 2)


def score_with_processes(blocks: Iterator[Block]) -> Generator[ScoredBatch, None, None]:
    return score_in_processes(CLASSIC._score_block, ScorerOf(CLASSIC), blocks, 2)


every_pool = pytest.mark.parametrize(
    "score_blocks", [score_with_one_job, score_with_threads, score_with_processes]
)


def block_of(size: int) -> Block:
    return Block(hypotheses=["a cat"] * size, references=[["the cat"] * size])


@every_pool
def test_an_empty_block_brings_all_results_before_the_next_is_asked_for(
    score_blocks: Callable[[Iterator[Block]], Generator[ScoredBatch, None, None]],
) -> None:
    sizes = [0, 3, 0, 0, 1, 4, 1, 0, 5, 9, 0]
    given: list[int] = []
    taken: list[int] = []

    def blocks() -> Iterator[Block]:
        for size in sizes:
            if given and not given[-1]:
                assert taken == [size for size in given if size]
            given.append(size)
            yield block_of(size)

    taken.extend(len(batch) for batch in score_blocks(blocks()))
    assert taken == [size for size in sizes if size]


class AtOnce(Executor):
    """An executor whose results are always there."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def test_results_that_are_there_are_given_before_the_next_block_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first waits for the second, as one alone needs no pool."""
    monkeypatch.setattr("meteor_core.batch.parallel.ThreadPoolExecutor", lambda _: AtOnce())
    taken: list[int] = []

    def blocks() -> Iterator[Block]:
        for size in range(1, 9):
            assert taken == ([] if size == 2 else list(range(1, size)))
            yield block_of(size)

    taken.extend(len(batch) for batch in score_with_threads(blocks()))
    assert taken == list(range(1, 9))


def test_one_block_alone_starts_no_process() -> None:
    def blocks() -> Iterator[Block]:
        for size in (3, 0, 2, 0):
            yield block_of(size)

    for _ in score_with_processes(blocks()):
        assert multiprocessing.active_children() == []


def signals_of_a_worker() -> Callable[[Block], ScoredBatch]:
    def fail(_: Block) -> ScoredBatch:
        names = ("SIGINT", "SIGTERM", "SIGHUP")
        handlers = [signal.getsignal(getattr(signal, name)) for name in names]
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, ())
        raise ValueError(f"{[str(handler) for handler in handlers]} {blocked}")

    return fail


@pytest.mark.skipif(sys.platform == "win32", reason="signals as POSIX has them")
def test_workers_leave_signals_to_the_parent() -> None:
    before = {name: signal.getsignal(name) for name in (signal.SIGTERM, signal.SIGHUP)}
    for name in before:
        signal.signal(name, lambda *_: None)  # is inherited by processes that are forked
    try:
        blocks = iter([block_of(1), block_of(1)])
        expected = re.escape(f"{[str(signal.SIG_IGN)] * 3} set()")
        with pytest.raises(ValueError, match=expected):
            list(score_in_processes(CLASSIC._score_block, signals_of_a_worker, blocks, 2))
        assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == set()
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)


def fail_at_bad_words(block: Block) -> ScoredBatch:
    if "bad" in block.hypotheses:
        raise ValueError("a bad word")
    return CLASSIC._score_block(block)


def failing_scorer() -> Callable[[Block], ScoredBatch]:
    return fail_at_bad_words


@pytest.mark.parametrize("pool", ["threads", "processes"])
def test_an_error_in_a_job_reaches_the_caller_in_its_place(pool: str) -> None:
    blocks = parallel_blocks(["good"] * 6 + ["bad"] + ["good"] * 50, [["good"] * 57], 2)
    batches = (
        score_in_threads(fail_at_bad_words, blocks, 2)
        if pool == "threads"
        else score_in_processes(fail_at_bad_words, failing_scorer, blocks, 2)
    )
    assert [len(batch) for batch in islice(batches, 3)] == [2, 2, 2]
    with pytest.raises(ValueError, match="a bad word"):
        next(batches)


@every_stream
def test_an_endless_stream_is_read_a_little_ahead_by_one_thread(stream: Stream) -> None:
    hypotheses, references = Failing(), Failing()
    batches = stream(CLASSIC, hypotheses, [references], 5)
    for number, _ in enumerate(islice(batches, 20), start=1):
        assert 5 * number <= hypotheses.read == references.read <= 5 * (number + 4)
    batches.close()
    assert hypotheses.threads == references.threads == {threading.get_ident()}


@every_stream
@pytest.mark.parametrize("taken", [0, 1, 3])
def test_a_stream_closed_early_leaves_nothing_behind(stream: Stream, taken: int) -> None:
    threads = threading.active_count()
    batches = stream(CLASSIC, Failing(), [Failing()], 5)
    assert len(list(islice(batches, taken))) == taken
    batches.close()
    assert list(batches) == []
    assert (threading.active_count(), multiprocessing.active_children()) == (threads, [])


@every_stream
def test_an_interrupt_while_reading_leaves_nothing_behind(stream: Stream) -> None:
    threads = threading.active_count()
    batches = stream(CLASSIC, Failing(32, KeyboardInterrupt()), [Failing()], 5)
    with pytest.raises(KeyboardInterrupt):
        list(batches)
    assert (threading.active_count(), multiprocessing.active_children()) == (threads, [])


INTERRUPTED = """
import itertools, signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell ignores it in the background
from meteor_core import Meteor
from tests.core.implementations import KERNEL_IS_THERE
texts = [itertools.repeat("the cat sat on the mat") for _ in range(2)]
batches = Meteor().batches(texts[0], [texts[1]], size=50, jobs=2)
next(batches)
print("started", flush=True)
try:
    for _ in batches:
        pass
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of a group of processes")
def test_an_interrupt_from_the_keyboard_ends_all_jobs_quietly() -> None:
    run = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    with run:
        assert run.stdout is not None
        assert run.stdout.readline() == "started\n"
        time.sleep(0.2)
        # As a terminal does it: to every process of the group.
        subprocess.run(["kill", "-INT", "--", f"-{run.pid}"], check=True)
        said, complaints = run.communicate(timeout=60)
    assert (said, complaints, run.returncode) == ("interrupted\n", "", 0)


def test_memory_stays_flat_however_many_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    limit_vocabularies(monkeypatch, 200)
    batches = Meteor(stages=["exact"]).batches(Failing(), [Failing()], size=100)
    peaks: list[int] = []
    tracemalloc.start()
    for _ in range(3):
        gc.collect()  # what other tests in this process left would decide when it happens
        tracemalloc.reset_peak()
        for _ in range(15):
            next(batches)
        peaks.append(tracemalloc.get_traced_memory()[1])
    tracemalloc.stop()
    assert peaks[2] < peaks[0] * 1.25


def test_frames_that_somebody_keeps_keep_nothing_of_a_batch() -> None:
    """As debuggers do, and exceptions: they know frames that were given what is being scored."""
    kept: list[types.FrameType] = []
    meteor = Meteor(stages=["exact"])
    new = [f"kept{number} by{number} frames{number}" for number in range(3)]
    sys.setprofile(lambda frame, event, argument: kept.append(frame))
    try:
        scores = [meteor.batch([text], [[text]]).score[0] for text in new]
        alone = [meteor.score(text[1:], [text[1:]]).score for text in new]
    finally:
        sys.setprofile(None)
    assert kept
    assert scores == alone == [1.0] * 3


def test_pieces_of_text_are_remembered_in_bounded_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Types are the same, whatever is remembered and whatever is too long for that."""
    monkeypatch.setattr("meteor_core.batch.python_vocabulary._MAX_PIECES", 20)
    vocabulary = PythonVocabulary(configure(variant="classic"))
    for number in range(200):
        text = f"the cat's x{number}, {'y' * (number % 60)} \x00 the"
        surfaces = vocabulary._tokenizer.surfaces(text)
        assert vocabulary.read(text).types == vocabulary.types(surfaces)
        assert len(vocabulary._types_of_piece) <= 30
