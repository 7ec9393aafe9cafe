"""The search of paragraphs: fewest chunks first, then least distance.

Small puzzles are searched in this way too where limits say that nothing is searched completely
(``test_optimal_search.py``, ``test_twins.py``); here it is what only long rows have. Readable
Python takes up to a fifth of a second for one, so most random paragraphs are left to
``METEORSCOPE_EVERY_SEGMENT=1``.
"""

import random
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from meteor_core.configuration import configure
from meteor_core.search import DEFAULT_BUDGET
from meteor_core.search.limits import DEFAULT_LIMITS
from meteor_core.search.result import SearchResult
from meteor_core.words.vocabulary import Keys, StageKeys, Vocabulary
from tests.core import textbook
from tests.core.implementations import OPTIMAL, OptimalSearch, needs_the_kernel
from tests.core.puzzles import Puzzle
from tests.thoroughness import EVERY_SEGMENT

EXAMPLES = Path(__file__).parents[2] / "examples"


class Known(NamedTuple):
    """What a text has, by an alignment that this search itself has proved."""

    matches: int
    chunks: int
    distance: int


PARAGRAPHS = {
    "fluent": Known(777, 76, 6238),
    "literal": Known(687, 347, 16812),
}
"""Whole example texts in one line each, against the reference: about 820 tokens a side."""


def paragraph(kind: str) -> Puzzle:
    configuration = configure()
    vocabulary = Vocabulary(
        stages=configuration.stages,
        fold=configuration.words.fold,
        function_words=configuration.words.function_words,
    )
    paths = [EXAMPLES / f"city-news.{name}.en" for name in (kind, "ref")]
    texts = [path.read_text(encoding="utf-8") for path in paths]
    hypothesis, reference = (
        vocabulary.types([text[start:end] for start, end in configuration.tokenizer.spans(text)])
        for text in texts
    )
    return Puzzle(hypothesis, reference, tuple(vocabulary.keys))


@pytest.mark.parametrize("kind", PARAGRAPHS)
def test_whole_texts_are_proved_within_the_default_budget(
    search_optimally: OptimalSearch, kind: str
) -> None:
    puzzle = paragraph(kind)
    result = search_optimally(*puzzle, budget=DEFAULT_BUDGET)
    assert puzzle.is_solved_by(result)
    distance = sum(abs(i - j) for i, j, _ in result.pairs)
    found = Known(len(result.pairs), textbook.chunks_of(result.pairs), distance)
    assert (found, result.optimal, result.chunk_gap) == (PARAGRAPHS[kind], True, 0)


def test_a_score_is_proved_apart_from_the_alignment(search_optimally: OptimalSearch) -> None:
    """By steps that are enough for the number of chunks, and not for the distance.

    All components are searched in this way: else the last ones are closed at once, or not at all.
    """
    puzzle = paragraph("fluent")
    limits = replace(DEFAULT_LIMITS, few_candidates=12)
    result = search_optimally(*puzzle, budget=12_800, limits=limits)
    assert (result.optimal, result.chunk_gap) == (False, 0)
    assert textbook.chunks_of(result.pairs) == PARAGRAPHS["fluent"].chunks
    hurried = search_optimally(*puzzle, budget=12_700, limits=limits)
    assert hurried.chunk_gap > 0
    assert textbook.chunks_of(hurried.pairs) - hurried.chunk_gap <= PARAGRAPHS["fluent"].chunks


def random_paragraph(dice: random.Random) -> Puzzle:
    """Frequent and rare words, some of which share keys with others, a few on one side only."""
    types = dice.randint(10, 120)
    own: list[Keys] = [(t,) for t in range(types)]
    stems: list[Keys] = [
        (t if dice.random() < 0.8 else dice.randrange(types),) for t in range(types)
    ]
    synonyms: list[Keys] = [
        tuple(dice.sample(range(types), dice.choice([0, 0, 0, 1, 2]))) for _ in range(types)
    ]
    rows = [
        [min(int(dice.paretovariate(0.6)), types) - 1 for _ in range(dice.randint(30, 160))]
        for _ in "hr"
    ]
    shared = dice.randint(0, 40)  # a run that both have
    rows[1][5:5] = rows[0][10 : 10 + shared]
    stages = (
        StageKeys(own, own, identity=True),
        StageKeys(stems, stems),
        StageKeys(synonyms, synonyms),
    )
    return Puzzle(rows[0], rows[1], stages)


def objective_of(puzzle: Puzzle, result: SearchResult) -> tuple[int, ...]:
    assert puzzle.is_solved_by(result)
    return puzzle.objective(result)


@needs_the_kernel
def test_paragraphs_of_random_words_have_the_same_search() -> None:
    dice = random.Random(20050629)
    for _ in range(200 if EVERY_SEGMENT else 20):
        puzzle = random_paragraph(dice)
        budget = dice.choice([100, 1000, 5000, DEFAULT_BUDGET])
        by_python, compiled = (search(*puzzle, budget=budget) for search in OPTIMAL.values())
        assert compiled == by_python
        assert objective_of(puzzle, compiled)


def test_a_small_budget_spoils_no_match_and_no_proof_of_a_paragraph(
    search_optimally: OptimalSearch,
) -> None:
    dice = random.Random(1949)
    for _ in range(60 if EVERY_SEGMENT else 6):
        puzzle = random_paragraph(dice)
        little, more = (
            search_optimally(*puzzle, budget=budget)
            for budget in (dice.choice([50, 400, 3000]), DEFAULT_BUDGET)
        )
        worse, better = objective_of(puzzle, little), objective_of(puzzle, more)
        assert worse[:-2] == better[:-2]  # matches, stage by stage
        assert worse[-2] + little.chunk_gap >= better[-2]
        assert better[-2] + more.chunk_gap >= worse[-2]
        assert not (little.optimal and more.optimal) or worse == better
