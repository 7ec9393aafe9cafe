"""Read XML as a stream of small trees, one for each element that a format calls a block.

Expat parses; nothing is fetched from elsewhere. A document type may name an external subset, which
TMX does and which is not read, but must not contain declarations: without entities of its own, a
file cannot contain any that expand.

``read_blocks`` reads a file for its texts alone, which is fast. ``read_block`` parses a single
block again to locate its characters.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final, NamedTuple, Protocol
from xml.parsers import expat

from ..by_id import FileNumbers
from ..content import Code as CodeInText
from ..content import Parts
from ..placed_text import (
    CODE,
    CODE_MARK,
    Piece,
    Place,
    PlacedText,
    placed,
    placed_unindented,
    unindented,
    unindented_characters,
)
from ..units import Facts, Fault

MAX_DEPTH: Final = 200
"""Nested elements. Real files have a dozen; trees are walked by recursion."""

_TOO_DEEP: Final = f"elements are nested more than {MAX_DEPTH} deep"

XML: Final = "http://www.w3.org/XML/1998/namespace"
_SPACE: Final = f"{XML} space"
_FILE: Final = "file"
_WHITE_SPACE: Final = " \t\n\r"

_KNOWN_NAMESPACES: Final = (
    "urn:oasis:names:tc:xliff:",
    "http://sdl.com/FileTypes/SdlXliff",
    "http://www.memsource.com/mxlf",
)
"""Prefixes of the namespaces whose elements are read besides those of the root's namespace."""

_UNREAD_DOCTYPE: Final = '<!DOCTYPE unread SYSTEM "unread">'
"""A document type, in the prolog of a block."""

_FIRST_CHUNK_CHARS: Final = 1 << 16

_WINDOW_LINES: Final = 1_024
"""Lines that are joined to one text at a time: small enough for the memory to be reused, while the
system would have to provide larger ones page by page."""

_END_TAG: Final = re.compile(r"</(?:[^<>\s:]+:)?([^<>\s:]+)")

_MIN_PIECE_CHARS: Final = 16
"""First piece given to expat after a block did not help to read those behind it."""


class Element:
    """An element and its content.

    Attributes:
        name: without a prefix; a foreign one with its namespace, a space before the name.
        attributes: by name; those in a namespace by namespace, space and name.
        content: elements and text, in order; ``read_block`` gives text as pieces.
        place: of its start tag.
        start: behind the start tag.
        end: of the end tag; for an empty element, behind the tag.
        space: the namespace of its name; may be empty.

    Only ``read_block`` sets the three places and the namespace. Reading a file mostly consists of
    creating elements, so they are kept small.
    """

    __slots__ = ("attributes", "content", "end", "name", "place", "space", "start")

    place: Place
    start: Place
    end: Place
    space: str

    def __init__(self, name: str, attributes: dict[str, str]) -> None:
        """Create an element without content."""
        self.name = name
        self.attributes = attributes
        self.content: list[Element | Piece | str] = []

    def elements(self, name: str) -> "list[Element]":
        """Return the child elements of a name."""
        return [
            child for child in self.content if isinstance(child, Element) and child.name == name
        ]

    @property
    def children(self) -> "Iterator[Element]":
        """Return all child elements."""
        return (child for child in self.content if isinstance(child, Element))

    def first(self, name: str) -> "Element | None":
        """Return the first child element of a name."""
        for child in self.content:
            if isinstance(child, Element) and child.name == name:
                return child
        return None

    def get(self, name: str, space: str | None = None) -> str | None:
        """Return an attribute, in a namespace if given."""
        return self.attributes.get(name if space is None else f"{space} {name}")

    @property
    def words(self) -> str:
        """Return all text inside, including that of inline codes."""
        return "".join(
            child.words
            if isinstance(child, Element)
            else child
            if isinstance(child, str)
            else child.text
            for child in self.content
        )


class Entry(NamedTuple):
    """A unit in a block: its facts, and the elements that hold its texts, by field."""

    facts: Facts
    holders: Mapping[str, Element]


class Context(NamedTuple):
    """What the ancestors of a block determine about it.

    Attributes:
        languages: by field, codes as the file has them.
        is_translatable: whether its texts are to be translated.
        keeps_space: whether line breaks and indentation are part of its texts.
    """

    languages: Mapping[str, str]
    is_translatable: bool
    keeps_space: bool = True


