"""Data of a scored corpus as bytes, for front ends and pages.

Numbers are sent as columns of the narrowest type that holds them, texts and alignments as JSON.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from meteor_core.batch.batch import MEASURES
from meteor_core.show.alignment_format import alignment_json

from ..inputs.beside import NOTHING, ONLY_SYSTEM, Beside, MarkedError
from ..portable_json import compressed_blocks
from .scored_corpus import ScoredCorpus

MAX_CELL_CHARS: Final = 400
"""Characters of a text that are sent for a row of the table, which shows one line."""

MAX_PICTURE_TOKENS: Final = 4_000
"""Tokens of both sides up to which an alignment is drawn."""

_TEXTS_PER_BLOCK: Final = 500

_TYPES: Final = (np.uint8, np.uint16, np.int32)


def columns_block(
    corpus: ScoredCorpus, start: int, end: int, beside: Beside = NOTHING
) -> tuple[list[list[str]], list[bytes]]:
    """Return the numbers of a range of segments, and those that came with their texts.

    Returns:
        Name and type of each column, and the columns' bytes, little-endian.
    """
    columns: dict[str, NDArray[Any]] = {
        name: corpus.measures[start:end, index] for index, name in enumerate(MEASURES)
    }
    for index, name in enumerate(corpus.count_names):
        columns[name] = narrow(corpus.counts[start:end, index])
    columns["reference"] = narrow(corpus.chosen[start:end])
    columns["optimal"] = columns.pop("proved_segments")
    columns["score_proved"] = columns.pop("proved_scores")
    for name, given in beside.scores.items():
        columns[name] = np.array(given.values[ONLY_SYSTEM][start:end], np.float64)
    for name in beside.metadata:
        columns[name] = narrow(beside.codes(name)[start:end])
    layout = [[name, values.dtype.name] for name, values in columns.items()]
    little = (
        np.ascontiguousarray(values, values.dtype.newbyteorder("<")) for values in columns.values()
    )
    return layout, [values.tobytes() for values in little]


def row_texts(
    corpus: ScoredCorpus,
    segments: Iterable[int],
    longest: int | None,
    ids: Sequence[str] | None = None,
) -> list[Any]:
    """Return hypothesis and chosen reference of segments, and their ids if they have any.

    Args:
        corpus: the corpus.
        segments: indices, from 0.
        longest: the number of characters after which a text is cut, or None.
        ids: of all segments.
    """
    return [
        [
            corpus.hypotheses[segment][:longest],
            corpus.references[corpus.chosen[segment]][segment][:longest],
            *(() if ids is None else (ids[segment],)),
        ]
        for segment in segments
    ]


def picture(
    corpus: ScoredCorpus, segment: int, errors: Sequence[MarkedError] = ()
) -> dict[str, Any]:
    """Return the alignment of a segment, or the reason why it is missing.

    Args:
        corpus: the corpus.
        segment: index from 0.
        errors: that are marked in its hypothesis.

    Returns:
        The alignment; or ``too_long`` with the numbers of tokens; or ``problem``, the reason why
        it cannot be scored; or ``unscored`` if it is not scored yet.
    """
    if segment >= corpus.done:
        return {"unscored": True}
    if segment in corpus.problems:
        return {"problem": corpus.problems[segment]}
    sides = ("hypothesis_length", "reference_length")
    lengths = [int(corpus.count(side)[segment]) for side in sides]
    if sum(lengths) > MAX_PICTURE_TOKENS:
        return {"too_long": lengths}
    marked = {"errors": errors_json(errors)} if errors else {}
    return {"alignment": alignment_json(segment + 1, corpus.result(segment)), **marked}


def errors_json(errors: Sequence[MarkedError]) -> list[dict[str, Any]]:
    """Return marked errors as JSON values; their places are code points."""
    return [asdict(error) for error in errors]


def blocks_of_a_page(
    texts: Sequence[Any], pictures: Sequence[Any], *, pictures_a_block: int
) -> tuple[dict[str, int], list[bytes]]:
    """Return texts and alignments for a page, in blocks that it unpacks when they are viewed.

    Returns:
        How they are cut into blocks, and the blocks: of texts, then of alignments.
    """
    text_blocks = compressed_blocks(texts, _TEXTS_PER_BLOCK)
    cut = {
        "text_blocks": len(text_blocks),
        "texts_a_block": _TEXTS_PER_BLOCK,
        "pictures_a_block": pictures_a_block,
    }
    return cut, [*text_blocks, *compressed_blocks(pictures, pictures_a_block)]


def narrow(values: NDArray[np.integer]) -> NDArray[Any]:
    """Return whole numbers in the narrowest type that holds them."""
    most = int(values.max(initial=0))
    return values.astype(next(kind for kind in _TYPES if most <= np.iinfo(kind).max))
