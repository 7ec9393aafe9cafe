"""METEOR 1.5 itself, where this machine has it: its files, and Java programs around its classes."""

import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

from meteor_core.meteor15.home import MeteorHome, find_home

DRIVERS = Path(__file__).parent / "drivers"


def installed_home() -> MeteorHome:
    """The home in pycocoevalcap; without it the test is skipped."""
    if find_spec("pycocoevalcap") is None:
        pytest.skip("METEOR 1.5 is not installed (pycocoevalcap)")
    return find_home()


def run_driver(name: str, lines: list[str], folder: Path) -> list[str]:
    """What ``drivers/<name>.java`` prints for some lines; without Java the test is skipped."""
    home = installed_home()
    compiler, java = shutil.which("javac"), shutil.which("java")
    if not compiler or not java:
        pytest.skip("there is no Java development kit")
    source = DRIVERS / f"{name}.java"
    compile_it = [
        compiler,
        "-encoding",
        "UTF-8",
        "-cp",
        str(home.jar),
        "-d",
        str(folder),
        str(source),
    ]
    subprocess.run(compile_it, check=True)
    done = subprocess.run(
        [java, "-Xmx600m", "-cp", f"{home.jar}:{folder}", name],
        input="".join(f"{line}\n" for line in lines).encode(),
        stdout=subprocess.PIPE,
        check=True,
    )
    return done.stdout.decode().split("\n")[:-1]
