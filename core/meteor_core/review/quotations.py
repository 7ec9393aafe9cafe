"""Find quotations that a text leaves open or that continue in the next segment."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, TypeAlias

_QUOTES: Final = (frozenset('"„“”‟＂'), frozenset("«»"), frozenset("‹›"))
_SOME_QUOTE: Final = re.compile("[" + "".join(sorted(frozenset().union(*_QUOTES))) + "]")
_INCHES: Final = re.compile(r"(?<=\d)[\"”](?=[\s,.;)x]|$)")
_BEFORE_WORDS: Final = " \t\u00a0\u202f([{–—-/'‘‚>"

Balance: TypeAlias = Literal[-1, 0, 1]
"""What a text leaves open: 1 a quotation that it begins, -1 one that it ends, 0 neither."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoneMark:
    """A quotation mark without a partner.

    Attributes:
        place: of the mark, in code points from 0.
        balance: 1 if it opens a quotation, -1 if it closes one, 0 if unknown.
    """

    place: int
    balance: Balance


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """What an adjacent segment leaves open.

    Attributes:
        other: balance of its source, or without a source of its machine translation.
        post_edit: balance of its post-edit.
        begins: whether its post-edit begins with a quotation.
    """

    other: Balance = 0
    post_edit: Balance = 0
    begins: bool = False


NOTHING: Final = Beside()


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbours:
    """What the adjacent segments leave open."""

    before: Beside = NOTHING
    after: Beside = NOTHING


NO_NEIGHBOURS: Final = Neighbours()


def neighbours(before: Beside, after: Beside) -> Neighbours:
    """Return what the adjacent segments leave open."""
    if before is NOTHING and after is NOTHING:
        return NO_NEIGHBOURS
    return Neighbours(before=before, after=after)


def beside(other: str, post_edit: str) -> Beside:
    """Return what a segment leaves open, for the adjacent segments."""
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
    """Return the quotation mark of a text without a partner, if any.

    An even number of marks of a kind are taken for pairs. Inch marks count only if the number is
    odd without them.
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
        if _opens(text, place, is_open=bool(begun)):
            begun.append(place)
        elif begun:
            begun.pop()
        else:
            ended.append(place)
    if begun and ended:
        return LoneMark(place=places[-1], balance=0)
    return LoneMark(place=(begun or ended)[-1], balance=1 if begun else -1)


def _opens(text: str, place: int, *, is_open: bool) -> bool:
    """Return whether a mark opens a quotation, judging by the adjacent characters."""
    if text[place] == "„":
        return True
    before = place == 0 or text[place - 1] in _BEFORE_WORDS
    behind = place + 1 < len(text) and not text[place + 1].isspace()
    if before != behind:  # between spaces, as in French, or between letters
        return text[place] in "«‹" or (text[place] not in "»›" and not is_open)
    return before


_ALL_QUOTES: Final = frozenset().union(*_QUOTES)
