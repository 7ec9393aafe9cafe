"""Read a Java class file: its constants and the code of its methods.

The format is chapter 4 of the Java Virtual Machine Specification. Strings are kept as Java keeps
them, one character for each UTF-16 code unit.
"""

import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from ...errors import ResourceError

MAGIC: Final = 0xCAFEBABE
PRIVATE: Final = 0x0002

# Table 4.4-A of the specification: the tags of constants.
_UTF8, _INTEGER, _CLASS, _STRING, _NAME_AND_TYPE = 1, 3, 7, 8, 12
_REFERENCES: Final = frozenset({9, 10, 11})  # to a field, a method, an interface's method
_LONG_AND_DOUBLE: Final = frozenset({5, 6})  # they take two numbers of the table
# How many bytes follow which tags.
_TAGS: Final = {2: (7, 8, 16, 19, 20), 3: (15,), 4: (3, 4, 9, 10, 11, 12, 17, 18), 8: (5, 6)}
_SIZES: Final = {tag: size for size, tags in _TAGS.items() for tag in tags}

Signature: TypeAlias = tuple[str, str]
"""A method's name and its descriptor: ("stem", "()Z")."""


class Member(NamedTuple):
    """A field or method that an instruction names."""

    owner: str
    name: str
    descriptor: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Method:
    """One method of a class.

    Attributes:
        access: its access flags.
        code: its bytecode; empty where it has none.
    """

    access: int
    code: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassFile:
    """One class.

    Attributes:
        name: its full name with slashes, "org/tartarus/snowball/Among".
        methods: its own methods, none that it inherits.
    """

    name: str
    methods: Mapping[Signature, Method]
    _constants: list[tuple[int, bytes]] = field(repr=False)

    def method(self, name: str, descriptor: str) -> Method:
        """Return the method of a name and descriptor.

        Raises:
            ResourceError: the class has none.
        """
        if (name, descriptor) not in self.methods:
            raise self.misfit(f"it has no method {name}{descriptor}")
        return self.methods[name, descriptor]

    def literal(self, index: int) -> str | int:
        """Return the string or integer constant that an instruction loads."""
        tag, content = self._constants[index]
        if tag == _INTEGER:
            return int.from_bytes(content, signed=True)
        if tag == _STRING:
            return _utf8(self._constants, int.from_bytes(content))
        raise self.misfit(f"it loads constant {index}, which is neither a string nor an integer")

    def class_name(self, index: int) -> str:
        """Return the name of a class constant."""
        return _class_name(self._constants, index)

    def member(self, index: int) -> Member:
        """Return the field or method that an instruction refers to."""
        tag, content = self._constants[index]
        if tag not in _REFERENCES:
            raise self.misfit(f"constant {index} is not a field or method")
        owner, name_and_type = struct.unpack(">HH", content)
        kind, parts = self._constants[name_and_type]
        if kind != _NAME_AND_TYPE:
            raise self.misfit(f"constant {name_and_type} is not a name and type")
        name, descriptor = struct.unpack(">HH", parts)
        constants = self._constants
        return Member(self.class_name(owner), _utf8(constants, name), _utf8(constants, descriptor))

    def misfit(self, reason: str) -> ResourceError:
        """Return the error for a well-formed class that this package cannot translate."""
        return ResourceError(
            f"class {self.name} is not as in METEOR 1.5: {reason}; use METEOR 1.5's own jar, as in "
            "pip install 'meteorscope[meteor-1-5]', or leave out the stage 'stem'"
        )


def read_class(content: bytes, name: str) -> ClassFile:
    """Parse a class file; ``name`` is for messages.

    Raises:
        ResourceError: it is not a class file, or is damaged.
    """
    try:
        return _read(_Cursor(content))
    except (LookupError, ValueError, struct.error) as error:
        raise damaged(name) from error


def damaged(name: str) -> ResourceError:
    """Return the error for content that is not a class file, or is damaged."""
    return ResourceError(
        f"{name} in METEOR's jar is not a Java class file, or is damaged; get the jar anew, as in "
        "pip install --force-reinstall pycocoevalcap, or leave out the stage 'stem'"
    )


class _Cursor:
    def __init__(self, content: bytes) -> None:
        self._content: Final = content
        self._position = 0

    def take(self, size: int) -> bytes:
        taken = self._content[self._position : self._position + size]
        if len(taken) < size:
            raise ValueError("the file ends too early")
        self._position += size
        return taken

    def number(self, size: int = 2) -> int:
        return int.from_bytes(self.take(size))


def _read(cursor: _Cursor) -> ClassFile:
    if cursor.number(4) != MAGIC:
        raise ValueError("no class file")
    cursor.take(4)  # version
    constants = _constants(cursor)
    cursor.number()  # access flags
    name = _class_name(constants, cursor.number())
    cursor.number()  # superclass
    cursor.take(2 * cursor.number())  # interfaces
    for _ in range(cursor.number()):
        _member(cursor, constants)
    methods = dict(_member(cursor, constants) for _ in range(cursor.number()))
    return ClassFile(name=name, methods=methods, _constants=constants)


def _constants(cursor: _Cursor) -> list[tuple[int, bytes]]:
    """Read the tag and content of each constant by number, from 1."""
    count = cursor.number()
    constants = [(0, b"")]
    while len(constants) < count:
        tag = cursor.number(1)
        constants.append((tag, cursor.take(cursor.number() if tag == _UTF8 else _SIZES[tag])))
        if tag in _LONG_AND_DOUBLE:
            constants.append((0, b""))
    return constants


def _member(cursor: _Cursor, constants: list[tuple[int, bytes]]) -> tuple[Signature, Method]:
    access, name, descriptor = (cursor.number() for _ in range(3))
    code = b""
    for _ in range(cursor.number()):
        attribute, content = _utf8(constants, cursor.number()), cursor.take(cursor.number(4))
        if attribute == "Code":
            code = _code(_Cursor(content))
    signature = _utf8(constants, name), _utf8(constants, descriptor)
    return signature, Method(access=access, code=code)


def _code(cursor: _Cursor) -> bytes:
    cursor.take(4)  # sizes of the stack and of the local variables
    return cursor.take(cursor.number(4))


def _class_name(constants: list[tuple[int, bytes]], index: int) -> str:
    tag, content = constants[index]
    if tag != _CLASS:
        raise ValueError(f"constant {index} is not a class")
    return _utf8(constants, int.from_bytes(content))


def _utf8(constants: list[tuple[int, bytes]], index: int) -> str:
    """Decode a string of Java's modified UTF-8."""
    tag, content = constants[index]
    if tag != _UTF8:
        raise ValueError(f"constant {index} is not a text")
    return content.replace(b"\xc0\x80", b"\0").decode(errors="surrogatepass")
