"""Build the compiled kernel, ``meteor_core._kernel``, from the C++ in ``kernel/``.

Hatchling calls this for wheels and editable installs. The environment variable METEOR_BUILD
chooses the build:

- ``auto``, the default: compiled where a C++17 compiler (GCC or Clang) is found and works; else
  pure Python, with one line that says why.
- ``compiled``: compiled, or the build fails.
- ``pure``: pure Python; no compiler is looked for, and no build tool but Hatchling.

Run as a program, it brings the extension of an editable install up to date, and compiles only what
changed. Objects stay in ``build/kernel``.
"""

import hashlib
import os
import re
import shutil
import sys
import sysconfig
from contextlib import chdir
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

if TYPE_CHECKING:
    from setuptools import Extension

ROOT: Final = Path(__file__).resolve().parent.parent
SOURCES: Final = ROOT / "core" / "kernel"
PACKAGE: Final = ROOT / "core" / "meteor_core"
OBJECTS: Final = ROOT / "build" / "kernel"
CHOICES: Final = ("auto", "compiled", "pure")
BUILD_TOOLS: Final = ("pybind11>=3", "setuptools>=65")

# A product and a sum must not become one rounding: the kernel's doubles are those of Python, bit
# for bit.
_FLAGS: Final = (
    "-O3",
    "-ffp-contract=off",
    "-fno-fast-math",
    "-Wall",
    "-Wextra",
    "-Wconversion",
    "-Wshadow",
)
_INCLUDED = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)


class BuildError(Exception):
    """The kernel cannot be built here; the message says why, in one line."""


class KernelHook(BuildHookInterface[BuilderConfig]):
    """Put the kernel into wheels, and beside the sources of an editable install."""

    def dependencies(self) -> list[str]:
        """Return the build's dependencies besides Hatchling; none where no kernel is wanted."""
        return [] if _wanted() == "pure" else list(BUILD_TOOLS)

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the kernel and add it to the wheel.

        Raises:
            BuildError: METEOR_BUILD demands a kernel that cannot be built, or is none of the
                choices.
        """
        if version == "editable":
            update_editable()
        elif (extension := _build_as_wanted()) is not None:
            build_data["force_include"][str(extension)] = f"meteor_core/{extension.name}"
            build_data["pure_python"] = False
            build_data["infer_tag"] = True


def update_editable() -> Path | None:
    """Build the extension beside the package's sources; if it is not built, remove an old one."""
    built = _build_as_wanted()
    if built is None:
        for suffix in EXTENSION_SUFFIXES:
            (PACKAGE / f"_kernel{suffix}").unlink(missing_ok=True)
        return None
    # Moved into place: programs that run with the old extension keep it.
    fresh = PACKAGE / f"{built.name}.fresh.so"
    shutil.copyfile(built, fresh)
    return fresh.replace(PACKAGE / built.name)


def _build_as_wanted() -> Path | None:
    wanted = _wanted()
    if wanted == "pure":
        return None
    try:
        return build_extension()
    except BuildError as error:
        if wanted == "compiled":
            raise
        print(f"meteorscope: built without the compiled kernel: {error}", file=sys.stderr)
        return None


def _wanted() -> str:
    wanted = os.environ.get("METEOR_BUILD") or "auto"
    if wanted not in CHOICES:
        raise BuildError(f"METEOR_BUILD is '{wanted}'; choose one of: {', '.join(CHOICES)}")
    return wanted


def build_extension() -> Path:
    """Compile changed sources, link, and return the extension's file.

    Raises:
        BuildError: there is no compiler, or it fails, or a build tool is missing.
    """
    if sysconfig.get_platform().startswith("win"):  # MinGW's Python has another name for it
        raise BuildError(
            "the kernel needs 128-bit integers, which Visual C++ does not have; it compiles with "
            "GCC or Clang, for example in WSL"
        )
    try:
        from pybind11.setup_helpers import ParallelCompile
        from setuptools import Distribution
        from setuptools.command.build_ext import build_ext
        from setuptools.errors import BaseError, CCompilerError
    except ImportError as error:
        raise BuildError(f"{error}; it takes {' and '.join(BUILD_TOOLS)}") from error

    extension = _extension()
    command = build_ext(Distribution({"ext_modules": [extension]}))
    command.build_lib = command.build_temp = str(OBJECTS / _digest_of_settings(extension))
    command.force = True  # which objects are outdated is decided below, header by header
    command.ensure_finalized()
    try:
        with chdir(ROOT), ParallelCompile("METEOR_BUILD_JOBS", needs_recompile=_is_outdated):
            command.run()
    except (BaseError, CCompilerError, OSError) as error:
        raise BuildError(f"the C++ compiler: {error}") from error
    return Path(command.get_ext_fullpath(extension.name))


def _extension() -> "Extension":
    import pybind11
    from pybind11.setup_helpers import Pybind11Extension

    return Pybind11Extension(
        "meteor_core._kernel",
        [str(source.relative_to(ROOT)) for source in sorted(SOURCES.glob("*.cpp"))],
        cxx_std=17,
        define_macros=[("METEORSCOPE_VERSION", f'"{_version()}"')],
        # Headers that are not ours cause no warnings.
        extra_compile_args=[*_FLAGS, "-isystem", pybind11.get_include()],
    )


def _version() -> str:
    text = (PACKAGE / "version.py").read_text(encoding="utf-8")
    (version,) = re.findall(r'^VERSION = "([^"]+)"$', text, re.MULTILINE)
    return str(version)


def _digest_of_settings(extension: "Extension") -> str:
    """Return a folder's name, which keeps objects compiled with other settings apart."""
    import pybind11

    names = ("CC", "CXX", "CFLAGS", "CPPFLAGS", "CXXFLAGS", "LDFLAGS", "ARCHFLAGS")
    settings = [
        pybind11.__version__,
        sysconfig.get_config_var("EXT_SUFFIX"),
        extension.define_macros,
        [word for word in extension.extra_compile_args if word != pybind11.get_include()],
        [os.environ.get(name) for name in names],
    ]
    return hashlib.sha256(repr(settings).encode()).hexdigest()[:16]


def _is_outdated(made: str, source: str) -> bool:
    made_at = Path(made).stat().st_mtime
    return any(path.stat().st_mtime >= made_at for path in _with_headers(Path(source), set()))


def _with_headers(path: Path, seen: set[Path]) -> set[Path]:
    """Return the file and all headers of the kernel that it includes, directly or not."""
    if path not in seen and path.is_file():
        seen.add(path)
        for name in _INCLUDED.findall(path.read_text(encoding="utf-8")):
            _with_headers(path.parent / name, seen)
    return seen


if __name__ == "__main__":
    try:
        if _wanted() != "pure" and not OBJECTS.exists():
            print("meteorscope: compiling the kernel; after this, only what changed is", flush=True)
        update_editable()
    except BuildError as failure:
        sys.exit(f"meteorscope: {failure}")
