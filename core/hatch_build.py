"""Build the compiled kernel, ``meteor_core._kernel``, from the C++ in ``kernel/``.

Hatchling calls this for wheels and editable installs. The environment variable METEOR_BUILD
chooses the build:

- ``auto``, the default: compiled where a C++17 compiler (GCC or Clang; on Windows Clang) is found
  and works; else pure Python, with one line that says why.
- ``compiled``: compiled, or the build fails.
- ``pure``: pure Python; no compiler is looked for, and no build tool but Hatchling.

Run as a program, it updates the extension of an editable install, and compiles only what changed.
Objects stay in ``build/kernel``. A wheel is compiled at once: all files of the kernel in one, and
all bindings in another, so that every header is read once. The tests have an extension of their
own, which is linked of the same objects and of ``kernel/python_testing``.
"""

import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any, Final

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT: Final = Path(__file__).resolve().parent.parent
SOURCES: Final = ROOT / "core" / "kernel"
PACKAGE: Final = ROOT / "core" / "meteor_core"
OBJECTS: Final = ROOT / "build" / "kernel"
CHOICES: Final = ("auto", "compiled", "pure")
BUILD_TOOLS: Final = ("nanobind>=3",)

# A product and a sum must not become one rounding: the kernel's doubles are those of Python, bit
# for bit.
_FLAGS: Final = (
    "-std=c++17",
    "-O3",
    "-g0",
    "-fvisibility=hidden",
    "-ffp-contract=off",
    "-fno-fast-math",
    "-Wall",
    "-Wextra",
    "-Wconversion",
    "-Wshadow",
)
# Bindings only hand over what the kernel computes, and look into Python's own structures.
_BINDING_FLAGS: Final = ("-O2", "-fno-strict-aliasing", "-DNB_COMPACT_ASSERTIONS")
BINDINGS: Final = SOURCES / "python"
TESTING_BINDINGS: Final = SOURCES / "python_testing"
_LIBRARY: Final = BINDINGS / "library.cpp"  # cannot be compiled together with what uses it

_ALL_BINDINGS: Final = "bindings.cpp"

# The library of C++ in the extension itself: a process need not look up thousands of symbols in
# another file when it loads the kernel. Not every Linux has it.
_WITH_LIBRARY: Final = ("-static-libstdc++", "-static-libgcc", "-Wl,--exclude-libs,ALL")


class BuildError(Exception):
    """The kernel cannot be built here; the message says why, in one line."""


