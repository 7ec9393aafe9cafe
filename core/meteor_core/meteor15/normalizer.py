"""Tokenise text as METEOR 1.5 does with ``-norm``, with spans in the text.

METEOR cleans and splits a line by the rules of Moses' tokenizer of 2010 and some of its own. Here
the rules are applied one after the other, as in the program, to characters that track their
origins; ``core/kernel/meteor15/normalizer.hpp`` is the faster twin.

A rule that matches the neighbours of a character consumes them. So of ``a,b,c`` only the first
comma becomes a token, and of ``a-b-c`` only the first hyphen is dropped. The program marks runs of
dots with letters, ``DOTMULTI``, and mistakes these letters in a text for its mark. Scores depend on
all that, so it is reproduced.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from ..errors import ParameterError
from ..text.tokenizers import Span
from .traced_text import TracedText

NORMALIZED_LANGUAGES: Final = ("en", "cs", "fr", "es", "de", "ru")
"""Languages for whose texts METEOR 1.5 has rules."""

_LETTERS: Final = "A-Za-zŠŽšžŸÀ-ÖØ-öø-ž\u0400-\u0527\ua640-\ua66e\ua67e-\ua697\u1d00-\u1d7f"
_APOSTROPHES: Final = "'`‘’"
_CONTROLS: Final = "".join(map(chr, range(0x21)))
"""The characters that ``String.trim`` removes at both ends of a line."""

_WORD: Final = re.compile(r"[^ \t\n\r\f]+")
"""What ``StringTokenizer`` finds: these five are white space and nothing else is."""

_PUNCTUATION: Final = re.compile(f"([^0-9{_LETTERS} \\t\\n\\v\\f\\r.,{_APOSTROPHES}-])")
_DOTS: Final = re.compile(r"(\.)(\.+)")
_MARK_AND_DOTS: Final = re.compile(r"(DOTMULTI(\.++))(DOTMULTI\2(?!\.)|)")
_MARK: Final = re.compile(r"(?<!DOT)((?:DOT)++MULTI)")

_COMMAS: Final = (
    re.compile(r"([^0-9])(,)([^0-9])"),
    re.compile(r"([0-9])(,)([^0-9])"),
    re.compile(r"([^0-9])(,)([0-9])"),
)
_APOSTROPHE: Final = re.compile(f"([{_APOSTROPHES}])")
_QUOTATION_MARK: Final = re.compile("([“”]|'')")
_EN_DASH: Final = re.compile("(–)")
_TWO_HYPHENS: Final = re.compile("(--)")
_HYPHEN_IN_WORD: Final = re.compile(f"([0-9{_LETTERS}.])-([0-9{_LETTERS}])")

_NOT_BESIDE_LETTERS: Final = re.compile(f"([^{_LETTERS}])(')([^{_LETTERS}])")
_BEFORE_LETTER: Final = re.compile(f"([^{_LETTERS}])(')([{_LETTERS}])")
_BEFORE_LETTER_ONLY: Final = re.compile(f"([^0-9{_LETTERS}])(')([{_LETTERS}])")
_AFTER_LETTER: Final = re.compile(f"([{_LETTERS}])(')([^{_LETTERS}])")
_BETWEEN_LETTERS: Final = re.compile(f"([{_LETTERS}])(')([{_LETTERS}])")
_OF_YEARS: Final = re.compile("([0-9])(')(s)")  # 1990's
_STRAIGHT_APOSTROPHE: Final = re.compile("(')")

_LETTER: Final = re.compile(f"[{_LETTERS}]")
_SMALL_LETTER_FIRST: Final = re.compile("[a-z]")
_DIGIT_FIRST: Final = re.compile("[0-9]")
_NO_LETTER_OR_DIGIT: Final = re.compile(f"[^0-9{_LETTERS}]")
_UNICODE_SPACE: Final = re.compile("[\u2000-\u200a\u202f\u205f\u3000\u00a0]")

_SPACE: Final = TracedText(" ", ((0, 0),))


def white_space_tokens(text: str) -> tuple[list[Span], list[str]]:
    """Return METEOR's tokens without ``-norm``: spans and words between white space."""
    matches = list(_WORD.finditer(text))
    return [match.span() for match in matches], [match[0] for match in matches]


