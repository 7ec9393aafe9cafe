"""``meteorscope compare-search``: where a variant's own search misses the best alignment."""

import argparse
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, Final, TextIO, TypeAlias

from ..analysis.search_comparison import ComparedSegment, Comparison, SearchComparison
from ..show.control_characters import escape_controls
from ..text.numbers import counted, percentage
from .arguments import add_metric, meteor_options
from .inputs import SIDES, add_input, open_input
from .output import TABLES, TableFormat, destination, encodable, output_format, write_line
from .progress import show_progress
from .unit_names import KEYS, UnitName, UnitNames
from .unscored import Unscored

_DESCRIPTION = """\
Align each segment twice, by the variant's own search and by the optimal search, which proves its
alignments, and show where they differ. METEOR 1.5 searches with a beam of 40, NLTK greedily; on
many segments, both miss the best alignment by their own rules.

The variant's search misses a segment if another alignment has matches that are worth more to it,
or matches of the same worth in fewer chunks. With several references, the one that the variant's
search scores best is compared.

"""

_EPILOG = """\
examples:
  meteorscope compare-search mt.hyp.en mt.ref.en -v meteor-1.5
  meteorscope compare-search mt.hyp.en mt.ref.en -v nltk -o missed.tsv
  meteorscope compare-search mt.hyp.en mt.ref.en -v meteor-1.5 --align beam --beam-width 400
"""

_COLUMNS: Final = (
    "segment",
    "reference",
    "missed",
    "score",
    "best_score",
    "difference",
    "chunks",
    "best_chunks",
    "worth",
    "best_worth",
    "proved",
)
_ENDINGS: Final = {".txt": "text", ".json": "json", ".tsv": "tsv", ".csv": "csv"}


_Listed: TypeAlias = tuple[ComparedSegment, UnitName | None]


def add_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add ``compare-search`` to the subcommands."""
    parser = commands.add_parser(
        "compare-search",
        help="show where a variant's own search misses the best alignment",
        description=_DESCRIPTION + SIDES,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_input(parser)
    add_metric(parser)
    output = parser.add_argument_group("output")
    output.add_argument("--all", action="store_true", help="list the other segments too")
    output.add_argument(
        "--format",
        choices=tuple(_WRITERS),
        help="default: from the ending of -o FILE, else text",
    )
    output.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="write to this file, atomically: .json, .tsv, .csv or .txt; "
        "compressed if .gz, .xz or .zst follows",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Compare the searches and print the segments that the variant's own search missed."""
    form = output_format(arguments.format, arguments.output, _ENDINGS)
    source = open_input(arguments)
    searches = SearchComparison(meteor_options(arguments, language=source.language))
    total = searches.new_comparison()
    unscored = Unscored()
    with (
        destination(arguments.output) as file,
        show_progress(source.expected, hidden=file.isatty()) as progress,
    ):
        compared = searches.segments(source.pairs(), leave_out=unscored.add)
        rows = (segment for one in progress.count([c] for c in compared) for segment in one)
        listed = _listed(rows, total, source.units, everything=arguments.all)
        columns = (*_COLUMNS, *(KEYS if source.units else ()))
        _WRITERS[form](listed, total, searches, file, columns)
    unscored.tell()
    source.report_exclusions()
    return 0


def _listed(
    compared: Iterable[ComparedSegment],
    total: Comparison,
    units: UnitNames | None,
    *,
    everything: bool,
) -> Iterator[_Listed]:
    """Yield the segments to list, and count all segments."""
    for segment in compared:
        total.add(segment)
        unit = units.name_of(segment.segment) if units else None
        if segment.missed or everything:
            yield segment, unit


def _row(compared: ComparedSegment, unit: UnitName | None) -> dict[str, Any]:
    own, best = compared.own, compared.optimal
    worths = [sum(worth) for worth in compared.worths]
    values = (
        compared.segment,
        own.reference,
        "matches" if compared.missed_matches else "chunks" if compared.missed_chunks else "",
        own.score,
        best.score,
        compared.difference,
        own.chunks,
        best.chunks,
        *worths,
        best.optimal,
    )
    named = {} if unit is None else {"unit": unit.number, "id": unit.id}
    return {**dict(zip(_COLUMNS, values, strict=True)), **named}


def _summary(total: Comparison, searches: SearchComparison) -> dict[str, Any]:
    own = searches.own.corpus_result(total.own)
    best = searches.optimal.corpus_result(total.optimal)
    return {
        "signature": str(own.signature),
        "best_signature": str(best.signature),
        "segment_count": total.segments,
        "missed": total.missed,
        "missed_matches": total.missed_matches,
        "missed_chunks": total.missed_chunks,
        "higher": total.higher,
        "lower": total.lower,
        "largest_difference": total.largest,
        "proved": total.proved,
        "score": own.score,
        "best_score": best.score,
    }


def _write_text(
    listed: Iterable[_Listed],
    total: Comparison,
    searches: SearchComparison,
    file: TextIO,
    columns: Sequence[str],
) -> None:
    write_line("segment  missed    score    best   difference  chunks  best", file)
    for compared, unit in listed:
        row = _row(compared, unit)
        write_line(
            f"{row['segment']:>7}  {row['missed']:<7} "
            f"{row['score']:>7.4f} {row['best_score']:>7.4f}"
            f"  {row['difference']:>+11.4f}  {row['chunks']:>6} {row['best_chunks']:>5}"
            f"{'' if unit is None else f'  {encodable(file, escape_controls(str(unit)))}'}",
            file,
        )
    for line in _summary_lines(_summary(total, searches)):
        write_line(encodable(file, line), file)


def _summary_lines(summary: dict[str, Any]) -> Iterator[str]:
    count = summary["segment_count"]
    yield ""
    yield (
        f"{counted(count, 'segment', 'segments')}; the best alignment was missed on "
        f"{summary['missed']:,} ({_share(summary['missed'], count)})"
    )
    yield f"  missed matches      {summary['missed_matches']:>9,}"
    yield f"  too many chunks     {summary['missed_chunks']:>9,}"
    yield f"  best scores higher  {summary['higher']:>9,}"
    yield f"  best scores lower   {summary['lower']:>9,}"
    yield f"  largest difference  {summary['largest_difference']:>+9.4f}"
    yield f"  proved to be best   {summary['proved']:>9,} ({_share(summary['proved'], count)})"
    yield ""
    yield f"{summary['score']:.4f}  {summary['signature']}"
    yield f"{summary['best_score']:.4f}  {summary['best_signature']}"


def _share(part: int, whole: int) -> str:
    return percentage(part / whole if whole else 0.0)


def _write_json(
    listed: Iterable[_Listed],
    total: Comparison,
    searches: SearchComparison,
    file: TextIO,
    columns: Sequence[str],
) -> None:
    rows = [_row(*segment) for segment in listed]
    file.write(json.dumps({**_summary(total, searches), "segments": rows}, indent=1) + "\n")


def _write_table(  # noqa: PLR0917  # a partial function
    table: TableFormat,
    listed: Iterable[_Listed],
    total: Comparison,
    searches: SearchComparison,
    file: TextIO,
    columns: Sequence[str],
) -> None:
    table.write(columns, file)
    for segment in listed:
        table.write(_row(*segment).values(), file)


_Writer: TypeAlias = Callable[
    [Iterable[_Listed], Comparison, SearchComparison, TextIO, Sequence[str]], None
]
_WRITERS: Final[dict[str, _Writer]] = {
    "text": _write_text,
    "json": _write_json,
    **{name: partial(_write_table, table) for name, table in TABLES.items()},
}
