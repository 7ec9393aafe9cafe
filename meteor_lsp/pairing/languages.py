"""The language of texts of which neither configuration nor name tells it."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from meteor_core.words.languages import LANGUAGE_CODES

from .language_model import LanguageModel

DEFAULT_LANGUAGE: Final = "en"
"""Of texts that are too short to tell."""

_FEWEST_LETTERS: Final = 100
_MOST_CHARACTERS: Final = 4_000
_LEAST_CERTAIN: Final = 0.9


def detect_language(segments: Sequence[str]) -> str:
    """The language of segments, by their beginning; English where there is too little to tell."""
    sample = _sample(segments)
    if sum(map(str.isalpha, sample)) < _FEWEST_LETTERS:
        return DEFAULT_LANGUAGE
    language, certainty = _model().classify(sample)
    certain = certainty >= _LEAST_CERTAIN and language in LANGUAGE_CODES
    return language if certain else DEFAULT_LANGUAGE


def _sample(segments: Iterable[str]) -> str:
    sample = ""
    for segment in segments:
        sample += segment[: _MOST_CHARACTERS - len(sample)] + "\n"
        if len(sample) >= _MOST_CHARACTERS:
            break
    return sample


@cache
def _model() -> LanguageModel:
    return LanguageModel.installed()
