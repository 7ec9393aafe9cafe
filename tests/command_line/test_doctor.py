"""``meteorscope doctor``: true of this installation, and nothing private in it."""

import json
import os
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from meteor_core.version import VERSION
from tests.test_extras import run_without


def doctor(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "meteorscope", "doctor", *arguments],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    """A cache with two files of ours, and two of others."""
    folder = tmp_path / "Müller & Co"
    (folder / "reports").mkdir(parents=True)
    for name in (
        "paraphrase-de-0123456789abcdef-v1.phrases",
        "notes.txt",
        "reports/news-0a1b2c3d.html",
        "reports/diary.html",
    ):
        (folder / name).write_bytes(bytes(1000))
    return folder


def test_diagnosis_agrees_with_the_interpreter(cache: Path) -> None:
    found = json.loads(doctor("--format", "json", METEORSCOPE_CACHE=str(cache)).stdout)
    assert found["version"] == VERSION == metadata.version("meteorscope")
    assert found["required"]["nltk"] == metadata.version("nltk")
    lsp = next(extra for extra in found["extras"] if extra["name"] == "lsp")
    assert lsp["installed"]["pygls"] == metadata.version("pygls")
    assert lsp["missing"] == []
    assert (found["cache"]["files"], found["cache"]["size"]) == (2, 2000)


def test_no_folder_is_named(cache: Path) -> None:
    """But for those that --paths asks for."""
    home = {"METEORSCOPE_CACHE": str(cache), "METEOR_HOME": str(cache / "meteor")}
    for arguments in ((), ("--format", "json")):
        told = doctor(*arguments, **home)
        assert told.returncode == 0, told.stderr
        assert "/" not in told.stdout
        assert "ller" not in told.stdout
    assert str(cache) in doctor("--paths", **home).stdout


def test_remove_cache_removes_own_files_only(cache: Path) -> None:
    told = doctor("--remove-cache", METEORSCOPE_CACHE=str(cache))
    assert "removed news-0a1b2c3d.html" in told.stdout
    assert "empty" in told.stdout
    left = sorted(str(path.relative_to(cache)) for path in cache.rglob("*.*"))
    assert left == ["notes.txt", "reports/diary.html"]


def test_missing_packages_are_named_with_their_remedy() -> None:
    hidden = (
        "import importlib.metadata as m; old = m.version\n"
        "def version(name):\n"
        "    if name == 'pyarrow': raise m.PackageNotFoundError(name)\n"
        "    return old(name)\n"
        "m.version = version\n"
        "from meteor_core.command_line.main import main; main(['doctor'])"
    )
    told = run_without(("pycocoevalcap",), hidden)
    assert told.returncode == 0, told.stderr
    assert "pyarrow missing; pip install 'meteorscope[arrow]'" in told.stdout
    assert "METEOR 1.5  METEOR 1.5 is not here; " in told.stdout


def test_unavailable_implementation_is_reported() -> None:
    told = doctor(METEOR_IMPLEMENTATION="fast")
    assert told.returncode == 0
    assert "implementation: none, because METEOR_IMPLEMENTATION is 'fast'" in told.stdout
