"""Without an extra: what needs it says in a line which to install, and all else works."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
HYPOTHESES = str(ROOT / "examples/city-news.hyp.en")
REFERENCES = str(ROOT / "examples/city-news.ref.en")

MODULES = {
    "lsp": ("pygls", "lsprotocol", "py3langid", "websockets", "jinja2", "numpy"),
    "widget": ("anywidget", "ipywidgets", "traitlets", "numpy"),
    "arrow": ("pyarrow",),
    "agreement": ("numpy", "sacrebleu"),
    "completion": ("argparse_manpage", "shtab"),
    "files": ("zstandard",),
    "meteor-1.5": ("pycocoevalcap",),
}
"""What an extra brings, with what that brings in turn and we import."""

WITHOUT = """
import sys
from importlib.machinery import PathFinder

class Hiding(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        if name.partition(".")[0] in hidden:
            if loudly:
                raise ModuleNotFoundError(f"No module named {name!r}", name=name)
            return None
        return PathFinder.find_spec(name, path, target)

hidden = sys.argv[1].removesuffix("!").split(",")
loudly = sys.argv[1].endswith("!")
sys.meta_path[:] = [Hiding if finder is PathFinder else finder for finder in sys.meta_path]
code, sys.argv[:] = sys.argv[2], sys.argv[2:]
exec(code)
"""


def run_without(
    modules: tuple[str, ...], code: str, *arguments: str, loudly: bool = False
) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", WITHOUT, ",".join(modules) + "!" * loudly, code, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def script(name: str) -> str:
    """What an installed console script does."""
    module, _, function = PROJECT["project"]["scripts"][name].partition(":")
    return f"from {module} import {function}; sys.exit({function}())"


def test_the_extras_are_those_of_the_project() -> None:
    extras = PROJECT["project"]["optional-dependencies"]
    for extra, modules in MODULES.items():
        packages = [re.split(r"[\[<>=]", each)[0].replace("-", "_") for each in extras[extra]]
        assert set(packages) <= set(modules)


@pytest.mark.parametrize(
    ("extra", "name", "arguments"),
    [
        ("lsp", "meteor-lsp", ["--version"]),
        ("lsp", "meteor-lsp", ["--help"]),
        ("lsp", "meteor-lsp", ["check", HYPOTHESES]),
        ("lsp", "meteor-lsp", []),
        ("meteor-1-5", "meteorscope", ["score", HYPOTHESES, REFERENCES, "-v", "meteor-1.5"]),
        ("meteor-1-5", "meteorscope", ["meteor-1.5", HYPOTHESES, REFERENCES]),
        ("agreement", "meteorscope", ["agree", HYPOTHESES]),
        ("completion", "meteorscope", ["completion", "bash"]),
        ("completion", "meteorscope", ["completion", "man"]),
        ("agreement", "meteorscope", ["tune", HYPOTHESES]),
    ],
)
def test_a_command_names_the_extra_in_a_line(
    extra: str, name: str, arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("METEOR_HOME", raising=False)
    modules = MODULES[extra.replace("1-5", "1.5")]
    done = run_without(modules, script(name), *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"{name}: error: ")
    assert f"pip install 'meteorscope[{extra}]'" in line


def test_agreement_is_measured_without_sacrebleu_unless_its_metrics_are_asked_for(
    tmp_path: Path,
) -> None:
    table = tmp_path / "ratings.tsv"
    table.write_text("system\tsegment\trating\tmt\tref\nA\t1\t1\ta\tb\n", encoding="utf-8")
    command = script("meteorscope"), "agree", str(table)
    done = run_without(("sacrebleu",), *command)
    assert (done.returncode, done.stderr) == (0, "")
    done = run_without(("sacrebleu",), *command, "--others", "chrF", "TER")
    (line,) = done.stderr.splitlines()
    assert line == (
        "meteorscope: error: chrF needs sacrebleu, which is not installed; run: "
        "pip install 'meteorscope[agreement]'"
    )


def test_each_package_of_the_server_alone_is_missed() -> None:
    for module in ("pygls", "lsprotocol", "py3langid", "jinja2"):
        done = run_without((module,), script("meteor-lsp"), "check", HYPOTHESES)
        (line,) = done.stderr.splitlines()
        assert line == (
            f"meteor-lsp: error: meteor-lsp needs {module}, which is not installed; run: "
            "pip install 'meteorscope[lsp]'"
        )


@pytest.mark.parametrize(
    ("extra", "code"),
    [
        *(
            ("widget", f"from meteor_widget import {view}")
            for view in (
                "AgreementView",
                "AlignmentView",
                "CompareView",
                "CorpusView",
                "ReviewView",
            )
        ),
        (
            "widget",
            "from meteor_core.analysis.significance import *; compare({}, None, Bootstrap())",
        ),
        ("agreement", "from meteorscope.comparison import compare_systems"),
        ("arrow", "from meteor_core.arrow import ArrowScorer"),
        ("lsp", "from meteor_lsp.server import create_server"),
    ],
)
def test_a_class_names_the_extra_in_our_own_error(extra: str, code: str) -> None:
    said = f"pip install 'meteorscope[{extra}]'"
    for tree, loudly in (("meteor_core.MeteorError", False), ("ImportError", True)):
        checked = f"import meteor_core\ntry:\n    {code}\nexcept {tree} as error:\n    print(error)"
        done = run_without(MODULES[extra], checked, loudly=loudly)
        assert (done.returncode, done.stderr) == (0, "")
        (line,) = done.stdout.splitlines()
        assert line.endswith(said)


@pytest.mark.parametrize("loudly", [False, True])
def test_an_adapter_names_the_package_that_it_needs(*, loudly: bool) -> None:
    """And needs no other's."""
    code = """
import meteorscope.adapters.nltk, meteorscope.adapters.pycocoevalcap
from importlib import import_module
for tool in ("evaluate", "sacrebleu", "torchmetrics"):
    try:
        import_module(f"meteorscope.adapters.{tool}")
    except ImportError as error:
        print(error)
"""
    hidden = (
        "evaluate",
        "datasets",
        "numpy",
        "pycocoevalcap",
        "sacrebleu",
        "torch",
        "torchmetrics",
    )
    done = run_without(hidden, code, loudly=loudly)
    assert (done.returncode, done.stderr) == (0, "")
    needs = "the adapter for {} needs {}, which is not installed; run: pip install {}"
    pairs = (("evaluate", "evaluate"), ("sacrebleu", "sacrebleu"), ("torchmetrics", "torch"))
    assert done.stdout.splitlines() == [needs.format(tool, one, one) for tool, one in pairs]


@pytest.mark.parametrize("ending", ["html", "svg", "json", "txt"])
def test_alignments_are_drawn_without_any_extra(ending: str, tmp_path: Path) -> None:
    modules = tuple(module for each in MODULES.values() for module in each)
    file = tmp_path / f"x.{ending}"
    arguments = ("align", HYPOTHESES, REFERENCES, "--segment", "3", "-o", str(file))
    done = run_without(modules, script("meteorscope"), *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert file.stat().st_size > 500


@pytest.mark.parametrize("loudly", [False, True])
def test_jupyterlab_reports_a_missing_server(*, loudly: bool) -> None:
    """Its entry point is loaded wherever JupyterLab starts, and must not fail."""
    (entry,) = PROJECT["project"]["entry-points"]["jupyter_lsp_spec_v1"].values()
    module, _, name = entry.partition(":")
    code = f"from {module} import {name} as found; print(found.is_installed(None), found(None))"
    done = run_without(MODULES["lsp"], code, loudly=loudly)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("False {'meteor-lsp': ")
    assert "pip install 'meteorscope[lsp]'" in done.stdout


def test_a_relation_without_pyarrow_names_the_extra() -> None:
    code = """
from meteor_core import MeteorError
from meteor_widget import CorpusView
class Relation:
    def __arrow_c_stream__(self, requested=None): ...
try:
    CorpusView(Relation(), ["a"])
except MeteorError as error:
    print(error)
"""
    done = run_without(MODULES["arrow"], code)
    assert done.stdout == (
        "reading Relation needs pyarrow, which is not installed; run: "
        "pip install 'meteorscope[arrow]'\n"
    )