Code = Callable[[Element], bool | None]
"""Classifies an element inside a text: True if all of it is an inline code, False if only its tags
are, None if it only marks text."""


def text_of(element: Element, code: Code) -> str:
    """Return the text of an element, with a space for each inline code."""
    content = element.content
    if len(content) == 1 and isinstance(text := content[0], str):
        return text
    return "".join(_strings(element, code, CODE)) if content else ""


def has_words(element: Element, code: Code) -> bool:
    """Return whether an element has more than white space and inline codes."""
    return bool(text_of(element, code).strip(_WHITE_SPACE))


def unindented_text_of(element: Element, code: Code) -> str:
    """Return the text of an element without line breaks that only lay the file out."""
    return unindented("".join(_strings(element, code, CODE_MARK))).replace(CODE_MARK, CODE)


def placed_text_of(element: Element, code: Code, *, keeps_space: bool) -> PlacedText:
    """Return the text of an element that ``read_block`` has read, with its places."""
    pieces = list(_pieces(element, code))
    if not keeps_space:
        return placed_unindented(pieces, start=element.start, end=element.end)
    return placed(pieces, start=element.start, end=element.end)


DATA_REFERENCES: Final = frozenset({"dataRef", "dataRefStart", "dataRefEnd"})
"""Attributes of XLIFF 2 whose values are ids of original data."""


def parts_of(element: Element, data: Mapping[str, Parts] | None = None) -> Parts:
    """Return the content of an element that ``read_block`` has read: texts and codes.

    Args:
        element: that holds the content.
        data: original data by id, which replace references to them; None in formats without.
    """
    parts: list[str | CodeInText] = []
    for child in element.content:
        if isinstance(child, Element):
            parts.append(_part(child, data))
        elif isinstance(child, Piece) and child.is_code:  # an undeclared entity
            parts.append(CodeInText("", "&", (("width", str(child.width)),), ()))
        else:
            text = child if isinstance(child, str) else child.text
            before = parts.pop() if parts and isinstance(parts[-1], str) else ""
            parts.append(f"{before}{text}")
    return tuple(parts)


def _part(element: Element, data: Mapping[str, Parts] | None) -> CodeInText:
    attributes = tuple(
        (name, value if data is None or name not in DATA_REFERENCES else data.get(value))
        for name, value in sorted(element.attributes.items())
    )
    name = element.name.rpartition(" ")[2]
    return CodeInText(element.space, name, attributes, parts_of(element, data))


def path_to(holder: Element, inside: Element) -> list[Element]:
    """Return the elements from an ancestor to one of its descendants, both included."""
    if inside is holder:
        return [inside]
    for child in inside.children:
        if path := path_to(holder, child):
            return [inside, *path]
    return []


def keeps_space(block: Element, holder: Element, *, outside: bool) -> bool:
    """Return whether line breaks and indentation are part of a text: the innermost ``xml:space``.

    Args:
        block: the outermost element that is examined.
        holder: of the text, somewhere inside.
        outside: the default outside of the block.
    """
    kept = outside
    for element in path_to(holder, block):
        kept = declared_space(element, kept)
    return kept


def declared_space(element: Element, otherwise: bool) -> bool:  # noqa: FBT001
    """Return the ``xml:space`` of an element, or a default."""
    value = element.attributes.get(_SPACE)
    return otherwise if value is None else value == "preserve"


def unindented_copy(element: Element, code: Code) -> Element:
    """Copy an element without line breaks that only lay the file out, and without places."""
    text = "".join(_strings(element, code, CODE_MARK))
    return _copied(element, code, iter(unindented_characters(text)))


def _copied(element: Element, code: Code, value: Iterator[str]) -> Element:
    """Copy an element with replaced characters; each inline code is a character too."""
    copy = Element(element.name, element.attributes)
    copy.space = element.space
    for child in element.content:
        if isinstance(child, Element):
            kind = _kind(child, code)
            if kind is not None:
                next(value)
            copy.content.append(child if kind else _copied(child, code, value))
            if kind is False:
                next(value)
        elif isinstance(child, Piece) and child.is_code:
            next(value)
            copy.content.append(child)
        else:
            text = "".join(islice(value, len(child if isinstance(child, str) else child.text)))
            copy.content += [text] if text else []
    return copy


