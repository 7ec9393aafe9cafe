"""Documents by their URIs. Editors write the same URI in more ways than one."""

import os
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import Final
from urllib.parse import quote, unquote

from pygls.uris import to_fs_path

_KEPT: Final = 50_000
"""URIs whose other spellings are kept: every edit asks for a few, a workspace for all it has."""


@lru_cache(_KEPT)
def path_of(uri: str) -> Path | None:
    """The absolute path of a file URI; None for any other document."""
    try:
        path = to_fs_path(uri.replace(";", "%3B"))  # which would end the path there
        os.fsencode(path or "")
    except ValueError:  # no URI at all, or half a surrogate pair
        return None
    if not path or "\0" in path or not Path(path).is_absolute():
        return None
    return Path(path)


@lru_cache(_KEPT)
def key_of(uri: str) -> str:
    """One spelling for all URIs of the same document; it is its own key."""
    path = path_of(uri)
    return path.as_uri() if path is not None else quote(unquote(uri), safe=":/", errors="replace")


def name_of(uri: str) -> str:
    """The name of a document without its folder."""
    path = path_of(uri)
    if path is not None:
        return path.name
    return PurePosixPath(unquote(uri).partition(":")[2] or unquote(uri)).name


def sibling(uri: str, name: str) -> str:
    """The URI of a document of another name in the same folder."""
    path = path_of(uri)
    if path is not None:
        return path.with_name(name).as_uri()
    return key_of(quote(unquote(uri)[: -len(name_of(uri)) or None] + name, safe=":/"))
