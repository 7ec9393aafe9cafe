"""METEOR 1.5 with a few paraphrases of our own, for tests that show what it finds."""

import gzip
import shutil
from pathlib import Path
from typing import Final

import pytest

from tests.meteor15.program import installed_home

PARAPHRASES: Final = (
    ("a number of", "several"),
    ("in order to", "to"),
    ("was sitting", "sat"),
    ("the house", "home"),
)

HYPOTHESIS: Final = "In order to rest, a number of dancers was sitting at home in the U.S."
REFERENCE: Final = "Several dancers sat in the house to rest in the U.S. today."


def make_small_home(folder: Path, patch: pytest.MonkeyPatch) -> Path:
    """A home below a folder, and a cache of its own; without METEOR 1.5 the test is skipped.

    Processes that the test starts find both, too.
    """
    jar = installed_home().jar
    home = folder / "meteor-1.5"
    (home / "data").mkdir(parents=True)
    shutil.copy(jar, home)
    rows = "".join(f"0.5\n{source}\n{target}\n" for source, target in PARAPHRASES)
    (home / "data" / "paraphrase-en.gz").write_bytes(gzip.compress(rows.encode()))
    patch.setenv("METEORSCOPE_CACHE", str(folder / "paraphrases"))
    patch.setenv("METEOR_HOME", str(home))
    return home
