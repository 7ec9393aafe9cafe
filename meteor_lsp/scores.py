"""The scores of one pair of texts, kept up to date while the texts change.

Knows segments and nothing of editors. A segment is scored when it is first asked for; a result
is used again wherever the same two texts stand side by side.
"""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

from meteor_core import CorpusResult, Meteor, SegmentResult

_REMEMBERED: Final = 200_000
"""Results kept of texts that no longer stand in the files, for undo and for moved lines."""

LONGEST_SEGMENT: Final = 100_000
"""Code points beyond which a segment is not scored: an editor must not wait for one line."""


class PairScores:
    """Hypothesis segments against reference segments, line by line."""

    def __init__(self, meteor: Meteor) -> None:
        """Scores by that scorer; without segments to begin with."""
        self._meteor = meteor
        self._hypotheses: Sequence[str] = ()
        self._references: Sequence[str] = ()
        self._results: list[SegmentResult | None] = []
        self._remembered: OrderedDict[tuple[str, str], SegmentResult] = OrderedDict()
        self._next = 0

    @property
    def hypotheses(self) -> Sequence[str]:
        """The segments of the hypothesis."""
        return self._hypotheses

    @property
    def references(self) -> Sequence[str]:
        """The segments of the reference."""
        return self._references

    @property
    def paired(self) -> int:
        """How many segments have a reference."""
        return len(self._results)

    @property
    def complete(self) -> bool:
        """Whether every segment is scored."""
        return self._next >= self.paired

    def set_texts(self, hypotheses: Sequence[str], references: Sequence[str]) -> bool:
        """Take new texts; whether anything changed. What still stands keeps its result."""
        if hypotheses is self._hypotheses and references is self._references:
            return False
        count = min(len(hypotheses), len(references))
        old = zip(self._hypotheses, self._references, self._results, strict=False)
        results: list[SegmentResult | None] = [
            result if was is now and reference_was is reference_now else None
            for (was, reference_was, result), now, reference_now in zip(
                old, hypotheses, references, strict=False
            )
        ]
        results += [None] * (count - len(results))
        self._hypotheses, self._references, self._results = hypotheses, references, results
        self._next = 0
        return True

    def result(self, line: int) -> SegmentResult | None:
        """The result of a line, from 0; None where it has no reference or is too long."""
        if not 0 <= line < self.paired or self.too_long(line):
            return None
        known = self._results[line]
        if known is None:
            known = self._results[line] = self._look_up(line)
        return known

    def too_long(self, line: int) -> bool:
        """Whether a line that has a reference is too long to be scored, on either side."""
        return max(len(self._hypotheses[line]), len(self._references[line])) > LONGEST_SEGMENT

    def score_some(self, count: int) -> bool:
        """Score that many more of the segments not scored yet; whether there are still more."""
        while count and self._next < self.paired:
            if self._results[self._next] is None:
                self.result(self._next)
                count -= 1
            self._next += 1
        return not self.complete

    def corpus(self) -> CorpusResult:
        """The score of all segments that have a reference and are not too long."""
        total = self._meteor.zero()
        for line in range(self.paired):
            result = self.result(line)
            if result is not None:
                total += result.statistics
        return self._meteor.corpus_result(total)

    def _look_up(self, line: int) -> SegmentResult:
        texts = (self._hypotheses[line], self._references[line])
        result = self._remembered.get(texts)
        if result is None:
            result = self._remembered[texts] = self._meteor.score(texts[0], [texts[1]])
            if len(self._remembered) > max(_REMEMBERED, 2 * self.paired):
                self._remembered.popitem(last=False)
        else:
            self._remembered.move_to_end(texts)
        return result
