"""The built front end that the package ships: a script and a style sheet for each kind of view."""

from pathlib import Path
from typing import Final

_FOLDER: Final = Path(__file__).parent / "static"

KINDS: Final = ("alignment", "alignments", "compare", "corpus", "review")
"""Of views; ``alignments`` has a page only."""


def script_of(kind: str) -> Path:
    """An ES module: anywidget's interface, and ``mount`` for pages without a kernel."""
    return _FOLDER / f"{kind}.js"


def styles_of(kind: str) -> Path:
    """All that the script of that kind asks for."""
    return _FOLDER / f"{kind}.css"
