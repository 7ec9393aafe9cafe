"""The XML of WMT's test sets: sources, references and systems' outputs in one file.

As wmt-format-tools writes it: ``dataset/doc/{src,ref,hyp}/p/seg``, each ``ref`` with a translator,
each ``hyp`` with a system. Segments belong together by their ``id``; a document is a block.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ..units import SOURCE, Facts
from .elements import Around, Element, Entry
from .shapes import Attributes

REFERENCE: Final = "ref"
HYPOTHESIS: Final = "hyp"

BLOCK: Final = "doc"
"""Holds the texts of a document."""

ATTRIBUTES: Final = Attributes(id="id")


def entries(block: Element, around: Around) -> Iterator[Entry]:
    """Yield an entry for each segment of a document, in order of the source."""
    document = block.get("id") or ""
    holders: dict[str, dict[str, Element]] = {}
    for text in block.children:
        field = _field(text)
        for segment in _segments(text) if field else ():
            name = segment.get("id") or ""
            holders.setdefault(name, {}).setdefault(field, segment)
    for name, each in holders.items():
        yield Entry(Facts(id=f"{document}:{name}"), each)


def languages(around: Sequence[Element]) -> Mapping[str, str]:
    """Return nothing: texts have their languages beside them, each its own."""
    return {}


def code(element: Element) -> bool | None:
    """Tell that a segment has no inline codes: what is marked in it is text."""
    return None


def _field(text: Element) -> str:
    if text.name == "src":
        return SOURCE
    if text.name == REFERENCE:
        return f"{REFERENCE}:{text.get('translator') or 'A'}"
    return f"{HYPOTHESIS}:{text.get('system') or ''}" if text.name == HYPOTHESIS else ""


def _segments(text: Element) -> Iterator[Element]:
    for each in text.children:
        if each.name == "seg":
            yield each
        else:
            yield from _segments(each)