def _strings(element: Element, code: Code, mark: str) -> Iterator[str]:
    for child in element.content:
        if isinstance(child, str):
            yield child
        elif isinstance(child, Element):
            kind = _kind(child, code)
            if kind is not None:
                yield mark
            if not kind:
                yield from _strings(child, code, mark)
            if kind is False:
                yield mark
        else:
            yield mark if child.is_code else child.text


def _pieces(element: Element, code: Code) -> Iterator[Piece]:
    for child in element.content:
        if isinstance(child, Piece):
            yield child
        elif isinstance(child, Element):
            kind = _kind(child, code)
            if kind is not None:
                yield Piece(child.place, CODE, 0, is_code=True)
            if not kind:
                yield from _pieces(child, code)
            if kind is False:
                yield Piece(child.end, CODE, 0, is_code=True)


def _kind(element: Element, code: Code) -> bool | None:
    kind = code(element)
    return True if kind is False and not element.content else kind  # like an empty-element tag


class Block(NamedTuple):
    """A block that was read by itself, with its ancestors.

    Attributes:
        element: its tree.
        ancestors: the root first, without content.
    """

    element: Element
    ancestors: Sequence[Element]


class BlockSink(Protocol):
    """Receives the blocks of a file in order."""

    def add_parsed(
        self,
        element: Element,
        start: Place,
        end: Place,
        ancestors: Sequence[Element],
        prolog: str,
    ) -> None:
        """Add a block that expat has parsed.

        Args:
            element: its tree.
            start: its place in the file.
            end: behind it.
            ancestors: the root first, without content; siblings share one object.
            prolog: start tags of the ancestors as the file has them, on one line, after a document
                type if the file has one.
        """
        ...

    def read_ahead(
        self, text: str, begin: int, position: int, place: Place, remaining_chars: int
    ) -> tuple[int, Place]:
        """Read blocks behind the last one that need no parser.

        Args:
            text: a part of the file.
            begin: offset of the last block; ``position`` if the block begins before the part.
            position: offset behind the last block.
            place: of ``position``.
            remaining_chars: approximate number of characters that follow in the file.

        Returns:
            Offset and place up to which blocks were read. Only space and whole well-formed siblings
            of the last block may stand before it.
        """
        ...


_Handlers = tuple[
    Callable[[str, dict[str, str]], None], Callable[[str], None], Callable[[str], None]
]


def read_blocks(lines: Sequence[str], name: str, sink: BlockSink) -> Fault | None:
    """Read a whole file for its texts, and pass the elements called ``name`` to a sink.

    Returns:
        Why not all of it could be read, if so.
    """
    return _BlockReader(lines, name, sink).read()


def read_block(lines: Sequence[str], prolog: str) -> Block | Fault:
    """Read a block by itself, with places that count lines from its first.

    Args:
        lines: from its first line, which has only space before it, to its end.
        prolog: of the block.

    Returns:
        The block; a fault if it is not well-formed, has no end, or is not all of the lines.
    """
    return _PlacedReader(lines, prolog).read()


class _Reader:
    """Shared base of the readers of files and of single blocks."""

    def __init__(self) -> None:
        parser = self._parser = expat.ParserCreate("utf-8", " ")  # whatever the file declares
        parser.StartDoctypeDeclHandler = _refuse_declarations
        self._open: list[Element] = []
        self._skipped_lines = 0  # not passed to expat
        self._local_names = _LocalNames()

    def _parse(self, texts: Iterator[str], lines: Sequence[str], above: int) -> Fault | None:
        """Parse all texts, or up to a fault; subtract ``above`` lines from places."""
        try:
            for text in texts:
                self._parser.Parse(text.encode("utf-8"), False)  # noqa: FBT003  # expat's signature
        except expat.ExpatError as error:
            return self._fault(error, above)
        except UnicodeEncodeError:
            return _surrogate_fault(lines)
        except _RefusedError as error:
            return Fault(place=self._here(above), message=str(error))
        return None

    def _here(self, above: int = 0) -> Place:
        parser = self._parser
        line = parser.CurrentLineNumber - 1 - above + self._skipped_lines
        return Place(line, parser.CurrentColumnNumber)

    def _fault(self, error: expat.ExpatError, above: int = 0) -> Fault:
        line = error.lineno - 1 - above + self._skipped_lines
        return Fault(place=Place(line, error.offset), message=_parser_message(error))

    def _begin(self, name: str, attributes: dict[str, str]) -> Element:
        if len(self._open) >= MAX_DEPTH:
            raise _RefusedError(_TOO_DEEP)
        if not self._open:
            self._local_names.own = name.rpartition(" ")[0]
        element = Element(self._local_names[name], attributes)
        self._open.append(element)
        return element


