"""The output of ``agree``: tables for people, rows for programs, JSON."""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TextIO

from ..text.numbers import counted
from .output import TABLES, TableFormat, write_line

if TYPE_CHECKING:  # NumPy is loaded where it is needed
    from ..agreement.agreement import Estimate, MetricAgreement, SetAgreement

Writer = Callable[[Sequence["SetAgreement"], Sequence[str], TextIO], None]

_COLUMNS: Final = (
    "set",
    "metric",
    "measure",
    "value",
    "low",
    "high",
    "difference",
    "difference_low",
    "difference_high",
    "signature",
)


def _write_text(sets: "Sequence[SetAgreement]", measures: Sequence[str], file: TextIO) -> None:
    for place, found in enumerate(sets):
        if place:
            write_line("", file)
        _write_set(found, measures, file)


def _write_set(found: "SetAgreement", measures: Sequence[str], file: TextIO) -> None:
    systems = f"{counted(found.systems, 'system', 'systems')}, " if found.systems else ""
    write_line(
        f"{found.name}: {systems}{counted(found.segments, 'segment', 'segments')}, "
        f"{counted(found.pairs, 'pair', 'pairs')}, {found.unequal_pairs:,} with unequal ratings "
        f"({100 * found.identical:.1f} % of identical texts)",
        file,
    )
    for note in found.notes:
        write_line(f"note: {note}", file)
    shown = [name for name in measures if any(row.measures.get(name) for row in found.rows)]
    if not shown:
        return
    write_line("", file)
    _write_rows("metric", found, shown, lambda row: row.measures, file)
    if len(found.rows) > 1:
        write_line("", file)
        _write_rows(f"less {found.baseline}", found, shown, lambda row: row.differences, file)
    write_line("", file)
    for signature, metric in _signatures(found).items():
        write_line(f"{metric}: {signature}", file)


def _signatures(found: "SetAgreement") -> dict[str, str]:
    """Return the first metric of each signature; a shortfall shares that of its scores."""
    signatures: dict[str, str] = {}
    for row in found.rows:
        if row.signature:
            signatures.setdefault(row.signature, row.metric)
    return signatures


def _write_rows(
    title: str,
    found: "SetAgreement",
    measures: Sequence[str],
    estimates: "Callable[[MetricAgreement], Mapping[str, Estimate | None]]",
    file: TextIO,
) -> None:
    from ..agreement.measures import MEASURES
    from ..agreement.wording import estimate_text

    differences = title != "metric"
    rows = [[title, *(MEASURES[name].title for name in measures)]]
    rows += [
        [
            row.metric,
            *(
                estimate_text(
                    estimates(row).get(name), name, signed=differences, starred=differences
                )
                for name in measures
            ),
        ]
        for row in found.rows
        if estimates(row)
    ]
    write_columns(rows, file)


def write_columns(rows: Sequence[Sequence[str]], file: TextIO) -> None:
    """Write rows of cells under each other."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for cells in rows:
        padded = (cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
        write_line("  ".join(padded).rstrip(), file)


def _write_table(
    table: TableFormat,
    sets: "Sequence[SetAgreement]",
    measures: Sequence[str],
    file: TextIO,
) -> None:
    table.write(_COLUMNS, file)
    for found in sets:
        for row in found.rows:
            for name in measures:
                if estimate := row.measures.get(name):
                    difference = row.differences.get(name)
                    numbers = [
                        *_numbers(estimate),
                        *(_numbers(difference) if difference else [""] * 3),
                    ]
                    table.write((found.name, row.metric, name, *numbers, row.signature), file)


def _numbers(estimate: "Estimate") -> list[object]:
    return [estimate.value, estimate.low, estimate.high]


def _write_json(sets: "Sequence[SetAgreement]", measures: Sequence[str], file: TextIO) -> None:
    value = {"sets": [_set_json(found, measures) for found in sets]}
    write_line(json.dumps(value, ensure_ascii=False, allow_nan=False, indent=2), file)


def _set_json(found: "SetAgreement", measures: Sequence[str]) -> dict[str, Any]:
    return {
        "name": found.name,
        "segments": found.segments,
        "systems": found.systems,
        "ratings": found.ratings,
        "pairs": found.pairs,
        "unequal_pairs": found.unequal_pairs,
        "identical": found.identical,
        "rating_ties": found.rating_ties,
        "baseline": found.baseline,
        "notes": list(found.notes),
        "rows": [
            {
                "metric": row.metric,
                "signature": row.signature,
                "ties": row.ties,
                **{name: estimate_json(row.measures.get(name)) for name in measures},
                "differences": {
                    name: estimate_json(estimate) for name, estimate in row.differences.items()
                },
            }
            for row in found.rows
        ],
    }


def estimate_json(estimate: "Estimate | None") -> dict[str, float] | None:
    """Return a number with its interval as JSON has it."""
    if estimate is None:
        return None
    return {"value": estimate.value, "low": estimate.low, "high": estimate.high}


WRITERS: Final[Mapping[str, Writer]] = {
    "text": _write_text,
    **{name: partial(_write_table, table) for name, table in TABLES.items()},
    "json": _write_json,
}
"""A writer for each format."""
