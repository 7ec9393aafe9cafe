"""Score in the compiled kernel: the results of ``python_scorer.py``, faster.

Requires the kernel (``implementation.py``). Python does what is done
once a word: it analyses surfaces that the kernel has not met. All else runs in the kernel, batches
without the interpreter's lock.
"""

from array import array
from collections.abc import Sequence
from dataclasses import astuple, fields
from functools import partial
from typing import Final

from .. import _kernel
from ..configuration import Configuration
from ..errors import no_reference
from ..score.alignment import Alignment, TokenRow
from ..score.measures import UNSCORED, Measures, kernel_arguments, measure
from ..score.parameters import Parameters
from ..score.results import SegmentResult
from ..score.signature import Signature
from ..score.statistics import COUNTS, STAGE_COUNTS, Statistics
from ..search.spans.links import too_many_candidates
from ..text.streams import ReferenceSets, without_reference
from ..words.stages import index_of_stage
from . import compiled_vocabulary
from .batch import (
    MEASURES,
    ScoredBatch,
    count_columns,
    statistics_of,
)
from .compiled_vocabulary import CompiledVocabulary

GREATEST_BUDGET: Final = (1 << 62) - 1
"""Greatest budget that the kernel's integers can hold; no search takes as many steps."""


def _maker(value: type, *names: str) -> _kernel.ValueMaker:
    """Return what makes values of a dataclass of all its fields, in the order of the kernel."""
    if {field.name for field in fields(value)} != set(names):
        raise TypeError(f"{value.__name__} has other fields than the kernel fills")
    return _kernel.ValueMaker(value, names)


_TOKEN_ROW: Final = _maker(TokenRow, "text", "spans", "forms", "function_words")
_MAKERS: Final = _kernel.ResultMakers(
    token_row=_TOKEN_ROW,
    statistics=_maker(Statistics, "segments", *COUNTS, *STAGE_COUNTS),
    measures=_maker(Measures, *MEASURES),
    alignment=_maker(
        Alignment, "hypothesis", "reference", "links", "optimal", "chunk_gap", "explainer"
    ),
    result=_maker(
        SegmentResult,
        *("statistics", "measures", "signature"),
        *("reference", "optimal", "problem", "alignment"),
    ),
)


# Plain classes: making a dataclass or a NamedTuple takes a hundredth of a first pass.
class _Typed:
    """Sets of references as rows of types, and the vocabulary that numbered them."""

    __slots__ = ("limit", "sets", "vocabulary")

    def __init__(
        self, vocabulary: CompiledVocabulary, limit: int, sets: list[_kernel.TypeRows]
    ) -> None:
        self.vocabulary: Final = vocabulary
        self.limit: Final = limit
        self.sets: Final = sets


class _Analysis:
    """References and their analysis; ``typed`` is replaced as a whole."""

    __slots__ = ("texts", "typed", "unreferenced")

    def __init__(self, texts: ReferenceSets, typed: _Typed, unreferenced: Sequence[int]) -> None:
        self.texts: Final = texts
        self.typed = typed
        self.unreferenced: Final = unreferenced


