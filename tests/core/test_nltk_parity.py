"""The variant ``nltk`` against NLTK itself: the same alignment, the same score to the last bit."""

import csv
import math
import random
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nltk.stem.porter import PorterStemmer
from nltk.translate.meteor_score import align_words, meteor_score

from meteor_core import Meteor, SegmentResult
from meteor_core.runtime.implementation import chosen_implementation
from meteor_core.words.vocabulary import Vocabulary
from tests.core.wordnet_files import read_digest
from tests.escaped_tables import read_table
from tests.thoroughness import more_when_thorough, tries

METEOR = Meteor("nltk")

STEMS = """
    cat dog wolf goose mouse man woman child party command guide obey heed happy joy glee
    always forever quick fast rapid run walk sit dance big large car automobile motorcar
    house home French Polish polish may May US us well good better best be have do not
"""
ENDINGS = ("", "", "s", "es", "ed", "ing", "er", "est", "ly", "ness", "'s", ".", ",", "!", "_s")
CASES = (str, str.upper, str.title, str.lower)

words = st.builds(
    lambda stem, ending, case: case(stem + ending),
    st.sampled_from(STEMS.split()),
    st.sampled_from(ENDINGS),
    st.sampled_from(CASES),
)
FEW_WORDS = "the a of cat cats sat on mat Mat party Party ."
small_vocabulary = st.sampled_from(FEW_WORDS.split())
any_word = st.text(min_size=1, max_size=4).filter(lambda word: word.split() == [word])
sentences = st.lists(words | small_vocabulary | any_word, max_size=14).map(" ".join)


def nltk_score(result: SegmentResult, references: list[str], wordnet: Any) -> float:
    """What NLTK gives the same words."""
    hypothesis = result.alignment.hypothesis.text.split()
    return float(meteor_score([text.split() for text in references], hypothesis, wordnet=wordnet))


def nltk_pairs(result: SegmentResult, wordnet: Any) -> list[tuple[int, int]]:
    """How NLTK aligns the hypothesis with the reference that was chosen."""
    rows = result.alignment.hypothesis.text.split(), result.alignment.reference.text.split()
    pairs: list[tuple[int, int]] = align_words(*rows, wordnet=wordnet)[0]
    return pairs


def pairs_of(result: SegmentResult) -> list[tuple[int, int]]:
    return [(i, j) for i, _, j, _, _ in result.alignment.links]


@more_when_thorough
def test_any_sentences_score_what_nltk_gives_them(nltk_wordnet: Any) -> None:
    @settings(max_examples=tries(250, thorough=800))
    @given(sentences, st.lists(sentences, min_size=1, max_size=3))
    def agrees(hypothesis: str, references: list[str]) -> None:
        result = METEOR.score(hypothesis, references)
        assert result.score == nltk_score(result, references, nltk_wordnet)
        assert pairs_of(result) == nltk_pairs(result, nltk_wordnet)

    agrees()


GUIDE = """It is a guide to action which ensures that the military
    always obeys the commands of the party"""
GUIDES = [
    """It is a guide to action that ensures that the military
    will forever heed Party commands""",
    """It is the guiding principle which guarantees the military forces
    always being under the command of the Party""",
    """It is the practical guide for the army
    always to heed the directions of the party""",
]


@pytest.mark.parametrize(
    ("hypothesis", "references", "reason"), read_table(Path(__file__).parent / "nltk_pairs.tsv")
)
def test_chosen_sentences_score_what_nltk_gives_them(
    hypothesis: str, references: str, reason: str, nltk_wordnet: Any
) -> None:
    """References are separated by "|"."""
    texts = references.split("|")
    result = METEOR.score(hypothesis, texts)
    assert result.score == nltk_score(result, texts, nltk_wordnet), reason
    assert pairs_of(result) == nltk_pairs(result, nltk_wordnet), reason


@pytest.mark.parametrize(
    ("hypothesis", "reference", "score"),
    [
        (GUIDE, GUIDES[0], 0.6944),  # NLTK's documentation
        ("non matching hypothesis", "this is a cat", 0.0),  # NLTK's documentation
        ("the", "the", 0.5),
        ("a b c d e f", "a b c d e f", 0.9977),  # 1 - .5 / 6**3
    ],
)
def test_documented_scores_are_met_without_nltk(
    hypothesis: str, reference: str, score: float
) -> None:
    assert round(METEOR.score(hypothesis, [reference]).score, 4) == score


