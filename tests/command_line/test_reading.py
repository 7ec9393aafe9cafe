"""Reading lines in blocks, against the rule of what a line is, taken byte by byte."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from meteor_core import InputError
from meteor_core.text import line_files
from meteor_core.text.line_files import LineReader, count_segments, read_blocks, read_segments

UTF_16_MARKS = (b"\xff\xfe", b"\xfe\xff")
PIECES = [
    *(b"a", b"bc", b"\r", b"\n", b"\r\n", b"\x85", b"\x0b", b"\x00", b"\xef\xbb\xbf"),
    *("ü".encode(), "👩‍👧".encode(), "\u2028".encode(), b"\xc3", b"\xf0\x9f", b"\xff", b"\xfe"),
    b"\xed\xa0\x80",  # half of a surrogate pair
]


def raw_lines(data: bytes) -> list[bytes]:
    """LF, CR LF and CR end a line, nothing else does; what follows the last end is a line."""
    found: list[bytes] = []
    line = b""
    position = 0
    while position < len(data):
        if data[position : position + 1] in (b"\r", b"\n"):
            position += 2 if data[position : position + 2] == b"\r\n" else 1
            found.append(line)
            line = b""
        else:
            line += data[position : position + 1]
            position += 1
    return [*found, line] if line else found


def by_rule(name: str, data: bytes) -> tuple[list[str], str]:
    """The segments of a file up to its first error, and the beginning of that error."""
    if data.startswith(UTF_16_MARKS):
        return [], f"{name} is UTF-16"
    lines = raw_lines(data)
    if lines:
        lines[0] = lines[0].removeprefix(b"\xef\xbb\xbf")
    segments: list[str] = []
    for number, line in enumerate(lines, start=1):
        try:
            segments.append(line.decode("utf-8"))
        except UnicodeDecodeError as error:
            value = line[error.start]
            return segments, f"{name}:{number}: byte {error.start + 1} of the line (0x{value:02x})"
    return segments, ""


def as_read(segments: Iterator[str]) -> tuple[list[str], str]:
    read: list[str] = []
    try:
        read.extend(segments)  # keeps what came before an error
    except InputError as error:
        return read, str(error)
    return read, ""


@given(pieces=st.lists(st.sampled_from(PIECES), max_size=30), block=st.integers(1, 12))
@settings(
    max_examples=400,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],  # each example is a new file
)
def test_blocks_do_not_change_lines_or_errors(
    tmp_path: Path, pieces: list[bytes], block: int
) -> None:
    file = tmp_path / "file"
    data = b"".join(pieces)
    file.write_bytes(data)
    segments, told = by_rule(str(file), data)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(line_files, "_BLOCK", block)
        read, message = as_read(read_segments(str(file)))
        assert read == segments
        assert message.startswith(told)
        assert bool(message) == bool(told)
        if told:
            with pytest.raises(InputError) as caught:
                count_segments(str(file))
            assert str(caught.value) == message
        else:
            assert count_segments(str(file)) == len(segments)


@pytest.mark.parametrize("shift", range(-3, 4))
def test_a_character_across_the_border_of_blocks_is_whole(tmp_path: Path, shift: int) -> None:
    before = "x" * (line_files._BLOCK + shift)
    file = tmp_path / "file"
    file.write_text(f"{before}👩\r\nend", encoding="utf-8", newline="")
    assert list(read_segments(str(file))) == [f"{before}👩", "end"]


@pytest.mark.parametrize("line", [1, 2, 5_000, 40_000])
def test_an_undecodable_byte_is_found_wherever_it_is(tmp_path: Path, line: int) -> None:
    lines = [b"caf\xc3\xa9 ol\xc3\xa9"] * 40_000
    lines[line - 1] = b"caf\xc3\xa9 ol\xe9 "
    file = tmp_path / "file"
    file.write_bytes(b"\n".join(lines))
    read, message = as_read(read_segments(str(file)))
    assert read == ["café olé"] * (line - 1)
    assert message.startswith(f"{file}:{line}: byte 9 of the line (0xe9) is not UTF-8")


def test_a_line_longer_than_blocks_is_one_segment(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"a" * 3_000_000 + b"\nb")
    assert list(map(len, read_segments(str(file)))) == [3_000_000, 1]


@given(
    lines=st.lists(st.text("aü", max_size=5), max_size=20),
    sizes=st.lists(st.integers(0, 9)),
    block=st.integers(1, 12),
)
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_reader_takes_as_many_lines_as_are_asked_for(
    tmp_path: Path, lines: list[str], sizes: list[int], block: int
) -> None:
    file = tmp_path / "file"
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(line_files, "_BLOCK", block)
        reader = LineReader(str(file))
        for size in (*sizes, len(lines), 1):
            taken, lines = lines[:size], lines[size:]
            assert list(reader.take(size)) == taken


def test_stream_yields_available_lines_and_signals_idleness() -> None:
    reading, writing = os.pipe()
    blocks = read_blocks(f"/dev/fd/{reading}")
    os.write(writing, b"one\ntwo\nthr")
    assert list(next(blocks)) == ["one", "two"]
    assert list(next(blocks)) == []
    os.write(writing, b"ee\r")
    assert list(next(blocks)) == []  # an LF may follow
    os.write(writing, b"\nfour")
    assert list(next(blocks)) == ["three"]
    os.close(writing)
    assert [line for block in blocks for line in block] == ["four"]
    os.close(reading)
