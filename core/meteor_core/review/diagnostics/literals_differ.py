"""Check numbers, dates, units, addresses, placeholders and codes of a post-edit.

They are compared with the source, or without one with the machine translation. Languages write
numbers in their own ways, and translators spell them out, so a missing number is reported only if
the machine translation has it too, and a different one only if it replaces another.
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
from .text_words import is_whole_word

_MAX_SPELLED_OUT: Final = 12
"""Greatest number that is often written in words."""


_MAX_LITERALS: Final = 200
"""Literals of a text that are compared pairwise. A text with more is a table of numbers."""

_DIGITS: Final = re.compile(r"\d+")

_AMBIGUOUS_DEGREES: Final = "degrees"

_ABBREVIATIONS: Final = ({"km", "km/h"}, {"mi", "mph"}, {"degrees", "°C"}, {"degrees", "°F"})

_PERCENT: Final = "%"

_ICU: Final = re.compile(r"\{\s*\w+\s*,\s*(?:plural|select|selectordinal)\s*,")
"""Start of an ICU message; its braces contain translatable texts."""

_DECADE: Final = re.compile(r"['’]?s\b|er\b|\.\s?(?:let|léta|letech)\b|-х|-ті|年代")
"""Suffix of a decade (the 1960s), which translators often spell out."""


def find_literals(texts: ReviewTexts) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each literal that differs from the source, or from the MT."""
    sides = _Sides(texts)
    if max(len(sides.wanted), len(sides.here)) > _MAX_LITERALS:
        return
    for kind, code, noun in (
        ("placeholder", "placeholder-differs", "placeholder"),
        ("url", "url-differs", "address"),
        ("code", "code-differs", "code"),
    ):
        yield from _exact(sides, kind, code, noun)
    yield from _dates(sides)
    yield from _numbers(sides)


class _Sides:
    """The literals of both sides."""

    def __init__(self, texts: ReviewTexts) -> None:
        self.texts: Final = texts
        self.from_source: Final = texts.source is not None
        self.known: Final = texts.mt if texts.source is None else texts.source
        self.wanted: Final = literals(self.known)
        self.here: Final = literals(texts.post_edit)
        self._literals_of_mt: list[LiteralText] | None = None  # lazy

    def diagnostic(
        self,
        code: str,
        message: str,
        *,
        at: Span,
        wanted: LiteralText | None = None,
        wanted_span: Span | None = None,
        replacement: str | None = None,
    ) -> Diagnostic:
        """Make a diagnostic with the place of the expected literal."""
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
        """Return the name of the side that the post-edit is compared with."""
        return "source" if self.from_source else "MT"

    def in_mt(self, literal: LiteralText) -> bool:
        """Return whether the machine translation has a literal too."""
        return not self.from_source or any(
            map(partial(_are_equivalent, literal), self._mt_literals)
        )

    def has_number_in_mt(self, number: LiteralText) -> bool:
        """Return whether the machine translation has an expected number in any notation.

        Always true without a source, and false for numbers that are not expected.
        """
        if not self.from_source:
            return number in self.wanted
        if any(map(partial(_same_number, number), self._mt_literals)):
            return True
        return _digits(number) in _DIGITS.findall(self.texts.mt)

    @property
    def _mt_literals(self) -> list[LiteralText]:
        if self._literals_of_mt is None:
            self._literals_of_mt = literals(self.texts.mt)
        return self._literals_of_mt

    def inserted(self, literal: LiteralText, at: Span) -> str:
        """Return the text to insert for a missing literal, with a preceding space."""
        before = self.texts.post_edit[: at[0]]
        return literal.text if not before or before[-1].isspace() else f" {literal.text}"

    def place_of(self, literal: LiteralText) -> Span:
        """Return where a missing literal would be inserted: behind the word that it followed."""
        for text in (self.texts.mt, self.known):
            start = text.find(literal.text)
            before = text[:start].split() if start >= 0 else []
            places = _places_of(before[-1], self.texts.post_edit) if before else []
            if len(places) == 1:
                return places[0]
        end = len(self.texts.post_edit)
        return end, end


def _places_of(word: str, text: str) -> list[Span]:
    """Return the places behind a word of a text, unless it is part of another word."""
    spans = (match.span() for match in re.finditer(re.escape(word), text))
    return [(end, end) for start, end in spans if is_whole_word(text, start, end)]


