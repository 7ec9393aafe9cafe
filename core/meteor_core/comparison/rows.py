"""The rows of a comparison: systems, and pairs of them."""

from collections.abc import Mapping
from dataclasses import dataclass

from ..analysis.significance import Interval
from ..score.measures import Measures


@dataclass(frozen=True, slots=True, kw_only=True)
class Metric:
    """A metric of a comparison.

    Attributes:
        name: in the comparison, such as ``METEOR`` or ``chrF``.
        signature: says how the numbers were computed, and makes them reproducible.
        lower_is_better: whether a lower score is the better one.
        digits: after the point, for people: of scores from 0 to 1 four, of others two.
    """

    name: str
    signature: str
    lower_is_better: bool
    digits: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AgainstBaseline:
    """A system compared with the baseline, by one metric.

    Attributes:
        difference: the system's score less the baseline's.
        interval: of the difference.
        bootstrap: p of paired bootstrap resampling (Koehn 2004).
        randomisation: p of paired approximate randomisation (Riezler and Maxwell 2005); None
            unless requested.
        p_value: of the test that decides.
        holm: the p-value adjusted for the number of systems beside the baseline (Holm 1979).
        equal: the two have equal counts in every segment; p is then 1.
        differing: segments with different counts.
        exact: whether the randomisation's p is of all ways of swapping, not of a sample of them.
        too_few: whether too few segments differ for a p below 0.05.
    """

    difference: float
    interval: Interval
    bootstrap: float
    randomisation: float | None
    p_value: float
    holm: float
    equal: bool
    differing: int
    exact: bool
    too_few: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricScore:
    """The results of a system by one metric.

    Attributes:
        score: of all segments.
        interval: in which 95 % of the scores of drawn test sets lie.
        rank: from 1, by score; equal scores have equal ranks.
        cluster: from 1. Of two systems in different clusters the better one is better with an
            adjusted p below 0.05, whichever two they are.
        baseline: the comparison with the baseline; None for the baseline itself.
        measures: precision, recall, ...; None of other metrics than METEOR.
        shortfall: the sum of the segments' shortfalls, in words; None of other metrics.
    """

    score: float
    interval: Interval
    rank: int
    cluster: int
    baseline: AgainstBaseline | None
    measures: Measures | None
    shortfall: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemRow:
    """A system in the table.

    Attributes:
        system: its name.
        metrics: what each metric says of it, by name.
        columns: means of the numbers that came with its texts, by name; None where it has none.
    """

    system: str
    metrics: Mapping[str, MetricScore]
    columns: Mapping[str, float | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class PairRow(AgainstBaseline):
    """Two systems compared by one metric; the right one takes the baseline's part.

    Attributes:
        left: the better system, or one as good.
        right: the other system.
        holm: the p-value adjusted for the number of all pairs (Holm 1979).
    """

    left: str
    right: str
