"""Read blocks that are written like earlier ones by matching templates instead of parsing.

A tool writes its units alike: the same tags with different texts between them. The *template* of
a block is a pattern of its literal tags with *slots* for texts, the id, and attributes that the
format ignores. A block that matches the template of a block that expat has parsed is as
well-formed as that one, and its units differ in the slots' texts only.

Whatever may make a difference stays literal: all other attributes, the text of elements whose words
a format interprets, and whether there is any text between two tags. Blocks with comments, CDATA
sections or entities other than XML's own have no template.
"""

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, count
from operator import itemgetter
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, cast

from ...runtime.implementation import chosen_implementation
from ..placed_text import CODE, Piece, Place, PlacedText, placed, unindented
from ..units import Blocks, Facts, Unit
from .elements import Element

if TYPE_CHECKING:
    from ... import _kernel

MAX_BLOCK_CHARS: Final = 8_000
"""Longest block that gets a template: longer blocks rarely repeat."""

_TAG: Final = re.compile(r"""<[^<>"']*(?:(?:"[^"<]*"|'[^'<]*')[^<>"']*)*>""")
_ATTRIBUTE: Final = re.compile(r"""([\w:.-]+)[ \t\n]*=[ \t\n]*(["'])(.*?)\2""", re.DOTALL)
_SPACE: Final = "[ \t\n]"
_UNSUPPORTED: Final = re.compile(r"<[!?]|\sxmlns\s*=")
_DEFAULT_NAMESPACE: Final = re.compile(r"""\sxmlns\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_PREFIXED: Final = re.compile(r"(?:<![^>]*>)?<[^\s:>]+:")
_NAMESPACE: Final = re.compile(r"""xmlns(?::[^\s=]+)?\s*=\s*(?:"[^"]*"|'[^']*')""")
_MAX_TEMPLATES: Final = 8

_MIN_REPETITIONS: Final = 100
"""Learn a template only if that many times the block's length follows: making one takes as long as
parsing so many blocks."""

_FIRST_SLOT_GROUP: Final = 2

_PATTERN_BATCH_BLOCKS: Final = 16
"""Blocks with inline codes that are matched by the pattern before the kernel is tried again."""

_FIRST_ATTEMPTS: Final = 16
_BLOCKS_PER_ATTEMPT: Final = 512
"""Blocks that templates must have read before another template is learned."""

_CHARS_PER_ATTEMPT: Final = 512
"""Length of a block that counts as one attempt; a longer one counts as several."""

_MARK: Final = "\uf8ff"
_MARKED: Final = re.compile(f"{_MARK}([0-9]+){_MARK}")
_NON_CHARACTERS: Final = "\\ud800-\\udfff\\ufffe\\uffff"
_CONTROLS: Final = f"\\x00-\\x08\\x0b-\\x1f{_NON_CHARACTERS}"
_ENTITY: Final = re.compile("&(amp|lt|gt|quot|apos);")
_ENTITIES: Final = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}

_tuple: Final = tuple.__new__
"""Creates a named tuple in half the time; there are five for each block."""

_Part: TypeAlias = int | str
_Value: TypeAlias = int | tuple[_Part, ...]
"""The slot of a text, or the slots and literals that it is joined from."""

_PLAIN_TEXT: Final = f"[^<&\\]{_CONTROLS}]*+"
_TEXT: Final = (
    f"{_PLAIN_TEXT}(?:(?:{_ENTITY.pattern.replace('(', '(?:')}|\\](?!\\]>)){_PLAIN_TEXT})*+"
)

_NONEMPTY_TEXT: Final = f"(?!<){_TEXT}"
_UNIT_TEXT: Final = f"(?![ \t\n]*+<){_TEXT}"
"""A text of a unit, never empty: a format may ignore empty texts."""

_NAME: Final = "(?!xml)[A-Za-z_][A-Za-z0-9_.-]*+"
_QUOTED: Final = "(?:{})".format(
    "|".join(
        f"{quote}(?:[^<&{quote}{_CONTROLS}]|{_ENTITY.pattern.replace('(', '(?:')})*+{quote}"
        for quote in "\"'"
    )
)

