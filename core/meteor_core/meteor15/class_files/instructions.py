"""Decode the instructions of a method, as far as generated stemmers use them.

They are chapter 6 of the Java Virtual Machine Specification. Instructions that differ only in the
place of their operand share a name here.
"""

import struct
from typing import Final, NamedTuple

from .reader import ClassFile

COMPARISONS: Final = ("==", "!=", "<", ">=", ">", "<=")
"""The comparisons of ``if`` instructions, in the order of their opcodes."""


class Instruction(NamedTuple):
    """One instruction.

    Attributes:
        offset: in the method's code, in bytes.
        operation: its name, without a type's letter or a built-in operand.
        operand: a constant, the number of a local variable, an index of the class's constants, or
            the offset of the next instruction; 0 without an operand.
        comparison: one of COMPARISONS, for "if" (with zero) and "if_compare" (of two).
        step: what an "increment" adds.
        cases: value and offset of each case of a "switch", whose operand is the default.
    """

    offset: int
    operation: str
    operand: int = 0
    comparison: str = ""
    step: int = 0
    cases: tuple[tuple[int, int], ...] = ()


# Opcode: name and the struct format of the operand.
_PLAIN: Final = {
    0x10: ("push", ">b"),
    0x11: ("push", ">h"),
    0x12: ("literal", ">B"),
    0x13: ("literal", ">H"),
    0x15: ("load", ">B"),
    0x36: ("store", ">B"),
    0xB2: ("get_static", ">H"),
    0xB3: ("put_static", ">H"),
    0xB4: ("get_field", ">H"),
    0xB5: ("put_field", ">H"),
    0xB6: ("invoke", ">H"),
    0xB7: ("invoke", ">H"),
    0xBB: ("new", ">H"),
    0xBC: ("new_array", ">B"),
    0xBD: ("new_array", ">H"),
}
# Opcode: name and the operand that is built in.
_BUILT_IN: Final = {
    **{0x03 + value: ("push", value) for value in range(-1, 6)},
    **{0x1A + local: ("load", local) for local in range(4)},
    **{0x3B + local: ("store", local) for local in range(4)},
    0x2A: ("this", 0),
    0x53: ("store_in_array", 0),
    0x55: ("store_in_array", 0),
    0x59: ("duplicate", 0),
    0x60: ("add", 0),
    0x64: ("subtract", 0),
    0xAC: ("return_value", 0),
    0xB1: ("return", 0),
}
_JUMPS: Final = {
    **{0x99 + at: ("if", comparison) for at, comparison in enumerate(COMPARISONS)},
    **{0x9F + at: ("if_compare", comparison) for at, comparison in enumerate(COMPARISONS)},
    0xA7: ("goto", ""),
}
_INCREMENT, _TABLE_SWITCH, _LOOKUP_SWITCH = 0x84, 0xAA, 0xAB


def instructions(owner: ClassFile, name: str, descriptor: str) -> list[Instruction]:
    """Return the instructions of one method.

    Raises:
        ResourceError: there is no such method, or an instruction that is not known here.
    """
    code = owner.method(name, descriptor).code
    listed, offset = [], 0
    while offset < len(code):
        instruction, offset = _decode(owner, code, offset)
        listed.append(instruction)
    return listed


def _decode(owner: ClassFile, code: bytes, offset: int) -> tuple[Instruction, int]:
    opcode = code[offset]
    if opcode in _BUILT_IN:
        return Instruction(offset, *_BUILT_IN[opcode]), offset + 1
    if opcode in _PLAIN:
        operation, layout = _PLAIN[opcode]
        (operand,) = struct.unpack_from(layout, code, offset + 1)
        return Instruction(offset, operation, operand), offset + 1 + struct.calcsize(layout)
    if opcode in _JUMPS:
        (distance,) = struct.unpack_from(">h", code, offset + 1)
        operation, comparison = _JUMPS[opcode]
        return Instruction(offset, operation, offset + distance, comparison), offset + 3
    if opcode == _INCREMENT:
        local, step = struct.unpack_from(">Bb", code, offset + 1)
        return Instruction(offset, "increment", local, step=step), offset + 3
    if opcode in {_TABLE_SWITCH, _LOOKUP_SWITCH}:
        return _switch(code, offset)
    raise owner.misfit(f"a method has the instruction 0x{opcode:02x} at byte {offset}")


def _switch(code: bytes, offset: int) -> tuple[Instruction, int]:
    start = offset + 4 - offset % 4  # its numbers are aligned
    otherwise, first = struct.unpack_from(">ii", code, start)
    if code[offset] == _TABLE_SWITCH:
        (last,) = struct.unpack_from(">i", code, start + 8)
        values: range | tuple[int, ...] = range(first, last + 1)
        layout, start = f">{len(values)}i", start + 12
        targets = struct.unpack_from(layout, code, start)
    else:
        layout, start = f">{2 * first}i", start + 8
        pairs = struct.unpack_from(layout, code, start)
        values, targets = pairs[::2], pairs[1::2]
    cases = tuple((value, offset + to) for value, to in zip(values, targets, strict=True))
    switch = Instruction(offset, "switch", offset + otherwise, cases=cases)
    return switch, start + struct.calcsize(layout)
