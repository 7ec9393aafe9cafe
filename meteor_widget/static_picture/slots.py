"""Words with their widths and the gaps between them: what a layout of rows starts from."""

from dataclasses import dataclass
from typing import Final

from .look import LOOK
from .rows import Alignment, Measure, Row, Side
from .texts import visible

_ELLIPSIS: Final = "…"


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """A word's place in its row.

    Attributes:
        text: as shown: visible, and shortened if it is wider than the row.
        word_width: of the word without its mark.
        width: of both.
        gap: to the next word.
        is_tight: whether it touches the next word.
        match: index into the matches, or -1.
        mark: of the stage; on the last word of a match.
        is_function_word: whether it is one.
    """

    text: str
    word_width: float
    width: float
    gap: float
    is_tight: bool
    match: int
    mark: str
    is_function_word: bool


def slots_of(alignment: Alignment, side: Side, available: float, measure: Measure) -> list[Slot]:
    """The words of a row, measured.

    Args:
        alignment: whose row.
        side: which row.
        available: the width that no word exceeds.
        measure: the width of a text.
    """
    row = alignment.rows[side]
    slots = []
    for token, index in enumerate(alignment.match_of_tokens(side)):
        mark = ""
        if index >= 0 and alignment.matches[index].ends[side][1] == token + 1:
            mark = LOOK.marks[alignment.matches[index].stage]
        is_tight = _touches_next(row, token)
        mark_width = LOOK.mark_width if mark else 0
        word = visible(row.text[slice(*row.tokens[token])])
        text = shortened(word, max(available - mark_width, LOOK.least_width), measure)
        word_width = max(measure(text), LOOK.least_width)
        slots.append(
            Slot(
                text=text,
                word_width=word_width,
                width=word_width + mark_width,
                gap=LOOK.tight if is_tight else LOOK.space,
                is_tight=is_tight,
                match=index,
                mark=mark,
                is_function_word=token in row.function_words,
            )
        )
    return slots


def shortened(text: str, available: float, measure: Measure) -> str:
    """The text, or as many of its first characters as fit with an ellipsis; at least one."""
    if measure(text) <= available:
        return text
    fits, too_many = 1, len(text)
    while too_many - fits > 1:
        middle = (fits + too_many) // 2
        if measure(text[:middle] + _ELLIPSIS) <= available:
            fits = middle
        else:
            too_many = middle
    return text[:fits] + _ELLIPSIS


def _touches_next(row: Row, token: int) -> bool:
    """Whether a token touches the next."""
    return token + 1 < len(row.tokens) and row.tokens[token][1] == row.tokens[token + 1][0]
