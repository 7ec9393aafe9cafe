"""The formats in XML, and which of them a file is in."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ..garbage import no_garbage_collection
from ..placed_text import Place, PlacedText
from ..units import MT, SOURCE, TARGET, Block, Fault, Unit, UnitFile
from . import tmx, wmt, xliff, xliff2
from .elements import (
    Around,
    Code,
    Element,
    Entry,
    placed_text_of,
    read_block,
    read_blocks,
    text_of,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class XmlFormat:
    """How a file in XML holds units.

    Attributes:
        name: of the format.
        is_block: whether an element of a name holds the texts of units.
        entries: of such an element, with what the elements around it say.
        code: what an element inside a text is.
        languages: by field, as far as the elements around a block tell them.
        fields: in which order they are named, by what stands before a colon; others follow as
            they come.
    """

    name: str
    is_block: Callable[[str], bool]
    entries: Callable[[Element, Around], Iterator[Entry]]
    code: Code
    languages: Callable[[Sequence[Element]], Mapping[str, str]]
    fields: tuple[str, ...]

    def read(self, lines: Sequence[str]) -> UnitFile:
        """Read a file. One that is not well-formed is read up to the fault."""
        return _read(lines, self)

    def places(self, lines: Sequence[str], around: str) -> list[Mapping[str, PlacedText]] | Fault:
        """Read a block by itself: of each unit in it the texts with their places, by field."""
        return _places(lines, around, self)

    def written(self, text: str) -> str:
        """Return what to write for a text."""
        return text.translate(_ESCAPED)


_ESCAPED: Final = {ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;", ord("\r"): "&#13;"}


_BILINGUAL: Final = (SOURCE, MT, TARGET)
XLIFF: Final = XmlFormat(
    name="XLIFF 1.2",
    is_block=xliff.is_block,
    entries=xliff.entries,
    code=xliff.code,
    languages=xliff.languages,
    fields=_BILINGUAL,
)
XLIFF_2: Final = XmlFormat(
    name="XLIFF 2",
    is_block=xliff2.is_block,
    entries=xliff2.entries,
    code=xliff2.code,
    languages=xliff2.languages,
    fields=_BILINGUAL,
)
TMX: Final = XmlFormat(
    name="TMX",
    is_block=tmx.is_block,
    entries=tmx.entries,
    code=tmx.code,
    languages=tmx.languages,
    fields=(),
)
WMT_XML: Final = XmlFormat(
    name="WMT XML",
    is_block=wmt.is_block,
    entries=wmt.entries,
    code=wmt.code,
    languages=wmt.languages,
    fields=(SOURCE, wmt.REFERENCE, wmt.HYPOTHESIS),
)


def _read(lines: Sequence[str], form: XmlFormat) -> UnitFile:
    blocks: list[Block] = []
    languages: dict[str, str] = {}

    elements: Sequence[Element] = ()
    around = Around({}, is_translatable=True)

    def take(
        block: Element, start: Place, end: Place, outside: Sequence[Element], prolog: str
    ) -> None:
        nonlocal elements, around
        if outside is not elements:
            elements, around = outside, _around(outside, form)
            languages.update(around.languages)
        units = tuple([_unit(entry, form.code) for entry in form.entries(block, around)])
        blocks.append(Block(start, end, prolog, units))

    with no_garbage_collection():
        fault = read_blocks(lines, form.is_block, take)
    met = dict.fromkeys(name for block in blocks for unit in block.units for name in unit.texts)
    return UnitFile(
        format=form.name,
        blocks=tuple(blocks),
        fields=tuple(sorted(met, key=lambda field: _rank(field, form))),
        languages=languages,
        fault=fault,
    )


def _rank(field: str, form: XmlFormat) -> int:
    kind = field.partition(":")[0]
    return form.fields.index(kind) if kind in form.fields else len(form.fields)


def _places(
    lines: Sequence[str], prolog: str, form: XmlFormat
) -> list[Mapping[str, PlacedText]] | Fault:
    found = read_block(lines, prolog)
    if isinstance(found, Fault):
        return found
    return [
        {name: placed_text_of(holder, form.code) for name, holder in entry.holders.items()}
        for entry in form.entries(found.element, _around(found.around, form))
    ]


def _around(elements: Sequence[Element], form: XmlFormat) -> Around:
    translate = [said for element in elements if (said := element.get("translate"))]
    return Around(form.languages(elements), is_translatable=translate[-1:] != ["no"])


def _unit(entry: Entry, code: Code) -> Unit:
    facts, holders = entry
    return Unit(facts, {name: text_of(holder, code) for name, holder in holders.items()})
