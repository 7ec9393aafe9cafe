"""Check for unclosed brackets and quotations.

A quotation may begin in one segment and end in a later one, and a list may have "a)". So marks that
are unclosed in the source too (or in the machine translation, without a source) are not reported,
nor quotations that continue in the post-edit of an adjacent segment.
"""

import re
from collections.abc import Iterator
from typing import Final

from ..quotations import Balance, LoneMark, beside, lone_mark
from ..texts import ReviewTexts
from .diagnostic import Diagnostic
from .text_words import words_of

_OPENING: Final = {"(": ")", "[": "]", "{": "}", "（": "）", "「": "」", "『": "』", "【": "】"}
_CLOSING: Final = {close: opening for opening, close in _OPENING.items()}
_WIDE: Final = str.maketrans("（）", "()")
_FACE: Final = re.compile(r"[:;]-?[()\[\]](?!\w)")
_ITEM: Final = re.compile(r"(?:^\s*\(?[\w.]{1,4}|(?<=[\s,;])\(?(?:\w|\d{1,2}|[ivx]{1,4}))\)")
_LAST: Final = ".!?;:,…。！？ \t\u00a0\u202f"


def find_open_marks(texts: ReviewTexts) -> Iterator[Diagnostic]:
    """Yield brackets and quotes of the post-edit without a partner."""
    other = texts.mt if texts.source is None else texts.source
    yield from _brackets(texts, other)
    yield from _quotes(texts, other)


def _brackets(texts: ReviewTexts, other: str) -> Iterator[Diagnostic]:
    text = texts.post_edit
    elsewhere = {mark.translate(_WIDE) for mark, _ in _unpaired(other)}
    for mark, place in _unpaired(text):
        if mark.translate(_WIDE) in elsewhere:
            continue
        opens = mark in _OPENING
        message = f"The bracket {mark} is not {'closed' if opens else 'opened'}."
        partner = _OPENING[mark] if opens else _CLOSING[mark]
        at = _place_of_partner(texts, place, partner, opens=opens)
        yield Diagnostic(
            code="open-bracket",
            message=message,
            post_edit=(place, place + 1),
            replacement=None if at is None else partner,
            replaced=None if at is None else (at, at),
        )


def _place_of_partner(texts: ReviewTexts, place: int, partner: str, *, opens: bool) -> int | None:
    """Return where a bracket's partner belongs: beside the same word as in the MT.

    Without a partner in the MT, a bracket closes at the end, before final punctuation; the place of
    an opening bracket is unknown.
    """
    text, words = texts.post_edit, words_of(texts.post_edit, with_digits=True)
    for word in words_of(texts.mt, with_digits=True):
        beside = texts.mt[word.end : word.end + 2] if opens else texts.mt[: word.start][-2:][::-1]
        if partner not in (beside[:1], beside.lstrip()[:1]):
            continue
        found = [one.span for one in words if one.text == word.text]
        if len(found) == 1 and opens == (found[0][0] > place):
            return found[0][1] if opens else found[0][0]
    return len(text.rstrip(_LAST)) if opens and place < len(text.rstrip(_LAST)) - 1 else None


def _unpaired(text: str) -> list[tuple[str, int]]:
    """Return brackets without a partner, with their places."""
    if not _SOME_BRACKET.search(text):
        return []
    skipped = {
        place
        for pattern in (_FACE, _ITEM)
        for match in pattern.finditer(text)
        if not (pattern is _ITEM and match[0].startswith("("))
        for place in range(*match.span())
    }
    begun: list[tuple[str, int]] = []
    alone: list[tuple[str, int]] = []
    for place, mark in enumerate(text):
        if place in skipped and not any(_OPENING[one] == mark for one, _ in begun):
            continue
        if mark in _OPENING:
            begun.append((mark, place))
        elif mark in _CLOSING:
            if begun and begun[-1][0] == _CLOSING[mark]:
                begun.pop()
            else:
                alone.append((mark, place))
    return sorted(begun + alone, key=lambda pair: pair[1])


_SOME_BRACKET: Final = re.compile("[" + re.escape("".join([*_OPENING, *_CLOSING])) + "]")


def _quotes(texts: ReviewTexts, other: str) -> Iterator[Diagnostic]:
    ours, theirs = lone_mark(texts.post_edit), lone_mark(other)
    if ours is not None:
        if theirs is None and not _continues(texts, ours):
            mark = texts.post_edit[ours.place]
            message = f"The quotation mark {mark} has no partner."
            place = (ours.place, ours.place + 1)
            yield Diagnostic(code="open-quote", message=message, post_edit=place)
    elif theirs is not None and _misses_mark(texts, theirs.balance):
        begins = theirs.balance == 1
        place = (0, 0) if begins else (len(texts.post_edit), len(texts.post_edit))
        message = (
            "The quotation that ends in the next segment is not begun."
            if begins
            else "The quotation that begins in the segment before is not ended."
        )
        where = (theirs.place, theirs.place + 1)
        said = where if texts.source is not None else None
        at = None if said else where
        yield Diagnostic(code="open-quote", message=message, post_edit=place, source=said, mt=at)


def _continues(texts: ReviewTexts, mark: LoneMark) -> bool:
    """Return whether a quotation continues in an adjacent segment.

    It ends there, or it begins anew in each segment, as in paragraphs of one speech.
    """
    before, after = texts.neighbours.before, texts.neighbours.after
    if mark.balance == -1:
        return before.post_edit == 1
    is_speech = before.post_edit == 1 and mark.place == 0 and after.begins
    return mark.balance == 1 and (after.post_edit == -1 or is_speech)


def _misses_mark(texts: ReviewTexts, balance: Balance) -> bool:
    """Return whether the source's mark is missing in a quotation over two segments.

    A continued quotation need not begin anew in each segment; if it does, marks come in pairs.
    """
    before, after = texts.neighbours.before, texts.neighbours.after
    if balance == 1:
        return before.post_edit != 1 and after.other == after.post_edit == -1
    begins_anew = beside("", texts.post_edit).begins
    return balance == -1 and before.other == before.post_edit == 1 and not begins_anew
