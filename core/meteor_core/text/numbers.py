"""Numbers as people read them."""


def counted(number: int, one: str, many: str) -> str:
    """Return a number with its noun: "1 chunk", "1,200 chunks"."""
    return f"{number:,} {one if number == 1 else many}"


def lines_in_words(first: int, behind: int) -> str:
    """Return the numbers, from 1, of one line or more, half-open and from 0: "lines 2 to 3"."""
    if behind - first > 1:
        return f"lines {first + 1:,} to {behind:,}"
    return f"line {first + 1:,}"


def percentage(share: float) -> str:
    """Return a share in percent, never rounded up to 100."""
    percent = int(share * 10_000) / 100
    return f"{percent:g} %"
