"""Judgements as text: ``hypothesis ||| hypothesis ||| reference`` and a file of 1, 0 and -1.

1 says that the first hypothesis is better, -1 that the second is, 0 that neither is. Courses on
machine translation hand out data in this form.
"""

from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Final

from ..text.line_files import is_stream, read_segments, shown_name
from ..text.numbers import counted
from .cells import mistake, shown
from .judgement_tables import judged_pair, judgement_of
from .rated_set import RatedOutput, RatedSet

SEPARATOR: Final = "|||"


def read_judgements(texts: str, judgements: str, lines: Iterator[str] | None = None) -> RatedSet:
    """Read pairs of hypotheses with references, and the file of their judgements.

    Args:
        texts: the name of the file of pairs.
        judgements: the name of the file of judgements.
        lines: of the first, where they are being read already.

    Raises:
        InputError: a line is wrong, or one file is longer than the other.
    """
    notes: list[str] = []
    outputs = list(_outputs(texts, judgements, lines or read_segments(texts), notes))
    name = shown_name(texts) if is_stream(texts) else Path(texts).name
    return RatedSet.of_outputs(name, outputs, judgements=True, notes=notes, file=texts)


def _outputs(
    texts: str, judgements: str, lines: Iterator[str], notes: list[str]
) -> Iterator[RatedOutput]:
    without = 0
    for number, (line, judgement) in enumerate(zip_longest(lines, read_segments(judgements)), 1):
        if judgement is None:
            without += bool(line and line.strip())
            continue  # some hand out judgements of the first lines only
        if line is None:
            if not judgement.strip():
                continue
            raise mistake(
                judgements,
                number,
                f"a judgement, but {shown_name(texts)} has {counted(number - 1, 'line', 'lines')}",
            )
        parts = [part.strip() for part in line.split(SEPARATOR)]
        if len(parts) < 3:
            raise mistake(
                texts, number, f"give two hypotheses and a reference, separated by {SEPARATOR}"
            )
        first, second, *references = parts
        rating = judgement_of(judgement)
        if rating is None or judgement.strip() == "2":
            raise mistake(
                judgements,
                number,
                f"the judgement is {shown(judgement)}, but must be 1 (the first is better), -1 "
                "or 0",
            )
        given = tuple(reference for reference in references if reference)
        yield from judged_pair(number, (first, second), given, rating)
    if without:
        notes.append(f"{counted(without, 'pair', 'pairs')} beyond the last judgement left out")
