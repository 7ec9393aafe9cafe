"""The result of a test of systems, in words for people."""

from meteor_core.analysis.significance import Bootstrap, Significance
from meteor_core.text.numbers import counted


def notes_of(found: Significance | None) -> list[str]:
    """Describe how the systems were tested and what that means; empty until they are."""
    return [] if found is None else [_how_tested(found), _what_it_means(found)]


def _how_tested(found: Significance) -> str:
    """Describe how the systems were tested."""
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
    """Explain what a p-value says here, and what it does not."""
    comparisons = len(found.systems) - 1
    several = (
        f" With {comparisons} comparisons, chance differences are more likely: use the adjusted p "
        "(Holm), which corrects for that."
        if comparisons > 1
        else ""
    )
    return (
        "* p below 0.05. p is the probability that the choice of segments alone gives a difference "
        "at least this large if the systems are equally good. A small p says that they differ on "
        "texts like these; it says nothing about other domains or training runs, or about how "
        f"much readers notice.{several}"
    )
