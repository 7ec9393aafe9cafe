"""Scores that follow edits, against scores computed afresh."""

import asyncio
import random
from collections.abc import Callable, Iterator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meteor_core import Meteor
from meteor_lsp.scoring import scores as module
from meteor_lsp.scoring.line_scores import LineScore, Texts, line_score, line_scores
from meteor_lsp.scoring.listing import Listing
from meteor_lsp.scoring.scorer import Scorer
from meteor_lsp.scoring.scores import MAX_SEGMENT_CHARS, Order, PairScores
from tests.core.implementations import needs_the_kernel

METEOR = Meteor()
METEORS = [METEOR, Meteor(delta=0.7), Meteor("nltk")]
SEGMENTS = st.sampled_from(["a b c", "a c b", "", "b b", "d e", "a", " "])
LISTS = st.lists(SEGMENTS, max_size=7)
EDITS = st.tuples(st.integers(0, 3), st.integers(0, 7), st.integers(0, 4), st.lists(SEGMENTS))
TOO_LONG = "a" * (MAX_SEGMENT_CHARS + 1)


@pytest.fixture(params=[2, 3, 512])
def block(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks of that many segments."""
    monkeypatch.setattr(module, "_SEGMENTS_PER_BLOCK", request.param)


def store(scores: PairScores, segments: Sequence[int]) -> None:
    for segment in segments:
        texts = scores.texts(segment)
        results = scores.meteor.score_each(texts[0], texts[1:])
        scores.store([segment], [texts], [line_score(results)])
        scores.store_alignments(texts, results)


def score_all(scores: PairScores, most: int = 3) -> None:
    """As the background does it; each call of ``next_open`` has to bring the end nearer."""
    for _ in range(3 * scores.paired + 3):
        if scores.complete:
            return
        segments = scores.next_open(most)
        assert len(segments) <= most
        assert segments == sorted(set(segments))
        store(scores, segments)
    raise AssertionError(f"{scores.scored} of {scores.paired} scored, and no end")


class Model:
    """What is true of the segments, computed anew at every look."""

    def __init__(self, lists: Sequence[list[str]]) -> None:
        self.rows: list[Texts] = list(zip(*lists, strict=False))
        self.references = len(lists) - 1

    def check(self, scores: PairScores, known: Callable[[int], bool]) -> None:
        """Compare with scores of which those segments are known."""
        fresh = [METEOR.score(row[0], row[1:]) for row in self.rows]
        numbers = [number for number in range(len(fresh)) if known(number)]
        assert scores.paired == len(fresh)
        assert scores.scored == len(numbers)
        assert scores.complete == (len(numbers) == len(fresh))
        for number, result in enumerate(fresh):
            found = scores.score(number)
            if not known(number):
                assert found is None
                continue
            row = self.rows[number]
            each = tuple(METEOR.score(row[0], [text]).score for text in row[1:])
            assert found is not None
            assert (found.score, found.reference, found.scores) == (
                result.score,
                result.reference,
                each,
            )
            assert found.statistics == result.statistics
        some = [self.rows[number] for number in numbers]
        streams = [[row[index] for row in some] for index in range(self.references + 1)]
        if streams[0]:  # of nothing the corpus score is no number
            assert scores.corpus() == METEOR.corpus(streams[0], streams[1:])
        else:
            assert scores.corpus().segments == 0
        shown = [
            number
            for number in numbers
            if fresh[number].hypothesis_length or fresh[number].reference_length
        ]
        for order, places in (
            (Order.SCORE, sorted((fresh[number].score, number) for number in shown)),
            (Order.SHORTFALL, sorted((-fresh[number].shortfall, number) for number in shown)),
        ):
            ranked = [number for _, number in places]
            assert scores.ranking(order) == ranked
            assert scores.worst(order) == (ranked[0] if ranked else None)
            assert Listing(scores, order).window(0, len(ranked)) == ranked


@pytest.mark.parametrize("meteor", METEORS)
@given(segments=st.integers(2, 4).flatmap(lambda size: st.lists(st.tuples(*[SEGMENTS] * size))))
def test_many_segments_score_as_one_by_one(meteor: Meteor, segments: list[Texts]) -> None:
    each = [meteor.score_each(texts[0], texts[1:]) for texts in segments]
    found = line_scores(meteor, segments)
    assert found == [line_score(results) for results in each]
    for known, results in zip(found, each, strict=True):
        assert known is not None
        best = results[known.reference]
        assert known.statistics == best.statistics
        counts = (known.hypothesis_length, known.reference_length, known.chunks)
        assert counts == (best.hypothesis_length, best.reference_length, best.chunks)


def test_a_segment_with_too_many_possible_matches_is_not_scored_and_harms_no_other() -> None:
    beam = Meteor(align="beam")
    absurd = " ".join("a" * 1_500)
    segments: list[Texts] = [("a b", "a c"), (absurd, f"{absurd} a"), ("a", "a")]
    first, refused, last = line_scores(beam, segments)
    assert refused is None
    assert first is not None
    assert first.score == beam.score("a b", ["a c"]).score
    assert last is not None
    assert last.score == 1
    hypotheses, references = (list(texts) for texts in zip(*segments, strict=True))
    scores = PairScores(beam, hypotheses, [references])
    for segment, known in enumerate((first, refused, last)):
        scores.store([segment], [segments[segment]], [known])
    assert scores.complete
    assert [scores.is_too_complex(segment) for segment in range(3)] == [False, True, False]
    assert scores.score(1) is None
    assert scores.corpus() == beam.corpus(["a b", "a"], [["a c", "a"]])


def test_the_threads_score_all_they_are_given() -> None:
    """More segments than the kernel is given at once, and some of them long."""
    segments = [(f"a b {number}", f"b a {number}") for number in range(300)]
    segments[7:9] = [("a " * 40_000, "a b")] * 2
    expected = line_scores(METEOR, segments)

    async def score() -> list[Sequence[LineScore | None]]:
        scorer = Scorer()
        try:
            return [
                await scorer.score(METEOR, segments),
                await scorer.score_in_background(METEOR, segments),
                [line_score(each) for each in await scorer.align(METEOR, segments)],
                await scorer.score(METEOR, []),
            ]
        finally:
            scorer.close()

    assert asyncio.run(score()) == [expected, expected, expected, []]


@needs_the_kernel
def test_short_segments_of_a_scorer_that_has_begun_are_scored_without_a_turn_of_the_loop() -> None:
    short, long = [("a b", "b a")], [("a " * 2_000, "a b")]
    expected = [line_scores(METEOR, segments) for segments in (short, short, long)]

    async def score() -> tuple[list[Sequence[LineScore | None]], list[int]]:
        scorer, turns = Scorer(), []
        loop = asyncio.get_running_loop()
        try:
            found: list[Sequence[LineScore | None]] = []
            for segments in (short, short, long):
                passed: list[None] = []
                loop.call_soon(passed.append, None)
                found.append(await scorer.score(METEOR, segments))
                turns.append(len(passed))
                await asyncio.sleep(0)
            return found, turns
        finally:
            scorer.close()

    assert asyncio.run(score()) == (expected, [1, 0, 1])


@pytest.mark.parametrize("together", [True, False])
@pytest.mark.parametrize("references", [1, 2, 3])
@pytest.mark.usefixtures("block")
@settings(max_examples=30)
@given(data=st.data())
def test_after_any_edits_scores_are_those_of_the_texts(
    data: st.DataObject, references: int, *, together: bool
) -> None:
    lists = [list(data.draw(LISTS)) for _ in range(references + 1)]
    if together:
        shortest = min(map(len, lists))
        lists = [texts[:shortest] for texts in lists]
    scores = PairScores(METEOR, lists[0], lists[1:])
    for edit, how in data.draw(st.lists(st.tuples(EDITS, st.integers(0, 3)), max_size=6)):
        which, first, removed, inserted = edit
        edited = lists if together else [lists[which % len(lists)]]
        first = min(first, len(edited[0]))
        removed = min(removed, len(edited[0]) - first)
        for shift, texts in enumerate(edited):
            new = inserted[shift % 3 :] + inserted[: shift % 3]
            texts[first : first + removed] = new
        scores.changed(first, removed, len(inserted), together=together)
        if how == 1:
            store(scores, scores.next_open(2))
        elif how == 2:
            score_all(scores, 2)
        for segment in range(scores.paired):
            scores.open_among([segment])  # finds again what was scored before
        Model(lists).check(scores, lambda segment: not scores.open_among([segment]))
        if how == 3:
            scores.next_open(2)  # given out, and never stored
    score_all(scores)
    Model(lists).check(scores, lambda _: True)


@pytest.mark.usefixtures("block")
def test_an_edit_forgets_no_more_than_it_has_to() -> None:
    lists = [[f"{side} {number}" for number in range(20)] for side in ("a", "b")]
    scores = PairScores(METEOR, lists[0], lists[1:])
    score_all(scores)
    for first, removed, inserted in [(3, 1, 2), (10, 2, 0), (0, 0, 1), (15, 2, 2)]:
        for texts in lists:
            texts[first : first + removed] = [f"new {first}"] * inserted
        scores.changed(first, removed, inserted, together=True)
        assert scores.paired - scores.scored == inserted
        score_all(scores)
        Model(lists).check(scores, lambda _: True)
    lists[0][5] = "changed"
    scores.changed(5, 1, 1, together=False)
    assert [number for number in range(scores.paired) if scores.score(number) is None] == [5]


@pytest.mark.parametrize("most", [1, 4, 100])
def test_scoring_in_batches_ends_and_is_complete(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_MAX_SEARCHED_SEGMENTS", 7)
    hypotheses = [f"a {number}" for number in range(50)]
    scores = PairScores(METEOR, hypotheses, [hypotheses])
    chance = random.Random(most)
    for _ in range(40):
        given_out = scores.next_open(most)
        if chance.random() < 0.5:
            store(scores, given_out)
        if chance.random() < 0.3:
            place = chance.randrange(50)
            hypotheses[place] = f"b {chance.random()}"
            scores.changed(place, 1, 1, together=False)
    calls = 0
    while not scores.complete:
        store(scores, scores.next_open(most))
        calls += 1
        assert calls < 120


def test_scores_of_deleted_texts_are_not_stored_elsewhere() -> None:
    hypotheses = ["a", "b"]
    scores = PairScores(METEOR, hypotheses, [["a", "a"]])
    texts = scores.texts(0)
    hypotheses[0] = "b"
    scores.changed(0, 1, 1, together=False)
    scores.store([0], [texts], [line_score(METEOR.score_each(texts[0], texts[1:]))])
    assert scores.score(0) is None
    assert scores.cached_score(texts) == 1
    del hypotheses[1]
    scores.changed(1, 1, 0, together=False)
    scores.store([1], [texts], [line_score(METEOR.score_each(texts[0], texts[1:]))])
    assert scores.scored == 0


def test_texts_that_come_back_need_no_scoring() -> None:
    hypotheses, references = ["a", "b"], ["a", "a"]
    scores = PairScores(METEOR, hypotheses, [references])
    score_all(scores)
    hypotheses.insert(0, "c")
    scores.changed(0, 0, 1, together=False)
    store(scores, [0, 1])
    del hypotheses[0]
    scores.changed(0, 1, 0, together=False)
    assert not scores.open_among(range(2))
    Model([hypotheses, references]).check(scores, lambda _: True)


def test_caches_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MAX_CACHED_SCORES", 10)
    monkeypatch.setattr(module, "_MAX_CACHED_ALIGNMENTS", 5)
    hypotheses = [f"a {number}" for number in range(100)]
    scores = PairScores(METEOR, hypotheses, [["a"] * 100, ["b"] * 100])
    score_all(scores)
    assert not scores._cached  # what stands needs no memory
    assert scores.alignments(0) is None
    assert scores.alignments(99) is not None
    assert len(scores._alignments) == 10  # of each reference five
    gone = [scores.texts(1)]
    for number in range(130):
        hypotheses[1] = f"other {number}"
        scores.changed(1, 1, 1, together=False)
        store(scores, [1])
        gone.append(scores.texts(1))
        assert scores.cached_score(gone[0]) is not None  # what is looked at stays
    assert len(scores._cached) == 110
    assert scores.cached_score(gone[1]) is None
    del hypotheses[20:]
    scores.changed(20, 80, 0, together=False)
    hypotheses[1] = "the last"
    scores.changed(1, 1, 1, together=False)
    store(scores, [1])
    assert len(scores._cached) == 30


def test_the_rows_of_scores_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MAX_CACHED_SCORES", 3)
    monkeypatch.setattr(module, "_SPARE_ROWS", 2)
    lists = [["a b", "b"] * 3, ["a"] * 6, ["b a"] * 6]
    scores = PairScores(METEOR, lists[0], lists[1:])
    score_all(scores)
    for number in range(100):
        lists[0][number % 6] = f"a {number} b"
        scores.changed(number % 6, 1, 1, together=False)
        store(scores, [number % 6])
        assert len(scores._scores) <= 2 * (6 + 9) + 2
        Model(lists).check(scores, lambda _: True)


def test_the_alignments_that_are_looked_at_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """While one line is typed in, the others on screen are looked at after each key."""
    monkeypatch.setattr(module, "_SPARE_ALIGNMENTS", 3)
    hypotheses = [f"a {number}" for number in range(10)]
    scores = PairScores(METEOR, hypotheses, [["a"] * 10])
    score_all(scores)
    for number in range(30):
        hypotheses[4] = f"typed {number}"
        scores.changed(4, 1, 1, together=False)
        store(scores, [4])
        assert all(scores.alignments(segment) for segment in range(10))
    assert len(scores._alignments) == 13


def test_a_request_under_way_loses_no_alignment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MAX_CACHED_ALIGNMENTS", 3)
    scores = PairScores(METEOR, [f"a {number}" for number in range(40)], [["a"] * 40])
    store(scores, range(20, 30))
    with scores.keeping_alignments():
        assert not scores.needs_alignments(28)  # was there, and is asked for
        store(scores, range(8))
        with scores.keeping_alignments():
            store(scores, range(30, 40))
        store(scores, range(8, 10))
    kept = [*range(10), 28, *range(30, 40)]
    lacked = [segment for segment in range(10, 30) if segment != 28]
    assert [segment for segment in range(40) if scores.alignments(segment)] == kept
    assert [segment for segment in range(40) if scores.needs_alignments(segment)] == lacked
    store(scores, [15])
    assert len(scores._alignments) == 3


@pytest.mark.parametrize("side", [0, 1, 2])
def test_a_segment_too_long_for_an_editor_has_no_score(side: int) -> None:
    lists = [["a", "a"] for _ in range(3)]
    lists[side][0] = TOO_LONG
    scores = PairScores(METEOR, lists[0], lists[1:])
    assert [scores.is_too_long(segment) for segment in (-1, 0, 1, 2)] == [False, True, False, False]
    assert scores.next_open(5) == [1]
    store(scores, [1])
    assert scores.complete
    assert scores.score(0) is None
    assert scores.corpus().segments == 1
    assert (scores.worst(Order.SCORE), scores.ranking(Order.SHORTFALL)) == (1, [1])
    lists[side][0] = "b"
    scores.changed(0, 1, 1, together=False)
    assert scores.next_open(5) == [0]


def test_segments_that_are_not_there_have_no_score() -> None:
    scores = PairScores(METEOR, ["a"] * 3, [["a"] * 2])
    score_all(scores)
    for segment in (-1, 2, 3, 10**9):
        assert scores.score(segment) is None
        assert scores.alignments(segment) is None
        assert not scores.open_among([segment])


def test_the_parts_of_a_score_are_those_of_the_scorer() -> None:
    scores = PairScores(METEOR, ["a b c d"], [["a b"], ["a b d c"]])
    score_all(scores)
    fresh = METEOR.score("a b c d", ["a b", "a b d c"])
    known = scores.score(0)
    assert known is not None
    found = scores.segment_score(known)
    assert (found.measures, found.statistics) == (fresh.measures, fresh.statistics)
    assert (found.reference, found.optimal) == (fresh.reference, fresh.optimal)
    assert found.signature == scores.signature == fresh.signature


@pytest.mark.parametrize("references", [["x y", "x y"], ["x", "x y"], ["x y", "x"]])
def test_alignments_tell_the_reference_that_they_are_with(references: list[str]) -> None:
    """Also where the same texts were scored as another reference before."""
    hypotheses, streams = ["x y"], [[text] for text in references]
    scores = PairScores(METEOR, hypotheses, streams)
    store(scores, [0])
    streams[0][0], streams[1][0] = streams[1][0], streams[0][0]
    scores.changed(0, 1, 1, together=False)
    for results in (scores.alignments(0), METEOR.score_each("x y", references[::-1])):
        assert results is not None
        assert [result.reference for result in results] == [0, 1]
        assert [result.alignment.reference.text for result in results] == references[::-1]


@pytest.fixture
def computed() -> list[int]:
    return []


def test_an_edit_costs_one_block_anew(computed: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_SEGMENTS_PER_BLOCK", 4)
    hypotheses, references = ["a"] * 18, ["a"] * 18
    scores = PairScores(METEOR, hypotheses, [references])
    score_all(scores)

    def size(segments: range) -> int:
        computed.append(segments.start)
        return len(segments)

    def sizes() -> Iterator[int]:
        computed.clear()
        for block in range(scores.block_count):
            yield scores.per_block("size", block, size)

    assert (list(sizes()), computed) == ([4, 4, 4, 4, 2], [0, 4, 8, 12, 16])
    assert (list(sizes()), computed) == ([4, 4, 4, 4, 2], [])
    hypotheses[5] = "b"
    scores.changed(5, 1, 1, together=False)
    assert (list(sizes()), computed) == ([4, 4, 4, 4, 2], [4])
    store(scores, [5])
    assert (list(sizes()), computed) == ([4, 4, 4, 4, 2], [4])
    scores.invalidate_blocks(7, 2)
    assert (list(sizes()), computed) == ([4, 4, 4, 4, 2], [4, 8])
    scores.invalidate_blocks(0, 0)
    assert (list(sizes()), computed) == ([4, 4, 4, 4, 2], [0])
    scores.invalidate_blocks(13, None)
    assert (list(sizes()), computed) == ([4, 4, 4, 4, 2], [12, 16])
    for texts in (hypotheses, references):
        del texts[9:17]
    scores.changed(9, 8, 0, together=True)
    assert (list(sizes()), computed) == ([4, 4, 2], [8])


def test_scores_of_texts_that_are_the_same_are_kept() -> None:
    hypotheses, references = ["a b", "c", "d e"], ["a b", "c", "d f"]
    hidden: set[int] = set()
    scores = PairScores(METEOR, hypotheses, [references], excluded=hidden.intersection)
    score_all(scores)
    before = scores.corpus()
    scores.changed(0, 3, 3, together=True)
    assert scores.complete
    assert scores.corpus() == before
    references[1] = "b"
    scores.changed(0, 3, 3, together=True)
    assert scores.next_open(9) == [1]
    score_all(scores)
    hidden.add(2)  # the file says now that it is not to be translated
    scores.changed(2, 1, 1, together=True)
    score_all(scores)
    assert scores.score(2) is None
