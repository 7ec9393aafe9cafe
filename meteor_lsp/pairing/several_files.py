"""Choose the texts to compare if each side is a file of units, in a test set or by a rule."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final

from meteor_core import InputError
from meteor_core.files.units import SOURCE, TARGET
from meteor_core.files.xml.wmt import HYPOTHESIS, REFERENCE

from ..documents.segmentation import Description
from ..documents.uris import name_of
from ..project.settings import Settings
from .conventions import joined
from .sides import language_in_file
from .streams import Stream

_SETS: Final = frozenset({".sgm", ".sgml"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Streams:
    """The texts of a pairing, and their language if a file declares it."""

    hypothesis: Stream
    references: tuple[Stream, ...]
    source: Stream | None
    language: str | None


def is_set(name: str) -> bool:
    """Whether a file name is that of a set in mteval's SGML."""
    return PurePath(name).suffix.lower() in _SETS


def has_systems(described: Description) -> bool:
    """Whether a part of a test set has outputs but no references."""
    return bool(_of_kind(described, HYPOTHESIS)) and not _of_kind(described, REFERENCE)


def streams_of_set(
    hypothesis: str, described: Mapping[str, Description], settings: Settings
) -> Streams | None:
    """Choose the texts for an output among the documents next to it.

    Texts of a set have the same set name, and references the language of the output. Returns None
    if there is no reference.

    Args:
        hypothesis: URI of the document with the output.
        described: documents by URI.
        settings: of the output.

    Raises:
        InputError: the choice of texts is ambiguous.
        ParameterError: the settings name an unknown field.
    """
    own = described[hypothesis]
    same = {uri: known for uri, known in described.items() if known.set_name == own.set_name}
    languages = set(_languages(own, HYPOTHESIS))
    references = [
        uri
        for uri, known in same.items()
        if (found := set(_languages(known, REFERENCE))) or _of_kind(known, REFERENCE)
        if not found or not languages or found & languages
    ]
    if not references:
        return None
    names: dict[str, str] = {}
    for uri in references:
        for field in _of_kind(same[uri], REFERENCE):
            if field in names:
                both = joined([name_of(names[field]), name_of(uri)])
                raise InputError(
                    f"the set {own.set_name} has two references of one name, in {both}; pair the "
                    "files by a [[pairs]] table in meteor.toml"
                )
            names[field] = uri
    sources = [uri for uri, known in same.items() if SOURCE in known.fields]
    source = sources[0] if len(sources) == 1 else None
    return streams(hypothesis, references, source, described, settings)


def streams(
    hypothesis: str,
    references: Iterable[str],
    source: str | None,
    described: Mapping[str, Description],
    settings: Settings,
) -> Streams:
    """Choose the texts in documents with given roles; whole lines of plain documents.

    Args:
        hypothesis: URI of the document with the hypothesis.
        references: of those with references.
        source: of the one with the source, if any.
        described: these documents by URI.
        settings: of the hypothesis.

    Raises:
        InputError: the choice of texts is ambiguous.
    """
    scored = Stream(
        hypothesis, _scored(hypothesis, described[hypothesis], settings.side_hypothesis)
    )
    against = tuple(
        Stream(uri, field)
        for uri in references
        for field in _against(uri, described[uri], settings.side_references)
    )
    holders = [source] if source else [hypothesis, *(stream.uri for stream in against)]
    of_units = (uri for uri in holders if SOURCE in described[uri].fields)
    found = next((Stream(uri, SOURCE) for uri in of_units if described[uri].format), None)
    if found is None and source is not None:
        found = Stream(source)
    languages = (
        language_in_file(described[stream.uri], stream.field)
        for stream in (*against, scored)
        if stream.field is not None
    )
    return Streams(
        hypothesis=scored,
        references=against,
        source=found,
        language=next(filter(None, languages), None),
    )


def _scored(uri: str, described: Description, wanted: str) -> str | None:
    """Return the field of a hypothesis, or None for whole lines."""
    if described.format is None:
        return None
    systems = _of_kind(described, HYPOTHESIS)
    if wanted in described.fields:
        return wanted
    if len(systems) == 1:
        return systems[0]
    if TARGET in described.fields and not systems:
        return TARGET
    raise InputError(
        f"{name_of(uri)} has {_fields(described)}; name the one to score in the setting "
        "sides.hypothesis"
    )


def _against(uri: str, described: Description, wanted: Sequence[str]) -> Sequence[str | None]:
    """Return the fields of references; None means whole lines."""
    if described.format is None:
        return [None]
    found = [field for field in described.fields if field in wanted]
    found = found or _of_kind(described, REFERENCE)
    if not found and TARGET in described.fields:
        found = [TARGET]
    if not found:
        raise InputError(
            f"{name_of(uri)} has {_fields(described)}; name those to score against in the setting "
            "sides.references"
        )
    return found


def _fields(described: Description) -> str:
    return f"the texts {joined(described.fields)}" if described.fields else "no texts"


def _of_kind(described: Description, kind: str) -> list[str]:
    return [field for field in described.fields if field.partition(":")[0] == kind]


def _languages(described: Description, kind: str) -> Iterable[str]:
    languages = (language_in_file(described, field) for field in _of_kind(described, kind))
    return filter(None, languages)
