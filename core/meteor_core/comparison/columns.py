"""Numbers that came with the texts: people's ratings, or the scores of other metrics."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum, isnan

from ..agreement.rating_tables import LOWER_IS_BETTER
from ..errors import InputError


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A number for each output.

    Attributes:
        name: such as ``mqm`` or ``COMET-22``.
        values: by system, one a segment, NaN where missing.
        lower_is_better: whether a lower number is the better one.
    """

    name: str
    values: Mapping[str, Sequence[float]]
    lower_is_better: bool

    @property
    def sign(self) -> int:
        """What numbers are multiplied with, so that higher is better."""
        return -1 if self.lower_is_better else 1

    def mean(self, system: str) -> float | None:
        """Return the mean of a system's numbers, or None without any."""
        known = [value for value in self.values.get(system, ()) if not isnan(value)]
        return fsum(known) / len(known) if known else None

    def only(self, rows: Sequence[int]) -> "Column":
        """Return the column restricted to some segments."""
        return Column(
            name=self.name,
            values={name: [numbers[row] for row in rows] for name, numbers in self.values.items()},
            lower_is_better=self.lower_is_better,
        )


def column_of(name: str, values: Mapping[str, Sequence[float]]) -> Column:
    """Build a column, and infer from name and values whether lower is better.

    Of points of errors (MQM) that are above 0, of HTER, edits and times the lower are better.

    Raises:
        InputError: there are points of errors both above and below 0.
    """
    lower = name.lower() in LOWER_IS_BETTER
    if "mqm" in name.lower():
        all_values = [value for numbers in values.values() for value in numbers]
        lower = any(value > 0 for value in all_values)
        if lower and any(value < 0 for value in all_values):
            raise InputError(
                f"{name} has values above 0 and below 0, so that nobody can tell whether more is "
                "better; call the column rating if more is better"
            )
    return Column(name=name, values=values, lower_is_better=lower)