ReadUnits: TypeAlias = Callable[[Element], Sequence[Unit]]


class TemplateRules(NamedTuple):
    """What may vary between blocks of one template in a format.

    Attributes:
        id: the attribute of a block's own tag that only the ids of units are made of.
        unread: attributes, of any element, that the format ignores.
        interpreted: elements whose words the format interprets instead of only passing them on.
        codes: elements in texts that are inline codes as a whole.
        paired: an element in texts whose tags are inline codes; may be empty.
    """

    id: str
    unread: frozenset[str] = frozenset()
    interpreted: frozenset[str] = frozenset()
    codes: frozenset[str] = frozenset()
    paired: str = ""


class _UnitTemplate(NamedTuple):
    """A unit with slots in place of id, notes and texts."""

    facts: Facts
    id: _Value
    notes: tuple[_Value, ...] | None  # None if they have no slots
    fields: tuple[str, ...]
    texts: tuple[_Value, ...]

    @property
    def slots(self) -> Iterator[int]:
        """Yield the numbers of all slots in the unit."""
        for value in (self.id, *(self.notes or ()), *self.texts):
            yield from _slots_of(value)


class _BlockRun(NamedTuple):
    """Consecutive blocks of one template.

    Attributes:
        slots: of each block, as they are written.
        places: see ``Blocks.add_by_template``.
        position: offset behind the last block.
        line: of that offset.
        line_start: offset of this line; may be negative.
        has_markup: whether any slot contains tags, entities or line breaks.
    """

    slots: list[tuple[str, ...]]
    places: Sequence[list[int]]
    position: int
    line: int
    line_start: int
    has_markup: bool


class _TemplatePart(NamedTuple):
    """A part of a block's pattern.

    Attributes:
        kind: "literal", "space", "text" up to the next tag, "words" of a unit up to there, or
            "value" up to a quote.
        written: the literal, or the quote.
        pattern: regular expression that matches the part.
        is_slot: whether units are made of it.
    """

    kind: str
    written: str
    pattern: str
    is_slot: bool = False


