"""JSON as bytes, for front ends and pages: a host's own JSON fails at lone surrogates."""

import gzip
import json
import re
from collections.abc import Sequence
from typing import Any, Final

_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def json_bytes(value: Any) -> bytes:
    """Return JSON as UTF-8, with the replacement character for each lone surrogate."""
    return _SURROGATE.sub(
        "\N{REPLACEMENT CHARACTER}", json.dumps(value, ensure_ascii=False)
    ).encode()


def compressed_blocks(items: Sequence[Any], size: int) -> list[bytes]:
    """Return items as gzipped JSON lists of ``size`` items each."""
    return [
        gzip.compress(json_bytes(items[start : start + size]), mtime=0)
        for start in range(0, len(items), size)
    ]
