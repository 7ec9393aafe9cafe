"""Find literals: what a translation copies, or writes by its own language's rules.

Numbers, dates, addresses of the web and of mail, placeholders of programs and codes such as
"A-380". Each has values by which it is compared across languages: "1,000.5" and "1.000,5" are one
number, and as "1.000" may be a thousand or one, it has both values. Literals are equivalent if they
share a value.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, TypeAlias
from typing import Literal as OneOf

from ..text.tokenizers import Span

LiteralKind: TypeAlias = OneOf["number", "date", "url", "placeholder", "code"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LiteralText:
    """A literal in a text.

    Attributes:
        kind: of the literal.
        span: half-open range of code points, from 0.
        text: as written.
        values: possible meanings; two literals that share one are equivalent.
        unit: of a number: canonical name of its unit, such as "%" or "km"; may be empty.
        unit_span: of the unit; empty behind the number without one.
    """

    kind: LiteralKind
    span: Span
    text: str
    values: frozenset[str]
    unit: str = ""
    unit_span: Span = (0, 0)


_UNITS: Final = {
    name: names.split()[0]
    for names in (
        "% percent Prozent procent procenta procento pour-cent por-ciento ％",
        "km kilometres kilometers kilometer Kilometer Kilometern kilometrů",
        "cm",
        "mm",
        "kg kilograms kilogrammes Kilogramm kilogramů",
        "mg",
        "ml",
        "°C ℃",
        "°F ℉",
        "km/h kph",
        "mph",
        "mi miles mile Meilen mil",
        "ft feet foot Fuß stop",
        "in inch inches Zoll palců",
        "yd yard yards Yard",
        "m metres meters metre meter Meter Metern metrů",
        "acres acre Acre Morgen akrů",
        "ha hectares hectare Hektar hektarů",
        "km² km2",
        "gal gallons gallon Gallonen",
        "l litres liters litre liter Liter Litern litrů",
        "degrees degree Grad stupňů °",
        "lb lbs pounds",
        "oz",
        "$ dollars Dollar Dollars dollar dolarů",
        "€ euros euro Euro Euros eur EUR",
        "£",
        "¥",
        "kB KB",
        "MB",
        "GB",
        "TB",
        "Hz",
        "kHz",
        "MHz",
        "GHz",
        "kW",
        "MW",
        "kWh",
        "ms",
    )
    for name in names.split()
}

_UNIT: Final = "|".join(map(re.escape, sorted(_UNITS.keys() - {"in"}, key=len, reverse=True)))
"""Without the preposition "in", which follows numbers more often than inches do."""

_SOLID: Final = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
"""Scripts without spaces between words, whose letters before a number are not part of it."""

_PART: Final = rf"[^\W{_SOLID}]"
_LETTER: Final = rf"[^\W\d_{_SOLID}]"
_SMALL: Final = rf"[^\W\d_A-Z{_SOLID}]"

_PRINTF: Final = r"(?<![\d%])%(?:\d+\$)?I?[sdi@]"
"""The commonest directives of C; "I" requests the digits of the language."""

_BEFORE_LETTER: Final = re.compile(rf"{_PRINTF}(?=\w)")
_DIRECTIVE: Final = re.compile(r"%(\d+\$)?I?([sdi@])")
_IS_NUMBER: Final = re.compile(r"%(?:\d+\$|\([\w.]+\))?I?[di]")
_MOST_ARGUMENTS: Final = 9
_OF_A_DATE: Final = re.compile(r"(?<!%)%[-_0^#EO]?([YyGmBbhHIklMSpPAaejDTRF])(?![A-Za-z])")

_PATTERN: Final = re.compile(
    rf"""
    (?P<url> (?:https?|ftp)://[^\s<>"“”«»]+ | \bwww\.[^\s<>"“”«»]+
      | (?<![\w.+-])[\w.+-]{{1,64}}@[\w-]+(?:\.[\w-]+)+ )
  | (?P<placeholder> </?[A-Za-z][\w:.-]*(?:\s+[\w:.-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'))*\s*/?>
      | \$?\{{\{{?[\w.:$\s-]{{1,60}}\}}?\}} | %\([\w.]+\)[sdifr] | {_PRINTF}(?!\w)
      | %[A-Z_]{{2,}}% | &(?:\#\d+|\#x[0-9a-fA-F]+|[a-zA-Z]\w{{1,30}}); )
  | (?P<date> (?<![\w.,/-])
      (?: \d{{4}}[-/.]\d{{1,2}}[-/.]\d{{1,2}}
        | \d{{1,2}}(?P<mark>[-/.])\ ?\d{{1,2}}(?P=mark)\ ?\d{{4}} )
      (?![\w/-]|[.,]\d) )
  | (?P<code> (?<!{_PART})(?<!-)(?=(?:{_PART}|-)*\d)(?=(?:{_PART}|-)*{_LETTER})
      (?!\d+(?:{_SMALL}+(?!{_PART}|-)|-{_LETTER}?{_SMALL}))  # 21st, 45-year-old
      (?:{_LETTER}|\d)+(?:[-_](?:{_LETTER}|\d)+)*(?!{_PART}|-) )
  | (?P<number> (?<!{_PART})(?P<before>[$€£¥]\s?)?
      (?P<digits>\d{{1,3}}(?:\ \d{{3}})+(?!\d)(?:[.,]\d+)?
      | \d{{1,2}}:\d{{2}}(?![:\d]) | \d+(?:[.,'’\u00a0\u202f\u2009]\d+)*)
      (?:(?P<gap>[\s\u00a0\u202f-]?)(?P<after>{_UNIT})(?![\w%]))? )
    """,
    re.VERBOSE,
)
_RANGE: Final = re.compile(r"\s?[-–—]\s?|\s(?:to|or|bis|oder|až|nebo|à|a|до|или)\s")
_MYRIADS: Final = frozenset("十百千万萬億亿兆")
"""Form one number with digits beside them, which is written in many ways."""

_DIGITS: Final = re.compile(r"\d+")
_TRAILING: Final = ".,;:!?)]}'’"


def literals(text: str) -> list[LiteralText]:
    """Return the literals of a text, in order, without overlaps."""
    if not _MAY_HAVE.search(text):
        return []
    found = [literal for match in _PATTERN.finditer(text) for literal in _read(match)]
    for at, (first, last) in enumerate(pairwise(found)):
        if last.unit and not first.unit and _RANGE.fullmatch(text[first.span[1] : last.span[0]]):
            found[at] = replace(first, unit=last.unit)  # 5-10 acres
    return found


_MAY_HAVE: Final = re.compile(r"[\d@%<{&]|www\.|://")


def _read(match: "re.Match[str]") -> Iterator[LiteralText]:
    kind = match.lastgroup if match.lastgroup in _KINDS else _kind(match)
    text = match[0]
    start = match.start()
    if kind == "url":
        text = text.rstrip(_TRAILING)
        yield _exact("url", start, text, text)
    elif kind == "placeholder":
        yield _placeholder(start, text)
    elif kind == "date":
        numbers = sorted(int(number) for number in _DIGITS.findall(_plain(text)))
        yield _exact("date", start, text, "-".join(map(str, numbers)))
    elif kind == "code":
        yield _exact("code", start, text, text.casefold())
    elif not _MYRIADS.intersection(match.string[max(start - 1, 0) : match.end() + 1]):
        yield _number(match)


_KINDS: Final = ("url", "placeholder", "date", "code", "number")


def _kind(match: "re.Match[str]") -> str:
    return next(kind for kind in _KINDS if match[kind] is not None)


def before_letters(text: str) -> list[LiteralText]:
    """Return the directives of C before a letter, such as the ending of a Finnish word.

    They are ambiguous: "%item%".
    """
    return [_placeholder(match.start(), match[0]) for match in _BEFORE_LETTER.finditer(text)]


def is_number(placeholder: LiteralText) -> bool:
    """Return whether a placeholder stands for a number, or for a day: "%d", "%(count)d"."""
    return _IS_NUMBER.fullmatch(placeholder.text) is not None


def is_date_format(text: str) -> bool:
    """Return whether a text has directives for the parts of a date, so that %d is the day."""
    return len(set(_OF_A_DATE.findall(text))) > 1


def _placeholder(start: int, text: str) -> LiteralText:
    """Make a placeholder; an unnumbered directive is equivalent to numbered ones of its type."""
    found = _DIRECTIVE.fullmatch(text)
    if found is None:
        return _exact("placeholder", start, text, re.sub(r"\s+", " ", text))
    number, letter = found[1], found[2].replace("i", "d")
    numbers = [number] if number else [f"{one}$" for one in range(1, _MOST_ARGUMENTS + 1)]
    values = frozenset(f"%{one}{letter}" for one in numbers)
    plain = frozenset() if number else frozenset((f"%{letter}",))
    return replace(_exact("placeholder", start, text, text), values=values | plain)


def _exact(kind: LiteralKind, start: int, text: str, value: str) -> LiteralText:
    end = start + len(text)
    return LiteralText(
        kind=kind,
        span=(start, end),
        text=text,
        values=frozenset((value,)),
        unit_span=(end, end),
    )


def _number(match: "re.Match[str]") -> LiteralText:
    end = match.end("digits")
    unit, span = "", (end, end)
    if match["before"]:
        unit = _UNITS[match["before"].strip()]
        span = (match.start("before"), match.start("before") + 1)
    elif match["after"]:
        unit, span = _UNITS[match["after"]], match.span("after")
    return LiteralText(
        kind="number",
        span=match.span("digits"),
        text=match["digits"],
        values=number_values(match["digits"]),
        unit=unit,
        unit_span=span,
    )


def number_values(text: str) -> frozenset[str]:
    """Return the values that a written number can have, as plain decimals.

    A mark before three digits may separate thousands or decimals; before other numbers of digits it
    separates decimals, as in 3,5. Several marks of one kind separate thousands, or the parts of
    another identifier such as a version, which is their other value.
    """
    plain = _plain(text)
    parts = re.split(r"[^\d]", plain)
    marks = re.findall(r"[^\d]", plain)
    if not marks:
        return frozenset((_decimal(plain, ""),))
    if marks == [":"]:  # a time: 20:00 is 20, and 20:40 is 20.40
        return frozenset((_decimal(*parts), ".".join(parts)))
    values = set()
    grouped = len(parts[0]) <= 3
    if grouped and all(len(part) == 3 for part in parts[1:]) and len(set(marks)) == 1:
        values.add(_decimal("".join(parts), ""))
    whole, last = parts[:-1], parts[-1]
    if (
        marks[-1] in ".,"
        and all(len(part) == 3 for part in whole[1:])
        and (len(marks) == 1 or (marks[-1] not in marks[:-1] and grouped))
    ):
        values.add(_decimal("".join(whole), last))
    return frozenset(values) or frozenset((".".join(parts),))


def _decimal(whole: str, decimals: str) -> str:
    decimals = decimals.rstrip("0")
    return (whole.lstrip("0") or "0") + (f".{decimals}" if decimals else "")


def _plain(text: str) -> str:
    """Convert digits of all scripts to ASCII."""
    if text.isascii():
        return text
    return "".join(
        str(unicodedata.digit(character)) if character.isdecimal() else character
        for character in text
    )
