"""What the picture of links looks like: lengths in px, opacities, dashes and marks.

The values are in ``look.json``, which the front end's build reads too.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """One attribute for each value of the file."""

    # Sizes of type. Texts are measured at the first.
    font_size: float
    mark_size: float
    number_size: float
    stub_size: float
    caption_size: float
    legend_size: float

    # Around the picture.
    margin: float

    # Gap after a word that white space or left-out text follows.
    space: float
    # Gap after a word that the next one follows at once.
    tight: float
    # Of a word, so that a lone combining mark can be pointed at.
    least_width: float
    # For the letters of a stage's mark, with a gap before them.
    mark_width: float

    # Thickness of the bar that joins the words of a chunk.
    bar: float
    # Depth of the bracket around the words of a many-word match.
    bracket: float

    # From a band's top to the baseline of the chunk numbers, to that of the words, to the bars.
    number_baseline: float
    word_baseline: float
    bar_top: float
    # In the reference, from the bar's bottom to the baselines of the words and of the numbers.
    word_below: float
    number_below: float
    # From the lower numbers' baseline to the band's end.
    below_numbers: float
    band_distance: float

    # From this width on, captions are beside the rows.
    wide: float
    caption_gap: float
    widest_caption: float
    # For a caption above or below the first band, where there is no room beside it.
    caption_line: float

    # Between the bars of the two rows: more where links go far, so that they do not lie flat.
    least_distance: float
    most_distance: float
    distance_base: float
    distance_per_spread: float
    # Instead, where one row has no words left: room for links that leave the band.
    stub_distance: float

    # Length of the line of a link that leaves its band, and from its end to its label's baseline.
    stub: float
    stub_label_below: float
    stub_label_above: float

    before_legend: float
    legend_sample: float
    after_sample: float
    between_items: float
    legend_line: float
    legend_baseline: float

    # Thickness of a link, and of the paper-coloured line beneath it, so that crossings can be
    # followed.
    link: float
    halo: float
    halo_opacity: float
    ribbon_opacity: float

    function_word_weight: float
    function_word_opacity: float

    # Dashes and gaps of the line under a word without a match, and of each stage's links; a line
    # without any is unbroken.
    unmatched_dashes: str
    dashes: Mapping[str, str | None]
    # A letter or two on a word for the stage that matched it; none for the common case.
    marks: Mapping[str, str]

    # Opacity of links and bars where chunks are not marked.
    quiet: float

    # Height of a line of the legend of differences; and each kind's name, colour and shape.
    kind_line: float
    kinds: Mapping[str, Mapping[str, str]]
    # Lines of each shape that is no frame: how far below the baseline, in sizes of type, their
    # thickness and their dashes.
    kind_lines: Mapping[str, Sequence[tuple[float, float, str | None]]]


LOOK: Final = Look(**json.loads(Path(__file__).with_name("look.json").read_text(encoding="utf-8")))
