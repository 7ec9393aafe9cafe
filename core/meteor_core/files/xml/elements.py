"""XML as a stream of small trees, one for each element that a format calls a block.

Expat reads; nothing is fetched from elsewhere. A document type may name an external subset, which
TMX does and which is not read, but must not declare anything itself: there are no entities of its
own, and so none that grow.

A file is read for its texts alone (``read_blocks``), which is fast. Where their characters stand is
found by reading a block again by itself (``read_block``).
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

MOST_NESTED: Final = 200
"""Elements inside each other. Real files have a dozen; a tree is walked by recursion."""

_TOO_DEEP: Final = f"elements are nested more than {MOST_NESTED} deep"

XML: Final = "http://www.w3.org/XML/1998/namespace"
_SPACE: Final = f"{XML} space"
_FILE: Final = "file"
_WHITE_SPACE: Final = " \t\n\r"

_EXTENSIONS: Final = (
    "urn:oasis:names:tc:xliff:",
    "http://sdl.com/FileTypes/SdlXliff",
    "http://www.memsource.com/mxlf",
)
"""How the namespaces begin of which elements are read besides those of the root's namespace."""

_UNREAD: Final = '<!DOCTYPE unread SYSTEM "unread">'
"""A document type, as it stands in the prolog of a block."""

_CHUNK: Final = 1 << 16
"""Characters given to expat at first."""

_WINDOW: Final = 1_024
"""Lines of a file that are one text at a time: no more, so that memory is used again, which the
system would have to provide page by page for larger ones."""

_END_TAG: Final = re.compile(r"</(?:[^<>\s:]+:)?([^<>\s:]+)")

_LEAST: Final = 16
"""Characters that it is given at least, after a block was no help to read those behind it."""


class Element:
    """An element and what stands in it.

    Attributes:
        name: without a prefix; a foreign one with its namespace, a space before the name.
        attributes: by name; those in a namespace by namespace, space and name.
        content: elements and text, in order. Where places are asked for, text is pieces.
        place: of its start tag.
        start: behind the start tag.
        end: of the end tag, which for an empty element is behind the tag.
        space: the namespace of its name; empty where it has none.

    Only elements that were read by ``read_block`` have the three places and the namespace.
    Reading a file is mostly making these, so that they are made of little.
    """

    __slots__ = ("attributes", "content", "end", "name", "place", "space", "start")

    place: Place
    start: Place
    end: Place
    space: str

    def __init__(self, name: str, attributes: dict[str, str]) -> None:
        """Make an element that has nothing in it yet."""
        self.name = name
        self.attributes = attributes
        self.content: list[Element | Piece | str] = []

    def elements(self, name: str) -> "list[Element]":
        """Return the elements of a name directly inside."""
        return [each for each in self.content if isinstance(each, Element) and each.name == name]

    @property
    def children(self) -> "Iterator[Element]":
        """All elements directly inside."""
        return (each for each in self.content if isinstance(each, Element))

    def first(self, name: str) -> "Element | None":
        """Return the first element of that name directly inside."""
        for each in self.content:
            if isinstance(each, Element) and each.name == name:
                return each
        return None

    def get(self, name: str, space: str | None = None) -> str | None:
        """Return an attribute, of a namespace if one is given."""
        return self.attributes.get(name if space is None else f"{space} {name}")

    @property
    def words(self) -> str:
        """All text inside, that of inline codes included."""
        return "".join(
            each.words
            if isinstance(each, Element)
            else each
            if isinstance(each, str)
            else each.text
            for each in self.content
        )


class Entry(NamedTuple):
    """A unit in a block: what is said of it, and the elements that hold its texts, by field."""

    facts: Facts
    holders: Mapping[str, Element]


class Around(NamedTuple):
    """What the elements around a block say of it.

    Attributes:
        languages: by field, codes as the file has them.
        is_translatable: whether its texts are to be translated.
        keeps_space: whether line breaks and indentation are part of its texts.
    """

    languages: Mapping[str, str]
    is_translatable: bool
    keeps_space: bool = True


Code = Callable[[Element], bool | None]
"""What an element inside a text is: True for a code as a whole, False for one whose tags are codes
around text, None for one that only marks text."""


def text_of(element: Element, code: Code) -> str:
    """Return the text of an element, with inline codes as ``code`` tells them."""
    content = element.content
    if len(content) == 1 and isinstance(text := content[0], str):
        return text
    return "".join(_strings(element, code, CODE)) if content else ""


