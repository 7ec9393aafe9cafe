"""Write the text output of ``tune``: the verdict, then the evidence."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, TextIO

from ..text.numbers import counted
from .agreement_writers import write_columns
from .output import write_line

if TYPE_CHECKING:  # NumPy is loaded where it is needed
    from ..agreement.agreement import Estimate
    from ..agreement.tuning.result import Tuning

_LEFT_OUT: Final = {
    "sets": "one set at a time",
    "documents": "one block of consecutive documents at a time",
    "segments": "one block of consecutive segments at a time",
}

_PAIRWISE: Final = "pairwise"


def write_tuning(tuning: "Tuning", variant: str, file: TextIO) -> None:
    """Print a tuning."""
    samples = counted(tuning.settings.samples, "bootstrap", "bootstraps")
    write_line(_verdict(tuning, variant), file)
    write_line("", file)
    write_line(
        f"Left out: {_LEFT_OUT[tuning.kind]}. Intervals: 95 % of {samples} over segments.", file
    )
    for rows in (_metrics(tuning, variant), _folds(tuning), _parameters(tuning)):
        write_line("", file)
        write_columns(list(rows), file)
    remarks = [f"warning: {warning}" for warning in tuning.warnings]
    remarks += [f"note: {note}" for note in tuning.notes]
    data_notes = [f"{source.name}: {note}" for source in tuning.data for note in source.notes]
    remarks += [f"note: {note}" for note in data_notes if note not in tuning.warnings]
    for line in ["", *remarks] if remarks else []:
        write_line(line, file)


def _verdict(tuning: "Tuning", variant: str) -> str:
    if not tuning.moved:
        return (
            f"{tuning.verdict}: no step away from {variant} gained more than one standard error, "
            "so its parameters stay as they are"
        )
    gain = tuning.deciding
    if gain is None:
        return f"{tuning.verdict}: what was left out has no value to compare"
    points = " points" if tuning.objective.is_share else ""
    of = "pairwise accuracy" if tuning.objective.by_gap else tuning.objective.title
    within = "" if tuning.kind == "sets" else " of this one set"
    harm = "; what was tuned is worse" if gain.high < 0 else ""
    return (
        f"{tuning.verdict}: {_gain(gain, tuning.objective.measure)}{points} of {of} over "
        f"{variant}, on what was left out{within}{harm}"
    )


def _metrics(tuning: "Tuning", variant: str) -> Iterator[list[str]]:
    from ..agreement.tuning.result import TUNED, UNTUNED

    measure = tuning.objective.measure
    yield [
        *("metric on what was left out", "pairwise", "tuned is ahead by"),
        *(tuning.objective.title, "tuned is ahead by"),
    ]
    for row in tuning.rows:
        itself = row.metric == TUNED
        yield [
            f"{variant}, {UNTUNED}" if row.metric == UNTUNED else row.metric,
            _value(row.pairwise, _PAIRWISE),
            "" if itself else _gain(row.pairwise_gain, _PAIRWISE),
            _value(row.objective, measure),
            "" if itself else _gain(row.objective_gain, measure),
        ]


def _folds(tuning: "Tuning") -> Iterator[list[str]]:
    measure = tuning.objective.measure
    yield ["left out", "segments", "gain in training", "gain left out", "of pairwise accuracy"]
    for label, fold in zip(_labels(tuning), tuning.folds, strict=True):
        yield [
            fold.left_out if tuning.kind == "sets" else f"{label}: {fold.left_out}",
            f"{fold.segments:,}",
            _value(fold.training_gain, measure, signed=True),
            _value(fold.objective_gain, measure, signed=True),
            _gain(fold.pairwise_gain, _PAIRWISE),
        ]
    yield [
        *("mean", ""),
        _value(tuning.training_gain, measure, signed=True),
        _value(tuning.left_out_gain, measure, signed=True),
        "",
    ]


def _parameters(tuning: "Tuning") -> Iterator[list[str]]:
    labels = [f"without {label}" for label in _labels(tuning)]
    titles = ["parameter", "untuned", "tuned", *labels]
    every = [tuning.untuned, tuning.tuned, *(fold.parameters for fold in tuning.folds)]
    yield titles
    for tunable in tuning.tunables:
        yield [tunable.name, *(f"{tunable.of(parameters):g}" for parameters in every)]


def _labels(tuning: "Tuning") -> list[str]:
    """Return short names of folds: of a set its own, of a block its number."""
    if tuning.kind == "sets":
        return [fold.left_out for fold in tuning.folds]
    return [str(number) for number in range(1, len(tuning.folds) + 1)]


def _value(value: float | None, measure: str, *, signed: bool = False) -> str:
    from ..agreement.wording import figure

    return "-" if value is None else figure(value, measure, signed=signed)


def _gain(gain: "Estimate | None", measure: str) -> str:
    from ..agreement.wording import estimate_text

    return estimate_text(gain, measure, signed=True)
