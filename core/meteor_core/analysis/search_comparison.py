"""Compare two searches: misses of the optimum, and their cost in score.

METEOR's programs look for the best alignment with a beam or greedily, and miss it now and then.
Here each segment is aligned by a variant's own search and by the search "optimal", against the
reference that scores best with the first, and compared by the objective that both have: the worth
of the matches, then the number of chunks.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from ..errors import SegmentError
from ..meteor import Meteor
from ..options import MeteorOptions
from ..score.results import SegmentResult
from ..score.statistics import Statistics
from ..search.spans.worth import worth_of_links

Worth: TypeAlias = tuple[int, ...]
"""The worth of an alignment's matches to its search, compared from left to right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedSegment:
    """One segment, aligned twice against the same reference.

    Attributes:
        segment: number, from 1.
        own: as the variant's own search aligns it.
        optimal: as the search "optimal" does.
        worths: what the matches of the two alignments are worth.
    """

    segment: int
    own: SegmentResult
    optimal: SegmentResult
    worths: tuple[Worth, Worth]

    @property
    def missed_matches(self) -> bool:
        """Whether the variant's search missed matches that are worth more."""
        return self.worths[1] > self.worths[0]

    @property
    def missed_chunks(self) -> bool:
        """Whether it cut matches of the same worth into more chunks."""
        same = self.worths[1] == self.worths[0]
        return same and self.optimal.chunks < self.own.chunks

    @property
    def missed(self) -> bool:
        """Whether the alignment of the variant's own search is not the best."""
        return self.missed_matches or self.missed_chunks

    @property
    def difference(self) -> float:
        """The score of the best alignment less that of the variant's own."""
        return self.optimal.score - self.own.score


@dataclass(slots=True)
class Comparison:
    """The totals of a comparison, which grow as segments are added.

    Attributes:
        segments: how many were compared.
        missed_matches: on how many the variant's search missed matches that are worth more.
        missed_chunks: on how many it cut matches of the same worth into more chunks.
        proved: on how many the best alignment is proved to be the best.
        higher, lower: on how many the best alignment scores more, or less.
        largest: the largest difference of scores, up or down.
        own, optimal: the summed statistics.
    """

    own: Statistics
    optimal: Statistics
    segments: int = 0
    missed_matches: int = 0
    missed_chunks: int = 0
    proved: int = 0
    higher: int = 0
    lower: int = 0
    largest: float = 0.0

    @property
    def missed(self) -> int:
        """On how many segments the variant's search missed the best alignment."""
        return self.missed_matches + self.missed_chunks

    def add(self, compared: ComparedSegment) -> None:
        """Count a segment."""
        self.segments += 1
        self.missed_matches += compared.missed_matches
        self.missed_chunks += compared.missed_chunks
        self.proved += compared.optimal.optimal
        self.higher += compared.difference > 0
        self.lower += compared.difference < 0
        self.largest = max(self.largest, compared.difference, key=abs)
        self.own += compared.own.statistics
        self.optimal += compared.optimal.statistics


class SearchComparison:
    """Compare a variant's search, or a given one, with the search "optimal"."""

    def __init__(self, options: MeteorOptions) -> None:
        """Create both scorers.

        Args:
            options: of the scorer; its ``align`` is the search to compare, the variant's own by
                default.

        Raises:
            MeteorError: see ``configure``.
        """
        self.own = Meteor(**options.arguments())
        self.optimal = Meteor(**replace(options, align="optimal").arguments())

    def segments(
        self,
        pairs: Iterable[tuple[str, Sequence[str | None]]],
        *,
        leave_out: Callable[[int, str], object],
    ) -> Iterator[ComparedSegment]:
        """Compare segments in order; segments that cannot be scored are skipped.

        Args:
            pairs: hypotheses with their references, in order; None for one that is not there.
            leave_out: called with the number and the problem of a segment that cannot be scored.
        """
        for number, (hypothesis, texts) in enumerate(pairs, 1):
            try:
                own = self.own.score(hypothesis, texts)
            except SegmentError as error:
                leave_out(number, str(error))
                continue
            optimal = self.optimal.score(hypothesis, [texts[own.reference]])
            yield ComparedSegment(
                segment=number,
                own=own,
                optimal=optimal,
                worths=(self._worth(own), self._worth(optimal)),
            )

    def new_comparison(self) -> Comparison:
        """Return a comparison of no segments."""
        return Comparison(own=self.own.zero(), optimal=self.optimal.zero())

    def _worth(self, result: SegmentResult) -> Worth:
        if not self.own.configuration.variant.program:
            return result.statistics.matches_by_stage
        stages = result.alignment.stages
        exact = stages.index("exact") if "exact" in stages else -1
        return (worth_of_links(result.alignment.links, exact_stage=exact),)