def has_words(element: Element, code: Code) -> bool:
    """Whether an element says anything besides white space and inline codes."""
    return bool(text_of(element, code).strip(_WHITE_SPACE))


def unindented_text_of(element: Element, code: Code) -> str:
    """Return the text of an element without the line breaks that only lay the file out."""
    return unindented("".join(_strings(element, code, CODE_MARK))).replace(CODE_MARK, CODE)


def placed_text_of(element: Element, code: Code, *, keeps_space: bool) -> PlacedText:
    """Return the same with places, of a block that was read by itself."""
    pieces = list(_pieces(element, code))
    if not keeps_space:
        return placed_unindented(pieces, start=element.start, end=element.end)
    return placed(pieces, start=element.start, end=element.end)


DATA_REFERENCES: Final = frozenset({"dataRef", "dataRefStart", "dataRefEnd"})
"""Attributes of XLIFF 2 whose values are ids of original data."""


def parts_of(element: Element, data: Mapping[str, Parts] | None = None) -> Parts:
    """Return what stands in an element that was read by ``read_block``: texts and elements.

    Args:
        element: that holds it.
        data: original data by id, which stand in place of references to them; None in formats
            that have none.
    """
    parts: list[str | CodeInText] = []
    for each in element.content:
        if isinstance(each, Element):
            parts.append(_part(each, data))
        elif isinstance(each, Piece) and each.is_code:  # an entity that nobody declares
            parts.append(CodeInText("", "&", (("width", str(each.width)),), ()))
        else:
            text = each if isinstance(each, str) else each.text
            before = parts.pop() if parts and isinstance(parts[-1], str) else ""
            parts.append(f"{before}{text}")
    return tuple(parts)


def _part(element: Element, data: Mapping[str, Parts] | None) -> CodeInText:
    attributes = tuple(
        (name, said if data is None or name not in DATA_REFERENCES else data.get(said))
        for name, said in sorted(element.attributes.items())
    )
    name = element.name.rpartition(" ")[2]
    return CodeInText(element.space, name, attributes, parts_of(element, data))


def path_to(holder: Element, inside: Element) -> list[Element]:
    """Return the elements from one to another that stands in it, both included."""
    if inside is holder:
        return [inside]
    for each in inside.children:
        if path := path_to(holder, each):
            return [inside, *path]
    return []


def keeps_space(block: Element, holder: Element, *, outside: bool) -> bool:
    """Whether line breaks and indentation are part of a text: what ``xml:space`` says last.

    Args:
        block: the element that is asked first.
        holder: of the text, somewhere inside.
        outside: what holds where neither says anything.
    """
    kept = outside
    for element in path_to(holder, block):
        kept = space_said(element, kept)
    return kept


def space_said(element: Element, otherwise: bool) -> bool:  # noqa: FBT001  # a value that is handed on
    """Return whether an element keeps space; what holds outside of it if it does not say so."""
    said = element.attributes.get(_SPACE)
    return otherwise if said is None else said == "preserve"


def unindented_copy(element: Element, code: Code) -> Element:
    """Copy an element without the line breaks that only lay the file out, but for its places."""
    text = "".join(_strings(element, code, CODE_MARK))
    return _copied(element, code, iter(unindented_characters(text)))


def _copied(element: Element, code: Code, said: Iterator[str]) -> Element:
    """Copy an element with what each character says now; each inline code is a character too."""
    copy = Element(element.name, element.attributes)
    copy.space = element.space
    for each in element.content:
        if isinstance(each, Element):
            kind = _kind(each, code)
            if kind is not None:
                next(said)
            copy.content.append(each if kind else _copied(each, code, said))
            if kind is False:
                next(said)
        elif isinstance(each, Piece) and each.is_code:
            next(said)
            copy.content.append(each)
        else:
            text = "".join(islice(said, len(each if isinstance(each, str) else each.text)))
            copy.content += [text] if text else []
    return copy


def _strings(element: Element, code: Code, mark: str) -> Iterator[str]:
    for each in element.content:
        if isinstance(each, str):
            yield each
        elif isinstance(each, Element):
            kind = _kind(each, code)
            if kind is not None:
                yield mark
            if not kind:
                yield from _strings(each, code, mark)
            if kind is False:
                yield mark
        else:
            yield mark if each.is_code else each.text


