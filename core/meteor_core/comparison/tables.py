"""Lay a comparison out as tables of cells for people, for any format."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ..agreement.agreement import SetAgreement
from ..agreement.measures import MEASURES
from ..agreement.wording import estimate_text
from ..analysis.p_values import EXACT_SEGMENTS, SIGNIFICANT, too_few_note
from ..show.tables import Table
from ..text.numbers import counted
from .buckets import SegmentBucket, WordBucket
from .comparison import Comparison
from .differences import PartsOfDifference, SegmentDifference
from .rows import AgainstBaseline, Metric, MetricScore, PairRow
from .words import WordDifference

_MAX_TEXT_CHARS: Final = 300
"""Characters of a text that are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Analyses:
    """The requested analyses of the difference of two systems.

    Attributes:
        left: a system.
        right: another.
        buckets: by what they are made by.
        parts: of the difference.
        words: that one of the two matches more often.
        ngrams: the same of runs of words.
        segments: that differ most, or a sample.
        is_sample: whether the segments are one.
        agreement: of metrics with numbers that came with the texts, by the names of these.
    """

    left: str
    right: str
    buckets: Mapping[str, Sequence[SegmentBucket] | Sequence[WordBucket]]
    parts: PartsOfDifference | None
    words: Sequence[WordDifference] | None
    ngrams: Sequence[WordDifference] | None
    segments: Sequence[SegmentDifference] | None
    is_sample: bool
    agreement: Mapping[str, SetAgreement]


def system_table(comparison: Comparison) -> Table:
    """Return the table of all systems: scores of each metric with intervals and p."""
    table = comparison.table()
    metrics = comparison.metrics
    several = len(table) > 1
    heads = ["system", *(["cluster"] if several else [])]
    for name in metrics:
        heads += [name, "±"]
        if several:
            heads += [*(["difference"] if len(metrics) == 1 else []), "p"]
    columns = comparison.texts.columns
    heads += [column.name for column in columns]
    rows, marked = [], set()
    for place, row in enumerate(table):
        cluster = str(row.metrics[next(iter(metrics))].cluster)
        cells = [row.system, *([cluster] if several else [])]
        for name, metric in metrics.items():
            found = row.metrics[name]
            if found.rank == 1:
                marked.add((place, len(cells)))
            score = f"{found.score:.{metric.digits}f}"
            cells += [score, f"{found.interval.half_width:.{metric.digits}f}"]
            if several:
                cells += _difference_cells(found, metric, is_only_metric=len(metrics) == 1)
        means = (row.columns[column.name] for column in columns)
        cells += ["" if mean is None else f"{mean:.4g}" for mean in means]
        rows.append(cells)
    return Table(
        title=_title(comparison),
        heads=heads,
        rows=rows,
        marked=frozenset(marked),
        notes=_notes(comparison),
    )


def pair_tables(comparison: Comparison) -> Iterator[Table]:
    """Yield, for each metric, a table of the adjusted p of all pairs."""
    for name, metric in comparison.metrics.items():
        pairs = comparison.pairs(name)
        order = sorted(
            comparison.systems,
            key=lambda system: sum(pair.right == system for pair in pairs),  # used at once
        )
        by_pair = {(pair.left, pair.right): pair for pair in pairs}
        rows = []
        for row_system in order[:-1]:
            cells = [row_system]
            for column_system in order[1:]:
                pair = by_pair.get((row_system, column_system))
                if pair is None:
                    cells.append("")
                elif pair.equal:
                    cells.append("equal")
                else:
                    difference = _signed(pair.difference, metric.digits)
                    cells.append(f"{difference} ({chance(pair)})")
            rows.append(cells)
        few = [
            f"{pair.left} and {pair.right} differ in {pair.differing}"
            for pair in pairs
            if pair.too_few and not pair.equal
        ]
        yield Table(
            title=f"{name}: row less column, and its p adjusted for "
            f"{counted(len(pairs), 'pair', 'pairs')}",
            heads=["", *order[1:]],
            rows=rows,
            notes=too_few_note(few),
        )


