"""Data of rated outputs for front ends and pages."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meteor_core import Meteor
from meteor_core.agreement.counted_outputs import CountedOutputs
from meteor_core.agreement.rated_set import RatedOutput, RatedSet
from meteor_core.agreement.rating_arrays import RatingArrays
from meteor_core.score.statistics import PROOF_COUNTS, count_names
from meteor_core.show.alignment_format import alignment_json

from ..portable_json import json_bytes
from ..scoring.messages import MAX_PICTURE_TOKENS, narrow


def columns_of(
    rated: RatedSet, counts: CountedOutputs, arrays: RatingArrays, stages: Sequence[str]
) -> list[bytes]:
    """Return all that measures and scores need, in buffers.

    The first is JSON: the names of segments, and of each reference the names and types of its
    columns. Then segment, system and rating of each output, then the columns.

    Args:
        rated: the set.
        counts: of its outputs.
        arrays: of its ratings.
        stages: names of the stages that are counted.
    """
    names = count_names(stages)
    layout: list[list[list[str]]] = []
    columns: list[NDArray[Any]] = []
    for of_reference, there in zip(counts.counts, counts.there, strict=True):
        found = {"there": there.astype(np.uint8)}
        for index, name in enumerate(names):
            if name not in PROOF_COUNTS:
                found[name] = narrow(of_reference[:, index])
        layout.append([[name, values.dtype.name] for name, values in found.items()])
        columns += found.values()
    head = {"segments": rated.segments, "references": layout}
    outputs = [
        arrays.segment.astype("<i4"),
        arrays.system.astype("<i4"),
        arrays.rating.astype("<f8"),
    ]
    little = (values.astype(values.dtype.newbyteorder("<")) for values in columns)
    return [json_bytes(head), *(values.tobytes() for values in (*outputs, *little))]


def output_texts(output: RatedOutput, longest: int | None) -> list[Any]:
    """Return the texts of an output: its own, and its references.

    Args:
        output: the output.
        longest: the number of characters after which a text is cut, or None.
    """
    return [output.hypothesis[:longest], [text[:longest] for text in output.references]]


def output_pictures(
    number: int, output: RatedOutput, there: Sequence[bool], meteor: Meteor
) -> list[dict[str, Any] | None]:
    """Return an output's alignment with each of its references; None where it has none.

    Args:
        number: of its segment, from 1.
        output: the output.
        there: whether it was scored against each reference.
        meteor: the scorer.
    """
    found: list[dict[str, Any] | None] = []
    for index, (text, is_there) in enumerate(zip(output.references, there, strict=False)):
        result = meteor.score(output.hypothesis, [text]) if is_there else None
        if result is None or (
            result.hypothesis_length + result.reference_length > MAX_PICTURE_TOKENS
        ):
            found.append(None)
            continue
        alignment = alignment_json(number, result)
        found.append({**alignment, "reference": {**alignment["reference"], "index": index}})
    return found
