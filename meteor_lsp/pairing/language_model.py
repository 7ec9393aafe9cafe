"""Detect languages by py3langid's model, without NumPy.

The model is naive Bayes over byte n-grams (Lui and Baldwin 2012, langid.py): an automaton finds the
n-grams in a text, and each that occurs n times adds log(1 + n) times its row of a table to the
scores of all languages. Importing NumPy for it would take longer than the computation.
"""

import ast
import lzma
import math
import shutil
import struct
import sys
import tempfile
import unicodedata
import zipfile
from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from operator import itemgetter
from pathlib import Path
from typing import Final, Self

from meteor_core import ResourceError
from meteor_core.words.languages import LANGUAGE_CODES

_FILE: Final = "data/model.npz.xz"

# NumPy's type names, in the notation of the module array.
_FORMATS: Final = {"<f4": "f", "<i4": "i", "<u2": "H", "<u4": "I"}
_HEADER_ENDS: Final = 10
"""Bytes of an .npy file before its header: magic, version, and the header's length."""


DEFAULT_LANGUAGE: Final = "en"
"""Language of texts that are too short for detection."""

_MIN_LETTERS: Final = 100
_MAX_SAMPLE_CHARS: Final = 4_000
_MIN_CERTAINTY: Final = 0.9


def detect_language(segments: Sequence[str]) -> str:
    """Detect the language of segments by their beginning; English if too short or uncertain."""
    sample = _sample(segments)
    if sum(map(str.isalpha, sample)) < _MIN_LETTERS:
        return DEFAULT_LANGUAGE
    language, certainty = _model().classify(sample)
    is_certain = certainty >= _MIN_CERTAINTY and language in LANGUAGE_CODES
    return language if is_certain else DEFAULT_LANGUAGE


def _sample(segments: Iterable[str]) -> str:
    sample = ""
    for segment in segments:
        sample += segment[: _MAX_SAMPLE_CHARS - len(sample)] + "\n"
        if len(sample) >= _MAX_SAMPLE_CHARS:
            break
    return sample


@cache
def _model() -> "LanguageModel":
    return LanguageModel.installed()


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageModel:
    """The model's tables.

    Attributes:
        languages: ISO 639-1 codes, with duplicates for several scripts.
        priors: log-probabilities.
        table: for each feature the weights of all languages, as half-precision floats.
        moves: rows of 256, the next state for each byte.
        rows: for each state the start of its row of moves.
        features: for each state the feature that ends in it, or -1.
    """

    languages: Sequence[str]
    priors: Sequence[float]
    table: memoryview
    moves: Sequence[int]
    rows: Sequence[int]
    features: Sequence[int]

    @classmethod
    def installed(cls) -> Self:
        """Load the model from the package py3langid.

        Raises:
            ResourceError: the package is missing, or its model has another layout.
        """
        found = find_spec("py3langid")
        if found is None or found.origin is None:
            raise ResourceError("py3langid is not installed; run: pip install 'meteorscope[lsp]'")
        file = Path(found.origin).parent / _FILE
        try:
            return cls._read(file)
        except (OSError, KeyError, ValueError, lzma.LZMAError, zipfile.BadZipFile) as error:
            raise ResourceError(f"{file}: not the model of py3langid 0.4: {error}") from error

    @classmethod
    def _read(cls, file: Path) -> Self:
        # In memory, the decompressed model would be held twice.
        with tempfile.TemporaryFile() as whole:
            with lzma.open(file) as compressed:
                shutil.copyfileobj(compressed, whole, 1 << 20)
            with zipfile.ZipFile(whole) as arrays:
                table = arrays.read("ptc.npy")
                rows = _numbers(arrays.read("nextmove_row.npy"))
                return cls(
                    languages=_texts(arrays.read("classes.npy")),
                    priors=_numbers(arrays.read("pc.npy")),
                    table=memoryview(table)[_start(table) :],
                    moves=_numbers(arrays.read("nextmove.npy")),
                    rows=array("I", [row << 8 for row in rows]),
                    features=_numbers(arrays.read("out_feat.npy")),
                )

    def classify(self, text: str) -> tuple[str, float]:
        """Return the language of a text, and the certainty from 0 to 1."""
        folded = text.lower() if text.isupper() else text
        data = unicodedata.normalize("NFC", folded).encode(errors="surrogatepass")
        scores = self._scores(self._counts(data))
        # The root of the length keeps certainties comparable between short and long texts.
        scale = math.sqrt(len(data) or 1)
        highest = max(scores)
        likelihoods = [math.exp((score - highest) / scale) for score in scores]
        total = sum(likelihoods)
        shares: dict[str, float] = {}
        for language, likelihood in zip(self.languages, likelihoods, strict=True):
            shares[language] = shares.get(language, 0.0) + likelihood / total
        return max(shares.items(), key=itemgetter(1))

    def _counts(self, data: bytes) -> Counter[int]:
        """Count the features in a text."""
        state, found = 0, []
        moves, rows, features = self.moves, self.rows, self.features
        for byte in data:
            state = moves[rows[state] + byte]
            if features[state] >= 0:
                found.append(features[state])
        return Counter(found)

    def _scores(self, counts: Counter[int]) -> list[float]:
        """Return the log-likelihood of each language; equal without features."""
        if not counts:
            return [0.0] * len(self.priors)
        row = struct.Struct(f"<{len(self.priors)}e")
        scores = list(self.priors)
        for feature, count in counts.items():
            share = math.log1p(count)
            weights = row.unpack_from(self.table, feature * row.size)
            scores = [score + share * weight for score, weight in zip(scores, weights, strict=True)]
        return scores


def _start(content: bytes) -> int:
    """Return the start of the values in an .npy file."""
    (length,) = struct.unpack_from("<H", content, _HEADER_ENDS - 2)
    return _HEADER_ENDS + int(length)


def _kind(content: bytes) -> str:
    """Return NumPy's name of the values' type."""
    header = ast.literal_eval(content[_HEADER_ENDS : _start(content)].decode("latin1"))
    return str(header["descr"])


def _numbers(content: bytes) -> "array[int]":
    numbers = array(_FORMATS[_kind(content)])
    numbers.frombytes(memoryview(content)[_start(content) :])
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def _texts(content: bytes) -> list[str]:
    """Decode texts of fixed length, such as ``<U3``."""
    values, size = content[_start(content) :], 4 * int(_kind(content).removeprefix("<U"))
    places = range(0, len(values), size)
    return [values[place : place + size].decode("utf-32-le").rstrip("\0") for place in places]
