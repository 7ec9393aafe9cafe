"""A variant, a language and overrides, resolved into what a scorer needs."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NoReturn

from .errors import ParameterError, unknown_name
from .ingredients import Ingredients, WordRules, require_stage_names
from .score.parameters import Parameters, positive
from .search import (
    DEFAULT_BEAM_WIDTH,
    DEFAULT_BUDGET,
    SEARCH_NAMES,
    Align,
    SearchName,
    aligner,
    searches_spans,
)
from .text.folding import full_folding, lower_folding
from .text.tokenizers import Tokenizer, TokenizerName, get_tokenizer
from .variants import DEFAULT_VARIANT, METEOR_1_5, Variant, VariantName, get_variant
from .version import VERSION
from .words.function_words import DEFAULT_LIST, function_words
from .words.function_words import languages as languages_with_function_words
from .words.languages import SNOWBALL_STEMMERS, language_code
from .words.stages import Stage
from .words.stages.exact import ExactStage
from .words.stages.stem import porter, snowball
from .words.stages.synonym import NltkSynonymStage, SynonymStage

if TYPE_CHECKING:
    from .meteor15.home import MeteorHome  # only one variant pays for it


@dataclass(frozen=True, slots=True, kw_only=True)
class Configuration:
    """Everything that decides a score, resolved and checked. Made by ``configure``.

    Attributes:
        variant: the published definition it started from.
        language: ISO 639-1 code.
        tokenizer: cuts texts into tokens.
        words: what makes a word of a token.
        stages: grounds for a match, in the order in which they count.
        search: name of the search.
        budget: steps the search may take on a segment.
        beam_width: alignments that the search "beam" keeps.
        parameters: from statistics to score.
        choices: what else was chosen, as names and values for the signature.
    """

    variant: Variant
    language: str
    tokenizer: Tokenizer
    words: WordRules
    stages: tuple[Stage, ...]
    search: str
    budget: int
    beam_width: int
    parameters: Parameters
    choices: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        """Its signature."""
        return self.signature()

    @property
    def align(self) -> Align:
        """What aligns two rows of types."""
        return aligner(self.search, spans=bool(self.variant.program), beam_width=self.beam_width)

    @property
    def searches_spans(self) -> bool:
        """Whether its search is one over spans."""
        return searches_spans(self.search, spans=bool(self.variant.program))

    def signature(self, references: int | None = 1) -> str:
        """What a reader needs to compute the same number again.

        Args:
            references: how many references each segment has; None where segments have unequal
                numbers, for which signatures have sacrebleu's word, "var".
        """
        fields = {
            "nrefs": "var" if references is None else str(references),
            "variant": self.variant.name,
            "lang": self.language,
            **dict(self.choices),
            "tok": self.tokenizer.name,
            "case": self.words.case,
            "stages": "+".join(_stage_with_resource(stage) for stage in self.stages),
            "weights": ",".join(map(_shortest, self.parameters.weights)),
            "align": self._named_search(),
            "alpha": _shortest(self.parameters.alpha),
            "beta": _shortest(self.parameters.beta),
            "gamma": _shortest(self.parameters.gamma),
            "perfect": "waived" if self.parameters.waive_perfect else "penalized",
        }
        if self.parameters.delta is not None:
            fields["delta"] = _shortest(self.parameters.delta)
            fields["function"] = self.words.function_word_list
        if self.budget != DEFAULT_BUDGET:
            fields["budget"] = str(self.budget)
        fields["version"] = VERSION
        return "METEOR|" + "|".join(f"{key}:{value}" for key, value in fields.items())

    def _named_search(self) -> str:
        return f"beam-{self.beam_width}" if self.search == "beam" else self.search


def _shortest(number: float) -> str:
    """The shortest decimal that is this number and no other."""
    return repr(number).removesuffix(".0")


def _stage_with_resource(stage: Stage) -> str:
    return f"{stage.name}({stage.resource})" if stage.resource else stage.name


def configure(
    *,
    variant: VariantName = DEFAULT_VARIANT,
    language: str = "en",
    tokenizer: TokenizerName | None = None,
    stages: Sequence[str] | None = None,
    weights: Sequence[float] | None = None,
    align: SearchName | None = None,
    alpha: float | None = None,
    beta: float | None = None,
    gamma: float | None = None,
    delta: float | None = None,
    budget: int = DEFAULT_BUDGET,
    beam_width: int = DEFAULT_BEAM_WIDTH,
    task: str | None = None,
    corrections: Sequence[str] = (),
    meteor_home: "str | MeteorHome | None" = None,
) -> Configuration:
    """Resolve a variant and what overrides it; ``None`` keeps what the variant says.

    Args:
        variant: name of a published definition.
        language: ISO 639-1 code, or a tag that begins with one, such as pt-BR.
        tokenizer: name of a tokenizer.
        stages: names of stages, in the order in which they count.
        weights: what a match of each stage counts, 0 to 1.
        align: name of a search.
        alpha: weight of recall against precision.
        beta: exponent of the penalty.
        gamma: the largest penalty.
        delta: weight of content words against function words.
        budget: steps that the search may take on a segment, 1 or more.
        beam_width: alignments that the search "beam" keeps, 1 or more.
        task: of METEOR 1.5, which has parameters for several; by default its own choice.
        corrections: names of what METEOR 1.5 shall do otherwise; see ``meteor15``.
        meteor_home: folder or jar of METEOR 1.5, or what ``meteor15.home`` made of it; by default
            where that looks.

    Raises:
        ParameterError: a name is unknown, a number out of range, or the language lacks what
            a stage that was asked for, or delta, needs.
        ResourceError: METEOR 1.5's data is needed and not there.
    """
    base = get_variant(variant)
    if base.program:
        from .meteor15.ingredients import meteor_ingredients  # only this variant pays for it

        made = meteor_ingredients(
            base,
            language,
            tokenizer=tokenizer,
            stages=stages,
            task=task,
            corrections=tuple(corrections),
            home=meteor_home,
        )
    else:
        _refuse_program_options(base, task=task, corrections=corrections, meteor_home=meteor_home)
        made = _ingredients(base, language_code(language), tokenizer, stages)
    if delta is not None and not made.words.function_words:
        _refuse_delta(base, made.language)
    return Configuration(
        variant=base,
        language=made.language,
        tokenizer=made.tokenizer,
        words=made.words,
        stages=made.stages,
        search=_search(base, made.stages, align),
        budget=positive("the budget", budget),
        beam_width=positive("the width of the beam", beam_width),
        parameters=_overridden(
            made, weights=weights, alpha=alpha, beta=beta, gamma=gamma, delta=delta
        ),
        choices=made.choices,
    )


def _ingredients(
    variant: Variant, language: str, tokenizer: str | None, names: Sequence[str] | None
) -> Ingredients:
    if isinstance(tokenizer, str) and tokenizer.startswith(METEOR_1_5):
        raise ParameterError(
            f"the tokenizer '{tokenizer}' is METEOR 1.5's; choose another one, or the variant "
            f"{METEOR_1_5}"
        )
    lower = variant.folding == "lower"
    fold = lower_folding(language) if lower else full_folding(language)
    stages = _stages(variant, language, names)
    return Ingredients(
        language=language,
        tokenizer=get_tokenizer(variant.tokenizer if tokenizer is None else tokenizer),
        words=WordRules(
            case=variant.folding,
            fold=fold,
            function_words=function_words(variant.function_words, language, fold),
            function_word_list=variant.function_words,
        ),
        stages=stages,
        parameters=Parameters(
            alpha=variant.alpha,
            beta=variant.beta,
            gamma=variant.gamma,
            delta=variant.delta,
            weights=(1.0,) * len(stages),
            waive_perfect=variant.waive_perfect,
            stepwise=variant.stepwise,
        ),
    )


def _overridden(
    made: Ingredients,
    *,
    weights: Sequence[float] | None,
    alpha: float | None,
    beta: float | None,
    gamma: float | None,
    delta: float | None,
) -> Parameters:
    before = made.parameters
    return replace(
        before,
        alpha=before.alpha if alpha is None else alpha,
        beta=before.beta if beta is None else beta,
        gamma=before.gamma if gamma is None else gamma,
        delta=before.delta if delta is None else delta,
        weights=before.weights if weights is None else _weights(weights, made.stages),
    )


def _refuse_program_options(variant: Variant, **options: object) -> None:
    for name, value in options.items():
        if value:
            raise ParameterError(
                f"{name.replace('_', ' ')} is for the variant {METEOR_1_5}, not for "
                f"{variant.name}; leave it out, or choose that variant"
            )


def _refuse_delta(variant: Variant, language: str) -> NoReturn:
    known = languages_with_function_words(
        DEFAULT_LIST if variant.program else variant.function_words
    )
    raise ParameterError(
        f"delta needs a list of function words, and there is none for language '{language}'; "
        f"leave it out, or choose one of: {', '.join(known)}"
    )


def _search(variant: Variant, stages: tuple[Stage, ...], name: str | None) -> str:
    if name is None:
        return variant.search
    if name not in SEARCH_NAMES:
        raise unknown_name("search", name, SEARCH_NAMES)
    over_words = not searches_spans(name, spans=bool(variant.program))
    if over_words and any(stage.name == "paraphrase" for stage in stages):
        raise ParameterError(
            f"the search '{name}' joins single words, and paraphrases have several; choose beam "
            "or optimal, or leave out the stage 'paraphrase'"
        )
    return name


def _weights(weights: Sequence[float], stages: tuple[Stage, ...]) -> tuple[float, ...]:
    weights = tuple(weights)
    if len(weights) != len(stages):
        names = ", ".join(stage.name for stage in stages)
        raise ParameterError(
            f"{len(weights)} weights for {len(stages)} stages ({names}); give one for each"
        )
    return weights


def _stages(variant: Variant, language: str, names: Sequence[str] | None) -> tuple[Stage, ...]:
    if names is None:
        available = [name for name in variant.stages if _has_stage(variant, language, name)]
        return tuple(_stage(variant, language, name) for name in available)
    require_stage_names(names)
    return tuple(_stage(variant, language, name) for name in names)


def _has_stage(variant: Variant, language: str, name: str) -> bool:
    if name == "exact" or variant.any_language or language == "en":
        return True
    return name == "stem" and variant.stemmer == "snowball" and language in SNOWBALL_STEMMERS


def _stage(variant: Variant, language: str, name: str) -> Stage:
    if name == "exact":
        return ExactStage()
    if name == "paraphrase":
        raise ParameterError(
            f"paraphrases are METEOR 1.5's; leave out the stage 'paraphrase', or choose the "
            f"variant {METEOR_1_5}"
        )
    if name == "stem" and variant.stemmer == "snowball":
        return snowball(language)
    if not _has_stage(variant, language, name):
        what = "Porter's stemmer is" if name == "stem" else "WordNet's synonyms are"
        raise ParameterError(
            f"{what} for English, not for language '{language}'; leave out the stage '{name}'"
        )
    if name == "stem":
        return porter()
    if variant.synonyms == "wordnet-nltk":
        return NltkSynonymStage()
    return SynonymStage()
