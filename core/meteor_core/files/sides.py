"""Which texts of a bilingual file are the hypothesis and the references."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..errors import InputError, ParameterError, unknown_name
from .units import MT, SOURCE, TARGET, Unit, UnitFile
from .xml.tmx import field_of, language_of
from .xml.wmt import HYPOTHESIS, REFERENCE


@dataclass(frozen=True, slots=True, kw_only=True)
class Sides:
    """The fields that are compared.

    Attributes:
        hypothesis: the field that is scored.
        references: those it is scored against.
    """

    hypothesis: str
    references: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedUnit:
    """A unit that has both sides.

    Attributes:
        number: of the unit in its file, from 1.
        unit: as it was read.
        hypothesis: the text that is scored.
        references: by ``Sides.references``; None for one that is not there.
    """

    number: int
    unit: Unit
    hypothesis: str
    references: tuple[str | None, ...]


def sides_of(
    file: UnitFile, *, hypothesis: str | None = None, references: Sequence[str] = ()
) -> Sides:
    """Return what is to be compared: what is asked for, else what a reviewer expects.

    That is MT against the final translation; of two variants of one language in TMX the first
    against the second; of WMT's XML the only system against all references.

    Args:
        file: that was read.
        hypothesis: the field to score; None leaves it to the file.
        references: the fields to score it against; none leave it to the file.

    Raises:
        ParameterError: a field is not in the file.
        InputError: the file leaves open what is to be compared, or has but one text a unit.
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

    Those that are not to be translated are left out, and those of which a text is empty.
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
    """Return the language of what is compared, as the file has it; None if it does not say."""
    for field in (sides.hypothesis, *sides.references):
        if field in file.languages:
            return file.languages[field]
        if field not in (SOURCE, MT, TARGET) and ":" not in field:  # TMX names them by language
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