def _pieces(element: Element, code: Code) -> Iterator[Piece]:
    for each in element.content:
        if isinstance(each, Piece):
            yield each
        elif isinstance(each, Element):
            kind = _kind(each, code)
            if kind is not None:
                yield Piece(each.place, CODE, 0, is_code=True)
            if not kind:
                yield from _pieces(each, code)
            if kind is False:
                yield Piece(each.end, CODE, 0, is_code=True)


def _kind(element: Element, code: Code) -> bool | None:
    kind = code(element)
    return True if kind is False and not element.content else kind  # one, however it is written


class Found(NamedTuple):
    """A block.

    Attributes:
        element: its tree.
        start: its place in the file.
        end: behind it.
        around: the elements that it stands in, the root first; they have no content. Blocks that
            stand beside each other have the same object.
        prolog: their start tags as the file has them, on one line; before them a document type if
            the file has one.
    """

    element: Element
    start: Place
    end: Place
    around: Sequence[Element]
    prolog: str


class Taker(Protocol):
    """What takes the blocks of a file in order."""

    def take(
        self,
        element: Element,
        start: Place,
        end: Place,
        around: Sequence[Element],
        prolog: str,
    ) -> None:
        """Take a block that expat has read; see ``Found``."""
        ...

    def follow(
        self, text: str, begin: int, position: int, place: Place, left: int
    ) -> tuple[int, Place]:
        """Read on behind the last block, as far as no parser is needed for it.

        Args:
            text: a part of the file.
            begin: offset of the block in it; the one behind it where the block is in another part.
            position: offset behind the block.
            place: the same as a place.
            left: about how many characters of the file follow.

        Returns:
            Up to where blocks were read and taken; space and whole blocks of well-formed XML, whose
            parent is that of the last block, are all that stands before.
        """
        ...


_Handlers = tuple[
    Callable[[str, dict[str, str]], None], Callable[[str], None], Callable[[str], None]
]


def read_blocks(lines: Sequence[str], name: str, taker: Taker) -> Fault | None:
    """Read a whole file for its texts.

    Args:
        lines: of the file.
        name: of the elements that are blocks.
        taker: is given each block, in order.

    Returns:
        Why not all of it could be read, if so.
    """
    return _BlockReader(lines, name, taker).read()


def read_block(lines: Sequence[str], prolog: str) -> Found | Fault:
    """Read a block by itself, with places that count lines from its first.

    Args:
        lines: from the one in which it begins, in which only space stands before it, to its end.
        prolog: of the block.

    Returns:
        The block; a fault if it is not well-formed, has no end, or more follows behind its end.
    """
    return _PlacedReader(lines, prolog).read()


class _Reader:
    """What both ways of reading have in common."""

    def __init__(self) -> None:
        parser = self._parser = expat.ParserCreate("utf-8", " ")  # whatever is declared: it is text
        parser.StartDoctypeDeclHandler = _refuse_declarations
        self._open: list[Element] = []
        self._left_out = 0  # lines above that expat was not given
        self._local_names = _LocalNames()

    def _parse(self, texts: Iterator[str], lines: Sequence[str], above: int) -> Fault | None:
        """Parse all texts, or up to a fault; ``above`` lines stand before those of the file."""
        try:
            for text in texts:
                self._parser.Parse(text.encode("utf-8"), False)  # noqa: FBT003  # expat's signature
        except expat.ExpatError as error:
            return self._fault(error, above)
        except UnicodeEncodeError:
            return _surrogate(lines)
        except _RefusedError as error:
            return Fault(place=self._here(above), message=str(error))
        return None

    def _here(self, above: int = 0) -> Place:
        parser = self._parser
        line = parser.CurrentLineNumber - 1 - above + self._left_out
        return Place(line, parser.CurrentColumnNumber)

    def _fault(self, error: expat.ExpatError, above: int = 0) -> Fault:
        line = error.lineno - 1 - above + self._left_out
        return Fault(place=Place(line, error.offset), message=_said(error))

    def _begin(self, name: str, attributes: dict[str, str]) -> Element:
        if len(self._open) >= MOST_NESTED:
            raise _RefusedError(_TOO_DEEP)
        if not self._open:
            self._local_names.own = name.rpartition(" ")[0]
        element = Element(self._local_names[name], attributes)
        self._open.append(element)
        return element


