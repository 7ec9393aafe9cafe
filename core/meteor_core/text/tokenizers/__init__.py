"""Tokenizers: text in, spans out.

A span is a half-open range of code points in the text as it was given. Nothing is folded here, and
nothing later tokenises again. What a token counts as is its text, but for METEOR 1.5's tokenizers
(``meteor15/``), which normalise.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, Protocol, TypeAlias

from ...errors import unknown_name
from .character_classes import class_string

if TYPE_CHECKING:  # there is no kernel everywhere
    from ... import _kernel

Span: TypeAlias = tuple[int, int]

TokenizerName: TypeAlias = Literal[
    "words",
    "words-no-punctuation",
    "whitespace",
    "characters",
    "meteor-1.5",
    "meteor-1.5-no-punctuation",
    "meteor-1.5-lower",
    "meteor-1.5-none",
]
"""Names of all tokenizers, METEOR 1.5's included, for type checkers."""

KernelTokenizer: TypeAlias = "str | _kernel.MeteorNormalizer"

_SYMBOL = r"rr|[rps]m*(?:j[rps]m*)*|[mb]+"
"""A flag, a symbol with its modifiers, an emoji joined of several, or stray marks."""

_WORD = r"w[wm]*(?:j+[wm]+)*|cm*|k[km]*(?:j+[km]+)*|l?tm*(?:b+m*tm*)*v*|[lv]m*"
"""A word; where a script does not separate words, the smallest unit that stays whole: one
ideograph or hiragana, a run of katakana, a Thai or Lao character cluster (Theeramunkong et
al. 2000, "Character cluster based Thai information retrieval")."""


class Tokenizer(Protocol):
    """A named way to cut a text into tokens. Implementations are immutable and safe to share."""

    @property
    def name(self) -> str:
        """Return the name in variants, in signatures and on the command line."""

    @property
    def description(self) -> str:
        """A description in one line."""

    @property
    def cuts_at_white_space(self) -> bool:
        """Return whether a text's tokens are those of its pieces between white space."""

    def spans(self, text: str) -> list[Span]:
        """Return the tokens of ``text``: half-open code point ranges, ascending and disjoint."""

    def tokens(self, text: str) -> tuple[list[Span], list[str]]:
        """Return the tokens' spans and surfaces; a surface may differ from the text there."""

    def surfaces(self, text: str) -> list[str]:
        """Return the tokens' surfaces alone, which may take less time."""

    def for_kernel(self) -> "KernelTokenizer":
        """Return the tokenizer of the compiled kernel, which must be installed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PatternTokenizer:
    """A tokenizer by a regular expression; a token's surface is its text.

    Attributes:
        name: the name in variants, in signatures and on the command line.
        description: a description in one line.
    """

    name: str
    description: str
    _pattern: re.Pattern[str] = field(repr=False)
    _ascii: re.Pattern[str] = field(repr=False)  # equivalent pattern for ASCII
    _view: Callable[[str], str] = field(repr=False, default=class_string)

    @property
    def cuts_at_white_space(self) -> bool:
        """See ``Tokenizer``: no pattern looks beyond white space."""
        return True

    def spans(self, text: str) -> list[Span]:
        """Return the tokens of ``text``: half-open code point ranges, ascending and disjoint."""
        if text.isascii():
            return [match.span() for match in self._ascii.finditer(text)]
        return [match.span() for match in self._pattern.finditer(self._view(text))]

    def tokens(self, text: str) -> tuple[list[Span], list[str]]:
        """Return the tokens' spans and the text of each."""
        spans = self.spans(text)
        return spans, [text[start:end] for start, end in spans]

    def surfaces(self, text: str) -> list[str]:
        """Return the text of each token."""
        return self._ascii.findall(text) if text.isascii() else self.tokens(text)[1]

    def for_kernel(self) -> "KernelTokenizer":
        """Return the kernel's tokenizer of that name."""
        return self.name


def _as_given(text: str) -> str:
    return text


_TOKENIZERS: Final[dict[str, Tokenizer]] = {
    tokenizer.name: tokenizer
    for tokenizer in (
        PatternTokenizer(
            name="words",
            description="Unicode words; each punctuation mark and symbol its own token",
            _pattern=re.compile(f"{_WORD}|{_SYMBOL}"),
            _ascii=re.compile(r"\w+|[!-~]"),
        ),
        PatternTokenizer(
            name="words-no-punctuation",
            description="Unicode words only; punctuation marks and symbols are not tokens",
            _pattern=re.compile(_WORD),
            _ascii=re.compile(r"\w+"),
        ),
        PatternTokenizer(
            name="whitespace",
            description="what stands between white space, for text that is tokenised already",
            _pattern=re.compile(r"\S+"),
            _ascii=re.compile(r"\S+"),
            _view=_as_given,
        ),
        PatternTokenizer(
            name="characters",
            description="each visible character with its marks",
            _pattern=re.compile(r"rr|[rps]m*(?:j[rps]m*)*|[wcktlv](?:[mb]|j+[mb])*|[mb]+"),
            _ascii=re.compile(r"[!-~]"),
        ),
    )
}

TOKENIZER_NAMES: Final = tuple(_TOKENIZERS)


def get_tokenizer(name: object) -> Tokenizer:
    """Return the tokenizer of that name.

    Raises:
        ParameterError: the name is unknown.
    """
    if not isinstance(name, str) or name not in _TOKENIZERS:
        raise unknown_name("tokenizer", name, TOKENIZER_NAMES)
    return _TOKENIZERS[name]