@pytest.mark.parametrize(("alpha", "beta", "gamma"), [(0.85, 0.2, 0.6), (0.5, 1.0, 0.5), (1, 0, 1)])
def test_other_parameters_give_what_nltk_gives(
    alpha: float, beta: float, gamma: float, nltk_wordnet: Any
) -> None:
    ours = Meteor("nltk", alpha=alpha, beta=beta, gamma=gamma).score(GUIDE, [GUIDES[1]]).score
    rows = [GUIDES[1].split()], GUIDE.split()
    theirs = meteor_score(*rows, wordnet=nltk_wordnet, alpha=alpha, beta=beta, gamma=gamma)
    assert ours == theirs


@pytest.mark.parametrize("implementation", ["python", "compiled"])
def test_words_match_as_synonyms_where_nltk_finds_them(
    implementation: str, nltk_wordnet: Any
) -> None:
    known = [*read_digest().lemmas(), *read_digest().irregular_forms()]
    words = random.Random(2005).sample([word for word in known if "_" not in word], 700)
    names = {word: names_of(PorterStemmer().stem(word), nltk_wordnet) for word in words}
    others = sorted({*words, *(name for each in names.values() for name in each)})
    hypothesis_keys, reference_keys = synonym_keys(implementation, others)
    words_with: dict[int, set[str]] = {}
    for other, keys in zip(others, reference_keys, strict=True):
        for key in keys:
            words_with.setdefault(key, set()).add(other)
    keys_of = dict(zip(others, hypothesis_keys, strict=True))
    stems = {other: PorterStemmer().stem(other) for other in others}
    for word, found in names.items():
        matching = set().union(*(words_with.get(key, set()) for key in keys_of[word]))
        assert matching == {other for other in others if stems[other] in found}, word


def names_of(stem: str, reader: Any) -> set[str]:
    """What NLTK takes for synonyms of a stem, and the stem."""
    lemmas = {name for synset in reader.synsets(stem) for name in synset.lemma_names()}
    return {stem, *(name for name in lemmas if "_" not in name)}


def synonym_keys(
    implementation: str, words: list[str]
) -> tuple[list[Sequence[int]], list[Sequence[int]]]:
    """The keys of words as NLTK's synonyms, on either side."""
    configuration = Meteor("nltk", tokenizer="whitespace").configuration
    if implementation == "python":
        python = Vocabulary(stages=configuration.stages, fold=configuration.words.fold)
        types = python.types(words)
        keys = python.keys[2]
        return [keys.hypothesis[each] for each in types], [keys.reference[each] for each in types]
    if chosen_implementation().name == "python":
        pytest.skip("no compiled kernel in this process")
    from meteor_core.batch.compiled_vocabulary import CompiledVocabulary

    compiled = CompiledVocabulary(configuration)
    compiled.rows([" ".join(words)], configuration.tokenizer.for_kernel())
    types = compiled.kernel.find(words)
    return (
        [compiled.kernel.hypothesis_keys(2, each) for each in types],
        [compiled.kernel.reference_keys(2, each) for each in types],
    )


def test_the_language_changes_nothing(nltk_wordnet: Any) -> None:
    result = Meteor("nltk", language="tr").score("IT is cats", ["it IS cat"])
    assert result.score == nltk_score(result, ["it IS cat"], nltk_wordnet)


def lines(folder: Path, name: str) -> Iterator[str]:
    yield from (folder / name).read_text(encoding="utf-8").split("\n")[:-1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "references"),
    [("cs-en.Online-A.refA.tsv", "A"), ("cs-en.Online-A.refA+refB.tsv", "AB")],
)
def test_a_thousand_real_segments_score_what_nltk_printed(
    file: str, references: str, shared: Path
) -> None:
    folder = shared / "data/wmt21/cs-en"
    printed = (shared / "conformance/nltk-3.10.4" / file).read_text(encoding="utf-8").splitlines()
    theirs = [float(row["score"]) for row in csv.DictReader(printed, delimiter="\t")]
    streams = [lines(folder, f"ref.{name}.en") for name in references]
    ours = [result.score for result in METEOR.segments(lines(folder, "hyp.Online-A.en"), streams)]
    assert len(ours) == len(theirs) == 1000
    assert all(math.isclose(a, b, abs_tol=1e-12) for a, b in zip(ours, theirs, strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("system", ["Facebook-AI", "CUNI-DocTransformer"])
def test_real_segments_score_what_nltk_gives_them_now(
    system: str, shared: Path, nltk_wordnet: Any
) -> None:
    folder = shared / "data/wmt21/cs-en"
    hypotheses, references = lines(folder, f"hyp.{system}.en"), list(lines(folder, "ref.B.en"))
    results = list(islice(METEOR.segments(hypotheses, [references]), 1000))
    for result, reference in zip(results, references, strict=True):
        assert result.score == nltk_score(result, [reference], nltk_wordnet)
        assert pairs_of(result) == nltk_pairs(result, nltk_wordnet)
