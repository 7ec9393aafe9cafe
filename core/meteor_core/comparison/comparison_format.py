"""Serialise a comparison to JSON."""

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from ..agreement.agreement import SetAgreement
from ..analysis.significance import interval_ends
from .buckets import SegmentBucket, WordBucket
from .comparison import Comparison
from .differences import PartsOfDifference, SegmentDifference
from .rows import MetricScore, PairRow
from .words import WordDifference

Json: TypeAlias = dict[str, Any]

FORMAT: Final = "meteor-comparison-1"


def comparison_json(comparison: Comparison) -> Json:
    """Return the table of systems and all pairs.

    The signature and the score beside a system's name are of the first metric.
    """
    ranking = next(iter(comparison.metrics.values()))
    return {
        "format": FORMAT,
        "signature": ranking.signature,
        "segments": len(comparison),
        "references": len(comparison.texts.references),
        "baseline": comparison.baseline,
        "test": comparison.test,
        "bootstrap": comparison.resampling.bootstrap,
        "randomisation": comparison.resampling.randomisation,
        "seed": comparison.resampling.seed,
        "notes": list(comparison.notes),
        "metrics": [
            {
                "name": metric.name,
                "signature": metric.signature,
                "lower_is_better": metric.lower_is_better,
            }
            for metric in comparison.metrics.values()
        ],
        "systems": [
            {
                "name": row.system,
                "score": row.metrics[ranking.name].score,
                "low": row.metrics[ranking.name].interval.lower,
                "high": row.metrics[ranking.name].interval.upper,
                "metrics": {name: score_json(found) for name, found in row.metrics.items()},
                "columns": dict(row.columns),
            }
            for row in comparison.table()
        ],
        "pairs": [
            pair_json(name, pair) for name in comparison.metrics for pair in comparison.pairs(name)
        ],
    }


def score_json(found: MetricScore) -> Json:
    """Return the results of a system by one metric."""
    beside = found.baseline
    return {
        "score": found.score,
        **interval_ends("", found.interval),
        "mean": found.interval.mean,
        "rank": found.rank,
        "cluster": found.cluster,
        "difference": beside.difference if beside else None,
        **interval_ends("difference_", beside.interval if beside else None),
        "p_bootstrap": beside.bootstrap if beside else None,
        "p_randomisation": beside.randomisation if beside else None,
        "p_holm": beside.holm if beside else None,
        "equal": beside.equal if beside else None,
        "differing": beside.differing if beside else None,
        "exact": beside.exact if beside else None,
        "too_few": beside.too_few if beside else None,
        "precision": found.measures.precision if found.measures else None,
        "recall": found.measures.recall if found.measures else None,
        "f_mean": found.measures.f_mean if found.measures else None,
        "fragmentation": found.measures.fragmentation if found.measures else None,
        "penalty": found.measures.penalty if found.measures else None,
        "shortfall": found.shortfall,
    }


def pair_json(metric: str, pair: PairRow) -> Json:
    """Return the results of a pair by one metric; ``p`` is of the deciding test."""
    return {
        "metric": metric,
        "first": pair.left,
        "second": pair.right,
        "difference": pair.difference,
        "p": pair.p_value,
        **interval_ends("difference_", pair.interval),
        "p_bootstrap": pair.bootstrap,
        "p_randomisation": pair.randomisation,
        "p_holm": pair.holm,
        "equal": pair.equal,
        "differing": pair.differing,
        "exact": pair.exact,
        "too_few": pair.too_few,
    }


def bucket_json(bucket: SegmentBucket | WordBucket) -> Json:
    """Return a bucket with each system's results."""
    shared = {"by": bucket.by, "label": bucket.label, "low": bucket.low, "high": bucket.high}
    if isinstance(bucket, SegmentBucket):
        return {
            **shared,
            "segments": bucket.segments,
            "systems": {
                name: {
                    "score": found.score,
                    "shortfall": found.shortfall,
                    "difference": found.difference,
                    **interval_ends("difference_", found.interval),
                }
                for name, found in bucket.systems.items()
            },
        }
    return {
        **shared,
        "systems": {
            name: {
                "reference_words": found.reference_words,
                "reference_matched": found.reference_matched,
                "words": found.words,
                "matched": found.matched,
                "recall": found.recall,
                "precision": found.precision,
            }
            for name, found in bucket.systems.items()
        },
    }


def words_json(found: Sequence[WordDifference]) -> list[Json]:
    """Return words or n-grams that two systems match differently often."""
    return [
        {
            "text": word.text,
            "occurrences": word.occurrences,
            "only_left": word.only_left,
            "only_right": word.only_right,
            "both": word.both,
            "z": word.z,
            "segments": list(word.segments),
        }
        for word in found
    ]


def parts_json(found: PartsOfDifference) -> Json:
    """Return the parts of a difference of two systems."""
    return {
        "difference": found.difference,
        "matches": found.matches,
        "order": found.order,
        "precision": found.precision,
        "recall": found.recall,
        "fragmentation": found.fragmentation,
    }


def segments_json(found: Sequence[SegmentDifference]) -> list[Json]:
    """Return segments of two systems."""
    return [
        {
            "segment": segment.number,
            "id": segment.id,
            "left": segment.left,
            "right": segment.right,
            "difference": segment.difference,
            "shortfall": segment.shortfall,
            "left_text": segment.left_text,
            "right_text": segment.right_text,
            "references": list(segment.references),
        }
        for segment in found
    ]


def agreement_json(found: SetAgreement) -> Json:
    """Return the agreement of metrics with a column."""
    return {
        row.metric: {
            name: {"value": estimate.value, "low": estimate.low, "high": estimate.high}
            if estimate
            else None
            for name, estimate in row.measures.items()
        }
        for row in found.rows
    }
