"""The variants that work here: METEOR 1.5 only where its files are."""

from importlib.util import find_spec
from typing import Final

import pytest

from meteor_core import VARIANTS

METEOR_IS_THERE: Final = find_spec("pycocoevalcap") is not None

USABLE_VARIANTS: Final = tuple(
    variant.name
    for variant in VARIANTS.values()
    if not variant.program  # its table of paraphrases takes a minute to compile
)

needs_meteor = pytest.mark.skipif(
    not METEOR_IS_THERE, reason="METEOR 1.5 is not here: the package pycocoevalcap has it"
)
