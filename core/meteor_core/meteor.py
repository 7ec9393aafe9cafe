"""The scorer: from texts to results."""

import itertools
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import partial
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from .batch.batch import PreparedReferences, ScoredBatch, Scorer
from .batch.corpus_total import CorpusTotal
from .configuration import Configuration, configure
from .errors import InputError, MeteorWarning, SegmentError, no_reference
from .meteor15.letters import needs_transliteration, note_on_letters
from .options import MeteorOptions
from .runtime.implementation import chosen_implementation
from .score.alignment import Alignment, TokenRow
from .score.measures import UNSCORED, measure
from .score.parameters import positive
from .score.results import CorpusResult, SegmentResult
from .score.signature import Signature
from .score.statistics import Statistics
from .search import DEFAULT_BEAM_WIDTH, DEFAULT_BUDGET, SearchName
from .text.streams import (
    Block,
    References,
    Segments,
    hypothesis_texts,
    parallel_blocks,
    parallel_segments,
    reference_sets,
    references_of_each,
    require_stream,
    require_string,
    whole_block,
    with_none,
)
from .text.tokenizers import TokenizerName
from .tuned import VariantChoice
from .variants import DEFAULT_VARIANT

if TYPE_CHECKING:
    from .meteor15.home import MeteorHome  # only one variant pays for it

_BATCH_SIZE: Final = 1024
"""Segments of a batch. Enough to amortise the cost per batch; few enough that
two thousand segments keep two jobs busy."""


