"""WordNet files for NLTK's own reader, so that NLTK is the judge of our look-ups.

The package embeds a digest of WordNet. Here the digest is read independently of the package
(by the format's description in ``scripts/build_wordnet.py``) and turned back into files of
wndb(5WN) with just what morphology and look-up by word need: no glosses, no pointers.
"""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import nltk
from nltk.corpus.reader import CorpusReader, WordNetCorpusReader
from nltk.corpus.util import LazyCorpusLoader

DIGEST = Path(__file__).parents[2] / "core/meteor_core/words/lexicon/data/wordnet-3.0.index"
SUFFIXES = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
SENSES_APART = 100
"""Bytes of an invented synset: room for the longest word that stands alone."""


class Digest(NamedTuple):
    """The embedded data, in its own three blocks."""

    shared: list[tuple[str, list[str]]]  # 8 digits and part of speech; words, then phrases
    alone: dict[str, list[str]]
    exceptions: dict[str, dict[str, list[str]]]

    def lemmas(self) -> list[str]:
        """Every lemma once, phrases included, in a fixed order."""
        shared = [lemma for _, lemmas in self.shared for lemma in lemmas]
        return sorted({*shared, *(word for words in self.alone.values() for word in words)})

    def irregular_forms(self) -> list[str]:
        """Every form of the exception lists."""
        return sorted({form for forms in self.exceptions.values() for form in forms})


@cache
def read_digest() -> Digest:
    """The embedded data, parsed without the package."""
    content = DIGEST.read_bytes()
    size = int.from_bytes(content[24:28], "little")
    text = content[-size:].decode("ascii")
    shared, alone, exceptions = (block.split("\n") for block in text.split("\n\n"))
    rows = [row.replace("|", " ").split() for row in shared]
    return Digest(
        shared=[(row[0], row[1:]) for row in rows],
        alone={pos: line.split() for pos, line in zip(SUFFIXES, alone, strict=True)},
        exceptions={
            pos: {form: bases.split("+") for form, bases in (e.split("=") for e in line.split(" "))}
            for pos, line in zip(SUFFIXES, exceptions, strict=True)
        },
    )


def write_dictionary(folder: Path) -> None:
    """Write the files that NLTK's reader opens."""
    folder.mkdir(parents=True)
    digest = read_digest()
    for pos, suffix in SUFFIXES.items():
        synsets = [(int(key[:8]), lemmas) for key, lemmas in digest.shared if key[8] == pos]
        # The digest has no place in the file for a word alone in its synset; any will do.
        first_free = max(offset for offset, _ in synsets) + 10_000
        for number, word in enumerate(digest.alone[pos]):
            synsets.append((first_free + number * SENSES_APART, [word]))
        _write_data(folder / f"data.{suffix}", pos, synsets)
        _write_index(folder / f"index.{suffix}", pos, synsets)
        lines = [f"{form} {' '.join(bases)}\n" for form, bases in digest.exceptions[pos].items()]
        (folder / f"{suffix}.exc").write_text("".join(lines), encoding="ascii")
    write_what_debian_lacks(folder)


def write_what_debian_lacks(folder: Path) -> None:
    """The two files that NLTK's reader insists on, though no look-up by word uses them."""
    names = "".join(f"{number:02}\tfile.{number}\t1\n" for number in range(45))
    (folder / "lexnames").write_text(names, encoding="ascii")
    (folder / "index.sense").write_text("", encoding="ascii")


def _write_data(path: Path, pos: str, synsets: list[tuple[int, list[str]]]) -> None:
    """Each synset at its byte offset, because that is how it is found."""
    content = bytearray(b"  1 no licence here\n")
    for offset, lemmas in synsets:
        content += b" " * (offset - 1 - len(content)) + b"\n"
        words = " ".join(f"{lemma} 0" for lemma in lemmas)
        content += f"{offset:08} 00 {pos} {len(lemmas):02x} {words} 000 | \n".encode("ascii")
    path.write_bytes(content)


def _write_index(path: Path, pos: str, synsets: list[tuple[int, list[str]]]) -> None:
    offsets: dict[str, list[int]] = {}
    for offset, lemmas in synsets:
        for lemma in dict.fromkeys(lemma.lower() for lemma in lemmas):
            offsets.setdefault(lemma, []).append(offset)
    with path.open("w", encoding="ascii") as file:
        for lemma, places in sorted(offsets.items()):
            numbers = " ".join(f"{offset:08}" for offset in places)
            file.write(f"{lemma} {pos} {len(places)} 0 {len(places)} 0 {numbers}\n")


@contextmanager
def nltk_reader(nltk_data: Path) -> Iterator[Any]:
    """NLTK's reader of ``corpora/wordnet`` in a folder laid out like NLTK's data."""
    nltk.data.path.insert(0, str(nltk_data))
    multilingual = LazyCorpusLoader("omw-1.4", CorpusReader, r".*")  # never looked into
    try:
        with warnings.catch_warnings():
            yield WordNetCorpusReader(str(nltk_data / "corpora/wordnet"), multilingual)
    finally:
        nltk.data.path.remove(str(nltk_data))
