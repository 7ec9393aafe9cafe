"""Numbers as people read them."""


def counted(number: int, one: str, many: str) -> str:
    """Return a number with its noun: "1 chunk", "1,200 chunks"."""
    return f"{number:,} {one if number == 1 else many}"


def percentage(share: float) -> str:
    """Return a share in percent, never rounded up to 100."""
    percent = int(share * 10_000) / 100
    return f"{percent:g} %"
