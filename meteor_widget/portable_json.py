"""JSON that every message and page can carry.

A Python string may hold one half of a surrogate pair, for example from truncated JSON or from a
file name that is not UTF-8. UTF-8 cannot encode it, so Jupyter cannot send or save it.
"""

import gzip
import json
import re
from collections.abc import Sequence
from typing import Any, Final

_HALF: Final = re.compile("[\ud800-\udfff]")


def well_formed(value: Any) -> Any:
    """Return the JSON value with U+FFFD in place of each lone half of a surrogate pair.

    One character replaces one, so that spans of code points stay valid.
    """
    if isinstance(value, str):
        return value if value.isascii() else _HALF.sub("\N{REPLACEMENT CHARACTER}", value)
    if isinstance(value, dict):
        return {well_formed(key): well_formed(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [well_formed(item) for item in value]
    return value


def json_bytes(value: Any) -> bytes:
    """Return JSON as UTF-8, with the replacement character for each lone surrogate."""
    return _HALF.sub("\N{REPLACEMENT CHARACTER}", json.dumps(value, ensure_ascii=False)).encode()


def compressed_blocks(items: Sequence[Any], size: int) -> list[bytes]:
    """Return items as gzipped JSON lists of ``size`` items each."""
    return [
        gzip.compress(json_bytes(items[start : start + size]), mtime=0)
        for start in range(0, len(items), size)
    ]
