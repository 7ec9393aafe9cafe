"""XLIFF 2.0, 2.1 and 2.2.

XLIFF Version 2.1, OASIS Standard, 13 February 2018, with the module of translation candidates. A
``unit`` has segments, each with a source and a target; its candidates (``mtc:match``) say by
``ref`` which segment or span they are for.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ..units import MT, SOURCE, TARGET, Facts
from .elements import Element, Entry

SPACES: Final = ("urn:oasis:names:tc:xliff:document:2.0", "urn:oasis:names:tc:xliff:document:2.2")

_WHOLE_CODES: Final = frozenset({"ph", "sc", "ec", "cp"})
_FINAL: Final = "final"


def is_block(name: str) -> bool:
    """Whether an element holds the texts of several segments."""
    return name == "unit"


def entries(block: Element, around: Sequence[Element]) -> Iterator[Entry]:
    """Yield a unit for each segment, in order; text that is no segment is left out."""
    name = block.get("id") or ""
    segments = list(block.elements("segment"))
    candidates = list(_candidates(block))
    notes = tuple(
        note.words for notes in block.elements("notes") for note in notes.elements("note")
    )
    for number, segment in enumerate(segments, 1):
        own = segment.get("id")
        holders = {
            SOURCE: segment.first("source"),
            MT: _candidate(candidates, segment, is_only=len(segments) == 1),
            TARGET: segment.first("target"),
        }
        facts = Facts(
            id=name if len(segments) == 1 and own is None else f"{name}:{own or number}",
            state=segment.get("state") or "initial",
            origin=segment.get("subState"),
            is_final=segment.get("state") == _FINAL,
            notes=notes,
        )
        yield Entry(facts, {name: each for name, each in holders.items() if each is not None})


def languages(around: Sequence[Element]) -> Mapping[str, str]:
    """Return the languages of source and target, which the root tells."""
    found: dict[str, str] = {}
    for element in around[:1]:
        if source := element.get("srcLang"):
            found[SOURCE] = source
        if target := element.get("trgLang"):
            found[TARGET] = found[MT] = target
    return found


def _candidates(block: Element) -> Iterator[Element]:
    for matches in block.elements("matches"):
        yield from matches.elements("match")


def _candidate(candidates: Sequence[Element], segment: Element, *, is_only: bool) -> Element | None:
    """The target of the best candidate: a machine's before others, the first before later ones."""
    names = _names(segment)
    fitting = [each for each in candidates if is_only or _referred(each) in names]
    fitting.sort(key=lambda each: each.get("type") != "mt")
    return next((each.first("target") for each in fitting), None)


def _referred(candidate: Element) -> str:
    """What a candidate is for: the fragment's last part, "m1" of "#m1" and "#u=1/m1"."""
    return (candidate.get("ref") or "").rpartition("#")[2].rpartition("/")[2].rpartition("=")[2]


def _names(segment: Element) -> set[str]:
    """The names by which a candidate may refer to a segment: its own and those of its marks."""
    found = {segment.get("id") or ""}
    source = segment.first("source")
    if source is not None:
        marks = list(source.elements())
        while marks:
            mark = marks.pop()
            marks.extend(mark.elements())
            if mark.name in ("mrk", "sm") and (name := mark.get("id")):
                found.add(name)
    return found - {""}


def code(element: Element) -> bool | None:
    """What an element inside a text is; see ``Code``."""
    if element.name in _WHOLE_CODES:
        return True
    return False if element.name == "pc" else None
