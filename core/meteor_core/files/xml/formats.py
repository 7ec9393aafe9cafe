"""The bilingual formats in XML."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ..content import Content, Parts
from ..garbage import no_garbage_collection
from ..placed_text import Place, PlacedText, between
from ..units import MT, SOURCE, TARGET, Block, Blocks, Fault, Unit, UnitFile
from . import tmx, wmt, xliff, xliff2
from .elements import (
    XML,
    Code,
    Context,
    Element,
    Entry,
    declared_space,
    keeps_space,
    parts_of,
    path_to,
    placed_text_of,
    read_block,
    read_blocks,
    text_of,
    unindented_copy,
    unindented_text_of,
)
from .templates import TemplateReader, TemplateRules, namespaces


@dataclass(frozen=True, slots=True, kw_only=True)
class XmlFormat:
    """How a file in XML holds units.

    Attributes:
        name: of the format.
        block: name of the elements that hold the texts of units.
        entries: yields the units of a block in its context.
        code: classifies elements inside texts.
        languages: by field, as far as the ancestors of a block declare them.
        fields: their order, by what precedes a colon; others follow in order of appearance.
        template_rules: what may vary between blocks of one template.
        data: original data by id at a path of elements; None in formats without.
        conflict: why the inline codes of a text cannot be in a block; None if they can.
        keeps_space: whether line breaks and indentation are part of texts without ``xml:space``.
    """

    name: str
    block: str
    entries: Callable[[Element, Context], Iterator[Entry]]
    code: Code
    languages: Callable[[Sequence[Element]], Mapping[str, str]]
    fields: tuple[str, ...]
    template_rules: TemplateRules
    data: Callable[[Sequence[Element]], Mapping[str, Parts]] | None = None
    conflict: Callable[[Element, Element], str | None] = lambda *_: None
    keeps_space: bool = False

    def read(self, lines: Sequence[str]) -> UnitFile:
        """Read a file, up to the first fault if it is not well-formed."""
        return _read(lines, self)

    def places(self, lines: Sequence[str], around: str) -> list[Mapping[str, PlacedText]] | Fault:
        """Read a block by itself; return for each unit the texts with their places, by field."""
        return _places(lines, around, self)

    def contents(self, lines: Sequence[str], around: str) -> list[Mapping[str, Content]] | Fault:
        """Read a block by itself; return for each unit the content of its fields."""
        found = read_block(lines, around)
        if isinstance(found, Fault):
            return found
        outside = _around(found.ancestors, self)
        return [
            {
                name: _content(found.element, holder, lines, self, outside)
                for name, holder in entry.holders.items()
            }
            for entry in self.entries(found.element, outside)
        ]

    def written(self, text: str) -> str:
        """Escape a text."""
        return text.translate(_ESCAPED)


_ESCAPED: Final = {ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;", ord("\r"): "&#13;"}


_BILINGUAL: Final = (SOURCE, MT, TARGET)
XLIFF: Final = XmlFormat(
    name="XLIFF 1.2",
    block=xliff.BLOCK,
    template_rules=xliff.TEMPLATE_RULES,
    entries=xliff.entries,
    code=xliff.code,
    languages=xliff.languages,
    fields=_BILINGUAL,
)
XLIFF_2: Final = XmlFormat(
    name="XLIFF 2",
    block=xliff2.BLOCK,
    template_rules=xliff2.TEMPLATE_RULES,
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
    template_rules=tmx.TEMPLATE_RULES,
    entries=tmx.entries,
    code=tmx.code,
    languages=tmx.languages,
    fields=(),
    keeps_space=True,  # "all spacing and line-breaking characters are significant" in a seg
)
WMT_XML: Final = XmlFormat(
    name="WMT XML",
    block=wmt.BLOCK,
    template_rules=wmt.TEMPLATE_RULES,
    entries=wmt.entries,
    code=wmt.code,
    languages=wmt.languages,
    fields=(SOURCE, wmt.REFERENCE, wmt.HYPOTHESIS),
)


class _BlockCollector:
    """Collects the blocks of a file."""

    def __init__(self, form: XmlFormat) -> None:
        self._form: Final = form
        self.blocks: Final = Blocks()
        self.languages: dict[str, str] = {}
        self._outside: Sequence[Element] = ()
        self._around = Context({}, is_translatable=True)
        self._prolog = ""
        self._last = Element("", {})
        self._templates = TemplateReader(form.template_rules, self._units)

    def add_parsed(
        self, element: Element, start: Place, end: Place, around: Sequence[Element], prolog: str
    ) -> None:
        """Add a parsed block, and switch context if it has other ancestors."""
        if around is not self._outside:
            self._outside, self._around, self._prolog = around, _around(around, self._form), prolog
            self.languages.update(self._around.languages)
            _, *rest = self._around
            languages = tuple(self._around.languages.items())
            self._templates.enter_context((languages, *rest, *namespaces(prolog)), prolog)
        self._last = element
        self.blocks.add(Block(start, end, prolog, self._units(element)))

    def read_ahead(
        self, text: str, begin: int, position: int, place: Place, left: int
    ) -> tuple[int, Place]:
        """Add the blocks that match templates."""
        return self._templates.read_matching(
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
        form, around = self._form, self._around
        entries = list(form.entries(element, around))
        if form.fields is _BILINGUAL and TARGET not in self.languages:
            self._learn_languages(entries)
        return tuple([_unit(entry, form, element, around) for entry in entries])

    def _learn_languages(self, entries: Sequence[Entry]) -> None:
        """Use the languages of the texts' own elements if no ancestor declares any."""
        for _, holders in entries:
            for field in (SOURCE, TARGET):
                language = holders[field].get("lang", XML) if field in holders else None
                if language is not None:
                    self.languages.setdefault(field, language)
                    self.languages.setdefault(MT if field == TARGET else field, language)


