"""Brackets and quotations that are left open.

A quotation may begin in one segment and end in a later one, and a list may have "a)". So nothing is
said where the source has the same, or, without a source, the machine translation.
"""

import re
from collections.abc import Iterator
from typing import Final

from ..texts import ReviewTexts
from .diagnostic import Diagnostic

_OPENING: Final = {"(": ")", "[": "]", "{": "}", "（": "）", "「": "」", "『": "』", "【": "】"}
_CLOSING: Final = {close: opening for opening, close in _OPENING.items()}
_WIDE: Final = str.maketrans("（）", "()")
_FACE: Final = re.compile(r"[:;]-?[()\[\]](?!\w)")
_ITEM: Final = re.compile(r"(?:^|(?<=[\s,;]))\(?[\w.]{1,4}\)")
_QUOTES: Final = (frozenset('"„“”‟＂'), frozenset("«»"), frozenset("‹›"))
_BEFORE: Final = r"(\w+)\s?{}"
_BEHIND: Final = r"{}\s?(\w+)"
_LAST: Final = ".!?;:,…。！？ \t\u00a0\u202f"
_INCHES: Final = re.compile(r"(?<=\d)[\"”](?=[\s,.;)x]|$)")


def find_open_marks(texts: ReviewTexts) -> Iterator[Diagnostic]:
    """Yield brackets and quotes of the post-edit that have no partner."""
    other = texts.mt if texts.source is None else texts.source
    yield from _brackets(texts, other)
    yield from _quotes(texts.post_edit, other)


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
    """Return where a bracket's partner belongs: beside the word that it has in the MT.

    Without one there, a bracket closes at the end, before the last marks; where one would open
    nobody knows.
    """
    text, beside = texts.post_edit, _BEFORE if opens else _BEHIND
    for match in re.finditer(beside.format(re.escape(partner)), texts.mt):
        found = [word.span() for word in re.finditer(rf"(?<!\w){re.escape(match[1])}(?!\w)", text)]
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


def _quotes(text: str, other: str) -> Iterator[Diagnostic]:
    elsewhere = any(_odd(other, marks) for marks in _QUOTES)
    for marks in _QUOTES:
        if (place := _odd(text, marks)) and not elsewhere:
            message = f"The quotation mark {text[place - 1]} has no partner."
            yield Diagnostic(code="open-quote", message=message, post_edit=(place - 1, place))


def _odd(text: str, marks: frozenset[str]) -> int:
    """Return the end of the last mark if their number is odd, else 0."""
    if marks.isdisjoint(text):
        return 0
    inches = {match.start() for match in _INCHES.finditer(text)}
    places = [place for place, mark in enumerate(text) if mark in marks]
    if len(places) % 2 and inches:
        places = [place for place in places if place not in inches]
    return places[-1] + 1 if len(places) % 2 else 0
