"""``meteorscope score -o``, and what an interrupt leaves behind: nothing."""

import json
import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.command_line.conftest import HYPOTHESES, Run, lines

# Threads where the compiled kernel is there, processes where it is not or not wanted.
WAYS = [("1", "auto"), ("2", "auto"), ("2", "python")]
ENDS = [
    (signal.SIGINT, 130, b"meteorscope: interrupted\n"),
    (signal.SIGTERM, 143, b"meteorscope: terminated\n"),
    (signal.SIGHUP, 129, b"meteorscope: hung up\n"),
]


@pytest.mark.parametrize(
    ("name", "begins"),
    [("x.json", "{"), ("x.tsv", "segment\t"), ("x.txt", "segment  "), ("x", "segment  ")],
)
def test_extension_determines_the_format(folder: Path, run: Run, name: str, begins: str) -> None:
    done = run("score", "hyp", "a", "--segments", "-o", name)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert (folder / name).read_text(encoding="utf-8").startswith(begins)


def test_the_file_has_what_would_be_printed(folder: Path, run: Run) -> None:
    arguments = ("score", "hyp", "a", "b", "--segments", "--format", "json")
    assert run(*arguments, "-o", "scores").returncode == 0
    assert (folder / "scores").read_bytes() == run(*arguments).stdout


def test_a_missed_threshold_leaves_the_file(folder: Path, run: Run) -> None:
    assert run("score", "hyp", "a", "-o", "x.json", "--fail-under", "0.999").returncode == 1
    assert json.loads((folder / "x.json").read_text())["segment_count"] == len(HYPOTHESES)


def test_error_keeps_the_previous_file(folder: Path, run: Run) -> None:
    (folder / "x.tsv").write_text("old")
    before = sorted(path.name for path in folder.iterdir())
    stdin = b"a\tb\n" * 5_000 + b"a\n"
    done = run("score", "--tab-separated", "-", "--segments", "-o", "x.tsv", stdin=stdin)
    assert done.returncode == 2
    assert sorted(path.name for path in folder.iterdir()) == before
    assert (folder / "x.tsv").read_text() == "old"


def test_a_link_stays_a_link_and_a_pipe_a_pipe(folder: Path, run: Run) -> None:
    (folder / "target").write_text("old")
    (folder / "link.tsv").symlink_to("target")
    assert run("score", "hyp", "a", "-o", "link.tsv").returncode == 0
    assert (folder / "link.tsv").is_symlink()
    assert (folder / "target").read_text().startswith("signature\t")
    os.mkfifo(folder / "pipe.tsv")
    with subprocess.Popen(["cat", "pipe.tsv"], cwd=folder, stdout=subprocess.PIPE) as reader:
        assert run("score", "hyp", "a", "-o", "pipe.tsv").returncode == 0
        assert reader.communicate(timeout=60)[0] == (folder / "target").read_bytes()
    assert stat.S_ISFIFO((folder / "pipe.tsv").stat().st_mode)


@pytest.mark.parametrize("name", ["x.tsv", "x.json.gz"])
def test_permissions_are_kept(folder: Path, run: Run, name: str) -> None:
    assert run("score", "hyp", "a", "-o", name).returncode == 0
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE((folder / name).stat().st_mode) == 0o666 & ~mask
    (folder / name).chmod(0o600)
    assert run("score", "hyp", "a", "-o", name).returncode == 0
    assert stat.S_IMODE((folder / name).stat().st_mode) == 0o600


