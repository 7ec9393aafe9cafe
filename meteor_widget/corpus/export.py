"""A scored corpus as ``meteorscope score --segments`` prints it, with what came with its texts."""

import json
from collections.abc import Iterable, Iterator

from meteor_core.show.alignment_format import SEGMENT_KEYS, Json, corpus_json, segment_json

from ..inputs.beside import NOTHING, Beside
from ..scoring.scored_corpus import ScoredCorpus
from ..scoring.written_table import cell, tsv


def corpus_tsv(
    corpus: ScoredCorpus, beside: Beside = NOTHING, segments: Iterable[int] | None = None
) -> str:
    """Return a row of names, then a row for each segment; like ``--format tsv``.

    Args:
        corpus: the scored corpus.
        beside: what came with its texts: ids, scores and metadata follow METEOR's numbers.
        segments: indices, from 0, of scored segments; by default all of them.
    """
    keys = (*SEGMENT_KEYS, *beside.row(0))
    return tsv({key: row[key] for key in keys} for row in _rows(corpus, beside, segments))


def corpus_document(corpus: ScoredCorpus, beside: Beside = NOTHING) -> str:
    """Return the numbers of the corpus and of its segments; like ``--format json``."""
    rows = ",".join(f"\n    {json.dumps(row)}" for row in _rows(corpus, beside, None))
    return f'{{\n  "segments": [{rows}\n  ],\n{summary(corpus)}\n'


def further_cells(beside: Beside, segments: Iterable[int]) -> list[tuple[str, str]]:
    """Return what rows of TSV and of JSON have after METEOR's numbers, as these are written."""
    rows = [beside.row(segment) for segment in segments]
    return [
        (
            "".join(f"\t{cell(value)}" for value in row.values()),
            "".join(f", {json.dumps(name)}: {json.dumps(value)}" for name, value in row.items()),
        )
        for row in rows
    ]


def summary(corpus: ScoredCorpus) -> str:
    """Return the part of ``corpus_document`` after the segments."""
    return json.dumps(corpus_json(corpus.total()), indent=2).removeprefix("{\n")


def _rows(corpus: ScoredCorpus, beside: Beside, segments: Iterable[int] | None) -> Iterator[Json]:
    for segment in range(corpus.done) if segments is None else segments:
        row = segment_json(segment + 1, corpus.segment_score(segment))
        yield {**row, **beside.row(segment)}
