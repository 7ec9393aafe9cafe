"""Convert a review to JSON for all clients; ``docs/review.md`` documents the format.

Spans count code points, half-open and from 0; segments are numbered from 1.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any, Final, TypeAlias

from ..files.states import State
from ..show.alignment_format import corpus_json
from .diagnostics.diagnostic import Diagnostic
from .edits import REVIEW_KINDS, KindCounts, ReviewEdit
from .pay_schemes import PAY_SCHEMES, PayScheme
from .remarks import NO_REMARKS, SegmentRemarks
from .review import Review
from .segments import ReviewedSegment
from .shifted_lines import Shift
from .totals import ReviewTotal

Json: TypeAlias = dict[str, Any]

FORMAT: Final = "meteor-review-1"


def segments_json(review: Review) -> Iterator[Json]:
    """Yield each segment with its remarks."""
    rows = zip(review.segments, review.states, review.remarks, strict=True)
    return (segment_json(segment, state, remarks) for segment, state, remarks in rows)


def segment_json(
    segment: ReviewedSegment, state: State, remarks: SegmentRemarks = NO_REMARKS
) -> Json:
    """Convert one segment with its texts, numbers and edits; numbers are null if unscored."""
    texts, score = segment.texts, segment.score
    facts = texts.facts
    return {
        "segment": texts.number,
        "id": facts.id or None,
        "score": None if score.problem else score.score,
        **({"problem": score.problem} if score.problem else {}),
        "hter": segment.ter.rate,
        "edit_distance": {"characters": segment.characters.edits, "words": segment.words.edits},
        "chrf": segment.ngrams.score,
        "class": segment.extent,
        "state": state,
        "file_state": facts.state,
        "comments": [
            *(
                {"name": note_name(number, text), "text": text, "who": "", "when": ""}
                for number, text in enumerate(facts.notes)
            ),
            *(
                {
                    "name": comment.name,
                    "text": comment.text,
                    "who": comment.who,
                    "when": comment.when,
                }
                for comment in remarks.comments
            ),
        ],
        "seconds": facts.editing_seconds,
        **({} if texts.source is None else {"source": texts.source}),
        "mt": texts.mt,
        "post_edit": texts.post_edit,
        "edits": [edit_json(edit) for edit in segment.edits],
        "diagnostics": [diagnostic_json(diagnostic) for diagnostic in segment.diagnostics],
    }


def note_name(number: int, text: str) -> str:
    """Return the name of a note in the file, by its index and text."""
    digest = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"note:{number}:{digest}"


def edit_json(edit: ReviewEdit) -> Json:
    """Convert an edit; ``reason`` and ``move`` are optional."""
    return {
        "kind": edit.kind,
        "mt": list(edit.mt),
        "post_edit": list(edit.post_edit),
        **({"reason": edit.reason} if edit.reason else {}),
        **({} if edit.move is None else {"move": edit.move}),
    }


def shift_json(shift: Shift) -> Json:
    """Convert a shift; lines count from 0."""
    return {"kind": shift.kind, "mt": list(shift.mt), "post_edit": list(shift.post_edit)}


def diagnostic_json(diagnostic: Diagnostic) -> Json:
    """Convert a diagnostic; compared spans and replacement are optional."""
    return {
        "code": diagnostic.code,
        "message": diagnostic.message,
        "post_edit": list(diagnostic.post_edit),
        **({} if diagnostic.source is None else {"source": list(diagnostic.source)}),
        **({} if diagnostic.mt is None else {"mt": list(diagnostic.mt)}),
        **({} if diagnostic.replacement is None else {"replacement": diagnostic.replacement}),
        **({} if diagnostic.replaced is None else {"replaced": list(diagnostic.replaced)}),
    }


def total_json(total: ReviewTotal, shifts: Sequence[Shift] = ()) -> Json:
    """Convert the sums of a review, with the bands of each pay scheme."""
    return {
        "segments": total.segments,
        "words": total.words,
        **_numbers(total),
        "classes": {
            count.extent: {
                "segments": count.segments,
                "words": count.words,
                "share": _share(count.words, total.words),
            }
            for count in total.extents
        },
        "edits": kinds_json(total.counts),
        "edit_share": total.counts.edit_share,
        "diagnostics": dict(total.diagnostics),
        "shifts": [shift_json(shift) for shift in shifts],
        "time": None
        if total.seconds is None
        else {
            "seconds": total.seconds,
            "segments": total.timed_segments,
            "words": total.timed_words,
        },
        "pay": [_scheme_json(scheme, total) for scheme in PAY_SCHEMES],
        "meteor": corpus_json(total.score),
    }


def _numbers(total: ReviewTotal) -> Json:
    return {
        "score": total.score.score,
        "hter": total.ter.rate,
        "ter": {"edits": total.ter.edits, "length": total.ter.length},
        "edit_distance": {
            name: {"edits": distance.edits, "length": distance.length, "share": distance.share}
            for name, distance in (
                ("characters", total.characters),
                ("words", total.words_changed),
            )
        },
        "chrf": total.ngrams.score,
    }


def kinds_json(counts: KindCounts) -> Json:
    """Convert numbers of edits and of tokens on either side, by kind."""
    rows = zip(REVIEW_KINDS, counts.edits, counts.mt, counts.post_edit, strict=True)
    return {
        kind: {"edits": edits, "mt_tokens": mt, "post_edit_tokens": post_edit}
        for kind, edits, mt, post_edit in rows
    }


def _scheme_json(scheme: PayScheme, total: ReviewTotal) -> Json:
    return {
        "scheme": scheme.name,
        "after": scheme.after,
        "formula": scheme.formula,
        "bands": [
            {
                "band": count.band.label,
                "segments": count.segments,
                "words": count.words,
                "share": _share(count.words, total.words),
            }
            for count in total.bands[scheme.name]
        ],
    }


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
