"""The errors of this package.

MeteorError
├── InputError          text or files that cannot be scored (also a ValueError)
│   ├── SegmentError    one segment that cannot be scored, where others can
│   └── OutputError     a file that cannot be written
├── InputTypeError      an argument of the wrong kind (also a TypeError)
├── ParameterError      an unknown name or a number out of range (also a ValueError)
└── ResourceError       lexical data or a library that is missing
    └── MissingExtraError   a package that few need is missing (also a ModuleNotFoundError)

MeteorWarning is no error: the command line prints it as a line.
"""

from collections.abc import Iterable


class MeteorError(Exception):
    """Base of every error that this package raises on purpose."""


class MeteorWarning(UserWarning):
    """Texts are scored, but less well than a reader of the score will think."""


class InputError(MeteorError, ValueError):
    """The texts or files cannot be scored; the message names the place and the reason."""


class SegmentError(InputError):
    """One segment cannot be scored, though others may be.

    Scoring one segment raises it. Where many are scored, it becomes the problem of that segment.
    """


class OutputError(InputError):
    """A file cannot be written; the message names it and says why."""


def no_reference() -> SegmentError:
    """Return the error for a segment without a reference."""
    return SegmentError("there is no reference to score the hypothesis against")


class InputTypeError(MeteorError, TypeError):
    """An argument is of the wrong kind, for example one string where a list belongs."""


class ParameterError(MeteorError, ValueError):
    """A name is unknown or a number is out of its range."""


class ResourceError(MeteorError):
    """Lexical data or a library that is needed is not installed."""


class MissingExtraError(ResourceError, ModuleNotFoundError):
    """A package that few need is not installed; the message says what to install.

    A notebook shows this as one line, without a traceback.
    """

    def _render_traceback_(self) -> list[str]:
        """Return the lines that IPython shows in place of a traceback."""
        return [f"Meteorscope: {self}"]


def missing_extra(what: str, package: str | None, extra: str) -> MissingExtraError:
    """Return the error for a package that is not installed.

    Args:
        what: subject and verb of the message: "tables need".
        package: name of the package's module.
        extra: name of the extra that installs it.
    """
    return MissingExtraError(
        f"{what} {package}, which is not installed; run: pip install 'meteorscope[{extra}]'",
        name=package,
    )


def require_package(what: str, package: str) -> None:
    """Check that a package is installed that no extra brings.

    Args:
        what: subject and verb of the message: "the adapter needs".
        package: name of the package and of its module.

    Raises:
        MissingExtraError: it is not there.
    """
    if not is_installed(package):
        raise MissingExtraError(
            f"{what} {package}, which is not installed; run: pip install {package}", name=package
        )


def require_extra(what: str, extra: str, packages: Iterable[str]) -> None:
    """Check that packages are installed, before modules that need them are imported.

    Args:
        what: subject and verb of the message: "tables need".
        extra: name of the extra that installs them.
        packages: names of the packages' modules.

    Raises:
        MissingExtraError: one of them is not there.
    """
    for package in packages:
        if not is_installed(package):
            raise missing_extra(what, package, extra)


def is_installed(package: str) -> bool:
    """Return whether a package is installed, without loading it."""
    from importlib.util import find_spec

    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:  # a finder that hides packages may say it so
        return False
    except ValueError:  # it was loaded without a spec
        return True


def refuse_unknown(options: Iterable[str], known: Iterable[str], *, of: str) -> None:
    """Reject unknown options, and suggest the nearest known one.

    Args:
        options: the given names.
        known: the known names.
        of: the owner of the options, for the message.

    Raises:
        ParameterError: an option is unknown; the message names the first.
    """
    names = list(known)
    for option in options:
        if option not in names:
            raise unknown_name(f"option of {of}", option, names)


def unknown_name(kind: str, name: object, known: Iterable[str]) -> ParameterError:
    """Return the error for an unknown name, with the nearest known one as a suggestion."""
    import difflib  # only a mistake pays for it

    names = sorted(known)
    if not isinstance(name, str):
        return ParameterError(f"{kind} is {name!r}, but must be one of: {', '.join(names)}")
    near = difflib.get_close_matches(name, names, n=1)
    advice = f"did you mean '{near[0]}'?" if near else "choose one of: " + ", ".join(names)
    return ParameterError(f"unknown {kind} '{name}'; {advice}")
