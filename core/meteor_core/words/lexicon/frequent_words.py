"""Frequent English words with their stems and synsets, as the analysis of words would find them.

For the kernel alone, so that most words of a text are known when a process meets them first.
``scripts/build_frequent_words.py`` makes the file, which is mapped into memory, and describes it.
"""

import sys
from functools import cache
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import TYPE_CHECKING, Final

from .wordnet import VERSION

if TYPE_CHECKING:  # there is no kernel everywhere
    from ... import _kernel

PATH: Final = Path(__file__).parent / "data" / "frequent-words.en"


def resources(stemmer: str) -> str:
    """Name what decides on stems and synsets, given the stemmer's name and version."""
    return f"{stemmer} wordnet-{VERSION}"


def frequent_words(stemmer: str) -> "_kernel.FrequentWords | None":
    """Return the words, if their stems are those of this stemmer; the kernel must be there."""
    if sys.byteorder != "little" or (found := _frequent_words()).resources != resources(stemmer):
        return None
    return found


@cache
def _frequent_words() -> "_kernel.FrequentWords":
    from ... import _kernel

    with PATH.open("rb") as file:
        return _kernel.FrequentWords(mmap(file.fileno(), 0, access=ACCESS_READ))
