"""Blocks that are written like others before them, read without a parser.

A tool writes its units one like the other: the same tags, with other texts between them. The
*shape* of a block is a pattern of its tags as they are written, in which the texts, the id and
attributes that nobody reads may be others. What fits the shape of a block that expat has read is
as well-formed as that one, and its units say the same with other texts.

What may make a difference is part of the shape: all other attributes, the text of elements of which
a format looks at the words, and whether there is any text between two tags. Blocks with comments,
CDATA sections or other entities than those of XML itself have no shape.
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

LARGEST: Final = 8_000
"""Characters of a block that has a shape; a longer one is hardly like another."""

_TAG: Final = re.compile(r"""<[^<>"']*(?:(?:"[^"<]*"|'[^'<]*')[^<>"']*)*>""")
_ATTRIBUTE: Final = re.compile(r"""([\w:.-]+)[ \t\n]*=[ \t\n]*(["'])(.*?)\2""", re.DOTALL)
_SPACE: Final = "[ \t\n]"
_NO_SLOT: Final = re.compile(r"<[!?]|\sxmlns\s*=")
_DEFAULT_NAMESPACE: Final = re.compile(r"""\sxmlns\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_PREFIXED: Final = re.compile(r"(?:<![^>]*>)?<[^\s:>]+:")
_NAMESPACE: Final = re.compile(r"""xmlns(?::[^\s=]+)?\s*=\s*(?:"[^"]*"|'[^']*')""")
_MOST: Final = 8
"""Shapes that are tried."""

_WORTH: Final = 100
"""Times the length of a block that have to follow it: to make a shape takes as long as to read so
many blocks."""

_FIRST_SLOT: Final = 2
"""The group of a pattern that is the first slot."""

_AT_ONCE: Final = 16
"""Blocks that are found by a pattern, where texts have codes, before the kernel is asked again."""

_FIRST_TRIES: Final = 16
_PAYS: Final = 512
"""Blocks that are read by shapes before another shape is made."""

_SHORT: Final = 512
"""Characters of a block that counts as one try; a longer one counts as several."""

_MARK: Final = "\uf8ff"
_MARKED: Final = re.compile(f"{_MARK}([0-9]+){_MARK}")
_NO_CHARACTERS: Final = "\\ud800-\\udfff\\ufffe\\uffff"
_CONTROLS: Final = f"\\x00-\\x08\\x0b-\\x1f{_NO_CHARACTERS}"
_ENTITY: Final = re.compile("&(amp|lt|gt|quot|apos);")
_ENTITIES: Final = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}

_tuple: Final = tuple.__new__
"""Makes a named tuple in half the time; here there are five for each block."""

_Part: TypeAlias = int | str
_Value: TypeAlias = int | tuple[_Part, ...]
"""What a text is made of: the text of one slot, or those of several and what is between them."""

_PLAIN: Final = f"[^<&\\]{_CONTROLS}]*+"
_TEXT: Final = f"{_PLAIN}(?:(?:{_ENTITY.pattern.replace('(', '(?:')}|\\](?!\\]>)){_PLAIN})*+"

_SOME_TEXT: Final = f"(?!<){_TEXT}"
_SOME_WORDS: Final = f"(?![ \t\n]*+<){_TEXT}"
"""A text of a unit: one that is empty a format may take for none."""

_NAME: Final = "(?!xml)[A-Za-z_][A-Za-z0-9_.-]*+"
_QUOTED: Final = "(?:{})".format(
    "|".join(
        f"{quote}(?:[^<&{quote}{_CONTROLS}]|{_ENTITY.pattern.replace('(', '(?:')})*+{quote}"
        for quote in "\"'"
    )
)

Read: TypeAlias = Callable[[Element], Sequence[Unit]]
"""What a format makes of a block."""


class Attributes(NamedTuple):
    """What a shape has to know of a format.

    Attributes:
        id: the attribute of a block's own tag of which nothing but the ids of units are made.
        unread: attributes, of whichever element, that the format never looks at.
        looked_at: elements of which it looks at the words, instead of only passing them on.
        codes: elements in texts that are inline codes as a whole.
        paired: an element in texts whose tags are inline codes; empty where there is none.
    """

    id: str
    unread: frozenset[str] = frozenset()
    looked_at: frozenset[str] = frozenset()
    codes: frozenset[str] = frozenset()
    paired: str = ""


