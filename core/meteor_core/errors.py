"""The errors of this package.

MeteorError
├── InputError          text or files that cannot be scored (also a ValueError)
│   └── SegmentError    one segment that cannot be scored, where others can
├── InputTypeError      an argument of the wrong kind (also a TypeError)
├── ParameterError      an unknown name or a number out of range (also a ValueError)
└── ResourceError       lexical data or a library that is missing
"""

from collections.abc import Iterable


class MeteorError(Exception):
    """Base of every error that this package raises on purpose."""


class InputError(MeteorError, ValueError):
    """The texts or files to be scored are unusable; the message says where and why."""


class SegmentError(InputError):
    """One segment cannot be scored; that says nothing of the others.

    Scoring one segment raises it. Where many are scored, it becomes the problem of that segment.
    """


class InputTypeError(MeteorError, TypeError):
    """An argument is of the wrong kind, for example one string where a list belongs."""


class ParameterError(MeteorError, ValueError):
    """A name is unknown or a number is out of its range."""


class ResourceError(MeteorError):
    """A piece of lexical data or a library that is needed here is not installed."""


def unknown_name(kind: str, name: str, known: Iterable[str]) -> ParameterError:
    """The error for a name that is not among the known ones, with the nearest as advice."""
    import difflib  # only a mistake pays for it

    names = sorted(known)
    near = difflib.get_close_matches(name, names, n=1)
    advice = f"did you mean '{near[0]}'?" if near else "choose one of: " + ", ".join(names)
    return ParameterError(f"unknown {kind} '{name}'; {advice}")
