"""The formats in XML, and which of them a file is in."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ..content import Content, Parts
from ..garbage import no_garbage_collection
from ..placed_text import Place, PlacedText, between
from ..units import MT, SOURCE, TARGET, Block, Blocks, Fault, Unit, UnitFile
from . import tmx, wmt, xliff, xliff2
from .elements import (
    Around,
    Code,
    Element,
    Entry,
    Found,
    parts_of,
    path_to,
    placed_text_of,
    read_block,
    read_blocks,
    text_of,
)
from .shapes import Alike, Attributes, namespaces


@dataclass(frozen=True, slots=True, kw_only=True)
class XmlFormat:
    """How a file in XML holds units.

    Attributes:
        name: of the format.
        block: name of the elements that hold the texts of units.
        entries: of such an element, with what the elements around it say.
        code: what an element inside a text is.
        languages: by field, as far as the elements around a block tell them.
        fields: in which order they are named, by what stands before a colon; others follow as
            they come.
        attributes: which of them may be others in blocks that are read alike.
        data: original data by id, of the last of elements that stand in each other; None in formats
            that have none.
        conflict: why the inline codes of a text cannot be in a block; None if they can.
    """

    name: str
    block: str
    entries: Callable[[Element, Around], Iterator[Entry]]
    code: Code
    languages: Callable[[Sequence[Element]], Mapping[str, str]]
    fields: tuple[str, ...]
    attributes: Attributes
    data: Callable[[Sequence[Element]], Mapping[str, Parts]] | None = None
    conflict: Callable[[Element, Element], str | None] = lambda *_: None

    def read(self, lines: Sequence[str]) -> UnitFile:
        """Read a file. One that is not well-formed is read up to the fault."""
        return _read(lines, self)

    def places(self, lines: Sequence[str], around: str) -> list[Mapping[str, PlacedText]] | Fault:
        """Read a block by itself: of each unit in it the texts with their places, by field."""
        return _places(lines, around, self)

    def contents(self, lines: Sequence[str], around: str) -> list[Mapping[str, Content]] | Fault:
        """Read a block by itself: of each unit in it what its fields hold."""
        found = read_block(lines, around)
        if isinstance(found, Fault):
            return found
        return [
            {name: _content(found, holder, lines, self) for name, holder in entry.holders.items()}
            for entry in _entries(found, self)
        ]

    def written(self, text: str) -> str:
        """Return what to write for a text."""
        return text.translate(_ESCAPED)


_ESCAPED: Final = {ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;", ord("\r"): "&#13;"}


_BILINGUAL: Final = (SOURCE, MT, TARGET)
XLIFF: Final = XmlFormat(
    name="XLIFF 1.2",
    block=xliff.BLOCK,
    attributes=xliff.ATTRIBUTES,
    entries=xliff.entries,
    code=xliff.code,
    languages=xliff.languages,
    fields=_BILINGUAL,
)
XLIFF_2: Final = XmlFormat(
    name="XLIFF 2",
    block=xliff2.BLOCK,
    attributes=xliff2.ATTRIBUTES,
    entries=xliff2.entries,
    code=xliff2.code,
    languages=xliff2.languages,
    fields=_BILINGUAL,
    data=xliff2.data,
    conflict=xliff2.conflict,
)
TMX: Final = XmlFormat(
    name="TMX",
    block=tmx.BLOCK,
    attributes=tmx.ATTRIBUTES,
    entries=tmx.entries,
    code=tmx.code,
    languages=tmx.languages,
    fields=(),
)
WMT_XML: Final = XmlFormat(
    name="WMT XML",
    block=wmt.BLOCK,
    attributes=wmt.ATTRIBUTES,
    entries=wmt.entries,
    code=wmt.code,
    languages=wmt.languages,
    fields=(SOURCE, wmt.REFERENCE, wmt.HYPOTHESIS),
)


class _Taken:
    """The blocks of a file that are read by now."""

    def __init__(self, form: XmlFormat) -> None:
        self._form: Final = form
        self.blocks: Final = Blocks()
        self.languages: dict[str, str] = {}
        self._outside: Sequence[Element] = ()
        self._around = Around({}, is_translatable=True)
        self._prolog = ""
        self._last = Element("", {})
        self._alike = Alike(form.attributes, self._units)

    def take(
        self, element: Element, start: Place, end: Place, around: Sequence[Element], prolog: str
    ) -> None:
        """Take a block; see ``Taker``."""
        if around is not self._outside:
            self._outside, self._around, self._prolog = around, _around(around, self._form), prolog
            self.languages.update(self._around.languages)
            languages = tuple(self._around.languages.items())
            self._alike.stand_in((languages, self._around.is_translatable, *namespaces(prolog)))
        self._last = element
        self.blocks.add(Block(start, end, prolog, self._units(element)))

    def follow(
        self, text: str, begin: int, position: int, place: Place, left: int
    ) -> tuple[int, Place]:
        """Take blocks that are written like earlier ones; see ``Taker``."""
        return self._alike.follow(
            text,
            begin,
            position,
            place,
            left=left,
            element=self._last,
            prolog=self._prolog,
            blocks=self.blocks,
        )

    def _units(self, element: Element) -> tuple[Unit, ...]:
        form = self._form
        return tuple([_unit(entry, form.code) for entry in form.entries(element, self._around)])


def _read(lines: Sequence[str], form: XmlFormat) -> UnitFile:
    taken = _Taken(form)
    with no_garbage_collection(len(lines)):
        fault = read_blocks(lines, form.block, taken)
    blocks, languages = taken.blocks, taken.languages
    return UnitFile(
        format=form.name,
        blocks=blocks,
        fields=tuple(sorted(blocks.fields, key=lambda field: _rank(field, form))),
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
        for entry in _entries(found, form)
    ]


def _entries(found: Found, form: XmlFormat) -> Iterator[Entry]:
    return form.entries(found.element, _around(found.around, form))


def _content(found: Found, holder: Element, lines: Sequence[str], form: XmlFormat) -> Content:
    data = None if form.data is None else form.data(path_to(holder, found.element))
    place = placed_text_of(holder, form.code)
    return Content(
        placed=place,
        format=form.name,
        written="\n".join(between(lines, place.start, place.end)),
        parts=parts_of(holder, data),
        data=data or {},
        conflict=form.conflict(found.element, holder),
    )


def _around(elements: Sequence[Element], form: XmlFormat) -> Around:
    translate = [said for element in elements if (said := element.get("translate"))]
    return Around(form.languages(elements), is_translatable=translate[-1:] != ["no"])


def _unit(entry: Entry, code: Code) -> Unit:
    facts, holders = entry
    return Unit(facts, {name: text_of(holder, code) for name, holder in holders.items()})
