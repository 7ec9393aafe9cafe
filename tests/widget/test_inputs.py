"""Segments are taken from what people hold them in, and anything else is refused by name."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from meteor_core.errors import InputError, InputTypeError, ParameterError
from meteor_widget.inputs.segments import reference_streams, segments_of
from meteor_widget.inputs.texts import corpus_texts, take_columns

TEXTS = ["a b", "", "ä\u2028c"]
TABLE = {"mt": ["a", "b"], "ref1": ["c", "d"], "ref2": ["e", "f"]}


@pytest.mark.parametrize(
    "held",
    [
        pytest.param(list, id="list"),
        pytest.param(tuple, id="tuple"),
        pytest.param(iter, id="iterator"),
        pytest.param(np.array, id="numpy"),
        pytest.param(pd.Series, id="pandas"),
        pytest.param(lambda texts: pd.Series(texts, dtype="string"), id="pandas strings"),
        pytest.param(lambda texts: pd.Series(texts, index=[7, 8, 9]), id="pandas with an index"),
        pytest.param(lambda texts: pd.Series(texts, dtype="category"), id="pandas categories"),
        pytest.param(pl.Series, id="polars"),
        pytest.param(pa.array, id="arrow"),
        pytest.param(lambda texts: pa.chunked_array([texts[:1], texts[1:]]), id="arrow in chunks"),
        pytest.param(lambda texts: pa.array(texts).dictionary_encode(), id="arrow dictionary"),
    ],
)
def test_streams_of_strings_are_taken(held: Callable[[list[str]], object]) -> None:
    taken = segments_of(held(TEXTS), "hypotheses")
    assert taken == TEXTS
    assert {type(text) for text in taken} == {str}


def test_a_path_is_read_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "hyp.en"
    path.write_bytes("\ufeffone\r\n\r\nthree\u2028still three\n".encode())
    assert segments_of(path, "hypotheses") == ["one", "", "three\u2028still three"]


def test_undecodable_lines_are_named(tmp_path: Path) -> None:
    path = tmp_path / "hyp.de"
    path.write_bytes(b"gut\nsch\xf6n\n")
    with pytest.raises(InputError, match=r"hyp\.de:2: .*UTF-8"):
        segments_of(path, "hypotheses")


@pytest.mark.parametrize(
    "given", ["hyp.en", b"hyp", {"a": 1}, {"a"}, 5, None, pl.LazyFrame({"a": ["b"]}), [1], ["a", 2]]
)
def test_what_is_no_stream_of_strings_is_refused_by_name(given: object) -> None:
    with pytest.raises(InputTypeError, match=r"^hypotheses "):
        segments_of(given, "hypotheses")


def test_a_bare_string_is_told_how_to_be_a_file() -> None:
    with pytest.raises(InputTypeError, match=r"pathlib\.Path\('hyp\.en'\)"):
        segments_of("hyp.en", "hypotheses")


@pytest.mark.parametrize(
    "given",
    [
        ["a", None],
        ["a", float("nan")],
        pd.Series(["a", None]),
        pd.Series(["a", pd.NA], dtype="string"),
        pl.Series(["a", None]),
        pa.array(["a", None]),
    ],
)
def test_missing_values_are_named_with_their_row(given: object) -> None:
    with pytest.raises(InputError, match="hypotheses has no text in row 1"):
        segments_of(given, "hypotheses")


class _ArrowStream:
    """What other libraries' tables look like: columns, and the Arrow C stream."""

    def __init__(self, table: pa.Table) -> None:
        self._table = table
        self.columns = table.column_names

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._table.__arrow_c_stream__(requested_schema)


@pytest.mark.parametrize(
    "made",
    [
        pd.DataFrame,
        pl.DataFrame,
        pa.table,
        pa.RecordBatch.from_pydict,
        lambda data: _ArrowStream(pa.table(data)),
    ],
)
def test_columns_of_tables_are_taken(made: Callable[[dict[str, list[str]]], Any]) -> None:
    table = made(TABLE)
    assert take_columns(table, "mt", ["ref1", "ref2"]) == (["a", "b"], [["c", "d"], ["e", "f"]])
    assert corpus_texts(table, "mt", "ref2") == (["a", "b"], [["e", "f"]])
    with pytest.raises(ParameterError, match="did you mean 'ref1'"):
        take_columns(table, "mt", ["ref11"])
    with pytest.raises(InputTypeError, match="give one of its columns"):
        corpus_texts(table, None, "ref1")


def test_columns_of_one_name_are_refused() -> None:
    table = pd.DataFrame([["a", "b"]], columns=["mt", "mt"])
    with pytest.raises(InputError, match="2 columns named 'mt'"):
        take_columns(table, "mt", ["mt"])


@pytest.mark.parametrize("given", [TABLE, ["a"], 5])
def test_what_is_no_table_has_no_columns(given: object) -> None:
    with pytest.raises(InputTypeError, match="not a table"):
        take_columns(given, "mt", ["ref1"])


def _lines(tmp_path: Path, *texts: str) -> Path:
    path = tmp_path / "ref.en"
    path.write_text("".join(f"{text}\n" for text in texts))
    return path


def _streams(tmp_path: Path) -> Iterator[object]:
    yield ["c", "d"]
    yield iter(["c", "d"])
    yield pd.Series(["c", "d"])
    yield _lines(tmp_path, "c", "d")
    yield [_lines(tmp_path, "c", "d")]
    yield [["c", "d"]]
    yield np.array([["c", "d"]])
    yield (pl.Series(["c", "d"]),)


def test_one_set_of_references_may_stand_alone(tmp_path: Path) -> None:
    for given in _streams(tmp_path):
        assert reference_streams(given, 2) == [["c", "d"]], given


def test_references_are_one_list_for_each_set() -> None:
    given = [["c", "d"], pd.Series(["e", "f"])]
    assert reference_streams(given, 2) == [["c", "d"], ["e", "f"]]


@pytest.mark.parametrize(
    ("given", "size", "message"),
    [
        ([["a"], ["b", "c"]], 1, r"references\[1\] has 2 segments, but the hypotheses have 1 "),
        (["a", "b"], 1, r"references has 2 segments, .* have 1 segment; .*\[\['one'\], "),
        ([["a", "b"]] * 3, 3, "not one for each segment"),
        ([], 2, "references is empty"),
    ],
)
def test_unequal_lengths_name_both(given: object, size: int, message: str) -> None:
    with pytest.raises(InputError, match=message):
        reference_streams(given, size)


def test_a_bare_string_among_references_is_refused_by_name() -> None:
    with pytest.raises(InputTypeError, match=r"^references\[1\] "):
        reference_streams([["a"], "b"], 1)
    with pytest.raises(InputTypeError, match=r"^references "):
        reference_streams("b", 1)


def test_a_corpus_without_segments_is_refused() -> None:
    with pytest.raises(InputError, match=r"^hypotheses has no segments"):
        corpus_texts([], None, [[]])
