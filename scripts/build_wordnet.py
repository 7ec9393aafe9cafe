"""Build the synonym data of ``meteor_core.words.lexicon`` from the files of WordNet 3.0.

    python scripts/build_wordnet.py [--source /usr/share/wordnet] [--output FILE]

The source is what Debian's package ``wordnet-base`` installs. The output, compressed with
zlib, is text in three blocks, an empty line between them:

1. One line per synset of two lemmas or more, at least one of them a single word:
   the 8-digit offset and the part of speech (n, v, a, r), then its single words, then, behind
   ``|``, its lemmas of several words joined by ``_``. Spelling and order are WordNet's.
2. Four lines (n, v, a, r): the single words that stand in a synset alone.
3. Four lines (n, v, a, r): irregular forms, ``form=base`` or ``form=base+base``.

Synsets that have no single word cannot join two tokens and are left out.
"""

import argparse
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

PARTS_OF_SPEECH = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
DEFAULT_OUTPUT = Path(__file__).parents[1] / "core/meteor_core/words/lexicon/data/wordnet-3.0.z"


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
    text = "\n\n".join("\n".join(block) for block in (shared, alone, exceptions))
    return zlib.compress(text.encode("ascii"), 9)


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
