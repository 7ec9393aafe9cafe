"""Open bilingual files as input: one with both sides, or one for each."""

from collections.abc import Container, Sequence
from pathlib import PurePath
from typing import Final

from ..errors import InputError
from ..files.before import Before, read_with_baseline
from ..files.joined import joined
from ..files.reading import read
from ..files.sides import Sides, compared, language_of_sides, sides_of
from ..files.units import MT, TARGET, Unit, UnitFile
from ..text.line_files import shown_name
from ..words.languages import known_code
from .segment_blocks import Source, in_blocks
from .unit_names import UnitName, UnitNames

_HELP: Final = "--hypothesis and --reference name what is compared, --before a revision in git"


def open_unit_files(
    names: Sequence[str],
    *,
    hypothesis: str | None = None,
    references: Sequence[str] = (),
    before: str | None = None,
    language_pair: str | None = None,
) -> Source:
    """Open bilingual files; units that lack a side are left out and counted.

    Args:
        names: of one file that has both sides, or of the hypothesis' file and those of references,
            whose units have the same ids.
        hypothesis: the field to score; None for the default of ``sides_of``.
        references: the fields to score it against; empty for the default.
        before: the git revision with the baseline of one file; None for a file beside it, if any.
        language_pair: of a directory of mt-metrics-eval; None if it has only one.

    Raises:
        ResourceError: git is not installed.
        InputError: the file cannot be read, leaves the sides open, or no unit has both.
        ParameterError: a field is not in the file.
    """
    opened = read_units(names, before=before, language_pair=language_pair)
    file, origin = opened.file, opened.origin
    shown = ", ".join(shown_name(PurePath(path).name) for path in names)
    try:
        sides = sides_of(file, hypothesis=hypothesis, references=references)
    except InputError as error:
        raise InputError(f"{shown}: {error}. {_HELP}") from None
    found = {unit.number: unit for unit in compared(file, sides)}
    if not found:
        either = " or ".join(sides.references)
        raise InputError(f"no unit of {shown} has both {sides.hypothesis} and {either}")
    called = names_of_units(names, file, sides, found)
    hypothesis_shown = sides.hypothesis
    note = note_of_origin(opened, sides)
    if note:
        hypothesis_shown = f"{MT} of {origin}"
    pairs = [(unit.hypothesis, unit.references) for unit in found.values()]
    return Source(
        blocks=in_blocks(pairs),
        references=len(pairs[0][1]) - pairs[0][1].count(None),
        expected=len(pairs),
        title=f"{shown}: {hypothesis_shown} against {', '.join(sides.references)}",
        counted=f"{len(pairs):,} units to compare",
        units=called,
        language=known_code(language_of_sides(file, sides)),
        notes=(note,) if note else (),
        post_editing=(sides.hypothesis, tuple(sides.references)) == (MT, (TARGET,)),
    )


def read_units(
    names: Sequence[str], *, before: str | None = None, language_pair: str | None = None
) -> Before:
    """Read one bilingual file with its baseline, or several of the same units as one.

    Raises:
        MeteorError: see ``open_unit_files``.
    """
    if len(names) > 1:
        return Before(file=joined([read(name) for name in names]), origin=None)
    return read_with_baseline(names[0], before, language_pair=language_pair)


def note_of_origin(opened: Before, sides: Sides) -> str:
    """Return a note on a baseline from elsewhere; empty if the file holds it."""
    if opened.origin is None or sides.hypothesis != MT:
        return ""
    return f"the text before editing is that of {opened.origin}"


def names_of_units(
    names: Sequence[str], file: UnitFile, sides: Sides, found: Container[int]
) -> UnitNames:
    """Return the names of compared units, and the reasons why others are excluded.

    Args:
        names: of the files, the one that has the units last where one is before, one after editing.
        file: that was read.
        sides: the compared fields.
        found: the numbers of the compared units.
    """
    holder = names[-1] if sides.hypothesis == MT else names[0]
    called = UnitNames(shown_name(PurePath(holder).name))
    for number, unit in enumerate(file.units, 1):
        unit_name = UnitName(number, unit.facts.id)
        if number in found:
            called.add(unit_name)
        else:
            called.exclude(unit_name, _why_not(unit, sides))
    return called


def _why_not(unit: Unit, sides: Sides) -> str:
    if not unit.facts.is_translatable:
        return "not to be translated"
    if unit.text(sides.hypothesis) is None:
        return f"without {sides.hypothesis}"
    return f"without {' or '.join(sides.references)}"
