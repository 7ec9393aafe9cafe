"""What one run of the benchmark measures, and how."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.corpora import Corpus
from benchmarks.passes import Pass
from benchmarks.programs import Run


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What all sections share.

    Attributes:
        corpora: the real texts.
        rounds: how often each contender is timed.
        clock: ``wall``, or ``processor`` where other programs compete for the core.
        sizes: numbers of segments, to see how cost grows.
        implementations: Meteorscope's that are there, the fastest first.
        jar: METEOR 1.5, if it is there.
        folder: to write texts to; NLTK's data are in ``nltk``.
    """

    corpora: list[Corpus]
    rounds: int
    clock: str
    sizes: Sequence[int]
    implementations: Sequence[str]
    jar: Path | None
    folder: Path

    @property
    def nltk_data(self) -> str:
        """A folder as NLTK has it, with WordNet."""
        return str(self.folder / "nltk")

    def seconds(self, timings: Sequence[Pass | Run]) -> float:
        """Their median, by the clock that was chosen."""
        if self.clock == "wall":
            return statistics.median(timing.seconds for timing in timings)
        return statistics.median(timing.processor_seconds for timing in timings)
