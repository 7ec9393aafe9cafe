"""Read XLIFF 1.2 and its dialects of Trados Studio (SDLXLIFF) and Phrase (MXLIFF).

XLIFF 1.2, OASIS Standard, 1 February 2008. A ``trans-unit`` has a source, a target and any number
of ``alt-trans``, each with a target of its own, so only direct children are read. A unit that was
segmented has ``mrk`` elements of the type "seg", which belong together by their ``mid``.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from ..units import MT, SOURCE, TARGET, Facts
from .elements import XML, Context, Element, Entry, has_words
from .templates import TemplateRules

MEMSOURCE: Final = "http://www.memsource.com/mxlf/2.0"
_CONFIRMED: Final = f"{MEMSOURCE} confirmed"
_ORIGIN: Final = f"{MEMSOURCE} trans-origin"
_LANGUAGE: Final = f"{XML} lang"

_WHOLE_CODES: Final = frozenset({"x", "bx", "ex", "bpt", "ept", "ph", "it"})
_MACHINES: Final = frozenset({"mt", "nmt", "amt", "smt", "machine"})
"""Words in an origin that name a machine: "machine-trans", "MT-Engine", "nmt"."""

_UNEDITED: Final = frozenset({"rejected", "reference"})
"""Kinds of proposals that were not edited: the specification says "for reference purposes only"."""

_RANKS: Final = {"accepted": 0, "previous-version": 2}
"""Ranks of proposals, best first: "accepted" is one that was used for the translation."""

_FINAL: Final = frozenset({"final", "signed-off", "ApprovedTranslation", "ApprovedSignOff"})
"""States of XLIFF and of Trados Studio."""

BLOCK: Final = "trans-unit"
"""Holds the texts of a unit, or of several."""

TEMPLATE_RULES: Final = TemplateRules(
    id="id",
    unread=frozenset({"match-quality", "resname", "restype", "extradata", "help-id", "maxwidth"}),
    interpreted=frozenset({"editing-time", "thinking-time"}),
    codes=_WHOLE_CODES,
    paired="g",
)


def entries(block: Element, around: Context) -> Iterator[Entry]:
    """Yield the units of a ``trans-unit``: one, or one for each of its segments."""
    translation = _Translation(block, around)
    name = block.get("id") or ""
    segments = translation.segments
    if not segments:
        yield translation.unit(name, None)
    for segment in segments:
        yield translation.unit(f"{name}:{segment}", segment)


def state_holders(block: Element, around: Context) -> Sequence[Element | None]:
    """Return the element that has the state of each unit; None if it cannot have one."""
    translation = _Translation(block, around)
    segments: Sequence[str | None] = translation.segments or [None]
    return [translation.state_holder(segment) for segment in segments]


def languages(around: Sequence[Element]) -> Mapping[str, str]:
    """Return the languages of source and target, as ``file`` declares them."""
    found: dict[str, str] = {}
    for element in around:
        if source := element.get("source-language"):
            found[SOURCE] = source
        if target := element.get("target-language"):
            found[TARGET] = found[MT] = target
    return found


class _Proposal(NamedTuple):
    """A translation that was proposed for the unit, or for a segment of it."""

    target: Element
    origin: str | None
    rank: int


class _Translation:
    """A ``trans-unit``."""

    __slots__ = (
        "_block",
        "_cut",
        "_definitions",
        "_editing",
        "_is_translatable",
        "_marked_target",
        "_notes",
        "_proposals",
        "_source",
        "_target",
        "_thinking",
        "segments",
    )

    def __init__(self, block: Element, around: Context) -> None:
        self._block = block
        self._definitions: dict[str | None, Element] = {}
        self._editing: float | None = None
        self._thinking: float | None = None
        source: Element | None = None
        target: Element | None = None
        cut_source: Element | None = None
        alternatives: list[Element] = []
        notes: tuple[str, ...] = ()
        for child in block.content:
            if not isinstance(child, Element):
                continue
            name = child.name
            if name == "source":
                source = source or child
            elif name == "target":
                target = target or child
            elif name == "alt-trans":
                alternatives.append(child)
            elif name == "seg-source":
                cut_source = child
            elif name == "note":
                notes += (child.words,)
            elif name == "seg-defs":
                self._definitions = {seg.get("id"): seg for seg in child.elements("seg")}
            elif name == "editing-stats":
                self._editing = _seconds(child, "editing-time")
                self._thinking = _seconds(child, "thinking-time")
        self._source, self._target, self._notes = source, target, notes
        language = around.languages.get(TARGET) or _language(target)
        self._proposals = _proposals(alternatives, language) if alternatives else {}
        self._cut = _marked(cut_source)
        self._marked_target = _marked(target)
        self.segments = [*(self._cut | self._marked_target)]
        translate = block.attributes.get("translate")
        self._is_translatable = translate != "no" if translate else around.is_translatable

    def unit(self, name: str, segment: str | None) -> Entry:
        """Return the unit of a segment; None means the whole of an unsegmented one."""
        proposal = self._proposed(segment)
        if segment is None:
            source, target = self._source, self._target
        else:
            source, target = self._cut.get(segment), self._marked_target.get(segment)
        holders: dict[str, Element] = {}
        if source is not None:
            holders[SOURCE] = source
        if proposal is not None:
            holders[MT] = proposal.target
        if target is not None:
            holders[TARGET] = target
        definition = self._definitions.get(segment)
        state = self._state(definition)
        facts = Facts(
            name,
            state,
            self._origin(definition),
            _previous_origin(definition) if proposal is None else proposal.origin,
            state in _FINAL or self._block.attributes.get("approved") == "yes",
            self._notes,
            self._editing,
            self._thinking,
            self._is_translatable,
        )
        return Entry(facts, holders)

    def _proposed(self, segment: str | None) -> _Proposal | None:
        """Return the first of the highest-ranked proposals for a segment."""
        if not self._proposals:
            return None
        fitting = self._proposals.get(segment, ())
        if not fitting and len(self.segments) <= 1:
            fitting = self._proposals.get(None, ())
        if len(fitting) == 1:
            return fitting[0]
        return min(fitting, key=_rank_of, default=None)

    def _state(self, definition: Element | None) -> str | None:
        if definition is not None:
            return definition.get("conf")
        if confirmed := self._block.attributes.get(_CONFIRMED):
            return "confirmed" if confirmed == "1" else "unconfirmed"
        return None if self._target is None else self._target.attributes.get("state")

    def state_holder(self, segment: str | None) -> Element | None:
        """Return the element with the state of a segment; Phrase's states have no element."""
        definition = self._definitions.get(segment)
        if definition is not None:
            return definition
        return None if _CONFIRMED in self._block.attributes else self._target

    def _origin(self, definition: Element | None) -> str | None:
        if definition is not None:
            return definition.get("origin")
        if origin := self._block.attributes.get(_ORIGIN):
            return origin
        return None if self._target is None else self._target.attributes.get("state-qualifier")


