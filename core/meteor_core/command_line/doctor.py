"""``meteorscope doctor``: reports the installation, its data and its caches."""

import argparse
import json
import os
import platform
import re
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path
from shutil import which
from typing import Final

from ..errors import MeteorError
from ..runtime.cache_folder import cache_folder, reports_folder, stack_file
from ..runtime.implementation import chosen_implementation
from ..text.numbers import counted
from ..version import VERSION
from .output import write_line

_DESCRIPTION = """\
Tell what is installed, what is written and kept, and what is missing and how to get it. What is
printed can go into a bug report: it names no file and no folder of yours, unless --paths asks for
them. Nothing is sent anywhere.
"""

_EXTRAS: Final = {
    "lsp": "meteor-lsp, the server of the editors",
    "widget": "views in Jupyter",
    "arrow": "Parquet and Arrow tables",
    "agreement": "chrF, BLEU and TER beside METEOR",
    "files": "files that end in .zst",
    "meteor-1.5": "METEOR 1.5's word lists and stemmers",
}

_VARIABLES: Final = (
    "METEOR_IMPLEMENTATION",
    "METEOR_HOME",
    "METEORSCOPE_CACHE",
    "METEORSCOPE_WATCHDOG",
)

_MAX_LINE_CHARS: Final = 200

