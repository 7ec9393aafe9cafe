"""What a variant makes of a language: tokenizer, words, stages and parameters."""

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
    """What makes a word of a token.

    Attributes:
        case: how signatures name the folding.
        fold: which spellings count as the same word.
        function_words: folded; none where there is no list of them.
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
    """What a variant makes of a language, before parameters are overridden.

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
    """Refuse names of stages that are unknown, or not one or more, each once.

    Raises:
        ParameterError: it names the first that is unknown.
    """
    for name in names:
        if name not in STAGE_NAMES:
            raise unknown_name("stage", name, STAGE_NAMES)
    if not names or len(set(names)) != len(names):
        raise ParameterError("name one stage or more, each once; for example exact,stem")
