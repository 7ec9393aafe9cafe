"""Human scores in directories of the WMT metrics tasks, as mt-metrics-eval lays them out.

``human-scores/de-en.mqm.seg.score`` has a block of lines for each system, ``SYSTEM SCORE`` or
``SYSTEM None``. ``files/metrics_directory.py`` locates the texts.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ..errors import InputError
from ..files.metrics_directory import (
    document_names,
    language_pairs,
    reference_files,
    system_file,
)
from ..text.line_files import read_segments
from ..text.numbers import counted
from .cells import mistake, rating_of
from .rated_set import RatedOutput, RatedSet

HUMAN_SCORES: Final = ("mqm", "esa", "wmt-appraise-z", "wmt-z", "da")
"""Human scores in order of preference."""


def read_metrics_eval(
    name: str,
    *,
    rating: str | None = None,
    reference: str | None = None,
    language_pair: str | None = None,
) -> list[RatedSet]:
    """Read the rated sets of a directory, one for each pair of languages that has ratings.

    Args:
        name: of the directory.
        rating: name of the human scores; by default MQM, else those that there are.
        reference: name of the reference; by default the first by name.
        language_pair: the only one to read, such as ``en-de``.

    Raises:
        InputError: there is nothing of that name, or a file is wrong.
    """
    directory = Path(name)
    pairs = language_pairs(directory)
    asked = [pair for pair in pairs if language_pair in (None, pair)]
    if not asked:
        raise InputError(
            f"{name} has no pair of languages {language_pair}; it has {', '.join(pairs)}"
        )
    sets = [
        _read_pair(directory, pair, scores, reference)
        for pair in asked
        if (scores := _human_scores(directory, pair, rating))
    ]
    if not sets:
        there = sorted(path.name for path in (directory / "human-scores").glob("*.seg.score"))
        raise InputError(
            f"{name} has no human scores {rating or ''} of segments for {', '.join(asked)}; "
            f"it has {', '.join(there) or 'none'}"
        )
    return sets


def _human_scores(directory: Path, pair: str, rating: str | None) -> Path | None:
    found = {
        path.name.removeprefix(f"{pair}.").removesuffix(".seg.score"): path
        for path in sorted((directory / "human-scores").glob(f"{pair}.*.seg.score"))
    }
    if rating is not None:
        return found.get(rating)
    known = [found[name] for name in HUMAN_SCORES if name in found]
    return next(iter([*known, *found.values()]), None)


def _read_pair(directory: Path, pair: str, scores: Path, reference: str | None) -> RatedSet:
    references = reference_files(directory, pair)
    if reference is not None and reference not in references:
        raise InputError(
            f"{directory} has no reference {reference} for {pair}; it has {', '.join(references)}"
        )
    chosen = reference or next(iter(references))
    texts = list(read_segments(str(references[chosen])))
    notes = [f"{scores.name.removesuffix('.seg.score').removeprefix(pair + '.')} against {chosen}"]
    outputs = _outputs(directory, pair, scores, texts, notes)
    return RatedSet.of_outputs(
        f"{directory.resolve().name}/{pair}", outputs, notes=notes, file=str(scores)
    )


def _outputs(
    directory: Path, pair: str, scores: Path, references: Sequence[str], notes: list[str]
) -> list[RatedOutput]:
    documents = document_names(directory, pair, len(references))
    found: list[RatedOutput] = []
    unknown: list[str] = []
    for system, ratings in scores_of_systems(scores).items():
        path = system_file(directory, pair, system)
        if not path.is_file():
            unknown.append(system)
            continue
        hypotheses = list(read_segments(str(path)))
        for what, size in ((path, len(hypotheses)), (scores, len(ratings))):
            if size != len(references):
                raise InputError(
                    f"{what} has {counted(size, 'line', 'lines')} for {system}, but the reference "
                    f"has {len(references):,}"
                )
        found += (
            RatedOutput(
                system=system,
                segment=str(place + 1),
                document=documents[place],
                hypothesis=hypotheses[place],
                references=(references[place],),
                rating=rating,
            )
            for place, rating in enumerate(ratings)
        )
    if unknown:
        notes.append(
            f"{counted(len(unknown), 'system', 'systems')} with ratings but without outputs left "
            f"out: {', '.join(unknown)}"
        )
    order = sorted(range(len(found)), key=lambda place: int(found[place].segment))
    return [found[place] for place in order]


def scores_of_systems(scores: Path) -> dict[str, list[float]]:
    """Return the scores of each system, NaN where a segment has no score.

    Raises:
        InputError: a line is no system with its score.
    """
    blocks: dict[str, list[float]] = {}
    for number, line in enumerate(read_segments(str(scores)), 1):
        fields = line.split()
        if len(fields) != 2:
            raise mistake(str(scores), number, "give a system and its score, or None")
        blocks.setdefault(fields[0], []).append(rating_of(str(scores), number, "score", fields[1]))
    return blocks
