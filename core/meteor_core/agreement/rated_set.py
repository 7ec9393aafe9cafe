"""Translations with human ratings.

An *output* is what one system made of one segment, with its rating. A *pair* is two outputs of
the same segment. Judgements of pairs (which of two is better) are a rated set too: each judgement
is a segment of its own with two outputs, the better of which is rated 1 and the other -1, or both
0 where neither is.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import fsum, isnan
from typing import Final, Self

from ..errors import InputError
from ..text.line_files import shown_name
from ..text.numbers import counted

FIRST: Final = "first"
SECOND: Final = "second"
"""The systems of a set of judgements."""

_FEW: Final = 20
"""Outputs of judgements below which a side may win always by chance."""

_REFERENCE_ITSELF: Final = 0.95
"""Share of outputs equal to a reference from which on a system is the reference itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedOutput:
    """One translation and its rating.

    Attributes:
        system: its name.
        segment: its name; outputs of one segment can be compared.
        document: the name of the document of the segment; empty if unknown.
        hypothesis: the translation.
        references: one or more translations by people.
        rating: higher is better.
        line: in its file, from 1; 0 if unknown.
    """

    system: str
    segment: str
    document: str = ""
    hypothesis: str
    references: tuple[str, ...]
    rating: float
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedSet:
    """Rated outputs of several systems for the same segments.

    Attributes:
        name: for people: of the file, for instance.
        outputs: in the order of segments.
        judgements: whether these are judgements of pairs.
        notes: exclusions and their reasons, a sentence each.
    """

    name: str
    outputs: tuple[RatedOutput, ...]
    judgements: bool = False
    notes: tuple[str, ...] = ()

    @property
    def systems(self) -> tuple[str, ...]:
        """The names of systems, in order of their first outputs."""
        return tuple(dict.fromkeys(output.system for output in self.outputs))

    @property
    def segments(self) -> tuple[str, ...]:
        """The names of segments, in order."""
        return tuple(dict.fromkeys(output.segment for output in self.outputs))

    @property
    def digest(self) -> str:
        """The SHA-256 of what was rated: of the content, not of a file's layout."""
        digest = hashlib.sha256()
        for output in self.outputs:
            row = (
                *(output.system, output.segment, output.document),
                *(output.hypothesis, output.references, output.rating),
            )
            digest.update(json.dumps(row).encode("ascii") + b"\n")
        return digest.hexdigest()

    @classmethod
    def of_outputs(
        cls,
        name: str,
        outputs: Iterable[RatedOutput],
        *,
        judgements: bool = False,
        notes: Sequence[str] = (),
        file: str | None = None,
    ) -> Self:
        """Build a set from raw outputs: rated several times, or not at all.

        Outputs without a rating (NaN) or without a reference are left out; ratings of the same
        output are averaged; a system that is the reference itself is left out.

        Args:
            name: for people.
            outputs: in any order.
            judgements: whether these are judgements of pairs.
            notes: so far.
            file: for messages; by default the name.

        Raises:
            InputError: nothing is left to compare, or an output has two texts.
        """
        collected = list(notes)
        file = shown_name(file or name)
        rated = _averaged(file, _usable(outputs, collected, judgements=judgements), collected)
        kept = rated if judgements else _without_references(rated, collected)
        if not kept:
            reasons = f" ({'; '.join(collected)})" if collected else ""
            raise InputError(f"{file}: there is no translation with a rating{reasons}")
        if judgements:
            _note_odd_judgements(kept, collected)
        else:
            _note_missing_ratings(kept, collected)
        return cls(name=name, outputs=kept, judgements=judgements, notes=tuple(collected))