@contextmanager
def started(folder: Path, *arguments: str, **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process in a group of its own, as a shell starts it, with a stream that does not end."""
    with subprocess.Popen(
        [sys.executable, "-m", "meteorscope", "score", "--tab-separated", "-", *arguments],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **environment},
        start_new_session=True,
    ) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


def feed(process: subprocess.Popen[bytes], pairs: int) -> None:
    assert process.stdin is not None
    process.stdin.write(lines(["a cat sat on the mat\tthe cat was on a mat"] * pairs))
    process.stdin.flush()


def wait_for(true: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
    while not true():
        assert process.poll() is None
        time.sleep(0.01)


def unfinished_size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.glob(".x.tsv.*"))


def group_is_gone(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


def end(process: subprocess.Popen[bytes], number: signal.Signals, *, group: bool) -> bytes:
    """Send a signal, and return what the process says on standard error."""
    (os.killpg if group else os.kill)(process.pid, number)
    assert process.stderr is not None
    told = process.stderr.read()  # ends when no process has it open any more
    process.wait(60)
    return told


@pytest.mark.parametrize("ending", ENDS, ids=lambda ending: ending[0].name)
@pytest.mark.parametrize("way", WAYS, ids="-".join)
@pytest.mark.parametrize("group", [True, False], ids=["group", "process"])
def test_a_signal_ends_a_run_and_leaves_nothing(
    folder: Path,
    ending: tuple[signal.Signals, int, bytes],
    way: tuple[str, str],
    group: bool,  # noqa: FBT001  # whether all processes get the signal, as from a terminal
) -> None:
    number, status, told = ending
    jobs, implementation = way
    before = sorted(path.name for path in folder.iterdir())
    arguments = ("--segments", "-o", "x.tsv", "--jobs", jobs)
    with started(folder, *arguments, METEOR_IMPLEMENTATION=implementation) as process:
        feed(process, 1_000)
        wait_for(lambda: unfinished_size(folder) > 10_000, process)
        assert end(process, number, group=group) == told
        assert process.returncode == status
        assert group_is_gone(process.pid)
    assert sorted(path.name for path in folder.iterdir()) == before


def test_processes_end_with_a_run_that_is_killed(folder: Path) -> None:
    arguments = ("--segments", "-o", "x.tsv", "--jobs", "2")
    with started(folder, *arguments, METEOR_IMPLEMENTATION="python") as process:
        feed(process, 1_000)
        wait_for(lambda: unfinished_size(folder) > 10_000, process)
        assert end(process, signal.SIGKILL, group=False) == b""  # nobody is left who could write


@pytest.mark.parametrize(("jobs", "implementation"), WAYS)
def test_an_interrupt_in_the_middle_of_work_leaves_whole_rows(
    folder: Path, jobs: str, implementation: str
) -> None:
    (folder / "long").write_bytes(lines(["a cat\tthe cat sat on a mat with a cat"] * 1_000_000))
    arguments = ("--segments", "--format", "tsv", "--jobs", jobs)
    with (folder / "rows").open("wb") as rows, subprocess.Popen(
        [sys.executable, "-m", "meteorscope", "score", "--tab-separated", "long", *arguments],
        cwd=folder,
        stdout=rows,
        stderr=subprocess.PIPE,
        env={**os.environ, "METEOR_IMPLEMENTATION": implementation},
        start_new_session=True,
    ) as process:  # fmt: skip
        wait_for(lambda: (folder / "rows").stat().st_size > 200_000, process)
        assert end(process, signal.SIGINT, group=True) == b"meteorscope: interrupted\n"
        assert process.returncode == 130
        assert group_is_gone(process.pid)
    written = (folder / "rows").read_bytes().split(b"\n")
    assert written.pop() == b""
    assert len(written) < 1_000_000
    columns = len(written[0].split(b"\t"))
    for number, row in enumerate(written[1:], start=1):
        assert row.startswith(b"%d\t" % number)
        assert len(row.split(b"\t")) == columns


def test_ignored_hang_up_does_not_end_the_run(folder: Path) -> None:
    """As under ``nohup``."""
    with subprocess.Popen(
        ["sh", "-c", f"trap '' HUP; exec {sys.executable} -m meteorscope score --tab-separated -"],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        feed(process, 2)
        time.sleep(1)
        process.send_signal(signal.SIGHUP)
        output, _ = process.communicate(timeout=60)
        assert process.returncode == 0
        assert output.startswith(b"METEOR ")