def _rank_of(proposal: _Proposal) -> int:
    return proposal.rank


def _previous_origin(definition: Element | None) -> str | None:
    """Return the origin of the text that Trados Studio had before the present one."""
    previous = None if definition is None else definition.first("prev-origin")
    return None if previous is None else previous.get("origin")


def _language(element: Element | None) -> str | None:
    return None if element is None else element.attributes.get(_LANGUAGE)


def _proposals(
    alternatives: Sequence[Element], language: str | None
) -> dict[str | None, list[_Proposal]]:
    """Return the proposals by the segments that they are for; None is the whole unit.

    A proposal that was cut into the same segments is for each of them.
    """
    found: dict[str | None, list[_Proposal]] = {}
    for alternative in alternatives:
        target = alternative.first("target")
        if target is None or not has_words(target, code):
            continue  # an empty proposal was not edited
        said = alternative.attributes.get
        judged = _judged(
            said("alttranstype"),
            (said("origin"), said("tool-id"), said("tool")),
            _language(target) or _language(alternative),
            language,
        )
        if judged is None:
            continue
        own = said("mid")
        parts = _marked(target)
        whole = parts.pop(own, target) if own is not None else target
        found.setdefault(own, []).append(_Proposal(whole, *judged))
        if own is None:
            for name, part in parts.items():
                if has_words(part, code):
                    found.setdefault(name, []).append(_Proposal(part, *judged))
    return found


@lru_cache(maxsize=256)  # most proposals of a file share these values
def _judged(
    kind: str | None,
    names: tuple[str | None, str | None, str | None],
    own_language: str | None,
    language: str | None,
) -> tuple[str | None, int] | None:
    """Return origin and rank of a proposal; None if it was not edited or has another language."""
    if kind in _UNEDITED:
        return None
    if (
        own_language
        and language
        and own_language != language
        and not _may_be_same_language(own_language, language)
    ):
        return None
    origin, tool, _ = names
    return origin or tool, (0 if _names_machine(names) else 10) + _RANKS.get(kind or "", 1)


def _names_machine(names: Sequence[str | None]) -> bool:
    """Return whether one of a proposal's names is that of a machine."""
    said = " ".join(name for name in names if name).lower().replace("-", " ").replace("_", " ")
    return not _MACHINES.isdisjoint(said.split())


def _may_be_same_language(first: str, second: str) -> bool:
    """Return whether one language tag is, or extends, another: "de" and "de-AT"."""
    first, second = (code.lower().replace("_", "-") for code in (first, second))
    return first == second or first.startswith(f"{second}-") or second.startswith(f"{first}-")


def _marked(element: Element | None) -> dict[str, Element]:
    """Return the segments inside an element, at any depth, by name."""
    found: dict[str, Element] = {}
    if element is not None:
        _gather(element, found)
    return found


def _gather(element: Element, found: dict[str, Element]) -> None:
    for child in element.content:
        if isinstance(child, Element):
            name = child.get("mid")
            if child.name == "mrk" and child.get("mtype") == "seg" and name is not None:
                found.setdefault(name, child)
            else:
                _gather(child, found)


def code(element: Element) -> bool | None:
    """Classify an element inside a text."""
    if element.name in _WHOLE_CODES:
        return True
    return None if element.name == "mrk" else False


def _seconds(stats: Element, name: str) -> float | None:
    """Return a time that Phrase has counted in milliseconds, in seconds."""
    time = stats.first(name)
    words = "" if time is None else time.words.strip()
    return int(words) / 1000 if words.isascii() and words.isdigit() and len(words) < 16 else None
