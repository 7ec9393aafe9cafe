"""Settings for all tests."""

import os
from pathlib import Path

from hypothesis import settings

# What is compiled for a test stays out of the user's cache.
os.environ.setdefault("METEORSCOPE_CACHE", str(Path(__file__).parents[1] / "build" / "cache"))

# A slow machine is no bug; what must not take long is measured by benchmarks/.
settings.register_profile("meteorscope", deadline=None)
settings.load_profile("meteorscope")
