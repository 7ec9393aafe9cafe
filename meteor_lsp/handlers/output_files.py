"""Where reports and exports are written."""

import hashlib
import re
from pathlib import Path

from meteor_core import InputError
from meteor_core.runtime.cache_folder import reports_folder
from meteor_core.runtime.writing import write_file


def report_path(uri: str, name: str, extension: str) -> Path:
    """The file of a document's report; the same each time, so that a browser can reload it.

    Its name has no dots but before the extension: it must not look like one of a pair.
    """
    safe = re.sub(r"[^\w-]", "-", name)[:80]
    digest = hashlib.sha256(uri.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return reports_folder() / f"{safe}-{digest}.{extension}"


def write(path: Path, content: str) -> None:
    """Write a file atomically, and the folder that it is in.

    Raises:
        InputError: it cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None
    write_file(path, content.encode("utf-8", "backslashreplace"))
