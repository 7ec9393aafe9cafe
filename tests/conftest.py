"""Settings for all tests."""

import os
import time
from pathlib import Path
from typing import Final

import pytest
from hypothesis import settings

# What is compiled for a test stays out of the user's cache.
os.environ.setdefault("METEORSCOPE_CACHE", str(Path(__file__).parents[1] / "build" / "cache"))

# A slow machine is no bug; what must not take long is measured by benchmarks/. Hypothesis tries the
# same examples in each run, so that a change is judged by itself and not by chance; new examples
# are tried where METEORSCOPE_EXPLORE=1 asks for them.
settings.register_profile(
    "meteorscope", deadline=None, derandomize=os.environ.get("METEORSCOPE_EXPLORE") != "1"
)
settings.load_profile("meteorscope")

_UNTIL: Final = float(os.environ.get("METEORSCOPE_TESTS_UNTIL", "inf"))


def pytest_runtest_setup() -> None:
    """A run of limited time leaves out what it does not come to."""
    if time.time() > _UNTIL:
        pytest.skip("the time is up; make test runs it")


@pytest.fixture
def without_git_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A person without a configuration of git."""
    (tmp_path / "home").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
