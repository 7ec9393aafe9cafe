"""What the Trainer learns from: texts with ratings, or with judgements which one is better.

A task's folder is listed in the order of the file system, as the program does: sums of many sets
depend on it, in their last digits.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import isfinite
from pathlib import Path
from typing import Final, TypeAlias

from ....errors import InputError
from ....meteor15.eval_statistics import EvalStatistics
from ....meteor15.home import find_home
from ....meteor15.languages import code_of_meteor_name
from ....meteor15.tasks import task_settings
from ...output import write_line
from ..lines import file_lines
from ..options import ProgramOptions, java_number, java_words
from ..scorer import ProgramScorer
from ..settings import resolve_settings
from ..sgml import segment_statistics
from .options import TrainerOptions

_RATINGS: Final = ".ter"
_JUDGEMENTS: Final = ".rank"
_REFERENCE: Final = ".ref.sgm"
_PARAMETERS: Final = (0.5,) * 4
_WEIGHTS: Final = (1.0, 0.5, 0.5, 0.5)

_Texts: TypeAlias = dict[str, dict[str, dict[str, EvalStatistics]]]
"""The statistics of segments by language pair, by system and by the segment's name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ratings:
    """Segments that were rated, all sets of a folder one after the other.

    Attributes:
        statistics: of each segment.
        ratings: of each segment.
    """

    statistics: list[EvalStatistics] = field(default_factory=list)
    ratings: list[float] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgements:
    """Judgements that one segment is better than another.

    Attributes:
        statistics: all that are different, of segments that were judged.
        judgements: the numbers of the better and of the worse one's statistics.
    """

    statistics: list[EvalStatistics]
    judgements: list[tuple[int, int]]


def read_ratings(options: TrainerOptions) -> Ratings:
    """Read and align all sets of a folder: NAME.ter, with NAME.tst and NAME.ref.

    Raises:
        InputError: a file cannot be read, a rating is missing or no number, or there is none.
        ParameterError: the language is unknown.
        ResourceError: METEOR 1.5's files are not there.
    """
    found = Ratings()
    for name in _names(options.folder):
        if name.endswith(_RATINGS):
            _add_set(found, name, options)
    if not found.ratings:
        raise InputError(f"{options.folder} has no ratings: NAME.ter, with NAME.tst and NAME.ref")
    return found


def read_judgements(options: TrainerOptions) -> Judgements:
    """Read and align all texts of a folder, PAIR.SYSTEM.sgm with PAIR.ref.sgm; read all *.rank.

    Raises:
        InputError: a file cannot be read, a judgement is of no text, or there is none.
        ParameterError: a language is unknown.
        ResourceError: METEOR 1.5's files are not there.
    """
    names = _names(options.folder)
    texts: _Texts = {}
    for name in names:
        if not name.endswith((_JUDGEMENTS, _REFERENCE)):
            pair, system = _pair_and_system(options.folder, name)
            aligned = _aligned(_judged_options(options, name, pair), announced=True)
            segments = texts.setdefault(pair, {}).setdefault(system, {})
            segments.update((segment, statistics) for _, segment, statistics in aligned)
    judged = _Judged(texts)
    for name in names:
        if name.endswith(_JUDGEMENTS):
            write_line(name, sys.stderr)
            judged.read(f"{options.folder}/{name}")
    return judged.all(options.folder)


def _names(folder: str) -> list[str]:
    try:
        return [path.name for path in Path(folder).iterdir()]
    except FileNotFoundError:
        raise InputError(f"{folder} does not exist") from None
    except OSError as error:
        raise InputError(f"{folder} cannot be read: {error.strerror}") from None


def _add_set(found: Ratings, file: str, options: TrainerOptions) -> None:
    name = file.partition(".")[0]
    write_line(name, sys.stderr)
    path = f"{options.folder}/{file}"
    ratings = dict(_ratings(path))
    for document, segment, statistics in _aligned(_rated_options(options, name)):
        rating = ratings.get((document, segment))
        if rating is None:
            raise InputError(f"{path} has no rating of segment {segment} of document {document}")
        found.statistics.append(statistics)
        found.ratings.append(rating)


def _ratings(path: str) -> Iterator[tuple[tuple[str, str], float]]:
    for number, line in enumerate(file_lines(path), 1):
        try:
            document, segment, rating = java_words(line)[:3]
            value = java_number(rating)
        except ValueError:
            value = float("nan")
        if not isfinite(value):
            raise InputError(
                f"{path}:{number}: '{line}', but each line is a document, a segment and a number"
            )
        yield (document, segment), value


