"""Text that every message can carry.

A Python string may hold one half of a surrogate pair: the JSON of a file that was cut in two, a
file name that is no UTF-8. UTF-8 has no form for it, so Jupyter cannot send or save it.
"""

import re
from typing import Any, Final

_HALF: Final = re.compile("[\ud800-\udfff]")


def well_formed(value: Any) -> Any:
    """A JSON value whose texts have U+FFFD for each lone half of a surrogate pair.

    One character stands for one, so that spans of code points stay right.
    """
    if isinstance(value, str):
        return value if value.isascii() else _HALF.sub("\N{REPLACEMENT CHARACTER}", value)
    if isinstance(value, dict):
        return {well_formed(key): well_formed(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [well_formed(item) for item in value]
    return value
