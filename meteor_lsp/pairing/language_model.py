"""The model of py3langid, read and applied without NumPy.

The model is naive Bayes over byte n-grams (Lui and Baldwin 2012, langid.py): an automaton finds the
n-grams in a text, and each that occurs n times adds log(1 + n) times its row of a table to the
scores of all languages. py3langid computes this with NumPy, which weighs more than all the rest of
the server and takes longer to load than this takes to compute.
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
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from operator import itemgetter
from pathlib import Path
from typing import Final, Self

from meteor_core import ResourceError

_FILE: Final = "data/model.npz.xz"

# NumPy's names of types, as the module array has them.
_FORMATS: Final = {"<f4": "f", "<i4": "i", "<u2": "H", "<u4": "I"}
_HEADER_ENDS: Final = 10
"""Bytes of an .npy file before its header: magic, version, and the header's length."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageModel:
    """The model.

    Attributes:
        languages: ISO 639-1 codes; one may stand twice, for two scripts.
        priors: the log-probability of each.
        table: for each feature the weights of all languages, as half-precision floats.
        moves: rows of 256, the next state for each byte.
        rows: for each state where its row of moves begins.
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
        """The model that the package py3langid carries.

        Raises:
            ResourceError: the package is not installed, or its model has another layout.
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
        # By way of a file: all of it, decompressed, would be in memory twice.
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
        """The language of a text, and the model's certainty from 0 to 1."""
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
        """How often each feature occurs."""
        state, found = 0, []
        moves, rows, features = self.moves, self.rows, self.features
        for byte in data:
            state = moves[rows[state] + byte]
            if features[state] >= 0:
                found.append(features[state])
        return Counter(found)

    def _scores(self, counts: Counter[int]) -> list[float]:
        """The log-likelihood of each language; without a feature, none is likelier."""
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
    """Where the values of an .npy file begin."""
    (length,) = struct.unpack_from("<H", content, _HEADER_ENDS - 2)
    return _HEADER_ENDS + int(length)


def _kind(content: bytes) -> str:
    """The type of the values, as NumPy names it."""
    header = ast.literal_eval(content[_HEADER_ENDS : _start(content)].decode("latin1"))
    return str(header["descr"])


def _numbers(content: bytes) -> "array[int]":
    numbers = array(_FORMATS[_kind(content)])
    numbers.frombytes(memoryview(content)[_start(content) :])
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def _texts(content: bytes) -> list[str]:
    """Texts of a fixed number of code points, as ``<U3`` has them."""
    values, size = content[_start(content) :], 4 * int(_kind(content).removeprefix("<U"))
    places = range(0, len(values), size)
    return [values[place : place + size].decode("utf-32-le").rstrip("\0") for place in places]
