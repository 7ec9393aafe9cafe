"""A reviewed corpus as a table and as a document."""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from meteor_core.analysis.edits import EditCounts, EditScript
from meteor_core.show.alignment_format import Json, corpus_json, measures_json

from ..scoring.written_table import tsv
from .reviewed_corpus import EDIT_COUNTS, EXTENTS, ReviewedCorpus, ReviewSummary


def review_tsv(
    corpus: ReviewedCorpus,
    rewritten_from: float,
    segments: Iterable[int] | None = None,
    *,
    unit_ids: Sequence[str] | None = None,
) -> str:
    """Return a row of names, then a row for each scored segment.

    Args:
        corpus: the reviewed corpus.
        rewritten_from: the edit share from which a segment counts as rewritten.
        segments: indices, from 0, of scored segments; by default all of them.
        unit_ids: what the file calls its segments, if the corpus is of a file.
    """
    return tsv(_rows(corpus, rewritten_from, segments, unit_ids))


def review_document(
    corpus: ReviewedCorpus, rewritten_from: float, *, unit_ids: Sequence[str] | None = None
) -> str:
    """Return the summary, and each scored segment with its texts and edits, as JSON.

    Args:
        corpus: the reviewed corpus.
        rewritten_from: the edit share from which a segment counts as rewritten.
        unit_ids: what the file calls its segments, if the corpus is of a file.
    """
    segments = (
        {**row, **_texts(corpus, segment), "edits": edits_in_words(corpus.edits(segment))}
        for segment, row in enumerate(_rows(corpus, rewritten_from, None, unit_ids))
    )
    # One line for each segment: several times as fast as an indented document.
    lines = ",".join(f"\n    {json.dumps(segment)}" for segment in segments)
    head = json.dumps(summary_json(corpus.summary(rewritten_from)), indent=2).removesuffix("\n}")
    return f'{head},\n  "segments": [{lines}\n  ]\n}}\n'


def summary_json(summary: ReviewSummary) -> Json:
    """Return the sums of a review, and the corpus score, as JSON values."""
    return {
        **corpus_json(summary.result),
        **counts_json(summary.counts),
        "untouched": summary.untouched,
        "differing_between_tokens": summary.differing_between_tokens,
        "edited": summary.edited,
        "rewritten": summary.rewritten,
        "rewritten_from": summary.rewritten_from,
    }


def counts_json(counts: EditCounts) -> Json:
    """Return the number of tokens with each kind of edit, and the edit share, as JSON values."""
    return {
        "edit_share": counts.edit_share,
        **{name: getattr(counts, name) for name in EDIT_COUNTS},
    }


def edits_in_words(script: EditScript) -> list[dict[str, Any]]:
    """Return the edits with their words instead of ranges of tokens."""
    return [
        {
            "kind": edit.kind,
            "mt": _slice(script.hypothesis.text, script.hypothesis.spans[slice(*edit.hypothesis)]),
            "post_edit": _slice(
                script.reference.text, script.reference.spans[slice(*edit.reference)]
            ),
            **({"reason": edit.reason} if edit.reason else {}),
            **({} if edit.move is None else {"move": edit.move}),
        }
        for edit in script.edits
    ]


def _rows(
    corpus: ReviewedCorpus,
    rewritten_from: float,
    segments: Iterable[int] | None,
    unit_ids: Sequence[str] | None,
) -> Iterator[Json]:
    extents = corpus.extents(rewritten_from)
    for segment in range(len(extents)) if segments is None else segments:
        row = {
            "segment": segment + 1,
            "extent": (*EXTENTS, None)[extents[segment]],
            **counts_json(corpus.counts_of(segment)),
            "differs_between_tokens": bool(corpus.differs_between_tokens[segment]),
            **measures_json(corpus.segment_score(segment)),
        }
        if segment in corpus.problems:
            row = {**dict.fromkeys(row), "segment": segment + 1}
        yield row if unit_ids is None else {**row, "id": unit_ids[segment]}


def _texts(corpus: ReviewedCorpus, segment: int) -> dict[str, str]:
    texts = {"mt": corpus.hypotheses[segment], "post_edit": corpus.references[0][segment]}
    return texts if corpus.sources is None else {"source": corpus.sources[segment], **texts}


def _slice(text: str, spans: tuple[tuple[int, int], ...]) -> str:
    return text[spans[0][0] : spans[-1][1]] if spans else ""
