"""Blocks of ``align.out``, the program's file of alignments."""

from collections.abc import Callable
from typing import Final

from ...score.alignment import Alignment, TokenRow

_CONTROLS: Final = "".join(map(chr, range(0x21)))  # what Java's trim takes away
_COLUMNS: Final = "Line2Start:Length\tLine1Start:Length\tModule\t\tScore"


def alignment_block(header: str, alignment: Alignment, fold: Callable[[str], str]) -> str:
    """A block: a header, both texts as the program has them, the matches, an empty line.

    Args:
        header: its first line.
        alignment: whose matches are listed by position in the reference.
        fold: the case folding of the texts' words.
    """
    links = sorted(alignment.links, key=lambda link: link[2])
    rows = [
        f"{reference}:{reference_end - reference}\t\t\t{start}:{end - start}\t\t\t{stage}\t\t1.0"
        for start, end, reference, reference_end, stage in links
    ]
    texts = [_text(row, fold) for row in (alignment.hypothesis, alignment.reference)]
    return "\n".join([header, *texts, _COLUMNS, *rows, "", ""])


def _text(row: TokenRow, fold: Callable[[str], str]) -> str:
    return " ".join(map(fold, row.surfaces())).strip(_CONTROLS)
