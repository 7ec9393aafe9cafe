"""Axes of a sweep: ``alpha=0:1:.1``, ``weight.stem=0,.5,1``, ``stages=exact/exact,stem``."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Final, Self, TypeAlias

from ..errors import ParameterError, unknown_name
from ..ingredients import STAGE_NAMES
from ..options import OPTIONS, Kind

Setting: TypeAlias = float | str
"""The value of a parameter: a number, or a name, or names between commas."""

NUMBERS: Final = ("alpha", "beta", "gamma", "delta")
"""The options that turn counts into scores."""

WEIGHT: Final = "weight."
"""The prefix of the weight of a stage."""

NAMES: Final = ("variant", "stages", "tokenizer", "align", "task")
"""The options whose settings need an alignment each."""

MAX_POINTS: Final = 10_000
"""The most points of a sweep: a thousand samples of each fit into memory."""

_KNOWN: Final = (*NUMBERS, *(WEIGHT + stage for stage in STAGE_NAMES), *NAMES)
_EXAMPLES: Final = "alpha=0:1:.1, weight.stem=0,.5,1 or stages=exact/exact,stem"
_MAX_DIGITS: Final = 30
_MIN_STEP: Final = Fraction(1, 10**12)


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """A parameter and its settings.

    Attributes:
        name: ``alpha``, ``weight.stem``, ``stages``.
        settings: one or more, all of them different.
    """

    name: str
    settings: tuple[Setting, ...]

    @property
    def aligns(self) -> bool:
        """Whether each of its settings is an alignment of its own."""
        return self.name in NAMES

    @property
    def varies(self) -> bool:
        """Whether it has more than one setting."""
        return len(self.settings) > 1

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse an axis.

        Numbers are ranges ``first:last:step``, with ``last`` where a step reaches it, and single
        numbers, between commas. Names are separated by commas too; lists of names by slashes.

        Raises:
            ParameterError: the parameter is unknown, or a setting is missing, invalid or repeated,
                or there are too many.
        """
        name, equals, listed = text.partition("=")
        name = name.strip().lower()
        if not equals:
            raise ParameterError(
                f"'{text}' is no parameter with its settings; write for example {_EXAMPLES}"
            )
        if name not in _KNOWN:
            raise unknown_name("parameter", name, _KNOWN)
        settings = _names(name, listed) if name in NAMES else tuple(_numbers(name, listed))
        if not all(settings) and name in NAMES:
            raise ParameterError(f"{name} has a setting without a name; write {_EXAMPLES}")
        if repeated := [setting for setting in settings if settings.count(setting) > 1]:
            raise ParameterError(f"{name} has the setting {shown(repeated[0])} twice")
        return cls(name=name, settings=settings)


def shown(setting: Setting) -> str:
    """Return a setting as users write it."""
    return setting if isinstance(setting, str) else repr(setting).removesuffix(".0")


def check_axes(axes: Sequence[Axis]) -> None:
    """Check that axes make a sweep together.

    Raises:
        ParameterError: a parameter is there twice, or there are too many points.
    """
    names = [axis.name for axis in axes]
    if repeated := [name for name in names if names.count(name) > 1]:
        raise ParameterError(f"{repeated[0]} is there twice; name each parameter once")
    points = 1
    for axis in axes:
        points *= len(axis.settings)
    if points > MAX_POINTS:
        sizes = " x ".join(f"{len(axis.settings):,}" for axis in axes if axis.varies)
        raise _too_many(f"{sizes} = {points:,} settings")


def _names(name: str, listed: str) -> tuple[str, ...]:
    option = OPTIONS[name]
    if option.kind is Kind.NAMES:
        lists = (part_list.split(",") for part_list in listed.split("/"))
        return tuple(",".join(part.strip() for part in parts) for parts in lists)
    parts = tuple(part.strip() for part in listed.split("/"))
    if any(part not in option.names for part in parts):  # a name may be that of a file
        parts = tuple(part.strip() for part in listed.split(","))
    return parts


def _numbers(name: str, listed: str) -> Iterator[float]:
    count = 0
    for part in listed.split(","):
        first, *rest = (_number(name, listed, number) for number in part.split(":"))
        if len(rest) not in (0, 2):
            raise _no_settings(name, listed)
        last, step = rest or (first, Fraction(1))
        for end in (first, last):
            _check_bounds(name, end)
        if step < _MIN_STEP:
            raise ParameterError(f"the step of {name}={listed} must be above 0; write {_EXAMPLES}")
        if last < first:
            raise ParameterError(
                f"{name}={listed} has no settings: {_short(last)} is below {_short(first)}; write "
                "the lower end first"
            )
        size = (last - first) // step + 1
        count += size
        if count > MAX_POINTS:
            raise _too_many(f"{count:,} settings of {name}")
        yield from (float(first + place * step) for place in range(size))


def _number(name: str, listed: str, text: str) -> Fraction:
    """Parse a decimal number exactly: ten steps of .1 are 1."""
    try:
        number = Decimal(text.strip())
    except InvalidOperation:
        raise _no_settings(name, listed) from None
    if not number.is_finite() or (number and abs(number.adjusted()) > _MAX_DIGITS):
        raise _no_settings(name, listed)
    return Fraction(number)


def _check_bounds(name: str, number: Fraction) -> None:
    option = OPTIONS["weights" if name.startswith(WEIGHT) else name]
    least, most = option.least, option.most
    if (least is not None and number < least) or (most is not None and number > most):
        bounds = f"{least:g} or more" if most is None else f"between {least:g} and {most:g}"
        raise ParameterError(f"{name} is {_short(number)}, but must be {bounds}")


def _short(number: Fraction) -> str:
    return shown(float(number))


def _no_settings(name: str, listed: str) -> ParameterError:
    return ParameterError(
        f"{name} has the settings '{listed}', but they must be numbers or ranges first:last:step; "
        f"write for example {name}=0:1:.1 or {name}=0,.5,1"
    )


def _too_many(points: str) -> ParameterError:
    return ParameterError(
        f"{points} are too many; at most {MAX_POINTS:,} fit into a sweep: take longer steps or "
        "fewer parameters"
    )
