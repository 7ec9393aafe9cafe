"""Data of compared systems for front ends and pages."""

from collections.abc import Sequence
from typing import Any

from meteor_core.score.results import SegmentResult
from meteor_core.show.alignment_format import alignment_json

from ..scoring.messages import MAX_PICTURE_TOKENS, errors_json
from .systems import ComparedSystems


def system_columns(systems: ComparedSystems, start: int, end: int) -> list[bytes]:
    """Return numbers system after system, then those of segments.

    Of each system: scores, lengths of references, chosen references, and each score that came with
    its texts. Of segments: the place of each column of metadata's value among its values.
    """
    buffers: list[bytes] = []
    beside = systems.beside
    for name in systems.names:
        buffers += [
            systems.scores(name)[start:end].astype("<f8").tobytes(),
            systems.lengths(name)[start:end].astype("<i4").tobytes(),
            systems.corpora[name].chosen[start:end].astype("<i4").tobytes(),
            *(systems.given(s, name)[start:end].astype("<f8").tobytes() for s in beside.scores),
        ]
    buffers += [beside.codes(name)[start:end].astype("<i4").tobytes() for name in beside.metadata]
    return buffers


def segment_texts(systems: ComparedSystems, segment: int, longest: int | None) -> list[list[str]]:
    """Return references and hypotheses of a segment, and a list of its id if it has one.

    Args:
        systems: the systems.
        segment: index from 0.
        longest: the number of characters after which a text is cut, or None.
    """
    return [
        [stream[segment][:longest] for stream in systems.references],
        [corpus.hypotheses[segment][:longest] for corpus in systems.corpora.values()],
        *([] if systems.beside.ids is None else [[systems.beside.ids[segment]]]),
    ]


def segment_pictures(
    systems: ComparedSystems, segment: int, names: Sequence[str]
) -> dict[str, dict[str, Any]]:
    """Return alignments with each reference, None if missing, errors and id, by system."""
    return {
        name: {
            "alignments": [
                alignment_json(segment + 1, result) if _is_drawn(result) else None
                for result in systems.each(name, segment)
            ],
            "id": None if systems.beside.ids is None else systems.beside.ids[segment],
            "errors": errors_json(systems.beside.errors_of(name, segment)),
        }
        for name in names
    }


def _is_drawn(result: SegmentResult) -> bool:
    lengths = result.hypothesis_length + result.reference_length
    return not result.problem and lengths <= MAX_PICTURE_TOKENS
