"""The scorer as people call it."""

import gc
import os
import random
import subprocess
import sys
import threading
import tracemalloc
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meteor_core import (
    Chunk,
    InputError,
    InputTypeError,
    Match,
    Meteor,
    MeteorError,
    SegmentResult,
)
from meteor_core.variants import VariantName
from meteor_core.words.stages import Stage
from meteor_core.words.stages.stem import StemStage
from meteor_core.words.stages.synonym import SynonymStage
from meteor_core.words.vocabulary import Vocabulary
from tests.core.implementations import limit_vocabularies
from tests.usable_variants import USABLE_VARIANTS

CLASSIC = Meteor()
BY_VARIANT = {variant: Meteor(variant) for variant in USABLE_VARIANTS}
VOCABULARY = "the a cat cats mat sat sits on car auto automobile run ran running . , The CAT Mat"
WORDS = VOCABULARY.split()
texts = st.lists(st.sampled_from(WORDS) | st.text(max_size=3), max_size=12).map(" ".join)


@pytest.mark.parametrize(
    ("refused", "call"),
    [
        ("references", lambda: CLASSIC.score("the cat", "the cat")),
        ("hypotheses", lambda: CLASSIC.corpus("the cat", [["the cat"]])),
        ("references", lambda: CLASSIC.corpus(["the cat"], "the cat")),
        (r"references\[1\]", lambda: CLASSIC.corpus(["a"], [["a"], "a"])),
        ("hypotheses", lambda: list(CLASSIC.segments("the cat", [["the cat"]]))),
        (r"references\[0\]", lambda: list(CLASSIC.segments(["the cat"], ["the cat"]))),
        ("stages", lambda: Meteor(stages="exact")),
    ],
)
def test_a_bare_string_where_a_list_belongs_is_refused_by_name(refused: str, call: Any) -> None:
    with pytest.raises(InputTypeError, match=f"^{refused} must be a list of strings"):
        call()


@pytest.mark.parametrize(
    ("hypothesis", "references", "refused"),
    [
        (None, ["a"], "hypothesis must be a string, not NoneType"),
        (["a"], ["a"], "hypothesis must be a string, not list"),
        (b"a", ["a"], "hypothesis must be a string, not bytes"),
        ("a", [["a"]], "a reference must be a string, not list"),
        ("a", ["a", 1.5], "a reference must be a string, not float"),
        ("a", b"a", "references must be a list of strings, not bytes"),
        ("a", None, "references must be a list of strings, not NoneType"),
        ("a", {"a": "b"}, "references must be a list of strings, not dict"),
    ],
)
def test_what_is_no_text_is_refused_by_name(hypothesis: Any, references: Any, refused: str) -> None:
    with pytest.raises(InputTypeError, match=f"^{refused}"):
        CLASSIC.score(hypothesis, references)


@pytest.mark.parametrize(
    ("hypotheses", "references"),
    [
        (["a", None, "b"], [["a", None, "b"]]),
        (["a", None], [["a", "b"]]),
    ],
)
def test_a_missing_segment_inside_a_stream_is_refused_and_ends_nothing(
    hypotheses: Any, references: Any
) -> None:
    """None is what a table's empty cell becomes; a corpus must not end there unnoticed."""
    with pytest.raises(InputTypeError, match=r"^hypotheses\[1\] must be a string"):
        CLASSIC.corpus(hypotheses, references)


@pytest.mark.parametrize(
    ("hypotheses", "references", "said"),
    [
        (["a"], [["a", "b"]], "hypotheses ended after 1 segment, "),
        (["a", "b"], [["a"]], r"references\[0\] ended after 1 segment, "),
        (["a", "b"], [["a", "b"], []], r"references\[1\] ended after 0 segments"),
        (["a", "b"], [["a"], ["a"]], r"references\[0\], references\[1\] ended after 1"),
        (["a"], [], "no stream of references"),
    ],
)
def test_streams_of_unequal_length_are_refused(
    hypotheses: list[str], references: list[list[str]], said: str
) -> None:
    with pytest.raises(InputError, match=said):
        CLASSIC.corpus(hypotheses, references)


def test_a_segment_without_a_reference_is_refused() -> None:
    with pytest.raises(InputError, match="no reference"):
        CLASSIC.score("the cat", [])


@pytest.mark.parametrize("kind", [list, tuple, iter, lambda lines: (line for line in lines)])
def test_streams_may_be_of_any_kind(kind: Any) -> None:
    lines = ["the cat sat", "", "a dog"]
    result = CLASSIC.corpus(kind(lines), [kind(lines), kind(["x", "", "the dog"])])
    assert (result.segments, result.score) == (3, 1.0)


def test_segments_are_read_only_as_they_are_asked_for() -> None:
    read: list[int] = []

    def counted() -> Iterator[str]:
        for number in range(100):
            read.append(number)
            yield "the cat"

    results = CLASSIC.segments(counted(), [counted()])
    next(results)
    assert read == [0, 0]


