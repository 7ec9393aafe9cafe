"""The formats of ``meteorscope compare``."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TextIO, TypeAlias

from ..comparison.comparison import Comparison
from ..comparison.comparison_format import (
    agreement_json,
    bucket_json,
    comparison_json,
    pair_json,
    parts_json,
    score_json,
    segments_json,
    words_json,
)
from ..comparison.tables import Analyses, analysis_tables, pair_tables, system_table
from ..show.tables import Table, lines_in_markdown, lines_in_text
from .output import TABLES, TableFormat, write_line
from .sweep_latex import escaped


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A comparison to write.

    Attributes:
        comparison: of systems.
        analyses: of the difference of two systems; None unless requested.
        has_pairs: whether to write all pairs.
    """

    comparison: Comparison
    analyses: Analyses | None
    has_pairs: bool


Writer: TypeAlias = Callable[[Report, TextIO], None]


def tables_of(report: Report) -> Iterator[Table]:
    """Yield the tables for people."""
    yield system_table(report.comparison)
    if report.has_pairs:
        yield from pair_tables(report.comparison)
    if report.analyses is not None:
        yield from analysis_tables(report.comparison, report.analyses)


def _write_lines(lines: Callable[[Table], Iterable[str]], report: Report, file: TextIO) -> None:
    for place, table in enumerate(tables_of(report)):
        if place:
            write_line("", file)
        for line in lines(table):
            write_line(line, file)


def _write_latex(report: Report, file: TextIO) -> None:
    for place, table in enumerate(tables_of(report)):
        if place:
            write_line("", file)
        for note in table.notes:
            if "|" in note:
                write_line(f"% {note}", file)
        notes = [note for note in table.notes if "|" not in note]
        columns = "".join(
            "l" if column in table.texts else "r" for column in range(len(table.heads))
        )
        write_line(r"\begin{table}", file)
        write_line(r"  \centering", file)
        write_line(f"  \\begin{{tabular}}{{{columns}}}", file)
        write_line(r"    \toprule", file)
        write_line(f"    {_latex_row(map(_latex, table.heads))}", file)
        write_line(r"    \midrule", file)
        for row, cells in enumerate(table.rows):
            shown = [
                f"\\textbf{{{_latex(cell)}}}" if (row, column) in table.marked else _latex(cell)
                for column, cell in enumerate(cells)
            ]
            write_line(f"    {_latex_row(shown)}", file)
        write_line(r"    \bottomrule", file)
        write_line(r"  \end{tabular}", file)
        write_line(f"  \\caption{{{_latex(' '.join([f'{table.title}.', *notes]))}}}", file)
        write_line(r"\end{table}", file)


def _latex_row(cells: Iterable[str]) -> str:
    return " & ".join(cells) + r" \\"


def _latex(text: str) -> str:
    written = escaped(text.strip())
    for sign, command in (("±", r"$\pm$"), ("<", r"$<$"), ("…", r"\ldots{}")):
        written = written.replace(sign, command)
    if written[:1] in ("+", "-") and written[1:2].isdigit():
        return f"${written[0]}${written[1:]}"
    return f"{{{written}}}" if written.startswith("[") else written


def rows_of(report: Report) -> list[Mapping[str, Any]]:
    """Return rows for programs: of pairs if requested, else of systems."""
    comparison = report.comparison
    if report.has_pairs:
        return [
            pair_json(name, pair) for name in comparison.metrics for pair in comparison.pairs(name)
        ]
    return [
        {
            "system": row.system,
            "metric": name,
            **score_json(found),
            **{f"mean_{column}": mean for column, mean in row.columns.items()},
        }
        for row in comparison.table()
        for name, found in row.metrics.items()
    ]


def _write_json_lines(report: Report, file: TextIO) -> None:
    for row in rows_of(report):
        write_line(json.dumps(row, ensure_ascii=False, allow_nan=False), file)


def _write_table(table: TableFormat, report: Report, file: TextIO) -> None:
    for place, row in enumerate(rows_of(report)):
        if not place:
            table.write(row, file)
        table.write(row.values(), file)


def _write_json(report: Report, file: TextIO) -> None:
    document = comparison_json(report.comparison)
    if report.analyses is not None:
        document["analyses"] = analyses_json(report.analyses)
    write_line(json.dumps(document, ensure_ascii=False, allow_nan=False, indent=2), file)


def analyses_json(found: Analyses) -> dict[str, Any]:
    """Return the requested analyses of the difference of two systems."""
    return {
        "left": found.left,
        "right": found.right,
        "parts": None if found.parts is None else parts_json(found.parts),
        "buckets": {by: list(map(bucket_json, analysis)) for by, analysis in found.buckets.items()},
        "words": None if found.words is None else words_json(found.words),
        "ngrams": None if found.ngrams is None else words_json(found.ngrams),
        "agreement": {name: agreement_json(analysis) for name, analysis in found.agreement.items()},
        "segments": None if found.segments is None else segments_json(found.segments),
    }


WRITERS: Final[Mapping[str, Writer]] = {
    "text": partial(_write_lines, lines_in_text),
    "markdown": partial(_write_lines, lines_in_markdown),
    "latex": _write_latex,
    "json": _write_json,
    "jsonl": _write_json_lines,
    **{name: partial(_write_table, table) for name, table in TABLES.items()},
}
"""A writer for each format."""
