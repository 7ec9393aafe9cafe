"""Systems are scored by METEOR and other metrics, and each is tested against each.

>>> systems = {"one": ["a b c d", "e f"], "other": ["a b d c", "e g"]}
>>> comparison = compare_systems(systems, [["a b c d", "e f"]])
>>> [row.system for row in comparison.table()]
['one', 'other']

NumPy is needed here; sacrebleu for other metrics than METEOR.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import Any, Final, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..analysis.all_pairs import Resampling, SystemCounts, compare_all
from ..errors import InputError, InputTypeError, ParameterError, unknown_name
from ..meteor import Meteor
from ..score.signature import Signature
from ..text.numbers import counted
from ..text.streams import References, require_stream
from .comparison import TESTS, Comparison
from .meteor_counts import MeteorCounts, count_meteor
from .rows import Metric
from .surface_counts import count_surface, require_surface_metric
from .texts import ComparedTexts, compared_texts

METEOR: Final = "METEOR"

Indices: TypeAlias = NDArray[np.intp]


class Progress(Protocol):
    """Observes work, to show progress."""

    def count(self, batches: Iterable[Any]) -> Iterator[Any]:
        """Yield the batches, and count their content."""
        ...


Watch = Callable[[str, int], AbstractContextManager[Progress | None]]
"""Opens a progress of some work, by its name, of so many units."""


def compare_systems(
    systems: Mapping[str, Iterable[str]] | ComparedTexts,
    references: References = (),
    *,
    scorers: Sequence[Meteor] = (),
    others: Sequence[str] = (),
    columns: Mapping[str, Mapping[str, Iterable[float | None]]] | None = None,
    baseline: str | None = None,
    resampling: Resampling | None = None,
    test: str = TESTS[0],
    jobs: int = 1,
    watch: Watch = lambda _name, _units: nullcontext(),
) -> Comparison:
    """Score systems by METEOR and other metrics, and test each against each.

    Args:
        systems: hypotheses by the names of systems, one a segment; or texts that were read.
        references: one list of segments for each set of references, as in sacrebleu.
        scorers: of METEOR; by default the one that ``Meteor()`` makes.
        others: names of further metrics, which sacrebleu computes: BLEU, chrF, chrF++, TER.
        columns: by name, people's ratings or scores of other metrics: one a segment, by system;
            None or NaN where missing. Ignored for texts that were read.
        baseline: name of the system that the others are tested against; by default the first.
        resampling: how often to resample, and with which seed.
        test: the one of ``TESTS`` that decides.
        jobs: how many batches METEOR scores at the same time.
        watch: opens progress for each piece of work.

    Returns:
        The comparison, of those segments that every metric can score.

    Raises:
        InputTypeError: an argument is not a list of strings, a ``Meteor`` or a ``Resampling``.
        InputError: there is no system, no segment, or the lists are not of equal length.
        ParameterError: a name is unknown.
        MissingExtraError: sacrebleu is needed and not installed.
    """
    require_stream("others", others, of="names of metrics")
    surface = [require_surface_metric(name) for name in dict.fromkeys(others)]
    if test not in TESTS:
        raise unknown_name("test", test, TESTS)
    resampling = resampling or Resampling()
    _require_type(resampling, Resampling, "resampling")
    for meteor in scorers:
        _require_type(meteor, Meteor, "each of scorers")
    if test == "randomisation" and not resampling.randomisation:
        test = "bootstrap"
    given = (
        systems
        if isinstance(systems, ComparedTexts)
        else compared_texts(systems, references, columns)
    )
    names = tuple(given.systems)
    if baseline is not None and baseline not in names:
        raise unknown_name("system", baseline, names)
    by_name = _named(scorers or (Meteor(language=given.language or "en"),))
    given, rows, meteors = _scored_by_all(given, by_name, watch, jobs)
    metrics = [
        Metric(
            name=name,
            signature=str(_signed(scored.meteor.signature(_references_of_each(given)), resampling)),
            lower_is_better=False,
            digits=4,
        )
        for name, scored in meteors.items()
    ]
    counts = {name: scored.tested() for name, scored in meteors.items()}
    language = next(iter(by_name.values())).configuration.language
    for metric in surface:
        with watch(metric.name, len(names) * len(given)) as progress:
            matrix, signature = count_surface(
                metric,
                list(given.systems.values()),
                given.references,
                language=language,
                watch=progress.count if progress else iter,
            )
        counts[metric.name] = SystemCounts(counts=matrix, score=metric.score)
        metrics.append(
            Metric(
                name=metric.name,
                signature=_surface_signed(signature, resampling),
                lower_is_better=metric.lower_is_better,
                digits=2,
            )
        )
    with watch("resampling", 100) as progress:
        shares = _Shares(progress)
        tests = compare_all(counts, resampling, shares.reach)
        shares.close()
    return Comparison(
        texts=given,
        numbers=(rows + 1).tolist(),
        metrics=metrics,
        counts=counts,
        meteors=meteors,
        tests=tests,
        baseline=names[0] if baseline is None else baseline,
        resampling=resampling,
        test=test,
        notes=given.notes,
    )


def _scored_by_all(
    texts: ComparedTexts, scorers: Mapping[str, Meteor], watch: Watch, jobs: int
) -> tuple[ComparedTexts, Indices, dict[str, MeteorCounts]]:
    """Return the segments that all scorers can score for all systems, and their counts.

    Raises:
        InputError: nothing is left.
    """
    counts = {}
    for name, meteor in scorers.items():
        with watch(name, len(texts.systems) * len(texts)) as progress:
            counts[name] = count_meteor(
                meteor, texts, watch=progress.count if progress else iter, jobs=jobs
            )
    is_scored = np.all([(scored.chosen >= 0).all(axis=1) for scored in counts.values()], axis=0)
    rows = np.flatnonzero(is_scored)
    if not len(rows):
        raise InputError("there is no segment that can be scored for every system")
    if len(rows) < len(texts):
        first = int(np.flatnonzero(~is_scored)[0]) + 1
        left_out = counted(len(texts) - len(rows), "segment", "segments")
        note = f"{left_out} that cannot be scored for every system left out; the first is {first:,}"
        counts = {name: scored.only(rows) for name, scored in counts.items()}
        texts = replace(_only(texts, rows.tolist()), notes=(*texts.notes, note))
    return texts, rows, counts


class _Shares:
    """Converts shares of work into hundredths."""

    def __init__(self, progress: Progress | None) -> None:
        self._done = 0
        self._progress = progress

    def reach(self, share: float) -> None:
        now = int(share * 100)
        if self._progress is not None and now > self._done:
            for _ in self._progress.count([range(now - self._done)]):
                pass
        self._done = now

    def close(self) -> None:
        self.reach(1.0)


def _require_type(value: object, kind: type, name: str) -> None:
    if not isinstance(value, kind):
        raise InputTypeError(f"{name} must be a {kind.__name__}, not {type(value).__name__}")


def _named(scorers: Sequence[Meteor]) -> dict[str, Meteor]:
    """Name scorers: METEOR, with the variant where there are several."""
    if len(scorers) == 1:
        return {METEOR: scorers[0]}
    found: dict[str, Meteor] = {}
    for meteor in scorers:
        variant = str(meteor.options.variant)
        name = f"{METEOR} {variant}"
        if name in found:
            raise ParameterError(f"variant {variant} is given twice")
        found[name] = meteor
    return found


def _only(texts: ComparedTexts, rows: Sequence[int]) -> ComparedTexts:
    return replace(
        texts,
        systems={name: [lines[row] for row in rows] for name, lines in texts.systems.items()},
        references=tuple([lines[row] for row in rows] for lines in texts.references),
        ids=tuple(texts.ids[row] for row in rows) if texts.ids else (),
        columns=tuple(column.only(rows) for column in texts.columns),
    )


def _references_of_each(texts: ComparedTexts) -> int | None:
    numbers = {
        sum(text is not None for text in of_segment)
        for of_segment in zip(*texts.references, strict=True)
    }
    return numbers.pop() if len(numbers) == 1 else None


def _signed(signature: Signature, resampling: Resampling) -> Signature:
    """Add the settings that reproduce the tests to a signature."""
    return replace(
        signature,
        bootstrap_samples=resampling.bootstrap,
        shufflings=resampling.randomisation or None,
        seed=resampling.seed,
    )


def _surface_signed(signature: Any, resampling: Resampling) -> str:
    """Add the settings that reproduce the tests to a signature of sacrebleu."""
    signature.update("seed", str(resampling.seed).lower())
    if resampling.randomisation:
        signature.update("ar", resampling.randomisation)
    signature.update("bs", resampling.bootstrap)
    return str(signature)
