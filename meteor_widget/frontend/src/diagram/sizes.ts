/** Sizes and distances of the links picture, in px. The static pictures have the same. */

/** Sizes of type. Texts are measured at the first. */
export const FONT_SIZE = 15;
export const MARK_SIZE = 9;
export const NUMBER_SIZE = 10;
export const STUB_SIZE = 10;
export const CAPTION_SIZE = 11;
export const LEGEND_SIZE = 11;

/** Around the picture. */
export const MARGIN = 4;

/** Gap after a word that white space or left-out text follows. */
export const SPACE = 9;
/** Gap after a word that the next one follows at once. */
export const TIGHT = 4;
/** Of a word, so that a lone combining mark can be pointed at. */
export const LEAST_WIDTH = 6;
/** For the letters of a stage's mark, with a gap before them. */
export const MARK_WIDTH = 13;

/** Thickness of the bar that joins the words of a chunk. */
export const BAR = 3;
/** Depth of the bracket around the words of a many-word match. */
export const BRACKET = 5;

/** From a band's top to the baseline of the chunk numbers, to that of the words, to the bars. */
export const NUMBER_BASELINE = 10;
export const WORD_BASELINE = 28;
export const BAR_TOP = 35;
/** In the reference, from the bar's bottom to the baselines of the words and of the numbers. */
export const WORD_BELOW = 18;
export const NUMBER_BELOW = 36;
/** From the lower numbers' baseline to the band's end. */
export const BELOW_NUMBERS = 4;
export const BAND_DISTANCE = 22;

/** From this width on, captions stand beside the rows. */
export const WIDE = 560;
export const CAPTION_GAP = 16;
export const WIDEST_CAPTION = 150;
/** For a caption above or below the first band, where there is no room beside it. */
export const CAPTION_LINE = 16;

/** Between the bars of the two rows: more where links go far, so that they do not lie flat. */
export const LEAST_DISTANCE = 56;
export const MOST_DISTANCE = 104;
export const DISTANCE_BASE = 36;
export const DISTANCE_PER_SPREAD = 0.16;

/** Instead, where one row has no words left: room for links that leave the band. */
export const STUB_DISTANCE = 26;

/** Length of the line of a link that leaves its band, and from its end to its label's baseline. */
export const STUB = 11;
export const STUB_LABEL_BELOW = 11;
export const STUB_LABEL_ABOVE = 3;

export const BEFORE_LEGEND = 12;
export const LEGEND_SAMPLE = 24;
export const AFTER_SAMPLE = 6;
export const BETWEEN_ITEMS = 18;
export const LEGEND_LINE = 18;
export const LEGEND_BASELINE = 13;

/** To two decimals, halves up. */
export function round(value: number): number {
  return Math.floor(value * 100 + 0.5) / 100;
}
