"""How often tests try random inputs.

``make test`` tries the usual number. ``make slow`` selects these tests by their mark and sets
``METEORSCOPE_THOROUGH``. Under sanitizers a step takes ten times as long, and a harness of their
own tries random inputs: ``METEORSCOPE_TRIES`` is a share of the usual number. What would take
minutes is tried in full only with ``METEORSCOPE_EVERY_SEGMENT=1``.
"""

import os
from typing import Final

import pytest

_IS_THOROUGH: Final = os.environ.get("METEORSCOPE_THOROUGH") == "1"
_SHARE: Final = float(os.environ.get("METEORSCOPE_TRIES", "1"))
EVERY_SEGMENT: Final = os.environ.get("METEORSCOPE_EVERY_SEGMENT") == "1"

more_when_thorough = pytest.mark.thorough


def tries(usual: int, *, thorough: int) -> int:
    """Return the number of random inputs to try; mark such tests with ``more_when_thorough``."""
    return thorough if _IS_THOROUGH else max(1, round(usual * _SHARE))
