"""Build the vocabulary of frequent English words of ``meteor_core.words.lexicon``.

    python scripts/build_frequent_words.py [--source /usr/share/dict/american-english-small]

It holds what the analysis of words finds for them, so that a process need not look for it again:
their stems by PyStemmer and their synsets by WordNet. It serves the kernel, and is only used where
both are those that it was built with; build it again for others. The words are those of a list
with a word on each line, as Debian's package ``wamerican-small`` has it (SCOWL); without one, they
stay as they are. Numbers and years are added. All are folded.

The file is mapped into memory as it is: signed 32-bit integers, least byte first, then text. An
*entry* is a word or a stem, and its hash is the CRC-32 of its bytes; entries are numbered in the
order of their hashes. The numbers are:

1. the head: ``MAGIC`` (two numbers); bits of a bucket's number; entries, synsets; bytes of the line
   that names the resources, and of the text
2. buckets: the first entry whose hash begins with the bucket's bits; the end of the last
3. for each entry, and for the end of the last: where it begins in the text; the number of its
   stem, or -1 for what is only a stem; where its synsets begin
4. synsets, by their numbers in WordNet's file

Then the names of the resources, and the entries, end to end.
"""

import argparse
import sys
from array import array
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from itertools import accumulate
from pathlib import Path
from zlib import crc32

from meteor_core.configuration import configure
from meteor_core.words.lexicon.frequent_words import PATH, resources
from meteor_core.words.lexicon.wordnet import wordnet
from meteor_core.words.stages.stem import snowball

MAGIC = b"METEORFW"
BUCKET_BITS = 15
_HEAD = 7


def build(words: Collection[str]) -> bytes:
    """The file's content, for folded words in ASCII."""
    stemmer = snowball("en")
    stem_of = dict(zip(words, stemmer.only_keys(list(words)), strict=True))
    entries = sorted(
        {*stem_of, *stem_of.values()}, key=lambda entry: (crc32(entry.encode()), entry)
    )
    number_of = {entry: number for number, entry in enumerate(entries)}
    counts, synsets = wordnet().synset_numbers([word for word in entries if word in stem_of])
    synset_counts = iter(counts)
    buckets = Counter(_hash(entry) >> (32 - BUCKET_BITS) for entry in entries)
    places = accumulate(map(len, entries), initial=0)
    firsts = accumulate(
        (next(synset_counts) if entry in stem_of else 0 for entry in entries), initial=0
    )
    names = resources(stemmer.resource).encode("ascii")
    text = "".join(entries).encode("ascii")
    numbers = array("i", [BUCKET_BITS, len(entries), len(synsets), len(names), len(text)])
    numbers.extend(accumulate((buckets[at] for at in range(1 << BUCKET_BITS)), initial=0))
    for entry, place, first in zip([*entries, ""], places, firsts, strict=True):
        stem = number_of[stem_of[entry]] if entry in stem_of else -1
        numbers.extend([place, stem, first])
    numbers.extend(synsets)
    if sys.byteorder == "big":
        numbers.byteswap()
    return MAGIC + numbers.tobytes() + names + text


def _hash(entry: str) -> int:
    return crc32(entry.encode("ascii"))


def words_of(content: bytes) -> list[str]:
    """The words of a file."""
    bits, entries, synsets, name_size, _ = array("i", content[len(MAGIC) : 4 * _HEAD])
    first = _HEAD + (1 << bits) + 1
    numbers = array("i", content[4 * first : 4 * (first + 3 * (entries + 1))])
    text = content[4 * (first + 3 * (entries + 1) + synsets) + name_size :].decode("ascii")
    places, stems = numbers[::3], numbers[1::3]
    return [text[places[at] : places[at + 1]] for at in range(entries) if stems[at] >= 0]


def words_of_lines(lines: Iterable[str]) -> set[str]:
    """The words of lines, folded, those in ASCII."""
    configuration = configure()
    fold = configuration.words.fold
    found = {
        fold(line[start:end])
        for line in lines
        for start, end in configuration.tokenizer.spans(line)
    }
    return {word for word in found if word.isascii()}


def numbers() -> Iterator[str]:
    """Numbers as news write them: amounts, years, minutes, decades, ordinals."""
    yield from map(str, range(2101))
    yield from (f"{minute:02}" for minute in range(60))
    yield from (f"{decade}s" for decade in (*range(10, 100, 10), *range(1700, 2100, 10)))
    for number in range(1, 101):
        of_last = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
        yield f"{number}{'th' if number // 10 == 1 else of_last}"


def main() -> None:
    """Write the file and say how large it is."""
    parser = argparse.ArgumentParser(description="Build the vocabulary of frequent words.")
    parser.add_argument("--source", type=Path, help="a list of words, one a line")
    source = parser.parse_args().source
    if source:
        listed = words_of_lines(source.read_text(encoding="utf-8").splitlines())
    else:
        listed = set(words_of(PATH.read_bytes()))
    words = sorted(listed | words_of_lines(numbers()))
    content = build(words)
    PATH.write_bytes(content)
    print(f"{PATH}: {len(words):,} words, {len(content):,} bytes")


if __name__ == "__main__":
    main()