_WRITTEN: Final = (
    "the file that -o names",
    "meteor.toml, by a command of an editor that says so",
    "X.review.jsonl beside X, by who sets a state or writes a comment",
    "the cache, with what can be made again",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Extra:
    """An extra of the distribution.

    Attributes:
        name: to be written in brackets behind ``meteorscope``.
        purpose: of the extra.
        installed: versions of installed packages, by name.
        missing: packages that are not installed.
    """

    name: str
    purpose: str
    installed: dict[str, str]
    missing: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cache:
    """The content of the cache.

    Attributes:
        place: in words, or its path.
        files: how many there are.
        size: of all together, in bytes.
    """

    place: str
    files: int
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnosis:
    """The report of ``doctor``.

    Attributes:
        version: of Meteorscope.
        installation: how it is installed, in words, or where.
        python: implementation, version and system.
        implementation: "compiled" or "python", or empty if neither works.
        reason: for this choice.
        required: packages that are always needed, with their versions, or None if one is missing.
        extras: what else can be installed.
        meteor_1_5: whether its files are here, in a sentence.
        git: whether git can be started, for the text before; it is not started.
        cache: its content.
        stood_still: the first line of a report on a server that hung and ended.
        variables: relevant environment variables that are set.
    """

    version: str
    installation: str
    python: str
    implementation: str
    reason: str
    required: dict[str, str | None]
    extras: list[Extra]
    meteor_1_5: str
    git: bool
    cache: Cache
    stood_still: str | None
    variables: dict[str, str]


def add_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add ``doctor`` to the subcommands."""
    parser = commands.add_parser(
        "doctor", help="tell what is installed, kept and missing", description=_DESCRIPTION
    )
    parser.add_argument("--paths", action="store_true", help="name files and folders too")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.add_argument(
        "--remove-cache",
        action="store_true",
        help="remove what is kept; it is made again when it is needed",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the diagnosis, after emptying the cache if requested."""
    if arguments.remove_cache:
        _remove_cache()
    found = diagnose(with_paths=arguments.paths)
    if arguments.format == "json":
        write_line(json.dumps(asdict(found), indent=2))
    else:
        for line in _lines(found):
            write_line(line)
    return 0


def diagnose(*, with_paths: bool) -> Diagnosis:
    """Inspect this installation."""
    try:
        chosen = chosen_implementation()
    except MeteorError as error:
        implementation, reason = "", str(error)
    else:
        implementation, reason = chosen.name, chosen.reason
    requirements = _requirements()
    return Diagnosis(
        version=VERSION,
        installation=_installation(with_paths=with_paths),
        python=f"{platform.python_implementation()} {platform.python_version()} on "
        f"{platform.system()} {platform.machine()}",
        implementation=implementation,
        reason=_without_paths(reason, with_paths=with_paths),
        required={package: _version(package) for package in requirements.get("", [])},
        extras=[
            _extra(extra, purpose, requirements.get(extra.replace(".", "-"), []))
            for extra, purpose in _EXTRAS.items()
        ],
        meteor_1_5=_meteor_1_5(with_paths=with_paths),
        git=which("git") is not None,
        cache=_cache(with_paths=with_paths),
        stood_still=_stood_still(),
        variables={
            name: value if with_paths or name == "METEOR_IMPLEMENTATION" else "(set)"
            for name in _VARIABLES
            if (value := os.environ.get(name))
        },
    )


def _requirements() -> dict[str, list[str]]:
    """Return the required packages of each extra, "" for the mandatory ones."""
    try:
        requirements = metadata.requires("meteorscope") or []
    except metadata.PackageNotFoundError:
        return {}
    found: dict[str, list[str]] = {}
    for requirement in requirements:
        name = re.match(r"[\w.-]+", requirement)
        extra = re.search(r"extra == ['\"]([\w.-]+)['\"]", requirement)
        if name:
            found.setdefault(extra[1].replace(".", "-") if extra else "", []).append(name[0])
    return found


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _extra(name: str, purpose: str, packages: list[str]) -> Extra:
    versions = {package: _version(package) for package in packages}
    return Extra(
        name=name,
        purpose=purpose,
        installed={package: version for package, version in versions.items() if version},
        missing=[package for package, version in versions.items() if not version],
    )


def _installation(*, with_paths: bool) -> str:
    place = Path(__file__).parents[1]
    if with_paths:
        return str(place)
    if not {"site-packages", "dist-packages"} & set(place.parts):
        return "from its sources"
    return "in a virtual environment" if sys.prefix != sys.base_prefix else "for all of Python"


def _without_paths(sentence: str, *, with_paths: bool) -> str:
    """Replace the names of folders of this user by generic words."""
    if with_paths:
        return sentence
    folders = {
        str(Path(os.environ.get("METEOR_HOME", "") or os.devnull).expanduser()): "METEOR_HOME",
        str(Path(__file__).parents[2]): "the installation",
        str(Path.home()): "~",
    }
    for folder, words in folders.items():
        sentence = sentence.replace(folder, words)
    return sentence


def _meteor_1_5(*, with_paths: bool) -> str:
    from ..meteor15.home import find_home

    try:
        home = find_home()
    except MeteorError as error:
        return _without_paths(str(error), with_paths=with_paths)
    return f"{home.jar if with_paths else home.jar.name} is here"


def _cache(*, with_paths: bool) -> Cache:
    folder = cache_folder()
    try:
        files = [*folder.glob("*.phrases"), *_reports()]
        files += [path for path in (stack_file(),) if path.is_file()]
        size = sum(path.stat().st_size for path in files)
    except OSError:  # another user's folder, or a file that is being removed
        files, size = [], 0
    named = bool(os.environ.get("METEORSCOPE_CACHE"))
    words = "the folder that METEORSCOPE_CACHE names" if named else "your cache folder"
    return Cache(place=str(folder) if with_paths else words, files=len(files), size=size)


def _stood_still() -> str | None:
    try:
        with stack_file().open(encoding="utf-8", errors="replace") as report:
            return report.readline(_MAX_LINE_CHARS).strip()
    except OSError:  # no server did
        return None


def _reports() -> list[Path]:
    """Return the server's reports, but no other files beside them."""
    return sorted(
        path
        for path in reports_folder().glob("*.*")
        if re.fullmatch(r".+-[0-9a-f]{8}\.\w+", path.name)
    )


def _remove_cache() -> None:
    from ..meteor15.paraphrases.cache import remove_indexes

    for index in remove_indexes():
        write_line(f"removed {index.path.name}")
    for path in (*_reports(), *(path for path in (stack_file(),) if path.is_file())):
        try:
            path.unlink()
        except OSError as error:
            write_line(f"{path.name} cannot be removed: {error.strerror}")
        else:
            write_line(f"removed {path.name}")
    for folder in (reports_folder(), cache_folder()):
        try:
            folder.rmdir()
        except OSError:  # it is not there, or others keep something in it
            continue


def _lines(found: Diagnosis) -> Iterator[str]:
    yield f"meteorscope {found.version}, {found.installation}"
    yield f"    {found.python}"
    yield f"    implementation: {found.implementation or 'none'}, because {found.reason}"
    yield "packages"
    for package, version in found.required.items():
        status = version or f"missing; pip install {package}"
        yield f"    {package:<12}{status}"
    yield "extras"
    for extra in found.extras:
        yield f"    {extra.name:<12}{extra.purpose}"
        if extra.installed:
            yield " " * 16 + ", ".join(f"{name} {at}" for name, at in extra.installed.items())
        if extra.missing or not extra.installed:
            lacking = f"{', '.join(extra.missing)} missing; " if extra.missing else ""
            yield " " * 16 + f"{lacking}pip install 'meteorscope[{extra.name}]'"
    yield "data"
    yield "    WordNet     in the package"
    yield f"    METEOR 1.5  {found.meteor_1_5}"
    yield f"    git         {'is here' if found.git else 'is not here; only --before needs it'}"
    yield "written"
    for place in _WRITTEN:
        yield f"    {place}"
    cache = found.cache
    kept = (
        f"{counted(cache.files, 'file', 'files')}, {cache.size / 1e6:,.1f} MB"
        if cache.files
        else "empty"
    )
    yield f"cache: {cache.place}, {kept}; --remove-cache removes what is there"
    if found.stood_still is not None:
        yield "the server of the editors"
        yield f"    {found.stood_still}"
        yield f"    Where it stood is in {stack_file().name} in the cache; report it with that."
    if found.variables:
        yield "environment variables"
        for name, value in found.variables.items():
            yield f"    {name}={value}"
    yield "Nothing is sent anywhere."
