"""Which segments have a text, or a text that a regular expression matches.

A regular expression can take longer than the age of the world on a short text, and nothing can
stop it within this process. So another process searches, which ends when its time is up.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meteor_core.errors import ParameterError, ResourceError

_SECONDS: Final = 5.0
"""After which a search is given up."""

_SEARCH: Final = """
import json, re, sys
pattern, rows = json.load(sys.stdin)
find = re.compile(pattern, re.IGNORECASE).search
json.dump([row for row, texts in enumerate(rows) if any(map(find, texts))], sys.stdout)
"""


def rows_with(text: str, rows: Iterable[Sequence[str]], *, is_pattern: bool) -> NDArray[np.uint32]:
    """Return the rows with a text that contains this one, whatever the letter case.

    Args:
        text: the text to search for.
        rows: the texts of each.
        is_pattern: whether it is a regular expression of Python's.

    Returns:
        Indices from 0, ascending.

    Raises:
        ParameterError: it is no regular expression, or takes too long.
        ResourceError: no other process can be started.
    """
    if is_pattern:
        return np.array(_matching(text, list(rows)), np.uint32)
    wanted = text.lower()
    return np.fromiter(
        (row for row, texts in enumerate(rows) if any(wanted in one.lower() for one in texts)),
        np.uint32,
    )


def require_pattern(text: str) -> None:
    """Reject an invalid regular expression.

    Raises:
        ParameterError: the expression is invalid; the message says what is wrong, and where.
    """
    try:
        re.compile(text, re.IGNORECASE)
    except (re.error, OverflowError, RecursionError, ValueError) as error:
        raise ParameterError(f"“{text[:60]}” is no regular expression: {error}") from None


def _matching(pattern: str, rows: Sequence[Sequence[str]]) -> list[int]:
    require_pattern(pattern)
    command = [sys.executable, "-I", "-S", "-c", _SEARCH]
    try:
        done = subprocess.run(  # noqa: S603  # this Python, and a script of ours
            command,
            input=json.dumps([pattern, rows]),
            capture_output=True,
            check=True,
            text=True,
            encoding="ascii",
            timeout=_SECONDS,
        )
    except subprocess.TimeoutExpired:
        raise ParameterError(
            f"the search for “{pattern[:60]}” took more than {_SECONDS:.0f} seconds and was given "
            "up; repetitions within repetitions, as in (a+)+, take that long"
        ) from None
    except (OSError, TypeError, subprocess.CalledProcessError) as error:
        raise ResourceError(
            f"regular expressions are searched for by another process, which failed: {error}"
        ) from None
    found: list[int] = json.loads(done.stdout)
    return found
