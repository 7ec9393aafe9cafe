"""Cut a method into basic blocks: straight-line code, and where control goes next."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from .instructions import Instruction

BRANCHES: Final = frozenset({"if", "if_compare"})
RETURNS: Final = frozenset({"return_value", "return"})
_ENDS: Final = frozenset({"goto", "switch"}) | BRANCHES | RETURNS


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One basic block.

    Attributes:
        steps: its instructions, none of which goes elsewhere.
        end: the instruction that does.
        otherwise: where a branch goes that is not taken; -1 for any other end.
    """

    steps: Sequence[Instruction]
    end: Instruction
    otherwise: int = -1

    @property
    def exits(self) -> list[int]:
        """Offsets of the blocks that may follow, one for every way to them."""
        if self.end.operation in RETURNS:
            return []
        first = [self.otherwise] if self.end.operation in BRANCHES else []
        return [*first, *(target for _, target in self.end.cases), self.end.operand]


class Blocks:
    """The blocks of one method, by the offsets of their first instructions."""

    def __init__(self, listed: Sequence[Instruction]) -> None:
        """Cut a method into blocks.

        Raises:
            LookupError: it goes to where no instruction is.
        """
        self._blocks: Final = dict(_cut(listed))
        self._arrivals: Final = self._count_arrivals()

    def __getitem__(self, offset: int) -> Block:
        """Return the block at an offset."""
        return self._blocks[offset]

    def arrivals(self, offset: int) -> int:
        """Return the number of ways that lead to a block."""
        return self._arrivals[offset]

    def destination(self, offset: int) -> int:
        """Return where control arrives in the end, past blocks that only jump."""
        passed: set[int] = set()
        while offset not in passed:
            passed.add(offset)
            block = self._blocks[offset]
            if block.end.operation == "goto" and not block.steps:
                offset = block.end.operand
        return offset

    def is_empty_branch(self, block: Block) -> bool:
        """Whether both ways of a branch lead to the same block."""
        targets = {self.destination(offset) for offset in block.exits}
        return block.end.operation in BRANCHES and len(targets) == 1

    def _exits(self, offset: int) -> list[int]:
        block = self._blocks[offset]
        targets = [self.destination(target) for target in block.exits]
        return targets[:1] if self.is_empty_branch(block) else targets

    def _count_arrivals(self) -> Counter[int]:
        arrivals = Counter([0])
        reached = [0]
        for offset in reached:  # it grows meanwhile
            for target in self._exits(offset):
                if not arrivals[target]:
                    reached.append(target)
                arrivals[target] += 1
        return arrivals


def _cut(listed: Sequence[Instruction]) -> Iterator[tuple[int, Block]]:
    starts = _starts(listed)
    steps: list[Instruction] = []
    for step, following in zip(listed, [*listed[1:], None], strict=True):
        steps.append(step)
        after = following.offset if following else -1
        if step.operation in _ENDS:
            otherwise = after if step.operation in BRANCHES else -1
            yield steps[0].offset, Block(steps=steps[:-1], end=step, otherwise=otherwise)
            steps = []
        elif after in starts:
            yield steps[0].offset, Block(steps=steps, end=Instruction(after, "goto", after))
            steps = []


def _starts(listed: Sequence[Instruction]) -> set[int]:
    jumps = [step for step in listed if step.operation in {"goto", "switch"} | BRANCHES]
    return {step.operand for step in jumps} | {to for step in jumps for _, to in step.cases}
