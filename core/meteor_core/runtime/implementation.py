"""Choose the implementation: the compiled kernel if installed, else Python.

Both give equal results. The environment variable METEOR_IMPLEMENTATION chooses between them:
``auto``, the default, ``python`` or ``compiled``. It is read once, when something is first scored
or asks; ``import meteor_core`` alone never fails on it.
"""

import importlib
import importlib.util
import os
import warnings
from dataclasses import dataclass
from functools import cache
from importlib.machinery import ModuleSpec
from typing import Final, Literal

from ..errors import ParameterError, ResourceError
from ..version import VERSION

CHOICES: Final = ("auto", "python", "compiled")
_VARIABLE: Final = "METEOR_IMPLEMENTATION"
_EXTENSION: Final = "meteor_core._kernel"
_REMEDY: Final = (
    "reinstall meteorscope where there is a C++17 compiler, with METEOR_BUILD=compiled, which "
    "says what a build lacks"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Implementation:
    """The implementation of this process, and the reason.

    Attributes:
        name: "compiled", and ``from . import _kernel`` works; or "python".
        reason: Why it is this one, in a sentence.
    """

    name: Literal["compiled", "python"]
    reason: str


@cache
def chosen_implementation() -> Implementation:
    """Return the implementation, chosen by METEOR_IMPLEMENTATION or by availability.

    Raises:
        ParameterError: METEOR_IMPLEMENTATION is invalid.
        ResourceError: It demands the compiled kernel, which is missing or cannot be loaded.
    """
    wanted = os.environ.get(_VARIABLE) or "auto"
    if wanted not in CHOICES:
        raise ParameterError(f"{_VARIABLE} is '{wanted}'; choose one of: {', '.join(CHOICES)}")
    if wanted == "python":
        return Implementation(name="python", reason=f"{_VARIABLE} is 'python'")
    extension = importlib.util.find_spec(_EXTENSION)
    defect = _defect(extension)
    if defect is None:
        return Implementation(name="compiled", reason=f"{_EXTENSION} is installed")
    if wanted == "compiled":
        raise ResourceError(f"{_VARIABLE} is 'compiled', but {defect}; {_REMEDY}")
    if extension is not None:  # the user expects it to be used
        message = f"{defect}; Python computes instead, which is slower; {_REMEDY}"
        warnings.warn(message, RuntimeWarning, stacklevel=2)
    return Implementation(name="python", reason=f"{defect}; {_REMEDY}")


def _defect(extension: ModuleSpec | None) -> str | None:
    """Return the reason why the extension cannot be used; None if it can."""
    if extension is None:
        return f"the extension {_EXTENSION} is not installed"
    try:
        kernel = importlib.import_module(_EXTENSION)
    except ImportError as error:
        return f"the extension {extension.origin} cannot be loaded ({error})"
    version = getattr(kernel, "VERSION", "unknown")
    if version != VERSION:
        return f"the extension {extension.origin} is of version {version}, not {VERSION}"
    return None
