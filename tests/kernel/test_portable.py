"""The kernel's forms for compilers that are not here."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
COMPILER = os.environ.get("CXX", "c++")


@pytest.mark.skipif(shutil.which(COMPILER) is None, reason="there is no C++ compiler")
def test_portable_integers_compute_what_the_compilers_own_do(tmp_path: Path) -> None:
    """Half a second to compile, a second to run."""
    source = Path(__file__).parent / "portable" / "compare.cpp"
    program = tmp_path / "compare"
    flags = ("-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror", f"-I{ROOT / 'core' / 'kernel'}")
    subprocess.run([COMPILER, *flags, source, "-o", program], check=True)
    compared = subprocess.run([program], capture_output=True, text=True, check=False)
    assert compared.stdout == "equal\n"