def _exact(sides: _Sides, kind: str, code: str, noun: str) -> Iterator[Diagnostic]:
    wanted_all = [literal for literal in sides.wanted if literal.kind == kind]
    here_all = [literal for literal in sides.here if literal.kind == kind]
    if kind == "placeholder":
        texts = sides.known, sides.texts.post_edit
        wanted_all, here_all = (
            _certain_placeholders(each, texts) for each in (wanted_all, here_all)
        )
    wanted, here = _unpaired_literals(wanted_all, here_all, _are_equivalent)
    if kind == "code":
        compact = _compact(sides.texts.post_edit)
        wanted = [
            literal
            for literal in wanted
            if _compact(literal.text) not in compact and sides.in_mt(literal)
        ]
        here = here if wanted else []
        if not sides.from_source:  # a deviation from the MT may be intended
            wanted = wanted[: len(here)]
    if kind == "placeholder":
        plain = unicodedata.normalize("NFKC", sides.texts.post_edit)
        wanted = [literal for literal in wanted if not _has_plain_character(literal, plain)]
        wanted = _without_equivalents(wanted, before_letters(sides.texts.post_edit))
        here = _without_equivalents(here, before_letters(sides.known))
        if sides.texts.facts.is_plural_form:
            wanted, here = _without_count(wanted, here)
    for number, literal in enumerate(wanted):
        replacement: str | None
        if number < len(here):
            message = f"The {noun} {literal.text} of the {sides.side} is {here[number].text} here."
            place, replacement = here[number].span, literal.text
        else:
            message = f"The {noun} {literal.text} of the {sides.side} is missing."
            place = sides.place_of(literal)
            # A plural form may omit the number, even if the file does not mark it as one: "one
            # file".
            replacement = None if is_number(literal) else sides.inserted(literal, place)
        yield sides.diagnostic(code, message, at=place, wanted=literal, replacement=replacement)
    if kind == "placeholder":
        for literal in here[len(wanted) :]:
            message = f"The {noun} {literal.text} is not in the {sides.side}."
            yield sides.diagnostic(code, message, at=literal.span, replacement="")


def _certain_placeholders(
    placeholders: Sequence[LiteralText], texts: tuple[str, str]
) -> list[LiteralText]:
    """Return certain placeholders: not parts of a date's format or of ICU syntax."""
    if any(map(is_date_format, texts)):
        placeholders = [literal for literal in placeholders if not is_number(literal)]
    if any(map(_ICU.search, texts)):
        placeholders = [literal for literal in placeholders if not literal.text.startswith("{")]
    return list(placeholders)


def _without_equivalents(
    literals: Sequence[LiteralText], known_literals: Sequence[LiteralText]
) -> list[LiteralText]:
    return [
        literal
        for literal in literals
        if not any(_are_equivalent(literal, known) for known in known_literals)
    ]


def _without_count(
    wanted: list[LiteralText], here: list[LiteralText]
) -> tuple[list[LiteralText], list[LiteralText]]:
    """Leave out the number of a plural form, which one form may have and another may omit.

    A remaining literal that is not a number is taken for the count if it is the only one.
    """
    if len(wanted) + len(here) == 1 and not (wanted or here)[0].text.startswith(("<", "&")):
        return [], []
    left = [[literal for literal in each if not is_number(literal)] for each in (wanted, here)]
    return left[0], left[1]


def _has_plain_character(literal: LiteralText, post_edit: str) -> bool:
    """Return whether a text has the character that a character reference stands for."""
    said = unicodedata.normalize("NFKC", html.unescape(literal.text))
    return literal.text.startswith("&") and said != literal.text and said in post_edit


def _dates(sides: _Sides) -> Iterator[Diagnostic]:
    wanted, here = _unpaired_literals(
        [literal for literal in sides.wanted if literal.kind == "date"],
        [literal for literal in sides.here if literal.kind == "date"],
        _are_equivalent,
    )
    for literal, found in zip(wanted, here, strict=False):
        message = f"The date {literal.text} of the {sides.side} is {found.text} here."
        replacement = None if sides.from_source else literal.text
        yield sides.diagnostic(
            "date-differs", message, at=found.span, wanted=literal, replacement=replacement
        )


def _numbers(sides: _Sides) -> Iterator[Diagnostic]:
    wanted_all = [literal for literal in sides.wanted if literal.kind == "number"]
    here_all = [literal for literal in sides.here if literal.kind == "number"]
    wanted, here = _unpaired_literals(wanted_all, here_all, _same_number)
    yield from _units(sides, wanted_all, here_all)
    # A number within a date, a time or a code counts as present.
    parts, known_literals = (
        set(_DIGITS.findall(text)) for text in (sides.texts.post_edit, sides.known)
    )
    wanted = [literal for literal in wanted if _digits(literal) not in parts]
    here = [literal for literal in here if _digits(literal) not in known_literals]
    # Numbers that the post-editor has changed are distinguished from those that the MT got wrong:
    # a number of both MT and post-edit may be spelled out in the source.
    for of_mt, theirs in (
        (True, [literal for literal in here if not sides.has_number_in_mt(literal)]),
        (
            False,
            [literal for literal in here if sides.from_source and sides.has_number_in_mt(literal)],
        ),
    ):
        ours = [literal for literal in wanted if sides.has_number_in_mt(literal) is of_mt]
        if len(ours) == len(theirs):
            yield from _different_numbers(sides, ours, theirs)
        elif of_mt and not theirs and sides.from_source:
            yield from _missing_numbers(sides, ours, here_all)


