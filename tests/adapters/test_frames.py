"""Results as dictionaries, frames of pandas' and tables of Arrow's: the numbers of ``batch``."""

import math
from functools import partial
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from meteor_core import InputTypeError, Meteor
from meteor_core.show.alignment_format import corpus_json
from tests.adapters.conftest import Texts

METEOR = Meteor()


def test_a_batch_is_the_same_in_every_shape(texts: Texts) -> None:
    batch = METEOR.batch(texts.hypotheses, [texts.one, texts.other])
    columns, table, frame = batch.to_dict(), batch.to_arrow(), batch.to_pandas()
    assert columns["score"] == list(batch.score)
    assert columns["reference"] == list(batch.reference)
    assert columns["matches_stem"] == list(batch.matches_by_stage[1])
    assert table.to_pydict() == columns
    assert frame.to_dict("list") == columns
    assert table.schema.metadata[b"signature"].decode() == str(batch.signature)
    assert frame.attrs["signature"] == str(batch.signature)
    assert sum(columns["chunks"]) == batch.total.chunks


def test_columns_share_the_memory_of_the_batch(texts: Texts) -> None:
    batch = METEOR.batch(texts.hypotheses, [texts.one])
    for name in ("score", "chunks"):
        chunks = batch.to_arrow().column(name).chunks
        addresses = {chunk.buffers()[1].address for chunk in chunks}
        assert addresses == {pa.py_buffer(batch.columns()[name]).address}


def test_what_cannot_be_scored_is_missing_everywhere() -> None:
    batch = METEOR.batch(["a b", "c"], [["a b", None]])
    columns, table, frame = batch.to_dict(), batch.to_arrow(), batch.to_pandas()
    assert columns["score"][1] is columns["chunks"][1] is None
    assert columns["chunks"][0] == 1
    assert columns["problem"] == [None, batch.problems[1]]
    assert table.to_pydict() == columns
    assert math.isnan(frame["score"][1])
    assert frame["chunks"].isna().tolist() == [False, True]
    assert frame["chunks"].dtype == "Int64"
    assert frame["problem"][1] == batch.problems[1]


def test_no_segments_have_no_rows() -> None:
    batch = METEOR.batch([], [[]])
    assert set(map(len, batch.to_dict().values())) == {0}
    assert batch.to_arrow().num_rows == len(batch.to_pandas()) == 0


def test_a_result_is_one_row(texts: Texts) -> None:
    segment = METEOR.score(texts.hypotheses[0], [texts.one[0]])
    corpus = METEOR.corpus(texts.hypotheses, [texts.one])
    for result in (segment, corpus):
        numbers = result.to_dict()
        assert numbers.pop("signature") == str(result.signature)
        assert numbers["score"] == result.score
        assert numbers["shortfall"] == result.shortfall
        assert result.to_arrow().to_pylist() == [numbers]
        assert result.to_pandas().to_dict("records") == [numbers]
        assert result.to_pandas().attrs["signature"] == str(result.signature)
    assert corpus.to_dict() == corpus_json(corpus)


def test_table_columns_are_accepted_and_tables_rejected() -> None:
    expected = METEOR.batch(["a", "b"], [["a", None]])
    columns: tuple[Any, ...] = (pa.array, pl.Series, partial(pd.Series, dtype=object))
    for column in columns:
        found = METEOR.batch(column(["a", "b"]), [column(["a", None])])
        assert found.to_dict() == expected.to_dict()
    assert METEOR.corpus(pa.chunked_array([["a"], ["b"]]), [pa.array(["a", "b"])]).score == 1
    tables: list[Any] = [
        pd.DataFrame({"a": ["x"]}),
        pl.DataFrame({"a": ["x"]}),
        pa.table({"a": ["x"]}),
    ]
    for table in tables:
        with pytest.raises(InputTypeError, match=r"^hypotheses must be .* not a table; give one"):
            METEOR.batch(table, [["x"]])
