"""Runs of METEOR 1.5 whose output is kept in ``program_runs/golden``, and what makes it.

Every run has a folder with all that the program printed and wrote. Where METEOR 1.5 and Java are,

    python -m tests.meteor15.program_cases

makes them anew, by ``java -Xmx2G -jar meteor-1.5.jar`` and the words of each run, in a folder with
a copy of ``program_runs/inputs``.
"""

import gzip
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Final

from meteor_core.meteor15.home import find_home

INPUTS: Final = Path(__file__).parent / "program_runs/inputs"
GOLDEN: Final = Path(__file__).parent / "program_runs/golden"

_ENGLISH: Final = ("en.test", "en.ref", "-l", "en", "-m", "exact stem synonym")
_SGML: Final = ("test.sgm", "ref.sgm", "-sgml", "-norm", "-m", "exact stem synonym")

CASES: Final[dict[str, tuple[str, ...]]] = {
    "scores": (*_ENGLISH, "-norm"),
    "verbose": (*_ENGLISH, "-norm", "-vOut", "-writeAlignments"),
    "statistics": (*_ENGLISH, "-norm", "-noPunct", "-ssOut", "-q"),
    "quiet": (*_ENGLISH, "-lower", "-q"),
    "capitals": (*_ENGLISH, "-noPunct", "-vOut", "-writeAlignments", "-f", "named"),
    "characters": (*_ENGLISH, "-norm", "-ch", "-ssOut", "-writeAlignments"),
    "character-scores": (*_ENGLISH, "-norm", "-ch", "-t", "UTIL"),
    "references": ("en.test", "en.refs", "-r", "2", "-norm", "-m", "exact stem", "-vOut"),
    "parameters": (*_ENGLISH, "-norm", "-p", "0.5 1.4 .6d 1e-1 7", "-x", "3"),
    "weights": ("en.test", "en.ref", "-w", "1 .5", "-m", "stem exact synonym", "-lower"),
    "hter": (*_ENGLISH, "-norm", "-t", "hter"),
    "own-files": (
        *("en.test", "en.ref", "-norm", "-a", "new/paraphrase.gz", "-s", "words"),
        *("-d", "synonyms", "-vOut", "-writeAlignments"),
    ),
    "new-language": ("en.test", "en.ref", "-l", "de", "-norm", "-ch", "-w", "1 1", "-new", "new"),
    "german": ("de.test", "de.ref", "-l", "German", "-norm", "-m", "exact stem", "-vOut"),
    "german-adq": ("de.test", "de.ref", "-l", "de", "-t", "adq", "-norm", "-m", "exact stem"),
    "french": ("fr.test", "fr.ref", "-l", "fr", "-norm", "-m", "exact stem", "-p", "1 1 1 1"),
    "french-words": ("fr.test", "fr.ref", "-l", "fr", "-norm", "-m", "exact stem", "-ch"),
    "russian": ("ru.test", "ru.ref", "-l", "ru", "-norm", "-m", "stem exact", "-writeAlignments"),
    "czech": ("fr.test", "fr.ref", "-l", "cs", "-norm", "-m", "exact", "-ssOut"),
    "swedish": ("de.test", "de.ref", "-l", "se", "-lower"),
    "japanese": ("ja.test", "ja.ref", "-l", "other", "-ch", "-vOut", "-writeAlignments"),
    "not-utf-8": ("latin.test", "latin.ref", "-m", "exact", "-writeAlignments"),
    "sgml": (*_SGML, "-writeAlignments"),
    "sgml-verbose": (*_SGML, "-vOut", "-f", "named", "-q"),
    "sgml-statistics": (*_SGML, "-ssOut", "-ch"),
    "stdio": ("-", "-", "-stdio", "-l", "en", "-norm", "-m", "exact stem synonym"),
    "mira": ("-", "-", "-mira", "-sgml", "-ch", "-w", "1 .5", "-m", "exact stem synonym"),
}
"""The words of the command line by the name of the run, standard input being ``stdio.txt``."""


def copy_inputs(folder: Path) -> None:
    """The files that the runs name, put into a folder."""
    shutil.copytree(INPUTS, folder, dirs_exist_ok=True)
    table = folder / "new/paraphrase"
    table.with_suffix(".gz").write_bytes(gzip.compress(table.read_bytes(), mtime=0))


def contents(folder: Path) -> dict[str, bytes]:
    """What is in the files of a folder, by their names."""
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


def run_jar(words: tuple[str, ...], folder: Path) -> dict[str, bytes]:
    """What the program prints and writes, by name: stdout, stderr, files."""
    before = contents(folder)
    done = subprocess.run(
        ["java", "-Xmx2G", "-Dstdout.encoding=UTF-8", "-jar", str(find_home().jar), *words],
        input=(folder / "stdio.txt").read_bytes(),
        capture_output=True,
        cwd=folder,
        check=True,
    )
    written = {name: data for name, data in contents(folder).items() if name not in before}
    return {"stdout": done.stdout, "stderr": done.stderr, **written}


def make_golden(name: str) -> None:
    """Run the program and keep all that it prints and writes, if anything."""
    with tempfile.TemporaryDirectory() as folder:
        copy_inputs(Path(folder))
        printed = run_jar(CASES[name], Path(folder))
    (GOLDEN / name).mkdir(parents=True, exist_ok=True)
    for file, data in printed.items():
        if data:
            (GOLDEN / name / file).write_bytes(data)


if __name__ == "__main__":
    for case in CASES:
        make_golden(case)
