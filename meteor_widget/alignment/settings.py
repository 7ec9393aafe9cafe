"""What a person can choose about a score: checked one by one, and together."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any, Final

from meteor_core import TOKENIZER_NAMES, VARIANTS, Meteor, Parameters, configure, get_tokenizer
from meteor_core.configuration import STAGE_NAMES, Configuration
from meteor_core.languages import LANGUAGE_CODES
from meteor_core.search import SEARCH_NAMES

PARAMETERS: Final = ("alpha", "beta", "gamma", "delta")
"""Parameters that are one number, by name."""

OVERRIDES: Final = ("tokenizer", "stages", "weights", "search", *PARAMETERS)
"""Settings that a variant says and anyone may say otherwise, by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """A variant, a language and overrides; ``None`` is what the variant says. See ``configure``."""

    variant: str
    language: str
    tokenizer: str | None = None
    stages: tuple[str, ...] | None = None
    weights: tuple[float, ...] | None = None
    search: str | None = None
    alpha: float | None = None
    beta: float | None = None
    gamma: float | None = None
    delta: float | None = None

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> "Settings":
        """Settings from values by name; sequences may be of any kind."""
        return cls(**{name: _tuple_of_list(value) for name, value in values.items()})

    def configuration(self) -> Configuration:
        """The settings resolved.

        Raises:
            ParameterError: they do not go together.
        """
        parameters = {name: getattr(self, name) for name in PARAMETERS}
        return configure(
            variant=self.variant,
            language=self.language,
            tokenizer=self.tokenizer,
            stages=self.stages,
            weights=self.weights,
            align=self.search,
            **parameters,
        )

    def aligner(self) -> Meteor:
        """A scorer that aligns by these settings, and scores by its variant's parameters.

        Parameters change no alignment, so it is the same for all of them, and with it what it
        has learnt of words.

        Raises:
            ParameterError: the settings do not go together.
        """
        return _aligner(self.variant, self.language, self.tokenizer, self.stages, self.search)


def _tuple_of_list(value: Any) -> Any:
    return value if value is None or isinstance(value, str | int | float) else tuple(value)


@lru_cache(maxsize=8)
def _aligner(
    variant: str,
    language: str,
    tokenizer: str | None,
    stages: tuple[str, ...] | None,
    search: str | None,
) -> Meteor:
    return Meteor(variant, language, tokenizer=tokenizer, stages=stages, align=search)


def check_setting(name: str, value: Any) -> None:
    """Check a setting by itself.

    Raises:
        ParameterError: no setting of that name can have that value, whatever the others are.
    """
    if name == "weights":
        Parameters(alpha=0.0, beta=0.0, gamma=0.0, weights=tuple(value or ()))
    else:
        # Everything else is as by default, which goes with any value that is right by itself.
        configure(**{"align" if name == "search" else name: value})


def effective_settings(configuration: Configuration) -> dict[str, Any]:
    """What a configuration comes to, as a JSON value."""
    return {
        "variant": configuration.variant.name,
        "language": configuration.language,
        "tokenizer": configuration.tokenizer.name,
        "stages": [stage.name for stage in configuration.stages],
        "search": configuration.search,
        "parameters": {
            **asdict(configuration.parameters),
            "weights": list(configuration.parameters.weights),
        },
        "delta_possible": _has_function_words(configuration),
    }


def _has_function_words(configuration: Configuration) -> bool:
    """Whether function words are told from content words here."""
    return bool(configuration.words.function_words) and not configuration.parameters.stepwise


def all_choices() -> dict[str, Any]:
    """What settings can be chosen from, as a JSON value."""
    return {
        "variants": [
            {
                "name": variant.name,
                "summary": variant.summary,
                "parameters": {name: getattr(variant, name) for name in PARAMETERS},
            }
            for variant in VARIANTS.values()
        ],
        "tokenizers": [_tokenizer_choice(name) for name in TOKENIZER_NAMES],
        "stages": list(STAGE_NAMES),
        "searches": list(SEARCH_NAMES),
        "languages": sorted(LANGUAGE_CODES),
    }


def _tokenizer_choice(name: str) -> dict[str, str]:
    return {"name": name, "summary": get_tokenizer(name).description}
