"""Numbers as people read them."""

from .results import Result


def counted(number: int, one: str, many: str) -> str:
    """A number with its noun: "1 chunk", "1,200 chunks"."""
    return f"{number:,} {one if number == 1 else many}"


def percentage(share: float) -> str:
    """A share in percent, never rounded up to 100."""
    percent = int(share * 10_000) / 100
    return f"{percent:g} %"


def measures_in_words(result: Result) -> str:
    """The score and its parts, in a line."""
    return (
        f"METEOR {result.score:.4f}   P {result.precision:.4f}   R {result.recall:.4f}   "
        f"F-mean {result.f_mean:.4f}   penalty {result.penalty:.4f}"
    )


def matches_in_words(result: Result) -> str:
    """How many matches there are, and in how many chunks."""
    matches = counted(result.matches, "match", "matches")
    return f"{matches} in {counted(result.chunks, 'chunk', 'chunks')}"
