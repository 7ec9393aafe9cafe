"""The text of ``tune``: the verdict, then what it rests on."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from ..text.numbers import counted
from .output import write_line

if TYPE_CHECKING:  # NumPy is loaded where it is needed
    from ..agreement.agreement import Estimate
    from ..agreement.tuning.result import Tuning

_LEFT_OUT: Final = {
    "sets": "one set at a time",
    "documents": "one block of consecutive documents at a time",
    "segments": "one block of consecutive segments at a time",
}


def write_tuning(tuning: "Tuning", variant: str, missing: Sequence[str]) -> None:
    """Print a tuning.

    Args:
        tuning: the result.
        variant: name of the untuned variant.
        missing: what could not be compared with, a sentence each.
    """
    for line in _lines(tuning, variant, missing):
        write_line(line)


def _lines(tuning: "Tuning", variant: str, missing: Sequence[str]) -> Iterator[str]:
    yield _verdict(tuning, variant)
    yield ""
    samples = counted(tuning.settings.samples, "bootstrap", "bootstraps")
    yield f"Left out: {_LEFT_OUT[tuning.kind]}. Intervals: 95 % of {samples} over segments."
    yield ""
    yield from _table(_metrics(tuning, variant))
    yield ""
    yield from _table(_folds(tuning))
    yield ""
    yield from _table(_parameters(tuning))
    told = [f"warning: {warning}" for warning in tuning.warnings]
    told += [f"note: {note}" for note in (*tuning.notes, *missing)]
    told += [f"note: {one.name}: {note}" for one in tuning.data for note in one.notes]
    if told:
        yield ""
        yield from told


def _verdict(tuning: "Tuning", variant: str) -> str:
    if not tuning.moved:
        return (
            f"{tuning.verdict}: no step away from {variant} gained more than one standard error, "
            "so its parameters stay as they are"
        )
    gain = tuning.deciding
    if gain is None:
        return f"{tuning.verdict}: what was left out has no value to compare"
    points = tuning.objective.is_share
    of = "pairwise accuracy" if tuning.objective.by_gap else tuning.objective.title
    within = "" if tuning.kind == "sets" else " of this one set"
    harm = "; what was tuned is worse" if gain.high < 0 else ""
    return (
        f"{tuning.verdict}: {_estimate(gain, points=points)}{' points' * points} of {of} over "
        f"{variant}, on what was left out{within}{harm}"
    )


def _metrics(tuning: "Tuning", variant: str) -> Iterator[list[str]]:
    points = tuning.objective.is_share
    yield [
        *("metric on what was left out", "pairwise", "tuned is ahead by"),
        *(tuning.objective.title, "tuned is ahead by"),
    ]
    for row in tuning.rows:
        yield [
            f"{variant}, untuned" if row.metric == "untuned" else row.metric,
            _number(row.pairwise, points=True),
            _estimate(row.pairwise_gain, points=True),
            _number(row.objective, points=points),
            _estimate(row.objective_gain, points=points),
        ]


def _folds(tuning: "Tuning") -> Iterator[list[str]]:
    points = tuning.objective.is_share
    yield ["left out", "segments", "gain in training", "gain left out", "of pairwise accuracy"]
    for label, fold in zip(_labels(tuning), tuning.folds, strict=True):
        yield [
            fold.left_out if tuning.kind == "sets" else f"{label}: {fold.left_out}",
            f"{fold.segments:,}",
            _number(fold.training_gain, points=points, signed=True),
            _number(fold.objective_gain, points=points, signed=True),
            _estimate(fold.pairwise_gain, points=True),
        ]
    yield [
        *("mean", ""),
        _number(tuning.training_gain, points=points, signed=True),
        _number(tuning.left_out_gain, points=points, signed=True),
    ]


def _parameters(tuning: "Tuning") -> Iterator[list[str]]:
    yield ["parameter", "untuned", "tuned", *(f"without {label}" for label in _labels(tuning))]
    every = [tuning.untuned, tuning.tuned, *(fold.parameters for fold in tuning.folds)]
    for tunable in tuning.tunables:
        yield [tunable.name, *(f"{tunable.of(parameters):g}" for parameters in every)]


def _labels(tuning: "Tuning") -> list[str]:
    """Return short names of folds: of a set its own, of a block its number."""
    if tuning.kind == "sets":
        return [fold.left_out for fold in tuning.folds]
    return [str(number) for number in range(1, len(tuning.folds) + 1)]


def _number(value: float | None, *, points: bool, signed: bool = False) -> str:
    """Return a share in percent, or their difference in points; a correlation with three digits."""
    if value is None:
        return "-"
    sign = "+" if signed else ""
    return f"{100 * value:{sign}.2f}" if points else f"{value:{sign}.3f}"


def _estimate(estimate: "Estimate | None", *, points: bool) -> str:
    if estimate is None:
        return ""
    value, low, high = (
        _number(number, points=points, signed=True)
        for number in (estimate.value, estimate.low, estimate.high)
    )
    return f"{value} [{low}, {high}]"


def _table(rows: Iterator[list[str]]) -> Iterator[str]:
    every = list(rows)
    columns = max(map(len, every))
    cells = [row + [""] * (columns - len(row)) for row in every]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        padded = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(padded).rstrip()
