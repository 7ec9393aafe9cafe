"""Join files with the same units: a system and its references, or a baseline and its edit."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain, count

from ..errors import InputError
from .before import with_baseline
from .by_id import places_by_id
from .units import SOURCE, TARGET, Block, Blocks, Unit, UnitFile
from .xml.formats import TMX
from .xml.tmx import language_of


def joined(files: Sequence[UnitFile]) -> UnitFile:
    """Join the texts of several files whose units match by ``places_by_id``.

    Of two files with final translations, the first is the baseline of the second. Systems or
    references of the same name get numbers.

    Args:
        files: the first has the hypothesis.

    Raises:
        InputError: more than two files have final translations.
    """
    first, *further_files = files
    finals = [file for file in files if TARGET in file.fields]
    if len(finals) > 1:
        if len(files) > 2:
            raise InputError(
                f"{len(finals)} of the files have final translations; give two of them, the one "
                "with the text before first"
            )
        return with_baseline(files[1], files[0])
    for number, further in enumerate(further_files, 2):
        if first.format == further.format == TMX.name:
            first = _with_variants(first, further)
        else:
            first = _with_texts(first, _renamed(further, first.fields, number))
    return first


def _with_variants(file: UnitFile, further: UnitFile) -> UnitFile:
    """Add variants from another translation memory, in the languages in which they differ.

    Units without ids are matched by their first language, which is usually the source.
    """
    common = [field for field in file.fields if field in further.fields]
    if not any(unit.facts.id for unit in (*file.units, *further.units)):
        file, further = (_with_text_as_id(memory, common[:1]) for memory in (file, further))
    units = list(further.units)
    places = places_by_id(file.blocks.keys, further.blocks.keys)
    pairs = [
        (unit.texts, units[place].texts)
        for unit, place in zip(file.units, places, strict=True)
        if place is not None
    ]
    differ = [field for field in common if any(a.get(field) != b.get(field) for a, b in pairs)]
    kept = differ or common[1:] or common
    new = [field for field in further.fields if field in kept or field not in common]
    return _with_texts(
        file, _with_fields(further, {field: _free_variant(field, file.fields) for field in new})
    )


def _with_text_as_id(file: UnitFile, fields: Sequence[str]) -> UnitFile:

    def called(unit: Unit) -> Unit:
        name = next((unit.texts.get(field, "") for field in fields), "")
        return unit._replace(facts=unit.facts._replace(id=name))

    blocks = (block._replace(units=tuple(map(called, block.units))) for block in file.blocks)
    return replace(file, blocks=Blocks(blocks))


def _free_variant(field: str, taken: Sequence[str]) -> str:
    """Return the name of the next variant of a language: "de/2"."""
    language = language_of(field)
    names = chain([language], (f"{language}/{number}" for number in count(2)))
    return next(name for name in names if name not in taken)


def _with_texts(file: UnitFile, further: UnitFile) -> UnitFile:
    units = list(further.units)
    places = places_by_id(file.blocks.keys, further.blocks.keys)
    texts_found = iter({} if place is None else units[place].texts for place in places)

    def texts(unit: Unit) -> Mapping[str, str]:
        return {**next(texts_found), **unit.texts}

    blocks: list[Block] = [
        block._replace(units=tuple(unit._replace(texts=texts(unit)) for unit in block.units))
        for block in file.blocks
    ]
    return replace(
        file,
        blocks=Blocks(blocks),
        fields=tuple(dict.fromkeys((*file.fields, *further.fields))),
        languages={**further.languages, **file.languages},
    )


def _renamed(file: UnitFile, taken: Sequence[str], number: int) -> UnitFile:
    """Rename fields that another file has too, except sources."""
    return _with_fields(
        file,
        {
            field: f"{field}:{number}" if field in taken and field != SOURCE else field
            for field in file.fields
        },
    )


def _with_fields(file: UnitFile, names: Mapping[str, str]) -> UnitFile:
    """Return a file with some of its fields, renamed."""
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