class _LocalNames(dict[str, str]):
    """Names of elements without their namespaces; foreign ones keep theirs.

    Attributes:
        own: the namespace of the root, whatever its prefix; empty where it has none.
    """

    own = ""

    def __missing__(self, name: str) -> str:
        space, _, local = name.rpartition(" ")
        is_known = space == self.own or space.startswith(_EXTENSIONS)
        self[name] = found = local if is_known else name
        return found


def _refuse_declarations(*declared: object) -> None:
    *_, has_subset = declared
    if has_subset:
        raise _RefusedError("a document type with declarations of its own is not read")


class _BlockReader(_Reader):
    """Reads all blocks. Between blocks and inside one, expat calls handlers of their own.

    Expat is given pieces that end where a block seems to. If one does, what follows may be read
    without it; of that, it is given the space that it takes.
    """

    def __init__(self, lines: Sequence[str], name: str, taker: Taker) -> None:
        super().__init__()
        self._lines = lines
        self._name = name
        self._end_tag = re.compile(rf"</(?:[^<>\s:]+:)?{name}[ \t\n]*>")
        self._taker = taker
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
        self._handlers = self._inside()
        self._wait()

    def read(self) -> Fault | None:
        fault = self._parse(self._pieces(_Window(self._lines)), self._lines, 0)
        if fault is None:
            try:
                self._parser.Parse(b"", True)  # noqa: FBT003  # expat's signature
            except expat.ExpatError as error:
                fault = self._fault(error)
        return fault

    def _pieces(self, window: "_Window") -> Iterator[str]:
        """Yield what expat has to be given."""
        size = 0
        while window.slide(self._kept) or window.position < len(window.text):
            found = self._end_tag.search(window.text, window.position + size)
            yield window.take(found.end() if found else len(window.text))
            # With each piece expat looks through an unfinished comment again; they double.
            size = max(_LEAST, 2 * size)
            if self._ended == window.place and self._open:
                begin = window.offset(self._begins)
                while space := self._follow(window, begin):
                    yield space
                    size = 0
                    if not window.slide(None):
                        break
                    begin = window.position

    def _follow(self, window: "_Window", begin: int) -> str:
        """Read behind a block without expat; return the space that it is given instead."""
        place = window.place
        behind = self._taker.follow(window.text, begin, window.position, place, window.left)
        window.position, window.place = behind
        line, column = window.place.line - place.line, window.place.column
        if not line:
            return " " * (column - place.column)
        self._left_out += line - 1  # a line end would take it as long as a tag
        return "\n" + " " * column

    @property
    def _kept(self) -> Place | None:
        """Where the block begins that is being read."""
        return None if self._block is None else self._begins

    def _wait(self) -> None:
        """Wait for the next block."""
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
        """Take a document type: with one, entities that nobody declares are no fault."""
        _refuse_declarations(*declared)
        self._document_type = _UNREAD

    def _end_around(self, name: str) -> None:
        self._open.pop()
        self._prologs.pop()
        self._change_around()

    def _change_around(self) -> None:
        self._around, self._prolog = (
            tuple(self._open),
            "".join([self._document_type, *self._prologs]),
        )

    def _inside(self) -> _Handlers:
        """The handlers in a block; they are called a million times, and so look nothing up."""
        opened, names = self._open, self._local_names

        def start(name: str, attributes: dict[str, str]) -> None:
            if len(opened) >= MOST_NESTED:
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
            end = self._ended = _behind_end(self._lines, self._here(), block)
            self._taker.take(block, self._begins, end, self._around, self._prolog)
        self._wait()

    def _skipped(self, name: str, is_parameter: bool) -> None:  # noqa: FBT001  # expat's
        """Take an entity of a subset that is not read: in a block it is a code."""
        if self._block is not None and not is_parameter:
            self._open[-1].content.append(CODE)


