"""Lines of UTF-8 are counted in the kernel: what is UTF-8, Python's decoder says."""

import itertools

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

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
