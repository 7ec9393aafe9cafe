"""A scored corpus exactly as ``meteorscope score --segments`` prints it."""

import json
from collections.abc import Iterable, Iterator, Sequence

from meteor_core.show.alignment_format import SEGMENT_KEYS, Json, corpus_json, segment_json

from ..scoring.scored_corpus import ScoredCorpus
from ..scoring.written_table import tsv


def corpus_tsv(
    corpus: ScoredCorpus,
    segments: Iterable[int] | None = None,
    *,
    unit_ids: Sequence[str] | None = None,
) -> str:
    """Return a row of names, then a row for each segment; like ``--format tsv``.

    Args:
        corpus: the scored corpus.
        segments: indices, from 0, of scored segments; by default all of them.
        unit_ids: what the file calls its segments, if the corpus is of a file.
    """
    keys = SEGMENT_KEYS if unit_ids is None else (*SEGMENT_KEYS, "id")
    return tsv({key: row[key] for key in keys} for row in _rows(corpus, segments, unit_ids))


def corpus_document(corpus: ScoredCorpus, *, unit_ids: Sequence[str] | None = None) -> str:
    """Return the numbers of the corpus and of its segments; like ``--format json``."""
    rows = ",".join(f"\n    {json.dumps(row)}" for row in _rows(corpus, None, unit_ids))
    return f'{{\n  "segments": [{rows}\n  ],\n{summary(corpus)}\n'


def summary(corpus: ScoredCorpus) -> str:
    """Return the part of ``corpus_document`` after the segments."""
    return json.dumps(corpus_json(corpus.total()), indent=2).removeprefix("{\n")


def _rows(
    corpus: ScoredCorpus, segments: Iterable[int] | None, unit_ids: Sequence[str] | None
) -> Iterator[Json]:
    for segment in range(corpus.done) if segments is None else segments:
        row = segment_json(segment + 1, corpus.segment_score(segment))
        yield row if unit_ids is None else {**row, "id": unit_ids[segment]}