def _read(lines: Sequence[str], form: XmlFormat) -> UnitFile:
    collector = _BlockCollector(form)
    with no_garbage_collection(len(lines)):
        fault = read_blocks(lines, form.block, collector)
    blocks, languages = collector.blocks, collector.languages
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
    block, around = found.element, _around(found.ancestors, form)

    def text(holder: Element) -> PlacedText:
        kept = keeps_space(block, holder, outside=around.keeps_space)
        return placed_text_of(holder, form.code, keeps_space=kept)

    return [
        {name: text(holder) for name, holder in entry.holders.items()}
        for entry in form.entries(block, around)
    ]


def _content(
    block: Element, holder: Element, lines: Sequence[str], form: XmlFormat, around: Context
) -> Content:
    data = None if form.data is None else form.data(path_to(holder, block))
    kept = keeps_space(block, holder, outside=around.keeps_space)
    place = placed_text_of(holder, form.code, keeps_space=kept)
    if any(child.place < place.start or child.end > place.end for child in holder.children):
        place = replace(place, start=holder.start, end=holder.end)  # a mark that is laid out, too
    return Content(
        placed=place,
        format=form.name,
        written="\n".join(between(lines, place.start, place.end)),
        parts=parts_of(holder if kept else unindented_copy(holder, form.code), data),
        data=data or {},
        conflict=form.conflict(block, holder),
    )


def _around(elements: Sequence[Element], form: XmlFormat) -> Context:
    translate = [value for element in elements if (value := element.get("translate"))]
    kept = form.keeps_space
    for element in elements:
        kept = declared_space(element, kept)
    return Context(
        form.languages(elements), is_translatable=translate[-1:] != ["no"], keeps_space=kept
    )


def _unit(entry: Entry, form: XmlFormat, block: Element, around: Context) -> Unit:
    facts, holders = entry
    texts = {name: text_of(holder, form.code) for name, holder in holders.items()}
    for name, text in texts.items():
        if "\n" in text and not keeps_space(block, holders[name], outside=around.keeps_space):
            texts[name] = unindented_text_of(holders[name], form.code)
    return Unit(facts, texts)