class Meteor:
    """Score hypotheses against references by one configuration.

    It is safe to share between threads, and keeps its analysis of words between calls. Scores are
    from 0 to 1; segments, tokens and references are counted from 0.

    >>> meteor = Meteor(variant="classic", language="en")
    >>> result = meteor.score("We danced with glee", ["We danced with joy"])
    >>> result.matches, result.chunks
    (3, 1)
    """

    def __init__(
        self,
        variant: VariantChoice = DEFAULT_VARIANT,
        language: str = "en",
        *,
        tokenizer: TokenizerName | None = None,
        stages: Sequence[str] | None = None,
        weights: Sequence[float] | None = None,
        align: SearchName | None = None,
        alpha: float | None = None,
        beta: float | None = None,
        gamma: float | None = None,
        delta: float | None = None,
        budget: int = DEFAULT_BUDGET,
        beam_width: int = DEFAULT_BEAM_WIDTH,
        task: str | None = None,
        corrections: Sequence[str] = (),
        meteor_home: "str | MeteorHome | None" = None,
    ) -> None:
        """Create a scorer. None selects the variant's value.

        Args:
            variant: the definition of METEOR: a name of ``VARIANTS``, a ``TunedVariant``, or the
                file of one, which ends in ``.toml``.
            language: of the texts: an ISO 639-1 code such as "en", "de" or "pt-BR".
            tokenizer: how texts are cut into words: a name of ``TOKENIZER_NAMES``, or one of METEOR
                1.5's with its variant.
            stages: grounds for a match, in order of precedence: "exact", "stem", "synonym", and
                for METEOR 1.5 "paraphrase".
            weights: what a match of each stage counts, from 0 to 1; as many as there are stages.
            align: the search for the alignment: "optimal", "staged", "greedy" or "beam".
            alpha: weight of recall against precision, 0 to 1.
            beta: exponent of the fragmentation in the penalty, 0 or more.
            gamma: the greatest penalty, 0 to 1.
            delta: weight of content words against function words, 0 to 1.
            budget: the most steps that the search may take on a segment, 1 or more. Past it, the
                best alignment found is returned, and is not called optimal.
            beam_width: how many alignments the search "beam" keeps, 1 or more.
            task: of METEOR 1.5, whose parameters depend on it: "rank", "adq", "hter", "util", ...
            corrections: of METEOR 1.5: names of its faults to repair. See ``OPTIONS``.
            meteor_home: folder or jar of METEOR 1.5; by default what the environment variable
                METEOR_HOME names, else that of the package pycocoevalcap.

        Raises:
            InputError: the file of a tuned variant cannot be read.
            InputTypeError: a value is a string instead of a list.
            ParameterError: a name is unknown, a number out of range, or the language lacks what
                a stage that was asked for, or delta, needs.
            ResourceError: METEOR 1.5's data is needed and not there.
        """
        self.options: Final = MeteorOptions(
            variant=variant,
            language=language,
            tokenizer=tokenizer,
            stages=stages,
            weights=weights,
            align=align,
            alpha=alpha,
            beta=beta,
            gamma=gamma,
            delta=delta,
            budget=budget,
            beam_width=beam_width,
            task=task,
            corrections=corrections,
            meteor_home=meteor_home,
        )
        self.configuration: Final = configure(**self.options.arguments())
        self._signatures: dict[int | None, Signature] = {}
        self._scorer: Final = make_scorer(self.configuration)
        self._may_warn = needs_transliteration(self.signature())
        self._analyses: Final = WeakKeyDictionary[PreparedReferences, object]()

    def __reduce__(self) -> tuple[Callable[[], "Meteor"], tuple[()]]:
        """Pickle the options only; the analysis of words is not pickled."""
        return partial(type(self), **self.options.arguments()), ()

    def __repr__(self) -> str:
        """Return the signature for one reference, with all settings that affect a score."""
        return f"<Meteor {self.signature()}>"

    @property
    def scores_in_kernel(self) -> bool:
        """Return whether the compiled kernel scores batches: fast, and while other threads run."""
        return self._scorer.in_threads

    @property
    def has_to_compile(self) -> bool:
        """Return whether the first score has to wait for METEOR 1.5's paraphrases to be compiled.

        That takes up to a minute, once on a machine. ``compile`` does it beforehand.

        Raises:
            ResourceError: the table of paraphrases cannot be read.
        """
        phrases = self.configuration.words.phrases
        return phrases is not None and not phrases.is_compiled

    def compile(self, progress: Callable[[int, int], None] | None = None) -> None:
        """Compile METEOR 1.5's paraphrases now, if the first score would have to wait for them.

        Args:
            progress: called with the number of bytes read and their total, several times a
                second, in this thread.

        Raises:
            InputError: the table of paraphrases ends in the middle of a row.
            ResourceError: it cannot be read, or its compiled form cannot be kept.
        """
        if self.configuration.words.phrases is not None:
            self.configuration.words.phrases.compile(progress)

    def signature(self, references: int | None = 1) -> Signature:
        """Return the signature, which says all that decides a score.

        Args:
            references: number of references of each segment; None if segments have unequal
                numbers.
        """
        if references not in self._signatures:
            self._signatures[references] = self.configuration.signature(references)
        return self._signatures[references]

    def score(self, hypothesis: str, references: Iterable[str | None]) -> SegmentResult:
        """Score one segment against the best of its references.

        Args:
            hypothesis: one segment.
            references: one or more translations of one segment. None is left out, and
                counts only for the index of those after it.

        Raises:
            InputTypeError: ``references`` is one string, or a text is not a string.
            SegmentError: there is no reference, or METEOR 1.5's search would have too many
                matches to choose from.
        """
        results = self.score_each(hypothesis, references)
        return max(results, key=lambda result: result.score)  # the first of equals

    def score_each(
        self, hypothesis: str, references: Iterable[str | None]
    ) -> tuple[SegmentResult, ...]:
        """Score one segment against each of its references; ``score`` is the best of these.

        Args:
            hypothesis: one segment.
            references: see ``score``.

        Returns:
            A result for each reference that is not None, in their order.

        Raises:
            InputTypeError: ``references`` is one string, or a text is not a string.
            SegmentError: see ``score``.
        """
        if not isinstance(references, AbstractSet):  # whose order decides between equals only
            require_stream("references", references)
        require_string("hypothesis", hypothesis)
        there = {
            index: text
            for index, text in enumerate(with_none(list(references)))
            if text is not None
        }
        if not there:
            raise no_reference()
        for reference in there.values():
            require_string("a reference", reference)
        self._warn_of_letters([hypothesis, *there.values()])
        return self._scorer.score_each(hypothesis, there, signature=self.signature(len(there)))

    def tokens(self, text: str) -> TokenRow:
        """Return the tokens of a text, as the alignments of ``score`` have them.

        Their spans are half-open ranges of code points of the text, from 0.

        Raises:
            InputTypeError: the text is not a string.
        """
        require_string("text", text)
        return self._scorer.tokens(text)

    def segments(self, hypotheses: Segments, references: References) -> Iterator[SegmentResult]:
        """Score segment after segment as the result is read, in constant memory.

        A segment that cannot be scored has a result with a ``problem``, and no matches.

        Args:
            hypotheses: segments in order.
            references: see ``batch``.

        Raises:
            InputTypeError: a value is a string instead of a list.
            InputError: the streams are not of equal length.
        """
        pairs = parallel_segments(hypotheses, references)
        return (self._score_or_tell(hypothesis, texts) for hypothesis, texts in pairs)

    def batch(
        self, hypotheses: Segments, references: References | PreparedReferences
    ) -> ScoredBatch:
        """Score many segments at once into columns of numbers, those of ``score``.

        There are no alignments. A segment that cannot be scored is among the batch's
        ``problems``, and the others are still scored.

        Args:
            hypotheses: segments in order.
            references: one list of segments for each set of references, as in sacrebleu, with
                None if a set has no reference for a segment; or the result of ``prepare``.

        Raises:
            InputTypeError: a value is a string instead of a list, or a text is not a
                string.
            InputError: the lists are not of equal length, or the references were prepared for
                another configuration.
        """
        if isinstance(references, PreparedReferences):
            self._require_same_signature(references)
            texts = hypothesis_texts(
                hypotheses, segments=len(references), sets=len(references.texts)
            )
            analysis = self._analysis(references)
            self._warn_of_letters(texts)
            return self._scorer.score(texts, analysis, signature=references.signature)
        return self._score_block(self._watched(whole_block(hypotheses, references)))

    def prepare(self, references: References) -> PreparedReferences:
        """Analyse references once, to score any number of systems against them.

        Args:
            references: one list of segments for each set of references; see ``batch``.

        Raises:
            InputTypeError: a value is a string instead of a list, or a text is not a
                string.
            InputError: the lists are not of equal length, or empty.
        """
        sets = reference_sets(references)
        count = references_of_each(sets)
        prepared = PreparedReferences(
            signature=self.signature(count), references=count, texts=tuple(map(tuple, sets))
        )
        self._analysis(prepared)
        return prepared

    def batches(
        self,
        hypotheses: Segments,
        references: References,
        *,
        size: int = _BATCH_SIZE,
        jobs: int = 1,
    ) -> Generator[ScoredBatch, None, None]:
        """Score batch after batch as they are read, in order and in constant memory.

        The streams are read by the thread that reads the batches, with several jobs a few
        batches ahead. An error is raised in place of the batch that it is in, after all batches
        before it. The generator may be closed at any time.

        Args:
            hypotheses: segments in order.
            references: one stream of segments for each set of references; see ``batch``.
            size: segments of a batch; the last one may have fewer.
            jobs: number of batches that are scored in parallel: in threads if the compiled
                kernel scores, else in processes.

        Raises:
            InputTypeError: a value is a string instead of a list, or a text is not a
                string.
            InputError: the streams are not of equal length.
            ParameterError: ``size`` or ``jobs`` is below 1.
        """
        blocks = parallel_blocks(hypotheses, references, positive("size", size))
        return self.score_blocks(blocks, jobs=jobs)

    def score_blocks(
        self, blocks: Iterable[Block], *, jobs: int = 1
    ) -> Generator[ScoredBatch, None, None]:
        """Score segments that come in blocks already; see ``batches``.

        Args:
            blocks: in order, of any sizes; their texts are not checked. One without segments says
                that the next may take long to come: before it is asked for, all results are given.
            jobs: number of blocks that are scored in parallel.

        Raises:
            ParameterError: ``jobs`` is below 1.
        """
        if self._may_warn:
            blocks = map(self._watched, blocks)
        if positive("jobs", jobs) == 1:
            return (self._score_block(block) for block in blocks if block.hypotheses)
        if self._scorer.in_threads:
            from .batch.parallel import score_in_threads  # one job needs no pools

            return score_in_threads(self._score_block, blocks, jobs)
        from .batch.parallel_processes import score_in_processes

        make_scorer = partial(_block_scorer, self.options)
        return score_in_processes(self._score_block, make_scorer, blocks, jobs)

    def corpus(self, hypotheses: Segments, references: References) -> CorpusResult:
        """Score a corpus from the summed statistics of its segments, in constant memory.

        A segment that cannot be scored is counted in the result's ``unscored``. Without any
        scored segment, the score is NaN, like that of an unscored segment in a ``batch``.

        Args:
            hypotheses: segments in order.
            references: one list or other stream of segments for each set of references, as in
                sacrebleu; see ``batch``.

        Raises:
            InputTypeError: a value is a string instead of a list, or a text is not a
                string.
            InputError: the streams are not of equal length, or references are missing.
        """
        require_stream("references", references)
        streams = list(references)
        total = CorpusTotal(self, references=len(streams))
        for _ in total.add_up(self.batches(hypotheses, streams)):
            pass
        return total.result()

    def zero(self) -> Statistics:
        """Return the statistics of no segments, the start of a sum."""
        return Statistics.zero(len(self.configuration.stages))

    def corpus_result(
        self,
        statistics: Statistics,
        *,
        references: int | None = 1,
        unscored: int = 0,
        shortfall: float | None = None,
    ) -> CorpusResult:
        """Return the corpus score of statistics that were summed elsewhere.

        Args:
            statistics: the sum, by as many stages as this scorer has.
            references: how many each segment has, for the signature; None of unequal numbers.
            unscored: segments that could not be scored.
            shortfall: the sum of the segments' shortfalls, in words, which their statistics do not
                reveal.
        """
        return CorpusResult(
            statistics=statistics,
            measures=measure(statistics, self.configuration.parameters),
            signature=self.signature(references),
            unscored=unscored,
            shortfall=shortfall,
        )

    def _watched(self, block: Block) -> Block:
        """Return a block, after a warning if that is due."""
        self._warn_of_letters(itertools.chain(block.hypotheses, *block.references))
        return block

    def _warn_of_letters(self, texts: Iterable[str | None]) -> None:
        """Warn once of texts in a script that METEOR 1.5's files of their language do not have."""
        if self._may_warn and (note := note_on_letters(self.signature(), texts)):
            self._may_warn = False
            warnings.warn(note, MeteorWarning, stacklevel=3)

    def _analysis(self, references: PreparedReferences) -> object:
        """Return the analysis of references, which is made at their first use."""
        known = self._analyses.get(references)
        if known is None:
            known = self._analyses[references] = self._scorer.analyse(references.texts)
        return known

    def _score_block(self, block: Block) -> ScoredBatch:
        return self._scorer.score(
            block.hypotheses,
            self._scorer.analyse(block.references),
            signature=self.signature(references_of_each(block.references)),
        )

    def _require_same_signature(self, references: PreparedReferences) -> None:
        signature = self.signature(references.references)
        if references.signature != signature:
            raise InputError(
                f"the references were prepared for {references.signature}, not for {signature}; "
                "prepare them with the scorer that is to use them"
            )

    def _score_or_tell(self, hypothesis: str, references: list[str | None]) -> SegmentResult:
        """Return a segment's result, also where it cannot be scored."""
        try:
            return self.score(hypothesis, references)
        except SegmentError as error:
            there = [text for text in references if text is not None]
            return SegmentResult(
                statistics=self.zero(),
                measures=UNSCORED,
                signature=self.signature(len(there) or None),
                alignment=Alignment(
                    hypothesis=self.tokens(hypothesis),
                    reference=self.tokens(there[0] if there else ""),
                    links=(),
                    optimal=False,
                    chunk_gap=0,
                    explainer=self.configuration.explainer,
                ),
                reference=-1,
                optimal=False,
                problem=str(error),
            )


def make_scorer(configuration: Configuration) -> Scorer:
    """Return the chosen implementation's scorer by a configuration."""
    if chosen_implementation().name == "compiled":
        from .batch.compiled_scorer import CompiledScorer

        return CompiledScorer(configuration)
    from .batch.python_scorer import PythonScorer

    return PythonScorer(configuration)


def _block_scorer(options: MeteorOptions) -> Callable[[Block], ScoredBatch]:
    return Meteor(**options.arguments())._score_block  # noqa: SLF001  # made and used by this module
