"""Live alignments in notebooks: each view is an ipywidget, and a page of its own without one.

>>> from meteor_widget import AlignmentView  # doctest: +SKIP
>>> AlignmentView("We danced with glee", ["We danced with joy"])  # doctest: +SKIP
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .alignment_view import AlignmentView
    from .compare_view import CompareView
    from .corpus_view import CorpusView
    from .review_view import ReviewView

_HOME = {
    "AlignmentView": ".alignment_view",
    "CompareView": ".compare_view",
    "CorpusView": ".corpus_view",
    "ReviewView": ".review_view",
}

__all__ = ["AlignmentView", "CompareView", "CorpusView", "ReviewView"]


def __getattr__(name: str) -> Any:
    """Import a view when it is asked for: pages and pictures need no notebook's packages."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOME[name], __name__), name)
