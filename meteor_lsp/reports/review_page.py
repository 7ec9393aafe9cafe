"""Summarise a review as a page, with the segments that need attention."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from meteor_core.files.states import STATES
from meteor_core.show.tables import Table
from meteor_core.text.numbers import counted, percentage

from ..scoring.review import PairReview
from .document import edited_pieces
from .page import Page, PageSegment, Section

_SECTION: Final = "Segments that were rejected, commented or stand out"


def is_shown(review: PairReview, segment: int) -> bool:
    """Whether a segment needs attention."""
    texts, known = review.texts(segment), review.known(segment)
    return texts is not None and bool(
        texts.facts.notes
        or review.remarks(segment).comments
        or review.state(segment) == "rejected"
        or (known is not None and known.diagnostics)
    )


def review_page(
    name: str, review: PairReview, states: Mapping[str, int], total: Mapping[str, Any]
) -> Page:
    """Return a review as a page.

    Args:
        name: of the post-edit's file.
        review: complete or not.
        states: number of segments in each state.
        total: the totals in JSON form.
    """
    segments = counted(review.segments, "segment", "segments")
    made = "" if review.complete else f" ({review.reviewed:,} of them so far)"
    shown = [segment for segment in review.present() if is_shown(review, segment)]
    return Page(
        title=f"Review of {name}",
        lead=[
            f"{segments}{made}, {total['words']:,} words.",
            "All numbers compare the MT with its post-edit.",
        ],
        tables=list(_tables(states, total)),
        sections=[
            Section(
                title=_SECTION if shown else "No segment was rejected, commented or stands out",
                segments=[found for n in shown if (found := _segment(review, n)) is not None],
            )
        ],
    )


def _tables(states: Mapping[str, int], total: Mapping[str, Any]) -> Iterator[Table]:
    ter = total["ter"]
    distances = [
        (
            f"{unit} edited",
            percentage(found["share"]),
            f"{found['edits']:,} / {found['length']:,}",
        )
        for unit, found in total["edit_distance"].items()
    ]
    yield Table(
        title="Measures",
        heads=["measure", "value", "counted as"],
        rows=[
            ("METEOR", f"{total['score']:.4f}", ""),
            ("HTER", f"{total['hter']:.4f}", f"{ter['edits']:,} edits / {ter['length']:,} words"),
            ("chrF", f"{total['chrf']:.2f}", ""),
            *distances,
        ],
        texts=frozenset({0, 2}),
        notes=[total["meteor"]["signature"]],
    )
    yield _counted("Classes", "class", total["classes"])
    yield Table(
        title="States",
        heads=["state", "segments"],
        rows=[(state, f"{states[state]:,}") for state in STATES if states[state]],
    )
    yield Table(
        title="Edits",
        heads=["kind", "number", "MT words", "post-edit words"],
        rows=[
            (kind, *(f"{number:,}" for number in found.values()))
            for kind, found in total["edits"].items()
        ],
    )
    for scheme in total["pay"]:
        yield _counted(
            f"Pay by {scheme['scheme']}, after {scheme['after']}",
            "band",
            {band["band"]: band for band in scheme["bands"]},
            notes=[f"{scheme['formula']}."],
        )


def _counted(
    title: str, head: str, rows: Mapping[str, Mapping[str, Any]], notes: Sequence[str] = ()
) -> Table:
    return Table(
        title=title,
        heads=[head, "segments", "words", "share of words"],
        rows=[
            (name, f"{row['segments']:,}", f"{row['words']:,}", percentage(row["share"]))
            for name, row in rows.items()
        ],
        notes=notes,
    )


def _segment(review: PairReview, number: int) -> PageSegment | None:
    whole = review.with_details(number)
    if whole is None:
        return None
    texts, remarks = whole.texts, review.remarks(number)
    return PageSegment(
        number=number + 1,
        title=", ".join(filter(None, [review.state(number), whole.extent, texts.facts.id])),
        texts=[
            *([] if texts.source is None else [("source", [(texts.source, "")])]),
            ("MT", list(edited_pieces(texts.mt, whole.edits, "mt"))),
            ("post-edit", list(edited_pieces(texts.post_edit, whole.edits, "post_edit"))),
        ],
        notes=[
            *(f"{found.code}: {found.message}" for found in whole.diagnostics),
            *(f"note: {note}" for note in texts.facts.notes),
            *(f"{comment.who or 'comment'}: {comment.text}" for comment in remarks.comments),
        ],
    )
