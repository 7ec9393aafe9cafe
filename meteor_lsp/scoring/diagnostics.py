"""Find diagnostics of a pairing, for `meteor-lsp check` and editors.

Segments count from 0, columns are code points of a segment's text.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress
from operator import eq, not_

from meteor_core.score.statistics import Statistics
from meteor_core.text.numbers import lines_in_words
from meteor_core.text.tokenizers import Span

from ..pairing.shifted import Shift, ShiftedLines
from ..pairing.streams import HYPOTHESIS, POST_EDIT, SOURCE, Pairing, Part, Role
from ..project.severities import Severity
from .line_scores import LineScore, Texts
from .scores import MAX_SEGMENT_CHARS, PairScores
from .text_checks import TextChecks

_MIN_WORDS = 5
"""Length of the longer side below which the length ratio is not meaningful."""

MAX_SHOWN = 500
"""Diagnostics per file; more slow editors down without helping anyone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """A diagnostic on a segment.

    Attributes:
        code: see ``severities.py``.
        part: the text that it is about.
        segment: number in that text.
        span: the marked part of the segment's text.
        score: of the segment, for diagnostics about scores.
        related: another text to look at, and why.
        related_span: the relevant part of that text; None for all of it.
        fix: a span of the segment's text and its replacement.
    """

    code: str
    severity: Severity
    part: Part = HYPOTHESIS
    segment: int
    span: Span
    message: str
    score: float | None = None
    related: tuple[Part, str] | None = None
    related_span: Span | None = None
    fix: tuple[Span, str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """The input of the search for diagnostics.

    Attributes:
        scores: of the pairing, complete or not.
        problem_with_line: returns why a segment's line cannot be read; only tables have such lines.
        text_checks: findings on the words of a post-edit; None if disabled.
        lines: the line alignment, if lines are shifted.
        scored_part: the text at which segment scores are reported.
    """

    pairing: Pairing
    scores: PairScores
    source: Sequence[str] | None
    problem_with_line: Callable[[Part, int], str | None]
    text_checks: TextChecks | None = None
    lines: ShiftedLines | None = None
    scored_part: Part = HYPOTHESIS


def find(subject: Subject) -> Iterator[Diagnostic]:
    """Yield the diagnostics on all scored segments, those on whole files first.

    Diagnostics that settings turn off or ``meteor.toml`` ignores are skipped.
    """
    yield from find_in_files(subject)
    for block in range(subject.scores.block_count):
        yield from find_in_block(subject, block)


def find_in_files(subject: Subject) -> list[Diagnostic]:
    """Return the diagnostics on whole files."""
    found = (
        _of_line_counts(subject) if subject.lines is None else _of_shifts(subject, subject.lines)
    )
    return [diagnostic for diagnostic in found if _is_wanted(subject, diagnostic)]


def find_in_block(subject: Subject, block: int) -> list[Diagnostic]:
    """Return the diagnostics on a block of segments, cached until the block changes.

    Includes only those text checks that have finished.
    """
    return subject.scores.per_block(
        "diagnostics",
        block,
        lambda segments: [
            diagnostic
            for segment in _suspects(subject, block, segments)
            for diagnostic in _of_segment(subject, segment)
            if _is_wanted(subject, diagnostic)
        ],
        depends_on=subject.text_checks is None or subject.scores.has_text_checks(block),
    )


def find_in_text(subject: Subject, segment: int) -> list[Diagnostic]:
    """Return the finished text checks of a segment."""
    return [found for found in _of_text(subject, segment) if _is_wanted(subject, found)]


def explain_score(counts: Statistics) -> str:
    """Explain the counts behind a score in one line."""
    if not counts.matches:
        return (
            f"none of {counts.hypothesis_length} words matches any of "
            f"{counts.reference_length} of the reference"
        )
    return (
        f"{counts.matches} of {counts.hypothesis_length} words match {counts.reference_matches} of "
        f"{counts.reference_length} of the reference, in {counts.chunks} "
        f"{'chunk' if counts.chunks == 1 else 'chunks'}"
    )


def _is_wanted(subject: Subject, diagnostic: Diagnostic) -> bool:
    return diagnostic.severity is not Severity.OFF and not subject.pairing.ignores(
        diagnostic.code, diagnostic.segment
    )


def _suspects(subject: Subject, block: int, segments: range) -> list[int]:
    """Return the segments of a block that may have diagnostics, found by whole columns."""
    scores, settings = subject.scores, subject.pairing.settings
    summary, low, ratio = scores.summary(block), settings.low_score, settings.length_ratio
    columns = scores.columns_of(segments)
    found = set(segments).difference(summary.segments)
    for column in columns:
        if not all(column):
            found.update(compress(segments, map(not_, column)))
    found.update(
        segment
        for segment, score, ours, theirs in zip(*summary[:4], strict=True)
        if score < low or ours > ratio * theirs or theirs > ratio * ours
    )
    if subject.pairing.post_editing:
        found.update(compress(segments, map(eq, columns[0], columns[1])))
    if subject.source is not None:
        source = subject.source[segments.start : segments.stop]
        pairs = map(eq, map(str.strip, columns[0]), map(str.strip, source))
        found.update(compress(segments, pairs))
    if subject.text_checks is not None:
        found.update(subject.text_checks.segments_with_findings(segments))
    return sorted(found)


def _of_segment(subject: Subject, segment: int) -> Iterator[Diagnostic]:
    scores = subject.scores
    texts = scores.texts(segment)
    if not all(texts):
        unreadable = list(_unreadable(subject, segment))
        if unreadable:
            yield from unreadable
            return
    known = scores.score(segment)
    if known is not None:
        in_text = list(_of_text(subject, segment))
        is_final = any(diagnostic.code == "untouched-final" for diagnostic in in_text)
        yield from _of_score(subject, segment, known, texts, says_untouched=is_final)
        if subject.source is not None and segment < len(subject.source):
            yield from _of_source(subject, segment, subject.source[segment].strip(), texts)
        yield from in_text
    elif scores.is_too_long(segment):
        yield _diagnostic(
            subject,
            "too-long",
            segment,
            f"Segment {segment + 1} has more than {MAX_SEGMENT_CHARS:,} characters on one side "
            "and is not scored here; `meteorscope score` does.",
            span=(0, 0),
        )
    elif scores.is_too_complex(segment):
        yield _diagnostic(
            subject,
            "too-long",
            segment,
            f"Segment {segment + 1} repeats so many words that it has millions of possible matches "
            "and is not scored; divide it.",
            span=(0, 0),
        )


def _unreadable(subject: Subject, segment: int) -> Iterator[Diagnostic]:
    reported: set[str] = set()
    for part, _ in subject.pairing.streams():
        problem = subject.problem_with_line(part, segment) if part != SOURCE else None
        if problem and problem not in reported:
            reported.add(problem)
            message = f"Segment {segment + 1} lacks a text, and counts as empty there: {problem}."
            yield _diagnostic(subject, "unreadable-line", segment, message, part=part)


def _of_text(subject: Subject, segment: int) -> Iterator[Diagnostic]:
    for finding in (subject.text_checks.known(segment) if subject.text_checks else None) or ():
        related: tuple[Part, str] | None = None
        if finding.source is not None:
            related = SOURCE, "the source"
        elif finding.mt is not None:
            related = HYPOTHESIS, "the machine translation"
        yield Diagnostic(
            code=finding.code,
            severity=subject.pairing.settings.severity[finding.code],
            part=POST_EDIT,
            segment=segment,
            span=finding.post_edit,
            message=finding.message,
            related=related,
            related_span=finding.source or finding.mt,
            fix=finding.fix,
        )


def _of_score(
    subject: Subject, segment: int, known: LineScore, texts: Texts, *, says_untouched: bool
) -> Iterator[Diagnostic]:
    hypothesis, reference = known.hypothesis_length, known.reference_length
    if not hypothesis and not reference:
        return
    if not hypothesis or not reference:
        empty = "hypothesis" if not hypothesis else "reference"
        yield _diagnostic(
            subject,
            "empty-segment",
            segment,
            f"The {empty} of segment {segment + 1} is empty.",
            score=known.score,
            related=(_chosen(known), "the reference"),
        )
        return
    if known.score < subject.pairing.settings.low_score:
        yield _low_score(subject, segment, known)
    longer, shorter = max(hypothesis, reference), min(hypothesis, reference)
    if longer >= _MIN_WORDS and longer > subject.pairing.settings.length_ratio * shorter:
        yield _diagnostic(
            subject,
            "length-ratio",
            segment,
            f"The hypothesis has {hypothesis} words, the reference {reference}: is something "
            + ("missing?" if hypothesis < reference else "added, or missing in the reference?"),
            related=(_chosen(known), "the reference"),
        )
    if subject.pairing.post_editing and texts[0] == texts[1] and not says_untouched:
        yield _diagnostic(
            subject,
            "untouched-mt",
            segment,
            f"Segment {segment + 1} of the machine translation was left as it was.",
            part=POST_EDIT,
            related=(HYPOTHESIS, "the machine translation"),
        )


def _low_score(subject: Subject, segment: int, known: LineScore) -> Diagnostic:
    limit = subject.pairing.settings.low_score
    return _diagnostic(
        subject,
        "low-score",
        segment,
        f"METEOR {known.score:.3f}, below {limit:g}: {explain_score(known.statistics)}.",
        part=subject.scored_part,
        score=known.score,
        related=(_chosen(known), "the reference")
        if subject.scored_part == HYPOTHESIS
        else (HYPOTHESIS, "what it is compared with"),
    )


def _chosen(known: LineScore) -> Part:
    return Part(Role.REFERENCE, known.reference)


def _of_source(subject: Subject, segment: int, source: str, texts: Texts) -> Iterator[Diagnostic]:
    hypothesis, *references = texts
    if hypothesis.strip() != source:
        return
    references = [reference.strip() for reference in references]
    # Names, numbers and addresses are the same in a good translation.
    is_expected = source in references or not any(map(str.isalpha, source))
    if not is_expected:
        yield _diagnostic(
            subject,
            "identical-to-source",
            segment,
            f"Segment {segment + 1} is the same as the source: was it translated?",
            related=(SOURCE, "the source"),
        )


def _of_line_counts(subject: Subject) -> Iterator[Diagnostic]:
    hypotheses = subject.scores.hypotheses
    several = len(subject.scores.references) > 1
    for index, texts in enumerate(subject.scores.references):
        name = f"reference {index + 1}" if several else "reference"
        yield from _of_line_count(subject, Part(Role.REFERENCE, index), name, hypotheses, texts)
    if subject.source is not None:
        yield from _of_line_count(subject, SOURCE, "source", hypotheses, subject.source)


def _of_line_count(
    subject: Subject, part: Part, name: str, hypotheses: Sequence[str], texts: Sequence[str]
) -> Iterator[Diagnostic]:
    """Report different line counts at the first unpaired segment of each text."""
    ours, theirs = len(hypotheses), len(texts)
    if ours == theirs:
        return
    counts = f"The hypothesis has {ours:,} segments, the {name} {theirs:,}; "
    if ours > theirs:
        message = f"{counts}from line {theirs + 1} on there is no {name}."
        related = (part, f"the last line of the {name}") if theirs else None
        yield _diagnostic(subject, "line-count", theirs, message, related=related)
        return
    message = f"{counts}{name} segments from {ours + 1} on have no hypothesis."
    yield _diagnostic(subject, "line-count", max(0, ours - 1), message)
    if part != SOURCE:
        yield _diagnostic(subject, "line-count", ours, message, part=part)


def _of_shifts(subject: Subject, lines: ShiftedLines) -> Iterator[Diagnostic]:
    """Report each place where lines are shifted, in each text that has a line there."""
    parts = [part for part, _ in subject.pairing.streams() if part != SOURCE]
    for shift in lines.shifts:
        counts = [behind - first for first, behind in shift.lines[: len(parts)]]
        if len(set(counts)) == 1:
            continue  # only the source is shifted
        message = (
            f"Lines are shifted from here on: {_in_words(parts, shift)}. Those below are paired "
            "and scored by what they share, until this is mended."
        )
        here = [part for part, count in zip(parts, counts, strict=True) if count]
        for part in parts:
            segment = shift.first
            if part not in here:  # reported next to the missing line
                segment = max(segment - 1, 0)
            partner = next(text for text in here if text != part or len(here) == 1)
            yield _diagnostic(
                subject,
                "shifted",
                segment,
                message,
                part=part,
                related=(partner, _name(partner, len(parts))),
            )


def _in_words(parts: Sequence[Part], shift: Shift) -> str:
    """Describe a shift: ``line 5 of the reference has no hypothesis``."""
    of_text: defaultdict[str, list[str]] = defaultdict(list)
    for part, (first, behind) in zip(parts, shift.lines, strict=False):
        of_text[lines_in_words(first, behind) if behind > first else ""].append(
            _name(part, len(parts))
        )
    missing = of_text.pop("", [])
    present = " with ".join(f"{lines} of {' and '.join(names)}" for lines, names in of_text.items())
    if not missing:
        return f"{present} belong together"
    verb = "has" if present.startswith("line ") else "have"
    return f"{present} {verb} none in {' and '.join(missing)}"


def _name(part: Part, parts: int) -> str:
    if part.role is Role.HYPOTHESIS:
        return "the hypothesis"
    return f"reference {part.index + 1}" if parts > 2 else "the reference"


def _diagnostic(
    subject: Subject,
    code: str,
    segment: int,
    message: str,
    *,
    part: Part = HYPOTHESIS,
    span: Span | None = None,
    score: float | None = None,
    related: tuple[Part, str] | None = None,
) -> Diagnostic:
    return Diagnostic(
        code=code,
        severity=subject.pairing.settings.severity[code],
        part=part,
        segment=segment,
        span=span or (0, _length(subject, part, segment)),
        message=message,
        score=score,
        related=related,
    )


def _length(subject: Subject, part: Part, segment: int) -> int:
    scores = subject.scores
    texts = scores.references[part.index] if part.role is Role.REFERENCE else scores.hypotheses
    return len(texts[segment]) if segment < len(texts) else 0
