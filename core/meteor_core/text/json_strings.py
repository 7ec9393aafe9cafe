"""Long strings in JSON, line by line."""

from ..runtime.implementation import chosen_implementation


def json_lines(json: bytes, begin: int) -> tuple[list[str], list[str], int, int] | None:
    """Return the lines of a string in JSON.

    A line ends with LF, CR LF or CR, as in ``line_files``.

    Args:
        json: in UTF-8.
        begin: offset behind the quote with which the string begins.

    Returns:
        The lines without their ends; the end of each, which is empty where the last has none; the
        bytes of the string in UTF-8; the offset behind its last quote. None if it is not a
        valid string, or without the kernel: parsing the whole JSON reports the error.
    """
    if chosen_implementation().name != "compiled":
        return None
    from .._kernel import json_lines as compiled

    return compiled(json, begin)