class _LocalNames(dict[str, str]):
    """Names of elements without their namespaces; foreign ones keep theirs.

    Attributes:
        own: the namespace of the root, whatever its prefix; may be empty.
    """

    own = ""

    def __missing__(self, name: str) -> str:
        space, _, local = name.rpartition(" ")
        is_known = space == self.own or space.startswith(_KNOWN_NAMESPACES)
        self[name] = found = local if is_known else name
        return found


def _refuse_declarations(*declared: object) -> None:
    *_, has_subset = declared
    if has_subset:
        raise _RefusedError("a document type with declarations of its own is not read")


class _BlockReader(_Reader):
    """Reads all blocks, with separate expat handlers between blocks and inside one.

    Expat gets pieces that end where a block seems to. If one does, the sink may read on without
    expat, which then gets as much space instead.
    """

    def __init__(self, lines: Sequence[str], name: str, sink: BlockSink) -> None:
        super().__init__()
        self._lines = lines
        self._name = name
        self._end_tag = re.compile(rf"</(?:[^<>\s:]+:)?{name}[ \t\n]*>")
        self._sink = sink
        self._document_type = ""
        self._prologs: list[str] = []  # start tags of the open elements around blocks
        self._files = FileNumbers()
        self._around: tuple[Element, ...] = ()
        self._prolog = ""
        self._block: Element | None = None
        self._begins = self._ended = Place(0, 0)
        self._parser.buffer_text = True
        self._parser.StartDoctypeDeclHandler = self._declare
        self._parser.SkippedEntityHandler = self._skipped
        self._handlers = self._block_handlers()
        self._enter_ancestors()

    def read(self) -> Fault | None:
        fault = self._parse(self._pieces(_Window(self._lines)), self._lines, 0)
        if fault is None:
            try:
                self._parser.Parse(b"", True)  # noqa: FBT003  # expat's signature
            except expat.ExpatError as error:
                fault = self._fault(error)
        return fault

    def _pieces(self, window: "_Window") -> Iterator[str]:
        """Yield the pieces to pass to expat."""
        size = 0
        while window.slide(self._kept) or window.position < len(window.text):
            found = self._end_tag.search(window.text, window.position + size)
            yield window.take_text(found.end() if found else len(window.text))
            # Expat rescans an unfinished comment with each piece, so their size doubles.
            size = max(_MIN_PIECE_CHARS, 2 * size)
            if self._ended == window.place and self._open:
                begin = window.offset(self._begins)
                while space := self._read_ahead(window, begin):
                    yield space
                    size = 0
                    if not window.slide(None):
                        break
                    begin = window.position

    def _read_ahead(self, window: "_Window", begin: int) -> str:
        """Read behind a block without expat; return the space that expat gets instead."""
        place = window.place
        behind = self._sink.read_ahead(
            window.text, begin, window.position, place, window.remaining_chars
        )
        window.position, window.place = behind
        line, column = window.place.line - place.line, window.place.column
        if not line:
            return " " * (column - place.column)
        self._skipped_lines += line - 1  # expat takes as long for a line end as for a tag
        return "\n" + " " * column

    @property
    def _kept(self) -> Place | None:
        """Return the start of the block that is being read."""
        return None if self._block is None else self._begins

    def _enter_ancestors(self) -> None:
        """Set the handlers for tags between blocks."""
        parser = self._parser
        parser.StartElementHandler = self._start_around
        parser.EndElementHandler = self._end_around
        parser.CharacterDataHandler = None

    def _start_around(self, name: str, attributes: dict[str, str]) -> None:
        element = self._begin(name, attributes)
        place = self._here()
        if element.name == self._name:
            self._block, self._begins = element, place
            parser = self._parser
            (
                parser.StartElementHandler,
                parser.EndElementHandler,
                parser.CharacterDataHandler,
            ) = self._handlers
        else:
            tag = _tag(self._lines, place)
            self._prologs.append(self._files.numbered(tag) if element.name == _FILE else tag)
            self._change_around()

    def _declare(self, *declared: object) -> None:
        """Accept a document type; it makes undeclared entities valid."""
        _refuse_declarations(*declared)
        self._document_type = _UNREAD_DOCTYPE

    def _end_around(self, name: str) -> None:
        self._open.pop()
        self._prologs.pop()
        self._change_around()

    def _change_around(self) -> None:
        self._around, self._prolog = (
            tuple(self._open),
            "".join([self._document_type, *self._prologs]),
        )

    def _block_handlers(self) -> _Handlers:
        """Return the handlers inside a block, as closures: they are called a million times."""
        opened, names = self._open, self._local_names

        def start(name: str, attributes: dict[str, str]) -> None:
            if len(opened) >= MAX_DEPTH:
                raise _RefusedError(_TOO_DEEP)
            element = Element(names[name], attributes)
            opened[-1].content.append(element)
            opened.append(element)

        def end(name: str) -> None:
            if opened.pop() is self._block:
                self._end_block()

        def text(text: str) -> None:
            opened[-1].content.append(text)

        return start, end, text

    def _end_block(self) -> None:
        block, self._block = self._block, None
        if block is not None:
            end = self._ended = _end_behind_tag(self._lines, self._here(), block)
            self._sink.add_parsed(block, self._begins, end, self._around, self._prolog)
        self._enter_ancestors()

    def _skipped(self, name: str, is_parameter: bool) -> None:  # noqa: FBT001  # expat's
        """Add an undeclared entity in a block as an inline code."""
        if self._block is not None and not is_parameter:
            self._open[-1].content.append(CODE)


