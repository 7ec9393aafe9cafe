"""Read directories of the WMT metrics tasks, as mt-metrics-eval lays them out.

A directory has ``references/de-en.refA.txt``, ``system-outputs/de-en/SYSTEM.txt`` and optionally
``sources/de-en.txt`` and ``documents/de-en.docs`` (``DOMAIN DOCUMENT``), line by line. Human scores
are read in ``agreement``.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ..errors import InputError
from ..text.line_files import read_segments
from ..text.numbers import counted
from .placed_text import Place
from .units import SOURCE, Block, Blocks, Facts, Unit, UnitFile
from .xml.wmt import HYPOTHESIS, REFERENCE

OUTPUTS: Final = "system-outputs"
REFERENCES: Final = "references"
SOURCES: Final = "sources"

_NOWHERE: Final = Place(0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceInDirectory:
    """Location of a file in such a directory, by its path alone.

    Attributes:
        directory: the root.
        pair: of languages, such as ``en-de``.
    """

    directory: Path
    pair: str

    @property
    def outputs(self) -> Path:
        """Return the folder of the systems' outputs."""
        return self.directory / OUTPUTS / self.pair

    @property
    def references(self) -> Path:
        """Return the folder of the references of all pairs."""
        return self.directory / REFERENCES

    @property
    def source(self) -> Path:
        """Return the file of the source."""
        return self.directory / SOURCES / f"{self.pair}.txt"


def place_in_directory(path: Path) -> PlaceInDirectory | None:
    """Return where a file is, if its path is that of an output, a reference or a source.

    >>> place_in_directory(Path("wmt23/references/en-de.refA.txt")).pair
    'en-de'
    """
    if path.suffix != ".txt" or len(path.parents) < 3:
        return None
    folder = path.parent
    if folder.parent.name == OUTPUTS:
        return PlaceInDirectory(directory=folder.parent.parent, pair=folder.name)
    if folder.name in (REFERENCES, SOURCES):
        pair, _, name = path.stem.partition(".")
        if bool(name) == (folder.name == REFERENCES):
            return PlaceInDirectory(directory=folder.parent, pair=pair)
    return None


def is_output(path: Path) -> bool:
    """Return whether a file is in the place of a system's output."""
    return path.suffix == ".txt" and path.parent.parent.name == OUTPUTS


def is_reference_of(name: str, pair: str) -> bool:
    """Return whether a name is that of a reference of a language pair: ``en-de.refA.txt``."""
    return name.startswith(f"{pair}.") and name.endswith(".txt") and len(name) > len(pair) + 5


def is_metrics_directory(name: str) -> bool:
    """Return whether a name is that of such a directory."""
    try:
        return all((Path(name) / part).is_dir() for part in (OUTPUTS, REFERENCES))
    except ValueError:  # a NUL in the name
        return False


def language_pairs(directory: Path) -> list[str]:
    """Return the language pairs that have outputs, such as ``en-de``, in order."""
    return sorted(path.name for path in (directory / OUTPUTS).iterdir() if path.is_dir())


def reference_files(directory: Path, pair: str) -> dict[str, Path]:
    """Return the files of references by name, in order.

    Raises:
        InputError: the pair has no references.
    """
    found = {
        path.name.removeprefix(f"{pair}.").removesuffix(".txt"): path
        for path in sorted((directory / REFERENCES).glob(f"{pair}.*.txt"))
    }
    if not found:
        raise InputError(f"{directory} has no reference for {pair}")
    return found


def system_file(directory: Path, pair: str, system: str) -> Path:
    """Return the path of a system's output, which need not exist."""
    return directory / OUTPUTS / pair / f"{system}.txt"


def document_names(directory: Path, pair: str, segments: int) -> list[str]:
    """Return the document of each segment; empty if the directory does not list documents.

    Raises:
        InputError: the file does not have a line for each segment.
    """
    path = directory / "documents" / f"{pair}.docs"
    if not path.is_file():
        return [""] * segments
    names = [(line.split() or [""])[-1] for line in read_segments(str(path))]
    return _as_many(path, names, segments)


def read_metrics_directory(name: str, *, language_pair: str | None = None) -> UnitFile:
    """Read all texts of a language pair, as one block without a place.

    Args:
        name: of the directory.
        language_pair: such as ``en-de``; None if there is only one.

    Raises:
        InputError: the pair is missing or ambiguous, or files differ in their number of lines.
    """
    directory = Path(name)
    pairs = language_pairs(directory)
    if language_pair is None and len(pairs) == 1:
        (language_pair,) = pairs
    if language_pair not in pairs:
        raise InputError(
            f"{name} has no pair of languages {language_pair}; it has {', '.join(pairs) or 'none'}"
            if language_pair
            else f"{name} has {counted(len(pairs), 'pair', 'pairs')} of languages, of which one "
            f"has to be named: {', '.join(pairs) or 'none'}"
        )
    columns: dict[str, list[str]] = {}
    for field, path in _files(directory, language_pair):
        texts = list(read_segments(str(path)))
        columns[field] = _as_many(path, texts, len(next(iter(columns.values()), texts)))
    size = len(next(iter(columns.values())))
    documents = document_names(directory, language_pair, size)
    rows = zip(documents, zip(*columns.values(), strict=True), strict=True)
    units = [
        Unit(facts=Facts(id=f"{document}:{number}"), texts=dict(zip(columns, texts, strict=True)))
        for number, (document, texts) in enumerate(rows, 1)
    ]
    source, _, target = language_pair.partition("-")
    return UnitFile(
        format="mt-metrics-eval",
        blocks=Blocks([Block(start=_NOWHERE, end=_NOWHERE, around="", units=tuple(units))]),
        fields=tuple(sorted(columns, key=lambda field: field != SOURCE)),
        languages={field: source if field == SOURCE else target for field in columns},
    )


def _files(directory: Path, pair: str) -> Iterator[tuple[str, Path]]:
    for reference, path in reference_files(directory, pair).items():
        yield f"{REFERENCE}:{reference}", path
    source = directory / SOURCES / f"{pair}.txt"
    if source.is_file():
        yield SOURCE, source
    for path in sorted((directory / OUTPUTS / pair).glob("*.txt")):
        yield f"{HYPOTHESIS}:{path.stem}", path


def _as_many(path: Path, lines: list[str], segments: int) -> list[str]:
    if len(lines) != segments:
        raise InputError(
            f"{path} has {counted(len(lines), 'line', 'lines')}, but the reference has {segments:,}"
        )
    return lines
