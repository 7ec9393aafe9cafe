"""Read hypotheses with their references in blocks.

Where one of the files is a stream, a block is what has come on it, so that segments are scored as
they come and nothing waits for a block to fill.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice, zip_longest
from pathlib import PurePath
from typing import Final

from ..errors import InputError
from ..show.control_characters import escape_controls
from ..text.line_files import (
    STANDARD_INPUT,
    LineReader,
    count_segments,
    is_stream,
    read_blocks,
    require_equal_length,
    shown_name,
)
from ..text.streams import Block
from ..text.utf8_lines import Utf8Lines
from .unit_names import UnitNames

_MIN_BLOCK_SEGMENTS: Final = 512
"""Segments of a block of a short file, enough to make the overhead of a block negligible."""

_MAX_BLOCK_SEGMENTS: Final = 2048
"""Most segments of a block: few enough that interrupts do not wait long for blocks in progress."""

_TARGET_BLOCKS: Final = 16
"""Blocks that a file of middling length is cut into, so that several jobs end together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Segments to score.

    Attributes:
        blocks: in order; one without segments says that a stream is idle.
        references: how many the first hypothesis has, where there is one.
        expected: number of segments, or None for a stream.
        title: of the comparison, for the head of a page.
        counted: ``expected`` with its noun, for messages.
        units: the names of segments in their file; None for line-aligned texts.
        language: code of the language according to the file; None if it has none.
        notes: for standard error, on additional files and oddities.
        post_editing: whether machine translation is compared with its post-edit.
    """

    blocks: Iterator[Block]
    references: int
    expected: int | None
    title: str
    counted: str = ""
    units: UnitNames | None = None
    language: str | None = None
    notes: tuple[str, ...] = ()
    post_editing: bool = False

    def report_exclusions(self) -> None:
        """Report notes and excluded units on standard error, once all is read."""
        for note in self.notes:
            print(f"meteorscope: {escape_controls(note)}", file=sys.stderr)
        if self.units is not None:
            self.units.report_exclusions()

    def pairs(self) -> Iterator[tuple[str, Sequence[str | None]]]:
        """Yield each hypothesis with its references in order; missing ones are None."""
        for block in self.blocks:
            yield from zip(block.hypotheses, zip(*block.references, strict=True), strict=True)


def open_files(names: Sequence[str], *, jobs: int = 1) -> Source:
    """Open a hypothesis file and its references, aligned line by line.

    Reading the blocks raises InputError where a stream is not UTF-8 or ends before the others.

    Args:
        names: of the files, the hypothesis first.
        jobs: how many of them are looked through at the same time.

    Raises:
        InputError: a file cannot be read, or is not as long as the others.
    """
    expected = require_equal_length(names, jobs=jobs)
    return Source(
        blocks=_aligned(names, expected),
        references=len(names) - 1,
        expected=expected,
        title=f"{_short(names[0])} against {', '.join(map(_short, names[1:]))}",
        counted=f"{expected or 0:,} lines",
        post_editing=[_role(name) for name in names] == ["mt", "pe"],
    )


def _role(name: str) -> str | None:
    """Return the role of a file by its name: "mt" of ``X.mt.Y``, "pe" of ``X.pe.Y``."""
    parts = PurePath(name).name.split(".")[:-1]
    return next((part for part in reversed(parts) if part in ("mt", "pe")), None)


def open_table(name: str) -> Source:
    """Open a file with a hypothesis and its references on each line, separated by tabs.

    Lines may have different numbers of references. Reading the blocks raises InputError where a
    line has none.

    Raises:
        InputError: the file cannot be read, is empty, or its first line has no tab.
    """
    expected = None if is_stream(name) else count_segments(name)
    blocks = _batches(name, expected)
    first = next(filter(None, blocks), None)
    if first is None:
        raise _empty(name)
    references = first[0].count("\t")
    if not references:
        raise _no_tab(name, 1)
    return Source(
        blocks=_columns(name, chain((first,), blocks)),
        references=references,
        expected=expected,
        title=_short(name),
    )


def in_blocks(
    pairs: Iterable[tuple[str, Sequence[str | None]]], size: int = _MAX_BLOCK_SEGMENTS
) -> Iterator[Block]:
    """Yield segments in blocks, padding references to equal numbers.

    Args:
        pairs: hypotheses with their references; None for missing ones.
        size: of a block, in segments.
    """
    rows = iter(pairs)
    while found := list(islice(rows, size)):
        sets = zip_longest(*(references for _, references in found))
        yield Block(hypotheses=[hypothesis for hypothesis, _ in found], references=list(sets))


def _short(name: str) -> str:
    return shown_name(name) if name == STANDARD_INPUT else PurePath(name).name


def _aligned(names: Sequence[str], expected: int | None) -> Iterator[Block]:
    """Yield blocks as the first stream delivers them, with lines of the others."""
    leader = next((index for index, name in enumerate(names) if is_stream(name)), 0)
    others = [LineReader(name) for index, name in enumerate(names) if index != leader]
    count = 0
    for lines in _batches(names[leader], expected):
        columns = [reader.take(len(lines)) for reader in others]
        columns.insert(leader, lines)
        length = min(map(len, columns))
        first, *sets = (texts if len(texts) == length else texts[:length] for texts in columns)
        yield Block(hypotheses=first, references=sets)
        count += length
        _require_no_more(names, [len(column) > length for column in columns], count)
    more = [bool(reader.take(1)) for reader in others]
    more.insert(leader, False)
    _require_no_more(names, more, count)
    if not count:
        raise _empty(names[leader])


def _require_no_more(names: Sequence[str], more: Sequence[bool], count: int) -> None:
    """Reject files of which some end earlier than others."""
    if any(more):
        ended = shown_name(names[more.index(False)])
        longer = shown_name(names[more.index(True)])
        raise InputError(
            f"{ended} ended after {count:,} segments, but {longer} goes on: line {count + 1:,} of "
            "it has no partner. The files must be aligned line by line"
        )


def _columns(name: str, blocks: Iterator[Sequence[str]]) -> Iterator[Block]:
    before = 0
    for lines in blocks:
        rows = [line.split("\t") for line in lines]
        end = next((index for index, row in enumerate(rows) if len(row) == 1), len(rows))
        references = zip_longest(*(row[1:] for row in rows[:end]))  # None where a row has fewer
        yield Block(hypotheses=[row[0] for row in rows[:end]], references=list(references))
        if end < len(rows):
            raise _no_tab(name, before + end + 1)
        before += len(lines)


def _no_tab(name: str, line: int) -> InputError:
    return InputError(
        f"{shown_name(name)}:{line}: there is no tab; a line must have a hypothesis and one or "
        "more references, separated by tabs"
    )


def _batches(name: str, expected: int | None) -> Iterator[Utf8Lines]:
    """Yield lines in batches, limited to the share of a job.

    Args:
        name: of a file. The lines of a stream are yielded as they come, none where it is idle.
        expected: how many there are, where no file is a stream.
    """
    if expected is not None:
        size = min(_MAX_BLOCK_SEGMENTS, max(_MIN_BLOCK_SEGMENTS, expected // _TARGET_BLOCKS))
        reader = LineReader(name)
        while lines := reader.take(size):
            yield lines
        return
    for block in read_blocks(name):
        yield from block.parts(_MAX_BLOCK_SEGMENTS)


def _empty(name: str) -> InputError:
    return InputError(f"{shown_name(name)} is empty: there is no segment to score")
