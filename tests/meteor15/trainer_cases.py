"""Runs of METEOR 1.5's Trainer whose output is kept in ``trainer_runs/golden``; what makes it.

Texts, ratings and judgements in ``trainer_runs/inputs`` are our own. Where METEOR 1.5 and Java are,

    python -m tests.meteor15.trainer_cases

makes the output anew, by ``java -cp meteor-1.5.jar Trainer`` and the words of each run, in a folder
with a copy of the inputs, with the paraphrases of ``small_home.py``.
"""

import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Final

import pytest

from tests.meteor15.small_home import make_small_home

INPUTS: Final = Path(__file__).parent / "trainer_runs/inputs"
GOLDEN: Final = Path(__file__).parent / "trainer_runs/golden"

_FIRST: Final = ("-i", "0.5 0.2 0.4 0.6 1 0.2 0 0.4")
_LAST: Final = ("-f", "0.9 0.6 0.6 0.9 1 0.6 0 0.6")
_STEPS: Final = ("-s", ".2 .2 .1 .15 1 .4 .5 .2")
_GRID: Final = (*_FIRST, *_LAST, *_STEPS)
_FEW: Final = ("-i", ".5 .2 .4 .6 1", "-f", ".9 .6 .6 .9 1 1", "-s", ".4 .2 .1 .15 1 1 1 1")
_PADDED: Final = ("-f", "1 2 1", "-i", "0 0 0 0", "-s", "1e-0 1 .5d 1 1 1 1 1")
_STRANGE: Final = (
    *("-i", "-.5 -1 -.3 -.004 -1 -1", "-f", "1.5 1 1.7 1 -1"),
    *("-s", ".375 .666 1 .5 1 .5 1 1", "-noNorm", "-l", "xx"),
)

CASES: Final[dict[str, tuple[str, ...]]] = {
    "rank": ("rank", "judged", *_GRID),
    "rank-epsilon": ("rank", "judged", *_FEW, "-e", "0.05"),
    "rank-ties-kept": ("rank", "judged", *_FEW, "-e", "-1e-9"),
    "rank-takes-no-notice": (
        *("rank", "judged", *_FEW, "-l", "de", "-a", "no-file"),
        *("-ch", "-noNorm", "-multi"),
    ),
    "rank-padded": ("rank", "judged", *_PADDED),
    "segcor": ("segcor", "rated", *_GRID),
    "segcor-characters": ("segcor", "rated", *_FEW, "-ch"),
    "segcor-tokens": ("segcor", "rated", *_FEW, "-noNorm"),
    "segcor-other": ("segcor", "rated", *_FEW, "-multi", "-l", "other"),
    "segcor-swedish": ("segcor", "rated", *_FEW, "-noNorm", "-l", "se"),
    "segcor-strange": ("segcor", "rated", *_STRANGE),
    "spearman": ("spearman", "rated", *_GRID),
    "spearman-characters": ("spearman", "rated", *_FEW, "-ch", "-l", "english"),
    "spearman-padded": ("spearman", "rated", *_PADDED),
    "spearman-strange": ("spearman", "rated", *_STRANGE),
}
"""The words after ``Trainer`` by the name of the run."""


def copy_inputs(folder: Path) -> None:
    """The folders that the runs name, put into a folder."""
    shutil.copytree(INPUTS, folder, dirs_exist_ok=True)


def run_jar(words: tuple[str, ...], home: Path, folder: Path) -> dict[str, bytes]:
    """What the program's Trainer prints, by stream."""
    jar = home / "meteor-1.5.jar"
    done = subprocess.run(
        ["java", "-Xmx1G", "-Dstdout.encoding=UTF-8", "-cp", str(jar), "Trainer", *words],
        capture_output=True,
        cwd=folder,
        check=True,
    )
    return {"stdout": done.stdout, "stderr": with_any_order(done.stderr, home)}


def with_any_order(messages: bytes, home: Path) -> bytes:
    """Messages without the place of the home and the order in which a folder lists its files."""
    lines = messages.replace(str(home).encode(), b"HOME").splitlines(keepends=True)
    return b"".join(sorted(lines))


def make_golden() -> None:
    """Run the program and keep what it prints."""
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as folder:
        home = make_small_home(Path(folder), patch)
        copy_inputs(Path(folder, "files"))
        for name, words in CASES.items():
            (GOLDEN / name).mkdir(parents=True, exist_ok=True)
            for stream, data in run_jar(words, home, Path(folder, "files")).items():
                (GOLDEN / name / stream).write_bytes(data)


if __name__ == "__main__":
    make_golden()
