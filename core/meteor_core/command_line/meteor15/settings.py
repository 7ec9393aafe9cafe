"""Resolve the program's configuration, and create its scorer."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, cast

from ...errors import ParameterError
from ...meteor import Meteor
from ...meteor15.home import find_home
from ...meteor15.languages import METEOR_LANGUAGES, code_of_meteor_name
from ...meteor15.tasks import CUSTOM, default_task, task_settings
from ...search import DEFAULT_BEAM_WIDTH, SearchName
from ...text.tokenizers import TokenizerName
from ...variants import METEOR_1_5
from .options import ProgramOptions
from .own_files import with_own_files

_TOKENIZERS: Final[dict[str, TokenizerName]] = {
    "no_norm": "meteor-1.5-none",
    "lc_only": "meteor-1.5-lower",
    "norm": "meteor-1.5",
    "norm_nopunct": "meteor-1.5-no-punctuation",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramSettings:
    """The program's configuration.

    Attributes:
        language: code of the language.
        task: name of the task that is shown, "custom" where one of its numbers was changed.
        parameters: alpha, beta, gamma, delta; any more are shown and not used.
        modules: names of stages in the order in which they count.
        weights: by place; a module without one does not count.
        normalization: no_norm, lc_only, norm or norm_nopunct.
        characters: whether lengths and matches count characters.
        beam: alignments that the search keeps.
    """

    language: str
    task: str
    parameters: tuple[float, ...]
    modules: tuple[str, ...]
    weights: tuple[float, ...]
    normalization: str
    characters: bool
    beam: int

    @property
    def language_name(self) -> str:
        """What the program calls the language."""
        return METEOR_LANGUAGES[self.language].name


def resolve_settings(options: ProgramOptions) -> ProgramSettings:
    """Resolve the settings from the options, in the program's order.

    Raises:
        ParameterError: a name is unknown, or there are more weights than modules.
    """
    if options.new_language is not None:
        return _of_task("other", "universal", normalization="lc_only", options=options)
    language = code_of_meteor_name(options.language or "english")
    task = CUSTOM if options.parameters else _task(options.task)
    chosen = replace(
        _of_task(language, task, normalization=_normalization(options), options=options),
        characters=options.characters,
    )
    return _overridden(chosen, options)


def make_meteor(options: ProgramOptions, settings: ProgramSettings) -> Meteor:
    """Return the scorer that aligns and counts; its own measures are not used.

    Raises:
        ParameterError: the language has no such stage or no normaliser, or a name is unknown.
        ResourceError: METEOR 1.5's files, or those of an option, are not there.
    """
    return Meteor(
        METEOR_1_5,
        settings.language,
        tokenizer=_TOKENIZERS[settings.normalization],
        stages=settings.modules,
        align=cast("SearchName | None", options.align),  # which refuses another one
        beam_width=settings.beam,
        corrections=options.corrections,
        meteor_home=with_own_files(find_home(options.meteor_home), options),
    )


def _of_task(
    language: str, task: str | None, *, normalization: str, options: ProgramOptions
) -> ProgramSettings:
    numbers = task_settings(language, task)
    return ProgramSettings(
        language=language,
        task=default_task(language) if task is None else task,
        parameters=(numbers.alpha, numbers.beta, numbers.gamma, numbers.delta),
        modules=tuple(numbers.stages),
        weights=_sized(numbers.weights, len(numbers.stages)),
        normalization=normalization,
        characters=False,
        beam=DEFAULT_BEAM_WIDTH if options.beam is None else options.beam,
    )


def _task(name: str | None) -> str | None:
    if name is None:
        return None
    small = name.lower()
    if small.startswith(CUSTOM):
        return CUSTOM
    return "rank" if small == "default" else small


def _overridden(chosen: ProgramSettings, options: ProgramOptions) -> ProgramSettings:
    if options.parameters is not None:
        chosen = replace(chosen, task=CUSTOM, parameters=options.parameters)
    if options.weights is not None:
        chosen = replace(chosen, task=CUSTOM, weights=options.weights)
    if options.modules is not None:
        weights = _sized(chosen.weights, len(options.modules))
        chosen = replace(chosen, task=CUSTOM, modules=options.modules, weights=weights)
    if len(chosen.weights) > len(chosen.modules):
        raise ParameterError(
            f"-w has {len(chosen.weights)} weights for {len(chosen.modules)} modules "
            f"({' '.join(chosen.modules)}); give one for each"
        )
    return chosen


def _sized(weights: Sequence[float], size: int) -> tuple[float, ...]:
    return (*weights, *(0.0,) * size)[:size]


def _normalization(options: ProgramOptions) -> str:
    """Return the normalisation; without ``-norm``, ``-noPunct`` is ignored."""
    if options.normalize:
        return "norm_nopunct" if options.no_punctuation else "norm"
    return "lc_only" if options.lower else "no_norm"