class _Filled(NamedTuple):
    """A unit of a shape: its facts, and what id, notes and texts are made of."""

    facts: Facts
    id: _Value
    notes: tuple[_Value, ...] | None  # None where no slot is in them
    fields: tuple[str, ...]
    texts: tuple[_Value, ...]

    @property
    def slots(self) -> Iterator[int]:
        """The numbers of all slots that the unit is made of."""
        for value in (self.id, *(self.notes or ()), *self.texts):
            yield from _slots_of(value)


class _Run(NamedTuple):
    """Blocks of one shape that follow each other.

    Attributes:
        slots: of each, as they are written.
        places: see ``Blocks.add_alike``.
        position: offset behind the last.
        line: there.
        line_start: offset of this line; it may be before the text.
        is_written_otherwise: whether something in the slots does not stand for itself.
    """

    slots: list[tuple[str, ...]]
    places: Sequence[list[int]]
    position: int
    line: int
    line_start: int
    is_written_otherwise: bool


class _Written(NamedTuple):
    """A part of a block as it is written.

    Attributes:
        kind: "literal", "space", "text" up to the next tag, "words" of a unit up to there, or
            "value" up to a quote.
        written: of a literal, or the quote.
        pattern: what fits it.
        is_slot: whether it may be another one in another block, and something is made of it.
    """

    kind: str
    written: str
    pattern: str
    is_slot: bool = False


class Shape:
    """A block with slots; see ``Mould``.

    Attributes:
        match: fits the pattern at a place of a text; its first group is the space before the block,
            and there is one for each slot.
    """

    __slots__ = ("_codes", "_layout", "_reader", "_units", "match")

    def __init__(
        self,
        parts: Sequence[_Written],
        units: Sequence[_Filled],
        codes: "_Codes",
        layout: Sequence[bool | None],
    ) -> None:
        """Make a shape of what a block consists of, and of what is made of its slots.

        Args:
            parts: of the block.
            units: in it.
            codes: that may be in slots.
            layout: of each slot whether line breaks in it only lay the file out; None where other
                texts beside it tell.
        """
        self._layout = layout
        pattern = "".join(f"({one.pattern})" if one.is_slot else one.pattern for one in parts)
        self.match: Final = re.compile(f"({_SPACE}*+){pattern}").match
        self._reader = _reader(parts)
        self._codes = codes
        self._units = units

    @property
    def size(self) -> int:
        """How many units a block has."""
        return len(self._units)

    @property
    def fields(self) -> Sequence[tuple[str, ...]]:
        """Of each unit the names of its texts."""
        return [filled.fields for filled in self._units]

    @property
    def is_translatable(self) -> bool:
        """Whether all units are to be translated."""
        return all(filled.facts.is_translatable for filled in self._units)

    @property
    def are_final(self) -> Sequence[bool]:
        """Of each unit whether its target is finished."""
        return [filled.facts.is_final for filled in self._units]

    def run(self, text: str, position: int, place: Place) -> _Run:
        """Find blocks that fit and follow each other, at an offset of a text where one does."""
        if self._reader is None:
            return _run_by_pattern(self.match, text, position, place)
        line, line_start = place.line, position - place.column
        found = _Run(*self._reader.read(text, position, line, line_start))
        if found.slots:
            return found
        return _run_by_pattern(self.match, text, position, place, most=_AT_ONCE)

    def texts_in(self, slots: Iterable[str]) -> tuple[str, ...] | None:
        """Return what slots say, by what is written in them; None if it has to be parsed."""
        found: list[str] = []
        for slot, is_laid_out in zip(slots, self._layout, strict=True):
            text = self._codes.text(slot) if "<" in slot or "&" in slot else slot
            if text and "\n" in text and is_laid_out is not False:
                text = unindented(text) if is_laid_out and "<" not in slot else None
            if not text or text.isspace():  # a format may not take what is empty
                return None
            found.append(text)
        return tuple(found)

    def units(self, slots: Sequence[str]) -> tuple[Unit, ...]:
        """Return the units of a block that fits, by its slots."""
        return tuple([_unit(filled, slots) for filled in self._units])

    def texts(self, blocks: Sequence[Sequence[str]], field: str) -> list[str]:
        """Return the texts of a field of all units of blocks that fit."""
        columns = [_column(filled, blocks, field) for filled in self._units]
        return (
            columns[0] if len(columns) == 1 else [*chain.from_iterable(zip(*columns, strict=True))]
        )

    def places(self, lines: Sequence[str]) -> list[Mapping[str, PlacedText]] | None:
        """Return the texts of a block with their places, if they stand in it as they are."""
        text = "\n".join(lines)
        found = self.match(text, 0)
        if found is None or found.end() != len(text):
            return None
        units: list[Mapping[str, PlacedText]] = []
        for filled in self._units:
            texts = {
                field: _placed(text, *found.span(_FIRST_SLOT + value))
                for field, value in zip(filled.fields, filled.texts, strict=True)
                if isinstance(value, int)
            }
            if len(texts) < len(filled.fields) or None in texts.values():
                return None
            units.append(cast("Mapping[str, PlacedText]", texts))
        return units