def _different_numbers(
    sides: _Sides, wanted: Sequence[LiteralText], here: Sequence[LiteralText]
) -> Iterator[Diagnostic]:
    for literal, found in zip(wanted, here, strict=True):
        if not _same_unit(literal.unit, found.unit) or literal.unit == _AMBIGUOUS_DEGREES:
            continue  # converted, as miles into kilometres
        if (":" in literal.text) is not (":" in found.text):
            continue  # a time is not a different number
        message = f"The number {literal.text} of the {sides.side} is {found.text} here."
        plain = literal.text.isdecimal() or not sides.from_source
        yield sides.diagnostic(
            "number-differs",
            message,
            at=found.span,
            wanted=literal,
            replacement=literal.text if plain else None,
        )


def _missing_numbers(
    sides: _Sides, wanted: Sequence[LiteralText], here: Sequence[LiteralText]
) -> Iterator[Diagnostic]:
    measured = any(known.unit and known.unit != _PERCENT for known in here)
    for literal in wanted:
        is_converted = literal.unit not in ("", _PERCENT) and measured
        is_decade = _DECADE.match(sides.known, literal.span[1]) is not None
        if len(_digits(literal)) < 2 or _is_small(literal) or is_converted or is_decade:
            continue
        at = sides.place_of(literal)
        yield sides.diagnostic(
            "number-missing",
            f"The number {literal.text} of the source and the MT is missing.",
            at=at,
            wanted=literal,
            replacement=sides.inserted(literal, at) if literal.text.isdecimal() else None,
        )


def _units(
    sides: _Sides, wanted: Sequence[LiteralText], here: Sequence[LiteralText]
) -> Iterator[Diagnostic]:
    """Yield numbers of one value, unique on both sides, whose units differ."""
    for literal in wanted:
        same = [known for known in here if literal.values & known.values]
        twins = [known for known in wanted if literal.values & known.values]
        if len(same) != 1 or len(twins) != 1:
            continue
        (found,) = same
        if literal.unit and found.unit and not _same_unit(literal.unit, found.unit):
            message = f"The unit {literal.unit} of the {sides.side} is {found.unit} here."
            yield sides.diagnostic(
                "unit-differs",
                message,
                at=found.unit_span,
                wanted_span=literal.unit_span,
                replacement=literal.unit,
            )


def _unpaired_literals(
    wanted: Sequence[LiteralText],
    here: Sequence[LiteralText],
    are_equivalent: Callable[[LiteralText, LiteralText], bool],
) -> tuple[list[LiteralText], list[LiteralText]]:
    """Pair like literals, and return the rest of both sides."""
    free = list(here)
    left = []
    for literal in wanted:
        found = next((known for known in free if are_equivalent(literal, known)), None)
        if found is None:
            left.append(literal)
        else:
            free.remove(found)
    # A literal that is more frequent on one side is not a different literal.
    return (
        [literal for literal in left if not any(are_equivalent(literal, known) for known in here)],
        [
            literal
            for literal in free
            if not any(are_equivalent(known, literal) for known in wanted)
        ],
    )


def _are_equivalent(first: LiteralText, second: LiteralText) -> bool:
    return bool(first.values & second.values)


def _same_number(first: LiteralText, second: LiteralText) -> bool:
    """Return whether two numbers are equal, possibly scaled by a word, or as hours of a clock."""
    if first.values & second.values:
        return True
    literal, known = _digits(first), _digits(second)
    if literal.rstrip("0") == known.rstrip("0"):
        return True  # 5 million and 5,000,000
    long, short = sorted((_all_digits(first), _all_digits(second)), key=len, reverse=True)
    if (len(long), len(short)) == (4, 2) and long.endswith(short):
        return True  # the 1990s and the 90s
    return abs(_hour(first) - _hour(second)) == 12


def _hour(literal: LiteralText) -> int:
    """Return the hour that a number may mean, or an invalid hour."""
    hour, _, minutes = literal.text.replace(":", ".").partition(".")
    return int(hour) if hour.isdecimal() and len(hour) <= 2 and len(minutes) in (0, 2) else 100


def _same_unit(first: str, second: str) -> bool:
    """Return whether units are equal, or one begins the other: km of "km per hour"."""
    return first == second or {first, second} in _ABBREVIATIONS


def _is_small(literal: LiteralText) -> bool:
    return literal.text.isdecimal() and int(literal.text) <= _MAX_SPELLED_OUT


def _digits(literal: LiteralText) -> str:
    return _all_digits(literal).lstrip("0") or "0"


def _all_digits(literal: LiteralText) -> str:
    return "".join(filter(str.isdecimal, literal.text))


def _compact(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()
