"""METEOR 1.5's tokenizers: its normaliser, and its split at white space."""

from dataclasses import dataclass, field
from typing import Final

from ..errors import unknown_name
from ..text.tokenizers import TOKENIZER_NAMES, KernelTokenizer, Span, Tokenizer, get_tokenizer
from .home import MeteorHome
from .normalizer import NORMALIZED_LANGUAGES, MeteorNormalizer, white_space_tokens

_NORMALIZING: Final = {
    "meteor-1.5": "METEOR 1.5's normaliser (-norm)",
    "meteor-1.5-no-punctuation": "METEOR 1.5's normaliser, without punctuation (-norm -noPunct)",
}
_SPLITTING: Final = {
    "meteor-1.5-lower": "what stands between Java's white space, in small letters (-lower)",
    "meteor-1.5-none": "what stands between Java's white space, case kept (no option)",
}
METEOR_TOKENIZER_NAMES: Final = (*_NORMALIZING, *_SPLITTING)


@dataclass(frozen=True, slots=True, kw_only=True)
class NormalizingTokenizer:
    """Tokenises the normalised text, with spans in the original text."""

    name: str
    description: str
    normalizer: MeteorNormalizer = field(repr=False)

    @property
    def cuts_at_white_space(self) -> bool:
        """See ``Tokenizer``: the normaliser depends on the next word."""
        return False

    def spans(self, text: str) -> list[Span]:
        """See ``Tokenizer``."""
        return self.normalizer.tokens(text)[0]

    def tokens(self, text: str) -> tuple[list[Span], list[str]]:
        """See ``Tokenizer``."""
        return self.normalizer.tokens(text)

    def surfaces(self, text: str) -> list[str]:
        """See ``Tokenizer``."""
        return self.tokens(text)[1]

    def for_kernel(self) -> KernelTokenizer:
        """See ``Tokenizer``."""
        from .. import _kernel

        return _kernel.MeteorNormalizer(
            language=self.normalizer.language,
            prefixes=dict(self.normalizer.prefixes),
            keep_punctuation=self.normalizer.keep_punctuation,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SplittingTokenizer:
    """Splits at white space, for text that is tokenised already."""

    name: str
    description: str

    @property
    def cuts_at_white_space(self) -> bool:
        """See ``Tokenizer``: Java defines white space differently."""
        return False

    def spans(self, text: str) -> list[Span]:
        """See ``Tokenizer``."""
        return white_space_tokens(text)[0]

    def tokens(self, text: str) -> tuple[list[Span], list[str]]:
        """See ``Tokenizer``."""
        return white_space_tokens(text)

    def surfaces(self, text: str) -> list[str]:
        """See ``Tokenizer``."""
        return self.tokens(text)[1]

    def for_kernel(self) -> KernelTokenizer:
        """See ``Tokenizer``."""
        return "java-white-space"


def meteor_tokenizer(name: str | None, language: str, files: MeteorHome | None) -> Tokenizer:
    """Return the tokenizer of that name for a language of METEOR 1.5.

    Args:
        name: one of METEOR 1.5's or any other; ``None``: the normaliser, where the language has
            one, else the split at white space in small letters.
        language: code of the language.
        files: where the program's lists of abbreviations are; without them there are none, and
            the tokenizer's name says so.

    Raises:
        ParameterError: there is no such tokenizer, or none for the language.
    """
    if name is None:
        name = "meteor-1.5" if language in NORMALIZED_LANGUAGES else "meteor-1.5-lower"
    if name in _SPLITTING:
        return SplittingTokenizer(name=name, description=_SPLITTING[name])
    if name in TOKENIZER_NAMES:
        return get_tokenizer(name)
    if name not in _NORMALIZING:
        raise unknown_name("tokenizer", name, (*METEOR_TOKENIZER_NAMES, *TOKENIZER_NAMES))
    with_lists = files is not None and language in NORMALIZED_LANGUAGES
    prefixes = files.nonbreaking_prefixes(language) if files and with_lists else {}
    return NormalizingTokenizer(
        name=name if with_lists else f"{name}-without-prefixes",
        description=_NORMALIZING[name],
        normalizer=MeteorNormalizer(
            language=language,
            prefixes=prefixes,
            keep_punctuation=name == "meteor-1.5",
        ),
    )
