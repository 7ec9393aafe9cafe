"""Which file belongs to which: all rules of pairing.

``X.hyp.EXT`` is the hypothesis of ``X.ref.EXT``, and for post-editing ``X.mt.EXT`` that of
``X.pe.EXT``, in the same folder. Where EXT is the code of a language (``news.hyp.de``), it is
the language of the text.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from meteor_core.languages import LANGUAGE_CODES

_ROLES: Final = (("hyp", "ref"), ("mt", "pe"))
"""What the two files of a pair are called: what is scored, and what it is scored against."""

_NAME: Final = re.compile(r"(?P<stem>.+)\.(?P<role>hyp|ref|mt|pe)\.(?P<extension>[^.]+)", re.DOTALL)

WATCHED: Final = "**/*.{hyp,ref,mt,pe}.*"
"""Glob of all files that can belong to a pair."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A hypothesis file and its reference file.

    Attributes:
        hypothesis: path of the file that is scored.
        reference: path of the file that it is scored against.
        language: ISO 639-1 code that the name tells, if it does.
    """

    hypothesis: Path
    reference: Path
    language: str | None


def pair_of(path: Path) -> Pair | None:
    """The pair that a file belongs to, on either side; whether the other file exists or not."""
    name = _NAME.fullmatch(path.name)
    if name is None:
        return None
    hypothesis, reference = next(roles for roles in _ROLES if name["role"] in roles)
    stem, extension = name["stem"], name["extension"]
    return Pair(
        hypothesis=path.with_name(f"{stem}.{hypothesis}.{extension}"),
        reference=path.with_name(f"{stem}.{reference}.{extension}"),
        language=extension.lower() if extension.lower() in LANGUAGE_CODES else None,
    )
