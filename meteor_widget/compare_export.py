"""A comparison as JSON, tables and lines of text."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from meteor_core.results import CorpusResult
from meteor_core.significance import Interval, Significance, SystemResult

from .compared_systems import ComparedSystems

_FIELDS: Final = (
    *("system", "score", "mean", "lower", "upper", "difference", "difference_lower"),
    *("difference_upper", "p_value", "holm", "equal"),
    *("precision", "recall", "f_mean", "fragmentation", "penalty"),
)


def system_rows(
    totals: Mapping[str, CorpusResult], significance: Significance | None
) -> list[dict[str, Any]]:
    """What is known of each system, as JSON values, in the order given.

    Args:
        totals: corpus scores.
        significance: of the differences, where it is known.
    """
    tested = {system.name: system for system in significance.systems} if significance else {}
    return [_row(name, total, tested.get(name)) for name, total in totals.items()]


def systems_tsv(rows: Sequence[Mapping[str, Any]]) -> str:
    """One row a system under a row of names; empty where there is no number."""
    return _table([_FIELDS, *([row[field] for field in _FIELDS] for row in rows)])


def segments_tsv(systems: ComparedSystems, baseline: str) -> str:
    """One row a segment: each system's score, its reference, its difference from the baseline."""
    others = [name for name in systems.names if name != baseline]
    columns = {name: systems.scores(name).tolist() for name in systems.names}
    chosen = {name: systems.corpora[name].chosen.tolist() for name in systems.names}

    def lines() -> Iterator[list[Any]]:
        yield [
            "segment",
            *(f"score {name}" for name in systems.names),
            *(f"difference {name}" for name in others),
            *(f"reference {name}" for name in systems.names),
        ]
        for segment in range(systems.done):
            yield [
                segment + 1,
                *(columns[name][segment] for name in systems.names),
                *(columns[name][segment] - columns[baseline][segment] for name in others),
                *(chosen[name][segment] for name in systems.names),
            ]

    return _table(lines())


def text_table(rows: Sequence[Mapping[str, Any]]) -> str:
    """The systems as lines of text for people."""
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
        **_ends("", interval),
        "difference": comparison.difference if comparison else None,
        **_ends("difference_", comparison.interval if comparison else None),
        "p_value": comparison.p_value if comparison else None,
        "holm": comparison.holm if comparison else None,
        "equal": comparison.equal if comparison else None,
        "precision": total.precision,
        "recall": total.recall,
        "f_mean": total.f_mean,
        "fragmentation": total.fragmentation,
        "penalty": total.penalty,
    }


def _ends(prefix: str, interval: Interval | None) -> dict[str, float | None]:
    return {
        f"{prefix}lower": interval.lower if interval else None,
        f"{prefix}upper": interval.upper if interval else None,
    }


def _table(rows: Sequence[Sequence[Any]] | Iterator[Sequence[Any]]) -> str:
    return "".join("\t".join(map(_cell, row)) + "\n" for row in rows)


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return " ".join(value.split())  # a name with a tab in it is one cell all the same
    return repr(value)
