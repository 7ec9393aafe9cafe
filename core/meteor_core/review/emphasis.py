"""What an alignment's picture emphasises: matches, differences, or both."""

from typing import Any, Final

from ..analysis.edits import edit_script
from ..score.alignment import Alignment
from .edits import kinds_of_words, review_edits

CHUNKS: Final = "chunks"
DIFFERENCES: Final = "differences"
BOTH: Final = "both"
OFF: Final = "off"


def emphasis_json(alignment: Alignment, marked: str) -> dict[str, Any]:
    """Return the emphasis and the kind of each token; see ``docs/alignment-format.md``.

    Args:
        alignment: of machine translation with its post-edit, or of any two texts.
        marked: "chunks", the default of pictures, "differences", "both" or "off".

    Returns:
        the key of the alignment's JSON form; empty for chunks.
    """
    if marked == CHUNKS:
        return {}
    kinds = kinds_of_words(review_edits(edit_script(alignment)))
    sides = zip(("hypothesis", "reference"), map(list, kinds), strict=True)
    return {"emphasis": {"marked": marked, **dict(sides)}}
