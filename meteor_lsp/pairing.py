"""Which file belongs to which: all rules of pairing.

``X.hyp.EXT`` is the hypothesis of ``X.ref.EXT``, in the same folder. Where EXT is the code of a
language (``news.hyp.de``), it is the language of the text.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from meteor_core.languages import LANGUAGE_CODES

_NAME: Final = re.compile(r"(?P<stem>.+)\.(?P<role>hyp|ref)\.(?P<extension>[^.]+)", re.DOTALL)


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
    stem, extension = name["stem"], name["extension"]
    return Pair(
        hypothesis=path.with_name(f"{stem}.hyp.{extension}"),
        reference=path.with_name(f"{stem}.ref.{extension}"),
        language=extension.lower() if extension.lower() in LANGUAGE_CODES else None,
    )
