"""What is worth a translator's attention in a pairing, in the words of the check and of the editor.

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
from .scores import LONGEST_SEGMENT, PairScores
from .words import WordFindings

_FEWEST_WORDS = 5
"""On the longer side; below it one word more or less is a large ratio and means nothing."""

MOST_SHOWN = 500
"""More diagnostics than this in one file help nobody and slow editors down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """What there is to say of a segment.

    Attributes:
        code: which kind it is; ``severities.py`` has them all.
        severity: how much it matters.
        part: the text that it is about.
        segment: of that text, from 0.
        span: of the segment's text, what it is about.
        message: for a person.
        score: of the segment, where that is what it is about.
        related: another text to look at with it, and why.
        related_span: what of that text; None for all of it.
        fix: what of the segment's text to replace, and by what, where that is known.
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
    """What is looked at.

    Attributes:
        pairing: which texts, and the settings that hold.
        scores: of the pairing, complete or not.
        source: segments of the source, if there is one.
        problem_with_line: why texts of a segment's line cannot be read; only tables have such.
        words: what stands out on words of a post-edit; None where nobody looks for it.
        lines: which lines belong together, where they are shifted.
        scored_part: the text at which the score of a segment stands.
    """

    pairing: Pairing
    scores: PairScores
    source: Sequence[str] | None
    problem_with_line: Callable[[Part, int], str | None]
    words: WordFindings | None = None
    lines: ShiftedLines | None = None
    scored_part: Part = HYPOTHESIS


def find(subject: Subject) -> Iterator[Diagnostic]:
    """The diagnostics on the segments that are scored by now.

    What concerns the whole file comes first, the rest by segment. What the settings turn off and
    what ``meteor.toml`` ignores is left out.
    """
    yield from find_in_files(subject)
    for block in range(subject.scores.block_count):
        yield from find_in_block(subject, block)


def find_in_files(subject: Subject) -> list[Diagnostic]:
    """The diagnostics on the files as wholes."""
    found = (
        _of_line_counts(subject) if subject.lines is None else _of_shifts(subject, subject.lines)
    )
    return [diagnostic for diagnostic in found if _is_wanted(subject, diagnostic)]


def find_in_block(subject: Subject, block: int) -> list[Diagnostic]:
    """The diagnostics on a block of segments, looked for again only after one of them changed.

    Those on words are the ones that were found by now.
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
        stand=subject.words is None or subject.scores.has_found_words(block),
    )


def find_on_words(subject: Subject, segment: int) -> list[Diagnostic]:
    """The diagnostics on the words of a segment that were found by now."""
    return [one for one in _of_words(subject, segment) if _is_wanted(subject, one)]


def explain_score(counts: Statistics) -> str:
    """In one line, what makes the score of a segment with these counts what it is."""
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
    """The segments of a block of which there may be anything to say, by its columns; in order."""
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
    if subject.words is not None:
        found.update(subject.words.telling(segments))
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
        on_words = list(_of_words(subject, segment))
        is_final = any(one.code == "untouched-final" for one in on_words)
        yield from _of_score(subject, segment, known, texts, says_untouched=is_final)
        if subject.source is not None and segment < len(subject.source):
            yield from _of_source(subject, segment, subject.source[segment].strip(), texts)
        yield from on_words
    elif scores.too_long(segment):
        yield _diagnostic(
            subject,
            "too-long",
            segment,
            f"Segment {segment + 1} has more than {LONGEST_SEGMENT:,} characters on one side "
            "and is not scored here; `meteorscope score` does.",
            span=(0, 0),
        )
    elif scores.refused(segment):
        yield _diagnostic(
            subject,
            "too-long",
            segment,
            f"Segment {segment + 1} repeats so many words that it has millions of possible matches "
            "and is not scored; divide it.",
            span=(0, 0),
        )


def _unreadable(subject: Subject, segment: int) -> Iterator[Diagnostic]:
    told: set[str] = set()
    for part, _ in subject.pairing.streams():
        problem = subject.problem_with_line(part, segment) if part != SOURCE else None
        if problem and problem not in told:
            told.add(problem)
            message = f"Segment {segment + 1} lacks a text, and counts as empty there: {problem}."
            yield _diagnostic(subject, "unreadable-line", segment, message, part=part)


def _of_words(subject: Subject, segment: int) -> Iterator[Diagnostic]:
    for one in (subject.words.known(segment) if subject.words else None) or ():
        related: tuple[Part, str] | None = None
        if one.source is not None:
            related = SOURCE, "the source"
        elif one.mt is not None:
            related = HYPOTHESIS, "the machine translation"
        yield Diagnostic(
            code=one.code,
            severity=subject.pairing.settings.severity[one.code],
            part=POST_EDIT,
            segment=segment,
            span=one.post_edit,
            message=one.message,
            related=related,
            related_span=one.source or one.mt,
            fix=one.fix,
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
    if longer >= _FEWEST_WORDS and longer > subject.pairing.settings.length_ratio * shorter:
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
    # Names, numbers and addresses stay what they are in a good translation too.
    rightly = source in references or not any(map(str.isalpha, source))
    if not rightly:
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
    """At the first segment of the hypothesis that shows it, and of the other text."""
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
    """One for each place at which lines are shifted, in each text that has a line there."""
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
            if part not in here:  # it is told beside the place where the line should be
                segment = max(segment - 1, 0)
            other = next(one for one in here if one != part or len(here) == 1)
            yield _diagnostic(
                subject,
                "shifted",
                segment,
                message,
                part=part,
                related=(other, _name(other, len(parts))),
            )


def _in_words(parts: Sequence[Part], shift: Shift) -> str:
    """Which lines a shift is made of: ``line 5 of the reference has no hypothesis``."""
    of_text: defaultdict[str, list[str]] = defaultdict(list)
    for part, (first, behind) in zip(parts, shift.lines, strict=False):
        of_text[lines_in_words(first, behind) if behind > first else ""].append(
            _name(part, len(parts))
        )
    missing = of_text.pop("", [])
    told = " with ".join(f"{lines} of {' and '.join(names)}" for lines, names in of_text.items())
    if not missing:
        return f"{told} belong together"
    verb = "has" if told.startswith("line ") else "have"
    return f"{told} {verb} none in {' and '.join(missing)}"


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
