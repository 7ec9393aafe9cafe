"""METEOR's Java program asked about rows of words, and the same grounds in this package's terms."""

import gzip
import importlib.util
import random
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from meteor_core.search.spans.candidates import SpanGrounds
from meteor_core.search.spans.links import Candidate, Link
from meteor_core.words.vocabulary import Keys, StageKeys

DRIVER: Final = Path(__file__).parent / "drivers/AlignerDriver.java"

WORDS: Final = (
    *("the", "a", "of", "cat", "cats", "feline", "cat's", "dog", "dogs", "hound"),
    *("run", "runs", "running", "ran", "jog", "big", "bigger", "large", "great", "'s", "is"),
    *("house", "houses", "home", "gelato", "variants", "Aa", "BB", "entity"),
    *("able", "breathe", "quick", "quickly", "fast"),
)
"""Many stems, synonyms and words of equal hash codes (gelato and variants, Aa and BB)."""

PHRASES: Final = (
    ("the cat", "the feline"),
    ("the feline", "the cat"),
    ("big house", "large home"),
    ("big house", "great"),
    ("a", "the"),
    ("the", "a"),
    ("a", "the"),
    ("cat", "cat 's"),
    ("run fast", "jog"),
    ("jog", "run fast"),
    ("of the", "the"),
    ("house of the", "the house"),
    ("the dog runs", "the hound is running"),
    ("a big cat", "the large feline"),
    ("cat", "feline"),
    ("cat", "the"),
    ("the a of", "of a the"),
)
"""A small table; some rows are there in both directions, some twice."""


class Row(NamedTuple):
    """What the program is asked, and what it answers."""

    modules: tuple[int, ...]
    width: int
    hypothesis: tuple[str, ...]
    reference: tuple[str, ...]


class Answer(NamedTuple):
    """Of one row."""

    candidates: list[Candidate]
    links: list[Link]


def missing() -> str | None:
    """Why the program cannot be asked here, if it cannot."""
    if program() is None:
        return "the package pycocoevalcap, which brings METEOR's program, is not installed"
    return None if shutil.which("javac") else "there is no Java compiler"


@cache
def program() -> Path | None:
    """The jar, found without importing the package that it is in."""
    found = importlib.util.find_spec("pycocoevalcap")
    if found is None or found.submodule_search_locations is None:
        return None
    jar = Path(found.submodule_search_locations[0]) / "meteor/meteor-1.5.jar"
    return jar if jar.is_file() else None


class PhrasesInOrder:
    """A table that is asked row by row, in words' places in ``WORDS``."""

    def __init__(self, rows: Sequence[tuple[str, str]] = PHRASES) -> None:
        """Words that the list lacks match nothing."""
        self._rows = [
            (_numbers(source.split()), _numbers(target.split())) for source, target in rows
        ]

    def matches(
        self, sources: Sequence[int], targets: Sequence[int]
    ) -> list[tuple[int, int, int, int]]:
        """See ``PhraseTable``."""
        return [
            (start, length, target_start, len(target))
            for start in range(len(sources))
            for length in range(1, len(sources) - start + 1)
            for source, target in self._rows
            if source == list(sources[start : start + length])
            for target_start in range(len(targets))
            if target == list(targets[target_start : target_start + len(target)])
        ]


def _numbers(words: Sequence[str]) -> list[int]:
    return [WORDS.index(word) if word in WORDS else -2 for word in words]


