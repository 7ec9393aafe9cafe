"""The language of texts of which neither configuration nor name tells it."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final

from meteor_core.words.languages import LANGUAGE_CODES

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
    language, certainty = _identifier().classify(sample)
    certain = certainty >= _LEAST_CERTAIN and language in LANGUAGE_CODES
    return str(language) if certain else DEFAULT_LANGUAGE


def _sample(segments: Iterable[str]) -> str:
    sample = ""
    for segment in segments:
        sample += segment[: _MOST_CHARACTERS - len(sample)] + "\n"
        if len(sample) >= _MOST_CHARACTERS:
            break
    return sample


@lru_cache(maxsize=1)
def _identifier() -> Any:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
