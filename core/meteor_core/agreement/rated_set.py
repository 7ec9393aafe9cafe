"""Translations that people rated.

An *output* is what one system made of one segment, with its rating. A *pair* is two outputs of
the same segment. Judgements of pairs (which of two is better) are a rated set too: each judgement
is a segment of its own with two outputs, the better of which is rated 1 and the other -1, or both
0 where neither is.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum, isnan
from typing import Final, Self

from ..errors import InputError
from ..text.numbers import counted

FIRST: Final = "first"
SECOND: Final = "second"
"""The systems of a set of judgements."""

_REFERENCE_ITSELF: Final = 0.95
"""Share of outputs equal to a reference from which on a system is the reference itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedOutput:
    """One translation and its rating.

    Attributes:
        system: its name.
        segment: its name; outputs of one segment can be compared.
        document: the name of the document that the segment is of; empty if that is not known.
        hypothesis: the translation.
        references: one or more translations by people.
        rating: higher is better.
    """

    system: str
    segment: str
    document: str = ""
    hypothesis: str
    references: tuple[str, ...]
    rating: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedSet:
    """Rated outputs of several systems for the same segments.

    Attributes:
        name: for people: of the file, for instance.
        outputs: in the order of segments.
        judgements: whether these are judgements of pairs.
        notes: what was left out and why, a sentence each.
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
    ) -> Self:
        """Make a set of outputs as they come: rated several times, or not at all.

        Outputs without a rating (NaN) are left out; ratings of the same output are averaged;
        a system that is the reference itself is left out.

        Raises:
            InputError: nothing is left to compare, or an output has two texts.
        """
        told = list(notes)
        rated = _averaged(name, _with_ratings(outputs, told), told)
        kept = rated if judgements else _without_references(rated, told)
        if not kept:
            raise InputError(f"{name}: no translation has a rating")
        if not judgements:
            _tell_unequal(kept, told)
        return cls(name=name, outputs=kept, judgements=judgements, notes=tuple(told))


def _with_ratings(outputs: Iterable[RatedOutput], told: list[str]) -> list[RatedOutput]:
    every = list(outputs)
    rated = [output for output in every if not isnan(output.rating)]
    if without := len(every) - len(rated):
        told.append(f"{counted(without, 'row', 'rows')} without a rating left out")
    return rated


def _averaged(
    name: str, outputs: Sequence[RatedOutput], told: list[str]
) -> tuple[RatedOutput, ...]:
    """Return one output a system and segment, in the order of segments."""
    found: dict[tuple[str, str], list[RatedOutput]] = {}
    for output in outputs:
        found.setdefault((output.segment, output.system), []).append(output)
    for (segment, system), same in found.items():
        if len({(one.hypothesis, one.references) for one in same}) > 1:
            raise InputError(
                f"{name}: system {system} has different texts for segment {segment}; give each "
                "output one text, or name its segments apart"
            )
    if len(found) < len(outputs):
        many = sum(len(same) > 1 for same in found.values())
        told.append(f"{counted(many, 'output', 'outputs')} rated more than once: ratings averaged")
    order = {segment: place for place, (segment, _) in reversed(list(enumerate(found)))}
    means = (
        RatedOutput(
            system=system,
            segment=segment,
            document=same[0].document,
            hypothesis=same[0].hypothesis,
            references=same[0].references,
            rating=fsum(one.rating for one in same) / len(same),
        )
        for (segment, system), same in found.items()
    )
    return tuple(sorted(means, key=lambda output: order[output.segment]))


def _without_references(
    outputs: tuple[RatedOutput, ...], told: list[str]
) -> tuple[RatedOutput, ...]:
    """Leave out systems that are the reference, and say how people rated it."""
    sizes = Counter(output.system for output in outputs)
    same = Counter(output.system for output in outputs if output.hypothesis in output.references)
    references = {name for name in sizes if same[name] >= _REFERENCE_ITSELF * sizes[name]}
    if not references or len(references) == len(sizes):
        return outputs
    ratings = {
        name: fsum(o.rating for o in outputs if o.system == name) / sizes[name] for name in sizes
    }
    for name in sorted(references):
        better = sum(ratings[other] > ratings[name] for other in sizes if other not in references)
        told.append(
            f"{name} is the reference itself and left out"
            + (
                f"; people rated it below {better} of {len(sizes) - len(references)} systems, "
                "so closeness to it says little"
                if better
                else ""
            )
        )
    return tuple(output for output in outputs if output.system not in references)


def _tell_unequal(outputs: tuple[RatedOutput, ...], told: list[str]) -> None:
    sizes = Counter(output.system for output in outputs)
    segments = len({output.segment for output in outputs})
    missing = {system: segments - size for system, size in sizes.items() if size < segments}
    if missing:
        most = max(missing, key=lambda system: missing[system])
        told.append(
            f"{counted(len(missing), 'system lacks', 'systems lack')} ratings of some of the "
            f"{counted(segments, 'segment', 'segments')} ({most} of {missing[most]:,}); "
            "only outputs of the same segment are compared"
        )
