"""Tables of the tests at scale, and what is true of them."""

from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from meteor_core import Meteor, SegmentResult
from meteorscope.arrow import ArrowScorer

MEASURES = ("score", "precision", "recall", "f_mean", "fragmentation", "penalty", "shortfall")

HYPOTHESES = [
    "The cat sat on the mat.",
    "It rained all night",
    "the same words",
    "",
    "nothing in common",
    "die Straße ist naß",
    "the same words",
]
REFERENCES = [
    "A cat was sitting on the mat.",
    "It was raining all night long",
    "The same words",
    "an empty hypothesis",
    "",
    "the same words in another order: order another",
    "The same words",
]


def table_of(hypotheses: list[Any], references: list[Any], type_: Any = None) -> Any:
    """A table with the columns that a scorer looks for by default."""
    columns = {
        "number": pa.array(range(len(hypotheses)), pa.int64()),
        "hypothesis": pa.array(hypotheses, pa.string()),
        "reference": pa.array(references, pa.string() if type_ is None else type_),
    }
    return pa.table(columns)


def values_of(result: SegmentResult, references: int) -> dict[str, Any]:
    """What a row has to say of a segment, from the scorer of single segments."""
    statistics = result.statistics
    by_stage = {
        "matches": statistics.matches_by_stage,
        "hypothesis_function_matches": statistics.hypothesis_function_matches,
        "reference_function_matches": statistics.reference_function_matches,
        "reference_matches": statistics.reference_matches_by_stage,
    }
    return {
        **{name: getattr(result, name) for name in MEASURES},
        "reference": result.reference,
        "segments": 1,
        "references": references,
        "matches": result.matches,
        "hypothesis_length": statistics.hypothesis_length,
        "reference_length": statistics.reference_length,
        "chunks": statistics.chunks,
        "perfect_segments": statistics.perfect_segments,
        "proved_segments": statistics.proved_segments,
        "proved_scores": statistics.proved_scores,
        "chunk_gap": result.alignment.chunk_gap,
        "hypothesis_function_words": statistics.hypothesis_function_words,
        "reference_function_words": statistics.reference_function_words,
        **{
            f"{name}_{stage}": number
            for name, numbers in by_stage.items()
            for stage, number in zip(result.alignment.stages, numbers, strict=True)
        },
    }


def expected_row(
    meteor: Meteor, hypothesis: str | None, references: Sequence[str | None]
) -> dict[str, Any]:
    """What ``Meteor.score`` says of one row; missing texts are left out by hand."""
    places = [place for place, text in enumerate(references) if text is not None]
    texts = [text for text in references if text is not None]
    if hypothesis is None or not texts:
        nulls = dict.fromkeys(values_of(meteor.score("", [""]), 1))
        return {"status": "no_reference" if hypothesis is not None else "no_hypothesis", **nulls}
    result = meteor.score(hypothesis, texts)
    values = values_of(result, len(texts)) | {"reference": places[result.reference]}
    return {"status": "scored", **values}


def expected_rows(
    scorer: ArrowScorer,
    meteor: Meteor,
    hypotheses: Sequence[str | None],
    references: Sequence[Any],
) -> list[dict[str, Any]]:
    """The appended columns, in order, computed one by one.

    Args:
        scorer: whose prefix the names have.
        meteor: computes the numbers.
        hypotheses: a column.
        references: a column of texts or of lists of texts.
    """
    lists = any(isinstance(texts, list) for texts in references)
    signature = str(meteor.signature(None if lists else 1))
    rows = [
        expected_row(meteor, hypothesis, (texts or []) if lists else [texts])
        for hypothesis, texts in zip(hypotheses, references, strict=True)
    ]
    return [
        {scorer.prefix + name: value for name, value in {**row, "signature": signature}.items()}
        for row in rows
    ]


def appended(scored: Any, given: Any) -> list[dict[str, Any]]:
    """The rows of the appended columns only; the given ones must be there, unchanged."""
    assert scored.select(given.schema.names).equals(given)
    rows: list[dict[str, Any]] = scored.drop_columns(given.schema.names).to_pylist()
    return rows
