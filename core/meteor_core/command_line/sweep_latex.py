"""Format sweeps as LaTeX tables with booktabs."""

import re
from collections.abc import Iterator
from typing import Final

from ..agreement.axes import Setting, shown
from ..agreement.measures import MEASURES
from ..agreement.sweep import Cell, Sweep
from ..agreement.wording import figure, heading, summary

_SPECIAL: Final = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{one: "\\" + one for one in "&%$#_{}"},
}
_GREEK: Final = ("alpha", "beta", "gamma", "delta")
_WEIGHT: Final = "weight."


def latex_table(sweep: Sweep) -> Iterator[str]:
    """Yield the lines of a table: a matrix for two varying axes, else a row a cell.

    The best figure is bold; those that are not distinguishable from it are underlined.
    """
    is_matrix = len(sweep.varying) == 2
    columns, head, rows = _matrix(sweep) if is_matrix else _lines(sweep)
    caption = f"{sweep.name}: {heading(sweep)}; {summary(sweep)}"
    yield f"% {sweep.signature}"
    yield r"\begin{table}"
    yield r"  \centering"
    yield f"  \\begin{{tabular}}{{{columns}}}"
    yield r"    \toprule"
    yield from (f"    {line}" for line in head)
    yield r"    \midrule"
    yield from (f"    {' & '.join(row)} \\\\" for row in rows)
    yield r"    \bottomrule"
    yield r"  \end{tabular}"
    yield f"  \\caption{{{escaped(caption)}. Bold: the best; underlined: not distinguishable from"
    yield r"    it, as the 95\,\% bootstrap interval of the difference contains 0.}"
    yield r"\end{table}"


def _matrix(sweep: Sweep) -> tuple[str, list[str], list[list[str]]]:
    down, across = sweep.varying
    size = len(across.settings)
    head = [
        f" & \\multicolumn{{{size}}}{{c}}{{{_symbol(across.name)}}} \\\\",
        f"\\cmidrule(l){{2-{size + 1}}}",
        " & ".join([_symbol(down.name), *map(_shown, across.settings)]) + r" \\",
    ]
    rows = [
        [_shown(setting), *(_stacked(sweep, cell) for cell in cells)]
        for setting, cells in zip(down.settings, sweep.rows, strict=True)
    ]
    return f"l*{{{size}}}{{c}}", head, rows


def _lines(sweep: Sweep) -> tuple[str, list[str], list[list[str]]]:
    names = [_symbol(axis.name) for axis in sweep.shown_axes]
    title = escaped(MEASURES[sweep.measure].title)
    head = [" & ".join([*names, f"\\multicolumn{{2}}{{c}}{{{title}}}"]) + r" \\"]
    rows = [
        [*map(_shown, sweep.shown_settings(cell)), _value(sweep, cell), _interval(sweep, cell)]
        for cell in sweep.cells
    ]
    return f"{'l' * len(names)}r@{{ }}l", head, rows


def _stacked(sweep: Sweep, cell: Cell) -> str:
    if cell.agreement is None:
        return "--"
    return f"\\shortstack{{{_value(sweep, cell)}\\\\{{\\tiny {_interval(sweep, cell)}}}}}"


def _value(sweep: Sweep, cell: Cell) -> str:
    if cell.agreement is None:
        return "--"
    shown = f"${figure(cell.agreement.value, sweep.measure)}$"
    if cell is sweep.best:
        return f"\\boldmath\\textbf{{{shown}}}"
    return f"\\underline{{{shown}}}" if cell.is_close else shown


def _interval(sweep: Sweep, cell: Cell) -> str:
    if cell.agreement is None:
        return ""
    ends = (figure(end, sweep.measure) for end in (cell.agreement.low, cell.agreement.high))
    # Braces: a bracket after the end of a row would be an argument of it.
    return "{[" + ", ".join(f"${end}$" for end in ends) + "]}"


def _symbol(name: str) -> str:
    if name in _GREEK:
        return f"$\\{name}$"
    if name.startswith(_WEIGHT):
        return f"$w_{{\\mathrm{{{name.removeprefix(_WEIGHT)}}}}}$"
    return escaped(name)


def _shown(setting: Setting) -> str:
    return escaped(shown(setting).replace(",", ", "))


def escaped(text: str) -> str:
    """Escape LaTeX's special characters."""
    return re.sub("[" + re.escape("".join(_SPECIAL)) + "]", lambda one: _SPECIAL[one[0]], text)
