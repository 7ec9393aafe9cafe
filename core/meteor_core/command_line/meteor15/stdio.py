"""Serve the line protocol of ``-stdio``: each line is answered at once.

- ``SCORE ||| reference ||| ... ||| hypothesis``: the statistics against the best reference.
- ``EVAL ||| statistics ||| ...``: the score of each group, and that of all of them together.
- ``SING ||| statistics``: the score of one group.

Small letters do as well. A line that makes no sense is answered with one that begins with
"Error:". Statistics that are not numbers end the program; here they are answered so, too.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from typing import Final, TextIO

from ...errors import InputError
from ...meteor15.eval_statistics import LENGTH, EvalStatistics
from ...meteor15.java_strings import java_double
from .lines import stream_lines
from .scorer import ProgramScorer

_CONTROLS: Final = "".join(map(chr, range(0x21)))  # what Java's trim takes away
_SCANNER_NUMBER: Final = re.compile(
    r"[+-]?(?:NaN|Infinity|"
    r"(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?|"
    r"\.[0-9]+(?:[eE][+-]?[0-9]+)?)"
)


def answer_standard_input(scorer: ProgramScorer, output: TextIO) -> None:
    """Answer every line of standard input."""
    for answer in answers(scorer, stream_lines(sys.stdin.buffer, "standard input")):
        output.write(answer)
        output.flush()


def answers(scorer: ProgramScorer, lines: Iterable[str]) -> Iterator[str]:
    """Yield the answer to each line: one line or several, with line ends."""
    for line in lines:
        try:
            answer = _answer(scorer, line)
        except InputError as error:
            answer = [f"Error: {error}"]
        yield "".join(f"{text}\n" for text in answer)


def _answer(scorer: ProgramScorer, line: str) -> list[str]:
    parts = _parts(line)
    if line.startswith(("SCORE", "score")):
        return _score(scorer, parts)
    if line.startswith(("EVAL", "eval")):
        return _evaluate(scorer, parts)
    if line.startswith(("SING", "sing")):
        return _evaluate_one(scorer, parts)
    return ["Error: specify SCORE or EVAL or SING"]


def _parts(line: str) -> list[str]:
    """Split like Java, which drops empty parts at the end."""
    parts = line.split("|||")
    while len(parts) > 1 and not parts[-1]:
        parts.pop()
    return [part.strip(_CONTROLS) for part in parts]


def _score(scorer: ProgramScorer, parts: list[str]) -> list[str]:
    if len(parts) < 3:
        return ["Error: specify hypothesis and at least one reference"]
    scored = scorer.score([(parts[-1], parts[1:-1])])
    return [str(scored[0].statistics)]


def _evaluate(scorer: ProgramScorer, parts: list[str]) -> list[str]:
    if len(parts) < 2:
        return ["Error: specify Meteor stats"]
    total = EvalStatistics()
    scores: list[str] = []
    for part in parts[1:]:
        statistics = _statistics(part)
        scores.append(_measured(scorer, statistics))
        total += statistics
    return [*scores, _measured(scorer, total)]


def _evaluate_one(scorer: ProgramScorer, parts: list[str]) -> list[str]:
    if len(parts) != 2:
        return ["Error: specify Meteor stats"]
    return [_measured(scorer, _statistics(parts[1]))]


def _measured(scorer: ProgramScorer, statistics: EvalStatistics) -> str:
    return java_double(scorer.measure(statistics).measures.score)


def _statistics(text: str) -> EvalStatistics:
    """Parse the first 23 numbers, in the syntax of Java's ``Scanner``."""
    numbers = text.split()[:LENGTH]
    for number in numbers:
        if not _SCANNER_NUMBER.fullmatch(number):
            raise InputError(f"Meteor stats are numbers, and {number} is none")
    return EvalStatistics.parse(" ".join(number.replace(",", "") for number in numbers))