def _rated_options(options: TrainerOptions, name: str) -> ProgramOptions:
    """What the program aligns by for the tasks segcor and spearman."""
    stages = task_settings(code_of_meteor_name(options.language)).stages
    return ProgramOptions(
        test=f"{options.folder}/{name}.tst",
        reference=f"{options.folder}/{name}.ref",
        language=options.language,
        modules=tuple(stages),
        weights=_WEIGHTS[: len(stages)],
        parameters=_PARAMETERS,
        paraphrase_file=options.paraphrase_file,
        characters=options.characters,
        normalize=options.normalize,
        sgml=True,
        statistics=True,
        meteor_home=options.meteor_home,
    )


def _judged_options(options: TrainerOptions, name: str, pair: str) -> ProgramOptions:
    """What the program aligns by for the task rank, whatever its options are.

    The language is that of the file's name: the two characters after the first hyphen.
    """
    start = name.find("-") + 1
    return ProgramOptions(
        test=f"{options.folder}/{name}",
        reference=f"{options.folder}/{pair}{_REFERENCE}",
        language=name[start : start + 2],
        modules=("exact", "paraphrase"),
        weights=_WEIGHTS[:2],
        parameters=_PARAMETERS,
        lower=True,
        sgml=True,
        statistics=True,
        meteor_home=options.meteor_home,
    )


def _aligned(
    options: ProgramOptions, *, announced: bool = False
) -> list[tuple[str, str, EvalStatistics]]:
    if announced:
        write_line(_as_java_shows(options), sys.stderr)
    return segment_statistics(
        _scorer(replace(options, test="", reference="")), options, resolve_settings(options)
    )


@lru_cache(maxsize=1)
def _scorer(options: ProgramOptions) -> ProgramScorer:
    """One for all files of a language."""
    return ProgramScorer(options, resolve_settings(options))


def _as_java_shows(options: ProgramOptions) -> str:
    """The words that the program hands to itself, as it prints them for the task rank."""
    language = options.language or ""
    home = find_home(options.meteor_home)
    words = (
        *(options.test, options.reference, "-sgml", "-ssOut", "-l", language),
        *("-m", " ".join(options.modules or ())),
        *("-a", str(home.paraphrase_file(code_of_meteor_name(language)))),
        *("-w", "1.0 0.5", "-p", "0.5 0.5 0.5 0.5", "-lower"),
    )
    return f"[{', '.join(words)}]"


def _pair_and_system(folder: str, name: str) -> tuple[str, str]:
    pair, _, rest = name.partition(".")
    system, _, ending = rest.rpartition(".")
    if not system or not ending:
        raise InputError(
            f"{folder}/{name} is neither PAIR.SYSTEM.sgm, PAIR.ref.sgm nor *.rank, but all files "
            "of the folder must be"
        )
    return pair, system


class _Judged:
    """Reads judgements, and numbers the segments that they are of."""

    def __init__(self, texts: _Texts) -> None:
        self._texts = texts
        self._numbers: dict[EvalStatistics, int] = {}
        self._judgements: list[tuple[int, int]] = []
        self._left_out = 0

    def read(self, path: str) -> None:
        for place, line in enumerate(file_lines(path), 1):
            words = [word for word in line.split("\t") if word]
            if len(words) < 5:
                raise InputError(
                    f"{path}:{place}: '{line}', but each line is a segment, a language pair and "
                    "the better system, a language pair and the worse system, with tabs between"
                )
            segment, *sides = words
            judged = [
                self._system(path, place, *sides[:2]),
                self._system(path, place, *sides[2:4]),
            ]
            if None in judged:
                self._left_out += 1
                continue
            better, worse = (self._number(path, place, segment, texts or {}) for texts in judged)
            self._judgements.append((better, worse))

    def all(self, folder: str) -> Judgements:
        if self._left_out:
            total = self._left_out + len(self._judgements)
            print(
                f"Warning: {self._left_out} of {total} judgements are of systems without a file "
                "and left out, as METEOR 1.5 does",
                file=sys.stderr,
            )
        if not self._judgements:
            raise InputError(f"{folder} has no judgements: *.rank, of systems that have a file")
        return Judgements(statistics=list(self._numbers), judgements=self._judgements)

    def _system(
        self, path: str, place: int, pair: str, system: str
    ) -> dict[str, EvalStatistics] | None:
        if pair not in self._texts:
            raise InputError(f"{path}:{place}: there is no {pair}.SYSTEM.sgm")
        return self._texts[pair].get(system)

    def _number(self, path: str, place: int, segment: str, texts: dict[str, EvalStatistics]) -> int:
        if segment not in texts:
            raise InputError(f"{path}:{place}: there is no segment {segment} in the system's file")
        return self._numbers.setdefault(texts[segment], len(self._numbers))
