"""Split rated sets into folds: training parts and a held-out part each.

Segments of one document resemble each other, and sets differ from each other more than segments of
one set do. So the held-out part is a set where there are several; else a block of consecutive
documents, or of consecutive segments if documents are unknown. It is never a random choice of
segments, on which any tuning looks good.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, Literal, Self, TypeAlias

import numpy as np

from ...errors import InputError
from ...text.numbers import counted
from ..rated_set import RatedSet
from ..rating_arrays import RatingArrays, Whole

Kind: TypeAlias = Literal["sets", "documents", "segments"]
"""The unit that a fold holds out."""

FOLDS: Final = 5
MIN_BLOCKS: Final = 3
"""Blocks: one is left out, and two show how much a step's gain varies."""

_ONE_SET: Final = (
    "a single set cannot show what becomes of other systems, domains or years: parameters that "
    "gained within one set have lost on the next; tune on two sets or more to see it"
)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Part:
    """A set, or some consecutive segments of one.

    Attributes:
        name: for people.
        place: of the set among the sets.
        outputs: their places in the set.
        segments: their places in the set.
        rated: the outputs as arrays.
    """

    name: str
    place: int
    outputs: Whole
    segments: Whole
    rated: RatingArrays

    @classmethod
    def of(cls, name: str, place: int, rated: RatedSet, segments: Sequence[str]) -> Self:
        """Return the part of a set that has the given segments."""
        names = set(segments)
        is_chosen = [output.segment in names for output in rated.outputs]
        outputs = tuple(o for o, is_in in zip(rated.outputs, is_chosen, strict=True) if is_in)
        return cls(
            name=name,
            place=place,
            outputs=np.flatnonzero(is_chosen),
            segments=np.flatnonzero([segment in names for segment in rated.segments]),
            rated=RatingArrays.of(replace(rated, outputs=outputs)),
        )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Fold:
    """A held-out part, and the parts for training.

    Attributes:
        left_out: the held-out part.
        training: the parts on which a step must gain.
    """

    left_out: Part
    training: tuple[Part, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Folds:
    """All folds.

    Attributes:
        kind: the unit that each fold holds out.
        folds: one for each part.
        every: all parts, from which the result is learnt.
        notes: limitations of this kind of folds.
    """

    kind: Kind
    folds: tuple[Fold, ...]
    every: tuple[Part, ...]
    notes: tuple[str, ...] = ()


def make_folds(sets: Sequence[RatedSet], blocks: int = FOLDS) -> Folds:
    """Return the folds of rated sets.

    Args:
        sets: of several, each is left out once.
        blocks: into how many a single set is cut, or one that is the only one to learn from.

    Raises:
        InputError: there are too few segments.
    """
    if len(sets) == 1:
        kind, parts = _blocks(sets[0], 0, blocks)
        return Folds(
            kind=kind,
            folds=_leaving_one_out(parts),
            every=parts,
            notes=(_ONE_SET, *([] if kind == "documents" else [_note_on_segments(sets[0])])),
        )
    whole = tuple(
        Part.of(rated.name, place, rated, rated.segments) for place, rated in enumerate(sets)
    )
    folds = _leaving_one_out(whole)
    if len(sets) == 2:
        folds = tuple(
            replace(fold, training=_blocks(sets[part.place], part.place, blocks)[1])
            for fold in folds
            for part in fold.training
        )
    return Folds(kind="sets", folds=folds, every=whole)


def _leaving_one_out(parts: tuple[Part, ...]) -> tuple[Fold, ...]:
    return tuple(
        Fold(
            left_out=part,
            training=tuple(training_part for training_part in parts if training_part is not part),
        )
        for part in parts
    )


def _note_on_segments(rated: RatedSet) -> str:
    if any(output.document for output in rated.outputs):
        reason = f"there are fewer than {MIN_BLOCKS} documents"
    else:
        reason = "there is no column document"
    return (
        f"folds are blocks of consecutive segments, as {reason}; a document may be on both sides "
        "of a fold, which flatters what is tuned"
    )


def _blocks(rated: RatedSet, place: int, blocks: int) -> tuple[Kind, tuple[Part, ...]]:
    """Cut a set into blocks of about as many segments each, along documents if they are known."""
    kind: Kind = "documents"
    groups, noun = _documents(rated), "document"
    if len(groups) < MIN_BLOCKS:
        kind, groups = "segments", _by_reference(rated)
        noun = "reference" if rated.judgements else "segment"
    if len(groups) < MIN_BLOCKS:
        raise InputError(
            f"{rated.name} has {counted(len(groups), noun, f'{noun}s')}; tuning needs {MIN_BLOCKS} "
            "or more, and hundreds to show anything"
        )
    ends = _ends([len(group) for group in groups], min(blocks, len(groups)))
    parts = []
    for start, end in pairwise([0, *ends]):
        name = f"{noun}s {start + 1:,} to {end:,}"
        segments = [segment for group in groups[start:end] for segment in group]
        parts.append(Part.of(name, place, rated, segments))
    return kind, tuple(parts)


def _documents(rated: RatedSet) -> list[list[str]]:
    """Return the segments of each document; empty if documents are unknown.

    A segment without a document is one by itself.
    """
    of_segment: dict[str, str] = {}
    for output in rated.outputs:
        if not of_segment.get(output.segment):
            of_segment[output.segment] = output.document
    if not any(of_segment.values()):
        return []
    documents: dict[tuple[str, str], list[str]] = {}
    for segment, document in of_segment.items():
        documents.setdefault((document, "" if document else segment), []).append(segment)
    return list(documents.values())


def _by_reference(rated: RatedSet) -> list[list[str]]:
    """Return segments one by one, or judgements grouped by reference."""
    if not rated.judgements:
        return [[segment] for segment in rated.segments]
    groups: dict[tuple[str, ...], dict[str, None]] = {}
    for output in rated.outputs:
        groups.setdefault(output.references, {})[output.segment] = None
    return [list(segments) for segments in groups.values()]


def _ends(sizes: Sequence[int], blocks: int) -> list[int]:
    """Return the ends of blocks of consecutive groups, with at least one group each."""
    sums = np.cumsum(sizes)
    ends: list[int] = []
    for block in range(1, blocks):
        nearest = int(np.abs(sums - sums[-1] * block / blocks).argmin()) + 1
        minimum = ends[-1] + 1 if ends else 1
        ends.append(min(max(nearest, minimum), len(sizes) - (blocks - block)))
    return [*ends, len(sizes)]
