# The compiled kernel; its sources are in core/kernel. It may be absent, or of another version: only
# what found `chosen_implementation().name == "compiled"` imports it.

from array import array
from collections.abc import Callable, Container, Iterable, Sequence
from mmap import mmap
from pathlib import Path
from typing import TypeAlias

from .score.alignment import TokenRow
from .score.results import SegmentResult
from .score.signature import Signature
from .words.explainer import Explainer
from .words.lexicon.synset_index import SynsetLists

VERSION: str

class SynsetIndex:
    def __init__(self, content: bytes | mmap) -> None: ...
    def synsets_of(self, words: Sequence[str]) -> SynsetLists: ...
    def row(self, number: int) -> str: ...

class FrequentWords:
    def __init__(self, content: bytes | mmap) -> None: ...
    @property
    def resources(self) -> str: ...

class NltkStems:
    def stems_of(self, words: list[str]) -> list[str]: ...

class NltkSynonyms:
    def __init__(self, index: SynsetIndex) -> None: ...

class PhraseTable:
    def __init__(self, path: Path) -> None: ...
    def word_numbers(self, words: list[str]) -> list[int]: ...
    def matches(
        self, sources: Sequence[int], targets: Sequence[int]
    ) -> list[tuple[int, int, int, int]]: ...

class PhraseTableBuilder:
    def __init__(self, spelling: Callable[[bytes], bytes]) -> None: ...
    def feed(self, block: bytes) -> None: ...
    def end(self) -> int: ...
    def compile(self) -> tuple[bytes, bytes, bytes, bytes, bytes, bytes]: ...
    @property
    def rows(self) -> int: ...

class Vocabulary:
    def __init__(self, identity_by_stage: Sequence[bool]) -> None: ...
    def add_type(
        self, keys: Sequence[tuple[Sequence[int], Sequence[int]]], *, is_function_word: bool
    ) -> int: ...
    def add_surface(self, surface: str, number: int) -> None: ...
    def find(self, surfaces: Iterable[str]) -> list[int]: ...
    def rows(self, tokenizer: str, texts: Iterable[str]) -> tuple[list[list[int]], list[str]]: ...
    def hypothesis_keys(self, stage: int, number: int) -> list[int]: ...
    def reference_keys(self, stage: int, number: int) -> list[int]: ...
    def key_count(self, stage: int) -> int: ...
    def is_function_word(self, number: int) -> bool: ...
    @property
    def types(self) -> int: ...
    @property
    def surfaces(self) -> int: ...
    @property
    def memory(self) -> int: ...

class MeasureParameters:
    def __init__(
        self,
        *,
        alpha: float,
        beta: float,
        gamma: float,
        weights: Sequence[float],
        waive_perfect: bool,
        stepwise: bool,
        fits: bool,
        alpha_ratio: tuple[int, int],
        gamma_ratio: tuple[int, int],
        delta_ratio: tuple[int, int] | None,
        weight_numerators: Sequence[int],
        weight_denominator: int,
    ) -> None: ...

def measure(
    parameters: MeasureParameters, counts: Sequence[int]
) -> tuple[float, float, float, float, float, float] | None: ...

class TypeRows:
    def __len__(self) -> int: ...

KeyArrays: TypeAlias = tuple[array[int], array[int], array[int], array[int]]
KeySource: TypeAlias = (
    Callable[[list[str]], KeyArrays | list[str]] | SynsetIndex | NltkStems | NltkSynonyms | None
)

class TypeAnalysis:
    def __init__(
        self,
        *,
        fold: Callable[[str], str],
        lowers_ascii: bool,
        key_sources: Sequence[KeySource],
        function_words: Container[str],
        word_number: Callable[[str], int] | None,
        frequent_words: FrequentWords | None,
    ) -> None: ...
    def add(self, vocabulary: Vocabulary, rows: TypeRows) -> None: ...

def type_rows(
    vocabulary: Vocabulary,
    *,
    tokenizer: str | MeteorNormalizer,
    texts: tuple[str | None, ...] | bytes,
    add_surfaces: Callable[[TypeRows], None],
) -> TypeRows: ...
def token_row(
    vocabulary: Vocabulary,
    tokenizer: str | MeteorNormalizer,
    text: str,
    add_surfaces: Callable[[TypeRows], None],
    maker: ValueMaker,
) -> TokenRow: ...

class ValueMaker:
    def __init__(self, value: type, fields: tuple[str, ...]) -> None: ...

class ResultMakers:
    def __init__(
        self,
        *,
        token_row: ValueMaker,
        statistics: ValueMaker,
        measures: ValueMaker,
        alignment: ValueMaker,
        result: ValueMaker,
    ) -> None: ...

class Scorer:
    def __init__(
        self,
        *,
        search: str,
        budget: int,
        beam_width: int,
        exact_stage: int,
        phrase_stage: int,
        phrases: PhraseTable | None,
        parameters: MeasureParameters,
        measure: Callable[[list[int]], tuple[float, ...]],
        makers: ResultMakers,
        explainer: Explainer,
    ) -> None: ...
    def score(
        self,
        vocabulary: Vocabulary,
        *,
        hypotheses: TypeRows,
        references: Sequence[TypeRows],
        counts: array[int],
        measures: array[float],
        totals: array[int],
    ) -> list[tuple[int, int, int]]: ...
    def score_each(
        self,
        vocabulary: Vocabulary,
        tokenizer: str | MeteorNormalizer,
        hypothesis: str,
        references: dict[int, str],
        signature: Signature,
        add_surfaces: Callable[[TypeRows], None],
    ) -> tuple[SegmentResult, ...]: ...
    def score_words(
        self,
        vocabulary: Vocabulary,
        hypothesis: list[str],
        references: list[list[str]],
        add_surfaces: Callable[[TypeRows], None],
    ) -> float: ...

class MeteorNormalizer:
    def __init__(
        self, *, language: str, prefixes: dict[str, bool], keep_punctuation: bool
    ) -> None: ...
    def tokens(self, text: str) -> tuple[list[tuple[int, int]], list[str]]: ...

def edits_between(words: Sequence[int], target: Sequence[int]) -> int: ...
def levenshtein(before: Sequence[int], after: Sequence[int]) -> int: ...

class Alike:
    def __init__(self, parts: Iterable[tuple[str, str, bool]]) -> None: ...
    def read(
        self, text: str, position: int, line: int, line_start: int
    ) -> tuple[
        list[tuple[str, ...]],
        tuple[list[int], list[int], list[int], list[int]],
        int,
        int,
        int,
        bool,
    ]: ...

def utf8_line_feeds(data: bytes) -> int | None: ...
def first_lines(data: bytes, start: int, most: int) -> tuple[int, int]: ...
def fill_shortfalls(
    reference_lengths: memoryview[int], scores: memoryview[float], shortfalls: array[float]
) -> None: ...

# Not there where the compiler's library cannot write floats.
def segment_rows(
    pieces: list[str],
    between: str,
    first: int,
    numbers: list[memoryview[float] | memoryview[int]],
    truths: list[memoryview[int]],
) -> str: ...
