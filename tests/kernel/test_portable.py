"""The kernel's forms for compilers and processors that are not here."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
COMPILER = os.environ.get("CXX", "c++")


@pytest.mark.skipif(shutil.which(COMPILER) is None, reason="there is no C++ compiler")
@pytest.mark.parametrize("name", ["compare", "lists"])
def test_other_forms_compute_the_same(name: str, tmp_path: Path) -> None:
    """Two seconds in all: integers of compilers, and lists of a beam by processors of x86."""
    source = Path(__file__).parent / "portable" / f"{name}.cpp"
    program = tmp_path / name
    flags = ("-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror", f"-I{ROOT / 'core' / 'kernel'}")
    subprocess.run([COMPILER, *flags, source, "-o", program], check=True)
    compared = subprocess.run([program], capture_output=True, text=True, check=False)
    assert compared.stdout == "equal\n"
