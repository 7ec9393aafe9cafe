"""``meteorscope score`` on streams: rows while lines come, one stream of pairs, and errors."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import pytest

from meteor_core import Meteor
from tests.command_line.conftest import HYPOTHESES, REFERENCES_A, REFERENCES_B, Run, lines

# Threads where the compiled kernel is there, processes where it is not or not wanted.
WAYS = [("1", "auto"), ("2", "auto"), ("2", "python")]
COMMAND = [sys.executable, "-m", "meteorscope", "score"]


@contextmanager
def started(folder: Path, *arguments: str, **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(
        [*COMMAND, *arguments],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **environment},
    ) as process:
        yield process


def pipe(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None
    return stream


def pairs(*columns: list[str]) -> bytes:
    return lines(["\t".join(row) for row in zip(*columns, strict=True)])


@pytest.mark.parametrize(("jobs", "implementation"), WAYS)
def test_a_row_comes_before_the_next_line_is_fed(
    folder: Path, jobs: str, implementation: str
) -> None:
    arguments = ("-", "a", "--segments", "--format", "tsv", "--jobs", jobs)
    with started(folder, *arguments, METEOR_IMPLEMENTATION=implementation) as process:
        results = Meteor().segments(HYPOTHESES, [REFERENCES_A])
        for number, (line, result) in enumerate(zip(HYPOTHESES, results, strict=True), start=1):
            pipe(process.stdin).write(lines([line]))
            pipe(process.stdin).flush()
            if number == 1:
                assert pipe(process.stdout).readline().startswith(b"segment\t")
            row = pipe(process.stdout).readline()
            assert row.startswith(f"{number}\t{result.score!r}\t".encode())
        pipe(process.stdin).close()
        assert process.wait(60) == 0
        assert pipe(process.stdout).read() == b""


def test_a_reference_can_be_the_stream(folder: Path) -> None:
    with started(folder, "hyp", "-", "b", "--segments") as process:
        pipe(process.stdin).write(lines(REFERENCES_A[:2]))
        pipe(process.stdin).flush()
        header, first, second = (pipe(process.stdout).readline() for _ in range(3))
        assert header.startswith(b"segment")
        assert (first[:8], second[:8]) == (b"      1 ", b"      2 ")
        pipe(process.stdin).write(lines(REFERENCES_A[2:]))
        pipe(process.stdin).close()
        assert len(pipe(process.stdout).readlines()) == 3 + 3


def test_two_streams_are_read_side_by_side(folder: Path, run: Run) -> None:
    os.mkfifo(folder / "pipe")
    many = 5_000  # more than a pipe holds
    (folder / "long.hyp").write_bytes(lines(HYPOTHESES * many))
    (folder / "long.ref").write_bytes(lines(REFERENCES_A * many))
    feed = threading.Thread(
        target=(folder / "pipe").write_bytes, args=((folder / "long.ref").read_bytes(),)
    )
    feed.start()
    done = run("score", "-", "pipe", "--tokenize", "whitespace", "--stages", "exact",
               stdin=(folder / "long.hyp").read_bytes())  # fmt: skip
    feed.join()
    assert (
        done.stdout
        == run(
            "score", "long.hyp", "long.ref", "--tokenize", "whitespace", "--stages", "exact"
        ).stdout
    )


@pytest.mark.parametrize("form", ["text", "json", "tsv"])
@pytest.mark.parametrize("name", ["-", "pairs"])
def test_pairs_on_one_stream_score_as_two_files_do(
    folder: Path, run: Run, form: str, name: str
) -> None:
    table = pairs(HYPOTHESES, REFERENCES_A, REFERENCES_B)
    (folder / "pairs").write_bytes(table)
    shown = ("--segments", "--format", form)
    done = run("score", "--tab-separated", name, *shown, stdin=table)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == run("score", "hyp", "a", "b", *shown).stdout


@pytest.mark.parametrize("implementation", ["auto", "python"])
def test_lines_of_a_table_may_have_different_numbers_of_references(
    run: Run, implementation: str
) -> None:
    table = b"the cat\ta dog\r\na b\tx\ta b\ty\r\nc d\t\tc d\r\n"
    shown = ("--segments", "--format", "json")
    done = run(
        *("score", "--tab-separated", "-", *shown),
        stdin=table,
        METEOR_IMPLEMENTATION=implementation,
    )
    found = json.loads(done.stdout)
    assert [row["reference"] for row in found["segments"]] == [0, 1, 1]
    assert [row["score"] for row in found["segments"]] == [0, 1, 1]
    assert found["signature"].startswith("METEOR|nrefs:var|")
    text = run("score", "--tab-separated", "-", "--segments", stdin=table).stdout.splitlines()
    assert [row.rpartition(b"  ")[2] for row in text[1:4]] == [
        b"reference 1",
        b"reference 2",
        b"reference 2",
    ]


@pytest.mark.parametrize(("jobs", "implementation"), WAYS)
def test_pairs_are_scored_as_they_come(folder: Path, jobs: str, implementation: str) -> None:
    arguments = ("-", "--tab-separated", "--segments", "--jobs", jobs)
    with started(folder, *arguments, METEOR_IMPLEMENTATION=implementation) as process:
        for number in range(1, 4):
            pipe(process.stdin).write(b"a cat sat\tthe cat sat\n")
            pipe(process.stdin).flush()
            if number == 1:
                pipe(process.stdout).readline()
            assert pipe(process.stdout).readline().startswith(f"{number:7} ".encode())
        pipe(process.stdin).close()
        assert process.wait(60) == 0


@pytest.mark.parametrize(
    ("end", "mark"),
    [("\r\n", b""), ("\r", b""), ("\n", b"\xef\xbb\xbf"), ("\r\n", b"\xef\xbb\xbf")],
)
def test_line_ends_and_marks_of_a_table_do_not_matter(run: Run, end: str, mark: bytes) -> None:
    rows = ["\t".join(row) for row in zip(HYPOTHESES, REFERENCES_A, strict=True)]
    expected = run("score", "hyp", "a", "--segments").stdout
    stdin = mark + lines(rows, end)
    assert run("score", "--tab-separated", "-", "--segments", stdin=stdin).stdout == expected


def test_other_separators_do_not_end_a_line_of_a_table(run: Run) -> None:
    stdin = "a\u2028b\x85c\x0bd\ta\u2028b\x85c\x0bd\n\t\n".encode()
    rows = run("score", "--tab-separated", "-", "--segments", stdin=stdin).stdout.splitlines()
    assert [row.split()[0] for row in rows[1:3]] == [b"1", b"2"]
    assert len(rows) == 1 + 2 + 3


@pytest.mark.parametrize(
    ("stdin", "told"),
    [
        (b"", "standard input is empty: there is no segment to score"),
        (b"a b\n", "standard input:1: there is no tab"),
        (b"\n", "standard input:1: there is no tab"),
        (b"a\tb\na\n", "standard input:2: there is no tab"),
        (b"a\tb\na\tb\tc\n\n", "standard input:3: there is no tab"),
        (b"a\tb\n\xe9\tb\n", "standard input:2: byte 1 of the line (0xe9) is not UTF-8"),
        ("a\tb\n".encode("utf-16"), "standard input is UTF-16"),
    ],
)
def test_invalid_line_of_a_table_is_named(run: Run, stdin: bytes, told: str) -> None:
    done = run("score", "--tab-separated", "-", stdin=stdin)
    assert done.returncode == 2
    (line,) = done.stderr.decode().splitlines()
    assert line.startswith(f"meteorscope: error: {told}")


@pytest.mark.parametrize(
    "arguments",
    [["hyp", "--segments", "a"], ["--segments", "hyp", "a"], ["hyp", "a", "--segments"]],
)
def test_options_may_precede_or_follow_files(run: Run, arguments: list[str]) -> None:
    assert run("score", *arguments).stdout == run("score", "hyp", "a", "--segments").stdout


@pytest.mark.parametrize(
    "arguments", [["--tab-separated", "-"], ["-", "--tab-separated"], ["-", "-v", "nltk"]]
)
def test_table_may_precede_its_option(run: Run, arguments: list[str]) -> None:
    done = run("score", *arguments, stdin=b"a\tb\n")
    assert done.returncode == (0 if "--tab-separated" in arguments else 2)
    assert (b"required: REF" in done.stderr) == (done.returncode == 2)


def test_a_table_has_its_references_and_no_others(run: Run) -> None:
    done = run("score", "--tab-separated", "hyp", "a")
    assert done.returncode == 2
    assert b"there is one file, which has the references too; a is one too many" in done.stderr


@pytest.mark.parametrize(("jobs", "implementation"), WAYS)
@pytest.mark.parametrize(
    ("bad", "told"),
    [
        (b"caf\xe9\tb", b"standard input:5000: byte 4 of the line (0xe9) is not UTF-8"),
        (b"no tab", b"standard input:5000: there is no tab"),
    ],
)
def test_rows_before_an_error_are_written(
    run: Run, jobs: str, implementation: str, bad: bytes, told: bytes
) -> None:
    stdin = b"a b\ta c\n" * 4_999 + bad + b"\n" + b"a b\ta c\n" * 3_000
    arguments = ("--tab-separated", "-", "--segments", "--format", "tsv", "--jobs", jobs)
    done = run("score", *arguments, stdin=stdin, METEOR_IMPLEMENTATION=implementation)
    assert done.returncode == 2
    rows = done.stdout.splitlines()
    assert len(rows) == 1 + 4_999
    assert rows[-1].startswith(b"4999\t")
    (line,) = done.stderr.splitlines()
    assert line.startswith(b"meteorscope: error: " + told)


def test_invalid_file_is_rejected_before_any_output(folder: Path, run: Run) -> None:
    (folder / "bad").write_bytes(b"a\n" * 4_999 + b"caf\xe9\n" + b"a\n" * 3_000)
    (folder / "good").write_bytes(b"a\n" * 8_000)
    done = run("score", "good", "bad", "--segments")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"bad:5000: byte 4 of the line (0xe9) is not UTF-8" in done.stderr


@pytest.mark.parametrize(
    ("files", "stdin", "told"),
    [
        (
            ["-", "a"],
            HYPOTHESES[:2],
            "standard input ended after 2 segments, but a goes on: line 3",
        ),
        (["-", "a"], [*HYPOTHESES, "x"], "a ended after 5 segments, but standard input goes on"),
        (["hyp", "-"], REFERENCES_A[:4], "standard input ended after 4 segments, but hyp goes on"),
        (["hyp", "a", "-"], [], "standard input ended after 0 segments, but hyp goes on: line 1"),
    ],
)
def test_streams_of_unequal_length_are_rejected(
    run: Run, files: list[str], stdin: list[str], told: str
) -> None:
    done = run("score", *files, stdin=lines(stdin))
    assert done.returncode == 2
    (line,) = done.stderr.decode().splitlines()
    assert line.startswith(f"meteorscope: error: {told}")


@pytest.mark.parametrize("form", ["text", "json", "tsv"])
def test_all_numbers_of_jobs_print_the_same(folder: Path, run: Run, form: str) -> None:
    (folder / "long.hyp").write_bytes(lines(HYPOTHESES * 700))
    (folder / "long.a").write_bytes(lines(REFERENCES_A * 700))
    (folder / "long.b").write_bytes(lines(REFERENCES_B * 700))
    arguments = ("score", "long.hyp", "long.a", "long.b", "--segments", "--format", form)
    expected: Any = None
    for jobs, implementation in [*WAYS, ("0", "auto"), ("3", "auto")]:
        done = run(*arguments, "--jobs", jobs, METEOR_IMPLEMENTATION=implementation)
        assert (done.returncode, done.stderr) == (0, b"")
        expected = expected or done.stdout
        assert done.stdout == expected
