"""The texts that are compared: the outputs of several systems for the same segments."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isinf, nan
from typing import SupportsFloat

from ..errors import InputError, InputTypeError, unknown_name
from ..text.streams import (
    References,
    advice_on_lengths,
    is_missing,
    plain_texts,
    reference_sets,
    require_stream,
    require_string,
)
from .columns import Column, column_of


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedTexts:
    """Hypotheses of several systems, with the references of all of them.

    Attributes:
        systems: one text a segment, by the names of systems.
        references: sets of references, each with one text a segment, or None where the set has
            none for it.
        ids: names of segments in the file; empty if they have numbers only.
        language: code of the language according to the file; None if it has none.
        title: of the comparison.
        notes: on the files and on excluded segments.
        columns: people's ratings and scores of other metrics that came with the texts.
    """

    systems: Mapping[str, Sequence[str]]
    references: tuple[Sequence[str | None], ...] = field(repr=False)
    ids: tuple[str, ...] = field(default=(), repr=False)
    language: str | None = None
    title: str = ""
    notes: tuple[str, ...] = ()
    columns: tuple[Column, ...] = field(default=(), repr=False)

    def __len__(self) -> int:
        """Return the number of segments."""
        return len(self.references[0])


def compared_texts(
    systems: Mapping[str, Iterable[str]],
    references: References,
    columns: Mapping[str, Mapping[str, Iterable[float | None]]] | None = None,
) -> ComparedTexts:
    """Check texts in memory, and return them for comparison.

    Args:
        systems: hypotheses by the names of systems.
        references: one list of segments for each set of references, as in sacrebleu.
        columns: by name, people's ratings or scores of other metrics: one a segment, by system;
            None or NaN where missing.

    Raises:
        InputTypeError: a value is not a list of strings or of numbers.
        InputError: there is no system, no segment, or the lists are not of equal length.
        ParameterError: a column is of no system.
    """
    if not isinstance(systems, Mapping):
        raise InputTypeError(
            "systems must be a mapping from names to hypotheses, for example "
            f'{{"ours": ours, "theirs": theirs}}, not {type(systems).__name__}'
        )
    sets = tuple(reference_sets(references))
    texts: dict[str, Sequence[str]] = {}
    for name, given in systems.items():
        if not str(name).strip() or not isinstance(name, str):
            raise InputTypeError(f"the name of a system must be a string, not {name!r}")
        texts[name] = _strings(name, given)
    sizes = {name: len(found) for name, found in texts.items()}
    require_same_segments(sizes, len(sets[0]), sets=len(sets))
    if columns is not None and not isinstance(columns, Mapping):
        raise InputTypeError(
            "columns must be a mapping from names to numbers by system, not "
            f"{type(columns).__name__}"
        )
    numbers = (_column(name, given, texts, len(sets[0])) for name, given in (columns or {}).items())
    return ComparedTexts(systems=texts, references=sets, columns=tuple(numbers))


def _column(
    name: str,
    given: Mapping[str, Iterable[float | None]],
    systems: Mapping[str, Sequence[str]],
    segments: int,
) -> Column:
    if not isinstance(given, Mapping):
        raise InputTypeError(
            f"columns[{name!r}] must be a mapping from systems to numbers, not "
            f"{type(given).__name__}"
        )
    found = {system: [nan] * segments for system in systems}
    for system, values in given.items():
        if system not in systems:
            raise unknown_name(f"system in columns[{name!r}]", system, systems)
        require_stream(f"columns[{name!r}][{system!r}]", values, of="numbers")
        found[system] = [_number(name, system, value) for value in values]
        if len(found[system]) != segments:
            raise InputError(
                f"columns[{name!r}][{system!r}] has {len(found[system]):,} numbers, but there are "
                f"{segments:,} segments"
            )
    return column_of(name, found)


def _number(name: str, system: str, value: object) -> float:
    if is_missing(value):
        return nan
    if isinstance(value, bool) or not isinstance(value, SupportsFloat) or isinstance(value, str):
        raise InputTypeError(
            f"columns[{name!r}][{system!r}] has {value!r}, but must have numbers, or None"
        )
    number = float(value)
    if isinf(number):
        raise InputError(f"columns[{name!r}][{system!r}] has {value!r}, which is no finite number")
    return number


def require_same_segments(sizes: Mapping[str, int], segments: int, *, sets: int = 0) -> None:
    """Reject systems whose length differs from the references'.

    Args:
        sizes: numbers of segments by the names of systems.
        segments: of the references.
        sets: number of sets of references, for advice; 0 for no advice.

    Raises:
        InputError: there is no system, no segment, or a number differs.
    """
    if not sizes:
        raise InputError("there is no system to compare")
    for name, size in sizes.items():
        if size != segments:
            raise InputError(
                f"{name} has {size:,} segments, but the reference has {segments:,}; systems and "
                f"references have to be aligned, segment by segment{advice_on_lengths(sets, size)}"
            )
    if not segments:
        raise InputError("there is no segment to compare")


def same_for_all(references: Sequence[Sequence[str | None]], name: str) -> list[list[str]]:
    """Return sets of references without gaps.

    Raises:
        InputError: a segment has not as many references as others.
    """
    if any(text is None for texts in references for text in texts):
        raise InputError(
            f"{name}: a view needs as many references for each segment; name complete ones"
        )
    return [[text for text in texts if text is not None] for texts in references]


def _strings(name: str, given: Iterable[str]) -> list[str]:
    require_stream(f"systems[{name!r}]", given)
    texts = list(plain_texts(given))
    for place, text in enumerate(texts):
        require_string(f"systems[{name!r}][{place}]", text)
    return texts
