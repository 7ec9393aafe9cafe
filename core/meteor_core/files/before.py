"""Find the baseline of a post-edited file: the machine translation that was edited.

A file may not keep it. It is then in a file beside it, ``job.mt.po`` beside ``job.po``, or in a
revision of the file in git; their final translations are the baseline.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import ClassVar, Final

from ..errors import InputError
from ..text.compressed import uncompressed_name
from ..text.line_files import file_name
from . import reading
from .by_id import Texts, UnitKey, file_of, places_by_id
from .content import Content
from .formats import UnitFormat
from .placed_text import between
from .revisions import LARGEST, at_revision
from .units import MT, TARGET, Block, Blocks, Fault, Unit, UnitFile

_MARK: Final = ".mt"


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """A file whose units have the baseline, if it was found.

    Attributes:
        file: with the baseline as the field ``MT``.
        origin: name of the file or revision that has the baseline; None if none was added.
    """

    file: UnitFile
    origin: str | None


def read(
    name: str | PathLike[str], *, before: str | None = None, language_pair: str | None = None
) -> UnitFile:
    """Read a bilingual file: XLIFF, SDLXLIFF, MXLIFF, TMX, PO, WMT's XML; compressed or not.

    >>> from meteor_core import read
    >>> units = list(read("job.xlf").units)  # doctest: +SKIP

    Args:
        name: of the file, or of a directory of mt-metrics-eval.
        before: the revision in git whose final translations are the machine translation, such as
            "HEAD~1". By default they are those of the file beside this one, ``job.mt.xlf``, if it
            is there and this one has no machine translation itself.
        language_pair: of a directory: such as "en-de"; None where it has only one.

    Returns:
        The file, whose ``units`` have texts by the names of fields: source, MT, final translation.

    Raises:
        InputTypeError: the name is neither a string nor a path.
        InputError: the file is missing, faulty, or of an unknown format; the message names the line
            and the column.
        ParameterError: ``before`` is not the name of a revision.
        ResourceError: git is needed, and not installed.
    """
    return read_with_baseline(file_name(name), before, language_pair=language_pair).file


def read_with_baseline(
    name: str, revision: str | None = None, *, language_pair: str | None = None
) -> Before:
    """Read a bilingual file and its baseline, if there is one."""
    file = reading.read(name, language_pair=language_pair)
    if revision is not None:
        return with_revision(name, file, revision)
    return with_sibling(name, file) or Before(file=file, origin=None)


def sibling_name(name: str) -> str:
    """Return the name of the sibling file that would have the baseline: ``job.mt.po``."""
    plain = Path(uncompressed_name(name))
    compression = name[len(str(plain)) :]
    return str(plain.with_name(f"{plain.stem}{_MARK}{plain.suffix}")) + compression


def with_sibling(name: str, file: UnitFile) -> Before | None:
    """Return a file with the baseline of its sibling file; None if it has no sibling.

    A file that has machine translation needs no other.

    Raises:
        InputError: the sibling cannot be read, or is in another format.
    """
    if MT in file.fields or TARGET not in file.fields:
        return None
    other = Path(sibling_name(name))
    if not other.is_file():
        return None
    return Before(file=with_baseline(file, reading.read(str(other))), origin=other.name)


def with_revision(name: str, file: UnitFile, revision: str) -> Before:
    """Return a file with the baseline from a revision of it in git.

    Raises:
        MeteorError: as ``at_revision``.
        InputError: the file cannot be read as it was then, or has no final translation.
    """
    shown = f"{name} at {revision}"
    if TARGET not in file.fields:
        raise InputError(
            f"{name} has no final translation to compare with a text before: it is a "
            f"{file.format} file, with the fields {', '.join(file.fields) or 'none'}"
        )
    then = reading.parsed(name, at_revision(name, revision))
    return Before(file=with_baseline(file, then), origin=shown)


class Translations:
    """The final translations of a file.

    Attributes:
        by_key: texts by the keys of units, in order if several share one.
    """

    def __init__(self, form: UnitFormat, lines: Sequence[str], file: UnitFile) -> None:
        """Index the final translations of a file."""
        _check(file)
        self._form: Final = form
        self._lines: Final = lines
        self._blocks: Final = file.blocks
        self._places: dict[UnitKey, list[tuple[int, int]]] | None = None  # lazy
        texts: defaultdict[UnitKey, list[str]] = defaultdict(list)
        for key, text in zip(file.blocks.keys, file.blocks.texts(TARGET), strict=True):
            texts[key].append(text)
        self.by_key: Final[Texts] = texts

    def __eq__(self, other: object) -> bool:
        """Return whether two files have the same format and lines."""
        if not isinstance(other, Translations):
            return NotImplemented
        return self._form is other._form and self._lines == other._lines

    __hash__: ClassVar[None] = None  # type: ignore[assignment]  # mutable

    def content(self, key: UnitKey, text: str) -> Content | None:
        """Return the content of a text, with its inline codes.

        None if no unit of that key has the text, or units have it with different codes.
        """
        found: list[Content] = []
        for (block, unit), one in zip(self._units(key), self.by_key.get(key, ()), strict=True):
            if one == text:
                lines = between(self._lines, self._blocks.start(block), self._blocks.end(block))
                held = self._form.contents(lines, self._blocks.around(block))
                found += [] if isinstance(held, Fault) else [held[unit][TARGET]]
        is_one = found and all(one.parts == found[0].parts for one in found)
        return found[0] if is_one else None

    def _units(self, key: UnitKey) -> Sequence[tuple[int, int]]:
        """Return block and position in the block of each unit of a key."""
        if self._places is None:
            self._places = {}
            for number in range(len(self._blocks)):
                file = file_of(self._blocks.around(number))
                for unit, one in enumerate(self._blocks.units_of(number)):
                    known = self._places.setdefault(UnitKey(file, one.facts.id), [])
                    known.append((number, unit))
        return self._places.get(key, ())


def translations_at(
    name: str, revision: str, largest: int = LARGEST, *, commit: str | None = None
) -> Translations:
    """Return the final translations that a file had at a revision in git.

    Args:
        name: of the file, in the working tree.
        revision: its name.
        largest: maximum size in bytes.
        commit: the hash that the revision was resolved to earlier; None resolves it now.

    Raises:
        MeteorError: as ``at_revision``.
        InputError: the file cannot be read as it was then, or has no final translation.
    """
    form, lines = reading.lines_of(name, at_revision(name, revision, largest, commit=commit))
    return Translations(form, lines, reading.without_fault(name, form.read(lines)))


def with_baseline(file: UnitFile, before: UnitFile) -> UnitFile:
    """Return a file with the final translations of another as its machine translations.

    Units are matched by ``places_by_id``. Empty texts are left out: nothing was edited.

    Raises:
        InputError: the other has no final translations.
    """
    _check(before)
    then = list(before.units)
    places = places_by_id(file.blocks.keys, before.blocks.keys)
    texts = iter("" if place is None else then[place].texts.get(TARGET, "") for place in places)
    blocks = Blocks(_block(block, texts) for block in file.blocks)
    others = [field for field in file.fields if field != MT]
    others.insert(others.index(TARGET), MT)
    languages = dict(file.languages)
    if TARGET in languages:
        languages[MT] = languages[TARGET]
    return replace(file, blocks=blocks, fields=tuple(others), languages=languages)


def _check(before: UnitFile) -> None:
    if TARGET not in before.fields:
        raise InputError(
            f"the text before is of a {before.format} file without final translations; it has "
            f"{', '.join(before.fields) or 'nothing'}"
        )


def _block(block: Block, texts: Iterator[str]) -> Block:
    return block._replace(units=tuple(_with_text(unit, next(texts)) for unit in block.units))


def _with_text(unit: Unit, text: str) -> Unit:
    others = {field: each for field, each in unit.texts.items() if field != MT}
    return unit._replace(texts={**others, MT: text} if text.strip() else others)