class _PlacedReader(_Reader):
    """Reads one block with all places."""

    def __init__(self, lines: Sequence[str], prolog: str) -> None:
        super().__init__()
        self._lines = lines
        self._prolog = prolog
        self._begun: Element | None = None  # its start tag ends at the next event
        self._in_cdata = False
        self._block: Element | None = None
        self._is_closed = False
        self._above = 0  # ancestors of the block
        parser = self._parser
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.SkippedEntityHandler = self._skipped
        parser.StartCdataSectionHandler = lambda: self._cdata(begins=True)
        parser.EndCdataSectionHandler = lambda: self._cdata(begins=False)
        parser.CommentHandler = lambda _: self._arrive()
        parser.ProcessingInstructionHandler = lambda *_: self._arrive()

    def read(self) -> Block | Fault:
        self._parse(iter([self._prolog + "\n"]), (), 0)
        around = tuple(self._open)
        self._above = len(around)
        fault = self._parse(_chunks(self._lines), self._lines, 1)
        if fault is not None:
            return fault
        if self._block is None or not self._is_closed:
            return Fault(place=self._here(1), message="the element has no end")
        return Block(self._block, around)

    def _arrive(self) -> Place:
        place = self._here(1)
        if self._begun is not None:
            self._begun.start = place
            self._begun = None
        return place

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        place = self._arrive()
        if self._is_closed:
            raise _RefusedError("another element follows")
        parents = self._open[-1:]
        element = self._begun = self._begin(name, attributes)
        element.place = place
        element.space = name.rpartition(" ")[0]
        if place.line < 0:  # of the prolog
            return
        if self._block is None:
            self._block = element
        elif parents:
            parents[0].content.append(element)

    def _end(self, name: str) -> None:
        element = self._open[-1]
        element.end = self._arrive()
        self._open.pop()
        if element is self._block:
            self._is_closed = True
        elif len(self._open) < self._above:
            raise _RefusedError("an element ends that begins outside")

    def _characters(self, text: str) -> None:
        place = self._arrive()
        if place.line < 0 or self._is_closed:
            return
        width = len(text)
        if not self._in_cdata:
            line = self._lines[place.line]
            if line.startswith("&", place.column):
                width = line.index(";", place.column) + 1 - place.column
        self._open[-1].content.append(Piece(place, text, width, is_raw=self._in_cdata))

    def _skipped(self, name: str, is_parameter: bool) -> None:  # noqa: FBT001  # expat's signature
        place = self._arrive()
        if not is_parameter:
            self._open[-1].content.append(Piece(place, CODE, len(name) + 2, is_code=True))

    def _cdata(self, *, begins: bool) -> None:
        self._arrive()
        self._in_cdata = begins


class _RefusedError(Exception):
    pass


