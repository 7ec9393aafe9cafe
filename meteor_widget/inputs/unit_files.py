"""Texts of views from bilingual files and test sets."""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path

from meteor_core.files.before import read_with_baseline
from meteor_core.files.sides import Sides, language_of_sides, sides_of
from meteor_core.files.systems import complete_references, complete_units
from meteor_core.files.units import SOURCE, Unit, UnitFile
from meteor_core.review.remarks import remarks_path
from meteor_core.review.texts import ReviewTexts
from meteor_core.text.numbers import counted
from meteor_core.words.languages import known_code

from .review_input import ReviewInput

FileName = str | PathLike[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class FileTexts:
    """The texts of the units of a file that have all of some fields.

    Attributes:
        texts: by field, one for each of these units.
        sources: their source texts, empty if missing; None if no unit has any.
        unit_ids: their ids, by the file.
        language: its code, as far as the file says.
    """

    texts: dict[str, list[str]]
    sources: list[str] | None
    unit_ids: tuple[str, ...]
    language: str | None


def compared_texts(
    name: FileName, *, hypothesis: str | None, references: str | Sequence[str], before: str | None
) -> tuple[Sides, FileTexts]:
    """Return which fields of a file are compared, and their texts.

    Units without one of the texts are left out, with a warning that counts them. References that
    were not named and that some units lack are not used, if others are complete.

    Args:
        name: of the file.
        hypothesis: the field that is scored; None leaves it to the file. See ``sides_of``.
        references: the fields that it is scored against; none leave it to the file.
        before: the revision in git with the text before. See ``meteor_core.read``.

    Raises:
        MeteorError: see ``meteor_core.read`` and ``sides_of``.
        InputError: no unit has all texts.
    """
    file = read_with_baseline(fspath(name), before).file
    named = (references,) if isinstance(references, str) else tuple(references)
    sides = sides_of(file, hypothesis=hypothesis, references=named)
    if not named:
        used = complete_references(file, sides.references, beside=(sides.hypothesis,))
        sides = Sides(hypothesis=sides.hypothesis, references=used)
    return sides, _texts(name, file, sides)


def reviewed_file(
    name: FileName, *, mt: str | None, post_edits: str | None, before: str | None
) -> tuple[ReviewInput, str | None]:
    """Return what a review is given by a file, and the code of its language if it says.

    Units without one of the texts are left out, with a warning that counts them.

    Args:
        name: of the file.
        mt: the field that was edited; None leaves it to the file. See ``sides_of``.
        post_edits: the field that was made of it; None leaves it to the file.
        before: the revision in git with the text before. See ``meteor_core.read``.

    Raises:
        MeteorError: see ``meteor_core.read`` and ``sides_of``.
        InputError: no unit has both texts.
    """
    file = read_with_baseline(fspath(name), before).file
    named = () if post_edits is None else (post_edits,)
    sides = sides_of(file, hypothesis=mt, references=named)
    edited, final = sides.hypothesis, sides.references[0]
    units = _units_with(name, file, (edited, final))
    given = ReviewInput(
        texts=[
            ReviewTexts(
                mt=unit.texts[edited],
                post_edit=unit.texts[final],
                source=unit.texts.get(SOURCE),
                facts=unit.facts,
                number=number,
            )
            for number, unit in enumerate(units, 1)
        ],
        format_name=file.format,
        remarks=remarks_path(fspath(name)),
        source_language=known_code(file.languages.get(SOURCE)),
        unit_ids=tuple(unit.facts.id for unit in units),
    )
    return given, known_code(language_of_sides(file, sides))


def _texts(name: FileName, file: UnitFile, sides: Sides) -> FileTexts:
    fields = (sides.hypothesis, *sides.references)
    found = _units_with(name, file, fields)
    return FileTexts(
        texts={field: [unit.texts[field] for unit in found] for field in fields},
        sources=[unit.texts.get(SOURCE, "") for unit in found] if SOURCE in file.fields else None,
        unit_ids=tuple(unit.facts.id for unit in found),
        language=known_code(language_of_sides(file, sides)),
    )


def _units_with(name: FileName, file: UnitFile, fields: Sequence[str]) -> Sequence[Unit]:
    """Return the translatable units that have all of some fields; warn of others."""
    units = complete_units(fspath(name), file, fields)
    if len(units.found) < units.all:
        warnings.warn(
            f"{units.all - len(units.found):,} of {counted(units.all, 'unit', 'units')} of "
            f"{Path(name).name} are left out, which lack {' or '.join(units.lacking)}",
            stacklevel=5,
        )
    return units.found
