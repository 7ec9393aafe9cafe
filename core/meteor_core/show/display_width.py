"""Measure the width of texts on a terminal, in columns."""


def display_width(text: str) -> int:
    """Count the columns; the number is negative where the text has control characters.

    Args:
        text: in which combining marks take no column, and ideographs and most emoji take two.
    """
    if text.isascii() and text.isprintable():
        return len(text)
    from wcwidth import wcswidth  # takes 15 ms to load, and only drawings need it

    return wcswidth(text)
