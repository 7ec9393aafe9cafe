"""A variant, a language and overrides, resolved into what a scorer needs."""

from collections.abc import Sequence
from dataclasses import dataclass

from .errors import ParameterError, unknown_name
from .folding import Folding, full_folding, lower_folding
from .function_words import function_words
from .function_words import languages as languages_with_function_words
from .languages import SNOWBALL_STEMMERS, language_code
from .parameters import Parameters
from .search import DEFAULT_BUDGET, SEARCHES, Search, search_named
from .stages import Stage
from .stages.exact import ExactStage
from .stages.stem import porter, snowball
from .stages.synonym import NltkSynonymStage, SynonymStage
from .tokenizers import Tokenizer, get_tokenizer
from .variants import DEFAULT_VARIANT, Variant, get_variant
from .version import VERSION

STAGE_NAMES = ("exact", "stem", "synonym")


@dataclass(frozen=True, slots=True, kw_only=True)
class Configuration:
    """Everything that decides a score, resolved and checked. Made by ``configure``.

    Attributes:
        variant: the published definition it started from.
        language: ISO 639-1 code.
        tokenizer: cuts texts into tokens.
        stages: grounds for a match, in the order in which they count.
        search: name of the search.
        budget: steps the search may take on a segment.
        parameters: from statistics to score.
    """

    variant: Variant
    language: str
    tokenizer: Tokenizer
    stages: tuple[Stage, ...]
    search: str
    budget: int
    parameters: Parameters

    @property
    def fold(self) -> Folding:
        """Which spellings count as the same word."""
        lower = self.variant.folding == "lower"
        return lower_folding(self.language) if lower else full_folding(self.language)

    @property
    def function_words(self) -> frozenset[str]:
        """The language's function words, folded; none where there is no list of them."""
        return function_words(self.variant.function_words, self.language, self.fold)

    @property
    def run_search(self) -> Search:
        """The search of that name."""
        return search_named(self.search)

    def signature(self, references: int = 1) -> str:
        """What a reader needs to compute the same number again.

        Args:
            references: how many references each segment has.
        """
        fields = {
            "nrefs": str(references),
            "variant": self.variant.name,
            "lang": self.language,
            "tok": self.tokenizer.name,
            "case": self.variant.folding,
            "stages": "+".join(_stage_with_resource(stage) for stage in self.stages),
            "weights": ",".join(map(_shortest, self.parameters.weights)),
            "align": self.search,
            "alpha": _shortest(self.parameters.alpha),
            "beta": _shortest(self.parameters.beta),
            "gamma": _shortest(self.parameters.gamma),
            "perfect": "waived" if self.parameters.waive_perfect else "penalized",
        }
        if self.parameters.delta is not None:
            fields["delta"] = _shortest(self.parameters.delta)
            fields["function"] = self.variant.function_words
        if self.budget != DEFAULT_BUDGET:
            fields["budget"] = str(self.budget)
        fields["version"] = VERSION
        return "METEOR|" + "|".join(f"{key}:{value}" for key, value in fields.items())


def _shortest(number: float) -> str:
    """The shortest decimal that is this number and no other."""
    return repr(number).removesuffix(".0")


def _stage_with_resource(stage: Stage) -> str:
    return f"{stage.name}({stage.resource})" if stage.resource else stage.name


def configure(
    *,
    variant: str = DEFAULT_VARIANT,
    language: str = "en",
    tokenizer: str | None = None,
    stages: Sequence[str] | None = None,
    weights: Sequence[float] | None = None,
    align: str | None = None,
    alpha: float | None = None,
    beta: float | None = None,
    gamma: float | None = None,
    delta: float | None = None,
    budget: int = DEFAULT_BUDGET,
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

    Raises:
        ParameterError: a name is unknown, a number out of range, or the language lacks what
            a stage that was asked for, or delta, needs.
    """
    base = get_variant(variant)
    code = language_code(language)
    chosen = _stages(base, code, stages)
    if align is not None and align not in SEARCHES:
        raise unknown_name("search", align, SEARCHES)
    if budget < 1:
        raise ParameterError(f"the budget is {budget}, but has to be 1 or more")
    delta = base.delta if delta is None else delta
    if delta is not None:
        _require_function_words(base, code)
    return Configuration(
        variant=base,
        language=code,
        tokenizer=get_tokenizer(base.tokenizer if tokenizer is None else tokenizer),
        stages=chosen,
        search=base.search if align is None else align,
        budget=budget,
        parameters=Parameters(
            alpha=base.alpha if alpha is None else alpha,
            beta=base.beta if beta is None else beta,
            gamma=base.gamma if gamma is None else gamma,
            weights=_weights(weights, chosen),
            waive_perfect=base.waive_perfect,
            stepwise=base.stepwise,
            delta=delta,
        ),
    )


def _require_function_words(variant: Variant, language: str) -> None:
    known = languages_with_function_words(variant.function_words)
    if language not in known:
        raise ParameterError(
            f"delta needs a list of function words, and there is none for language '{language}'; "
            f"leave it out, or choose one of: {', '.join(known)}"
        )


def _weights(weights: Sequence[float] | None, stages: tuple[Stage, ...]) -> tuple[float, ...]:
    if weights is None:
        return (1.0,) * len(stages)
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
    if not names or len(set(names)) != len(names):
        raise ParameterError("name one stage or more, each once; for example exact,stem")
    return tuple(_stage(variant, language, name) for name in names)


def _has_stage(variant: Variant, language: str, name: str) -> bool:
    if name == "exact" or variant.any_language or language == "en":
        return True
    return name == "stem" and variant.stemmer == "snowball" and language in SNOWBALL_STEMMERS


def _stage(variant: Variant, language: str, name: str) -> Stage:
    if name not in STAGE_NAMES:
        raise unknown_name("stage", name, STAGE_NAMES)
    if name == "exact":
        return ExactStage()
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
        return NltkSynonymStage(porter().stem)
    return SynonymStage()