@dataclass(frozen=True)
class Program:
    """What a run of the program said."""

    answers: list[Answer]
    words: list[int]
    stems: list[Keys]
    synonyms: list[Keys]

    def grounds(self, modules: Sequence[int]) -> SpanGrounds:
        """Types are places in ``WORDS``."""
        types: list[Keys] = [(number,) for number in range(len(WORDS))]
        known = {word for phrases in PHRASES for phrase in phrases for word in phrase.split()}
        numbers: list[Keys] = [(n,) if word in known else () for n, word in enumerate(WORDS)]
        by_module = [
            StageKeys(types, types, identity=True),
            StageKeys(self.stems, self.stems),
            StageKeys(self.synonyms, self.synonyms),
            StageKeys(numbers, numbers),
        ]
        return SpanGrounds(
            words=self.words,
            stages=tuple(by_module[module] for module in modules),
            exact_stage=modules.index(0) if 0 in modules else -1,
            phrase_stage=modules.index(3) if 3 in modules else -1,
            phrases=PhrasesInOrder(),
        )


def ask_program(rows: Sequence[Row], folder: Path) -> Program:
    """Run the program on all rows; its table is written to the folder."""
    table = folder / "phrases.gz"
    with gzip.open(table, "wt", encoding="utf-8") as lines:
        lines.writelines(f"0.5\n{source}\n{target}\n" for source, target in PHRASES)
    asked = ["words\t" + " ".join(WORDS)]
    asked += [
        "\t".join(
            (
                "align",
                " ".join(map(str, row.modules)),
                str(row.width),
                " ".join(row.hypothesis),
                " ".join(row.reference),
            )
        )
        for row in rows
    ]
    printed = subprocess.run(
        ["java", "-Xmx2g", "-XX:+UseSerialGC", "-cp", str(program()), str(DRIVER), str(table)],
        input="\n".join(asked) + "\n",
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    ).stdout.splitlines()
    words = [[int(number) for number in line.split()] for line in printed[: len(WORDS)]]
    return Program(
        answers=[_answer(line) for line in printed[len(WORDS) :]],
        words=[numbers[0] for numbers in words],
        stems=[_keys(numbers[1:2]) for numbers in words],
        synonyms=[_keys(numbers[2:]) for numbers in words],
    )


def _keys(numbers: Sequence[int]) -> Keys:
    return tuple(number & 0x7FFF_FFFF for number in numbers)


def _answer(line: str) -> Answer:
    candidates, matches = (
        [tuple(int(number) for number in match.split()) for match in part.split(";") if match]
        for part in line.split("\t")
    )
    links = sorted((i, i + span, j, j + length, stage) for j, length, i, span, stage in matches)
    return Answer([(j, n, i, m, stage) for j, n, i, m, stage in candidates], links)


def random_rows(count: int, seed: int) -> list[Row]:
    """Rows of 0 to 40 words of a small part of the vocabulary, so that they repeat."""
    rng = random.Random(seed)
    return [_random_row(rng) for _ in range(count)]


def _random_row(rng: random.Random) -> Row:
    words = rng.randint(1, rng.choice((5, 12, 25, 40)))
    vocabulary = rng.sample(WORDS, rng.randint(2, len(WORDS)))
    phrases = [phrase.split() for phrases in PHRASES for phrase in phrases]
    hypothesis: list[str] = []
    while len(hypothesis) < words:
        hypothesis += rng.choice(phrases) if rng.random() < 0.4 else [rng.choice(vocabulary)]
    reference = list(hypothesis)
    for _ in range(rng.randint(0, 1 + len(reference) // 2)):
        start = rng.randrange(len(reference) + 1)
        end = min(len(reference), start + rng.randint(0, 3))
        kind = rng.random()
        moved = reference[start:end] if kind < 0.3 else rng.choice(phrases)
        reference[start:end] = [] if kind < 0.3 else moved
        place = rng.randrange(len(reference) + 1)
        reference[place:place] = moved if kind < 0.3 else [rng.choice(vocabulary)]
    modules = rng.choice(((0, 1, 2, 3), (0, 1, 2, 3), (0, 3), (0, 1, 2), (2, 1, 0), (1, 0, 3)))
    width = rng.choice((1, 2, 5, 40, 40, 400))
    return Row(modules, width, tuple(hypothesis[:40]), tuple(reference[:40]))
