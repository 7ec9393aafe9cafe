"""Judgements as text: ``hypothesis ||| hypothesis ||| reference`` and a file of 1, 0 and -1.

1 says that the first hypothesis is better, -1 that the second is, 0 that neither is. Courses on
machine translation hand out data in this form.
"""

from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Final

from ..errors import InputError
from ..text.line_files import read_segments, shown_name
from .rated_set import RatedOutput, RatedSet
from .rating_tables import judged_pair

SEPARATOR: Final = "|||"
_RATINGS: Final = {"1": 1.0, "+1": 1.0, "0": 0.0, "-1": -1.0}


def read_judgements(texts: str, judgements: str) -> RatedSet:
    """Read a file of pairs with their reference, and the file of their judgements.

    Raises:
        InputError: a line is wrong, or one file is longer than the other.
    """
    return RatedSet.of_outputs(Path(texts).name, _outputs(texts, judgements), judgements=True)


def _outputs(texts: str, judgements: str) -> Iterator[RatedOutput]:
    pairs = zip_longest(read_segments(texts), read_segments(judgements))
    for number, (line, judgement) in enumerate(pairs, 1):
        if judgement is None and line:
            break  # some hand out judgements of the first lines only
        if line is None:
            raise InputError(
                f"{shown_name(judgements)}:{number} has a judgement, but {shown_name(texts)} has "
                f"{number - 1} lines"
            )
        parts = [part.strip() for part in line.split(SEPARATOR)]
        if len(parts) < 3:
            raise InputError(
                f"{shown_name(texts)}:{number}: give two hypotheses and a reference, separated "
                f"by {SEPARATOR}"
            )
        first, second, *references = parts
        rating = _RATINGS.get(str(judgement).strip())
        if rating is None:
            raise InputError(
                f"{shown_name(judgements)}:{number}: the judgement is {judgement!r}, but must be "
                "1 (the first is better), -1 or 0"
            )
        yield from judged_pair(number, (first, second), tuple(references), rating)
