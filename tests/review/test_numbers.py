"""TER, chrF and edit distances are those of the libraries that define them."""

from dataclasses import astuple
from pathlib import Path
from typing import Final

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein
from sacrebleu.metrics.chrf import CHRF
from sacrebleu.metrics.lib_ter import translation_edit_rate as sacrebleu_edits
from sacrebleu.metrics.ter import TER

from meteor_core.review.character_ngrams import SharedNgrams, shared_ngrams
from meteor_core.review.edit_distance import EditDistance, edit_distance, levenshtein_by_columns
from meteor_core.review.translation_edit_rate import (
    EditRate,
    edits_between,
    least_edits,
    translation_edit_rate,
)

WMT: Final = Path(__file__).parents[2].parent / "shared/data/wmt21"

few = st.sampled_from("abc")
letters = st.text(st.sampled_from("abĀ 猫😀\u0301\n"), max_size=80)
texts = letters | st.text(max_size=20)
# Longer than the 64 places that the kernel counts at once, with frequent and with rare letters.
long_texts = st.builds(
    str.__mul__, st.text(st.sampled_from("ab猫") | st.characters(), max_size=9), st.integers(7, 40)
)
rows = st.lists(few, max_size=12)


@st.composite
def shuffled(draw: st.DrawFn) -> tuple[list[str], list[str]]:
    """Words, and the same with phrases moved and words changed, as TER looks for them."""
    target = draw(st.lists(st.sampled_from("abcdefgh"), max_size=40))
    words = list(target)
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(words)))
        end = draw(st.integers(start, min(len(words), start + 12)))
        phrase = words[start:end]
        del words[start:end]
        place = draw(st.integers(0, len(words)))
        words[place:place] = draw(st.sampled_from([phrase, phrase[1:], [*phrase, "x"]]))
    return words, target


@given(shuffled() | st.tuples(rows, rows))
@settings(max_examples=300)
@example((["a"], []))
@example(([], ["a", "b"]))
@example((list("ab") * 40, list("ba") * 40))  # more moves than are tried
@example((["a"] * 3, ["a", "b"] * 90))  # the diagonal is so steep that the beam is widened
@example((list("abcdefg") * 30, ["g"]))
def test_edits_are_those_of_sacrebleus_ter(pair: tuple[list[str], list[str]]) -> None:
    words, target = pair
    expected = sacrebleu_edits(words, target)[0]
    assert edits_between(words, target) == expected
    if target:  # the slow one of both implementations
        assert least_edits([*map(ord, words)], [*map(ord, target)]) == expected


@given(st.lists(st.tuples(texts, texts), min_size=1, max_size=4))
def test_sums_give_sacrebleus_scores_of_a_corpus(pairs: list[tuple[str, str]]) -> None:
    before, after = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    rate = sum((translation_edit_rate(*pair) for pair in pairs), EditRate())
    corpus = TER().corpus_score(before, [after])
    assert (rate.edits, rate.length) == (corpus.num_edits, corpus.ref_length)
    assert 100 * rate.rate == corpus.score
    ngrams = sum((shared_ngrams(*pair) for pair in pairs), SharedNgrams())
    assert ngrams.score == CHRF().corpus_score(before, [after]).score


@given(texts, texts)
def test_ngrams_are_sacrebleus(hypothesis: str, reference: str) -> None:
    metric = CHRF()
    (expected,) = metric._extract_corpus_statistics([hypothesis], [[reference]])
    columns = zip(*astuple(shared_ngrams(hypothesis, reference)), strict=True)
    assert [count for column in columns for count in column] == expected
    score = metric.sentence_score(hypothesis, [reference]).score
    assert shared_ngrams(hypothesis, reference).score == score


@given(texts | long_texts, texts | long_texts)
def test_edit_distances_are_rapidfuzzs(before: str, after: str) -> None:
    characters = edit_distance(before, after)
    assert characters.edits == Levenshtein.distance(before, after)
    if before and after:  # the slow one of both implementations
        assert levenshtein_by_columns(before, after) == characters.edits
    assert abs(characters.share - Levenshtein.normalized_distance(before, after)) < 1e-15
    words = edit_distance(before.split(), after.split())
    assert words.edits == Levenshtein.distance(before.split(), after.split())


def test_a_similarity_is_100_only_where_nothing_was_edited() -> None:
    assert EditDistance(edits=1, length=1000).similarity == 99
    assert EditDistance(edits=0, length=0).similarity == 100
    assert EditDistance(edits=5, length=5).similarity == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["cs-en/hyp.Online-G.en", "en-de/hyp.UEdin.de", "en-ru/hyp.Online-B.ru"]
)
def test_real_translations_have_sacrebleus_numbers(name: str) -> None:
    if not WMT.exists():
        pytest.skip(f"{WMT} is not there")
    hypothesis = WMT / name
    reference = hypothesis.with_name(f"ref.A{hypothesis.suffix}")
    before, after = (
        path.read_text(encoding="utf-8").splitlines() for path in (hypothesis, reference)
    )
    for mt, post_edit in zip(before, after, strict=True):
        expected = TER().sentence_score(mt, [post_edit])
        rate = translation_edit_rate(mt, post_edit)
        assert (rate.edits, rate.length) == (expected.num_edits, expected.ref_length)
        assert shared_ngrams(mt, post_edit).score == CHRF().sentence_score(mt, [post_edit]).score
