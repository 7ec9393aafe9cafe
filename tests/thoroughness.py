"""How often tests try something at random: some times in ``make test``, more in ``make slow``.

``make slow`` runs them by their mark, and sets ``METEORSCOPE_THOROUGH``. What would take
minutes there is tried in full only where ``METEORSCOPE_EVERY_SEGMENT=1`` asks for it.
"""

import os
from typing import Final

import pytest

_IS_THOROUGH: Final = os.environ.get("METEORSCOPE_THOROUGH") == "1"
EVERY_SEGMENT: Final = os.environ.get("METEORSCOPE_EVERY_SEGMENT") == "1"

more_when_thorough = pytest.mark.thorough


def tries(usual: int, *, thorough: int) -> int:
    """How often to try; a test that asks this is marked with ``more_when_thorough``."""
    return thorough if _IS_THOROUGH else usual
