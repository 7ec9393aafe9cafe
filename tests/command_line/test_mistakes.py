"""Mistakes on the command line: each takes one line of ``mistakes.tsv`` and status 2."""

import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from meteor_core.command_line.main import main
from tests.agreement.judged_sentences import JUDGEMENTS, PAIRS
from tests.command_line.conftest import HYPOTHESES, REFERENCES_A, REFERENCES_B, Run, lines
from tests.escaped_tables import read_table

HERE = Path(__file__).parent
MISTAKES = read_table(HERE / "mistakes.tsv")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with all files that the commands name; no command may write to it."""
    folder = tmp_path_factory.mktemp("mistakes")
    for name, segments in (("hyp", HYPOTHESES), ("a", REFERENCES_A), ("b", REFERENCES_B)):
        (folder / name).write_bytes(lines(segments))
    for name, content in read_table(HERE / "mistake_files.tsv"):
        (folder / name).write_text(content, encoding="utf-8")
    (folder / "latin1").write_bytes("eins\ncafé\n".encode("latin-1"))
    (folder / "utf16").write_bytes("eins\n".encode("utf-16"))
    pq.write_table(
        pa.Table.from_pylist([dict.fromkeys(("id", "MT", "a", "b"), "m")]), folder / "x.parquet"
    )
    (folder / "cut.parquet").write_bytes((folder / "x.parquet").read_bytes()[:100])
    shutil.copy(PAIRS, folder / "dev.pairs")
    shutil.copy(JUDGEMENTS, folder / "dev.answers")
    names = {path.name for path in folder.iterdir()}
    yield folder
    assert {path.name for path in folder.iterdir()} == names


@pytest.mark.parametrize(("command", "message"), MISTAKES, ids=[row[0] for row in MISTAKES])
def test_mistake_takes_one_line_and_status_2(
    files: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: str,
    message: str,
) -> None:
    monkeypatch.chdir(files)
    try:
        status: object = main(shlex.split(command))
    except SystemExit as error:  # of the parser
        status = error.code
    printed = capsys.readouterr()
    assert (status, printed.out) == (2, "")
    (line,) = printed.err.splitlines()
    assert line.startswith("meteorscope")
    for part in message.split(" ... "):
        assert part in line


def test_process_reports_a_mistake_like_the_function(run: Run) -> None:
    done = run("score", "hyp", "absent")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"meteorscope: error: absent does not exist\n"