class BlockTemplate:
    """A parsed block with slots; a ``TemplateProtocol``.

    Attributes:
        match: matches a block at an offset; group 1 is the space before it, the others are slots.
    """

    __slots__ = ("_codes", "_layout", "_reader", "_units", "match")

    def __init__(
        self,
        parts: Sequence[_TemplatePart],
        units: Sequence[_UnitTemplate],
        codes: "_Codes",
        layout: Sequence[bool | None],
    ) -> None:
        """Compile the pattern.

        Args:
            parts: of the block.
            units: in the block.
            codes: that may be in slots.
            layout: for each slot, whether line breaks in it only lay the file out; None if that
                depends on texts beside it.
        """
        self._layout = layout
        pattern = "".join(f"({part.pattern})" if part.is_slot else part.pattern for part in parts)
        self.match: Final = re.compile(f"({_SPACE}*+){pattern}").match
        self._reader = _kernel_reader(parts)
        self._codes = codes
        self._units = units

    @property
    def size(self) -> int:
        """Return the number of units in a block."""
        return len(self._units)

    @property
    def fields(self) -> Sequence[tuple[str, ...]]:
        """Return the names of the texts of each unit."""
        return [filled.fields for filled in self._units]

    @property
    def is_translatable(self) -> bool:
        """Return whether all units are to be translated."""
        return all(filled.facts.is_translatable for filled in self._units)

    @property
    def are_final(self) -> Sequence[bool]:
        """Return for each unit whether its target is finished."""
        return [filled.facts.is_final for filled in self._units]

    def match_blocks(self, text: str, position: int, place: Place) -> _BlockRun:
        """Match consecutive blocks from an offset at which one matches."""
        if self._reader is None:
            return _match_by_pattern(self.match, text, position, place)
        line, line_start = place.line, position - place.column
        found = _BlockRun(*self._reader.read(text, position, line, line_start))
        if found.slots:
            return found
        return _match_by_pattern(
            self.match, text, position, place, max_blocks=_PATTERN_BATCH_BLOCKS
        )

    def decode_slots(self, slots: Iterable[str]) -> tuple[str, ...] | None:
        """Decode slots; return None if they have to be parsed."""
        found: list[str] = []
        for slot, is_laid_out in zip(slots, self._layout, strict=True):
            text = self._codes.text(slot) if "<" in slot or "&" in slot else slot
            if text and "\n" in text and is_laid_out is not False:
                text = unindented(text) if is_laid_out and "<" not in slot else None
            if not text or text.isspace():  # a format may ignore empty texts
                return None
            found.append(text)
        return tuple(found)

    def units(self, slots: Sequence[str]) -> tuple[Unit, ...]:
        """Return the units of a block with these slots."""
        return tuple([_fill_unit(filled, slots) for filled in self._units])

    def texts(self, blocks: Sequence[Sequence[str]], field: str) -> list[str]:
        """Return the texts of a field of all units in blocks with these slots."""
        columns = [_column(filled, blocks, field) for filled in self._units]
        return (
            columns[0] if len(columns) == 1 else [*chain.from_iterable(zip(*columns, strict=True))]
        )

    def places(self, lines: Sequence[str]) -> list[Mapping[str, PlacedText]] | None:
        """Return a block's texts with their places; None unless each is one line without markup."""
        text = "\n".join(lines)
        found = self.match(text, 0)
        if found is None or found.end() != len(text):
            return None
        units: list[Mapping[str, PlacedText]] = []
        for filled in self._units:
            texts = {
                field: _placed(text, *found.span(_FIRST_SLOT_GROUP + value))
                for field, value in zip(filled.fields, filled.texts, strict=True)
                if isinstance(value, int)
            }
            if len(texts) < len(filled.fields) or None in texts.values():
                return None
            units.append(cast("Mapping[str, PlacedText]", texts))
        return units


def _placed(text: str, start: int, end: int) -> PlacedText | None:
    """Locate a single line without markup; return None for any other text."""
    decoded = text[start:end]
    if not decoded or "\n" in decoded or _has_markup(decoded):
        return None
    place = Place(text.count("\n", 0, start), start - text.rfind("\n", 0, start) - 1)
    piece = Piece(place, decoded, len(decoded))
    return placed([piece], start=place, end=piece.end)


def make_template(
    raw: str, element: Element, read: ReadUnits, rules: TemplateRules
) -> BlockTemplate | None:
    """Make the template of a block.

    Returns:
        None if the block has no template that reproduces its own units.
    """
    if len(raw) > MAX_BLOCK_CHARS or _UNSUPPORTED.search(raw) or _MARK in raw:
        return None
    codes = _codes(rules)
    bare = codes.without_codes(raw)
    probe = _MarkedCopy(rules, _TAG.findall(bare))
    marked = probe.element(codes.element_without_codes(element), is_block=True)
    if probe.texts != [_unescape(text) for text in _TAG.split(bare)[1:-1]]:
        return None
    units = [_unit_template(unit) for unit in read(marked)]
    if any(_MARK in str(unit.facts) for unit in units):
        return None
    used = sorted({slot for unit in units for slot in unit.slots})
    groups = {slot: group for group, slot in enumerate(used)}  # in the order of the file
    texts = {value for unit in units for value in unit.texts if isinstance(value, int)}
    texts -= {slot for unit in units for slot in unit._replace(texts=()).slots}
    template = BlockTemplate(
        _template_parts(bare, probe, groups, rules, units=units, with_codes=texts),
        [_regrouped(unit, groups) for unit in units],
        codes,
        _layout_of(used, units, [_unit_template(unit) for unit in read(_with_line_breaks(marked))]),
    )
    fits = template.match(raw)
    if fits is None or fits.end() != len(raw):
        return None
    slots = template.decode_slots(fits.groups()[1:])
    return template if slots and template.units(slots) == tuple(read(element)) else None


