r"""Build the synonym data of ``meteor_core.words.lexicon`` from the files of WordNet 3.0.

    python scripts/build_wordnet.py [--source /usr/share/wordnet] [--output FILE]

The source is what Debian's package ``wordnet-base`` installs. The output is mapped into memory as
it is: unsigned 32-bit integers, least byte first, then text. The text has three blocks, an empty
line between them:

1. One line per synset of two lemmas or more, at least one of them a single word:
   the 8-digit offset and the part of speech (n, v, a, r), then its single words, then, behind
   ``|``, its lemmas of several words joined by ``_``. Spelling and order are WordNet's.
2. Four lines (n, v, a, r): the single words that stand in a synset alone.
3. Four lines (n, v, a, r): irregular forms, ``form=base`` or ``form=base+base``.

Synsets that have no single word cannot join two tokens and are left out. Synsets are numbered in
the order of the text: the lines of the first block, then the words of the second. A *word* is a
lemma or an irregular form in lower case, and its hash is the CRC-32 of its bytes. The numbers
before the text are:

1. the head: ``MAGIC`` (two numbers); bits of a bucket's number; words, senses, synsets, and bytes
   of the text; the numbers of the first synsets of the second block in its four lines
2. buckets: where the words begin whose hashes begin with the bucket's bits; the end of the last
3. hashes of the words, in ascending order
4. where each word stands in the text, its last letter followed by one of ``" |=\n"``: 16 times that
   place, plus 1, 2, 4 and 8 for the parts of speech n, v, a and r in which it is an irregular form
5. where the senses of each word begin; and the end of the last
6. senses, by part of speech: 8 times the number of the synset, plus 4 if it is one of a base of
   the irregular form and not of the word itself, plus 0 to 3 for the part of speech
7. by synset, where its line or word begins in the text
"""

import argparse
import sys
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import accumulate, chain
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

PARTS_OF_SPEECH = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
DEFAULT_OUTPUT = Path(__file__).parents[1] / "core/meteor_core/words/lexicon/data/wordnet-3.0.index"
MAGIC = b"METEORWN"
BUCKET_BITS = 16
OF_A_BASE = 4
PART_LETTERS = "nvar"


class Synset(NamedTuple):
    """One line of a WordNet data file."""

    identifier: str
    words: list[str]
    phrases: list[str]


def read_synsets(source: Path, part_of_speech: str) -> Iterator[Synset]:
    """The synsets of one part of speech, in the file's order (wndb(5WN))."""
    path = source / f"data.{PARTS_OF_SPEECH[part_of_speech]}"
    with path.open(encoding="ascii") as lines:
        for line in lines:
            if line.startswith(" "):  # the licence at the top
                continue
            fields = line.split()
            count = int(fields[3], 16)
            # An adjective may carry a syntactic marker: "galore(ip)".
            lemmas = [field.partition("(")[0] for field in fields[4 : 4 + 2 * count : 2]]
            yield Synset(
                fields[0] + part_of_speech,
                [lemma for lemma in lemmas if "_" not in lemma],
                [lemma for lemma in lemmas if "_" in lemma],
            )


def read_exceptions(source: Path, part_of_speech: str) -> str:
    """One line of irregular forms; where a form is listed twice, the later entry counts."""
    path = source / f"{PARTS_OF_SPEECH[part_of_speech]}.exc"
    entries: dict[str, list[str]] = {}
    for line in path.read_text(encoding="ascii").splitlines():
        form, *bases = line.split()
        entries[form] = bases
    return " ".join(f"{form}={'+'.join(bases)}" for form, bases in sorted(entries.items()))


def build(source: Path) -> bytes:
    """The data file's content."""
    shared: list[str] = []
    alone: list[str] = []
    for part_of_speech in PARTS_OF_SPEECH:
        single: set[str] = set()
        for synset in read_synsets(source, part_of_speech):
            if not synset.words:
                continue
            if len(synset.words) + len(synset.phrases) == 1:
                single.update(synset.words)
                continue
            phrases = "|" + " ".join(synset.phrases) if synset.phrases else ""
            shared.append(f"{synset.identifier} {' '.join(synset.words)}{phrases}")
        alone.append(" ".join(sorted(single)))
    exceptions = [read_exceptions(source, part_of_speech) for part_of_speech in PARTS_OF_SPEECH]
    return Index("\n\n".join("\n".join(block) for block in (shared, alone, exceptions))).packed()


