"""Read TMX 1.4b, translation memories: LISA OSCAR standard, 26 April 2005.

A ``tu`` has a ``tuv`` for each language; a second one of a language is another translation. Files
do not declare which one a machine made: the first is called by the language alone, the second
``de/2``, and so on. Language tags are normalised: ``de_de`` and ``DE-DE`` are ``de-DE``.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ..units import Facts
from .elements import XML, Context, Element, Entry
from .templates import TemplateRules

_WHOLE_CODES: Final = frozenset({"bpt", "ept", "ph", "it", "ut"})

_SCRIPT_CHARS: Final = 4
_REGION_CHARS: Final = 2

BLOCK: Final = "tu"
"""Holds the texts of a unit."""

TEMPLATE_RULES: Final = TemplateRules(
    id="tuid",
    unread=frozenset({"changedate", "changeid", "creationdate", "lastusagedate", "usagecount"}),
    codes=_WHOLE_CODES,
    paired="hi",
)


def entries(block: Element, around: Context) -> Iterator[Entry]:
    """Yield the unit of a ``tu``."""
    holders: dict[str, Element] = {}
    counts: Counter[str] = Counter()
    for variant in block.elements("tuv"):
        segment = variant.first("seg")
        if segment is not None:
            language = canonical_tag(variant.get("lang", XML) or variant.get("lang") or "")
            counts[language] += 1
            number = counts[language]
            holders[language if number == 1 else f"{language}/{number}"] = segment
    facts = Facts(
        id=block.get("tuid") or "",
        origin=block.get("creationid"),
        notes=tuple([note.words for note in block.elements("note")]),
    )
    yield Entry(facts, holders)


def languages(around: Sequence[Element]) -> Mapping[str, str]:
    """Return nothing: the fields are named by their languages."""
    return {}


def field_of(name: str) -> str:
    """Normalise the language in a user's field name: "de-DE/2" for "DE_de/2"."""
    language, slash, number = name.partition("/")
    return canonical_tag(language) + slash + number


def canonical_tag(tag: str) -> str:
    """Return a language tag in its customary case and with hyphens.

    >>> [canonical_tag(tag) for tag in ("DE-DE", "de_de", "zh-hans-cn", "es-419", "EN")]
    ['de-DE', 'de-DE', 'zh-Hans-CN', 'es-419', 'en']
    """
    first, *others = re.split("[-_]", tag.strip())
    return "-".join([first.lower(), *map(_canonical_subtag, others)])


def _canonical_subtag(subtag: str) -> str:
    if len(subtag) == _SCRIPT_CHARS:
        return subtag.title()
    return subtag.upper() if len(subtag) == _REGION_CHARS else subtag.lower()


def language_of(field: str) -> str:
    """Return the language of a field: "de" of "de/2"."""
    return field.partition("/")[0]


def code(element: Element) -> bool | None:
    """Classify an element inside a text."""
    return True if element.name in _WHOLE_CODES else False if element.name == "hi" else None
