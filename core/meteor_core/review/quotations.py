"""Quotations that a text leaves open, and those that go on from one segment to the next."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, TypeAlias

_QUOTES: Final = (frozenset('"„“”‟＂'), frozenset("«»"), frozenset("‹›"))
_SOME_QUOTE: Final = re.compile("[" + "".join(sorted(frozenset().union(*_QUOTES))) + "]")
_INCHES: Final = re.compile(r"(?<=\d)[\"”](?=[\s,.;)x]|$)")
_BEFORE_WORDS: Final = " \t\u00a0\u202f([{–—-/'‘‚>"

Balance: TypeAlias = Literal[-1, 0, 1]
"""What a text leaves open: 1 a quotation that it begins, -1 one that it ends, 0 nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoneMark:
    """A quotation mark without a partner.

    Attributes:
        place: of the mark, in code points from 0.
        balance: 1 if it opens a quotation, -1 if it closes one, 0 if that cannot be seen.
    """

    place: int
    balance: Balance


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """What a segment beside another one leaves open.

    Attributes:
        other: in its source; in its machine translation, where the source is not known.
        post_edit: in its post-edit.
        begins: whether its post-edit begins with a quotation.
    """

    other: Balance = 0
    post_edit: Balance = 0
    begins: bool = False


NOTHING: Final = Beside()


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbours:
    """What the segments before and after one leave open."""

    before: Beside = NOTHING
    after: Beside = NOTHING


NO_NEIGHBOURS: Final = Neighbours()


def neighbours(before: Beside, after: Beside) -> Neighbours:
    """Return what the segments around one leave open."""
    if before is NOTHING and after is NOTHING:
        return NO_NEIGHBOURS
    return Neighbours(before=before, after=after)


def beside(other: str, post_edit: str) -> Beside:
    """Return what a segment leaves open, for the segments beside it."""
    theirs, ours = lone_mark(other), lone_mark(post_edit)
    begins = post_edit[:1] in _ALL_QUOTES
    if theirs is None and ours is None and not begins:
        return NOTHING
    return Beside(
        other=theirs.balance if theirs else 0,
        post_edit=ours.balance if ours else 0,
        begins=begins,
    )


@lru_cache(maxsize=4096)
def lone_mark(text: str) -> LoneMark | None:
    """Return the quotation mark of a text that has no partner; None without one.

    Marks of a kind that are even in number are taken for pairs. Inch marks count only where the
    number is odd without them.
    """
    if not _SOME_QUOTE.search(text):
        return None
    inches = {match.start() for match in _INCHES.finditer(text)}
    for marks in _QUOTES:
        places = [place for place, mark in enumerate(text) if mark in marks]
        if len(places) % 2 and inches:
            places = [place for place in places if place not in inches]
        if len(places) % 2:
            return _without_partner(text, places)
    return None


def _without_partner(text: str, places: list[int]) -> LoneMark:
    begun: list[int] = []
    ended: list[int] = []
    for place in places:
        if _opens(text, place, is_begun=bool(begun)):
            begun.append(place)
        elif begun:
            begun.pop()
        else:
            ended.append(place)
    if begun and ended:
        return LoneMark(place=places[-1], balance=0)
    return LoneMark(place=(begun or ended)[-1], balance=1 if begun else -1)


def _opens(text: str, place: int, *, is_begun: bool) -> bool:
    """Whether a mark opens a quotation, by what stands on either side of it."""
    if text[place] == "„":
        return True
    before = place == 0 or text[place - 1] in _BEFORE_WORDS
    behind = place + 1 < len(text) and not text[place + 1].isspace()
    if before != behind:  # it stands between spaces, as French marks do, or between letters
        return text[place] in "«‹" or (text[place] not in "»›" and not is_begun)
    return before


_ALL_QUOTES: Final = frozenset().union(*_QUOTES)