@dataclass(slots=True)
class Word:
    """A lemma or an irregular form, in lower case.

    Attributes:
        place: where it stands in the text; 0, where no word does, if that is not known yet.
        irregular: the parts of speech in which it is an irregular form, one bit each.
        own: its synsets, by part of speech.
        of_bases: the synsets of its bases, where it is irregular.
    """

    place: int = 0
    irregular: int = 0
    own: tuple[list[int], ...] = field(default_factory=lambda: ([], [], [], []))
    of_bases: tuple[list[int], ...] = field(default_factory=lambda: ([], [], [], []))


class Index:
    """The words of the text, and where its synsets are."""

    def __init__(self, text: str) -> None:
        """Read the three blocks."""
        self.text = text
        self.words: defaultdict[str, Word] = defaultdict(Word)
        self.synset_places: list[int] = []
        self.first_alone: list[int] = []
        shared, alone, exceptions = text.split("\n\n")
        self._add_shared(shared)
        self._add_alone(alone, place=len(shared) + 2)
        self._add_exceptions(exceptions, place=len(text) - len(exceptions))

    def packed(self) -> bytes:
        """The file."""
        by_hash = sorted((crc32(word.encode("ascii")), word) for word in self.words)
        words = [self.words[word] for _, word in by_hash]
        senses = [_senses(word) for word in words]
        buckets = Counter(own_hash >> (32 - BUCKET_BITS) for own_hash, _ in by_hash)
        numbers = array("I", [BUCKET_BITS, len(words), sum(map(len, senses))])
        numbers.extend([len(self.synset_places), len(self.text), *self.first_alone])
        numbers.extend(
            accumulate((buckets[number] for number in range(1 << BUCKET_BITS)), initial=0)
        )
        numbers.extend(own_hash for own_hash, _ in by_hash)
        numbers.extend(word.place << 4 | word.irregular for word in words)
        numbers.extend(accumulate(map(len, senses), initial=0))
        numbers.extend(chain.from_iterable(senses))
        numbers.extend(self.synset_places)
        if sys.byteorder == "big":
            numbers.byteswap()
        return MAGIC + numbers.tobytes() + self.text.encode("ascii")

    def _add_shared(self, block: str) -> None:
        for start, row in _places(block, "\n", 0):
            part = PART_LETTERS.index(row[8])
            self._add_synset(start, part, _places(row[10:].replace("|", " "), " ", start + 10))

    def _add_alone(self, block: str, place: int) -> None:
        for part, (start, line) in enumerate(_places(block, "\n", place)):
            self.first_alone.append(len(self.synset_places))
            for word in _places(line, " ", start):
                self._add_synset(word[0], part, [word])

    def _add_synset(self, place: int, part: int, lemmas: Iterable[tuple[int, str]]) -> None:
        number = len(self.synset_places)
        self.synset_places.append(place)
        for start, lemma in lemmas:
            word = self.words[lemma.lower()]
            word.place = word.place or start
            if number not in word.own[part]:  # it has some in two spellings: Polish, polish
                word.own[part].append(number)

    def _add_exceptions(self, block: str, place: int) -> None:
        for part, (start, line) in enumerate(_places(block, "\n", place)):
            for at, entry in _places(line, " ", start):
                form, _, bases = entry.partition("=")
                word = self.words[form]
                word.place = word.place or at
                word.irregular |= 1 << part
                for base in bases.split("+"):
                    word.of_bases[part].extend(
                        self.words[base].own[part] if base in self.words else ()
                    )


def _places(text: str, separator: str, place: int) -> Iterator[tuple[int, str]]:
    """The parts of a text between separators, and where they begin, if the text does there."""
    for part in text.split(separator):
        yield place, part
        place += len(part) + 1


def _senses(word: Word) -> list[int]:
    found: list[int] = []
    for part, (own, of_bases) in enumerate(zip(word.own, word.of_bases, strict=True)):
        found += [number << 3 | part for number in own]
        others = dict.fromkeys(number for number in of_bases if number not in own)
        found += [number << 3 | OF_A_BASE | part for number in others]
    return found


def main() -> None:
    """Write the file and say how large it is."""
    parser = argparse.ArgumentParser(description="Build the synonym data from WordNet 3.0.")
    parser.add_argument("--source", type=Path, default=Path("/usr/share/wordnet"))
    parser.add_argument("--output", type=Path, default=DEFAULT_OUTPUT)
    arguments = parser.parse_args()
    content = build(arguments.source)
    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    arguments.output.write_bytes(content)
    print(f"{arguments.output}: {len(content):,} bytes")


if __name__ == "__main__":
    main()
