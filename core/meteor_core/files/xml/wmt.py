"""Read the XML of WMT's test sets: sources, references and systems' outputs in one file.

wmt-format-tools writes ``dataset/doc/{src,ref,hyp}/p/seg``, each ``ref`` with a translator, each
``hyp`` with a system. Segments belong together by ``id``; a document is a block.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ..units import SOURCE, Facts
from .elements import Context, Element, Entry
from .templates import TemplateRules

REFERENCE: Final = "ref"
HYPOTHESIS: Final = "hyp"

BLOCK: Final = "doc"
"""Holds the texts of a document."""

TEMPLATE_RULES: Final = TemplateRules(id="id")


def entries(block: Element, around: Context) -> Iterator[Entry]:
    """Yield an entry for each segment of a document, in order of the source."""
    document = block.get("id") or ""
    holders: dict[str, dict[str, Element]] = {}
    for text in block.children:
        field = _field(text)
        for segment in _segments(text) if field else ():
            name = segment.get("id") or ""
            holders.setdefault(name, {}).setdefault(field, segment)
    for name, child in holders.items():
        yield Entry(Facts(id=f"{document}:{name}"), child)


def languages(around: Sequence[Element]) -> Mapping[str, str]:
    """Return nothing: each text declares its own language."""
    return {}


def code(element: Element) -> bool | None:
    """Return None: elements inside a segment only mark text."""
    return None


def _field(text: Element) -> str:
    if text.name == "src":
        return SOURCE
    if text.name == REFERENCE:
        return f"{REFERENCE}:{text.get('translator') or 'A'}"
    return f"{HYPOTHESIS}:{text.get('system') or ''}" if text.name == HYPOTHESIS else ""


def _segments(text: Element) -> Iterator[Element]:
    for child in text.children:
        if child.name == "seg":
            yield child
        else:
            yield from _segments(child)
