"""The texts that are scored: real systems' outputs with their references, line-aligned."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from meteor_core.text.line_files import read_segments

ROOT: Final = Path(__file__).parents[1]
REAL_DATA: Final = ROOT.parent / "shared" / "data"
EXAMPLES: Final = ROOT / "examples"

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Corpus:
    """Systems that translated the same texts, and one reference for them.

    Attributes:
        name: the folder of the data, and which reference.
        references: one segment after the other.
        systems: the same for each system.
    """

    name: str
    references: tuple[str, ...]
    systems: tuple[tuple[str, ...], ...]

    @property
    def segments(self) -> int:
        """Segments of all systems."""
        return len(self.references) * len(self.systems)

    @property
    def pairs(self) -> list[Pair]:
        """Hypothesis and reference, system after system."""
        return [
            pair for system in self.systems for pair in zip(system, self.references, strict=True)
        ]


def english_corpora(data: Path | None = None) -> list[Corpus]:
    """All ``hyp.SYSTEM.en`` of a folder at any depth, against each ``ref.NAME.en`` beside them.

    Without a folder, and without real data beside the repository, the examples stand in: enough
    to see that a program works, too little to measure.
    """
    folder = data or (REAL_DATA if REAL_DATA.is_dir() else None)
    if folder is None:
        return [_corpus("examples", EXAMPLES / "city-news.ref.en", EXAMPLES)]
    files = sorted(folder.rglob("ref.*.en"))
    return [
        _corpus(f"{file.parent.name}, ref {file.suffixes[-2][1:]}", file, file.parent)
        for file in files
    ]


def every(step: int, corpora: list[Corpus]) -> list[Corpus]:
    """The first segment of each so many, of every system and reference."""
    return [
        Corpus(
            name=corpus.name,
            references=corpus.references[::step],
            systems=tuple(system[::step] for system in corpus.systems),
        )
        for corpus in corpora
    ]


def all_pairs(corpora: list[Corpus]) -> list[Pair]:
    """The pairs of all corpora."""
    return [pair for corpus in corpora for pair in corpus.pairs]


def write_corpora(corpora: list[Corpus], file: Path) -> None:
    """Write them to where a contender in another process reads them."""
    file.write_text(json.dumps([asdict(corpus) for corpus in corpora]), encoding="utf-8")


def read_corpora(file: Path) -> list[Corpus]:
    """Read what ``write_corpora`` wrote."""
    return [
        Corpus(
            name=fields["name"],
            references=tuple(fields["references"]),
            systems=tuple(map(tuple, fields["systems"])),
        )
        for fields in json.loads(file.read_text(encoding="utf-8"))
    ]


def _corpus(name: str, reference: Path, folder: Path) -> Corpus:
    hypotheses = sorted([*folder.glob("hyp.*.en"), *folder.glob("city-news.hyp.en")])
    return Corpus(
        name=name,
        references=tuple(read_segments(str(reference))),
        systems=tuple(tuple(read_segments(str(file))) for file in hypotheses),
    )
