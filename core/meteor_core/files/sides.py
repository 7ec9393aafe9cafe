"""Choose the hypothesis and the references of a bilingual file."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..errors import InputError, ParameterError, unknown_name
from .units import MT, SOURCE, TARGET, Unit, UnitFile
from .xml.tmx import field_of, language_of
from .xml.wmt import HYPOTHESIS, REFERENCE


@dataclass(frozen=True, slots=True, kw_only=True)
class Sides:
    """The fields to compare.

    Attributes:
        hypothesis: the field to score.
        references: fields to score it against.
    """

    hypothesis: str
    references: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedUnit:
    """A unit that has both sides.

    Attributes:
        number: of the unit in its file, from 1.
        unit: as it was read.
        hypothesis: the text to score.
        references: in the order of ``Sides.references``; None if missing.
    """

    number: int
    unit: Unit
    hypothesis: str
    references: tuple[str | None, ...]


def sides_of(
    file: UnitFile, *, hypothesis: str | None = None, references: Sequence[str] = ()
) -> Sides:
    """Return the requested fields, else those that a reviewer expects.

    By default MT is scored against the final translation; of two variants of one language in TMX
    the first against the second; of WMT's XML the only system against all references.

    Args:
        file: the bilingual file.
        hypothesis: the field to score; None for the default.
        references: the fields to score it against; empty for the default.

    Raises:
        ParameterError: a field is not in the file.
        InputError: the file is ambiguous, or has only one text a unit.
    """
    hypothesis = _field(file, hypothesis) if hypothesis else _only_hypothesis(file)
    references = tuple(_field(file, each) for each in references) or _references(file, hypothesis)
    if hypothesis in references:
        raise ParameterError(
            f"'{hypothesis}' is both the hypothesis and a reference; name two fields"
        )
    return Sides(hypothesis=hypothesis, references=references)


def compared(file: UnitFile, sides: Sides) -> Iterator[ComparedUnit]:
    """Yield the units that have a hypothesis and at least one reference, in order.

    Units that are not to be translated are left out, and those with an empty text.
    """
    for number, unit in enumerate(file.units, 1):
        if not unit.facts.is_translatable:
            continue
        hypothesis = unit.text(sides.hypothesis)
        references = tuple(unit.text(field) for field in sides.references)
        if hypothesis is not None and any(text is not None for text in references):
            yield ComparedUnit(
                number=number, unit=unit, hypothesis=hypothesis, references=references
            )


def language_of_sides(file: UnitFile, sides: Sides) -> str | None:
    """Return the language of the compared fields, as declared in the file; None if unknown."""
    for field in (sides.hypothesis, *sides.references):
        if field in file.languages:
            return file.languages[field]
        if field not in (SOURCE, MT, TARGET) and ":" not in field:  # TMX: named by language
            return language_of(field)
    return None


def _field(file: UnitFile, name: str) -> str:
    for field in (name, field_of(name)):
        if field in file.fields:
            return field
    raise unknown_name(f"field of this {file.format} file", name, file.fields)


def _only_hypothesis(file: UnitFile) -> str:
    if MT in file.fields:
        return MT
    systems = [field for field in file.fields if field.partition(":")[0] == HYPOTHESIS]
    if len(systems) == 1:
        return systems[0]
    if systems:
        raise InputError(
            f"the file has {len(systems)} systems; name one as the hypothesis: {', '.join(systems)}"
        )
    twice = [field for field in file.fields if f"{field}/2" in file.fields]
    if len(twice) == 1:
        return twice[0]
    raise InputError(
        f"this {file.format} file has no machine translation to compare; its fields are "
        f"{', '.join(file.fields) or 'none'}"
    )


def _references(file: UnitFile, hypothesis: str) -> tuple[str, ...]:
    if hypothesis == MT and TARGET in file.fields:
        return (TARGET,)
    if hypothesis.partition(":")[0] == HYPOTHESIS:
        found = [field for field in file.fields if field.partition(":")[0] == REFERENCE]
    else:
        found = [
            field
            for field in file.fields
            if field != hypothesis and language_of(field) == language_of(hypothesis)
        ]
    if not found:
        raise InputError(
            f"the file has nothing to compare '{hypothesis}' with; its fields are "
            f"{', '.join(file.fields)}"
        )
    return tuple(found)
