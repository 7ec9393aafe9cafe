"""Settings of a score that a person can choose, checked one by one and together."""

from collections.abc import Mapping
from dataclasses import asdict, replace
from functools import lru_cache
from typing import Any, Final

from meteor_core import (
    OPTIONS,
    TOKENIZER_NAMES,
    VARIANTS,
    Meteor,
    MeteorOptions,
    Parameters,
    TunedVariant,
    configure,
    get_tokenizer,
)
from meteor_core.configuration import Configuration
from meteor_core.ingredients import require_stage_names
from meteor_core.options import SETTABLE, Kind
from meteor_core.variants import METEOR_1_5
from meteor_core.words.languages import LANGUAGE_CODES

from ..scorers import has_function_words

SETTINGS: Final = tuple(option.name for option in SETTABLE)
"""Names of the settings that a person can choose."""


def chosen_options(values: Mapping[str, Any]) -> MeteorOptions:
    """Return the options of a scorer from settings by name; ``None`` means the default.

    Raises:
        InputTypeError: a value is a string, but must be a list.
    """
    options = MeteorOptions(**{name: one for name, one in values.items() if one is not None})
    tuned = options.variant
    base = tuned.base if isinstance(tuned, TunedVariant) else tuned
    if base in VARIANTS and VARIANTS[base].program:
        return options
    # The folder is a property of this machine; other variants do not accept it.
    return replace(options, meteor_home=None)


def aligner(options: MeteorOptions) -> Meteor:
    """Return a scorer that aligns with these options and scores with its variant's parameters.

    Parameters change no alignment, so all parameters share one scorer and its analysis of
    words.

    Raises:
        ParameterError: the options do not go together.
        ResourceError: files of METEOR 1.5 are missing.
    """
    return _aligner(replace(options, weights=None, alpha=None, beta=None, gamma=None, delta=None))


@lru_cache(maxsize=8)
def _aligner(options: MeteorOptions) -> Meteor:
    return Meteor(**options.arguments())


def check_setting(name: str, value: Any) -> None:
    """Check a setting by itself.

    Raises:
        ParameterError: the value is wrong whatever the other settings are.
    """
    option = OPTIONS[name]
    if name == "weights":
        Parameters(alpha=0.0, beta=0.0, gamma=0.0, weights=tuple(value or ()))
    elif name == "stages" and value is not None:
        require_stage_names(value)
    elif option.names:
        for one in (value or ()) if option.is_list else () if value is None else (value,):
            option.check_name(one)
    elif option.kind is not Kind.PATH and value is not None:
        # All other settings have their defaults, which agree with every value valid by itself.
        configure(**{name: value})


def effective_settings(
    variant: str, configuration: Configuration, inherited: Parameters
) -> dict[str, Any]:
    """Return the settings that a configuration results in, as a JSON value.

    Args:
        variant: as it was chosen: a name, or the path of a tuned one.
        configuration: the chosen configuration.
        inherited: the defaults for parameters that are not chosen.
    """
    return {
        "variant": variant,
        "language": configuration.language,
        "tokenizer": configuration.tokenizer.name,
        "stages": [stage.name for stage in configuration.stages],
        "align": configuration.align,
        "parameters": {
            **asdict(configuration.parameters),
            "weights": list(configuration.parameters.weights),
        },
        "inherited": {**asdict(inherited), "weights": list(inherited.weights)},
        "delta_possible": has_function_words(configuration),
    }


def all_choices(tuned: Mapping[str, TunedVariant]) -> dict[str, Any]:
    """Return the choices for all settings, as a JSON value.

    Args:
        tuned: tuned variants by what the trait calls them.
    """
    return {
        "variants": [
            *(
                _variant_choice(one.name, one.name, one.summary, one.program)
                for one in VARIANTS.values()
            ),
            *(
                _variant_choice(
                    name,
                    one.name,
                    f"{one.base}, tuned; {one.digest} in signatures",
                    VARIANTS[one.base].program,
                )
                for name, one in tuned.items()
            ),
        ],
        "tokenizers": [_tokenizer_choice(name) for name in OPTIONS["tokenizer"].names],
        "stages": list(OPTIONS["stages"].names),
        "searches": list(OPTIONS["align"].names),
        "languages": sorted(LANGUAGE_CODES),
    }


def _variant_choice(name: str, label: str, summary: str, program: str) -> dict[str, str]:
    return {"name": name, "label": label, "summary": summary, "program": program}


def _tokenizer_choice(name: str) -> dict[str, str]:
    if name not in TOKENIZER_NAMES:
        return {"name": name, "summary": "", "of": METEOR_1_5}
    return {"name": name, "summary": get_tokenizer(name).description}