def analysis_tables(comparison: Comparison, found: Analyses) -> Iterator[Table]:
    """Yield a table for each analysis."""
    if found.parts is not None:
        yield _parts_table(found.parts)
    for by, buckets in found.buckets.items():
        yield _BUCKET_TABLES[by](comparison, buckets)
    pair = found.left, found.right
    if found.words is not None:
        yield _words_table("Words of the references", found.words, pair)
    if found.ngrams is not None:
        yield _words_table("Runs of words of the references", found.ngrams, pair)
    if found.segments is not None:
        yield _segments_table(found)
    for column, agreement in found.agreement.items():
        yield _agreement_table(column, agreement)


def chance(found: AgainstBaseline | PairRow) -> str:
    """Format the adjusted p-value, with a star below 0.05."""
    written = "<0.0001" if found.holm < 0.0001 else f"{found.holm:.4f}"
    return f"{written}*" if found.holm < SIGNIFICANT and not found.too_few else written


def _title(comparison: Comparison) -> str:
    texts = comparison.texts
    sets = counted(len(texts.references), "reference", "references")
    systems = counted(len(texts.systems), "system", "systems")
    segments = counted(len(comparison), "segment", "segments")
    return f"{systems} {texts.title}, {segments}, {sets}".replace("  ", " ").replace(" ,", ",")


def _notes(comparison: Comparison) -> list[str]:
    resampling = comparison.resampling
    seed = "no fixed seed" if resampling.seed is None else f"seed {resampling.seed}"
    drawn = counted(resampling.bootstrap, "drawn test set", "drawn test sets")
    notes = [f"±: half of the interval that holds 95 % of the scores of {drawn}, {seed}."]
    if len(comparison.texts.systems) > 1:
        beside = {
            (row.system, name): found.baseline
            for row in comparison.table()
            for name, found in row.metrics.items()
            if found.baseline is not None and not found.baseline.equal
        }
        any_exact = any(found.exact for found in beside.values())
        exact = f", exact where {EXACT_SEGMENTS} segments or fewer differ" if any_exact else ""
        test = (
            f"paired approximate randomisation with {resampling.randomisation:,} shufflings{exact}"
            if comparison.test == "randomisation"
            else f"paired bootstrap resampling with {drawn}"
        )
        notes.append(
            f"p: of the difference from {comparison.baseline} by {test}, adjusted for the number "
            "of systems (Holm). *: below 0.05."
        )
        first = next(iter(comparison.metrics))
        notes.append(
            f"Clusters: each system is better than all of later clusters by {first}, with p below "
            "0.05, adjusted for the number of all pairs (Holm)."
        )
        few = [
            f"{system} differs from {comparison.baseline} in {found.differing} by {name}"
            for (system, name), found in beside.items()
            if found.too_few
        ]
        notes += too_few_note(few)
    return [*notes, *(metric.signature for metric in comparison.metrics.values())]


def _difference_cells(found: MetricScore, metric: Metric, *, is_only_metric: bool) -> list[str]:
    """Format p and, where METEOR is the only metric, the difference."""
    beside = found.baseline
    if beside is None or beside.equal:
        label = "baseline" if beside is None else "equal"
        return [label, ""] if is_only_metric else [label]
    difference = _signed(beside.difference, metric.digits)
    return [*([difference] if is_only_metric else []), chance(beside)]


def _parts_table(parts: PartsOfDifference) -> Table:
    rows = [
        ("difference", parts.difference),
        ("  which words are matched (F-mean)", parts.matches),
        ("  in which order (penalty)", parts.order),
        ("precision", parts.precision),
        ("recall", parts.recall),
        ("fragmentation", parts.fragmentation),
    ]
    return Table(
        title=f"{parts.right} less {parts.left}: what the difference consists of",
        heads=["", "difference"],
        rows=[(name, _signed(value, 4)) for name, value in rows],
    )


