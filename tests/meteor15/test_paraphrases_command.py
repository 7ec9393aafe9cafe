"""``meteorscope paraphrases`` as a person runs it."""

import gzip
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

Command: TypeAlias = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder like that of METEOR 1.5, with a table of one row."""
    folder = tmp_path / "meteor-1.5"
    (folder / "data").mkdir(parents=True)
    with zipfile.ZipFile(folder / "meteor-1.5.jar", "w") as jar:
        jar.writestr("function/english.words", "the\n")
    (folder / "data/paraphrase-en.gz").write_bytes(gzip.compress(b"0.5\na house\na home\n"))
    return folder


@pytest.fixture
def command(tmp_path: Path) -> Command:
    """Runs ``meteorscope paraphrases`` with a cache of its own."""

    def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "meteorscope", "paraphrases", *arguments],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
            env={**os.environ, "METEORSCOPE_CACHE": str(tmp_path / "cache"), **environment},
        )

    return run


def test_a_table_is_made_listed_and_removed(command: Command, home: Path, tmp_path: Path) -> None:
    built = command("build", "--meteor-home", str(home))
    assert built.returncode == 0
    (notice,) = built.stderr.splitlines()
    assert notice.startswith("meteorscope: compiling the paraphrases, once, into ")
    path, source, facts = built.stdout.splitlines()
    assert notice.endswith(path)
    assert source == f"    made from {home / 'data/paraphrase-en.gz'}"
    assert facts.startswith("    1 paraphrases, 0.")
    assert facts.endswith(" kB, made just now")

    again = command("build", METEOR_HOME=str(home))
    assert (again.stdout, again.stderr) == (built.stdout, "")
    assert command().stdout == command("list").stdout == built.stdout

    removed = command("remove")
    assert removed.stdout.startswith(f"removed {path} (0.")
    assert not (tmp_path / "cache").exists()
    assert command().stdout.startswith(f"no compiled paraphrase tables in {tmp_path / 'cache'};")
    assert command("remove").stdout == ""


def test_ages_are_formatted_in_words(command: Command, home: Path) -> None:
    path = command("build", "--meteor-home", str(home)).stdout.splitlines()[0]
    made = Path(path).stat().st_mtime
    for seconds, age in ((70, "1 minute"), (7300, "2 hours"), (3 * 86400 + 9, "3 days")):
        os.utime(path, (made - seconds, made - seconds))
        assert command().stdout.endswith(f"made {age} ago\n")


def test_a_file_that_cannot_be_used_is_listed_and_removed(command: Command, tmp_path: Path) -> None:
    (tmp_path / "cache").mkdir()
    old = tmp_path / "cache/paraphrase-en-0123-v0.phrases"
    old.write_bytes(b"old")
    assert "cannot be used; 'meteorscope paraphrases remove' removes it" in command().stdout
    command("remove")
    assert not old.exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["build", "--meteor-home", "/nowhere"], "/nowhere"),
        (["build", "-l", "xx"], "xx"),
        (["build", "-l", "de"], "paraphrase-de.gz"),
    ],
)
def test_mistake_is_reported_in_one_line(
    command: Command, home: Path, arguments: list[str], message: str
) -> None:
    done = command(*arguments, METEOR_HOME=str(home))
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith("meteorscope: error: ")
    assert message in line


def test_unwritable_cache_is_reported_in_one_line(command: Command, home: Path) -> None:
    blocked = str(home / "meteor-1.5.jar")
    done = command("build", METEOR_HOME=str(home), METEORSCOPE_CACHE=f"{blocked}/cache")
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith("meteorscope: error: the compiled form of")
    assert "set METEORSCOPE_CACHE to a folder that can be written" in done.stderr