def _placed(text: str, start: int, end: int) -> PlacedText | None:
    """Return a part of a text with its place; None if it is not one line that says itself."""
    said = text[start:end]
    if not said or "\n" in said or _is_written_otherwise(said):
        return None
    place = Place(text.count("\n", 0, start), start - text.rfind("\n", 0, start) - 1)
    piece = Piece(place, said, len(said))
    return placed([piece], start=place, end=piece.end)


def shape_of(raw: str, element: Element, read: Read, attributes: Attributes) -> Shape | None:
    """Return the shape of a block.

    Args:
        raw: the block as it is written.
        element: the same as expat has read it.
        read: what a format makes of it.
        attributes: of that format.

    Returns:
        None if it has none, or none that says the same of the block itself.
    """
    if len(raw) > LARGEST or _NO_SLOT.search(raw) or _MARK in raw:
        return None
    codes = _codes(attributes)
    bare = codes.left_out(raw)
    probe = _Probe(attributes, _TAG.findall(bare))
    marked = probe.element(codes.left_out_of(element), is_block=True)
    if probe.texts != [_plain(text) for text in _TAG.split(bare)[1:-1]]:
        return None
    units = [_filled(unit) for unit in read(marked)]
    if any(_MARK in str(unit.facts) for unit in units):
        return None
    used = sorted({slot for unit in units for slot in unit.slots})
    groups = {slot: group for group, slot in enumerate(used)}  # in the order of the file
    texts = {value for unit in units for value in unit.texts if isinstance(value, int)}
    texts -= {slot for unit in units for slot in unit._replace(texts=()).slots}
    shape = Shape(
        _parts_of(bare, probe, groups, attributes, units=units, with_codes=texts),
        [_regrouped(unit, groups) for unit in units],
        codes,
        _layout_of(used, units, [_filled(unit) for unit in read(_on_new_lines(marked))]),
    )
    fits = shape.match(raw)
    if fits is None or fits.end() != len(raw):
        return None
    slots = shape.texts_in(fits.groups()[1:])
    return shape if slots and shape.units(slots) == tuple(read(element)) else None


def _layout_of(
    slots: Iterable[int], units: Sequence[_Filled], on_new_lines: Sequence[_Filled]
) -> list[bool | None]:
    """Return of each slot whether a line break before its text is no part of it; see ``Shape``."""
    layout: dict[int, bool | None] = {}
    for unit, other in zip(units, on_new_lines, strict=True):
        for value, again in zip(unit.texts, other.texts, strict=True):
            if isinstance(value, int):
                layout[value] = layout.get(value, True) and again == value
            else:
                layout |= dict.fromkeys(_slots_of(value))
    return [layout.get(slot, False) for slot in slots]


def _on_new_lines(element: Element) -> Element:
    """Copy an element, with a line break before each text."""
    copy = Element(element.name, element.attributes)
    copy.content = [
        _on_new_lines(each) if isinstance(each, Element) else f"\n{each}"
        for each in element.content
    ]
    return copy


