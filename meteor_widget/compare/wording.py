"""The result of a test of systems, in words for people."""

from meteor_core.analysis.p_values import EXACT_SEGMENTS, too_few_note
from meteor_core.analysis.significance import Bootstrap, Significance
from meteor_core.text.numbers import counted


def notes_of(found: Significance | None) -> list[str]:
    """Describe how the systems were tested and what that means; empty until they are."""
    if found is None:
        return []
    return [_how_tested(found), *_too_few(found), _what_it_means(found)]


def missing_parts(done: int, size: int, *, is_tested: bool) -> list[str]:
    """Describe what results so far lack, as sentences; empty if they are complete.

    Args:
        done: number of segments that every system is scored on.
        size: number of all segments.
        is_tested: whether the test has ended.
    """
    scored = [] if done == size else [f"Only {done:,} of {size:,} segments are scored yet."]
    test = "The systems are not tested yet: intervals, differences and p are not computed."
    return scored if is_tested else [*scored, test]


def _how_tested(found: Significance) -> str:
    """Describe how the systems were tested."""
    test, segments = found.test, counted(found.segments, "segment", "segments")
    if isinstance(test, Bootstrap):
        drawn = counted(test.samples, "test set", "test sets")
        made = f"Paired bootstrap: {drawn} drawn from {segments}"
    else:
        made = (
            f"Paired approximate randomisation: outputs swapped at random in {segments}, "
            f"{counted(test.samples, 'time', 'times')}{_exact(found)}; intervals from "
            f"{counted(test.confidence_samples, 'test set', 'test sets')}"
        )
    seed = "without a fixed seed" if test.seed is None else f"seed {test.seed}"
    return f"{made}, {seed}. Each system against {found.baseline.name}. Lines: 95 % intervals."


def _exact(found: Significance) -> str:
    """Say that p is exact, where it is of a system that differs."""
    tested = [system.comparison for system in found.systems if system.comparison]
    if not any(each.exact and not each.equal for each in tested):
        return ""
    return f", in all ways where {EXACT_SEGMENTS} or fewer differ"


def _too_few(found: Significance) -> list[str]:
    """Name the systems that differ in too few segments for a small p."""
    few = [
        f"{system.name} differs from {found.baseline.name} in {system.comparison.differing}"
        for system in found.systems
        if system.comparison and system.comparison.too_few and not system.comparison.equal
    ]
    return too_few_note(few)


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
