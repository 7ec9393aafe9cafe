"""Compressed files: read by what they hold, written by their names."""

import gzip
import io
import json
import lzma
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

from meteor_core.command_line.meteor15.lines import count_lines, file_lines
from meteor_core.errors import InputError
from meteor_core.text.compressed import compressing, uncompressed
from meteor_core.text.line_files import read_segments
from tests.command_line.conftest import HYPOTHESES, REFERENCES_A, Run, lines

Compress = Callable[[bytes], bytes]

COMPRESSED: dict[str, Compress] = {
    "gz": gzip.compress,
    "xz": lzma.compress,
    "zst": zstandard.ZstdCompressor().compress,
}
UNCOMPRESSED: dict[str, Compress] = {
    "gz": gzip.decompress,
    "xz": lzma.decompress,
    "zst": lambda data: zstandard.ZstdDecompressor().stream_reader(io.BytesIO(data)).read(),
}
SKIPPED = b"\x53\x2a\x4d\x18\x03\x00\x00\x00abc"
"""A frame of Zstandard that readers skip, as pzstd writes one before each other."""


def content(data: bytes) -> bytes:
    return uncompressed("x", io.BufferedReader(io.BytesIO(data))).read()


@pytest.mark.parametrize("kind", COMPRESSED)
def test_parts_that_follow_each_other_are_one_file(kind: str) -> None:
    texts = [b"one\ntwo\n", b"", b"three\n" * 100_000, bytes(range(256)) * 5_000]
    parts = [COMPRESSED[kind](text) for text in texts]
    assert content(b"".join(parts)) == b"".join(texts)


def test_skippable_frames_are_skipped() -> None:
    compress = COMPRESSED["zst"]
    data = SKIPPED + compress(b"one") + SKIPPED + compress(b"two") + SKIPPED
    assert content(data) == b"onetwo"
    assert content(COMPRESSED["gz"](b"one") + bytes(100)) == b"one"
    assert content(COMPRESSED["xz"](b"one") + bytes(100)) == b"one"


@pytest.mark.parametrize("kind", COMPRESSED)
def test_truncated_or_damaged_file_is_rejected(kind: str) -> None:
    whole = COMPRESSED[kind](b"some words\nand more\n" * 5)
    for end in range(8, len(whole)):
        with pytest.raises(InputError, match=r"^x cannot be uncompressed: "):
            content(whole[:end])
    with pytest.raises(InputError, match="something else follows the compressed content"):
        content(whole + b"and so on")


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux tells")
@pytest.mark.parametrize("kind", COMPRESSED)
def test_highly_compressed_file_is_read_in_blocks(kind: str) -> None:
    step = zstandard.ZstdCompressor(write_content_size=False) if kind == "zst" else None
    zeros = bytes(1 << 27)
    data = step.compress(zeros) if step else COMPRESSED[kind](zeros)
    code = (
        "import sys\n"
        "from meteor_core.text.compressed import uncompressed\n"
        "file = uncompressed('x', sys.stdin.buffer)\n"
        "count = 0\n"
        "while some := file.read1(1 << 16): count += len(some)\n"
        "most = next(line for line in open('/proc/self/status') if line.startswith('VmHWM'))\n"
        "print(count, most.split()[1])"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, input=data, capture_output=True, timeout=120, check=True)
    count, kilobytes = map(int, done.stdout.split())
    assert count == 1 << 27
    assert kilobytes < 100_000


@pytest.mark.parametrize("kind", COMPRESSED)
def test_files_and_streams_are_read_as_if_they_were_not_compressed(
    folder: Path, run: Run, kind: str
) -> None:
    plain = run("score", "hyp", "a", "--segments").stdout
    (folder / "hyp").write_bytes(COMPRESSED[kind](lines(HYPOTHESES)))  # whatever its name
    (folder / f"a.{kind}").write_bytes(COMPRESSED[kind](lines(REFERENCES_A)))
    assert run("score", "hyp", f"a.{kind}", "--segments").stdout == plain
    stdin = COMPRESSED[kind](lines(HYPOTHESES))
    assert run("score", "-", f"a.{kind}", "--segments", stdin=stdin).stdout == plain


def test_the_command_of_meteor_1_5_reads_compressed_files(folder: Path) -> None:
    (folder / "x.gz").write_bytes(COMPRESSED["gz"](b"one\r\ntwo\xff\r\nthree"))
    name = str(folder / "x.gz")
    assert list(file_lines(name)) == ["one", "two\ufffd", "three"]
    assert count_lines(name) == 3
    (folder / "x.gz").write_bytes(COMPRESSED["gz"](b"one\ntwo\n")[:-9])
    with pytest.raises(InputError, match="cannot be uncompressed"):
        list(file_lines(name))


def test_a_damaged_file_is_named(folder: Path, run: Run) -> None:
    (folder / "hyp").write_bytes(COMPRESSED["gz"](lines(HYPOTHESES))[:-9])
    done = run("score", "hyp", "a")
    assert done.returncode == 2
    assert done.stderr == b"meteorscope: error: hyp cannot be uncompressed: it ends too early\n"


def test_who_holds_all_lines_need_not_uncompress(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(COMPRESSED["gz"](bytes(1 << 20)))
    with pytest.raises(InputError, match=r"x:1: byte 2 of the line \(0x8b\) is not UTF-8"):
        list(read_segments(str(tmp_path / "x"), is_binary=True))


def test_line_numbers_refer_to_uncompressed_content(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(COMPRESSED["xz"](b"a\n" * 300_000 + b"\xff\n"))
    with pytest.raises(InputError, match=r"x:300001: byte 1 of the line \(0xff\) is not UTF-8"):
        list(read_segments(str(tmp_path / "x")))


@pytest.mark.parametrize("kind", UNCOMPRESSED)
@pytest.mark.parametrize(
    ("command", "form"), [("score", "json"), ("align", "html"), ("compare-search", "tsv")]
)
def test_compressed_output_equals_printed_output(
    folder: Path, run: Run, command: str, form: str, kind: str
) -> None:
    name = f"x.{form}.{kind}"
    assert run(command, "hyp", "a", "-o", name).returncode == 0
    written = UNCOMPRESSED[kind]((folder / name).read_bytes())
    assert written == run(command, "hyp", "a", "--format", form).stdout
    assert sorted(path.name for path in folder.iterdir()) == ["a", "b", "hyp", name]


def test_ratings_are_read_compressed(folder: Path, run: Run) -> None:
    table = b"system,segment,rating,hypothesis,reference\n" + b"".join(
        b"%c,%d,%d,%s,the cat\n" % (system, segment, rating, text)
        for segment in range(1, 4)
        for system, rating, text in ((b"A", 1, b"a dog"), (b"B", 2, b"the cat"))
    )
    (folder / "r.csv").write_bytes(table)
    (folder / "r.csv.zst").write_bytes(COMPRESSED["zst"](table))
    arguments = ("--others", "none", "--samples", "10", "--format", "json")
    plain, read = (run("agree", name, *arguments) for name in ("r.csv", "r.csv.zst"))
    assert plain.returncode == read.returncode == 0
    assert json.loads(plain.stdout) == json.loads(read.stdout)


@pytest.mark.parametrize("kind", UNCOMPRESSED)
def test_writing_leaves_no_trace_of_name_and_time(kind: str) -> None:
    def written() -> bytes:
        file = io.BytesIO()
        with compressing(f"x.{kind}", file) as inner:
            inner.write(b"text")
        return file.getvalue()

    assert written() == written()
    assert UNCOMPRESSED[kind](written()) == b"text"
