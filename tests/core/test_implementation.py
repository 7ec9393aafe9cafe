"""Which implementation computes, in processes of their own: each reads its environment once."""

import importlib.util
import os
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

import meteor_core

PACKAGE = Path(meteor_core.__file__).parent
FOUND = importlib.util.find_spec("meteor_core._kernel")
needs_the_kernel = pytest.mark.skipif(FOUND is None, reason="no kernel was built here")

ASK = "import meteor_core as m; print(m.IMPLEMENTATION, m.IMPLEMENTATION_REASON, sep='\\n')"


def ask(
    wanted: str | None, *, home: Path = PACKAGE.parent, program: str = ASK
) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if "METEOR" not in name}
    environment["PYTHONPATH"] = str(home)
    if wanted is not None:
        environment["METEOR_IMPLEMENTATION"] = wanted
    return subprocess.run(
        [sys.executable, "-W", "always", "-c", program],
        env=environment,
        cwd=home,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder with a copy of the package in which there is no kernel."""
    kernels = shutil.ignore_patterns("_kernel.*", "__pycache__")
    shutil.copytree(PACKAGE, tmp_path / "meteor_core", ignore=kernels)
    return tmp_path


@needs_the_kernel
@pytest.mark.parametrize("wanted", [None, "", "auto", "compiled"])
def test_the_kernel_computes_where_it_is(wanted: str | None) -> None:
    asked = ask(wanted)
    assert asked.stdout.split() == ["compiled", "meteor_core._kernel", "is", "installed"]
    assert asked.stderr == ""


def test_python_computes_where_it_is_asked_for() -> None:
    asked = ask("python")
    assert asked.stdout.splitlines() == ["python", "METEOR_IMPLEMENTATION is 'python'"]
    assert asked.stderr == ""


@pytest.mark.parametrize("wanted", ["pyton", "Python", "1"])
def test_another_value_is_refused_by_name(wanted: str) -> None:
    asked = ask(wanted)
    assert asked.returncode == 1
    assert asked.stderr.splitlines()[-1] == (
        "meteor_core.errors.ParameterError: "
        f"METEOR_IMPLEMENTATION is '{wanted}'; choose one of: auto, python, compiled"
    )


def test_an_import_alone_looks_for_no_kernel() -> None:
    program = "import sys, meteorscope; print('meteor_core._kernel' in sys.modules)"
    for wanted in ("auto", "pyton"):
        assert ask(wanted, program=program).stdout == "False\n"


def test_without_a_kernel_python_computes_and_says_why_when_asked(home: Path) -> None:
    asked = ask(None, home=home)
    name, reason = asked.stdout.splitlines()
    assert (name, asked.stderr) == ("python", "")
    assert reason.startswith("the extension meteor_core._kernel is not installed; reinstall")


def test_a_demanded_kernel_that_is_missing_is_an_error(home: Path) -> None:
    asked = ask("compiled", home=home)
    assert asked.returncode == 1
    assert asked.stderr.splitlines()[-1] == (
        "meteor_core.errors.ResourceError: METEOR_IMPLEMENTATION is 'compiled', but the extension "
        "meteor_core._kernel is not installed; reinstall meteorscope where there is a C++17 "
        "compiler, with METEOR_BUILD=compiled, which says what a build lacks"
    )


@pytest.fixture
def broken(home: Path) -> Path:
    """An extension's file that holds something else."""
    file = home / "meteor_core" / f"_kernel{EXTENSION_SUFFIXES[0]}"
    file.write_bytes(b"no machine runs this" * 100)
    return file


def test_a_broken_kernel_is_reported_once(home: Path, broken: Path) -> None:
    asked = ask(None, home=home, program=f"{ASK}\nm.IMPLEMENTATION")
    assert asked.stdout.splitlines()[0] == "python"
    assert asked.stderr.count("RuntimeWarning") == 1
    for part in (str(broken), "cannot be loaded (", "Python computes instead", "reinstall"):
        assert part in asked.stderr
    assert str(broken) in asked.stdout.splitlines()[1]


def test_a_broken_kernel_that_nobody_wants_is_left_alone(home: Path, broken: Path) -> None:
    asked = ask("python", home=home)
    assert (asked.stdout.split()[0], asked.stderr) == ("python", "")


def test_a_demanded_kernel_that_is_broken_is_an_error(home: Path, broken: Path) -> None:
    last = ask("compiled", home=home).stderr.splitlines()[-1]
    assert last.startswith("meteor_core.errors.ResourceError: METEOR_IMPLEMENTATION is 'compiled'")
    assert str(broken) in last


@needs_the_kernel
def test_a_kernel_of_another_version_is_reported_and_not_used(home: Path) -> None:
    assert FOUND is not None
    assert FOUND.origin is not None
    shutil.copy(FOUND.origin, home / "meteor_core")
    (home / "meteor_core" / "version.py").write_text('VERSION = "9.9.9"\n', encoding="utf-8")
    asked = ask(None, home=home)
    assert asked.stdout.splitlines()[0] == "python"
    assert f"is of version {meteor_core.__version__}, not 9.9.9; Python computes" in asked.stderr
    assert "is of version" in ask("compiled", home=home).stderr.splitlines()[-1]