def test_segments_are_those_of_score() -> None:
    hypotheses, references = ["the cat", "a dog"], ["the mat", "my dog"]
    pairs = zip(hypotheses, references, strict=True)
    one_by_one = [CLASSIC.score(hypothesis, [reference]) for hypothesis, reference in pairs]
    assert list(CLASSIC.segments(hypotheses, [references])) == one_by_one


def test_an_alignment_shows_tokens_matches_and_chunks() -> None:
    alignment = CLASSIC.score("Cars  sat, the cat!", ["the cat sat automobile"]).alignment
    assert alignment.hypothesis.words() == ["Cars", "sat", ",", "the", "cat", "!"]
    assert alignment.hypothesis.spans[:3] == ((0, 4), (6, 9), (9, 10))
    assert alignment.reference.words((1, 3)) == ["cat", "sat"]
    assert alignment.matches == (
        Match(hypothesis=(0, 1), reference=(3, 4), stage="synonym", chunk=0),
        Match(hypothesis=(1, 2), reference=(2, 3), stage="exact", chunk=1),
        Match(hypothesis=(3, 4), reference=(0, 1), stage="exact", chunk=2),
        Match(hypothesis=(4, 5), reference=(1, 2), stage="exact", chunk=2),
    )
    assert alignment.chunks == (
        Chunk(hypothesis=(0, 1), reference=(3, 4)),
        Chunk(hypothesis=(1, 2), reference=(2, 3)),
        Chunk(hypothesis=(3, 5), reference=(0, 2)),
    )
    assert alignment.stages == ("exact", "stem", "synonym")


@pytest.mark.parametrize(
    ("variant", "hypothesis", "reference", "said"),
    [
        ("classic", "The", "THE", "same word: the"),
        ("classic", "cats", "cat", "common stem: cat"),
        ("classic", "joys", "pleasure", "synonyms: joy, delight, pleasure (noun, WordNet 3.0 "),
        ("banerjee-lavie-2005", "flies", "fly", "common stem: fli"),
        ("nltk", "dog", "frank", "synonyms: frank, frankfurter, hotdog"),
    ],
)
def test_a_match_is_explained(
    variant: VariantName, hypothesis: str, reference: str, said: str
) -> None:
    alignment = Meteor(variant).score(hypothesis, [reference]).alignment
    (match,) = alignment.matches
    assert alignment.explain(match).startswith(said)


STAGE_ORDERS = [["exact", "stem", "synonym"], ["synonym", "stem", "exact"], ["synonym"]]


@pytest.mark.parametrize("stages", STAGE_ORDERS)
@pytest.mark.parametrize("variant", USABLE_VARIANTS)
def test_every_match_can_be_explained_whatever_the_stages(
    variant: VariantName, stages: list[str]
) -> None:
    text = "the cats frobnicate xyzzy autos"
    alignment = Meteor(variant, stages=stages).score(text, [f"{text} frobnicates car"]).alignment
    assert all(alignment.explain(match) for match in alignment.matches)


@pytest.mark.parametrize("variant", USABLE_VARIANTS)
@given(hypothesis=texts, references=st.lists(texts, min_size=1, max_size=3))
def test_a_result_agrees_with_itself(
    variant: VariantName, hypothesis: str, references: list[str]
) -> None:
    result = BY_VARIANT[variant].score(hypothesis, references)
    alignment = result.alignment
    matches, chunks = alignment.matches, alignment.chunks
    assert 0 <= result.score <= result.f_mean <= 1
    assert (
        result.matches == len(matches) <= min(len(alignment.hypothesis), len(alignment.reference))
    )
    assert result.chunks == len(chunks) == len({match.chunk for match in matches})
    assert sum(chunk.hypothesis[1] - chunk.hypothesis[0] for chunk in chunks) == len(matches)
    assert [match.hypothesis for match in matches] == sorted({m.hypothesis for m in matches})
    assert len({match.reference for match in matches}) == len(matches)
    assert alignment.reference.text == references[result.reference]
    assert all(alignment.explain(match) for match in matches)


@given(texts, texts)
def test_chunks_are_maximal(hypothesis: str, reference: str) -> None:
    chunks = CLASSIC.score(hypothesis, [reference]).alignment.chunks
    for one, other in pairwise(chunks):
        assert one.hypothesis[1] <= other.hypothesis[0]
        ends = (one.hypothesis[1], one.reference[1])
        assert ends != (other.hypothesis[0], other.reference[0])


@given(texts)
def test_a_text_against_itself_is_perfect(text: str) -> None:
    result = CLASSIC.score(text, [text])
    assert result.score == (1.0 if result.hypothesis_length else 0.0)
    assert result.optimal


@pytest.mark.parametrize("variant", USABLE_VARIANTS)
@pytest.mark.parametrize("text", ["\ud83d", "a \udcff b", "cat\ud800s", "\x00", "\u0301", "\u00ad"])
def test_a_text_that_is_not_well_formed_can_still_be_scored(
    variant: VariantName, text: str
) -> None:
    """Python makes lone surrogates of undecodable bytes, JSON of half an emoji."""
    result = Meteor(variant).score(f"the {text}", [f"the {text} cat"])
    assert 0 < result.score < 1


