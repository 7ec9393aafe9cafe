"""Data of compared systems for front ends and pages."""

from collections.abc import Sequence
from typing import Any

from meteor_core.score.results import SegmentResult
from meteor_core.show.alignment_format import alignment_json

from ..scoring.messages import LONGEST_PICTURE
from .systems import ComparedSystems


def system_columns(systems: ComparedSystems, start: int, end: int) -> list[bytes]:
    """Return scores, lengths of references and chosen references, system after system."""
    buffers: list[bytes] = []
    for name in systems.names:
        buffers += [
            systems.scores(name)[start:end].astype("<f8").tobytes(),
            systems.lengths(name)[start:end].astype("<i4").tobytes(),
            systems.corpora[name].chosen[start:end].astype("<i4").tobytes(),
        ]
    return buffers


def segment_texts(systems: ComparedSystems, segment: int, longest: int | None) -> list[list[str]]:
    """Return references and hypotheses of a segment.

    Args:
        systems: the systems.
        segment: index from 0.
        longest: the number of characters after which a text is cut, or None.
    """
    return [
        [stream[segment][:longest] for stream in systems.references],
        [corpus.hypotheses[segment][:longest] for corpus in systems.corpora.values()],
    ]


def segment_pictures(
    systems: ComparedSystems, segment: int, names: Sequence[str]
) -> dict[str, list[Any]]:
    """Return a segment's alignments with each reference, by system; None if it has none."""
    return {
        name: [
            alignment_json(segment + 1, result) if _is_drawn(result) else None
            for result in systems.each(name, segment)
        ]
        for name in names
    }


def _is_drawn(result: SegmentResult) -> bool:
    lengths = result.hypothesis_length + result.reference_length
    return not result.problem and lengths <= LONGEST_PICTURE
