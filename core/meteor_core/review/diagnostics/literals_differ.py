"""Numbers, dates, units, addresses, placeholders and codes that a post-edit has otherwise.

The source decides where there is one, else the machine translation. Languages write numbers in
their own ways, and translators write them in words, so a number that is merely missing is reported
only where the machine translation has it too, and one that differs only where one stands in its
place.
"""

import html
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

from ...text.tokenizers import Span
from ..literals import LiteralText, before_letters, is_date_format, is_number, literals
from ..texts import ReviewTexts
from .diagnostic import Diagnostic
from .text_words import stands_alone

_SPELLED_OUT: Final = 12
"""Numbers up to it are often written in words."""


_MOST: Final = 200
"""Literals of a text that are compared, each with each. One with more is a table of numbers."""

_DIGITS: Final = re.compile(r"\d+")

_OF_TWO_SCALES: Final = "degrees"

_BEGINS: Final = ({"km", "km/h"}, {"mi", "mph"}, {"degrees", "°C"}, {"degrees", "°F"})

_PERCENT: Final = "%"

_ICU: Final = re.compile(r"\{\s*\w+\s*,\s*(?:plural|select|selectordinal)\s*,")
"""Braces in such a text hold texts that are translated."""

_DECADE: Final = re.compile(r"['’]?s\b|er\b|\.\s?(?:let|léta|letech)\b|-х|-ті|年代")
"""Behind a number: the 1960s, which translators like to write in words."""