class Alike:
    """The shapes of a file, by which blocks are read that are written like earlier ones."""

    def __init__(self, attributes: Attributes, read: Read) -> None:
        """No shape yet; see ``shape_of``."""
        self._given = self._attributes = attributes
        self._read = read
        self._by_surroundings: dict[object, list[Shape]] = {}
        self._shapes: list[Shape] = []  # the one that fitted last comes first
        self._tried = 0
        self._fitted = 0

    def stand_in(self, surroundings: object, prolog: str) -> None:
        """Blocks stand in other elements now: what these say of them, and their namespaces.

        Where names without a prefix are not the format's own, none of them is an inline code.
        """
        self._shapes = self._by_surroundings.setdefault(surroundings, [])
        defaults = {found[1] or found[2] for found in _DEFAULT_NAMESPACE.finditer(prolog)}
        is_plain = len(defaults) < 2 and not _PREFIXED.match(prolog)
        self._attributes = (
            self._given if is_plain else self._given._replace(codes=frozenset(), paired="")
        )

    def follow(
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
        """Read the blocks behind one that expat has read, as long as they have known shapes.

        Args:
            text: a part of the file.
            begin: offset of the block that was read; the one behind it, if there is none to learn.
            position: offset behind it.
            place: the same as a place.
            left: about how many characters of the file follow.
            element: the block.
            prolog: of it, and so of those that follow.
            blocks: to which those are added that are read.

        Returns:
            Offset and place behind the last block.
        """
        if begin < position and left > _WORTH * (position - begin):
            self._learn(text[begin:position], element)
        known, reached = len(blocks), -1
        while reached < position and (shape := self._fitting(text, position)):
            reached = position
            position, place = _read_alike(
                shape, text, position, place, prolog=prolog, blocks=blocks
            )
        self._fitted += len(blocks) - known
        return position, place

    def _fitting(self, text: str, position: int) -> Shape | None:
        """The shape that a block has at an offset, of those that fitted of late."""
        shapes = self._shapes
        for shape in shapes:
            if shape.match(text, position):
                if shape is not shapes[0]:
                    shapes.remove(shape)
                    shapes.insert(0, shape)
                return shape
        return None

    def _learn(self, raw: str, element: Element) -> None:
        """Make a shape, if shapes have paid."""
        if self._tried >= _FIRST_TRIES + self._fitted // _PAYS:
            return
        self._tried += 1 + len(raw) // _SHORT
        shape = shape_of(raw, element, self._read, self._attributes)
        if shape is not None:
            self._shapes.insert(0, shape)
            del self._shapes[_MOST:]


def _read_alike(
    shape: Shape, text: str, position: int, place: Place, *, prolog: str, blocks: Blocks
) -> tuple[int, Place]:
    """Read blocks of one shape, as long as they follow each other; see ``Alike.follow``."""
    run = shape.run(text, position, place)
    said = _said(shape, run.slots) if run.is_written_otherwise else run.slots
    if len(said) < len(run.slots):  # expat reads the next one
        run = _run_by_pattern(shape.match, text, position, place, most=len(said))
    blocks.add_alike(shape, prolog, said, run.places)
    return run.position, Place(run.line, run.position - run.line_start)


def _run_by_pattern(
    match: "Callable[[str, int], re.Match[str] | None]",
    text: str,
    position: int,
    place: Place,
    *,
    most: int = -1,
) -> _Run:
    """Find blocks that fit; at most so many, unless that is negative."""
    count, rfind = text.count, text.rfind
    slots: list[tuple[str, ...]] = []
    places: list[list[int]]
    first_lines, first_columns, last_lines, last_columns = places = [[], [], [], []]
    line, begun = place.line, position - place.column
    while len(slots) != most and (found := match(text, position)):
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
    is_otherwise = _is_written_otherwise("".join(chain.from_iterable(slots)))
    return _Run(slots, places, position, line, begun, is_otherwise)


def _reader(parts: Sequence[_Written]) -> "_kernel.Alike | None":
    """What reads blocks of a shape in the kernel, as far as their texts have no codes."""
    if chosen_implementation().name != "compiled":
        return None
    from ... import _kernel

    return _kernel.Alike([(one.kind, one.written, one.is_slot) for one in parts])


def _said(shape: Shape, slots: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """What the slots of blocks say, up to the first that has to be parsed."""
    found: list[tuple[str, ...]] = []
    for filled in slots:
        said = shape.texts_in(filled) if _is_written_otherwise("".join(filled)) else filled
        if said is None:
            break
        found.append(said)
    return found


def _is_written_otherwise(text: str) -> bool:
    """Whether something in a text does not stand for itself."""
    return "<" in text or "&" in text or "\n" in text


def namespaces(prolog: str) -> tuple[str, ...]:
    """Return what the tags around a block say of names, in order."""
    return tuple(found[0] for found in _NAMESPACE.finditer(prolog))


class _Codes:
    """The inline codes that a text may have and still be a slot.

    Attributes:
        slot: fits a text that is not empty, with tags of codes anywhere; ``text`` looks at these.
    """

    def __init__(self, attributes: Attributes) -> None:
        self._names = attributes.codes | set(filter(None, [attributes.paired]))
        names, codes = ("|".join(sorted(some)) for some in (self._names, attributes.codes))
        tag = f"(?:{_SPACE}++{_NAME}={_QUOTED})*+{_SPACE}*+"
        end = f"{_SPACE}*+>"
        letters = "".join({name[0] for name in self._names})  # most tags that follow have others
        any_tag = f"(?!</[^{letters}])</?(?:{names})(?=[ \t\n/>]){_TAG.pattern.removeprefix('<')}"
        self.slot: Final = f"(?![ \t\n]*+</){_TEXT}(?:{any_tag}{_TEXT})*+" if names else _SOME_WORDS
        self._code = re.compile(f"<({codes}){tag}(?:/>|>{_TEXT}</\\1{end})")
        name = attributes.paired
        self._pair = re.compile(f"<{name}{tag}(?:/>|>([^<]*+)</{name}{end})")
        self._tag = re.compile(f"<[a-z]+((?:{_SPACE}++{_NAME}={_QUOTED}){{2,}})")

    def text(self, slot: str) -> str | None:
        """Return the text of what is written in a slot; None if that has to be parsed."""
        if "<" in slot:
            if not all(map(_has_no_attribute_twice, self._tag.findall(slot))):
                return None
            slot = self._code.sub(CODE, slot)
            count = 1
            while "<" in slot and count:  # the innermost pairs first
                slot, count = self._pair.subn(_between_codes, slot)
            if "<" in slot:
                return None
        return _plain(slot)

    def left_out(self, raw: str) -> str:
        """Return a block as it is written, with a letter for each code."""
        if not self._names:
            return raw
        raw, count = self._code.sub("x", raw), 1
        while count:
            raw, count = self._pair.subn("x", raw)
        return raw

    def left_out_of(self, element: Element) -> Element:
        """Return the same as an element."""
        copy = Element(element.name, element.attributes)
        for each in element.content:
            if isinstance(each, Element):
                is_code = each.name in self._names
                copy.content.append("x" if is_code else self.left_out_of(each))
            else:
                copy.content.append(each)
        return copy


@lru_cache
def _codes(attributes: Attributes) -> _Codes:
    return _Codes(attributes)


@lru_cache(maxsize=10_000)
def _has_no_attribute_twice(written: str) -> bool:
    names = [found[0] for found in _ATTRIBUTE.findall(written)]
    return len(names) == len(set(names))


def _between_codes(pair: re.Match[str]) -> str:
    return f"{CODE}{pair[1]}{CODE}" if pair[1] else CODE


class _Probe:
    """A copy of a block with marks in the place of its texts, and where these stand."""

    def __init__(self, attributes: Attributes, tags: Sequence[str]) -> None:
        self.texts: list[str] = []
        """Between one tag and the next, in order."""
        self.slots: list[int | None] = []
        """Of each of these the number of its mark; None where it stays as it is."""
        self.id: int | None = None
        self._attributes = attributes
        self._tags = iter(tags)
        self._numbers = count()

    def element(
        self, element: Element, *, is_block: bool = False, is_kept: bool = False
    ) -> Element:
        """Copy an element."""
        copy = Element(element.name, element.attributes)
        name = self._attributes.id
        if is_block and element.attributes.get(name):
            self.id = next(self._numbers)
            copy.attributes = element.attributes | {name: _mark(self.id)}
        if next(self._tags, "").endswith("/>"):
            return copy
        is_kept = is_kept or element.name in self._attributes.looked_at
        text = ""
        for each in element.content:
            if isinstance(each, str):
                text += each
            elif isinstance(each, Element):
                self._text(copy, text, is_kept=is_kept)
                copy.content.append(self.element(each, is_kept=is_kept))
                text = ""
        self._text(copy, text, is_kept=is_kept)
        next(self._tags, "")
        return copy

    def _text(self, copy: Element, text: str, *, is_kept: bool) -> None:
        number = next(self._numbers) if text and not is_kept else None
        if text:
            copy.content.append(text if number is None else _mark(number))
        self.texts.append(text)
        self.slots.append(number)


def _parts_of(
    raw: str,
    probe: _Probe,
    groups: Mapping[int, int],
    attributes: Attributes,
    *,
    units: Sequence[_Filled],
    with_codes: Container[int],
) -> list[_Written]:
    """Return what the pattern of a block is made of, from its first tag to its last."""
    parts: list[_Written] = []
    written = _TAG.split(raw)[1:-1]
    words = {slot for unit in units for value in unit.texts for slot in _slots_of(value)}
    for number, tag in enumerate(_TAG.findall(raw)):
        parts += _parts_of_tag(tag, attributes, has_id=not number and probe.id in groups)
        if number == len(written):
            break
        text, mark = probe.texts[number], probe.slots[number]
        if mark in groups:
            if mark in with_codes:
                parts.append(_Written("words", "", _codes(attributes).slot, is_slot=True))
            elif mark in words:
                parts.append(_Written("words", "", _SOME_WORDS, is_slot=True))
            else:
                parts.append(_Written("text", "", _SOME_TEXT, is_slot=True))
        elif mark is not None and not text.strip(" \t\n"):
            parts.append(_Written("space", "", f"{_SPACE}++"))
        elif mark is not None:
            parts.append(_Written("text", "", _SOME_TEXT))
        elif text:
            parts.append(_literal(written[number]))
    return parts


def _parts_of_tag(tag: str, attributes: Attributes, *, has_id: bool) -> list[_Written]:
    parts: list[_Written] = []
    done = 0
    for found in _ATTRIBUTE.finditer(tag):
        name, quote, value = found.groups()
        is_id = has_id and name == attributes.id
        if value and (is_id or name in attributes.unread):
            slot = f"[^<&{quote}\\x00-\\x1f{_NO_CHARACTERS}]++"
            parts.append(_literal(tag[done : found.start(3)]))
            parts.append(_Written("value", quote, slot, is_slot=is_id))
            done = found.end(3)
    return [*parts, _literal(tag[done:])]


def _literal(written: str) -> _Written:
    return _Written("literal", written, re.escape(written))


def _filled(unit: Unit) -> _Filled:
    facts, texts = unit
    notes: tuple[_Value, ...] | None = None
    if any(_MARK in note for note in facts.notes):
        notes = tuple(map(_value, facts.notes))
        facts = facts._replace(notes=())
    name = _value(facts.id)
    return _Filled(
        facts._replace(id=""), name, notes, tuple(texts), tuple(map(_value, texts.values()))
    )


def _value(text: str) -> _Value:
    parts = [int(part) if number % 2 else part for number, part in enumerate(_MARKED.split(text))]
    parts = [part for part in parts if part != ""]
    return parts[0] if len(parts) == 1 and isinstance(parts[0], int) else tuple(parts)


def _regrouped(unit: _Filled, groups: Mapping[int, int]) -> _Filled:
    def regrouped(value: _Value) -> _Value:
        if isinstance(value, int):
            return groups[value]
        return tuple([groups[part] if isinstance(part, int) else part for part in value])

    return unit._replace(
        id=regrouped(unit.id),
        notes=None if unit.notes is None else tuple(map(regrouped, unit.notes)),
        texts=tuple(map(regrouped, unit.texts)),
    )


def _column(filled: _Filled, blocks: Sequence[Sequence[str]], field: str) -> list[str]:
    """Return the texts of a field of one unit of each of some blocks."""
    if field not in filled.fields:
        return [""] * len(blocks)
    value = filled.texts[filled.fields.index(field)]
    if isinstance(value, int):
        return list(map(itemgetter(value), blocks))
    return [_joined(value, slots) for slots in blocks]


def _unit(filled: _Filled, slots: Sequence[str]) -> Unit:
    facts, own_id, notes, fields, texts = filled
    said = [slots[text] if isinstance(text, int) else _joined(text, slots) for text in texts]
    _, state, origin, before, is_final, own, *others = facts
    if notes is not None:
        own = tuple(
            [slots[note] if isinstance(note, int) else _joined(note, slots) for note in notes]
        )
    name = slots[own_id] if isinstance(own_id, int) else _joined(own_id, slots)
    facts = _tuple(Facts, (name, state, origin, before, is_final, own, *others))
    return _tuple(Unit, (facts, dict(zip(fields, said, strict=True))))


def _slots_of(value: _Value) -> Iterator[int]:
    """Yield the numbers of the slots that a text is made of."""
    for part in (value,) if isinstance(value, int) else value:
        if isinstance(part, int):
            yield part


def _joined(parts: Sequence[_Part], slots: Sequence[str]) -> str:
    return "".join([slots[part] if isinstance(part, int) else part for part in parts])


def _mark(number: int) -> str:
    return f"{_MARK}{number}{_MARK}"


def _plain(text: str) -> str:
    return _ENTITY.sub(_character, text) if "&" in text else text


def _character(found: re.Match[str]) -> str:
    return _ENTITIES[found[1]]
