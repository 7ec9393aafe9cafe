"""What a picture of an alignment marks in its texts: what is equal, what differs, or both."""

from typing import Any, Final

from ..analysis.edits import edit_script
from ..score.alignment import Alignment
from .edits import kinds_of_words, review_edits

CHUNKS: Final = "chunks"
DIFFERENCES: Final = "differences"
BOTH: Final = "both"
OFF: Final = "off"


def emphasis_json(alignment: Alignment, marked: str) -> dict[str, Any]:
    """Return what is marked, and what became of each token; ``docs/alignment-format.md`` tells.

    Args:
        alignment: of machine translation with its post-edit, or of any two texts.
        marked: "chunks", which are marked where nothing is said, "differences", "both" or "off".

    Returns:
        the key that an alignment's JSON form takes; none for chunks.
    """
    if marked == CHUNKS:
        return {}
    kinds = kinds_of_words(review_edits(edit_script(alignment)))
    sides = zip(("hypothesis", "reference"), map(list, kinds), strict=True)
    return {"emphasis": {"marked": marked, **dict(sides)}}
