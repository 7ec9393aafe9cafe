"""Match the units of two files by id, else by order.

An id is unique within a ``file`` of XLIFF, of which a document may have several, or within a domain
of PO. The start tags around a block, or the line that begins its domain, name it.
"""

import re
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from html import unescape
from typing import Final, NamedTuple

_FILE: Final = re.compile(r"""<(?:[^\s<>/:]+:)?file(?=[\s>])((?:"[^"]*"|'[^']*'|[^<>"'])*)>""")
_ATTRIBUTE: Final = re.compile(r"""([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_DOMAIN: Final = re.compile(r'\s*domain\s*"(.*)"')
_NUMBER: Final = "xmlns:meteorscope"
"""Numbers files of one name: an attribute without a meaning to XML."""


class UnitKey(NamedTuple):
    """Identifies a unit within a document.

    Attributes:
        file: in which the id is unique; empty if a document is one file.
        id: of the unit; may be empty.
    """

    file: str
    id: str


def places_by_id(keys: Sequence[UnitKey], other_keys: Sequence[UnitKey]) -> list[int | None]:
    """Return for each unit of a document the place of its counterpart in another.

    If several units share a key, the first matches the first. If one of the documents has no ids at
    all, units are matched by order; and if no file name of one occurs in the other, so are files.

    >>> keys = [UnitKey("a.txt", "1"), UnitKey("a.txt", "2"), UnitKey("b.txt", "1")]
    >>> places_by_id(keys, [UnitKey("b.txt", "1"), UnitKey("a.txt", "1")])
    [1, None, 0]
    >>> places_by_id(keys, [UnitKey("", ""), UnitKey("", "")])
    [0, 1, None]

    Returns:
        Places from 0; None for a unit without a counterpart.
    """
    if not any(key.id for key in keys) or not any(key.id for key in other_keys):
        return [place if place < len(other_keys) else None for place in range(len(keys))]
    if keys == other_keys:  # the common case
        return list(range(len(keys)))
    waiting: defaultdict[UnitKey, deque[int]] = defaultdict(deque)
    for place, key in enumerate(with_files_of(keys, other_keys)):
        waiting[key].append(place)
    return [waiting[key].popleft() if waiting.get(key) else None for key in keys]


def with_files_of(keys: Iterable[UnitKey], other_keys: Sequence[UnitKey]) -> Sequence[UnitKey]:
    """Return the keys of another document, with its files renamed if none has a known name."""
    own = dict.fromkeys(key.file for key in keys)
    other_files = dict.fromkeys(key.file for key in other_keys)
    if len(own) != len(other_files) or not own.keys().isdisjoint(other_files):
        return other_keys
    renamed = dict(zip(other_files, own, strict=True))
    return [UnitKey(renamed[key.file], key.id) for key in other_keys]


@lru_cache(maxsize=1024)
def file_of(around: str) -> str:
    """Return the name of the file that a block is in, given its context.

    Files of one name are distinguished by target language and number.
    """
    if domain := _DOMAIN.match(around):
        return domain[1]
    tag = _FILE.search(around)
    if tag is None:
        return ""
    attributes = {
        found[1]: unescape(found[2] or found[3] or "") for found in _ATTRIBUTE.finditer(tag[1])
    }
    name = attributes.get("id") or attributes.get("original") or ""
    language = re.split("[-_]", attributes.get("target-language", ""))[0].lower()
    return "\n".join((name, language, attributes.get(_NUMBER, "1")))


class FileNumbers:
    """Numbers files of one name in order of appearance."""

    def __init__(self) -> None:
        """Start counting."""
        self._counts: Counter[str] = Counter()

    def numbered(self, tag: str) -> str:
        """Return the start tag of a file, with a number if the name was used before."""
        name = file_of(tag)
        self._counts[name] += 1
        if self._counts[name] == 1:
            return tag
        return f'{tag[:-1]} {_NUMBER}="{self._counts[name]}">'


Texts = Mapping[UnitKey, Sequence[str]]
"""Texts of units by their keys, in order if several units share one."""
