"""The built front end that the package ships: one script and one style sheet."""

from pathlib import Path
from typing import Final

_FOLDER: Final = Path(__file__).parent / "static"

SCRIPT: Final = _FOLDER / "meteorscope.js"
"""An ES module. Exports anywidget's interface, and ``mount`` for pages without a kernel."""

STYLES: Final = _FOLDER / "meteorscope.css"
