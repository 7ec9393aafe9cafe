"""One bilingual file in place of a hypothesis and its references."""

from collections.abc import Sequence
from pathlib import PurePath

from ..errors import InputError
from ..files.before import read_with_before
from ..files.sides import Sides, compared, language_of_sides, sides_of
from ..files.units import MT, Unit
from ..words.languages import known_code
from .segment_blocks import Source, in_blocks
from .unit_names import UnitName, UnitNames


def open_unit_file(
    name: str,
    *,
    hypothesis: str | None = None,
    references: Sequence[str] = (),
    before: str | None = None,
) -> Source:
    """Open a bilingual file; units that lack a side are left out and counted.

    Args:
        name: of the file.
        hypothesis: the field to score; None for what a reviewer expects. See ``sides_of``.
        references: the fields to score it against; none for what a reviewer expects.
        before: the revision in git which has the text before; None for the file beside this one,
            if there is one.

    Raises:
        ResourceError: git is not installed.
        InputError: the file cannot be read, leaves the sides open, or no unit has both.
        ParameterError: a field is not in the file.
    """
    opened = read_with_before(name, before)
    file, origin = opened.file, opened.origin
    sides = sides_of(file, hypothesis=hypothesis, references=references)
    found = {unit.number: unit for unit in compared(file, sides)}
    if not found:
        either = " or ".join(sides.references)
        raise InputError(f"no unit of {name} has both {sides.hypothesis} and {either}")
    names = UnitNames(PurePath(name).name)
    for number, unit in enumerate(file.units, 1):
        called = UnitName(number, unit.facts.id)
        if number in found:
            names.add(called)
        else:
            names.leave_out(called, _why_not(unit, sides))
    hypothesis_shown, note = sides.hypothesis, ""
    if origin is not None and sides.hypothesis == MT:
        hypothesis_shown = f"{MT} of {origin}"
        note = f"the text before editing is that of {origin}"
    pairs = [(unit.hypothesis, unit.references) for unit in found.values()]
    return Source(
        blocks=in_blocks(pairs),
        references=len(pairs[0][1]) - pairs[0][1].count(None),
        expected=len(pairs),
        title=f"{PurePath(name).name}: {hypothesis_shown} against {', '.join(sides.references)}",
        counted=f"{len(pairs):,} units to compare",
        units=names,
        language=known_code(language_of_sides(file, sides)),
        note=note,
    )


def _why_not(unit: Unit, sides: Sides) -> str:
    """Say why a unit is not compared."""
    if not unit.facts.is_translatable:
        return "not to be translated"
    if sides.hypothesis not in unit.texts:
        return f"without {sides.hypothesis}"
    return f"without {' or '.join(sides.references)}"