class CompiledScorer:
    """Score by one configuration. It is safe to share between threads."""

    in_threads: Final = True

    def __init__(self, configuration: Configuration) -> None:
        """Create a scorer by a search that the kernel has."""
        self._configuration = configuration
        self._vocabulary = compiled_vocabulary.current(configuration)  # kept as long as this
        self._tokenizer = configuration.tokenizer.for_kernel()
        self._made: _kernel.Scorer | None = None

    def tokens(self, text: str) -> TokenRow:
        """Return the tokens of a text. See ``Scorer``."""
        vocabulary = self._current_vocabulary()
        return _kernel.token_row(
            vocabulary.kernel, self._tokenizer, text, vocabulary.add_surfaces, _TOKEN_ROW
        )

    def score_each(
        self, hypothesis: str, references: dict[int, str], *, signature: Signature
    ) -> tuple[SegmentResult, ...]:
        """Score one segment against each of its references. See ``Scorer``."""
        vocabulary = self._current_vocabulary()
        return self._scorer.score_each(
            vocabulary.kernel,
            self._tokenizer,
            hypothesis,
            references,
            signature,
            vocabulary.add_surfaces,
        )

    def score_words(self, hypothesis: list[str], references: list[list[str]]) -> float:
        """Return the score of words that are cut already. See ``Scorer``."""
        vocabulary = self._current_vocabulary()
        return self._scorer.score_words(
            vocabulary.kernel, hypothesis, references, vocabulary.add_surfaces
        )

    def analyse(self, references: ReferenceSets) -> _Analysis:
        """Return the types of all references. See ``Scorer``."""
        return _Analysis(references, self._typed(references), without_reference(references))

    def score(
        self, hypotheses: Sequence[str], references: _Analysis, *, signature: Signature
    ) -> ScoredBatch:
        """Score each hypothesis against the best of its references. See ``Scorer``."""
        typed = self._current(references)
        size = len(hypotheses)
        columns = count_columns(len(self._configuration.stages))
        counts = array("q", [0]) * (columns * size)
        measures = array("d", [0.0]) * (len(MEASURES) * size)
        totals = array("q", [0]) * columns
        refused = self._scorer.score(
            typed.vocabulary.kernel,
            hypotheses=self._rows(typed.vocabulary, hypotheses),
            references=typed.sets,
            counts=counts,
            measures=measures,
            totals=totals,
        )
        problems = {row: str(too_many_candidates(*lengths)) for row, *lengths in refused}
        problems |= dict.fromkeys(references.unreferenced, str(no_reference()))
        for row in problems:
            counts[row] = -1  # the first column is the reference
            measures[row::size] = array("d", astuple(UNSCORED))
        return ScoredBatch(
            signature=signature,
            stages=tuple(stage.name for stage in self._configuration.stages),
            total=statistics_of(totals, segments=size - len(problems)),
            problems=dict(sorted(problems.items())),
            _counts=counts,
            _measures=measures,
        )

    @property
    def _scorer(self) -> _kernel.Scorer:
        """Return the kernel's scorer, created lazily: paraphrases may have to be compiled first."""
        if self._made is None:  # several threads may make one each, which are equivalent
            self._made = self._make()
        return self._made

    def _make(self) -> _kernel.Scorer:
        configuration = self._configuration
        phrases = configuration.words.phrases
        return _kernel.Scorer(
            search=_kernel_search(configuration),
            budget=min(configuration.budget, GREATEST_BUDGET),
            beam_width=configuration.beam_width,
            exact_stage=index_of_stage(configuration.stages, "exact"),
            phrase_stage=index_of_stage(configuration.stages, "paraphrase"),
            phrases=None if phrases is None else phrases.kernel_table(),
            parameters=_kernel_parameters(configuration.parameters),
            measure=partial(_measure, configuration.parameters),  # not bound: no circle
            makers=_MAKERS,
            explainer=configuration.explainer,
        )

    def _current_vocabulary(self) -> CompiledVocabulary:
        vocabulary = self._vocabulary
        if vocabulary.is_to_be_left:
            vocabulary = self._vocabulary = compiled_vocabulary.current(self._configuration)
        return vocabulary

    def _current(self, analysis: _Analysis) -> _Typed:
        typed = analysis.typed
        vocabulary = typed.vocabulary
        if vocabulary.is_outdated or vocabulary.kernel.surfaces > typed.limit:
            analysis.typed = typed = self._typed(analysis.texts)
        return typed

    def _typed(self, references: ReferenceSets) -> _Typed:
        vocabulary = self._vocabulary = compiled_vocabulary.current(self._configuration)
        sets = [self._rows(vocabulary, texts) for texts in references]
        return _Typed(vocabulary, vocabulary.kernel.surfaces + compiled_vocabulary.LIMIT, sets)

    def _rows(
        self, vocabulary: CompiledVocabulary, texts: Sequence[str | None]
    ) -> _kernel.TypeRows:
        return vocabulary.rows(texts, self._tokenizer)


def _measure(parameters: Parameters, counts: Sequence[int]) -> tuple[float, ...]:
    """Measure counts that need longer integers than the kernel's."""
    measures = measure(statistics_of(counts, segments=1), parameters)
    return tuple(getattr(measures, name) for name in MEASURES)


def _kernel_parameters(parameters: Parameters) -> _kernel.MeasureParameters:
    return _kernel.MeasureParameters(**kernel_arguments(parameters))


def _kernel_search(configuration: Configuration) -> str:
    """Return the kernel's name of the search; "optimal" is two searches there."""
    both = configuration.align == "optimal" and configuration.searches_spans
    return "optimal-spans" if both else configuration.align
