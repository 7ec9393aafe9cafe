"""Which units of two files belong together: those of one id, else those of one place.

An id is that of a unit within a ``file`` of XLIFF, of which a document may have several, or within
a domain of PO. The start tags around a block, or the line that begins its domain, tell which.
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
"""Says how many files of one name there are up to this one: an attribute that means nothing."""


class UnitKey(NamedTuple):
    """What tells a unit from all others of a document.

    Attributes:
        file: in which the id is its own; empty where a document is one file.
        id: of the unit; empty where it has none.
    """

    file: str
    id: str


def places_by_id(keys: Sequence[UnitKey], others: Sequence[UnitKey]) -> list[int | None]:
    """Return for each unit of a document the place in another of the unit that belongs to it.

    Of several units with one key the first belongs to the first. Where one of the documents has no
    ids at all, units belong together in their order, and where no file has the name of one in the
    other document, so do these.

    >>> keys = [UnitKey("a.txt", "1"), UnitKey("a.txt", "2"), UnitKey("b.txt", "1")]
    >>> places_by_id(keys, [UnitKey("b.txt", "1"), UnitKey("a.txt", "1")])
    [1, None, 0]
    >>> places_by_id(keys, [UnitKey("", ""), UnitKey("", "")])
    [0, 1, None]

    Args:
        keys: of the units of the one document, in order.
        others: those of the other.

    Returns:
        Places from 0; None for a unit that the other document does not have.
    """
    if not any(key.id for key in keys) or not any(key.id for key in others):
        return [place if place < len(others) else None for place in range(len(keys))]
    if keys == others:  # as mostly
        return list(range(len(keys)))
    waiting: defaultdict[UnitKey, deque[int]] = defaultdict(deque)
    for place, key in enumerate(with_files_of(keys, others)):
        waiting[key].append(place)
    return [waiting[key].popleft() if waiting.get(key) else None for key in keys]


def with_files_of(keys: Iterable[UnitKey], others: Sequence[UnitKey]) -> Sequence[UnitKey]:
    """Return the keys of another document, whose files were renamed if none has a known name."""
    own = dict.fromkeys(key.file for key in keys)
    theirs = dict.fromkeys(key.file for key in others)
    if len(own) != len(theirs) or not own.keys().isdisjoint(theirs):
        return others
    renamed = dict(zip(theirs, own, strict=True))
    return [UnitKey(renamed[key.file], key.id) for key in others]


@lru_cache(maxsize=1024)
def file_of(around: str) -> str:
    """Return the name of the file that a block stands in, by what stands around it.

    Files of one name are told apart by the language that they are in, and by their numbers.
    """
    if domain := _DOMAIN.match(around):
        return domain[1]
    tag = _FILE.search(around)
    if tag is None:
        return ""
    said = {found[1]: unescape(found[2] or found[3] or "") for found in _ATTRIBUTE.finditer(tag[1])}
    name = said.get("id") or said.get("original") or ""
    language = re.split("[-_]", said.get("target-language", ""))[0].lower()
    return "\n".join((name, language, said.get(_NUMBER, "1")))


class FileNumbers:
    """Tells files of one name apart, as they come."""

    def __init__(self) -> None:
        """No file has come yet."""
        self._counts: Counter[str] = Counter()

    def numbered(self, tag: str) -> str:
        """Return the start tag of a file; one of a name that came before has its number."""
        name = file_of(tag)
        self._counts[name] += 1
        if self._counts[name] == 1:
            return tag
        return f'{tag[:-1]} {_NUMBER}="{self._counts[name]}">'


Texts = Mapping[UnitKey, Sequence[str]]
"""Texts of units by their keys, in order where several units have the same."""
