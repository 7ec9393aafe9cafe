"""A scored corpus as ``meteorscope score --segments`` prints it, to the letter."""

import json
from collections.abc import Iterator

from meteor_core.alignment_format import Json, corpus_json, segment_json
from meteor_core.command_line.output import table_cell

from .scored_corpus import ScoredCorpus


def corpus_tsv(corpus: ScoredCorpus) -> str:
    """One row a segment under a row of names; like ``--format tsv``."""
    lines: list[str] = []
    for row in _rows(corpus):
        if not lines:
            lines.append("\t".join(row))
        lines.append("\t".join(table_cell(value) for value in row.values()))
    return "".join(line + "\n" for line in lines)


def corpus_document(corpus: ScoredCorpus) -> str:
    """The corpus' numbers and its segments'; like ``--format json``."""
    rows = ",".join(f"\n    {json.dumps(row)}" for row in _rows(corpus))
    return f'{{\n  "segments": [{rows}\n  ],\n{summary(corpus)}\n'


def summary(corpus: ScoredCorpus) -> str:
    """The part of ``corpus_document`` after the segments."""
    return json.dumps(corpus_json(corpus.total()), indent=2).removeprefix("{\n")


def _rows(corpus: ScoredCorpus) -> Iterator[Json]:
    for segment in range(corpus.done):
        yield segment_json(segment + 1, corpus.segment_score(segment))
