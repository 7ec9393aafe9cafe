"""Compare documents by URI, which editors spell in several ways."""

import os
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import Final
from urllib.parse import quote, unquote

from pygls.uris import to_fs_path

_CACHED_URIS: Final = 50_000
"""Every edit needs a few URIs, a workspace all of its files."""


@lru_cache(_CACHED_URIS)
def path_of(uri: str) -> Path | None:
    """Return the absolute path of a file URI; None for other documents."""
    try:
        path = to_fs_path(uri.replace(";", "%3B"))  # a semicolon would end the path
        os.fsencode(path or "")
    except ValueError:  # an invalid URI, or a lone surrogate
        return None
    if not path or "\0" in path or not Path(path).is_absolute():
        return None
    return Path(path)


@lru_cache(_CACHED_URIS)
def key_of(uri: str) -> str:
    """Return the canonical URI of a document."""
    path = path_of(uri)
    return path.as_uri() if path is not None else quote(unquote(uri), safe=":/", errors="replace")


def name_of(uri: str) -> str:
    """Return the file name of a document."""
    path = path_of(uri)
    if path is not None:
        return path.name
    return PurePosixPath(unquote(uri).partition(":")[2] or unquote(uri)).name


def sibling(uri: str, name: str) -> str:
    """Return the URI of another document in the same folder."""
    path = path_of(uri)
    if path is not None:
        return path.with_name(name).as_uri()
    return key_of(quote(unquote(uri)[: -len(name_of(uri)) or None] + name, safe=":/"))
