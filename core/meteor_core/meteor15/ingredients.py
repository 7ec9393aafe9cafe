"""The ingredients of METEOR 1.5 for a language and a task: tokens, words, stages, parameters.

Without the program's files there is no such variant, but its stages exact and stem still work on
what this package has, if they are asked for by name; the signature says so.
"""

import os
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from ..errors import ParameterError, ResourceError, unknown_name
from ..ingredients import Ingredients, WordRules, require_stage_names
from ..score.parameters import Parameters
from ..text.tokenizers import Tokenizer
from ..variants import METEOR_1_5, Variant
from ..words.function_words import DEFAULT_LIST, function_words
from ..words.languages import language_code
from ..words.stages import Stage
from ..words.stages.exact import ExactStage
from ..words.stages.stem import snowball
from .corrections import CORRECTIONS
from .home import ENVIRONMENT_VARIABLE, MeteorHome, find_home
from .java_strings import java_hash, java_lower
from .languages import METEOR_LANGUAGES
from .paraphrases.cache import identity_of
from .paraphrases.stage import ParaphraseStage, PhrasesOnDemand
from .stages import MeteorExactStage, MeteorStemStage, table_stem
from .stemmers import stemmer
from .synonyms import MeteorSynonymStage, PartOfSpeechSynonymStage
from .tasks import TaskSettings, available_stages, default_task, task_settings
from .tokenizers import meteor_tokenizer

_WITHOUT_FILES: Final = frozenset({"exact", "stem"})
"""Stages that need none of the program's files."""


def meteor_ingredients(
    variant: Variant,
    language: str,
    *,
    tokenizer: str | None,
    stages: Sequence[str] | None,
    own_stages: Sequence[str] | None,
    task: str | None,
    corrections: tuple[str, ...],
    home: str | MeteorHome | None,
) -> Ingredients:
    """Resolve METEOR 1.5's part of a configuration.

    ``own_stages`` are those of a tuned variant; the ones that the language lacks are left out.

    Raises:
        ParameterError: a name is unknown, or the language has no such stage or tokenizer.
        ResourceError: the program's files, or one of them, are not there.
    """
    _check_corrections(corrections)
    if stages is not None:
        require_stage_names(stages)
    code = _language(language)
    meteor_code = code if code in METEOR_LANGUAGES else "other"
    if stages is None and own_stages is not None:
        stages = available_stages(meteor_code, task, own_stages)
    files = _files(home, stages)
    settings = task_settings(meteor_code, task, stages=stages)
    cut = meteor_tokenizer(tokenizer, meteor_code, files)
    made = tuple(_stage(name, meteor_code, files, corrections) for name in settings.stages)
    return Ingredients(
        language=code,
        tokenizer=cut,
        words=_words(cut, meteor_code, files, corrections, made),
        stages=made,
        parameters=_parameters(variant, settings),
        task=task or default_task(meteor_code),
        data=files.identity if files else "none",
        corrections=tuple(dict.fromkeys(corrections)),
    )


def _check_corrections(corrections: tuple[str, ...]) -> None:
    for name in corrections:
        if name not in CORRECTIONS:
            raise unknown_name("correction", name, CORRECTIONS)


def _language(language: str) -> str:
    if language in METEOR_LANGUAGES:
        return language
    if language == "cz":  # the program's name for Czech, which is not a code of a language
        return "cs"
    code = language_code(language)
    return "no" if code in ("nb", "nn") else code


def _files(home: str | MeteorHome | None, stages: Sequence[str] | None) -> MeteorHome | None:
    try:
        return find_home(home)
    except ResourceError as error:
        if home or os.environ.get(ENVIRONMENT_VARIABLE):
            raise
        if stages is not None and _WITHOUT_FILES.issuperset(stages):
            return None
        raise ResourceError(f"{error}; without it there are the stages exact,stem") from None


def _parameters(variant: Variant, settings: TaskSettings) -> Parameters:
    return Parameters(
        alpha=settings.alpha,
        beta=settings.beta,
        gamma=settings.gamma,
        delta=settings.delta,
        weights=settings.weights,
        waive_perfect=variant.waive_perfect,
    )


def _words(
    tokenizer: Tokenizer,
    language: str,
    files: MeteorHome | None,
    corrections: tuple[str, ...],
    stages: tuple[Stage, ...],
) -> WordRules:
    listed = language if "function-words" in corrections else "en"
    fold = _as_it_is if tokenizer.name == "meteor-1.5-none" else java_lower
    if files is None:
        words, name = function_words(DEFAULT_LIST, listed, java_lower), DEFAULT_LIST
    else:
        words, name = files.function_words(listed), METEOR_1_5
    phrases = [stage.phrases for stage in stages if isinstance(stage, ParaphraseStage)]
    return WordRules(
        case="as-is" if fold is _as_it_is else "lower",
        fold=fold,
        function_words=_InAnyCase(words) if fold is _as_it_is else words,
        function_word_list=f"{name}-{listed}",
        word_number=None if "exact-words" in corrections else java_hash,
        phrases=phrases[0] if phrases else None,
    )


def _as_it_is(word: str) -> str:
    return word


class _InAnyCase(frozenset[str]):
    """Function words for text that keeps its capitals: the program lower-cases to look them up."""

    __slots__ = ()

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and super().__contains__(java_lower(word))


def _stage(
    name: str, language: str, files: MeteorHome | None, corrections: tuple[str, ...]
) -> Stage:
    if name == "exact":
        return ExactStage() if "exact-words" in corrections else MeteorExactStage()
    if files is None:
        return snowball(language)
    return _STAGES[name](language, files, corrections)


def _stem(language: str, files: MeteorHome, _: tuple[str, ...]) -> Stage:
    if language == "ar":
        files.stem_table(language)  # a damaged file is found here, before a word is stemmed
        table = partial(files.stem_table, language)
        return MeteorStemStage("table-meteor-1.5", partial(table_stem, table))
    return MeteorStemStage("snowball-meteor-1.5", stemmer(files, language))


def _synonym(language: str, files: MeteorHome, corrections: tuple[str, ...]) -> Stage:
    if language != "en":
        raise ParameterError(
            f"METEOR 1.5 has synonyms for English, not for language '{language}'; leave out the "
            "stage 'synonym'"
        )
    if "part-of-speech" in corrections:
        return PartOfSpeechSynonymStage(files.synonym_table)
    return MeteorSynonymStage(files.synonym_table)


def _paraphrase(language: str, files: MeteorHome, _: tuple[str, ...]) -> Stage:
    source = files.paraphrase_file(language)
    return ParaphraseStage(
        language=language, phrases=PhrasesOnDemand(source), identity=identity_of(source)
    )


_STAGES: Final[dict[str, Callable[[str, MeteorHome, tuple[str, ...]], Stage]]] = {
    "stem": _stem,
    "synonym": _synonym,
    "paraphrase": _paraphrase,
}
