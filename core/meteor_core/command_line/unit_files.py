"""One bilingual file in place of a hypothesis and its references."""

from collections.abc import Sequence
from pathlib import PurePath

from ..errors import InputError
from ..files.reading import read
from ..files.sides import compared, sides_of
from .segment_blocks import Source, in_blocks
from .unit_names import UnitName, UnitNames


def open_unit_file(
    name: str, *, hypothesis: str | None = None, references: Sequence[str] = ()
) -> Source:
    """Open a bilingual file; units that lack a side are left out and counted.

    Args:
        name: of the file.
        hypothesis: the field to score; None for what a reviewer expects. See ``sides_of``.
        references: the fields to score it against; none for what a reviewer expects.

    Raises:
        InputError: the file cannot be read, leaves the sides open, or no unit has both.
        ParameterError: a field is not in the file.
    """
    file = read(name)
    sides = sides_of(file, hypothesis=hypothesis, references=references)
    either = " or ".join(sides.references)
    found = {unit.number: unit for unit in compared(file, sides)}
    if not found:
        raise InputError(f"no unit of {name} has both {sides.hypothesis} and {either}")
    names = UnitNames(PurePath(name).name)
    for number, unit in enumerate(file.units, 1):
        called = UnitName(number, unit.facts.id)
        if number in found:
            names.add(called)
        else:
            lacks_hypothesis = sides.hypothesis not in unit.texts
            names.leave_out(called, sides.hypothesis if lacks_hypothesis else either)
    pairs = [(unit.hypothesis, unit.references) for unit in found.values()]
    return Source(
        blocks=in_blocks(pairs),
        references=len(pairs[0][1]) - pairs[0][1].count(None),
        expected=len(pairs),
        title=f"{PurePath(name).name}: {sides.hypothesis} against {', '.join(sides.references)}",
        counted=f"{len(pairs):,} units to compare",
        units=names,
    )
