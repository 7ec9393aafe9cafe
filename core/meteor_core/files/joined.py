"""Several files of the same units as one: a system's and its references', one before and after."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain, count

from ..errors import InputError
from .before import with_before
from .by_id import places_by_id
from .units import SOURCE, TARGET, Block, Blocks, Unit, UnitFile
from .xml.formats import TMX
from .xml.tmx import language_of


def joined(files: Sequence[UnitFile]) -> UnitFile:
    """Return one file with the texts of several, whose units belong together by their ids.

    See ``places_by_id``. Of two files with final translations, the first has the text before; see
    ``with_before``. A system or reference that has the name of another gets a number.

    Args:
        files: the first has the hypothesis.

    Raises:
        InputError: more than two files have final translations.
    """
    first, *others = files
    finals = [file for file in files if TARGET in file.fields]
    if len(finals) > 1:
        if len(files) > 2:
            raise InputError(
                f"{len(finals)} of the files have final translations; give two of them, the one "
                "with the text before first"
            )
        return with_before(files[1], files[0])
    for number, other in enumerate(others, 2):
        if first.format == other.format == TMX.name:
            first = _with_variants(first, other)
        else:
            first = _with_texts(first, _renamed(other, first.fields, number))
    return first


def _with_variants(file: UnitFile, other: UnitFile) -> UnitFile:
    """Return a memory with further variants from another, in the languages in which they differ.

    Units without ids go together by their first language, which is mostly that of the source.
    """
    common = [field for field in file.fields if field in other.fields]
    if not any(unit.facts.id for unit in (*file.units, *other.units)):
        file, other = (_called_by(each, common[:1]) for each in (file, other))
    units = list(other.units)
    places = places_by_id(file.blocks.keys, other.blocks.keys)
    pairs = [
        (unit.texts, units[place].texts)
        for unit, place in zip(file.units, places, strict=True)
        if place is not None
    ]
    differ = [field for field in common if any(a.get(field) != b.get(field) for a, b in pairs)]
    kept = differ or common[1:] or common
    new = [field for field in other.fields if field in kept or field not in common]
    return _with_texts(file, _named(other, {field: _free(field, file.fields) for field in new}))


def _called_by(file: UnitFile, fields: Sequence[str]) -> UnitFile:
    """Return a file whose units have a text as their id."""

    def called(unit: Unit) -> Unit:
        name = next((unit.texts.get(field, "") for field in fields), "")
        return unit._replace(facts=unit.facts._replace(id=name))

    blocks = (block._replace(units=tuple(map(called, block.units))) for block in file.blocks)
    return replace(file, blocks=Blocks(blocks))


def _free(field: str, taken: Sequence[str]) -> str:
    """Return the name of the next variant of a language: "de/2"."""
    language = language_of(field)
    names = chain([language], (f"{language}/{number}" for number in count(2)))
    return next(name for name in names if name not in taken)


def _with_texts(file: UnitFile, other: UnitFile) -> UnitFile:
    units = list(other.units)
    places = places_by_id(file.blocks.keys, other.blocks.keys)
    found = iter({} if place is None else units[place].texts for place in places)

    def texts(unit: Unit) -> Mapping[str, str]:
        return {**next(found), **unit.texts}

    blocks: list[Block] = [
        block._replace(units=tuple(unit._replace(texts=texts(unit)) for unit in block.units))
        for block in file.blocks
    ]
    return replace(
        file,
        blocks=Blocks(blocks),
        fields=tuple(dict.fromkeys((*file.fields, *other.fields))),
        languages={**other.languages, **file.languages},
    )


def _renamed(file: UnitFile, taken: Sequence[str], number: int) -> UnitFile:
    """Return a file whose fields have other names than those of another file, but for sources."""
    return _named(
        file,
        {
            field: f"{field}:{number}" if field in taken and field != SOURCE else field
            for field in file.fields
        },
    )


def _named(file: UnitFile, names: Mapping[str, str]) -> UnitFile:
    """Return a file that has some of its fields, under other names."""
    blocks = (
        block._replace(
            units=tuple(
                unit._replace(
                    texts={
                        names[field]: text for field, text in unit.texts.items() if field in names
                    }
                )
                for unit in block.units
            )
        )
        for block in file.blocks
    )
    return replace(file, blocks=Blocks(blocks), fields=tuple(names.values()))
