"""Lines of UTF-8 are counted and read in the kernel: what is UTF-8, Python's decoder says."""

import itertools

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from meteor_core import Meteor
from meteor_core.text.streams import Block
from meteor_core.text.tokenizers import TokenizerName
from meteor_core.text.utf8_lines import Utf8Lines, first_lines

kernel = pytest.importorskip("meteor_core._kernel", reason="there is no kernel")

LEADS = [*range(0xBF, 0xC4), *range(0xDF, 0xE2), 0xEC, 0xED, 0xEE, *range(0xEF, 0xF6), 0xFF]
OTHERS = (0x0A, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0)
EDGES = st.sampled_from(sorted({*LEADS, *OTHERS})).map(lambda byte: bytes([byte]))
PIECES = st.binary(max_size=9) | st.text(max_size=9).map(
    lambda text: text.encode("utf-8", "replace")
)


def line_feeds(data: bytes) -> int | None:
    try:
        return data.decode("utf-8").count("\n")
    except UnicodeDecodeError:
        return None


@given(st.lists(PIECES | EDGES, max_size=12).map(b"".join))
@example(b"")
@example("eight bytes, then an é\n".encode())
@example("cut in two: é".encode()[:-1])
def test_line_feeds_are_counted_where_python_decodes(data: bytes) -> None:
    assert kernel.utf8_line_feeds(data) == line_feeds(data)


def test_every_edge_of_the_table_of_well_formed_sequences() -> None:
    for lead in LEADS:
        for size in (1, 2, 3, 4):
            for rest in itertools.product(OTHERS, repeat=size - 1):
                data = bytes([lead, *rest])
                assert kernel.utf8_line_feeds(data) == line_feeds(data), data


LINES = st.lists(st.text(st.characters(exclude_characters="\n", codec="utf-8"), max_size=40))


def as_lines(lines: list[str]) -> Utf8Lines:
    return Utf8Lines(b"".join(f"{line}\n".encode() for line in lines), len(lines))


@given(LINES, st.sampled_from(["words", "characters", "whitespace"]))
@example(["ascii", "", "Latin é", "Čech – “quoted”", "👩‍👧 𝒜", "ascii again"], "words")
def test_lines_score_as_their_strings_do(lines: list[str], tokenizer: TokenizerName) -> None:
    meteor = Meteor(stages=["exact"], tokenizer=tokenizer)
    reverse = lines[::-1]
    strings = meteor._score_block(Block(hypotheses=lines, references=[lines, reverse]))
    bytes_alone = Block(hypotheses=as_lines(lines), references=[as_lines(lines), as_lines(reverse)])
    assert meteor._score_block(bytes_alone) == strings
    mixed = Block(hypotheses=as_lines(lines), references=[lines, as_lines(reverse)])
    assert meteor._score_block(mixed) == strings


@given(st.lists(PIECES | EDGES, max_size=12).map(b"".join))
def test_lines_that_are_not_utf8_are_refused(data: bytes) -> None:
    data += b"\n"
    lines = Utf8Lines(data, data.count(b"\n"))
    if line_feeds(data) is None:
        with pytest.raises(ValueError, match=r"not UTF-8|utf-8"):
            Meteor()._score_block(Block(hypotheses=lines, references=[lines]))


@given(LINES, st.integers(0, 5))
def test_the_first_lines_end_where_python_cuts(lines: list[str], most: int) -> None:
    data = as_lines(lines).data
    start = len(as_lines(lines[:1]).data)
    expected = start + len(as_lines(lines[1:][:most]).data), len(lines[1:][:most])
    assert kernel.first_lines(data, start, most) == first_lines(data, start, most) == expected


@given(LINES, st.integers(1, 5))
def test_lines_are_a_sequence_of_strings(lines: list[str], most: int) -> None:
    given_lines = as_lines(lines)
    assert list(given_lines) == [given_lines[index] for index in range(len(lines))] == lines
    assert given_lines[1:3] == lines[1:3]
    assert None not in given_lines
    assert all(line in given_lines for line in lines)
    parts = list(as_lines(lines).parts(most))
    assert [line for part in parts for line in part] == lines
    assert all(len(part) <= most for part in parts)
    assert [list(part) for part in as_lines([]).parts(most)] == [[]]
