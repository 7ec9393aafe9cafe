"""Which texts of one file are compared: columns by their names, units by their format."""

from meteor_core.files.sides import Sides, sides_of
from meteor_core.files.units import MT, SOURCE, TARGET, UnitFile
from meteor_core.files.xml import tmx
from meteor_core.files.xml.formats import TMX
from meteor_core.words.languages import LANGUAGE_CODES

from ..documents.segmentation import Description
from .conventions import Columns, columns


def sides(described: Description) -> Columns | None:
    """The fields of a document that belong together; None where there are none.

    Raises:
        InputError: a bilingual file leaves open what is to be compared.
    """
    if described.format is None:
        return columns(described.fields)
    file = UnitFile(format=described.format, blocks=(), fields=described.fields)
    found = sides_of(file)
    return Columns(
        hypothesis=found.hypothesis,
        references=found.references,
        source=_source(described, found),
        post_editing=(found.hypothesis, found.references) == (MT, (TARGET,)),
    )


def language_of(described: Description, found: Columns) -> str | None:
    """The language of the texts that are compared, as far as a bilingual file tells it."""
    fields = (*found.references, found.hypothesis)
    return next(filter(None, (language_in_file(described, field) for field in fields)), None)


def language_in_file(described: Description, field: str) -> str | None:
    """The language of a text, as far as a bilingual file tells it."""
    told = described.languages.get(field)
    if told is None and described.format == TMX.name:
        told = tmx.language_of(field)
    code = (told or "").replace("_", "-").partition("-")[0].lower()
    return code if code in LANGUAGE_CODES else None


def _source(described: Description, found: Sides) -> str | None:
    if SOURCE in described.fields:
        return SOURCE
    if described.format != TMX.name:
        return None
    own = tmx.language_of(found.hypothesis)
    return next((field for field in described.fields if tmx.language_of(field) != own), None)
