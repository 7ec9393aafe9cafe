"""Choose systems and references of a bilingual file, and the units that have them all."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..errors import InputError, ParameterError, unknown_name
from .units import Unit, UnitFile
from .xml.wmt import HYPOTHESIS, REFERENCE


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemFields:
    """The fields to compare.

    Attributes:
        systems: fields by system name.
        references: fields to score them against.
    """

    systems: Mapping[str, str]
    references: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteUnits:
    """The units that have all of some fields.

    Attributes:
        found: these units, in order.
        all: number of units that are to be translated.
        lacking: fields that some units lack.
    """

    found: tuple[Unit, ...]
    all: int
    lacking: tuple[str, ...]

    def texts(self, field: str) -> list[str]:
        """Return the texts of one of the fields."""
        return [unit.texts[field] for unit in self.found]


def system_fields(
    name: str, file: UnitFile, *, systems: Sequence[str] = (), references: Sequence[str] = ()
) -> SystemFields:
    """Return the systems of a test set and its references.

    Args:
        name: of the file, for messages.
        file: the bilingual file.
        systems: names of systems or of fields; empty for all systems of the file, except
            references, which mt-metrics-eval lists among the outputs too.
        references: names of references or of fields; empty for all that are complete.

    Raises:
        ParameterError: a field is missing, or is both a system and a reference.
        InputError: the file has no systems or no references.
    """
    chosen = {each: _field(file, each, HYPOTHESIS) for each in systems} or _all(file, references)
    if not chosen:
        raise InputError(
            f"{name} has no systems to compare; its fields are {', '.join(file.fields) or 'none'}. "
            "Name two of them as systems, and others as references"
        )
    against = tuple(_field(file, each, REFERENCE) for each in references)
    if not against:
        found = _of_kind(file, REFERENCE)
        if not found:
            raise InputError(f"{name} has no reference; name a field as the reference")
        against = complete_references(file, found, beside=tuple(chosen.values()))
    twice = set(against) & set(chosen.values())
    if twice:
        raise ParameterError(f"'{min(twice)}' is both a system and a reference; name it once")
    return SystemFields(systems=chosen, references=against)


def complete_units(name: str, file: UnitFile, fields: Sequence[str]) -> CompleteUnits:
    """Return the units that have all of some fields, except those not to be translated.

    Raises:
        InputError: every unit lacks a field.
    """
    units = [unit for unit in file.units if unit.facts.is_translatable]
    found = [unit for unit in units if _has_all(unit, fields)]
    if not found:
        raise InputError(f"no unit of {name} has all of {', '.join(fields)}")
    lacking = [field for field in fields if any(unit.text(field) is None for unit in units)]
    return CompleteUnits(found=tuple(found), all=len(units), lacking=tuple(lacking))


def complete_references(
    file: UnitFile, references: Sequence[str], *, beside: Sequence[str]
) -> tuple[str, ...]:
    """Return the references that all units with other fields have; at least the first."""
    units = [unit for unit in file.units if _has_all(unit, beside)]
    found = tuple(each for each in references if all(_has_all(unit, [each]) for unit in units))
    return found or tuple(references[:1])


def _has_all(unit: Unit, fields: Sequence[str]) -> bool:
    return all(unit.text(field) is not None for field in fields)


def _all(file: UnitFile, references: Sequence[str]) -> dict[str, str]:
    """Return all systems but references that would be scored against themselves."""
    used = [f"{REFERENCE}:{_short(each, REFERENCE)}" for each in references]
    used = used or _of_kind(file, REFERENCE)
    named = {_short(field, HYPOTHESIS): field for field in _of_kind(file, HYPOTHESIS)}
    return {name: field for name, field in named.items() if f"{REFERENCE}:{name}" not in used}


def _short(field: str, kind: str) -> str:
    """Return the name of a system or reference: "X" of "hyp:X"."""
    return field.removeprefix(f"{kind}:") or field


def _of_kind(file: UnitFile, kind: str) -> list[str]:
    return [field for field in file.fields if field.partition(":")[0] == kind]


def _field(file: UnitFile, name: str, kind: str) -> str:
    """Return the field of a name, with or without its kind."""
    for field in (name, f"{kind}:{name}"):
        if field in file.fields:
            return field
    raise unknown_name(f"field of this {file.format} file", name, file.fields)
