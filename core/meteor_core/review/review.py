"""The review of a file or of a pair of texts: its segments and their sums."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from ..errors import InputError
from ..files.sides import sides_of
from ..files.units import SOURCE, UnitFile
from ..meteor import Meteor
from .diagnostics.find import Checking
from .segments import DEFAULT_BOUNDS, DEFAULT_CHECKING, Bounds, ReviewedSegment, review_segments
from .texts import ReviewTexts
from .totals import ReviewTotal, total_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """What was reviewed.

    Attributes:
        segments: in order.
        total: their sums.
        signature: of METEOR's scores.
    """

    segments: tuple[ReviewedSegment, ...]
    total: ReviewTotal
    signature: str


def review(
    texts: Iterable[ReviewTexts],
    meteor: Meteor,
    bounds: Bounds = DEFAULT_BOUNDS,
    checking: Checking = DEFAULT_CHECKING,
) -> Review:
    """Review all segments.

    Args:
        texts: the segments, in order.
        meteor: scores machine translation against post-edits, in their language.
        bounds: from which a segment counts as heavily edited and as rewritten.
        checking: what diagnostics to look for.
    """
    segments = tuple(review_segments(texts, meteor, bounds, checking))
    return Review(
        segments=segments,
        total=total_of(segments, meteor),
        signature=str(meteor.signature()),
    )


def texts_of_lines(
    mt: Sequence[str], post_edits: Sequence[str], sources: Sequence[str] | None = None
) -> Iterator[ReviewTexts]:
    """Yield the segments of texts that stand line by line.

    Raises:
        InputError: they are not of equal number.
    """
    sides = [mt, post_edits] if sources is None else [mt, post_edits, sources]
    if len(set(map(len, sides))) > 1:
        raise InputError(
            "MT, post-edit and source must be aligned line by line, but have "
            f"{', '.join(f'{len(side):,}' for side in sides)} lines"
        )
    rows = zip_longest(mt, post_edits, sources or ())
    for number, (before, after, source) in enumerate(rows, 1):
        yield ReviewTexts(mt=before, post_edit=after, source=source, number=number)


def texts_of_file(
    file: UnitFile, *, mt: str | None = None, post_edit: str | None = None
) -> Iterator[ReviewTexts]:
    """Yield the segments of a bilingual file that have a machine translation and a final text.

    Args:
        file: that was read.
        mt: name of the field of the machine translation; None leaves it to the file.
        post_edit: name of the field of the final text; None leaves it to the file.

    Raises:
        ParameterError: a field is not in the file.
        InputError: the file leaves open what is to be compared, or has but one text a unit.
    """
    sides = sides_of(file, hypothesis=mt, references=() if post_edit is None else (post_edit,))
    source = SOURCE if SOURCE not in (sides.hypothesis, *sides.references) else None
    for number, unit in enumerate(file.units, 1):
        before, after = unit.texts.get(sides.hypothesis), unit.texts.get(sides.references[0])
        if before is None or after is None:
            continue
        yield ReviewTexts(
            mt=before,
            post_edit=after,
            source=unit.texts.get(source) if source else None,
            facts=unit.facts,
            number=number,
        )