def find_literals(texts: ReviewTexts) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each literal that differs from the source, or from the MT."""
    given = _Given(texts)
    if max(len(given.wanted), len(given.here)) > _MOST:
        return
    for kind, code, noun in (
        ("placeholder", "placeholder-differs", "placeholder"),
        ("url", "url-differs", "address"),
        ("code", "code-differs", "code"),
    ):
        yield from _exact(given, kind, code, noun)
    yield from _dates(given)
    yield from _numbers(given)


class _Given:
    """The literals of both sides."""

    def __init__(self, texts: ReviewTexts) -> None:
        self.texts: Final = texts
        self.from_source: Final = texts.source is not None
        self.other: Final = texts.mt if texts.source is None else texts.source
        self.wanted: Final = literals(self.other)
        self.here: Final = literals(texts.post_edit)
        self._literals_of_mt: list[LiteralText] | None = None  # most segments need none

    def told(
        self,
        code: str,
        message: str,
        *,
        at: Span,
        wanted: LiteralText | None = None,
        wanted_span: Span | None = None,
        replacement: str | None = None,
    ) -> Diagnostic:
        """Return a diagnostic with the place of what was wanted."""
        span = wanted_span or (wanted.span if wanted else None)
        return Diagnostic(
            code=code,
            message=message,
            post_edit=at,
            source=span if self.from_source else None,
            mt=None if self.from_source else span,
            replacement=replacement,
        )

    @property
    def side(self) -> str:
        """The name of what the post-edit is compared with."""
        return "source" if self.from_source else "MT"

    def in_mt(self, literal: LiteralText) -> bool:
        """Whether the machine translation has a literal as well."""
        return not self.from_source or any(map(partial(_alike, literal), self._in_mt))

    def has_in_mt(self, number: LiteralText) -> bool:
        """Whether the machine translation has a number, in whatever way; without a source, always.

        That is of those that are wanted; of others, it has none.
        """
        if not self.from_source:
            return number in self.wanted
        if any(map(partial(_same_number, number), self._in_mt)):
            return True
        return _digits(number) in _DIGITS.findall(self.texts.mt)

    @property
    def _in_mt(self) -> list[LiteralText]:
        if self._literals_of_mt is None:
            self._literals_of_mt = literals(self.texts.mt)
        return self._literals_of_mt

    def inserted(self, literal: LiteralText, at: Span) -> str:
        """Return what to write where a literal is missing, with the space before it."""
        before = self.texts.post_edit[: at[0]]
        return literal.text if not before or before[-1].isspace() else f" {literal.text}"

    def place_of(self, literal: LiteralText) -> Span:
        """Return where a missing literal would stand: behind the word that it followed."""
        for text in (self.texts.mt, self.other):
            start = text.find(literal.text)
            before = text[:start].split() if start >= 0 else []
            places = _places_of(before[-1], self.texts.post_edit) if before else []
            if len(places) == 1:
                return places[0]
        end = len(self.texts.post_edit)
        return end, end


def _places_of(word: str, text: str) -> list[Span]:
    """Return the places behind a word of a text, where it is no part of another one."""
    spans = (match.span() for match in re.finditer(re.escape(word), text))
    return [(end, end) for start, end in spans if stands_alone(text, start, end)]


def _exact(given: _Given, kind: str, code: str, noun: str) -> Iterator[Diagnostic]:
    wanted_all = [literal for literal in given.wanted if literal.kind == kind]
    here_all = [literal for literal in given.here if literal.kind == kind]
    if kind == "placeholder":
        texts = given.other, given.texts.post_edit
        wanted_all, here_all = (_known(each, texts) for each in (wanted_all, here_all))
    wanted, here = _left_over(wanted_all, here_all, _alike)
    if kind == "code":
        compact = _compact(given.texts.post_edit)
        wanted = [
            literal
            for literal in wanted
            if _compact(literal.text) not in compact and given.in_mt(literal)
        ]
        here = here if wanted else []
        if not given.from_source:  # what only the MT had may have been left out
            wanted = wanted[: len(here)]
    if kind == "placeholder":
        plain = unicodedata.normalize("NFKC", given.texts.post_edit)
        wanted = [literal for literal in wanted if not _stands_plainly(literal, plain)]
        wanted = _not_among(wanted, before_letters(given.texts.post_edit))
        here = _not_among(here, before_letters(given.other))
        if given.texts.facts.is_plural_form:
            wanted, here = _without_count(wanted, here)
    for number, literal in enumerate(wanted):
        replacement: str | None
        if number < len(here):
            message = f"The {noun} {literal.text} of the {given.side} is {here[number].text} here."
            place, replacement = here[number].span, literal.text
        else:
            message = f"The {noun} {literal.text} of the {given.side} is missing."
            place = given.place_of(literal)
            # A form of a plural may leave the number out, whether the file says that it is one or
            # not: "one file".
            replacement = None if is_number(literal) else given.inserted(literal, place)
        yield given.told(code, message, at=place, wanted=literal, replacement=replacement)
    if kind == "placeholder":
        for literal in here[len(wanted) :]:
            message = f"The {noun} {literal.text} is not in the {given.side}."
            yield given.told(code, message, at=literal.span, replacement="")


def _known(placeholders: Sequence[LiteralText], texts: tuple[str, str]) -> list[LiteralText]:
    """Return those that are placeholders for sure: no parts of a date's format or of ICU's."""
    if any(map(is_date_format, texts)):
        placeholders = [one for one in placeholders if not is_number(one)]
    if any(map(_ICU.search, texts)):
        placeholders = [one for one in placeholders if not one.text.startswith("{")]
    return list(placeholders)


def _not_among(literals: Sequence[LiteralText], others: Sequence[LiteralText]) -> list[LiteralText]:
    return [one for one in literals if not any(_alike(one, other) for other in others)]


def _without_count(
    wanted: list[LiteralText], here: list[LiteralText]
) -> tuple[list[LiteralText], list[LiteralText]]:
    """Leave out the number of a plural form, which another form may have and this one may not.

    What is not written as a number is taken for one where it alone is left.
    """
    if len(wanted) + len(here) == 1 and not (wanted or here)[0].text.startswith(("<", "&")):
        return [], []
    left = [[one for one in each if not is_number(one)] for each in (wanted, here)]
    return left[0], left[1]


def _stands_plainly(literal: LiteralText, post_edit: str) -> bool:
    """Whether a text has the character itself for which the other one has a reference."""
    said = unicodedata.normalize("NFKC", html.unescape(literal.text))
    return literal.text.startswith("&") and said != literal.text and said in post_edit


def _dates(given: _Given) -> Iterator[Diagnostic]:
    wanted, here = _left_over(
        [literal for literal in given.wanted if literal.kind == "date"],
        [literal for literal in given.here if literal.kind == "date"],
        _alike,
    )
    for literal, found in zip(wanted, here, strict=False):
        message = f"The date {literal.text} of the {given.side} is {found.text} here."
        replacement = None if given.from_source else literal.text
        yield given.told(
            "date-differs", message, at=found.span, wanted=literal, replacement=replacement
        )


def _numbers(given: _Given) -> Iterator[Diagnostic]:
    wanted_all = [literal for literal in given.wanted if literal.kind == "number"]
    here_all = [literal for literal in given.here if literal.kind == "number"]
    wanted, here = _left_over(wanted_all, here_all, _same_number)
    yield from _units(given, wanted_all, here_all)
    # As a part of a date, a time or a code a number counts as there.
    parts, others = (set(_DIGITS.findall(text)) for text in (given.texts.post_edit, given.other))
    wanted = [literal for literal in wanted if _digits(literal) not in parts]
    here = [literal for literal in here if _digits(literal) not in others]
    # What the post-editor changed, and what the MT had otherwise and nobody changed, are told
    # apart: a number of both MT and post-edit may be one that the source writes in words.
    for of_mt, theirs in (
        (True, [literal for literal in here if not given.has_in_mt(literal)]),
        (False, [literal for literal in here if given.from_source and given.has_in_mt(literal)]),
    ):
        ours = [literal for literal in wanted if given.has_in_mt(literal) is of_mt]
        if len(ours) == len(theirs):
            yield from _other_numbers(given, ours, theirs)
        elif of_mt and not theirs and given.from_source:
            yield from _missing_numbers(given, ours, here_all)


def _other_numbers(
    given: _Given, wanted: Sequence[LiteralText], here: Sequence[LiteralText]
) -> Iterator[Diagnostic]:
    for literal, found in zip(wanted, here, strict=True):
        if not _same_unit(literal.unit, found.unit) or literal.unit == _OF_TWO_SCALES:
            continue  # converted, as miles into kilometres
        if (":" in literal.text) is not (":" in found.text):
            continue  # a time is no other number
        message = f"The number {literal.text} of the {given.side} is {found.text} here."
        plain = literal.text.isdecimal() or not given.from_source
        yield given.told(
            "number-differs",
            message,
            at=found.span,
            wanted=literal,
            replacement=literal.text if plain else None,
        )


def _missing_numbers(
    given: _Given, wanted: Sequence[LiteralText], here: Sequence[LiteralText]
) -> Iterator[Diagnostic]:
    measured = any(other.unit and other.unit != _PERCENT for other in here)
    for literal in wanted:
        is_converted = literal.unit not in ("", _PERCENT) and measured
        is_decade = _DECADE.match(given.other, literal.span[1]) is not None
        if len(_digits(literal)) < 2 or _is_small(literal) or is_converted or is_decade:
            continue
        at = given.place_of(literal)
        yield given.told(
            "number-missing",
            f"The number {literal.text} of the source and the MT is missing.",
            at=at,
            wanted=literal,
            replacement=given.inserted(literal, at) if literal.text.isdecimal() else None,
        )


def _units(
    given: _Given, wanted: Sequence[LiteralText], here: Sequence[LiteralText]
) -> Iterator[Diagnostic]:
    """Yield numbers of one value, which stands once on either side, whose units differ."""
    for literal in wanted:
        same = [other for other in here if literal.values & other.values]
        twins = [other for other in wanted if literal.values & other.values]
        if len(same) != 1 or len(twins) != 1:
            continue
        (found,) = same
        if literal.unit and found.unit and not _same_unit(literal.unit, found.unit):
            message = f"The unit {literal.unit} of the {given.side} is {found.unit} here."
            yield given.told(
                "unit-differs",
                message,
                at=found.unit_span,
                wanted_span=literal.unit_span,
                replacement=literal.unit,
            )


def _left_over(
    wanted: Sequence[LiteralText],
    here: Sequence[LiteralText],
    alike: Callable[[LiteralText, LiteralText], bool],
) -> tuple[list[LiteralText], list[LiteralText]]:
    """Return what is left of both sides when each literal has taken one that is like it."""
    free = list(here)
    left = []
    for literal in wanted:
        found = next((other for other in free if alike(literal, other)), None)
        if found is None:
            left.append(literal)
        else:
            free.remove(found)
    # What stands more often on one side than on the other is no other literal.
    return (
        [one for one in left if not any(alike(one, other) for other in here)],
        [one for one in free if not any(alike(other, one) for other in wanted)],
    )


def _alike(first: LiteralText, second: LiteralText) -> bool:
    return bool(first.values & second.values)


def _same_number(first: LiteralText, second: LiteralText) -> bool:
    """Whether two numbers are one number, maybe scaled by a word, or hours of a clock."""
    if first.values & second.values:
        return True
    one, other = _digits(first), _digits(second)
    if one.rstrip("0") == other.rstrip("0"):
        return True  # 5 million and 5,000,000
    long, short = sorted((_all_digits(first), _all_digits(second)), key=len, reverse=True)
    if (len(long), len(short)) == (4, 2) and long.endswith(short):
        return True  # the 1990s and the 90s
    return abs(_hour(first) - _hour(second)) == 12


def _hour(literal: LiteralText) -> int:
    """Return the hour that a number can be, and an hour of no day where it can be none."""
    hour, _, minutes = literal.text.replace(":", ".").partition(".")
    return int(hour) if hour.isdecimal() and len(hour) <= 2 and len(minutes) in (0, 2) else 100


def _same_unit(first: str, second: str) -> bool:
    """Whether units are one, or one of them may be the begin of the other: km of "km per hour"."""
    return first == second or {first, second} in _BEGINS


def _is_small(literal: LiteralText) -> bool:
    return literal.text.isdecimal() and int(literal.text) <= _SPELLED_OUT


def _digits(literal: LiteralText) -> str:
    return _all_digits(literal).lstrip("0") or "0"


def _all_digits(literal: LiteralText) -> str:
    return "".join(filter(str.isdecimal, literal.text))


def _compact(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()
