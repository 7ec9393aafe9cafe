"""The ingredients of a variant in a language: tokenizer, words, stages and parameters."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from .errors import ParameterError, unknown_name
from .score.parameters import Parameters
from .text.folding import Folding
from .text.tokenizers import Tokenizer
from .words.stages import Paraphrases, Stage
from .words.type_analysis import WordNumber

STAGE_NAMES: Final = ("exact", "stem", "synonym", "paraphrase")


@dataclass(frozen=True, slots=True, kw_only=True)
class WordRules:
    """Rules that turn a token into a word.

    Attributes:
        case: how signatures name the folding.
        fold: the case folding; tokens that fold alike are one word.
        function_words: folded; empty without a list.
        function_word_list: how signatures name the list.
        word_number: which words count as one; ``None``: each folded word is its own.
        phrases: the table of the stage "paraphrase".
    """

    case: str
    fold: Folding
    function_words: frozenset[str]
    function_word_list: str
    word_number: WordNumber | None = None
    phrases: Paraphrases | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ingredients:
    """Return the ingredients of a variant in a language, before parameters are overridden.

    Attributes:
        language, tokenizer, words, stages, task, data, corrections: see ``Configuration``.
        parameters: the variant's, with a weight for each of the stages.
    """

    language: str
    tokenizer: Tokenizer
    words: WordRules
    stages: tuple[Stage, ...]
    parameters: Parameters
    task: str | None = None
    data: str | None = None
    corrections: tuple[str, ...] = ()


def require_stage_names(names: Sequence[str]) -> None:
    """Reject unknown stages, repeated stages and an empty list.

    Raises:
        ParameterError: a stage is unknown (the message names the first) or repeated, or the
            list is empty.
    """
    for name in names:
        if name not in STAGE_NAMES:
            raise unknown_name("stage", name, STAGE_NAMES)
    if not names or len(set(names)) != len(names):
        raise ParameterError("name one stage or more, each once; for example exact,stem")
