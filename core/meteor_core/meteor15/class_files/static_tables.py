"""Evaluate the class initializer of a stemmer, which builds its tables.

It is straight-line code, run here instruction by instruction.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeAlias

from .instructions import Instruction, instructions
from .reader import PRIVATE, ClassFile, Member

AMONG: Final = "org/tartarus/snowball/Among"
_AMONG_ARGUMENTS: Final = 5


class AmongEntry(NamedTuple):
    """One row of a table of suffixes (or prefixes).

    Attributes:
        text: the suffix, a character for each UTF-16 code unit.
        shorter: index of the longest row that is a suffix of this one, or -1.
        result: what a search that ends here returns.
        refused: the row asks for a private method to agree, which Java refuses to call for the
            table's search; METEOR 1.5 takes that for a no.
    """

    text: str
    shorter: int
    result: int
    refused: bool


StaticTable: TypeAlias = list[AmongEntry] | list[int]
"""A table of suffixes, or a set of letters as the bytes of its bits."""


def static_tables(stemmer_class: ClassFile) -> dict[str, StaticTable]:
    """Return the static arrays of a class by name.

    Raises:
        ResourceError: its initializer is not supported.
    """
    run = _Initializer(stemmer_class)
    for instruction in instructions(stemmer_class, "<clinit>", "()V"):
        step = run.steps.get(instruction.operation)
        if step is None:
            raise stemmer_class.misfit(
                f"its initializer has the instruction '{instruction.operation}'"
            )
        step(instruction)
    return {name: value for name, value in run.statics.items() if isinstance(value, list)}


@dataclass(slots=True)
class _Initializer:
    owner: ClassFile
    statics: dict[str, Any] = field(default_factory=dict)
    stack: list[Any] = field(default_factory=list)

    @property
    def steps(self) -> dict[str, Callable[[Instruction], None]]:
        return {
            "push": lambda step: self.stack.append(step.operand),
            "literal": lambda step: self.stack.append(self.owner.literal(step.operand)),
            "get_static": lambda step: self.stack.append(self.statics[self._name(step)]),
            "put_static": self._put_static,
            "duplicate": lambda _: self.stack.append(self.stack[-1]),
            "new": lambda _: self.stack.append(None),  # the constructor puts the object there
            "new_array": lambda _: self.stack.append([None] * self.stack.pop()),
            "store_in_array": self._store_in_array,
            "invoke": self._construct,
            "return": lambda _: None,
        }

    def _name(self, instruction: Instruction) -> str:
        return self.owner.member(instruction.operand).name

    def _put_static(self, instruction: Instruction) -> None:
        self.statics[self._name(instruction)] = self.stack.pop()

    def _store_in_array(self, _: Instruction) -> None:
        value, index, array = self.stack.pop(), self.stack.pop(), self.stack.pop()
        array[index] = value

    def _construct(self, instruction: Instruction) -> None:
        called = self.owner.member(instruction.operand)
        if called == Member(self.owner.name, "<init>", "()V"):
            self.stack.pop()  # the object that methods of tables would be called on; they never are
        elif called.owner == AMONG and called.name == "<init>":
            text, shorter, result, method, _ = self.stack[-_AMONG_ARGUMENTS:]
            del self.stack[-_AMONG_ARGUMENTS - 2 :]  # and both references to the new object
            self.stack.append(AmongEntry(text, shorter, result, self._is_refused(method)))
        else:
            raise self.owner.misfit(f"its initializer calls {called.owner}.{called.name}")

    def _is_refused(self, method: str) -> bool:
        if method and not self.owner.method(method, "()Z").access & PRIVATE:
            raise self.owner.misfit(f"a table calls the method {method}, which is not private")
        return bool(method)
