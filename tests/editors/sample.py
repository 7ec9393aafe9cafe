"""A pair of texts in many scripts for real editors, and what they have to show of it.

Expected scores come from meteor_core directly, by a path that does not pass the server. Settings
come from docs/editors.md, as they stand there.
"""

import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from meteor_core import Meteor

ROOT: Final = Path(__file__).parents[2]

LOW: Final = 0.3
"""The threshold in the documented settings."""

EMOJI_ROW: Final = 1
"""The row that tests edit: units of columns differ most in it."""

HYPOTHESES: Final = (
    "The cat sat on the mat",
    "👩‍🚀 Astronauts 🚀 land on the 🌕 moon today",
    "東京 の 天気 は 晴れ です 𠮷野家",
    "Le cafe\u0301 de\u0301ja\u0300 ferme\u0301 a\u0300 midi",
    "ذهب الولد إلى المدرسة اليوم",
    "🙈 Nothing 𠮷 here agrees with any of it 🙈",
    "The last line, naïve and short",
)
REFERENCES: Final = (
    "On the mat sat the cat",
    "Today 👩‍🚀 the astronauts land on the moon 🌕",
    "東京 の 今日 の 天気 は 晴れ です 𠮷野家",
    "Le cafe\u0301 est de\u0301ja\u0300 ferme\u0301 a\u0300 midi",
    "ذهب الولد صباح اليوم إلى المدرسة",
    "Quite another sentence stood at this place",
    "The last line is naïve and short",
)

WORD: Final = "moon"
IN_ITS_PLACE: Final = "🌖 cheese é"

EDITED: Final = tuple(
    line.replace(WORD, IN_ITS_PLACE) if row == EMOJI_ROW else line
    for row, line in enumerate(HYPOTHESES)
)
"""The hypotheses after the edit that tests make in the editor."""


def scores(hypotheses: Sequence[str], references: Sequence[str] = REFERENCES) -> list[float]:
    """The scores of hypotheses, against the references of this sample unless others are given."""
    meteor = Meteor(language="en")
    return [
        meteor.score(hypothesis, [reference]).score
        for hypothesis, reference in zip(hypotheses, references, strict=True)
    ]


def low_rows(hypotheses: Sequence[str], references: Sequence[str] = REFERENCES) -> list[int]:
    """The rows that are reported on."""
    return [row for row, score in enumerate(scores(hypotheses, references)) if score < LOW]


def write_pair(folder: Path) -> Path:
    """Write both files into a folder; the hypothesis."""
    for name, lines in (("demo.hyp.en", HYPOTHESES), ("demo.ref.en", REFERENCES)):
        (folder / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return folder / "demo.hyp.en"


def documented_settings(heading: str, language: str) -> str:
    """The first block in a language below a heading of docs/editors.md."""
    document = (ROOT / "docs" / "editors.md").read_text(encoding="utf-8")
    found = re.search(rf"^(##+) {re.escape(heading)}$", document, re.MULTILINE)
    assert found, f"docs/editors.md has no heading '{heading}'"
    section = document[found.end() :].partition(f"\n{found[1]} ")[0]
    block = section.partition(f"```{language}\n")[2].partition("```\n")[0]
    assert block, f"docs/editors.md has no block of {language} below '{heading}'"
    return block


def path_with_server(folder: Path) -> str:
    """A search path on which ``meteor-lsp`` is the server of this very Python."""
    program = folder / "meteor-lsp"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m meteor_lsp "$@"\n')
    program.chmod(0o755)
    return os.pathsep.join([str(folder), os.environ["PATH"]])
