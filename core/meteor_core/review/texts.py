"""The texts of a segment to review."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from ..files.units import Facts
from .quotations import NO_NEIGHBOURS, NOTHING, Beside, Neighbours, beside, neighbours


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewTexts:
    """The texts of one segment, and its data in a file.

    Attributes:
        mt: the machine translation.
        post_edit: the final text.
        source: None if unknown.
        facts: from the file.
        number: of the segment, from 1.
        neighbours: what the adjacent segments leave open, set by ``with_neighbours``.
    """

    mt: str
    post_edit: str
    source: str | None = None
    facts: Facts = field(default_factory=lambda: Facts(id=""))
    number: int = 1
    neighbours: Neighbours = NO_NEIGHBOURS

    @property
    def other(self) -> str:
        """Return the text to compare the post-edit with: the source, or without it the MT."""
        return self.mt if self.source is None else self.source


def with_neighbours(segments: Iterable[ReviewTexts]) -> Iterator[ReviewTexts]:
    """Yield segments with what adjacent segments leave open."""
    before = NOTHING
    current: ReviewTexts | None = None
    for texts in segments:
        after = beside(texts.other, texts.post_edit)
        if current is not None:
            if texts.number != current.number + 1:
                yield _between(current, before, NOTHING)
                before = NOTHING
            else:
                yield _between(current, before, after)
                before = beside(current.other, current.post_edit)
        current = texts
    if current is not None:
        yield _between(current, before, NOTHING)


def in_place(segments: Sequence[ReviewTexts | None], at: int) -> ReviewTexts | None:
    """Return a segment with what adjacent segments leave open."""
    texts = segments[at]
    return texts and _between(texts, _beside(segments, at - 1), _beside(segments, at + 1))


def _beside(segments: Sequence[ReviewTexts | None], at: int) -> Beside:
    texts = segments[at] if 0 <= at < len(segments) else None
    return NOTHING if texts is None else beside(texts.other, texts.post_edit)


def _between(texts: ReviewTexts, before: Beside, after: Beside) -> ReviewTexts:
    around = neighbours(before, after)
    return texts if texts.neighbours == around else replace(texts, neighbours=around)
