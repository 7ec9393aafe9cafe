"""The result of a tuning: the verdict and its evidence."""

from dataclasses import dataclass
from math import inf
from typing import Final, Literal, TypeAlias

from ...errors import ParameterError, unknown_name
from ...score.parameters import Parameters
from ..agreement import Estimate
from ..resampling import SAMPLES, SEED
from .folds import FOLDS, MIN_BLOCKS, Kind
from .objectives import CAP, OBJECTIVES, Objective
from .parameter_search import Tunable

Verdict: TypeAlias = Literal["gain shown", "no gain shown"]

TUNED: Final = "tuned"
UNTUNED: Final = "untuned"


@dataclass(frozen=True, slots=True, kw_only=True)
class TuningSettings:
    """How to tune.

    Attributes:
        objective: the name of the objective to maximise.
        cap: the difference of ratings from which on a pair counts no more.
        blocks: into how many a single set is cut.
        samples: of the bootstrap over segments.
        seed: of its random numbers.

    Raises:
        ParameterError: a name is unknown, or a number out of its range.
    """

    objective: str = "pairwise"
    cap: float = CAP
    blocks: int = FOLDS
    samples: int = SAMPLES
    seed: int | None = SEED

    def __post_init__(self) -> None:
        """Check each value."""
        if self.objective not in OBJECTIVES:
            raise unknown_name("objective", self.objective, OBJECTIVES)
        if not 0 < self.cap < inf:
            raise ParameterError(f"the cap is {self.cap}, but must be a number above 0")
        if self.blocks < MIN_BLOCKS:
            raise ParameterError(
                f"the number of folds is {self.blocks}, but must be {MIN_BLOCKS} or more: one is "
                "left out, and the others show how much a gain varies"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """The results of a metric on all held-out parts together.

    Attributes:
        metric: its name.
        signature: of its scores; empty for what was tuned, whose parameters each fold has its own.
        pairwise: pairs of outputs of a segment ordered as rated, a tie one half; None without any.
        objective: what was tuned for, the mean over folds.
        pairwise_gain, objective_gain: of what was tuned over this metric; None for itself.
    """

    metric: str
    signature: str
    pairwise: float | None
    objective: float | None
    pairwise_gain: Estimate | None = None
    objective_gain: Estimate | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TunedFold:
    """The parameters learnt without a part, and their test on it.

    Attributes:
        left_out: the name of the held-out part.
        segments, outputs: of that part.
        parameters: what was found without it.
        training_gain: of the objective over the untuned parameters, where it was learnt.
        objective_gain, pairwise_gain: over the untuned parameters on what was left out; None where
            it gives no value.
    """

    left_out: str
    segments: int
    outputs: int
    parameters: Parameters
    training_gain: float
    objective_gain: float | None
    pairwise_gain: Estimate | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TuningData:
    """A set that was tuned on.

    Attributes:
        name: of the set.
        segments, systems, ratings: how many.
        digest: the SHA-256 of its content.
        notes: what was left out and why, a sentence each.
    """

    name: str
    segments: int
    systems: int
    ratings: int
    digest: str
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuning:
    """The result of tuning.

    Attributes:
        settings: how it was tuned.
        kind: what each fold leaves out.
        tunables: what was tuned.
        untuned, tuned: the parameters before and after.
        folds: the tests.
        rows: what was tuned, the untuned variant, and other metrics on what was left out.
        training_gain, left_out_gain: of the objective, the means over folds.
        data: the sets.
        warnings: what to mistrust, a sentence each.
        notes: what to know, a sentence each.
    """

    settings: TuningSettings
    kind: Kind
    tunables: tuple[Tunable, ...]
    untuned: Parameters
    tuned: Parameters
    folds: tuple[TunedFold, ...]
    rows: tuple[LeftOut, ...]
    training_gain: float
    left_out_gain: float
    data: tuple[TuningData, ...]
    warnings: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def objective(self) -> Objective:
        """What was made as large as possible."""
        return OBJECTIVES[self.settings.objective]

    @property
    def moved(self) -> bool:
        """Whether anything was changed, in the result or in a fold."""
        return any(
            found != self.untuned for found in (self.tuned, *(f.parameters for f in self.folds))
        )

    @property
    def deciding_measure(self) -> Literal["pairwise", "objective"]:
        """Which gain decides.

        For the objective ``pairwise`` it is the gain in the unweighted share of pairs; else the
        gain in the objective.
        """
        return "pairwise" if self.objective.by_gap else "objective"

    @property
    def deciding(self) -> Estimate | None:
        """The gain over the untuned variant that decides, if there is a value."""
        untuned = self.rows[1]
        return untuned.pairwise_gain if self.objective.by_gap else untuned.objective_gain

    @property
    def verdict(self) -> Verdict:
        """Whether tuning gained something on what was left out, beyond chance."""
        gain = self.deciding
        is_shown = gain is not None and gain.excludes_zero and gain.value > 0
        return "gain shown" if is_shown else "no gain shown"
