"""Sizes and distances of the links picture, in px: those of ``sizes.ts``."""

from math import floor
from typing import Final

# Sizes of type. Texts are measured at the first.
FONT_SIZE: Final = 15
MARK_SIZE: Final = 9
NUMBER_SIZE: Final = 10
STUB_SIZE: Final = 10
CAPTION_SIZE: Final = 11
LEGEND_SIZE: Final = 11

# Around the picture.
MARGIN: Final = 4

# Gap after a word that white space or left-out text follows.
SPACE: Final = 9
# Gap after a word that the next one follows at once.
TIGHT: Final = 4
# Of a word, so that a lone combining mark can be pointed at.
LEAST_WIDTH: Final = 6
# For the letters of a stage's mark, with a gap before them.
MARK_WIDTH: Final = 13

# Thickness of the bar that joins the words of a chunk.
BAR: Final = 3
# Depth of the bracket around the words of a many-word match.
BRACKET: Final = 5

# From a band's top to the baseline of the chunk numbers, to that of the words, to the bars.
NUMBER_BASELINE: Final = 10
WORD_BASELINE: Final = 28
BAR_TOP: Final = 35
# In the reference, from the bar's bottom to the baselines of the words and of the numbers.
WORD_BELOW: Final = 18
NUMBER_BELOW: Final = 36
# From the lower numbers' baseline to the band's end.
BELOW_NUMBERS: Final = 4
BAND_DISTANCE: Final = 22

# From this width on, captions stand beside the rows.
WIDE: Final = 560
CAPTION_GAP: Final = 16
WIDEST_CAPTION: Final = 150
# For a caption above or below the first band, where there is no room beside it.
CAPTION_LINE: Final = 16

# Between the bars of the two rows: more where links go far, so that they do not lie flat.
LEAST_DISTANCE: Final = 56
MOST_DISTANCE: Final = 104
DISTANCE_BASE: Final = 36
DISTANCE_PER_SPREAD: Final = 0.16
# Instead, where one row has no words left: room for links that leave the band.
STUB_DISTANCE: Final = 26

# Length of the line of a link that leaves its band, and from its end to its label's baseline.
STUB: Final = 11
STUB_LABEL_BELOW: Final = 11
STUB_LABEL_ABOVE: Final = 3

BEFORE_LEGEND: Final = 12
LEGEND_SAMPLE: Final = 24
AFTER_SAMPLE: Final = 6
BETWEEN_ITEMS: Final = 18
LEGEND_LINE: Final = 18
LEGEND_BASELINE: Final = 13


def rounded(value: float) -> float:
    """To two decimals, halves up."""
    return floor(value * 100 + 0.5) / 100