class KernelHook(BuildHookInterface[BuilderConfig]):
    """Put the kernel into wheels, and beside the sources of an editable install."""

    def dependencies(self) -> list[str]:
        """Return the build's dependencies besides Hatchling; a pure build has none."""
        return [] if _wanted() == "pure" else list(BUILD_TOOLS)

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the kernel and add it to the wheel.

        Raises:
            BuildError: METEOR_BUILD demands a kernel that cannot be built, or is none of the
                choices.
        """
        if version == "editable":
            update_editable()
        elif (extension := _build_as_wanted(at_once=True)) is not None:
            build_data["force_include"][str(extension)] = f"meteor_core/{extension.name}"
            build_data["pure_python"] = False
            build_data["infer_tag"] = True


def update_editable() -> Path | None:
    """Build the extension beside the package's sources; if it is not built, remove an old one.

    Of several processes that do it, each waits for the one before.
    """
    with _build_lock():
        return _update_editable()


def _update_editable() -> Path | None:
    built = _build_as_wanted(at_once=False)
    if built is None:
        for suffix in EXTENSION_SUFFIXES:
            (PACKAGE / f"_kernel{suffix}").unlink(missing_ok=True)
        return None
    # Moved into place: programs that run with the old extension keep it.
    fresh = PACKAGE / f"{built.name}.fresh.so"
    shutil.copyfile(built, fresh)
    return fresh.replace(PACKAGE / built.name)


@contextmanager
def _build_lock() -> Iterator[None]:
    try:
        import fcntl
    except ImportError:  # Windows has no such locks
        yield
        return
    OBJECTS.parent.mkdir(exist_ok=True)
    with (OBJECTS.parent / "kernel.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # until the file is closed
        yield


def _build_as_wanted(*, at_once: bool) -> Path | None:
    wanted = _wanted()
    if wanted == "pure":
        return None
    try:
        return build_extension(at_once=at_once)
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


def build_extension(*, at_once: bool = False) -> Path:
    """Compile changed sources, one by one or all at once, link, and return the extension's file.

    Raises:
        BuildError: the compiler is missing or fails, or a build tool is missing.
    """
    return _build("_kernel", at_once=at_once)


def build_testing_extension() -> Path:
    """Build the extension with the bindings that tests alone use, and return its file.

    Processes that do it at the same time wait for each other.

    Raises:
        BuildError: the compiler is missing or fails, or a build tool is missing.
    """
    with _build_lock():
        return _build("_kernel_testing")


def _build(name: str, *, at_once: bool = False) -> Path:
    try:
        import nanobind
    except ImportError as error:
        raise BuildError(f"{error}; it takes {' and '.join(BUILD_TOOLS)}") from error

    compile_, link = _commands()
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    settings = repr([nanobind.__version__, suffix, compile_, link, _BINDING_FLAGS])
    folder = OBJECTS / hashlib.sha256(settings.encode()).hexdigest()[:16]
    folder.mkdir(parents=True, exist_ok=True)
    sources = _sources_at_once(folder) if at_once else _sources_of(name)
    objects = [_object_of(source, folder) for source in sources]
    library = Path(nanobind.include_dir()).parent
    compile_ += ["-I", str(SOURCES)]
    compile_ += _headers(library / "include", library / "src", library / "ext/robin_map/include")
    extension = folder / f"{name}{suffix}"
    try:
        with ThreadPoolExecutor(os.cpu_count()) as threads:
            compiled = [
                threads.submit(_run, [*compile_, *_own_flags(source), source, "-o", made])
                for source, made in zip(sources, objects, strict=True)
                if _is_outdated(made)
            ]
        for compilation in compiled:
            compilation.result()
        if name == "_kernel" or not _is_newer(extension, objects):
            _link([*link, *objects, "-o", extension])
    except (OSError, subprocess.CalledProcessError) as error:
        raise BuildError(f"the C++ compiler: {error}") from error
    return extension


def _commands() -> tuple[list[str], list[str]]:
    """Return how this Python's extensions are compiled and linked, with the user's own flags.

    Python knows that itself, except on Windows, where it was made by Visual C++, which takes other
    options: there Clang compiles for Visual C++'s libraries.
    """
    windows = sysconfig.get_platform().startswith("win")  # MinGW's Python has another name for it

    def words(text: str | None) -> list[str]:
        return shlex.split(text or "")

    compiler = words(os.environ.get("CXX") or sysconfig.get_config_var("CXX"))
    compiler = compiler or ["clang++" if windows else "c++"]
    flags = words(sysconfig.get_config_var("CFLAGS"))
    flags += [*_FLAGS, f'-DMETEORSCOPE_VERSION="{_version()}"']
    for name in ("CPPFLAGS", "CFLAGS", "CXXFLAGS"):
        flags += words(os.environ.get(name))
    if windows:
        threads = "t" if sysconfig.get_config_var("Py_GIL_DISABLED") else ""
        library = f"-lpython{sys.version_info.major}{sys.version_info.minor}{threads}"
        linking = ["-shared", f"-L{Path(sys.base_prefix) / 'libs'}", library]
    else:
        flags.append("-fPIC")
        _, *linking = words(sysconfig.get_config_var("LDSHARED"))
    linking += words(os.environ.get("LDFLAGS"))
    return [*compiler, *flags, "-MMD", "-c"], [*compiler, *linking]


def _version() -> str:
    text = (PACKAGE / "version.py").read_text(encoding="utf-8")
    (version,) = re.findall(r'^VERSION = "([^"]+)"$', text, re.MULTILINE)
    return str(version)


def _headers(*folders: Path) -> list[str]:
    """Return the options for headers that are not ours, which cause no warnings."""
    python = [sysconfig.get_path(name) for name in ("include", "platinclude")]
    return [word for folder in (*python, *folders) for word in ("-isystem", str(folder))]


def _sources_of(name: str) -> list[Path]:
    """Return the sources of an extension; each has the definition of one module."""
    if name == "_kernel":
        return [s for s in sorted(SOURCES.rglob("*.cpp")) if s.parent != TESTING_BINDINGS]
    return [s for s in sorted(SOURCES.rglob("*.cpp")) if s != BINDINGS / "module.cpp"]


def _own_flags(source: Path) -> list[str]:
    quiet = [] if source.is_relative_to(SOURCES) else ["-w"]  # developers have seen the warnings
    return [*_BINDING_FLAGS, *quiet] if _is_binding(source) else quiet


def _is_binding(source: Path) -> bool:
    return source.parent in (BINDINGS, TESTING_BINDINGS) or source.name == _ALL_BINDINGS


def _object_of(source: Path, folder: Path) -> Path:
    """Return the object file of a source; files of one name in two rooms have an object each."""
    if source.is_relative_to(SOURCES):
        source = folder / source.relative_to(SOURCES)
        source.parent.mkdir(parents=True, exist_ok=True)
    return source.with_suffix(".o")


def _sources_at_once(folder: Path) -> list[Path]:
    """Write files that include all sources: the kernel's, and those of the bindings."""
    sources = _sources_of("_kernel")
    made = [source for source in sources if source == _LIBRARY]
    for name, wanted in (("all.cpp", False), (_ALL_BINDINGS, True)):
        included = [
            f'#include "{source}"\n'
            for source in sources
            if source not in made and _is_binding(source) == wanted
        ]
        made.append(folder / name)
        text = "".join(included)
        if not made[-1].exists() or made[-1].read_text(encoding="utf-8") != text:
            made[-1].write_text(text, encoding="utf-8")
    return made


def _is_outdated(made: Path) -> bool:
    """Return whether an object is missing, or older than one of the files it was made from."""
    try:
        rule = made.with_suffix(".d").read_text(encoding="utf-8").replace("\\\n", " ")
        made_at = made.stat().st_mtime
        return any(Path(name).stat().st_mtime >= made_at for name in shlex.split(rule)[1:])
    except FileNotFoundError:
        return True


def _is_newer(extension: Path, objects: list[Path]) -> bool:
    made_at = extension.stat().st_mtime if extension.exists() else 0
    return made_at > max(made.stat().st_mtime for made in objects)


def _link(command: list[str | Path]) -> None:
    if sys.platform == "linux":
        with suppress(subprocess.CalledProcessError):
            _run([*command, *_WITH_LIBRARY], stderr=subprocess.DEVNULL)
            return
    _run(command)


def _run(command: list[str | Path], *, stderr: int | None = None) -> None:
    subprocess.run(command, check=True, stderr=stderr)  # noqa: S603 - the compiler that the user chose


if __name__ == "__main__":
    try:
        if _wanted() != "pure" and not OBJECTS.exists():
            print("meteorscope: compiling the kernel; after this, only what changed is", flush=True)
        update_editable()
    except BuildError as failure:
        sys.exit(f"meteorscope: {failure}")