def summary(results: Iterable[SegmentResult]) -> list[tuple[object, ...]]:
    return [(r.statistics, r.measures, r.reference, r.alignment.links) for r in results]


def made_up_segments(seed: int, count: int, size: int = 5) -> Iterator[str]:
    """Words that are hardly ever met twice."""
    rng = random.Random(seed)
    for _ in range(count):
        yield " ".join(f"{rng.getrandbits(40):x}" for _ in range(size))


def real_words(seed: int, count: int) -> list[str]:
    rng = random.Random(seed)
    return [" ".join(rng.choices(WORDS, k=12)) for _ in range(count)]


@pytest.fixture
def hectic_threads() -> Iterator[None]:
    """Threads take turns so often that what they must not share is soon found out."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


@pytest.mark.usefixtures("hectic_threads")
@pytest.mark.parametrize("limit", [50_000, 20])
@pytest.mark.parametrize("variant", USABLE_VARIANTS)
def test_eight_threads_score_as_one(
    variant: VariantName, limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit_vocabularies(monkeypatch, limit)
    hypotheses = [*real_words(1, 150), *made_up_segments(2, 50)]
    references = [*real_words(3, 150), *made_up_segments(2, 50)]
    shared, together = Meteor(variant), threading.Barrier(8)
    by_thread: list[list[tuple[object, ...]]] = []

    def score() -> None:
        together.wait()
        by_thread.append(summary(shared.segments(hypotheses, [references])))

    threads = [threading.Thread(target=score) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    alone = summary(Meteor(variant).segments(hypotheses, [references]))
    assert by_thread == [alone] * 8


def stem_that_fails(word: str) -> str:
    if word == "bad":
        raise ValueError(word)
    return word


def test_a_word_that_a_stage_fails_on_spoils_no_word_after_it() -> None:
    stages: list[Stage] = [SynonymStage(), StemStage("test", stem_that_fails)]
    vocabulary = Vocabulary(stages=stages, fold=str.lower)
    with pytest.raises(ValueError, match="bad"):
        vocabulary.types(["bad"])
    ((car, automobile), keys) = vocabulary.types(["car", "automobile"]), vocabulary.keys[0]
    assert set(keys.hypothesis[car]) & set(keys.reference[automobile])


def test_a_renewed_vocabulary_changes_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    hypotheses = [*real_words(4, 100), *made_up_segments(5, 100)]
    references = [*real_words(6, 100), *made_up_segments(5, 100)]
    kept = summary(Meteor().segments(hypotheses, [references]))
    limit_vocabularies(monkeypatch, 7)
    assert summary(Meteor().segments(hypotheses, [references])) == kept


def test_a_result_explains_itself_after_the_vocabulary_was_renewed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limit_vocabularies(monkeypatch, 3)
    meteor = Meteor()
    first = meteor.score("the cats", ["a cat"]).alignment
    for text in made_up_segments(7, 20):
        meteor.score(text, [text])
    assert [first.explain(match) for match in first.matches] == ["common stem: cat"]


@pytest.mark.slow
def test_memory_stays_flat_however_long_the_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    limit_vocabularies(monkeypatch, 400)
    third = 1_000
    stream = Meteor(stages=["exact"]).segments(
        made_up_segments(8, 3 * third, size=1), [made_up_segments(9, 3 * third, size=1)]
    )
    peaks: list[int] = []
    tracemalloc.start()
    for _ in range(3):
        gc.collect()  # what other tests in this process left would decide when it happens
        tracemalloc.reset_peak()
        for _ in range(third):
            next(stream)
        peaks.append(tracemalloc.get_traced_memory()[1])
    tracemalloc.stop()
    # Where they are kept, 6,000 words take 2.8 times what the first 2,000 take.
    assert peaks[2] < peaks[0] * 1.25


LIST_FOREIGN_MODULES = """
import sys
before = set(sys.modules)
{}
new = {{name.partition(".")[0] for name in set(sys.modules) - before}}
print(sorted(new - set(sys.stdlib_module_names) - {{"meteor_core", "meteorscope"}}))
"""


@pytest.mark.parametrize(
    "program",
    [
        "import meteor_core",
        "from meteor_core import *",
        "import meteorscope",
        "from meteorscope import *",
        "import meteor_core; meteor_core.Meteor(stages=['exact']).score('a', ['a'])",
    ],
)
def test_no_other_package_is_imported_before_it_is_needed(program: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", LIST_FOREIGN_MODULES.format(program)],
        env={**os.environ, "PYTHONPATH": ""},
        capture_output=True,
        check=True,
        text=True,
    )
    assert run.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("error", "builtin"), [(InputError, ValueError), (InputTypeError, TypeError)]
)
def test_errors_are_both_ours_and_pythons(error: type, builtin: type) -> None:
    assert issubclass(error, MeteorError)
    assert issubclass(error, builtin)
