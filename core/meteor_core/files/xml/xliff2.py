"""Read XLIFF 2.0, 2.1 and 2.2.

XLIFF Version 2.1, OASIS Standard, 13 February 2018, with the module of translation candidates. A
``unit`` has segments, each with a source and a target. The ``ref`` of a candidate (``mtc:match``)
names its segment or span.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ..content import Parts
from ..units import MT, SOURCE, TARGET, Facts
from .elements import Context, Element, Entry, has_words, parts_of, path_to
from .templates import TemplateRules

_WHOLE_CODES: Final = frozenset({"ph", "sc", "ec", "cp"})
_FINAL: Final = "final"

BLOCK: Final = "unit"
"""Holds the texts of several segments."""

TEMPLATE_RULES: Final = TemplateRules(
    id="id",
    unread=frozenset({"matchQuality", "matchSuitability", "similarity", "name"}),
    codes=_WHOLE_CODES,
    paired="pc",
)


def entries(block: Element, around: Context) -> Iterator[Entry]:
    """Yield a unit for each segment, in order; text outside of segments is ignored."""
    name = block.get("id") or ""
    segments = block.elements("segment")
    candidates = _candidates(block)
    notes = tuple(
        note.words for notes in block.elements("notes") for note in notes.elements("note")
    )
    is_translatable = said == "yes" if (said := block.get("translate")) else around.is_translatable
    for number, segment in enumerate(segments, 1):
        own = segment.get("id")
        candidate = _candidate(candidates, segment, is_only=len(segments) == 1)
        holders = {
            SOURCE: segment.first("source"),
            MT: None if candidate is None else candidate.first("target"),
            TARGET: segment.first("target"),
        }
        facts = Facts(
            id=name if len(segments) == 1 and own is None else f"{name}:{own or number}",
            state=_state(segment),
            origin_before=None if candidate is None else _origin(candidate),
            is_final=segment.get("state") == _FINAL,
            is_translatable=is_translatable,
            notes=notes,
        )
        yield Entry(facts, {name: child for name, child in holders.items() if child is not None})


def _state(segment: Element) -> str:
    """Return the state, followed by a space and the ``subState`` if there is one."""
    state, added = segment.get("state") or "initial", segment.get("subState")
    return f"{state} {added}" if added else state


def languages(around: Sequence[Element]) -> Mapping[str, str]:
    """Return the languages of source and target, which the root declares."""
    found: dict[str, str] = {}
    for element in around[:1]:
        if source := element.get("srcLang"):
            found[SOURCE] = source
        if target := element.get("trgLang"):
            found[TARGET] = found[MT] = target
    return found


def _candidates(block: Element) -> dict[str, list[Element]]:
    """Return candidates by their reference, and all under "", those of machines first.

    Empty candidates are left out, and those in another language, which are for reference only.
    """
    found = [
        child
        for matches in block.elements("matches")
        for child in matches.elements("match")
        if (target := child.first("target")) is not None and has_words(target, code)
        if child.get("reference") != "yes"
    ]
    found.sort(key=lambda child: child.get("type") != "mt")
    by_name: dict[str, list[Element]] = {"": found}
    for child in found:
        if name := _referred(child):
            by_name.setdefault(name, []).append(child)
    return by_name


def _candidate(
    candidates: Mapping[str, Sequence[Element]], segment: Element, *, is_only: bool
) -> Element | None:
    """Return the best candidate: a machine's before others, the first before later ones."""
    names = ("",) if is_only else _names(segment)
    fitting = [child for name in names for child in candidates.get(name, ())[:1]]
    return min(fitting, key=lambda child: child.get("type") != "mt", default=None)


def _origin(candidate: Element) -> str | None:
    return candidate.get("origin") or candidate.get("type")


def _referred(candidate: Element) -> str:
    """Return the last part of a candidate's reference: "m1" of "#m1" and "#u=1/m1"."""
    return (candidate.get("ref") or "").rpartition("#")[2].rpartition("/")[2].rpartition("=")[2]


def _names(segment: Element) -> list[str]:
    """Return the names by which a candidate may refer to a segment: its own, and its marks'."""
    found = [segment.get("id")]
    source = segment.first("source")
    inside = [] if source is None else [source]
    while inside:
        for mark in inside.pop().children:
            inside.append(mark)
            if mark.name in ("mrk", "sm"):
                found.append(mark.get("id"))
    return [name for name in found if name]


def code(element: Element) -> bool | None:
    """Classify an element inside a text."""
    if element.name in _WHOLE_CODES:
        return True
    return False if element.name == "pc" else None


def data(path: Sequence[Element]) -> Mapping[str, Parts]:
    """Return the original data of a candidate, else of its unit, by id.

    Args:
        path: from the unit to the element whose codes refer to the data.
    """
    holder = next(
        (first for child in reversed(path) if (first := child.first("originalData"))), None
    )
    found = [] if holder is None else holder.elements("data")
    return {child.get("id") or "": parts_of(child) for child in found}


def conflict(block: Element, target: Element) -> str | None:
    """Return why the inline codes of a segment's text cannot be in its unit; None if they can.

    A code's id is unique in a target, and only its counterpart in the source may share it. Whatever
    a code refers to by id is in the unit.
    """
    *above, segment, _ = path_to(target, block)
    if above != [block]:  # of a candidate, which has its own ids
        return None
    own = Counter(_ids(target))
    elsewhere, known = set[str](), set(own)
    for part in block.children:
        if part.name not in ("segment", "ignorable"):
            continue
        elsewhere.update(filter(None, [part.get("id")]))
        for text in part.children:
            ids = set(_ids(text))
            known |= ids
            if part is not segment:
                elsewhere |= ids
    for name, count in own.items():
        if count > 1 or name in elsewhere:
            others = "another" if count > 1 else "another part of the unit"
            return f"an inline code would have the id {name} of {others}"
    for name in _references(target):
        if name not in known:
            return f"an inline code refers to {name}, which is not in the unit"
    return None


def _ids(element: Element) -> Iterator[str]:
    for child in element.children:
        name = child.get("id")
        if name is not None:
            yield name
        yield from _ids(child)


def _references(element: Element) -> Iterator[str]:
    for child in element.children:
        yield from filter(None, [child.get("startRef"), child.get("copyOf")])
        yield from _references(child)