def _chunks(lines: Sequence[str]) -> Iterator[str]:
    """Join lines to chunks of doubling size: expat rescans an unfinished tag with each chunk."""
    begin, size, max_chars = 0, 0, _FIRST_CHUNK_CHARS
    for number, line in enumerate(lines, 1):
        size += len(line)
        if size >= max_chars:
            yield "\n".join([*lines[begin:number], ""])
            begin, size, max_chars = number, 0, 2 * max_chars
    yield "\n".join(lines[begin:])


class _Window:
    """A part of a file, of whole lines; the text of a large file is never joined as a whole.

    Attributes:
        text: of the part.
        position: offset up to which it was read.
        place: of ``position``, in the file.
    """

    def __init__(self, lines: Sequence[str]) -> None:
        self.text = ""
        self.position = 0
        self.place = Place(0, 0)
        self._lines = lines
        self._first = self._behind = 0  # range of lines of the part
        self._count = 0  # lines to read next

    @property
    def remaining_chars(self) -> int:
        """Return the approximate number of unread characters in the file."""
        line_chars = len(self.text) // max(1, self._behind - self._first)
        return len(self.text) - self.position + line_chars * (len(self._lines) - self._behind)

    def slide(self, kept: Place | None) -> bool:
        """Read on in the file, if half of the part was consumed; return whether it did.

        Args:
            kept: a place from which on the text is still needed.
        """
        lines, place = self._lines, self.place
        if self._behind == len(lines) or 2 * self.position < len(self.text):
            return False
        # If no block ended in the whole part, as in a long comment, the next part is larger.
        self._count = max(_WINDOW_LINES, 2 * self._count if self.position == len(self.text) else 0)
        self._first = first = place.line if kept is None else kept.line
        above = place.line - first
        self._behind = behind = min(len(lines), place.line + max(self._count, above))
        end = [""] if behind < len(lines) else []
        self.text = "\n".join([*lines[first:behind], *end])
        self.position = sum(map(len, lines[first : place.line])) + above + place.column
        return True

    def take_text(self, end: int) -> str:
        """Consume the text up to an offset."""
        text, begin, place = self.text, self.position, self.place
        lines = text.count("\n", begin, end)
        column = end - text.rfind("\n", begin, end) - 1 if lines else place.column + end - begin
        self.position, self.place = end, Place(place.line + lines, column)
        return text[begin:end]

    def offset(self, place: Place) -> int:
        """Return the offset of an earlier place; ``position`` if it is not in the part."""
        if place.line < self._first:
            return self.position
        start = self.position - self.place.column
        for _ in range(self.place.line - place.line):
            start = self.text.rfind("\n", 0, start - 1) + 1
        return start + place.column


def _tag(lines: Sequence[str], place: Place) -> str:
    """Return the start tag at a place, on one line."""
    end = end_of_tag(lines, place)
    if end.line == place.line:
        tag = lines[place.line][place.column : end.column]
    else:
        first, *rest = lines[place.line : end.line + 1]
        tag = " ".join([first[place.column :], *rest[:-1], rest[-1][: end.column]])
    return tag.removesuffix("/>") + ">" if tag.endswith("/>") else tag


def _end_behind_tag(lines: Sequence[str], place: Place, element: Element) -> Place:
    """Return the place behind an element, given the place of its end event.

    For an empty-element tag, expat reports the tag itself, and another tag may follow it.
    """
    tag = _END_TAG.match(lines[place.line], place.column)
    return end_of_tag(lines, place) if tag and tag[1] == element.name else place


def end_of_tag(lines: Sequence[str], place: Place) -> Place:
    """Return the place behind a tag of well-formed XML; quoted values may have angle brackets."""
    number, column = place
    line = lines[number]
    if line.startswith("</", column) and (end := line.find(">", column)) >= 0:
        return Place(number, end + 1)
    quote = ""
    while True:
        line = lines[number]
        for at in range(column, len(line)):
            character = line[at]
            if quote:
                quote = "" if character == quote else quote
            elif character == ">":
                return Place(number, at + 1)
            elif character in "\"'":
                quote = character
        number, column = number + 1, 0


def _parser_message(error: expat.ExpatError) -> str:
    return f"not well-formed XML: {expat.ErrorString(error.code)}"


def _surrogate_fault(lines: Sequence[str]) -> Fault:
    for number, line in enumerate(lines):
        for column, character in enumerate(line):
            if "\ud800" <= character <= "\udfff":
                return Fault(
                    place=Place(number, column), message="half a surrogate pair is no character"
                )
    raise AssertionError("it could not be encoded")
