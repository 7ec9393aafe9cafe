"""What a test of systems says, in words for people."""

from meteor_core.analysis.significance import Bootstrap, Significance
from meteor_core.text.numbers import counted


def notes_of(found: Significance | None) -> list[str]:
    """How the systems were tested, and what that means; nothing until they are."""
    return [] if found is None else [_how_tested(found), _what_it_means(found)]


def _how_tested(found: Significance) -> str:
    """How the systems were tested."""
    test, segments = found.test, counted(found.segments, "segment", "segments")
    if isinstance(test, Bootstrap):
        drawn = counted(test.samples, "test set", "test sets")
        made = f"Paired bootstrap: {drawn} drawn from {segments}"
    else:
        made = (
            f"Paired approximate randomisation: outputs swapped at random in {segments}, "
            f"{counted(test.samples, 'time', 'times')}; intervals from "
            f"{counted(test.confidence_samples, 'test set', 'test sets')}"
        )
    seed = "without a fixed seed" if test.seed is None else f"seed {test.seed}"
    return f"{made}, {seed}. Each system against {found.baseline.name}. Lines: 95 % intervals."


def _what_it_means(found: Significance) -> str:
    """What a p-value says here, and what it does not."""
    comparisons = len(found.systems) - 1
    several = (
        f" With {comparisons} comparisons chance has more occasions to mislead: go by the adjusted "
        "p (Holm), which allows for that."
        if comparisons > 1
        else ""
    )
    return (
        "* p below 0.05. p is how often a difference as large would come about by the choice of "
        "segments alone, were the systems equally good. A small p says that they differ on texts "
        "like these; not by how much readers would notice, and nothing of other domains or "
        f"training runs.{several}"
    )
