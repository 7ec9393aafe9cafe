"""The output of ``sweep``: tables for people, papers and programs, and pictures."""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, TextIO, TypeAlias

from ..agreement.agreement import Estimate
from ..agreement.axes import shown
from ..agreement.measures import MEASURES
from ..agreement.sweep import Cell, Sweep
from ..agreement.wording import estimate_text, figure, heading, summary
from ..text.numbers import counted
from .agreement_writers import estimate_json, write_columns
from .output import TABLES, TableFormat, write_document, write_line
from .pictures import drawing_of_sweeps
from .sweep_latex import latex_table

Sweeps: TypeAlias = Sequence[Sequence[Sweep]]
"""Sweeps of the same sets over several grids: by grid and set, with the mean of several sets."""

_FIGURES: Final = ("value", "low", "high")
_DIFFERENCES: Final = ("difference", "difference_low", "difference_high")
_LEGEND: Final = (
    "* is the best; ~ is not distinguishable from it: the interval of the difference contains 0"
)


def _write_text(sweeps: Sweeps, file: TextIO) -> None:
    for grid, of_sets in enumerate(sweeps):
        for sweep in of_sets:
            _write_sweep(sweep, file, has_notes=grid == 0)
            write_line("", file)
    write_line(_LEGEND, file)


def _write_sweep(sweep: Sweep, file: TextIO, *, has_notes: bool) -> None:
    write_line(
        f"{sweep.name}: {counted(sweep.segments, 'segment', 'segments')}, "
        f"{counted(sweep.pairs, 'pair', 'pairs')}, {sweep.unequal_pairs:,} with unequal ratings",
        file,
    )
    for note in sweep.notes if has_notes else ():
        write_line(f"note: {note}", file)
    write_line(heading(sweep), file)
    write_line("", file)
    write_columns(_matrix(sweep) if len(sweep.varying) == 2 else _lines(sweep), file)
    write_line("", file)
    write_line(summary(sweep), file)
    write_line(sweep.signature, file)


def _matrix(sweep: Sweep) -> list[list[str]]:
    """Return rows with the first axis down and the second across."""
    down, across = sweep.varying
    rows = [[f"{down.name} \\ {across.name}", *map(shown, across.settings)]]
    for setting, cells in zip(down.settings, sweep.rows, strict=True):
        figures = (
            figure(cell.agreement.value, sweep.measure) + _mark(sweep, cell)
            if cell.agreement
            else "-"
            for cell in cells
        )
        rows.append([shown(setting), *figures])
    return rows


def _lines(sweep: Sweep) -> list[list[str]]:
    title = MEASURES[sweep.measure].title
    rows = [[*(axis.name for axis in sweep.shown_axes), title, "", "less the best"]]
    rows += [
        [
            *map(shown, sweep.shown_settings(cell)),
            estimate_text(cell.agreement, sweep.measure),
            _mark(sweep, cell),
            ""
            if cell is sweep.best
            else estimate_text(cell.difference, sweep.measure, signed=True),
        ]
        for cell in sweep.cells
    ]
    return rows


def _mark(sweep: Sweep, cell: Cell) -> str:
    if cell is sweep.best:
        return "*"
    return "~" if cell.is_close else ""


def _write_table(table: TableFormat, sweeps: Sweeps, file: TextIO) -> None:
    every = [sweep for of_sets in sweeps for sweep in of_sets]
    names = tuple(dict.fromkeys(axis.name for sweep in every for axis in sweep.axes))
    columns = ("table", "set", *names, "measure", *_FIGURES, *_DIFFERENCES, "best", "close")
    table.write(columns, file)
    for number, of_sets in enumerate(sweeps, 1):
        for sweep in of_sets:
            for cell in sweep.cells:
                settings = sweep.settings_of(cell)
                cells = (
                    number,
                    sweep.name,
                    *(settings.get(name, "") for name in names),
                    sweep.measure,
                    *_numbers(cell.agreement),
                    *_numbers(cell.difference),
                    cell is sweep.best,
                    cell.is_close,
                )
                table.write(cells, file)


def _numbers(estimate: Estimate | None) -> Sequence[object]:
    return ("", "", "") if estimate is None else (estimate.value, estimate.low, estimate.high)


def _write_json(sweeps: Sweeps, file: TextIO) -> None:
    value = {"sweeps": [_grid_json(of_sets) for of_sets in sweeps]}
    write_line(json.dumps(value, ensure_ascii=False, allow_nan=False, indent=2), file)


def _grid_json(of_sets: Sequence[Sweep]) -> dict[str, Any]:
    sets = of_sets[:-1] or of_sets
    axes = [{"name": axis.name, "settings": list(axis.settings)} for axis in of_sets[0].axes]
    return {
        "measure": of_sets[0].measure,
        "axes": axes,
        "sets": [_sweep_json(sweep) for sweep in sets],
        "mean": _sweep_json(of_sets[-1]) if len(of_sets) > 1 else None,
    }


def _sweep_json(sweep: Sweep) -> dict[str, Any]:
    return {
        "name": sweep.name,
        "segments": sweep.segments,
        "pairs": sweep.pairs,
        "unequal_pairs": sweep.unequal_pairs,
        "notes": list(sweep.notes),
        "signature": sweep.signature,
        "best": sweep.settings_of(sweep.best) if sweep.best else None,
        "cells": [
            {
                "settings": sweep.settings_of(cell),
                "agreement": estimate_json(cell.agreement),
                "difference": estimate_json(cell.difference),
                "close": cell.is_close,
            }
            for cell in sweep.cells
        ],
    }


def _write_latex(sweeps: Sweeps, file: TextIO) -> None:
    write_line("% \\usepackage{booktabs}", file)
    for of_sets in sweeps:
        for sweep in of_sets:
            write_line("", file)
            for line in latex_table(sweep):
                write_line(line, file)


def _write_svg(sweeps: Sweeps, file: TextIO) -> None:
    write_document(drawing_of_sweeps()([one for of_sets in sweeps for one in of_sets]), file)


SWEEP_WRITERS: Final[Mapping[str, Callable[[Sweeps, TextIO], None]]] = {
    "text": _write_text,
    **{name: partial(_write_table, table) for name, table in TABLES.items()},
    "json": _write_json,
    "latex": _write_latex,
    "svg": _write_svg,
}
"""A writer for each format."""