def _segment_buckets(title: str) -> "Callable[[Comparison, Sequence[SegmentBucket]], Table]":
    def table(comparison: Comparison, buckets: Sequence[SegmentBucket]) -> Table:
        heads, rows = [_label_head(title), "segments"], []
        for name in comparison.systems:
            heads += [name, *([] if name == comparison.baseline else ["±"])]
        for bucket in buckets:
            cells = [bucket.label, f"{bucket.segments:,}"]
            for name in comparison.systems:
                found = bucket.systems[name]
                if found.difference is None:
                    cells.append(f"{found.score:.4f}")
                else:
                    half = "" if found.interval is None else f"{found.interval.half_width:.4f}"
                    cells += [_signed(found.difference, 4), half]
            rows.append(cells)
        return Table(
            title=f"Segments by {title}: the score of {comparison.baseline}, and differences from "
            "it with half of their 95 % intervals",
            heads=heads,
            rows=rows,
        )

    return table


def _label_head(title: str) -> str:
    return title.partition(" (")[0]


def _word_buckets(title: str) -> "Callable[[Comparison, Sequence[WordBucket]], Table]":
    def table(comparison: Comparison, buckets: Sequence[WordBucket]) -> Table:
        rows = []
        for bucket in buckets:
            cells = [bucket.label]
            for name in comparison.systems:
                found = bucket.systems[name]
                recall, precision = found.recall, found.precision
                cells.append("" if recall is None else f"{recall:.4f}")
                cells.append("" if precision is None else f"{precision:.4f}")
            rows.append(cells)
        heads = [_label_head(title)]
        for name in comparison.systems:
            heads += [f"{name} R", "P"]
        return Table(
            title=f"Words by {title}: matched share of the references' words (R) and of the "
            "system's (P)",
            heads=heads,
            rows=rows,
        )

    return table


def _words_table(title: str, found: Sequence[WordDifference], pair: tuple[str, str]) -> Table:
    left, right = pair
    return Table(
        title=f"{title} that one system alone matches, least like chance first",
        heads=["text", "occurrences", f"only {left}", f"only {right}", "both", "z", "segments"],
        rows=[
            (
                word.text,
                f"{word.occurrences:,}",
                f"{word.only_left:,}",
                f"{word.only_right:,}",
                f"{word.both:,}",
                f"{word.z:+.1f}",
                ", ".join(map(str, word.segments)),
            )
            for word in found
        ],
        texts=frozenset({0, 6}),
    )


def _segments_table(found: Analyses) -> Table:
    rows: list[Sequence[str]] = []
    for segment in found.segments or ():
        name = f"{segment.number:,}" + (f" {segment.id}" if segment.id else "")
        texts = [
            (found.left, f"{segment.left:.4f}", segment.left_text),
            (found.right, f"{segment.right:.4f}", segment.right_text),
            *(("reference", "", reference) for reference in segment.references),
        ]
        for place, (label, score, text) in enumerate(texts):
            head = (name, _signed(segment.difference, 4)) if not place else ("", "")
            rows.append((*head, label, score, _truncated(text)))
    kind = "drawn at random" if found.is_sample else "with the largest differences"
    return Table(
        title=f"Segments {kind}: {found.right} less {found.left}",
        heads=["segment", "difference", "system", "score", "text"],
        rows=rows,
        texts=frozenset({0, 2, 4}),
    )


def _agreement_table(column: str, found: SetAgreement) -> Table:
    measures = list(found.rows[0].measures)
    return Table(
        title=f"Agreement with {column} on {counted(found.ratings, 'output', 'outputs')}, "
        "with 95 % intervals",
        heads=["metric", *(MEASURES[name].title for name in measures)],
        rows=[
            (row.metric, *(estimate_text(row.measures[name], name) for name in measures))
            for row in found.rows
        ],
        notes=[f"{note}." for note in found.notes],
    )


def _signed(value: float, digits: int) -> str:
    return f"{value:+.{digits}f}"


def _truncated(text: str) -> str:
    return text if len(text) <= _MAX_TEXT_CHARS else f"{text[: _MAX_TEXT_CHARS - 1]}…"


_BUCKET_TABLES: Final[Mapping[str, Callable[..., Table]]] = {
    "length": _segment_buckets("length (words of the reference)"),
    "fragmentation": _segment_buckets("fragmentation (chunks per match, of all systems)"),
    "frequency": _word_buckets("frequency"),
    "stage": _word_buckets("stage"),
}
