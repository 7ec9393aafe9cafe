"""Compared systems as a front end and pages have them."""

from collections.abc import Sequence
from typing import Any

from meteor_core.score.results import SegmentResult
from meteor_core.show.alignment_format import alignment_json

from ..scoring.messages import LONGEST_PICTURE
from .systems import ComparedSystems


def system_columns(systems: ComparedSystems, start: int, end: int) -> list[bytes]:
    """Scores, lengths of references and chosen references, system after system."""
    buffers: list[bytes] = []
    for name in systems.names:
        buffers += [
            systems.scores(name)[start:end].astype("<f8").tobytes(),
            systems.lengths(name)[start:end].astype("<i4").tobytes(),
            systems.corpora[name].chosen[start:end].astype("<i4").tobytes(),
        ]
    return buffers


def segment_texts(systems: ComparedSystems, segment: int, longest: int | None) -> list[list[str]]:
    """References and hypotheses of a segment.

    Args:
        systems: whose.
        segment: index from 0.
        longest: characters after which a text is cut, or None.
    """
    return [
        [stream[segment][:longest] for stream in systems.references],
        [corpus.hypotheses[segment][:longest] for corpus in systems.corpora.values()],
    ]


def segment_pictures(
    systems: ComparedSystems, segment: int, names: Sequence[str]
) -> dict[str, list[Any]]:
    """Alignments of a segment with each reference, by system; None for what has none."""
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