def _layout_of(
    slots: Iterable[int], units: Sequence[_UnitTemplate], on_new_lines: Sequence[_UnitTemplate]
) -> list[bool | None]:
    """Return for each slot whether a line break before its text is layout."""
    layout: dict[int, bool | None] = {}
    for unit, other in zip(units, on_new_lines, strict=True):
        for value, again in zip(unit.texts, other.texts, strict=True):
            if isinstance(value, int):
                layout[value] = layout.get(value, True) and again == value
            else:
                layout |= dict.fromkeys(_slots_of(value))
    return [layout.get(slot, False) for slot in slots]


def _with_line_breaks(element: Element) -> Element:
    """Copy an element with a line break before each text."""
    copy = Element(element.name, element.attributes)
    copy.content = [
        _with_line_breaks(child) if isinstance(child, Element) else f"\n{child}"
        for child in element.content
    ]
    return copy


class TemplateReader:
    """Learn the templates of a file, and read blocks that match them."""

    def __init__(self, rules: TemplateRules, read: ReadUnits) -> None:
        """Start without templates."""
        self._format_rules = self._rules = rules
        self._read_units = read
        self._by_context: dict[object, list[BlockTemplate]] = {}
        self._templates: list[BlockTemplate] = []  # the one that fitted last comes first
        self._attempts = 0
        self._matched_blocks = 0

    def enter_context(self, context: object, prolog: str) -> None:
        """Switch to the templates learned among the same ancestors.

        If unprefixed names are not the format's own, no element is an inline code.
        """
        self._templates = self._by_context.setdefault(context, [])
        defaults = {found[1] or found[2] for found in _DEFAULT_NAMESPACE.finditer(prolog)}
        is_plain = len(defaults) < 2 and not _PREFIXED.match(prolog)
        self._rules = (
            self._format_rules
            if is_plain
            else self._format_rules._replace(codes=frozenset(), paired="")
        )

    def read_matching(
        self,
        text: str,
        begin: int,
        position: int,
        place: Place,
        *,
        left: int,
        element: Element,
        prolog: str,
        blocks: Blocks,
    ) -> tuple[int, Place]:
        """Read the blocks behind a parsed one, as long as they match known templates.

        Args:
            text: a part of the file.
            begin: offset of the parsed block; ``position`` if it must not be learned.
            position: offset behind it.
            place: of ``position``.
            left: approximate number of characters that follow in the file.
            element: the parsed block.
            prolog: of the parsed block, and so of those that follow.
            blocks: receives the blocks.

        Returns:
            Offset and place behind the last block.
        """
        if begin < position and left > _MIN_REPETITIONS * (position - begin):
            self._learn_template(text[begin:position], element)
        known, reached = len(blocks), -1
        while reached < position and (template := self._matching_template(text, position)):
            reached = position
            position, place = _read_run(
                template, text, position, place, prolog=prolog, blocks=blocks
            )
        self._matched_blocks += len(blocks) - known
        return position, place

    def _matching_template(self, text: str, position: int) -> BlockTemplate | None:
        """Return the template that matches at an offset, and move it to the front."""
        templates = self._templates
        for template in templates:
            if template.match(text, position):
                if template is not templates[0]:
                    templates.remove(template)
                    templates.insert(0, template)
                return template
        return None

    def _learn_template(self, raw: str, element: Element) -> None:
        """Make a template, if earlier ones have been worthwhile."""
        if self._attempts >= _FIRST_ATTEMPTS + self._matched_blocks // _BLOCKS_PER_ATTEMPT:
            return
        self._attempts += 1 + len(raw) // _CHARS_PER_ATTEMPT
        template = make_template(raw, element, self._read_units, self._rules)
        if template is not None:
            self._templates.insert(0, template)
            del self._templates[_MAX_TEMPLATES:]


