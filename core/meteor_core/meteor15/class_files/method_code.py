"""Translate a method's instructions to the lines of a Python function.

A block with a single predecessor is nested there, in an ``if``; the others are numbered, and a loop
dispatches to them. Values on Java's stack become expressions, so that most lines read like the
original Java.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, Protocol

from ...errors import ResourceError
from .blocks import RETURNS, Block, Blocks
from .instructions import Instruction

_MAX_INDENT: Final = 30  # Python takes a hundred levels of indentation
_OPPOSITES: Final = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


class Names(Protocol):
    """The class of a method, which resolves indices of constants."""

    def misfit(self, reason: str) -> ResourceError:
        """Return the error for an unsupported class."""

    def literal(self, index: int) -> str:
        """Return a constant of the class as a Python literal."""

    def static(self, index: int) -> str:
        """Return the name of a static array, used only as an argument of ``call``."""

    def field(self, index: int) -> str:
        """Return a field as a Python expression."""

    def arguments(self, index: int) -> int:
        """Return the number of arguments of a method, without the object."""

    def returns(self, index: int) -> bool:
        """Whether a method returns a value."""

    def call(self, index: int, arguments: list[str]) -> str:
        """Return a call as a Python expression."""


class _Value(NamedTuple):
    """An expression on the stack.

    Attributes:
        source: the expression.
        settled: its value does not depend on what runs before its use.
        acts: it has side effects, so it has to run before anything else does.
    """

    source: str
    settled: bool = False
    acts: bool = False


def method_code(listed: Sequence[Instruction], names: Names) -> Iterator[str]:
    """Yield the indented lines of a function's body; its object is ``self``.

    Raises:
        ResourceError: the method is not supported.
        LookupError: it is damaged.
    """
    writer = _Writer(Blocks(listed), names)
    numbered = [writer.lines_from(start) for start in writer.numbered]  # it grows meanwhile
    yield " block = 0"
    yield " while True:"
    yield from _choice(numbered, range(len(numbered)), "  ")


def _choice(blocks: list[list[str]], numbers: range, indent: str) -> Iterator[str]:
    """Yield the lines that dispatch to a numbered block by bisection."""
    if len(numbers) == 1:
        yield from (indent + line for line in blocks[numbers.start])
        return
    half = len(numbers) // 2
    yield f"{indent}if block < {numbers[half]}:"
    yield from _choice(blocks, numbers[:half], indent + " ")
    yield f"{indent}else:"
    yield from _choice(blocks, numbers[half:], indent + " ")


class _Writer:
    """Writes the blocks of one method.

    Attributes:
        numbered: the offsets of the blocks that have numbers, in their order.
    """

    def __init__(self, blocks: Blocks, names: Names) -> None:
        self.numbered: Final = [0]
        self._blocks: Final = blocks
        self._names: Final = names
        self._lines: list[str] = []
        self._indent = ""
        self._stack: list[_Value] = []
        self._temporaries = 0

    def lines_from(self, start: int) -> list[str]:
        """Return the lines of a numbered block and of those nested in it."""
        self._lines = []
        self._go_on(self._block(self._blocks[start]))
        return self._lines

    def _go_on(self, offset: int | None) -> None:
        """Write the blocks that follow at an offset, as far as they belong here."""
        while offset is not None:
            offset = self._arrive(self._blocks.destination(offset))

    def _arrive(self, offset: int) -> int | None:
        block = self._blocks[offset]
        if _only_returns(block):
            return self._block(block)  # shorter than going there
        if self._blocks.arrivals(offset) == 1 and len(self._indent) < _MAX_INDENT:
            return self._block(block)
        if offset not in self.numbered:
            self.numbered.append(offset)
        self._write(f"block = {self.numbered.index(offset)}")
        self._write("continue")
        return None

    def _write(self, line: str) -> None:
        self._lines.append(self._indent + line)

    def _block(self, block: Block) -> int | None:
        """Write a block; return the offset of the code to follow, if any."""
        for step in block.steps:
            if step.operation not in self.STEPS:
                raise self._names.misfit(f"a method has the instruction '{step.operation}'")
            self.STEPS[step.operation](self, step)
        return self._end(block)

    def _end(self, block: Block) -> int | None:
        end = block.end
        if end.operation == "return_value":
            self._write(f"return {self._pop()}")
        elif end.operation == "switch":
            self._switch(end)
        elif end.comparison:
            return self._branch(block)
        if self._stack:
            raise self._names.misfit("a method leaves values on the stack")
        return None if end.operation in RETURNS else end.operand

    def _switch(self, end: Instruction) -> None:
        selector = self._pop()
        for value, target in end.cases:
            self._nest(f"if {selector} == {value}:", target)

    def _nest(self, condition: str, target: int) -> None:
        self._write(condition)
        outer, self._indent = self._indent, self._indent + " "
        self._go_on(target)
        self._indent = outer

    def _branch(self, block: Block) -> int:
        """Nest the shorter way of a branch; return the offset of the other one."""
        right = self._pop() if block.end.operation == "if_compare" else "0"
        left = self._pop()
        if self._stack:
            raise self._names.misfit("a method leaves values on the stack")
        taken, otherwise = block.end.operand, block.otherwise
        if self._blocks.is_empty_branch(block):
            self._write(f"{left}, {right}")  # either may be a call
            return taken
        if self._is_short(otherwise):
            self._nest(_condition(left, _OPPOSITES[block.end.comparison], right), otherwise)
            return taken
        self._nest(_condition(left, block.end.comparison, right), taken)
        return otherwise

    def _is_short(self, offset: int) -> bool:
        offset = self._blocks.destination(offset)
        end = self._blocks[offset].end
        return self._blocks.arrivals(offset) > 1 or end.operation in RETURNS | {"goto"}

    def _push(self, source: str, *, settled: bool = False, acts: bool = False) -> None:
        if any(value.acts for value in self._stack):
            self._settle()
        self._stack.append(_Value(source, settled, acts))

    def _pop(self) -> str:
        return self._stack.pop().source

    def _settle(self) -> None:
        """Save the values on the stack in variables, before a step that could change them."""
        for position, value in enumerate(self._stack):
            if not value.settled:
                self._temporaries += 1
                name = f"temporary_{self._temporaries}"
                self._write(f"{name} = {value.source}")
                self._stack[position] = _Value(name, settled=True)

    def _assign(self, target: str) -> None:
        value = self._pop()
        self._settle()
        self._write(f"{target} = {value}")

    def _put_field(self, step: Instruction) -> None:
        value = self._pop()
        self._pop_self()
        self._settle()
        self._write(f"{self._names.field(step.operand)} = {value}")

    def _get_field(self, step: Instruction) -> None:
        self._pop_self()
        self._push(self._names.field(step.operand))

    def _pop_self(self) -> None:
        if self._pop() != "self":
            raise self._names.misfit("a method uses an object other than its own")

    def _duplicate(self, _: Instruction) -> None:
        if self._stack[-1].source != "self":
            raise self._names.misfit("a method duplicates a value")
        self._push("self", settled=True)

    def _calculate(self, sign: str) -> None:
        right, left = self._pop(), self._pop()
        self._push(f"({left} {sign} {right})")

    def _increment(self, step: Instruction) -> None:
        self._settle()
        self._write(f"local_{step.operand} += {step.step}")

    def _invoke(self, step: Instruction) -> None:
        count = self._names.arguments(step.operand)
        arguments = [self._pop() for _ in range(count)][::-1]
        self._pop_self()
        self._settle()
        call = self._names.call(step.operand, arguments)
        if self._names.returns(step.operand):
            self._push(call, acts=True)
        else:
            self._write(call)

    STEPS: Final[Mapping[str, Callable[["_Writer", Instruction], None]]] = {
        "push": lambda self, step: self._push(str(step.operand), settled=True),
        "literal": lambda self, step: self._push(self._names.literal(step.operand), settled=True),
        "get_static": lambda self, step: self._push(self._names.static(step.operand), settled=True),
        "this": lambda self, _: self._push("self", settled=True),
        "load": lambda self, step: self._push(f"local_{step.operand}"),
        "store": lambda self, step: self._assign(f"local_{step.operand}"),
        "get_field": _get_field,
        "put_field": _put_field,
        "duplicate": _duplicate,
        "add": lambda self, _: self._calculate("+"),
        "subtract": lambda self, _: self._calculate("-"),
        "increment": _increment,
        "invoke": _invoke,
    }


def _only_returns(block: Block) -> bool:
    return block.end.operation in RETURNS and all(step.operation == "push" for step in block.steps)


def _condition(left: str, comparison: str, right: str) -> str:
    if right == "0" and comparison in {"==", "!="}:
        return f"if {left}:" if comparison == "!=" else f"if not {left}:"
    return f"if {left} {comparison} {right}:"
