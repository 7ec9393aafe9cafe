"""Several files of the same units as one: a system's and its references', one before and after."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ..errors import InputError
from .before import with_before
from .by_id import places_by_id
from .units import SOURCE, TARGET, Block, Blocks, Unit, UnitFile


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
        first = _with_texts(first, _renamed(other, first.fields, number))
    return first


def _with_texts(file: UnitFile, other: UnitFile) -> UnitFile:
    units = list(other.units)
    places = places_by_id([unit.facts.id for unit in file.units], [one.facts.id for one in units])
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
    names = {
        field: f"{field}:{number}" if field in taken and field != SOURCE else field
        for field in file.fields
    }
    blocks = (
        block._replace(
            units=tuple(
                unit._replace(texts={names[field]: text for field, text in unit.texts.items()})
                for unit in block.units
            )
        )
        for block in file.blocks
    )
    return replace(file, blocks=Blocks(blocks), fields=tuple(names.values()))