def _read_run(
    template: BlockTemplate, text: str, position: int, place: Place, *, prolog: str, blocks: Blocks
) -> tuple[int, Place]:
    match_blocks = template.match_blocks(text, position, place)
    decoded = (
        _decode_blocks(template, match_blocks.slots)
        if match_blocks.has_markup
        else match_blocks.slots
    )
    if len(decoded) < len(match_blocks.slots):  # expat parses the next block
        match_blocks = _match_by_pattern(
            template.match, text, position, place, max_blocks=len(decoded)
        )
    blocks.add_by_template(template, prolog, decoded, match_blocks.places)
    return match_blocks.position, Place(
        match_blocks.line, match_blocks.position - match_blocks.line_start
    )


def _match_by_pattern(
    match: "Callable[[str, int], re.Match[str] | None]",
    text: str,
    position: int,
    place: Place,
    *,
    max_blocks: int = -1,
) -> _BlockRun:
    """Match up to ``max_blocks`` blocks by the regular expression; all if that is negative."""
    count, rfind = text.count, text.rfind
    slots: list[tuple[str, ...]] = []
    places: list[list[int]]
    first_lines, first_columns, last_lines, last_columns = places = [[], [], [], []]
    line, begun = place.line, position - place.column
    while len(slots) != max_blocks and (found := match(text, position)):
        space, *filled = found.groups()
        start, end = position + len(space), found.end()
        if lines := space.count("\n"):
            line += lines
            begun = rfind("\n", position, start) + 1
        first_lines.append(line)
        first_columns.append(start - begun)
        if lines := count("\n", start, end):
            line += lines
            begun = rfind("\n", start, end) + 1
        last_lines.append(line)
        last_columns.append(end - begun)
        slots.append(tuple(filled))
        position = end
    has_markup = _has_markup("".join(chain.from_iterable(slots)))
    return _BlockRun(slots, places, position, line, begun, has_markup)


def _kernel_reader(parts: Sequence[_TemplatePart]) -> "_kernel.Alike | None":
    """Return a reader of blocks in the kernel, which leaves texts with codes to the pattern."""
    if chosen_implementation().name != "compiled":
        return None
    from ... import _kernel

    return _kernel.Alike([(part.kind, part.written, part.is_slot) for part in parts])


