"""What releases are made with agrees with itself; `make workflows` looks at the rest."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def test_everything_names_one_version() -> None:
    checked = subprocess.run(
        [sys.executable, ROOT / "scripts" / "release_check.py"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout


def test_another_tag_is_refused() -> None:
    checked = subprocess.run(
        [sys.executable, ROOT / "scripts" / "release_check.py", "v99.0.0"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode != 0
    assert "the tag is v99.0.0" in checked.stdout


def test_wheels_are_made_for_the_pythons_that_the_package_names() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    named = re.findall(r"Python :: 3\.(\d+)", "\n".join(project["project"]["classifiers"]))
    built = re.findall(r"cp3(\d+)-\*", project["tool"]["cibuildwheel"]["build"])
    assert named == built


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_make_what_can_be_made(workflow: Path) -> None:
    text = workflow.read_text(encoding="utf-8")
    targets = set(re.findall(r"run: make PYTHON=python ([\w-]+)", text))
    for parts in re.findall(r"part: \[(.+)\]", text):
        targets |= set(parts.split(", "))
    known = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert targets
    assert targets <= set(known)
