"""From two rows of types to an alignment, whichever kind of search finds it.

A search over words takes keys and gives pairs of tokens (``result.py``); a search over spans takes
candidate matches, whose spans may have several tokens, and gives links (``spans/links.py``).
Code that counts or draws an alignment sees links only.
"""

from collections.abc import Sequence
from typing import Final, Protocol

from ..errors import ResourceError
from ..runtime.implementation import chosen_implementation
from ..words.stages import index_of_stage
from ..words.vocabulary import Vocabulary
from . import searches_spans
from .result import Search
from .spans.beam import search_beam
from .spans.candidates import SpanGrounds, find_candidates
from .spans.links import SpanResult
from .words.greedy import search_greedily
from .words.optimal import search_optimally
from .words.staged import search_stage_after_stage

SEARCHES: Final[dict[str, Search]] = {
    "optimal": search_optimally,
    "staged": search_stage_after_stage,
    "greedy": search_greedily,
}
"""Every search over words by its name in variants and signatures."""


class Align(Protocol):
    """Aligns two rows of types."""

    def __call__(
        self,
        vocabulary: Vocabulary,
        hypothesis: Sequence[int],
        reference: Sequence[int],
        *,
        budget: int,
    ) -> SpanResult:
        """Align two rows of types, within a budget of steps."""


def aligner(name: str, *, spans: bool, beam_width: int) -> Align:
    """Return the aligner that uses the search of that name.

    Args:
        name: of a search.
        spans: whether a name that both kinds have means the search over spans.
        beam_width: for the search "beam".

    Raises:
        ResourceError: the compiled kernel alone has this search.
    """
    if not searches_spans(name, spans=spans):
        return align_words(SEARCHES[name])
    if name != "beam":
        raise ResourceError(
            f"the search '{name}' of METEOR 1.5 needs the compiled kernel, but "
            f"{chosen_implementation().reason}; without the kernel, choose the search 'beam'"
        )
    return align_spans(width=beam_width)


def align_words(search: Search) -> Align:
    """Return an aligner that uses a search over words."""

    def align(
        vocabulary: Vocabulary,
        hypothesis: Sequence[int],
        reference: Sequence[int],
        *,
        budget: int,
    ) -> SpanResult:
        found = search(hypothesis, reference, vocabulary.keys, budget=budget)
        return SpanResult(
            links=tuple([(i, i + 1, j, j + 1, stage) for i, j, stage in found.pairs]),
            optimal=found.optimal,
            chunk_gap=found.chunk_gap,
            steps=found.steps,
        )

    return align


def align_spans(*, width: int) -> Align:
    """Return an aligner that uses a beam of that width, which ignores the budget."""

    def align(
        vocabulary: Vocabulary,
        hypothesis: Sequence[int],
        reference: Sequence[int],
        *,
        budget: int,
    ) -> SpanResult:
        grounds = span_grounds(vocabulary)
        return search_beam(
            find_candidates(hypothesis, reference, grounds),
            len(hypothesis),
            len(reference),
            exact_stage=grounds.exact_stage,
            width=width,
        )

    return align


def span_grounds(vocabulary: Vocabulary) -> SpanGrounds:
    """Return the grounds on which spans of a vocabulary's types match."""
    return SpanGrounds(
        words=vocabulary.word_numbers,
        stages=vocabulary.keys,
        exact_stage=index_of_stage(vocabulary.stages, "exact"),
        phrase_stage=index_of_stage(vocabulary.stages, "paraphrase"),
        phrases=vocabulary.phrases,
    )
