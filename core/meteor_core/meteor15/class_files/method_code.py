"""A method's instructions as the lines of a Python function.

A block that one way leads to stands there, in an ``if``; the others have numbers, and a loop goes
from one to the next. Values on Java's stack become expressions, so that most lines read like the
Java that they were.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, Protocol

from ...errors import ResourceError
from .blocks import RETURNS, Block, Blocks
from .instructions import Instruction

_DEEPEST: Final = 30  # Python takes a hundred levels of indentation
_OPPOSITES: Final = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


class Names(Protocol):
    """What a method's code asks its class for, by index of the class's constants."""

    def misfit(self, reason: str) -> ResourceError:
        """The error for a class that is not understood."""

    def literal(self, index: int) -> str:
        """A constant of the class as Python writes it."""

    def static(self, index: int) -> str:
        """The name of a static array, which is only ever an argument of ``call``."""

    def field(self, index: int) -> str:
        """A field as a Python expression."""

    def arguments(self, index: int) -> int:
        """How many arguments a method takes, without the object."""

    def returns(self, index: int) -> bool:
        """Whether a method returns anything."""

    def call(self, index: int, arguments: list[str]) -> str:
        """A call as a Python expression."""


class _Value(NamedTuple):
    """An expression on the stack.

    Attributes:
        source: the expression.
        settled: it means the same whatever runs before it is used.
        acts: it does something, so it has to run before anything else does.
    """

    source: str
    settled: bool = False
    acts: bool = False


def method_code(listed: Sequence[Instruction], names: Names) -> Iterator[str]:
    """The indented lines of a function's body; its object is ``self``.

    Raises:
        ResourceError: the method does what is not understood here.
        LookupError: it is damaged.
    """
    writer = _Writer(Blocks(listed), names)
    numbered = [writer.lines_from(start) for start in writer.numbered]  # it grows meanwhile
    yield " block = 0"
    yield " while True:"
    yield from _choice(numbered, range(len(numbered)), "  ")


def _choice(blocks: list[list[str]], numbers: range, indent: str) -> Iterator[str]:
    """Lines that lead to one of the numbered blocks, by halving."""
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
        """The lines of a numbered block and of those that stand in it."""
        self._lines = []
        self._go_on(self._block(self._blocks[start]))
        return self._lines

    def _go_on(self, offset: int | None) -> None:
        """Write what control comes to at ``offset``, as far as it belongs here."""
        while offset is not None:
            offset = self._arrive(self._blocks.destination(offset))

    def _arrive(self, offset: int) -> int | None:
        block = self._blocks[offset]
        if _only_returns(block):
            return self._block(block)  # shorter than going there
        if self._blocks.arrivals(offset) == 1 and len(self._indent) < _DEEPEST:
            return self._block(block)
        if offset not in self.numbered:
            self.numbered.append(offset)
        self._write(f"block = {self.numbered.index(offset)}")
        self._write("continue")
        return None

    def _write(self, line: str) -> None:
        self._lines.append(self._indent + line)

    def _block(self, block: Block) -> int | None:
        """Write a block; the offset of what has to follow its lines, if anything."""
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
        """Nest the way that leaves these lines soon, for the other one to follow."""
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
        """Keep what is on the stack in variables, before something runs that could change it."""
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
