"""Texts of views from bilingual files and test sets."""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path

from meteor_core.errors import InputError, ParameterError, unknown_name
from meteor_core.files import reading
from meteor_core.files.before import read_with_before
from meteor_core.files.sides import Sides, language_of_sides, sides_of
from meteor_core.files.units import SOURCE, Unit, UnitFile
from meteor_core.files.xml.wmt import HYPOTHESIS, REFERENCE
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
        sources: their source texts, empty where there is none; None if no unit has any.
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
    file = read_with_before(fspath(name), before).file
    named = (references,) if isinstance(references, str) else tuple(references)
    sides = sides_of(file, hypothesis=hypothesis, references=named)
    if not named:
        used = _complete(file, sides.references, beside=(sides.hypothesis,))
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
    file = read_with_before(fspath(name), before).file
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


def systems_texts(
    name: FileName,
    *,
    systems: Sequence[str],
    references: str | Sequence[str],
    language_pair: str | None,
) -> tuple[dict[str, str], tuple[str, ...], FileTexts]:
    """Return the systems of a test set, with the fields that have them, and all texts.

    Args:
        name: of the file.
        systems: names of systems or of fields; none for all systems of the file.
        references: names of references or of fields; none for all that are complete.
        language_pair: of a directory of mt-metrics-eval; None where it has only one.

    Raises:
        MeteorError: see ``meteor_core.read``.
        ParameterError: there is no such field.
        InputError: the file has no systems, no references, or no unit has all texts.
    """
    file = reading.read(fspath(name), language_pair=language_pair)
    known = {_short(field, HYPOTHESIS): field for field in _of_kind(file, HYPOTHESIS)}
    chosen = {each: _field(file, each, HYPOTHESIS) for each in systems} or known
    if not chosen:
        raise InputError(
            f"{name} has no systems to compare; its fields are {', '.join(file.fields) or 'none'}. "
            "Name two of them: systems=[...], references=[...]"
        )
    wanted = (references,) if isinstance(references, str) else tuple(references)
    against = tuple(_field(file, each, REFERENCE) for each in wanted)
    if not against:
        found = _of_kind(file, REFERENCE)
        if not found:
            raise InputError(f"{name} has no reference; name a field: references=[...]")
        against = _complete(file, found, beside=tuple(chosen.values()))
    twice = set(against) & set(chosen.values())
    if twice:
        raise ParameterError(f"'{min(twice)}' is both a system and a reference; name it once")
    first, *others = chosen.values()
    return chosen, against, _texts(name, file, Sides(hypothesis=first, references=against), others)


def _texts(name: FileName, file: UnitFile, sides: Sides, others: Sequence[str] = ()) -> FileTexts:
    fields = (sides.hypothesis, *others, *sides.references)
    found = _units_with(name, file, fields)
    return FileTexts(
        texts={field: [unit.texts[field] for unit in found] for field in fields},
        sources=[unit.texts.get(SOURCE, "") for unit in found] if SOURCE in file.fields else None,
        unit_ids=tuple(unit.facts.id for unit in found),
        language=known_code(language_of_sides(file, sides)),
    )


def _units_with(name: FileName, file: UnitFile, fields: Sequence[str]) -> list[Unit]:
    """Return the translatable units that have all of some fields; warn of others."""
    units = [unit for unit in file.units if unit.facts.is_translatable]
    found = [unit for unit in units if all(field in unit.texts for field in fields)]
    if not found:
        raise InputError(f"no unit of {name} has all of {', '.join(fields)}")
    if len(found) < len(units):
        warnings.warn(
            f"{len(units) - len(found):,} of {counted(len(units), 'unit', 'units')} of "
            f"{Path(name).name} are left out, which lack {_lacking(units, fields)}",
            stacklevel=5,
        )
    return found


def _lacking(units: Sequence[Unit], fields: Sequence[str]) -> str:
    lacking = [field for field in fields if any(field not in unit.texts for unit in units)]
    return " or ".join(lacking)


def _complete(
    file: UnitFile, references: Sequence[str], *, beside: Sequence[str]
) -> tuple[str, ...]:
    """Return the references that all units have which have other fields; at least the first."""
    units = [unit for unit in file.units if all(field in unit.texts for field in beside)]
    found = tuple(each for each in references if all(each in unit.texts for unit in units))
    return found or tuple(references[:1])


def _of_kind(file: UnitFile, kind: str) -> list[str]:
    return [field for field in file.fields if field.partition(":")[0] == kind]


def _short(field: str, kind: str) -> str:
    """Return the name of a system or reference: "X" of "hyp:X"."""
    return field.removeprefix(f"{kind}:") or field


def _field(file: UnitFile, name: str, kind: str) -> str:
    """Return the field of a name, which may leave out its kind."""
    for field in (name, f"{kind}:{name}"):
        if field in file.fields:
            return field
    raise unknown_name(f"field of this {file.format} file", name, file.fields)