def _decode_blocks(template: BlockTemplate, slots: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Decode the slots of blocks up to the first that has to be parsed."""
    found: list[tuple[str, ...]] = []
    for filled in slots:
        decoded = template.decode_slots(filled) if _has_markup("".join(filled)) else filled
        if decoded is None:
            break
        found.append(decoded)
    return found


def _has_markup(text: str) -> bool:
    """Return whether the text contains tags, entities or line breaks."""
    return "<" in text or "&" in text or "\n" in text


def namespaces(prolog: str) -> tuple[str, ...]:
    """Return the namespace declarations in the tags around a block, in order."""
    return tuple(found[0] for found in _NAMESPACE.finditer(prolog))


class _Codes:
    """The inline codes that a slot may contain.

    Attributes:
        slot: pattern of a non-empty text with tags of codes anywhere; ``text`` checks the tags.
    """

    def __init__(self, rules: TemplateRules) -> None:
        self._names = rules.codes | set(filter(None, [rules.paired]))
        names, codes = ("|".join(sorted(names)) for names in (self._names, rules.codes))
        tag = f"(?:{_SPACE}++{_NAME}={_QUOTED})*+{_SPACE}*+"
        end = f"{_SPACE}*+>"
        letters = "".join({name[0] for name in self._names})  # rejects most other tags
        any_tag = f"(?!</[^{letters}])</?(?:{names})(?=[ \t\n/>]){_TAG.pattern.removeprefix('<')}"
        self.slot: Final = f"(?![ \t\n]*+</){_TEXT}(?:{any_tag}{_TEXT})*+" if names else _UNIT_TEXT
        self._code = re.compile(f"<({codes}){tag}(?:/>|>{_TEXT}</\\1{end})")
        name = rules.paired
        self._pair = re.compile(f"<{name}{tag}(?:/>|>([^<]*+)</{name}{end})")
        self._tag = re.compile(f"<[a-z]+((?:{_SPACE}++{_NAME}={_QUOTED}){{2,}})")

    def text(self, slot: str) -> str | None:
        """Decode a slot; return None if it has to be parsed."""
        if "<" in slot:
            if not all(map(_has_distinct_attributes, self._tag.findall(slot))):
                return None
            slot = self._code.sub(CODE, slot)
            count = 1
            while "<" in slot and count:  # the innermost pairs first
                slot, count = self._pair.subn(_between_codes, slot)
            if "<" in slot:
                return None
        return _unescape(slot)

    def without_codes(self, raw: str) -> str:
        """Replace each code in the source of a block by a letter."""
        if not self._names:
            return raw
        raw, count = self._code.sub("x", raw), 1
        while count:
            raw, count = self._pair.subn("x", raw)
        return raw

    def element_without_codes(self, element: Element) -> Element:
        """Replace each code in a parsed block by a letter."""
        copy = Element(element.name, element.attributes)
        for child in element.content:
            if isinstance(child, Element):
                is_code = child.name in self._names
                copy.content.append("x" if is_code else self.element_without_codes(child))
            else:
                copy.content.append(child)
        return copy


@lru_cache
def _codes(rules: TemplateRules) -> _Codes:
    return _Codes(rules)


@lru_cache(maxsize=10_000)
def _has_distinct_attributes(written: str) -> bool:
    names = [found[0] for found in _ATTRIBUTE.findall(written)]
    return len(names) == len(set(names))


def _between_codes(pair: re.Match[str]) -> str:
    return f"{CODE}{pair[1]}{CODE}" if pair[1] else CODE


class _MarkedCopy:
    """Copies a block with numbered marks in place of its texts.

    Attributes:
        texts: between one tag and the next, in order.
        slots: for each text the number of its mark, or None if it is kept.
    """

    def __init__(self, rules: TemplateRules, tags: Sequence[str]) -> None:
        self.texts: list[str] = []
        self.slots: list[int | None] = []
        self.id: int | None = None
        self._rules = rules
        self._tags = iter(tags)
        self._numbers = count()

    def element(
        self, element: Element, *, is_block: bool = False, is_kept: bool = False
    ) -> Element:
        copy = Element(element.name, element.attributes)
        name = self._rules.id
        if is_block and element.attributes.get(name):
            self.id = next(self._numbers)
            copy.attributes = element.attributes | {name: _mark(self.id)}
        if next(self._tags, "").endswith("/>"):
            return copy
        is_kept = is_kept or element.name in self._rules.interpreted
        text = ""
        for child in element.content:
            if isinstance(child, str):
                text += child
            elif isinstance(child, Element):
                self._copy_text(copy, text, is_kept=is_kept)
                copy.content.append(self.element(child, is_kept=is_kept))
                text = ""
        self._copy_text(copy, text, is_kept=is_kept)
        next(self._tags, "")
        return copy

    def _copy_text(self, copy: Element, text: str, *, is_kept: bool) -> None:
        number = next(self._numbers) if text and not is_kept else None
        if text:
            copy.content.append(text if number is None else _mark(number))
        self.texts.append(text)
        self.slots.append(number)


def _template_parts(
    raw: str,
    probe: _MarkedCopy,
    groups: Mapping[int, int],
    rules: TemplateRules,
    *,
    units: Sequence[_UnitTemplate],
    with_codes: Container[int],
) -> list[_TemplatePart]:
    """Return the parts of a block's pattern, from its first tag to its last."""
    parts: list[_TemplatePart] = []
    written = _TAG.split(raw)[1:-1]
    words = {slot for unit in units for value in unit.texts for slot in _slots_of(value)}
    for number, tag in enumerate(_TAG.findall(raw)):
        parts += _tag_parts(tag, rules, has_id=not number and probe.id in groups)
        if number == len(written):
            break
        text, mark = probe.texts[number], probe.slots[number]
        if mark in groups:
            if mark in with_codes:
                parts.append(_TemplatePart("words", "", _codes(rules).slot, is_slot=True))
            elif mark in words:
                parts.append(_TemplatePart("words", "", _UNIT_TEXT, is_slot=True))
            else:
                parts.append(_TemplatePart("text", "", _NONEMPTY_TEXT, is_slot=True))
        elif mark is not None and not text.strip(" \t\n"):
            parts.append(_TemplatePart("space", "", f"{_SPACE}++"))
        elif mark is not None:
            parts.append(_TemplatePart("text", "", _NONEMPTY_TEXT))
        elif text:
            parts.append(_literal(written[number]))
    return parts


def _tag_parts(tag: str, rules: TemplateRules, *, has_id: bool) -> list[_TemplatePart]:
    parts: list[_TemplatePart] = []
    done = 0
    for found in _ATTRIBUTE.finditer(tag):
        name, quote, value = found.groups()
        is_id = has_id and name == rules.id
        if value and (is_id or name in rules.unread):
            slot = f"[^<&{quote}\\x00-\\x1f{_NON_CHARACTERS}]++"
            parts.append(_literal(tag[done : found.start(3)]))
            parts.append(_TemplatePart("value", quote, slot, is_slot=is_id))
            done = found.end(3)
    return [*parts, _literal(tag[done:])]


def _literal(written: str) -> _TemplatePart:
    return _TemplatePart("literal", written, re.escape(written))


def _unit_template(unit: Unit) -> _UnitTemplate:
    facts, texts = unit
    notes: tuple[_Value, ...] | None = None
    if any(_MARK in note for note in facts.notes):
        notes = tuple(map(_slot_value, facts.notes))
        facts = facts._replace(notes=())
    name = _slot_value(facts.id)
    return _UnitTemplate(
        facts._replace(id=""), name, notes, tuple(texts), tuple(map(_slot_value, texts.values()))
    )


def _slot_value(text: str) -> _Value:
    parts = [int(part) if number % 2 else part for number, part in enumerate(_MARKED.split(text))]
    parts = [part for part in parts if part != ""]
    return parts[0] if len(parts) == 1 and isinstance(parts[0], int) else tuple(parts)


def _regrouped(unit: _UnitTemplate, groups: Mapping[int, int]) -> _UnitTemplate:
    def regrouped(value: _Value) -> _Value:
        if isinstance(value, int):
            return groups[value]
        return tuple([groups[part] if isinstance(part, int) else part for part in value])

    return unit._replace(
        id=regrouped(unit.id),
        notes=None if unit.notes is None else tuple(map(regrouped, unit.notes)),
        texts=tuple(map(regrouped, unit.texts)),
    )


def _column(filled: _UnitTemplate, blocks: Sequence[Sequence[str]], field: str) -> list[str]:
    if field not in filled.fields:
        return [""] * len(blocks)
    value = filled.texts[filled.fields.index(field)]
    if isinstance(value, int):
        return list(map(itemgetter(value), blocks))
    return [_join(value, slots) for slots in blocks]


def _fill_unit(filled: _UnitTemplate, slots: Sequence[str]) -> Unit:
    facts, unit_id, notes, fields, texts = filled
    decoded = [slots[text] if isinstance(text, int) else _join(text, slots) for text in texts]
    _, state, origin, before, is_final, own, *others = facts
    if notes is not None:
        own = tuple(
            [slots[note] if isinstance(note, int) else _join(note, slots) for note in notes]
        )
    name = slots[unit_id] if isinstance(unit_id, int) else _join(unit_id, slots)
    facts = _tuple(Facts, (name, state, origin, before, is_final, own, *others))
    return _tuple(Unit, (facts, dict(zip(fields, decoded, strict=True))))


def _slots_of(value: _Value) -> Iterator[int]:
    for part in (value,) if isinstance(value, int) else value:
        if isinstance(part, int):
            yield part


def _join(parts: Sequence[_Part], slots: Sequence[str]) -> str:
    return "".join([slots[part] if isinstance(part, int) else part for part in parts])


def _mark(number: int) -> str:
    return f"{_MARK}{number}{_MARK}"


def _unescape(text: str) -> str:
    return _ENTITY.sub(_entity_character, text) if "&" in text else text


def _entity_character(found: re.Match[str]) -> str:
    return _ENTITIES[found[1]]
