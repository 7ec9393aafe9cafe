"""Choose the texts of one file to compare: columns by name, units by format."""

from collections.abc import Sequence

from meteor_core.files.sides import Sides, sides_of
from meteor_core.files.units import MT, SOURCE, TARGET, Blocks, UnitFile
from meteor_core.files.xml import tmx
from meteor_core.files.xml.formats import TMX
from meteor_core.words.languages import known_code

from ..documents.segmentation import Description
from .conventions import Columns, columns


def sides(
    described: Description, hypothesis: str = "", references: Sequence[str] = ()
) -> Columns | None:
    """Return the fields of a document that belong together, or None.

    Args:
        described: the document.
        hypothesis: the field to score; empty for the default by names or format.
        references: the fields to score against; likewise.

    Raises:
        InputError: the choice of texts in a bilingual file is ambiguous.
        ParameterError: a requested field is missing.
    """
    if described.format is None:
        return _columns(described.fields, hypothesis, references)
    file = UnitFile(format=described.format, blocks=Blocks(), fields=described.fields)
    found = sides_of(file, hypothesis=hypothesis or None, references=references)
    return Columns(
        hypothesis=found.hypothesis,
        references=found.references,
        source=_source(described, found),
        post_editing=(found.hypothesis, found.references) == (MT, (TARGET,)),
    )


def _columns(fields: Sequence[str], hypothesis: str, references: Sequence[str]) -> Columns | None:
    """Return the requested columns if they exist, or the columns by name."""
    by_names = columns(fields)
    if not hypothesis and not references:
        return by_names
    hypothesis = hypothesis or (by_names.hypothesis if by_names else "")
    references = tuple(references) or (by_names.references if by_names else ())
    if not references or not {hypothesis, *references} <= set(fields):
        return by_names
    return Columns(
        hypothesis=hypothesis,
        references=tuple(references),
        source=next((name for name in ("source", "src") if name in fields), None),
        post_editing=(hypothesis, references) == ("mt", ("pe",)),
    )


def language_of(described: Description, found: Columns) -> str | None:
    """Return the declared language of the compared texts, if any."""
    fields = (*found.references, found.hypothesis)
    return next(filter(None, (language_in_file(described, field) for field in fields)), None)


def language_in_file(described: Description, field: str) -> str | None:
    """Return the declared language of a text in a bilingual file, if any."""
    declared = described.languages.get(field)
    if declared is None and described.format == TMX.name:
        declared = tmx.language_of(field)
    return known_code(declared)


def _source(described: Description, found: Sides) -> str | None:
    if SOURCE in described.fields:
        return SOURCE
    if described.format != TMX.name:
        return None
    own = tmx.language_of(found.hypothesis)
    return next((field for field in described.fields if tmx.language_of(field) != own), None)
