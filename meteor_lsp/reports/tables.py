"""The scores of segments for programs, byte for byte as ``meteorscope score`` prints them."""

import json
from collections.abc import Iterable

from meteor_core import CorpusResult
from meteor_core.command_line.output import table_cell
from meteor_core.show.alignment_format import corpus_json, segment_json

from .content import ReportSegment


def scores_tsv(segments: Iterable[ReportSegment]) -> str:
    """What ``meteorscope score --segments --format tsv`` prints."""
    rows = [segment_json(segment.number, segment.result) for segment in segments]
    lines = ["\t".join(map(table_cell, row.values())) for row in rows]
    header = ["\t".join(rows[0])] if rows else []
    return "".join(f"{line}\n" for line in (*header, *lines))


def scores_json(corpus: CorpusResult, segments: Iterable[ReportSegment]) -> str:
    """What ``meteorscope score --segments --format json`` prints."""
    rows = [json.dumps(segment_json(segment.number, segment.result)) for segment in segments]
    listed = ",".join(f"\n    {row}" for row in rows)
    whole = json.dumps(corpus_json(corpus), indent=2).removeprefix("{\n")
    return f'{{\n  "segments": [{listed}\n  ],\n{whole}\n'
