"""Live alignments in notebooks. Each view is an ipywidget and can be saved as an HTML page.

>>> from meteor_widget import AlignmentView  # doctest: +SKIP
>>> AlignmentView("We danced with glee", ["We danced with joy"])  # doctest: +SKIP
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from meteor_core.errors import require_extra

if TYPE_CHECKING:
    from .agreement.view import AgreementView
    from .alignment.view import AlignmentView
    from .compare.view import CompareView
    from .corpus.view import CorpusView
    from .review.view import ReviewView

_HOME = {
    "AgreementView": ".agreement.view",
    "AlignmentView": ".alignment.view",
    "CompareView": ".compare.view",
    "CorpusView": ".corpus.view",
    "ReviewView": ".review.view",
}

_PACKAGES = ("anywidget", "ipywidgets", "traitlets", "numpy")
"""Packages that the extra installs."""

__all__ = ["AgreementView", "AlignmentView", "CompareView", "CorpusView", "ReviewView"]


def __getattr__(name: str) -> Any:
    """Import a view on first use: pages and pictures need none of a notebook's packages."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    require_extra(f"{name} needs", "widget", _PACKAGES)
    return getattr(import_module(_HOME[name], __name__), name)


def __dir__() -> list[str]:
    """List the views too, which are imported on first use."""
    return sorted({*globals(), *__all__})
