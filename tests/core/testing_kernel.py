"""The bindings of the kernel that tests alone use, built when a test first asks for them."""

import importlib.util
import os
import subprocess
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pytest

from meteor_core.runtime.implementation import chosen_implementation

_BUILD: Final = Path(__file__).parents[2] / "core" / "hatch_build.py"
_NAME: Final = "_kernel_testing"


def load_testing_kernel() -> Any:
    """Return the extension; skip the test where it cannot be built.

    ``METEOR_TESTING_KERNEL`` names one that is built already.
    """
    kernel = _load()
    if isinstance(kernel, str):
        pytest.skip(kernel)
    return kernel


@cache
def _load() -> ModuleType | str:
    chosen = chosen_implementation()
    if chosen.name != "compiled":
        return f"Python computes here: {chosen.reason}"
    built = os.environ.get("METEOR_TESTING_KERNEL")
    if built is not None:
        return _module(_NAME, Path(built))
    try:
        build = _module("hatch_build", _BUILD)
    except ImportError as error:
        return f"needs the build tools: pip install -e .[dev] ({error})"
    try:
        return _module(_NAME, build.build_testing_extension())
    except build.BuildError as error:
        if isinstance(error.__cause__, subprocess.CalledProcessError):
            raise  # the compiler is there, and rejects the sources
        return str(error)


def _module(name: str, path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
