"""The scores of one pair of texts, kept up to date while the texts change.

Knows segments and nothing of editors. A segment is scored when it is first asked for; a result
is used again wherever the same two texts stand side by side.
"""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

from meteor_core import CorpusResult, Meteor, SegmentResult

_REMEMBERED: Final = 20_000
"""Results kept beyond those of the files' lines, for undo and for moved lines."""

LONGEST_SEGMENT: Final = 100_000
"""Code points beyond which a segment is not scored: an editor must not wait for one line."""


class PairScores:
    """Hypothesis segments against reference segments, line by line."""

    def __init__(self, meteor: Meteor) -> None:
        """Scores by that scorer; without segments to begin with."""
        self._meteor = meteor
        self._hypotheses: Sequence[str] = []
        self._references: Sequence[str] = []
        self._results: list[SegmentResult | None] = []
        self._remembered: OrderedDict[tuple[str, str], SegmentResult] = OrderedDict()
        self._next = 0  # every segment before it is scored
        self._total = meteor.zero()

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
        """Take new texts; whether anything changed. What still stands keeps its result.

        Segments at the beginning and at the end that are the same on both sides are recognised,
        so an edit costs little however long the texts are.
        """
        if hypotheses is self._hypotheses and references is self._references:
            return False
        old, new = self.paired, min(len(hypotheses), len(references))
        head = min(
            _same_at_start(self._hypotheses[:old], hypotheses[:new]),
            _same_at_start(self._references[:old], references[:new]),
        )
        tail = min(
            _same_at_start(self._hypotheses[head:old][::-1], hypotheses[head:new][::-1]),
            _same_at_start(self._references[head:old][::-1], references[head:new][::-1]),
        )
        for result in self._results[head : old - tail]:
            if result is not None:
                self._total += -result.statistics
        self._results[head : old - tail] = [None] * (new - tail - head)
        self._hypotheses, self._references = hypotheses, references
        self._next = min(self._next, head)
        return True

    def result(self, line: int) -> SegmentResult | None:
        """The result of a line, from 0; None where it has no reference or is too long."""
        if not 0 <= line < self.paired or self.too_long(line):
            return None
        known = self._results[line]
        if known is None:
            known = self._results[line] = self._look_up(line)
            self._total += known.statistics
        return known

    def is_open(self, line: int) -> bool:
        """Whether a line that has a reference is still to be scored."""
        return self._results[line] is None and not self.too_long(line)

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

    def results(self) -> Sequence[SegmentResult | None]:
        """The result of every line that has a reference; None where a line is too long."""
        while self.score_some(self.paired):
            pass
        return self._results

    def corpus(self) -> CorpusResult:
        """The score of all segments that have a reference and are not too long."""
        self.results()
        return self._meteor.corpus_result(self._total)

    def _look_up(self, line: int) -> SegmentResult:
        texts = (self._hypotheses[line], self._references[line])
        result = self._remembered.get(texts)
        if result is None:
            result = self._remembered[texts] = self._meteor.score(texts[0], [texts[1]])
            if len(self._remembered) > self.paired + _REMEMBERED:
                self._remembered.popitem(last=False)
        else:
            self._remembered.move_to_end(texts)
        return result


def _same_at_start(one: Sequence[str], other: Sequence[str]) -> int:
    """How many items two sequences have in common from the start; compares whole slices."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
