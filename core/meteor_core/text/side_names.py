"""Names of files that say which side of a comparison a file is."""

import re
from collections.abc import Iterable
from pathlib import PurePath
from typing import Final

_SIDES: Final = {
    "hypothesis": re.compile(
        r"hyp|hyps|hypothesis|hypotheses|mt|output|outputs|pred|preds|predictions?", re.IGNORECASE
    ),
    "reference": re.compile(r"refs?[0-9]*|references?[0-9]*|pe|gold", re.IGNORECASE),
}


def note_on_swapped(hypotheses: Iterable[str], references: Iterable[str]) -> str:
    """Return a warning about files whose names contradict their sides, or nothing.

    Args:
        hypotheses: names of the files that are scored.
        references: names of the files that they are scored against.
    """
    scored = next((name for name in hypotheses if side_of(name) == "reference"), None)
    against = next((name for name in references if side_of(name) == "hypothesis"), None)
    if scored is None or against is None:
        return ""
    one, other = PurePath(scored).name, PurePath(against).name
    return f"{one} is scored against {other}, but its name says reference; are they swapped?"


def side_of(name: str) -> str | None:
    """Return the side that a file name suggests; None if neither or both.

    The last part of a name is mostly a language or a format: only where no other says a side, it
    does (``news.ref``, but not ``news.hyp.mt``, which is Maltese).
    """
    parts = [part for part in re.split(r"[._-]", PurePath(name).name) if part]
    for those in (parts[:-1], parts[-1:]):
        said = {side for side, words in _SIDES.items() if any(map(words.fullmatch, those))}
        if said:
            return said.pop() if len(said) == 1 else None
    return None
