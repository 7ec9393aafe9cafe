"""A scored corpus as bytes, for a front end and for pages.

Numbers go as columns of the narrowest type that holds them, texts and alignments as JSON. Texts
travel in buffers, because a host's own JSON fails at lone surrogates.
"""

import gzip
import json
import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from meteor_core.batch.batch import MEASURES
from meteor_core.show.alignment_format import alignment_json

from .scored_corpus import ScoredCorpus

LONGEST_CELL: Final = 400
"""Characters of a text that a row of the table is given; it shows a line."""

LONGEST_PICTURE: Final = 4_000
"""Tokens of both sides up to which an alignment is drawn."""

_TYPES: Final = (np.uint8, np.uint16, np.int32)
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def columns_block(
    corpus: ScoredCorpus, start: int, end: int
) -> tuple[list[list[str]], list[bytes]]:
    """The numbers of a range of segments.

    Returns:
        Name and type of each column, and the columns' bytes, little-endian.
    """
    columns: dict[str, NDArray[Any]] = {
        name: corpus.measures[start:end, index] for index, name in enumerate(MEASURES)
    }
    for index, name in enumerate(corpus.count_names):
        columns[name] = _narrow(corpus.counts[start:end, index])
    columns["reference"] = _narrow(corpus.chosen[start:end])
    columns["optimal"] = columns.pop("proved_segments")
    layout = [[name, values.dtype.name] for name, values in columns.items()]
    little = (
        np.ascontiguousarray(values, values.dtype.newbyteorder("<")) for values in columns.values()
    )
    return layout, [values.tobytes() for values in little]


def row_texts(corpus: ScoredCorpus, segments: Iterable[int], longest: int | None) -> list[Any]:
    """Hypothesis and chosen reference of segments.

    Args:
        corpus: whose.
        segments: indices from 0.
        longest: characters after which a text is cut, or None.
    """
    return [
        [
            corpus.hypotheses[segment][:longest],
            corpus.references[corpus.chosen[segment]][segment][:longest],
        ]
        for segment in segments
    ]


def picture(corpus: ScoredCorpus, segment: int) -> dict[str, Any]:
    """What is shown of a segment that a person looks at.

    Returns:
        The alignment, or ``too_long`` with the numbers of tokens, or the ``problem`` why it cannot
        be scored, or ``unscored``: it is not scored yet.
    """
    if segment >= corpus.done:
        return {"unscored": True}
    if segment in corpus.problems:
        return {"problem": corpus.problems[segment]}
    sides = ("hypothesis_length", "reference_length")
    lengths = [int(corpus.count(side)[segment]) for side in sides]
    if sum(lengths) > LONGEST_PICTURE:
        return {"too_long": lengths}
    return {"alignment": alignment_json(segment + 1, corpus.result(segment))}


def json_bytes(value: Any) -> bytes:
    """JSON as UTF-8; each lone surrogate as the sign for what cannot be shown."""
    return _SURROGATE.sub(
        "\N{REPLACEMENT CHARACTER}", json.dumps(value, ensure_ascii=False)
    ).encode()


def compressed_blocks(items: Sequence[Any], size: int) -> list[bytes]:
    """Items as gzipped JSON lists of that many each."""
    return [
        gzip.compress(json_bytes(items[start : start + size]), mtime=0)
        for start in range(0, len(items), size)
    ]


def _narrow(values: NDArray[np.int32]) -> NDArray[Any]:
    most = int(values.max(initial=0))
    return values.astype(next(kind for kind in _TYPES if most <= np.iinfo(kind).max))
