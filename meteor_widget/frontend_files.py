"""The built front end in the package: a script and a style sheet for each kind of view."""

from pathlib import Path
from typing import Final

_FOLDER: Final = Path(__file__).parent / "static"

KINDS: Final = ("agreement", "alignment", "alignments", "compare", "corpus", "review")
"""Kinds of views; ``alignments`` exists only as a page."""


def script_of(kind: str) -> Path:
    """Return an ES module: anywidget's interface, and ``mount`` for pages without a kernel."""
    return _FOLDER / f"{kind}.js"


def styles_of(kind: str) -> Path:
    """Return the style sheet that the script of that kind needs."""
    return _FOLDER / f"{kind}.css"
