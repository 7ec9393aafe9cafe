"""Score SGML files by system, document and segment, each to a file of its own."""

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cmp_to_key
from typing import Final

from ...errors import InputError
from ...meteor15.eval_statistics import EvalStatistics
from ...meteor15.java_strings import java_double, java_hash
from ..output import destination, write_line
from .options import ProgramOptions
from .report import alignment_block, table
from .scorer import ProgramScorer, Scored
from .settings import ProgramSettings
from .sgml_files import Documents, SgmlData, read_sgml

# The program lists systems, and ranks references with equal scores, in the order of Java's tables.
_HASHTABLE_CAPACITY: Final = 11
_HASH_SET_CAPACITY: Final = 16

_INTEGER: Final = re.compile("[+-]?[0-9]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Segment:
    document: str
    name: str
    hypothesis: str
    references: list[str]


@dataclass(slots=True)
class _Lines:
    """The output lines of systems, documents and segments, with their scores."""

    systems: list[str] = field(default_factory=list)
    documents: list[str] = field(default_factory=list)
    segments: list[str] = field(default_factory=list)
    scored: dict[str, Scored] = field(default_factory=dict)


def score_sgml(scorer: ProgramScorer, options: ProgramOptions, settings: ProgramSettings) -> None:
    """Score the files, print a table for each system, and write the files of scores.

    Raises:
        InputError: a file cannot be read or written, or a set is in only one of the files.
    """
    test, reference = read_sgml(options.test), read_sgml(options.reference)
    lines = _Lines()
    for set_name in hash_set_order([*hashtable_order(test), *hashtable_order(reference)]):
        _require_set(set_name, test, options.test)
        _require_set(set_name, reference, options.reference)
        for system in hashtable_order(test[set_name]):
            segments = list(_segments(set_name, system, test, reference))
            total = _add_lines(lines, f"{set_name}\t{system}\t", segments, scorer, options)
            if not options.statistics:
                for line in table(total, settings, f"[{set_name}][{system}] "):
                    write_line(line)
                write_line("")
    _write(lines, scorer, options)


def _require_set(name: str, data: SgmlData, file: str) -> None:
    if name not in data:
        raise InputError(f"{file} has no set '{name}', which the other file has")


def _segments(
    set_name: str, system: str, test: SgmlData, reference: SgmlData
) -> Iterator[_Segment]:
    """Yield the segments of a system in the program's order, warning of missing ones."""
    documents = test[set_name][system]
    references = [
        (name, reference[set_name][name]) for name in hashtable_order(reference[set_name])
    ]
    for document in _names(documents, (texts for _, texts in references)):
        shown = f"[{set_name}][{document}]"
        if document not in documents:
            _warn(f"system [{system}] on document {shown} - skipping this document")
            continue
        usable = list(_usable(document, references, shown))
        if not usable:
            _warn_unusable("document", shown)
            continue
        yield from _segments_of(document, shown, system, documents[document], usable)


def _usable(
    document: str, references: Iterable[tuple[str, Documents]], shown: str
) -> Iterator[tuple[str, dict[str, str]]]:
    for name, documents in references:
        if document in documents:
            yield name, documents[document]
        else:
            _warn(f"reference [{name}] on document {shown}")


def _segments_of(
    document: str,
    shown: str,
    system: str,
    texts: dict[str, str],
    references: Sequence[tuple[str, dict[str, str]]],
) -> Iterator[_Segment]:
    for segment in _names(texts, (of_reference for _, of_reference in references)):
        place = f"{shown}[{segment}]"
        if segment not in texts:
            _warn(f"system [{system}] on segment {place} - scoring empty segment")
        found = list(_reference_texts(segment, references, place))
        if not found:
            _warn_unusable("segment", place)
            continue
        yield _Segment(
            document=document,
            name=segment,
            hypothesis=texts.get(segment, ""),
            references=found,
        )


def _reference_texts(
    segment: str, references: Iterable[tuple[str, dict[str, str]]], place: str
) -> Iterator[str]:
    for name, texts in references:
        if segment in texts:
            yield texts[segment]
        else:
            _warn(f"reference [{name}] on segment {place}")


def _names(own: Iterable[str], others: Iterable[Iterable[str]]) -> list[str]:
    """Return the keys of several of the program's tables, in its order."""
    listed = [name for names in (own, *others) for name in hashtable_order(names)]
    return hash_set_order(listed)


def _warn(what: str) -> None:
    print(f"Warning: no data for {what}", file=sys.stderr)


def _warn_unusable(what: str, shown: str) -> None:
    print(
        f"Warning: no usable references for {what} {shown} - skipping this {what}",
        file=sys.stderr,
    )


def _add_lines(
    lines: _Lines,
    prefix: str,
    segments: Sequence[_Segment],
    scorer: ProgramScorer,
    options: ProgramOptions,
) -> Scored:
    """Score a system's segments, add its lines, and return its total."""
    total = EvalStatistics()
    of_document: dict[str, EvalStatistics] = {}
    scores = scorer.score([(segment.hypothesis, segment.references) for segment in segments])
    for segment, scored in zip(segments, scores, strict=True):
        line = f"{prefix}{segment.document}\t{segment.name}\t{_shown(scored, options)}"
        lines.segments.append(line)
        lines.scored[line] = scored
        before = of_document.get(segment.document, EvalStatistics())
        of_document[segment.document] = before + scored.statistics
        total += scored.statistics
    for document, statistics in of_document.items():
        lines.documents.append(f"{prefix}{document}\t{_shown(scorer.measure(statistics), options)}")
    measured = scorer.measure(total)
    lines.systems.append(f"{prefix}{_shown(measured, options)}")
    return measured


def _shown(scored: Scored, options: ProgramOptions) -> str:
    if options.statistics:
        return str(scored.statistics)
    if options.verbose:
        return scored.columns()
    return java_double(scored.measures.score)


def _write(lines: _Lines, scorer: ProgramScorer, options: ProgramOptions) -> None:
    segments = _sorted_segments(lines)
    _write_file(f"{options.prefix}-sys.scr", sorted(lines.systems, key=_before_score))
    _write_file(f"{options.prefix}-doc.scr", sorted(lines.documents, key=_before_score))
    _write_file(f"{options.prefix}-seg.scr", segments)
    if options.write_alignments:
        blocks = (_block(line, lines.scored[line], scorer) for line in segments)
        with destination(f"{options.prefix}-align.out") as file:
            file.writelines(blocks)


def _sorted_segments(lines: _Lines) -> list[str]:
    return sorted(lines.segments, key=cmp_to_key(_compare_segments))


def _write_file(name: str, lines: Iterable[str]) -> None:
    with destination(name) as file:
        file.writelines(f"{line}\n" for line in lines)


def _block(line: str, scored: Scored, scorer: ProgramScorer) -> str:
    names = "\t".join(line.split("\t", 4)[:4])
    heading = f"Alignment\t{names}\t{scored.columns()}"
    if scored.result is None:
        raise InputError(f"{names} was scored without its alignment")
    return alignment_block(heading, scored.result.alignment, scorer.fold)


def _before_score(line: str) -> bytes:
    return _in_units(line.rpartition("\t")[0])


def _compare_segments(line: str, other: str) -> int:
    """Compare lines in the program's order: by the text before the last two tabs.

    Ties are broken by the text between these tabs: the number of the segment, or with ``-vOut`` the
    penalty.
    """
    (before, name), (other_before, other_name) = _split(line), _split(other)
    if before != other_before:
        return _compare(_in_units(before), _in_units(other_before))
    numbers = _integer(name), _integer(other_name)
    if numbers[0] is None or numbers[1] is None:
        return _compare(_in_units(name), _in_units(other_name))
    return numbers[0] - numbers[1]


def _split(line: str) -> tuple[str, str]:
    before, _, name = line.rpartition("\t")[0].rpartition("\t")
    return before, name


def _compare(some: bytes, others: bytes) -> int:
    return (some > others) - (some < others)


def _in_units(text: str) -> bytes:
    """Return a sort key that orders texts as Java does, by UTF-16 units."""
    return text.encode("utf-16-be", "surrogatepass")


def _integer(name: str) -> int | None:
    """Parse like ``Integer.parseInt``; None where it would fail."""
    if not _INTEGER.fullmatch(name):
        return None
    number = int(name)
    return number if -(1 << 31) <= number < 1 << 31 else None


def hashtable_order(keys: Iterable[str]) -> list[str]:
    """Return the order in which a ``java.util.Hashtable`` lists inserted keys.

    The table lists its buckets from the last to the first, and a bucket from the newest key to
    the oldest. Where three quarters of the buckets' number are in it, twice the number and one
    are made before the next key, and the keys go over in the order of the list.
    """
    buckets: list[list[str]] = [[] for _ in range(_HASHTABLE_CAPACITY)]
    for count, key in enumerate(dict.fromkeys(keys)):
        if count >= int(len(buckets) * 0.75):
            buckets = _rehashed(buckets)
        _put(buckets, key)
    return _listed(buckets)


def hash_set_order(keys: Iterable[str]) -> list[str]:
    """Return the order in which a ``java.util.HashSet`` lists added elements.

    It lists its buckets from the first to the last, each from the oldest element to the newest.
    Buckets of eight or more, which Java makes trees, are not thought of.
    """
    elements = list(dict.fromkeys(keys))
    capacity = _HASH_SET_CAPACITY
    while len(elements) > capacity * 3 // 4:
        capacity *= 2
    return sorted(elements, key=lambda element: _spread(java_hash(element)) & (capacity - 1))


def _spread(code: int) -> int:
    unsigned = code & 0xFFFFFFFF
    return unsigned ^ (unsigned >> 16)


def _rehashed(buckets: list[list[str]]) -> list[list[str]]:
    larger: list[list[str]] = [[] for _ in range(2 * len(buckets) + 1)]
    for key in _listed(buckets):
        _put(larger, key)
    return larger


def _put(buckets: list[list[str]], key: str) -> None:
    buckets[(java_hash(key) & 0x7FFFFFFF) % len(buckets)].append(key)


def _listed(buckets: list[list[str]]) -> list[str]:
    return [key for bucket in reversed(buckets) for key in reversed(bucket)]
