"""XLIFF 1.2, and what Trados Studio (SDLXLIFF) and Phrase (MXLIFF) make of it.

XLIFF 1.2, OASIS Standard, 1 February 2008. A ``trans-unit`` has a source, a target and any number
of ``alt-trans``, each with a target of its own: only direct children are looked at. A unit that was
cut into sentences has ``mrk`` elements of the type "seg", which belong together by their ``mid``.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ..units import MT, SOURCE, TARGET, Facts
from .elements import XML, Element, Entry

SPACE: Final = "urn:oasis:names:tc:xliff:document:1.2"
SDL: Final = "http://sdl.com/FileTypes/SdlXliff/1.0"
MEMSOURCE: Final = "http://www.memsource.com/mxlf/2.0"

_WHOLE_CODES: Final = frozenset({"x", "bx", "ex", "bpt", "ept", "ph", "it"})
_MACHINES: Final = frozenset({"mt", "nmt", "amt", "smt", "machine"})
"""Words in an origin which say that a machine translated: "machine-trans", "MT-Engine", "nmt"."""

_REFUSED: Final = frozenset({"rejected", "accepted"})
_FINAL: Final = frozenset({"final", "signed-off"})
_SDL_FINAL: Final = frozenset({"ApprovedTranslation", "ApprovedSignOff"})


def is_block(name: str) -> bool:
    """Whether an element holds the texts of a unit, or of several."""
    return name == "trans-unit"


def entries(block: Element, around: Sequence[Element]) -> Iterator[Entry]:
    """Yield the units of a ``trans-unit``: one, or one for each of its segments."""
    translation = _Translation(block, _language(around))
    name = block.get("id") or ""
    segments = translation.segments()
    if not segments:
        yield translation.unit(name, None)
    for segment in segments:
        yield translation.unit(f"{name}:{segment}", segment)


def languages(around: Sequence[Element]) -> Mapping[str, str]:
    """Return the languages of source and target, by the file that a unit stands in."""
    found: dict[str, str] = {}
    for element in around:
        if source := element.get("source-language"):
            found[SOURCE] = source
        if target := element.get("target-language"):
            found[TARGET] = found[MT] = target
    return found


@dataclass(frozen=True, slots=True)
class _Proposal:
    """A translation that the unit was offered."""

    target: Element
    origin: str | None
    is_machine: bool
    segment: str | None


class _Translation:
    """A ``trans-unit``."""

    def __init__(self, block: Element, language: str | None) -> None:
        self._block = block
        self._source = block.first("source")
        self._cut_source = block.first("seg-source")
        self._target = block.first("target")
        self._proposals = list(_proposals(block, language))
        self._definitions = {
            each.get("id"): each
            for definitions in block.elements("seg-defs")
            for each in definitions.elements("seg")
        }

    def segments(self) -> list[str]:
        """The names of its segments, in the order of the source; none if it was not cut."""
        found = _marked(self._cut_source) | _marked(self._target)
        return list(found)

    def unit(self, name: str, segment: str | None) -> Entry:
        holders = {
            SOURCE: self._held(self._cut_source if segment else self._source, segment),
            MT: self._proposed(segment),
            TARGET: self._held(self._target, segment),
        }
        facts = Facts(
            id=name,
            state=self._state(segment),
            origin=self._origin(segment),
            is_final=self._is_final(segment),
            notes=tuple(note.words for note in self._block.elements("note")),
            editing_seconds=_seconds(self._block),
        )
        return Entry(facts, {name: each for name, each in holders.items() if each is not None})

    def _held(self, element: Element | None, segment: str | None) -> Element | None:
        if element is None or segment is None:
            return element
        return _marked(element).get(segment)

    def _proposed(self, segment: str | None) -> Element | None:
        """The best proposal: a machine's before others, the first before later ones."""
        fitting = [each for each in self._proposals if each.segment in (segment, None)]
        if segment is not None and len(self.segments()) > 1:
            fitting = [each for each in fitting if each.segment or segment in _marked(each.target)]
        fitting.sort(key=lambda each: not each.is_machine)
        if not fitting:
            return None
        target = fitting[0].target
        return _marked(target).get(segment, target) if segment is not None else target

    def _definition(self, segment: str | None) -> Element | None:
        return self._definitions.get(segment)

    def _state(self, segment: str | None) -> str | None:
        definition = self._definition(segment)
        if definition is not None:
            return definition.get("conf")
        if confirmed := self._block.get("confirmed", MEMSOURCE):
            return "confirmed" if confirmed == "1" else "unconfirmed"
        return None if self._target is None else self._target.get("state")

    def _origin(self, segment: str | None) -> str | None:
        definition = self._definition(segment)
        if definition is not None:
            return definition.get("origin")
        if origin := self._block.get("trans-origin", MEMSOURCE):
            return origin
        return None if self._target is None else self._target.get("state-qualifier")

    def _is_final(self, segment: str | None) -> bool:
        definition = self._definition(segment)
        if definition is not None:
            return definition.get("conf") in _SDL_FINAL
        return self._block.get("approved") == "yes" or self._state(segment) in _FINAL


def _language(around: Sequence[Element]) -> str | None:
    return languages(around).get(TARGET)


def _proposals(block: Element, language: str | None) -> Iterator[_Proposal]:
    for alternative in block.elements("alt-trans"):
        target = alternative.first("target")
        if target is None or alternative.get("alttranstype") in _REFUSED:
            continue
        its_own = target.get("lang", XML) or alternative.get("lang", XML)
        if its_own and language and not _are_alike(its_own, language):
            continue
        origin = alternative.get("origin")
        yield _Proposal(target, origin, _is_machine(alternative), alternative.get("mid"))


def _is_machine(alternative: Element) -> bool:
    names = (alternative.get("origin"), alternative.get("tool-id"), alternative.get("tool"))
    said = " ".join(name for name in names if name).lower().replace("-", " ").replace("_", " ")
    return not _MACHINES.isdisjoint(said.split())


def _are_alike(one: str, other: str) -> bool:
    """Whether two codes may be of the same text: "de" and "de-AT"."""
    first, second = (code.lower().replace("_", "-") for code in (one, other))
    return first == second or first.startswith(f"{second}-") or second.startswith(f"{first}-")


def _marked(element: Element | None) -> dict[str, Element]:
    """The segments inside an element, at any depth, by name."""
    if element is None:
        return {}
    found: dict[str, Element] = {}
    for each in element.elements():
        name = each.get("mid")
        if each.name == "mrk" and each.get("mtype") == "seg" and name is not None:
            found.setdefault(name, each)
        else:
            found = {**_marked(each), **found} if each.content else found
    return found


def code(element: Element) -> bool | None:
    """What an element inside a text is; see ``Code``."""
    if element.name in _WHOLE_CODES:
        return True
    return None if element.name == "mrk" else False


def _seconds(block: Element) -> float | None:
    """The time that Phrase counted, in milliseconds there."""
    for stats in block.elements("editing-stats"):
        for time in stats.elements("editing-time"):
            if time.words.strip().isdecimal():
                return int(time.words) / 1000
    return None