class _PlacedReader(_Reader):
    """Reads one block with all places."""

    def __init__(self, lines: Sequence[str], prolog: str) -> None:
        super().__init__()
        self._lines = lines
        self._prolog = prolog
        self._begun: Element | None = None  # whose start tag ends where the next event is
        self._in_cdata = False
        self._block: Element | None = None
        self._is_closed = False
        self._above = 0  # elements around the block
        parser = self._parser
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.SkippedEntityHandler = self._skipped
        parser.StartCdataSectionHandler = lambda: self._cdata(begins=True)
        parser.EndCdataSectionHandler = lambda: self._cdata(begins=False)
        parser.CommentHandler = lambda _: self._arrive()
        parser.ProcessingInstructionHandler = lambda *_: self._arrive()

    def read(self) -> Found | Fault:
        self._parse(iter([self._prolog + "\n"]), (), 0)
        around = tuple(self._open)
        self._above = len(around)
        fault = self._parse(_chunks(self._lines), self._lines, 1)
        if fault is not None:
            return fault
        if self._block is None or not self._is_closed:
            return Fault(place=self._here(1), message="the element has no end")
        end = _behind_end(self._lines, self._block.end, self._block)
        return Found(self._block, self._block.place, end, around, self._prolog)

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
    """Join lines to ever larger chunks: with each, expat looks through an unfinished tag again."""
    begin, size, enough = 0, 0, _CHUNK
    for number, line in enumerate(lines, 1):
        size += len(line)
        if size >= enough:
            yield "\n".join([*lines[begin:number], ""])
            begin, size, enough = number, 0, 2 * enough
    yield "\n".join(lines[begin:])


class _Window:
    """A part of a file, of whole lines. The text of a large file is never made as a whole.

    Attributes:
        text: of the part.
        position: up to which it was read.
        place: the same in the file.
    """

    def __init__(self, lines: Sequence[str]) -> None:
        self.text = ""
        self.position = 0
        self.place = Place(0, 0)
        self._lines = lines
        self._first = self._behind = 0  # lines: of the part, and behind it
        self._count = 0  # how many are read next

    @property
    def left(self) -> int:
        """About how many characters follow in the file."""
        a_line = len(self.text) // max(1, self._behind - self._first)
        return len(self.text) - self.position + a_line * (len(self._lines) - self._behind)

    def slide(self, kept: Place | None) -> bool:
        """Go on in the file, if half of the part was read; whether it did.

        Args:
            kept: a place from which on it is still wanted.
        """
        lines, place = self._lines, self.place
        if self._behind == len(lines) or 2 * self.position < len(self.text):
            return False
        # Where no block ended in all of it, as in a long comment, the next part is larger.
        self._count = max(_WINDOW, 2 * self._count if self.position == len(self.text) else 0)
        self._first = first = place.line if kept is None else kept.line
        above = place.line - first
        self._behind = behind = min(len(lines), place.line + max(self._count, above))
        end = [""] if behind < len(lines) else []
        self.text = "\n".join([*lines[first:behind], *end])
        self.position = sum(map(len, lines[first : place.line])) + above + place.column
        return True

    def take(self, end: int) -> str:
        """Return what follows, up to an offset."""
        text, begin, place = self.text, self.position, self.place
        lines = text.count("\n", begin, end)
        column = end - text.rfind("\n", begin, end) - 1 if lines else place.column + end - begin
        self.position, self.place = end, Place(place.line + lines, column)
        return text[begin:end]

    def offset(self, place: Place) -> int:
        """Return the offset of a place before this one; this one, if it is not in the part."""
        if place.line < self._first:
            return self.position
        start = self.position - self.place.column
        for _ in range(self.place.line - place.line):
            start = self.text.rfind("\n", 0, start - 1) + 1
        return start + place.column


def _tag(lines: Sequence[str], place: Place) -> str:
    """Return the start tag at a place, on one line."""
    end = behind_tag(lines, place)
    if end.line == place.line:
        tag = lines[place.line][place.column : end.column]
    else:
        first, *rest = lines[place.line : end.line + 1]
        tag = " ".join([first[place.column :], *rest[:-1], rest[-1][: end.column]])
    return tag.removesuffix("/>") + ">" if tag.endswith("/>") else tag


def _behind_end(lines: Sequence[str], place: Place, element: Element) -> Place:
    """Return the place behind an element whose end expat has seen at a place.

    Of an element that is one tag this is behind it, where another tag may stand.
    """
    tag = _END_TAG.match(lines[place.line], place.column)
    return behind_tag(lines, place) if tag and tag[1] == element.name else place


def behind_tag(lines: Sequence[str], place: Place) -> Place:
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


def _said(error: expat.ExpatError) -> str:
    return f"not well-formed XML: {expat.ErrorString(error.code)}"


def _surrogate(lines: Sequence[str]) -> Fault:
    for number, line in enumerate(lines):
        for column, character in enumerate(line):
            if "\ud800" <= character <= "\udfff":
                return Fault(
                    place=Place(number, column), message="half a surrogate pair is no character"
                )
    raise AssertionError("it could not be encoded")
