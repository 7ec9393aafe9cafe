"""Columns in the three encodings, against Python's own codecs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

from meteor_lsp.documents.positions import Encoding, encoding_of
from tests.lsp.plain_text import column_of, units_of

TEXTS = st.text(alphabet=st.characters(), max_size=30)  # lone surrogates included


@given(TEXTS, st.sampled_from(Encoding))
def test_every_column_goes_there_and_back(text: str, encoding: Encoding) -> None:
    character = 0
    for column in range(len(text) + 1):
        assert encoding.to_client(text, column) == character
        assert encoding.from_client(text, character) == column
        if column < len(text):
            character += units_of(text[column], encoding)


@given(TEXTS, st.integers(0, 130), st.sampled_from(Encoding))
def test_any_column_is_that_of_the_character_it_is_in(
    text: str, character: int, encoding: Encoding
) -> None:
    assert encoding.from_client(text, character) == column_of(text, character, encoding)


@given(TEXTS, st.sampled_from(Encoding))
def test_a_column_past_the_end_is_the_end(text: str, encoding: Encoding) -> None:
    assert encoding.from_client(text, encoding.units(text) + 7) == len(text)


@pytest.mark.parametrize(
    ("encoding", "inside"),
    [(Encoding.UTF8, 2), (Encoding.UTF8, 4), (Encoding.UTF16, 2)],
)
def test_a_column_inside_a_character_is_before_it(encoding: Encoding, inside: int) -> None:
    assert encoding.from_client("a👍b", inside) == 1


@pytest.mark.parametrize(
    ("kind", "encoding"),
    [
        (None, Encoding.UTF16),  # the protocol's default
        (types.PositionEncodingKind.Utf8, Encoding.UTF8),
        ("utf-32", Encoding.UTF32),
    ],
)
def test_encodings_by_the_protocols_names(
    kind: types.PositionEncodingKind | str | None, encoding: Encoding
) -> None:
    assert encoding_of(kind) is encoding
