"""Locate the folder for files that can be recreated: compiled tables, and reports of the server.

With them, where a server stood still that ended for it.
"""

import os
import sys
from pathlib import Path
from typing import Final

ENVIRONMENT_VARIABLE: Final = "METEORSCOPE_CACHE"


def cache_folder() -> Path:
    """Return the folder that METEORSCOPE_CACHE names, else the one in the user's cache folder."""
    if named := os.environ.get(ENVIRONMENT_VARIABLE):
        return Path(named).expanduser()
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return (Path(local) if local else Path.home() / "AppData/Local") / "meteorscope" / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches/meteorscope"
    named = os.environ.get("XDG_CACHE_HOME", "")
    # By the XDG specification a relative path is not valid, and not heeded.
    return (Path(named) if Path(named).is_absolute() else Path.home() / ".cache") / "meteorscope"


def reports_folder() -> Path:
    """Return the folder of the reports that the server writes to be shown."""
    return cache_folder() / "reports"


def stack_file() -> Path:
    """Return the file with what the server did that stood still last."""
    return cache_folder() / "stood-still.txt"
