"""A comparison as JSON, tables and lines of text."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from meteor_core.analysis.significance import (
    Bootstrap,
    Significance,
    SystemResult,
    interval_ends,
)
from meteor_core.score.results import CorpusResult

from ..scoring.written_table import tsv
from .systems import ComparedSystems


def system_rows(
    totals: Mapping[str, CorpusResult],
    significance: Significance | None,
    means: Mapping[str, Mapping[str, float | None]] | None = None,
) -> list[dict[str, Any]]:
    """Return the results of each system so far, as JSON values, in the order given.

    Args:
        totals: corpus scores.
        significance: significance of the differences, or None if they are not tested.
        means: by system, those of the scores that came with the texts, by name.
    """
    tested = {system.name: system for system in significance.systems} if significance else {}
    return [
        {
            **_row(name, total, tested.get(name)),
            **{f"mean {score}": mean for score, mean in (means or {}).get(name, {}).items()},
        }
        for name, total in totals.items()
    ]


def segments_tsv(
    systems: ComparedSystems, baseline: str, segments: Iterable[int] | None = None
) -> str:
    """Return a row for each segment: each system's score, difference, shortfall and reference.

    Differences are from the baseline.

    Args:
        systems: the systems to compare.
        baseline: the system that differences are from.
        segments: indices, from 0, of scored segments; by default all of them.
    """
    listed = range(systems.done) if segments is None else segments
    others = [name for name in systems.names if name != baseline]
    scores = {name: systems.scores(name).tolist() for name in systems.names}
    shortfalls = {name: systems.shortfalls(name).tolist() for name in systems.names}
    chosen = {name: systems.corpora[name].chosen.tolist() for name in systems.names}
    return tsv(
        {
            "segment": segment + 1,
            **{f"score {name}": _known(of[segment]) for name, of in scores.items()},
            **{
                f"difference {name}": _known(scores[name][segment] - scores[baseline][segment])
                for name in others
            },
            **{f"shortfall {name}": _known(of[segment]) for name, of in shortfalls.items()},
            **{f"reference {name}": of[segment] for name, of in chosen.items()},
            **systems.beside.row(segment),
        }
        for segment in listed
    )


def significance_json(found: Significance) -> dict[str, Any]:
    """Describe how the systems were tested, as a JSON value."""
    test = found.test
    return {
        "method": "bootstrap" if isinstance(test, Bootstrap) else "randomisation",
        "samples": test.samples,
        "seed": test.seed,
        "baseline": found.baseline.name,
        "comparisons": len(found.systems) - 1,
    }


def _known(value: float) -> float | None:
    """Return None in place of NaN, the score of a segment that cannot be scored."""
    return None if math.isnan(value) else value


def text_table(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return the systems as lines of text for people."""
    wide = max(len("system"), *(len(row["system"]) for row in rows))
    lines = [f"{'system':<{wide}}  METEOR   95 % interval     difference  p"]
    for row in rows:
        interval = "" if row["lower"] is None else f"{row['lower']:.4f} to {row['upper']:.4f}"
        change, p_value = "", ""
        if row["equal"]:
            change = "the same"
        elif row["difference"] is not None:
            change, p_value = f"{row['difference']:+.4f}", f"{row['p_value']:.4f}"
        lines.append(
            f"{row['system']:<{wide}}  {row['score']:.4f}   {interval:<16}  {change:<10}  {p_value}"
        )
    return "\n".join(line.rstrip() for line in lines)


def _row(name: str, total: CorpusResult, tested: SystemResult | None) -> dict[str, Any]:
    interval = tested.interval if tested else None
    comparison = tested.comparison if tested else None
    return {
        "system": name,
        "score": total.score,
        "mean": interval.mean if interval else None,
        **interval_ends("", interval),
        "difference": comparison.difference if comparison else None,
        **interval_ends("difference_", comparison.interval if comparison else None),
        "p_value": comparison.p_value if comparison else None,
        "holm": comparison.holm if comparison else None,
        "equal": comparison.equal if comparison else None,
        "differing": comparison.differing if comparison else None,
        "exact": comparison.exact if comparison else None,
        "too_few": comparison.too_few if comparison else None,
        "precision": total.precision,
        "recall": total.recall,
        "f_mean": total.f_mean,
        "fragmentation": total.fragmentation,
        "penalty": total.penalty,
        "shortfall": total.shortfall,
    }
