"""Serialise a tuning to plain values, for JSON and for the file of the variant."""

from collections.abc import Iterator
from typing import Any, Final

from ...configuration import Configuration
from ...options import MeteorOptions
from ...score.parameters import Parameters
from ...tuned import TunedVariant
from ..agreement import Estimate
from .parameter_search import Tunable
from .result import LeftOut, TunedFold, Tuning, TuningData

_FILE_DIGITS: Final = 6
"""Decimals of numbers in the file: its digest must not depend on rounding errors of sums."""

_OVERRIDES: Final = ("tokenizer", "align", "task")


def tuned_variant(
    tuning: Tuning, options: MeteorOptions, configuration: Configuration, name: str
) -> TunedVariant:
    """Return the variant with the tuned parameters."""
    before = options.variant if isinstance(options.variant, TunedVariant) else None
    overrides: dict[str, Any] = {
        field: getattr(options, field) or getattr(before, field, None) for field in _OVERRIDES
    }
    found = tuning.tuned
    return TunedVariant(
        base=configuration.variant.name,
        language=configuration.language,
        stages=tuple(stage.name for stage in configuration.stages),
        corrections=configuration.corrections,
        alpha=found.alpha,
        beta=found.beta,
        gamma=found.gamma,
        delta=found.delta,
        weights=found.weights,
        tuning=_for_file({key: value for key, value in record(tuning).items() if key != "tuned"}),
        name=name,
        **overrides,
    )


def notes_on_tuning(options: MeteorOptions, digest: str) -> Iterator[str]:
    """Yield a sentence if the variant of a scorer was tuned on a set."""
    tuned = options.variant
    if not isinstance(tuned, TunedVariant):
        return
    data = tuned.tuning.get("data", ())
    known = [source.get("sha256") for source in data if isinstance(source, dict)]
    if digest in known:
        yield (
            f"{tuned.name} was tuned on these very ratings, so its agreement with them is "
            "flattered; what it reached on ratings that were left out is in that file"
        )


def _for_file(value: Any) -> Any:
    """Drop missing values, which TOML cannot express, and round floats."""
    if isinstance(value, dict):
        return {key: _for_file(element) for key, element in value.items() if element is not None}
    if isinstance(value, list):
        return [_for_file(element) for element in value]
    return round(value, _FILE_DIGITS) if isinstance(value, float) else value


def record(tuning: Tuning) -> dict[str, Any]:
    """Serialise a tuning, the verdict first and floats in full."""
    settings, tunables = tuning.settings, tuning.tunables
    return {
        "verdict": tuning.verdict,
        "gain": _estimate(tuning.deciding),
        "gain_of": tuning.deciding_measure,
        "objective": settings.objective,
        "cap": settings.cap if tuning.objective.by_gap else None,
        "folds_leave_out": tuning.kind,
        "samples": settings.samples,
        "seed": settings.seed,
        "training_gain": tuning.training_gain,
        "left_out_gain": tuning.left_out_gain,
        "warnings": list(tuning.warnings),
        "notes": list(tuning.notes),
        "untuned": _parameters(tunables, tuning.untuned),
        "tuned": _parameters(tunables, tuning.tuned),
        "metrics": [_metric(row) for row in tuning.rows],
        "folds": [_fold(tunables, fold) for fold in tuning.folds],
        "data": [_data(source) for source in tuning.data],
    }


def _parameters(tunables: tuple[Tunable, ...], parameters: Parameters) -> dict[str, float]:
    return {tunable.name: tunable.of(parameters) for tunable in tunables}


def _metric(row: LeftOut) -> dict[str, Any]:
    return {
        "metric": row.metric,
        "signature": row.signature or None,
        "pairwise": row.pairwise,
        "objective": row.objective,
        "pairwise_gain": _estimate(row.pairwise_gain),
        "objective_gain": _estimate(row.objective_gain),
    }


def _fold(tunables: tuple[Tunable, ...], fold: TunedFold) -> dict[str, Any]:
    return {
        "left_out": fold.left_out,
        "segments": fold.segments,
        "ratings": fold.outputs,
        "training_gain": fold.training_gain,
        "objective_gain": fold.objective_gain,
        "pairwise_gain": _estimate(fold.pairwise_gain),
        "parameters": _parameters(tunables, fold.parameters),
    }


def _data(data: TuningData) -> dict[str, Any]:
    return {
        "name": data.name,
        "segments": data.segments,
        "systems": data.systems,
        "ratings": data.ratings,
        "sha256": data.digest,
        "notes": list(data.notes),
    }


def _estimate(estimate: Estimate | None) -> dict[str, float] | None:
    if estimate is None:
        return None
    return {"value": estimate.value, "low": estimate.low, "high": estimate.high}
