"""Writes small Java class files, for tests of what reads them."""

import struct
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

Part: TypeAlias = bytes | str | tuple[int, str]
"""Bytes of code; a label's name where it stands; or a jump, by its opcode, to a label."""

THIS = "org/tartarus/snowball/ext/exampleStemmer"
AMONG = "org/tartarus/snowball/Among"
NEW_AMONG = "(Ljava/lang/String;IILjava/lang/String;Lorg/tartarus/snowball/SnowballProgram;)V"
FIND = "([Lorg/tartarus/snowball/Among;I)I"
PRIVATE, PUBLIC, STATIC = 2, 1, 8

IF_NOT, IF_DIFFERENT, GOTO = 0x99, 0xA0, 0xA7
THIS_OBJECT, RETURN_VALUE, RETURN = b"\x2a", b"\xac", b"\xb1"
DUPLICATE, STORE_IN_ARRAY = b"\x59", b"\x53"


def assemble(*parts: Part) -> bytes:
    """Code with its jumps filled in."""
    places, offset = {}, 0
    for part in parts:
        if isinstance(part, str):
            places[part] = offset
        else:
            offset += 3 if isinstance(part, tuple) else len(part)
    code = b""
    for part in parts:
        if isinstance(part, tuple):
            code += struct.pack(">Bh", part[0], places[part[1]] - len(code))
        elif isinstance(part, bytes):
            code += part
    return code


def number(value: int) -> bytes:
    """Push a small number."""
    return struct.pack(">Bh", 0x11, value)


@dataclass
class ClassWriter:
    constants: list[bytes] = field(default_factory=list)
    members: list[bytes] = field(default_factory=list)

    def _constant(self, content: bytes) -> int:
        if content not in self.constants:
            self.constants.append(content)
        return self.constants.index(content) + 1

    def text(self, text: str) -> int:
        encoded = text.encode("utf-8", "surrogatepass").replace(b"\0", b"\xc0\x80")
        return self._constant(struct.pack(">BH", 1, len(encoded)) + encoded)

    def class_(self, name: str) -> int:
        return self._constant(struct.pack(">BH", 7, self.text(name)))

    def member(self, tag: int, name: str, descriptor: str, owner: str = THIS) -> int:
        both = self._constant(struct.pack(">BHH", 12, self.text(name), self.text(descriptor)))
        return self._constant(struct.pack(">BHH", tag, self.class_(owner), both))

    def literal(self, text: str) -> bytes:
        return struct.pack(">BH", 0x13, self._constant(struct.pack(">BH", 8, self.text(text))))

    def get(self, name: str, descriptor: str = "I") -> bytes:
        return THIS_OBJECT + struct.pack(">BH", 0xB4, self.member(9, name, descriptor))

    def put(self, name: str, value: bytes, descriptor: str = "I") -> bytes:
        stored = struct.pack(">BH", 0xB5, self.member(9, name, descriptor))
        return THIS_OBJECT + value + stored

    def static(self, opcode: int, name: str, descriptor: str) -> bytes:
        return struct.pack(">BH", opcode, self.member(9, name, descriptor))

    def call(self, name: str, descriptor: str, *arguments: bytes, owner: str = THIS) -> bytes:
        called = struct.pack(">BH", 0xB6, self.member(10, name, descriptor, owner))
        return THIS_OBJECT + b"".join(arguments) + called

    def table(self, name: str, rows: Sequence[tuple[str, int, int, str]]) -> bytes:
        """Code for a static table: text, shorter row, result, and method of each row."""
        among = self.class_(AMONG)
        constructor = struct.pack(">BH", 0xB7, self.member(10, "<init>", NEW_AMONG, AMONG))
        code = number(len(rows)) + struct.pack(">BH", 0xBD, among)
        for position, (text, shorter, result, method) in enumerate(rows):
            code += DUPLICATE + number(position) + struct.pack(">BH", 0xBB, among) + DUPLICATE
            code += self.literal(text) + number(shorter) + number(result) + self.literal(method)
            code += self.static(0xB2, "methodObject", f"L{THIS};") + constructor + STORE_IN_ARRAY
        return code + self.static(0xB3, name, f"[L{AMONG};")

    def method(
        self, name: str, code: bytes, *, descriptor: str = "()Z", access: int = PRIVATE
    ) -> None:
        attribute = struct.pack(">HHI", 9, 9, len(code)) + code + struct.pack(">HH", 0, 0)
        header = access, self.text(name), self.text(descriptor), 1, self.text("Code")
        self.members.append(struct.pack(">5HI", *header, len(attribute)) + attribute)

    def initializer(self, *tables: bytes) -> None:
        this = struct.pack(">BH", 0xBB, self.class_(THIS)) + DUPLICATE
        constructor = struct.pack(">BH", 0xB7, self.member(10, "<init>", "()V"))
        made = this + constructor + self.static(0xB3, "methodObject", f"L{THIS};")
        code = made + b"".join(tables) + RETURN
        self.method("<clinit>", code, descriptor="()V", access=STATIC)

    def content(self) -> bytes:
        this, parent = self.class_(THIS), self.class_("org/tartarus/snowball/SnowballStemmer")
        start = struct.pack(">IHHH", 0xCAFEBABE, 0, 49, len(self.constants) + 1)
        header = struct.pack(">5H", 0x21, this, parent, 0, 0)
        members = struct.pack(">H", len(self.members)) + b"".join(self.members)
        return start + b"".join(self.constants) + header + members + struct.pack(">H", 0)
