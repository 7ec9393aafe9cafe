"""``pycocoevalcap.meteor.meteor.Meteor``: METEOR 1.5 of captions, without Java.

>>> from meteor_core.adapters.pycocoevalcap import Meteor
>>> gts, res = {7: ["a dog runs", "the dog is running"]}, {7: ["a dog is running"]}
>>> score, scores = Meteor().compute_score(gts, res)  # doctest: +SKIP

Equal to what pycocoevalcap 1.2 has the program compute (``-stdio -l en -norm``), to twelve digits.
The program's own files have to be there: the package pycocoevalcap brings them, and they are read,
not run. The first score on a machine waits for the paraphrases to be compiled (about ten seconds).
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from .. import meteor as scorer
from ..batch.batch import ScoredBatch
from ..errors import InputError, InputTypeError
from ..meteor15.eval_statistics import EvalStatistics, java_measures
from ..score.parameters import Parameters
from ..score.statistics import Statistics
from ..text.streams import require_stream, require_string

if TYPE_CHECKING:
    from ..meteor15.home import MeteorHome

__all__ = ["Meteor"]

_SEPARATOR: Final = "|||"
"""Separator of texts that pycocoevalcap passes to the program."""

_NEARLY: Final = 1e-12
"""Scores of references that differ by less are computed again in the program's own steps, which
decide which of them counts."""

_Key = TypeVar("_Key", bound=Hashable)


class _Numbers(NamedTuple):
    alpha: float
    beta: float
    gamma: float
    delta: float


class Meteor:
    """METEOR 1.5 of captions; see ``compute_score``."""

    def __init__(
        self, language: str = "en", *, meteor_home: "str | MeteorHome | None" = None
    ) -> None:
        """Create a scorer; pycocoevalcap's knows English only.

        Args:
            language: code of a language of METEOR 1.5.
            meteor_home: folder or jar of METEOR 1.5; by default what METEOR_HOME names, else what
                pycocoevalcap brings.

        Raises:
            ParameterError: METEOR 1.5 does not know the language.
            ResourceError: its files are not there.
        """
        self._meteor: Final = scorer.Meteor("meteor-1.5", language, meteor_home=meteor_home)

    def method(self) -> str:
        """Return the name of the metric, "METEOR"."""
        return "METEOR"

    def compute_score(
        self, gts: Mapping[_Key, Sequence[str]], res: Mapping[_Key, Sequence[str]]
    ) -> tuple[float, list[float]]:
        """Score captions.

        Args:
            gts: the references of each image, one or more; newlines in them count as spaces.
            res: the caption of each image, in a list of one.

        Returns:
            The score of all captions together, from summed statistics, and the score of each, in
            the order of ``gts``; from 0 to 1.

        Raises:
            InputError: the images differ, a caption is not one, or an image has no reference.
            InputTypeError: a value is not a mapping, a list or a text.
            SegmentError: a caption has too many matches to choose from.
        """
        _require_same_images(gts, res)
        captions: list[str] = []
        references: list[str] = []
        counts: list[int] = []
        for image, texts in gts.items():
            alternatives = _references(image, texts)
            captions += [_caption(image, res[image])] * len(alternatives)
            references += alternatives
            counts.append(len(alternatives))
        pairs = self._meteor.batch(captions, [references])
        for row, problem in pairs.problems.items():
            raise InputError(f"a caption cannot be scored ({captions[row][:40]!r}): {problem}")
        scores: list[float] = list(pairs.score)
        ranges = pairwise(accumulate(counts, initial=0))
        chosen = [self._best(pairs, scores, range(*ends)) for ends in ranges]
        total = self._meteor.corpus_result(_summed(pairs, chosen))
        return total.score, [scores[row] for row in chosen]

    def _best(self, pairs: ScoredBatch, scores: list[float], rows: Sequence[int]) -> int:
        """Return the pair with the reference that the program would choose."""
        best = max(rows, key=scores.__getitem__)
        if len(rows) == 1:
            return best
        least = scores[best] - _NEARLY
        near = [row for row in rows if scores[row] >= least]
        if len(near) == 1:
            return best
        return max(near, key=lambda row: _program_score(pairs.statistics(row), self._parameters))

    @property
    def _parameters(self) -> Parameters:
        return self._meteor.configuration.parameters


def _program_score(statistics: Statistics, parameters: Parameters) -> float:
    numbers = _Numbers(parameters.alpha, parameters.beta, parameters.gamma, parameters.delta or 0.0)
    return java_measures(EvalStatistics.of(statistics), numbers, parameters.weights).score


def _summed(pairs: ScoredBatch, rows: Sequence[int]) -> Statistics:
    counts = [sum(map(column.tolist().__getitem__, rows)) for column in pairs.counts]
    return Statistics.of_counts(counts, segments=len(rows))


def _require_same_images(
    gts: Mapping[_Key, Sequence[str]], res: Mapping[_Key, Sequence[str]]
) -> None:
    for name, value in (("gts", gts), ("res", res)):
        if not isinstance(value, Mapping):
            raise InputTypeError(
                f"{name} must be a dictionary from images to lists of texts, not "
                f"{type(value).__name__}"
            )
    for name, missing in (("res", gts.keys() - res.keys()), ("gts", res.keys() - gts.keys())):
        if missing:
            raise InputError(
                f"{name} lacks {len(missing)} of the images of the other, "
                f"{next(iter(missing))!r} for one; both must have the same"
            )


def _caption(image: object, texts: Iterable[str]) -> str:
    require_stream(f"res[{image!r}]", texts)
    found = list(texts)
    if len(found) != 1:
        raise InputError(f"res[{image!r}] must have one caption, not {len(found)}")
    (text,) = found
    require_string(f"res[{image!r}][0]", text)
    return text.replace(_SEPARATOR, "").replace("\n", " ")


def _references(image: object, texts: Iterable[str]) -> list[str]:
    """Return the references as the program splits them, also at a separator within a text."""
    require_stream(f"gts[{image!r}]", texts)
    parts: list[str] = []
    for at, text in enumerate(texts):
        require_string(f"gts[{image!r}][{at}]", text)
        parts += text.replace("\n", " ").split(_SEPARATOR)
    if not parts:
        raise InputError(f"gts[{image!r}] has no reference; give one or more, or leave it out")
    return parts
