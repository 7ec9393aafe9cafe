"""Settings for all tests."""

from hypothesis import settings

# A slow machine is no bug; what must not take long is measured by benchmarks/.
settings.register_profile("meteorscope", deadline=None)
settings.load_profile("meteorscope")