def _usable(
    outputs: Iterable[RatedOutput], notes: list[str], *, judgements: bool
) -> list[RatedOutput]:
    """Return the outputs with a rating and a reference, and note how many are dropped."""
    every = list(outputs)
    rated = [output for output in every if not isnan(output.rating)]
    usable = [output for output in rated if any(text.strip() for text in output.references)]
    sizes = {"rating": len(every) - len(rated), "reference": len(rated) - len(usable)}
    for what, size in sizes.items():
        if size and judgements:
            notes.append(
                f"{counted(size // 2, 'pair', 'pairs')} without a "
                f"{'judgement' if what == 'rating' else what} left out"
            )
        elif size:
            notes.append(f"{counted(size, 'row', 'rows')} without a {what} left out")
    return usable


def _averaged(
    file: str, outputs: Sequence[RatedOutput], notes: list[str]
) -> tuple[RatedOutput, ...]:
    """Return one output a system and segment, in the order of segments."""
    found: dict[tuple[str, str], list[RatedOutput]] = {}
    for output in outputs:
        same = found.setdefault((output.segment, output.system), [])
        if same and (same[0].hypothesis, same[0].references) != (
            output.hypothesis,
            output.references,
        ):
            raise InputError(
                f"{file}{f':{output.line}' if output.line else ''}: system {output.system} has "
                f"other texts for segment {output.segment} than "
                f"{f'in line {same[0].line}' if output.line else 'before'}; give each output one "
                "text, or name its segments apart"
            )
        same.append(output)
    if len(found) < len(outputs):
        many = sum(len(same) > 1 for same in found.values())
        notes.append(f"{counted(many, 'output', 'outputs')} rated more than once: ratings averaged")
    order = {segment: place for place, (segment, _) in reversed(list(enumerate(found)))}
    means = (
        replace(same[0], rating=fsum(rated.rating for rated in same) / len(same))
        if len(same) > 1
        else same[0]
        for same in found.values()
    )
    return tuple(sorted(means, key=lambda output: order[output.segment]))


def _without_references(
    outputs: tuple[RatedOutput, ...], notes: list[str]
) -> tuple[RatedOutput, ...]:
    """Drop systems that are the reference, with a note on their ratings."""
    sizes = Counter(output.system for output in outputs)
    same = Counter(output.system for output in outputs if output.hypothesis in output.references)
    references = {name for name in sizes if same[name] >= _REFERENCE_ITSELF * sizes[name]}
    if not references or len(references) == len(sizes):
        return outputs
    ratings = {
        name: fsum(o.rating for o in outputs if o.system == name) / sizes[name] for name in sizes
    }
    for name in sorted(references):
        better = sum(
            ratings[system] > ratings[name] for system in sizes if system not in references
        )
        notes.append(
            f"{name} is the reference itself and left out"
            + (
                f"; people rated it below {better} of {len(sizes) - len(references)} systems, "
                "so closeness to it says little"
                if better
                else ""
            )
        )
    return tuple(output for output in outputs if output.system not in references)


def _note_missing_ratings(outputs: tuple[RatedOutput, ...], notes: list[str]) -> None:
    sizes = Counter(output.system for output in outputs)
    segments = len({output.segment for output in outputs})
    missing = {system: segments - size for system, size in sizes.items() if size < segments}
    if missing:
        most = max(missing, key=lambda system: missing[system])
        notes.append(
            f"{counted(len(missing), 'system lacks', 'systems lack')} ratings of some of the "
            f"{counted(segments, 'segment', 'segments')} ({most} of {missing[most]:,}); "
            "only outputs of the same segment are compared"
        )


def _note_odd_judgements(outputs: tuple[RatedOutput, ...], notes: list[str]) -> None:
    pairs = Counter(
        (first.hypothesis, second.hypothesis, first.references)
        for first, second in zip(outputs[::2], outputs[1::2], strict=True)
    )
    if repeated := sum(count > 1 for count in pairs.values()):
        notes.append(
            f"{counted(repeated, 'pair', 'pairs')} judged more than once: each judgement counts"
        )
    first_ratings = {output.rating for output in outputs[::2]}
    if len(outputs) >= _FEW and 0 in first_ratings and len(first_ratings) == 2:
        notes.append(
            f"the {SECOND if 1 in first_ratings else FIRST} hypothesis is never better; here 0 "
            "says that neither is"
        )