@dataclass(frozen=True, slots=True, kw_only=True)
class MeteorNormalizer:
    """The rules for one language.

    Attributes:
        language: one of ``NORMALIZED_LANGUAGES``.
        prefixes: words after which a dot ends no sentence, without the dot; True where that holds
            before a number only.
        keep_punctuation: False drops all but letters and digits (METEOR's ``-noPunct``).

    Raises:
        ParameterError: METEOR has no rules for the language.
    """

    language: str
    prefixes: Mapping[str, bool] = field(repr=False)
    keep_punctuation: bool = True

    def __post_init__(self) -> None:
        """Reject a language without rules."""
        if self.language not in NORMALIZED_LANGUAGES:
            languages = ", ".join(NORMALIZED_LANGUAGES)
            raise ParameterError(
                f"METEOR 1.5 normalises no text in language '{self.language}', only in: "
                f"{languages}; give text that is cut into tokens by spaces, and do not normalise it"
            )

    def tokens(self, text: str) -> tuple[list[Span], list[str]]:
        """Return the tokens of a segment: their spans, and METEOR's words.

        Spans are non-empty half-open ranges of code points of ``text``, ascending and disjoint.
        Dropped characters, such as a hyphen between letters, are outside of all spans. Words keep
        their case: METEOR uses it, and lower-cases afterwards. A lone surrogate is a character
        like any other that is not a letter.
        """
        line = _with_words_apart(TracedText.of(text), self.language)
        words = [line.part(*match.span()) for match in _WORD.finditer(line.characters)]
        return _spans_and_forms(self._cleaned(_joined(self._with_dots_apart(words))))

    def _with_dots_apart(self, words: list[TracedText]) -> Iterator[TracedText]:
        """Yield the words, with final dots split off unless they belong to the word."""
        for at, word in enumerate(words):
            before_dot = word.characters[:-1]
            following = words[at + 1].characters if at + 1 < len(words) else ""
            if not before_dot or not word.characters.endswith("."):
                yield word
            elif "." in before_dot and _LETTER.search(before_dot):  # U.S.
                yield word.without(".")
            elif self._keeps_dot(before_dot, following):
                yield word
            else:
                yield word.part(0, len(before_dot))
                yield word.part(len(before_dot), len(word.characters))

    def _keeps_dot(self, before_dot: str, following: str) -> bool:
        """Whether the dot stays part of its word, given the next word, or nothing at the end."""
        before_number_only = self.prefixes.get(before_dot)
        if before_number_only is False or _SMALL_LETTER_FIRST.match(following):
            return True
        return bool(before_number_only and _DIGIT_FIRST.match(following))

    def _cleaned(self, line: TracedText) -> TracedText:
        """Restore dots from marks, drop punctuation if requested, unify white space."""
        line = line.rewritten(_MARK, (1, _dots_of))
        if not self.keep_punctuation:
            line = line.rewritten(_NO_LETTER_OR_DIGIT, " ")
        return _trimmed(line.rewritten(_UNICODE_SPACE, " "))


def _with_words_apart(text: TracedText, language: str) -> TracedText:
    """Put white space between words; dots stay with the preceding word."""
    line = (_SPACE + text + _SPACE).rewritten(_PUNCTUATION, " ", 1, " ")
    line = _with_marked_dots(line)
    for pattern in _COMMAS:
        line = line.rewritten(pattern, 1, " ", 2, " ", 3)
    line = line.rewritten(_APOSTROPHE, (1, "'"))
    line = line.rewritten(_QUOTATION_MARK, " ", (1, '"'), " ")
    line = line.rewritten(_EN_DASH, (1, "-")).rewritten(_TWO_HYPHENS, (1, "-"))
    line = line.rewritten(_HYPHEN_IN_WORD, 1, " ", 2)
    return _with_apostrophes_apart(line, language)


def _with_marked_dots(line: TracedText) -> TracedText:
    """Replace two or more dots by a mark without dots, as a word of its own.

    The program turns a dot after each mark into letters, repeatedly, until no dot remains. After a
    mark's last dot it puts a space, but its match consumes the next character: a following mark
    that ends in the same pass, because it has as many dots, gets no space.
    """
    line = line.rewritten(_DOTS, " ", (1, "DOTMULTI"), 2)
    return line.rewritten(_MARK_AND_DOTS, (1, _mark_of), " ", (3, _mark_of))


def _mark_of(mark_and_dots: str) -> str:
    """Return ``DOTDOTDOTMULTI`` for ``DOTMULTI..``; the empty text stays empty."""
    return "DOT" * mark_and_dots.count(".") + mark_and_dots.rstrip(".")


def _dots_of(mark: str) -> str:
    return "." * mark.count("DOT")


def _with_apostrophes_apart(line: TracedText, language: str) -> TracedText:
    """Split at apostrophes: before them in English, after them in French."""
    if language not in ("en", "fr"):
        return line.rewritten(_STRAIGHT_APOSTROPHE, " ", 1, " ")
    before_letter = _BEFORE_LETTER_ONLY if language == "en" else _BEFORE_LETTER
    for pattern in (_NOT_BESIDE_LETTERS, before_letter, _AFTER_LETTER):
        line = line.rewritten(pattern, 1, " ", 2, " ", 3)
    if language == "fr":
        return line.rewritten(_BETWEEN_LETTERS, 1, 2, " ", 3)
    return line.rewritten(_BETWEEN_LETTERS, 1, " ", 2, 3).rewritten(_OF_YEARS, 1, " ", 2, 3)


def _joined(words: Iterable[TracedText]) -> TracedText:
    characters: list[str] = []
    origins: list[Span] = []
    for word in words:
        characters += (word.characters, " ")
        origins += (*word.origins, *_SPACE.origins)
    return TracedText("".join(characters), tuple(origins))


def _trimmed(line: TracedText) -> TracedText:
    end = len(line.characters.rstrip(_CONTROLS))
    start = end - len(line.characters[:end].lstrip(_CONTROLS))
    return line.part(start, end)


def _spans_and_forms(line: TracedText) -> tuple[list[Span], list[str]]:
    matches = list(_WORD.finditer(line.characters))
    return [line.origin(*match.span()) for match in matches], [match[0] for match in matches]
