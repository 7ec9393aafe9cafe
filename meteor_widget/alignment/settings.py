"""What a person can choose about a score: checked one by one, and together."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any, Final

from meteor_core import TOKENIZER_NAMES, VARIANTS, Meteor, Parameters, configure, get_tokenizer
from meteor_core.configuration import Configuration
from meteor_core.errors import unknown_name
from meteor_core.ingredients import STAGE_NAMES, require_stage_names
from meteor_core.meteor15.ingredients import CORRECTIONS
from meteor_core.meteor15.tasks import TASKS
from meteor_core.meteor15.tokenizers import METEOR_TOKENIZER_NAMES
from meteor_core.search import DEFAULT_BEAM_WIDTH, SEARCH_NAMES
from meteor_core.variants import METEOR_1_5
from meteor_core.words.languages import LANGUAGE_CODES

PARAMETERS: Final = ("alpha", "beta", "gamma", "delta")
"""Parameters that are one number, by name."""

PROGRAM_OPTIONS: Final = ("task", "corrections", "meteor_home")
"""Settings of METEOR 1.5 alone, by name."""

OVERRIDES: Final = (
    "tokenizer",
    "stages",
    "weights",
    "search",
    "beam_width",
    *PROGRAM_OPTIONS,
    *PARAMETERS,
)
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
    beam_width: int | None = None
    task: str | None = None
    corrections: tuple[str, ...] | None = None
    meteor_home: str | None = None
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
            ResourceError: files of METEOR 1.5 are not there.
        """
        parameters = {name: getattr(self, name) for name in PARAMETERS}
        return configure(**self._alignment_options(), weights=self.weights, **parameters)

    def aligner(self) -> Meteor:
        """A scorer that aligns by these settings, and scores by its variant's parameters.

        Parameters change no alignment, so it is the same for all of them, and with it what it
        has learnt of words.

        Raises:
            ParameterError: the settings do not go together.
            ResourceError: files of METEOR 1.5 are not there.
        """
        return _aligner(**self._alignment_options())

    def _alignment_options(self) -> dict[str, Any]:
        """What decides an alignment, as ``Meteor`` calls it."""
        return {
            "variant": self.variant,
            "language": self.language,
            "tokenizer": self.tokenizer,
            "stages": self.stages,
            "align": self.search,
            "beam_width": DEFAULT_BEAM_WIDTH if self.beam_width is None else self.beam_width,
            "task": self.task,
            "corrections": self.corrections or (),
            # It is about this machine, whatever variant a person chooses on the screen.
            "meteor_home": self.meteor_home if self._program else None,
        }

    @property
    def _program(self) -> str:
        return VARIANTS[self.variant].program if self.variant in VARIANTS else ""


def _tuple_of_list(value: Any) -> Any:
    return value if value is None or isinstance(value, str | int | float) else tuple(value)


@lru_cache(maxsize=8)
def _aligner(**options: Any) -> Meteor:
    return Meteor(**options)


def check_setting(name: str, value: Any) -> None:
    """Check a setting by itself.

    Raises:
        ParameterError: no setting of that name can have that value, whatever the others are.
    """
    if name == "weights":
        Parameters(alpha=0.0, beta=0.0, gamma=0.0, weights=tuple(value or ()))
    elif name == "stages" and value is not None:
        require_stage_names(value)
    elif name in _NAMES:
        for one in [value] if isinstance(value, str) else value or ():
            if one not in _NAMES[name]:
                raise unknown_name(_KINDS.get(name, name), one, _NAMES[name])
    elif name not in ("stages", "meteor_home") and value is not None:
        # Everything else is as by default, which goes with any value that is right by itself.
        configure(**{name: value})


_NAMES: Final[Mapping[str, Sequence[str]]] = {
    "variant": tuple(VARIANTS),
    "tokenizer": (*TOKENIZER_NAMES, *METEOR_TOKENIZER_NAMES),
    "search": SEARCH_NAMES,
    "task": TASKS,
    "corrections": CORRECTIONS,
}
"""What settings can be that are names, with any variant."""

_KINDS: Final = {"task": "task of METEOR 1.5", "corrections": "correction"}


def effective_settings(configuration: Configuration, inherited: Parameters) -> dict[str, Any]:
    """What a configuration comes to, as a JSON value.

    Args:
        configuration: what is chosen.
        inherited: the parameters that hold where none is chosen.
    """
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
        "inherited": {**asdict(inherited), "weights": list(inherited.weights)},
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
                "program": variant.program,
            }
            for variant in VARIANTS.values()
        ],
        "tokenizers": [
            *(_tokenizer_choice(name) for name in TOKENIZER_NAMES),
            *({"name": name, "summary": "", "of": METEOR_1_5} for name in METEOR_TOKENIZER_NAMES),
        ],
        "stages": list(STAGE_NAMES),
        "searches": list(SEARCH_NAMES),
        "languages": sorted(LANGUAGE_CODES),
    }


def _tokenizer_choice(name: str) -> dict[str, str]:
    return {"name": name, "summary": get_tokenizer(name).description}
