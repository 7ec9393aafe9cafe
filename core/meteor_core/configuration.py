"""Configurations: a variant, a language and overrides, resolved and checked."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NoReturn, Unpack

from .errors import ParameterError, refuse_unknown
from .ingredients import Ingredients, WordRules, require_stage_names
from .options import OPTIONS, MeteorArguments, MeteorOptions
from .score.parameters import Parameters, positive
from .score.signature import Signature
from .search import DEFAULT_BUDGET, searches_spans
from .text.folding import full_folding, lower_folding
from .text.tokenizers import Tokenizer, get_tokenizer
from .tuned import TunedVariant, published
from .variants import METEOR_1_5, Variant
from .version import VERSION
from .words.explainer import Explainer
from .words.function_words import DEFAULT_LIST, function_words
from .words.function_words import languages as languages_with_function_words
from .words.languages import SNOWBALL_STEMMERS, language_code
from .words.stages import Stage
from .words.stages.exact import ExactStage
from .words.stages.stem import porter, snowball
from .words.stages.synonym import NltkSynonymStage, SynonymStage

if TYPE_CHECKING:
    from .search.align import Align


@dataclass(frozen=True, slots=True, kw_only=True)
class Configuration:
    """Everything that decides a score, resolved and checked. Use ``configure`` to make one.

    Attributes:
        variant: the published definition it started from.
        tuned: what changes that definition, if something does.
        language: ISO 639-1 code.
        tokenizer: the tokenizer.
        words: the rules that turn a token into a word.
        stages: grounds for a match, in the order in which they count.
        align: name of the search.
        budget: the most steps (search states) that the search may take on a segment.
        beam_width: alignments that the search "beam" keeps.
        parameters: from statistics to score.
        task: of METEOR 1.5.
        data: which files of METEOR 1.5 were read.
        corrections: of METEOR 1.5.
    """

    variant: Variant
    language: str
    tokenizer: Tokenizer
    words: WordRules
    stages: tuple[Stage, ...]
    align: str
    budget: int
    beam_width: int
    parameters: Parameters
    task: str | None = None
    data: str | None = None
    corrections: tuple[str, ...] = ()
    tuned: TunedVariant | None = None

    def __str__(self) -> str:
        """Its signature."""
        return str(self.signature())

    @property
    def aligner(self) -> "Align":
        """Return the aligner of two rows of types."""
        from .search.align import aligner  # not needed if the kernel searches

        return aligner(self.align, spans=bool(self.variant.program), beam_width=self.beam_width)

    @property
    def explainer(self) -> Explainer:
        """Return the explainer of its matches."""
        return Explainer(stages=self.stages, fold=self.words.fold)

    @property
    def searches_spans(self) -> bool:
        """Return whether its search is one over spans."""
        return searches_spans(self.align, spans=bool(self.variant.program))

    def signature(self, references: int | None = 1) -> Signature:
        """Return the signature of a score, with which readers can reproduce it.

        Args:
            references: number of references of each segment; None if segments have unequal
                numbers, for which signatures have sacrebleu's word, "var".
        """
        weighs_function_words = self.parameters.delta is not None
        return Signature(
            references=references,
            variant=self.variant.name,
            tuned=None if self.tuned is None else self.tuned.digest,
            language=self.language,
            task=self.task,
            data=self.data,
            corrections=self.corrections,
            tokenizer=self.tokenizer.name,
            case=self.words.case,
            stages=tuple(map(_stage_with_resource, self.stages)),
            weights=self.parameters.weights,
            align=self.align,
            beam_width=self.beam_width if self.align == "beam" else None,
            alpha=self.parameters.alpha,
            beta=self.parameters.beta,
            gamma=self.parameters.gamma,
            waive_perfect=self.parameters.waive_perfect,
            delta=self.parameters.delta,
            function_words=self.words.function_word_list if weighs_function_words else None,
            budget=None if self.budget == DEFAULT_BUDGET else self.budget,
            version=VERSION,
        )


def _stage_with_resource(stage: Stage) -> str:
    return f"{stage.name}({stage.resource})" if stage.resource else stage.name


def configure(**arguments: Unpack[MeteorArguments]) -> Configuration:
    """Resolve a variant and its overrides; ``None`` keeps the variant's value.

    Args:
        arguments: see ``OPTIONS``.

    Raises:
        InputError: the file of a tuned variant cannot be read.
        InputTypeError: a value is a string instead of a list.
        ParameterError: a name is unknown, a number out of range, or the language lacks what
            a stage that was asked for, or delta, needs.
        ResourceError: METEOR 1.5's data is needed and not there.
    """
    refuse_unknown(arguments, OPTIONS, of="Meteor")
    options = MeteorOptions(**arguments)
    if not isinstance(options.variant, TunedVariant):
        return _resolved(published(options.variant), options)
    tuned = options.variant
    try:
        return _resolved(published(tuned), _filled(options, tuned), tuned)
    except ParameterError as error:
        raise ParameterError(f"with {tuned.name}: {error}") from None


def _filled(options: MeteorOptions, tuned: TunedVariant) -> MeteorOptions:
    """Return the options with a tuned variant's values as defaults.

    Stages and weights belong together, and wait until it is known which the language has.
    """
    names = ("tokenizer", "align", "task", "corrections", "alpha", "beta", "gamma", "delta")
    missing = [name for name in names if getattr(options, name) in (None, ())]
    return replace(options, **{name: getattr(tuned, name) for name in missing})


def _resolved(
    base: Variant, options: MeteorOptions, tuned: TunedVariant | None = None
) -> Configuration:
    make = _program_ingredients if base.program else _ingredients
    made = make(base, options, tuned)
    if options.delta is not None and not made.words.function_words:
        _refuse_delta(base, made.language)
    return Configuration(
        variant=base,
        language=made.language,
        tokenizer=made.tokenizer,
        words=made.words,
        stages=made.stages,
        align=_align(base, made.stages, options.align),
        budget=positive("the budget", options.budget),
        beam_width=positive("the width of the beam", options.beam_width),
        parameters=_overridden(made, options, tuned),
        task=made.task,
        data=made.data,
        corrections=made.corrections,
        tuned=tuned,
    )


def _program_ingredients(
    variant: Variant, options: MeteorOptions, tuned: TunedVariant | None
) -> Ingredients:
    from .meteor15.ingredients import meteor_ingredients  # only this variant pays for it

    return meteor_ingredients(
        variant,
        options.language,
        tokenizer=options.tokenizer,
        stages=options.stages,
        own_stages=None if tuned is None else tuned.stages,
        task=options.task,
        corrections=tuple(options.corrections),
        home=options.meteor_home,
    )


def _ingredients(
    variant: Variant, options: MeteorOptions, tuned: TunedVariant | None
) -> Ingredients:
    _refuse_program_options(variant, options)
    language, tokenizer = language_code(options.language), options.tokenizer
    if isinstance(tokenizer, str) and tokenizer.startswith(METEOR_1_5):
        raise ParameterError(
            f"the tokenizer '{tokenizer}' is METEOR 1.5's; choose another one, or the variant "
            f"{METEOR_1_5}"
        )
    lower = variant.folding == "lower"
    fold = lower_folding(language) if lower else full_folding(language)
    own = variant if tuned is None else replace(variant, stages=tuned.weighed_stages)
    stages = _stages(own, language, options.stages)
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
    made: Ingredients, options: MeteorOptions, tuned: TunedVariant | None
) -> Parameters:
    changes: dict[str, Any] = {
        name: value
        for name in ("alpha", "beta", "gamma", "delta")
        if (value := getattr(options, name)) is not None
    }
    if options.weights is not None:
        changes["weights"] = _weights(options.weights, made.stages)
    elif tuned is not None:
        own = zip(made.stages, made.parameters.weights, strict=True)
        changes["weights"] = tuple(tuned.weight_of.get(one.name, weight) for one, weight in own)
    return replace(made.parameters, **changes)


def _refuse_program_options(variant: Variant, options: MeteorOptions) -> None:
    for option in OPTIONS.values():
        if option.of_program and getattr(options, option.name):
            raise ParameterError(
                f"{option.name.replace('_', ' ')} is for the variant {METEOR_1_5}, not for "
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


def _align(variant: Variant, stages: tuple[Stage, ...], name: str | None) -> str:
    if name is None:
        return variant.align
    OPTIONS["align"].check_name(name)
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
