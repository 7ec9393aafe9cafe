"""Tables in, tables out, with the numbers of ``Meteor.score``."""

import math
import multiprocessing
import pickle
import subprocess
import sys
from array import array
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

import meteor_core.arrow
from meteor_core import CorpusResult, InputError, InputTypeError, Meteor, ParameterError
from meteor_core.arrow import STATUSES, ArrowScorer
from meteor_core.batch.batch import MEASURES, ScoredBatch, count_columns, statistics_of
from meteor_core.variants import VariantName
from tests.scale.tables import (
    HYPOTHESES,
    REFERENCES,
    appended,
    expected_rows,
    table_of,
)

SCORER = ArrowScorer()
METEOR = Meteor()
LISTS: list[list[str | None] | None] = [
    ["A cat was sitting on the mat.", "The cat sat on a mat."],
    ["It was raining all night long"],
    None,
    ["an empty hypothesis", None],
    [],
    [None, "nothing", None, "die Straße ist nass", "die Straße ist naß"],
    [None],
]
TEXT_TYPES = {
    "string": pa.string(),
    "large_string": pa.large_string(),
    "string_view": pa.string_view(),
    "dictionary": pa.dictionary(pa.int32(), pa.string()),
    "dictionary of large strings": pa.dictionary(pa.int8(), pa.large_string()),
}
LIST_TYPES = {
    "list": pa.list_(pa.string()),
    "large_list": pa.large_list(pa.large_string()),
    "list of string_view": pa.list_(pa.string_view()),
    "list_view": pa.list_view(pa.string()),
    "large_list_view": pa.large_list_view(pa.string()),
}
texts = st.none() | st.lists(
    st.sampled_from(["the", "The", "cat", "cats", "car", "auto", "naß", "nass"])
    | st.text(max_size=2),
    max_size=6,
).map(" ".join)


def with_types(table: Any, **types: Any) -> Any:
    for name, type_ in types.items():
        place = table.schema.get_field_index(name)
        values = table.column(name).to_pylist()
        plain = pa.types.is_dictionary(type_)
        array = pa.array(values, type_.value_type if plain else type_)
        if plain:
            array = array.dictionary_encode().cast(type_)
        table = table.set_column(place, name, array)
    return table


@pytest.mark.parametrize("variant", ["classic", "nltk"])
def test_each_row_has_the_numbers_of_the_scorer_of_segments(variant: VariantName) -> None:
    scorer = ArrowScorer(variant=variant)
    table = table_of(HYPOTHESES, REFERENCES)
    expected = expected_rows(scorer, Meteor(variant), HYPOTHESES, REFERENCES)
    assert appended(scorer(table), table) == expected


@pytest.mark.parametrize(
    "options",
    [
        {"stages": ["exact", "stem"], "weights": [1, 0.5]},
        {"alpha": 0.5, "beta": 1.5, "gamma": 0.3, "delta": 0.7},
        {"language": "de", "align": "greedy", "tokenizer": "whitespace"},
    ],
)
def test_options_are_those_of_meteor(options: Any) -> None:
    scorer = ArrowScorer(**options)
    table = table_of(HYPOTHESES, REFERENCES)
    expected = expected_rows(scorer, Meteor(**options), HYPOTHESES, REFERENCES)
    assert appended(scorer(table), table) == expected


@pytest.mark.parametrize("options", [{"stages": "exact"}, {"variant": "classik"}, {"budget": 0}])
def test_invalid_options_are_rejected_early(options: Any) -> None:
    with pytest.raises((InputTypeError, ParameterError)) as refused:
        ArrowScorer(**options)
    with pytest.raises(refused.type) as refused_by_meteor:
        Meteor(**options)
    assert str(refused.value) == str(refused_by_meteor.value)


def test_a_row_without_a_text_has_a_status_and_nulls() -> None:
    hypotheses = ["a cat", None, "a cat", None, "a cat"]
    references = ["a cat", "a cat", None, None, ""]
    table = table_of(hypotheses, references)
    rows = appended(SCORER(table), table)
    assert rows == expected_rows(SCORER, Meteor(), hypotheses, references)
    assert [row["meteor_status"] for row in rows] == [
        "scored",
        "no_hypothesis",
        "no_reference",
        "no_hypothesis",
        "scored",
    ]
    values = set(rows[1].values()) - {"no_hypothesis", str(Meteor().signature())}
    assert values == {None}


@pytest.mark.parametrize("reference_type", TEXT_TYPES.values(), ids=TEXT_TYPES)
@pytest.mark.parametrize("hypothesis_type", TEXT_TYPES.values(), ids=TEXT_TYPES)
def test_any_string_type_is_accepted(hypothesis_type: Any, reference_type: Any) -> None:
    plain = table_of([*HYPOTHESES, None, "a"], [*REFERENCES, "a", None])
    table = with_types(plain, hypothesis=hypothesis_type, reference=reference_type)
    assert appended(SCORER(table), table) == appended(SCORER(plain), plain)


@pytest.mark.parametrize("type_", LIST_TYPES.values(), ids=LIST_TYPES)
def test_rows_may_have_different_numbers_of_references(type_: Any) -> None:
    table = table_of(HYPOTHESES, LISTS, type_)
    expected = expected_rows(SCORER, Meteor(), HYPOTHESES, LISTS)
    assert appended(SCORER(table), table) == expected
    assert [row["meteor_reference"] for row in expected] == [1, 0, None, 0, None, 3, None]
    sliced = table.slice(1, 5)
    assert appended(SCORER(sliced), sliced) == expected[1:6]


def test_fixed_size_lists_are_accepted() -> None:
    lists = [["a cat", "the cat"], None, [None, "a dog"], [None, None]]
    table = table_of(["the cat", "x", "the dog", "y"], lists, pa.list_(pa.string(), 2))
    expected = expected_rows(SCORER, Meteor(), ["the cat", "x", "the dog", "y"], lists)
    assert appended(SCORER(table), table) == expected
    sliced = table.slice(2)
    assert appended(SCORER(sliced), sliced) == expected[2:]


def test_several_columns_of_references() -> None:
    columns = {
        "mt": ["the cat", "a dog", "x", None],
        "a": ["a cat", None, None, "y"],
        "b": ["the cat", "a dog", None, "y"],
    }
    scorer = ArrowScorer(hypothesis="mt", references=["a", "b"], prefix="")
    table = pa.table(columns)
    lists = [list(texts) for texts in zip(columns["a"], columns["b"], strict=True)]
    expected = expected_rows(scorer, Meteor(), columns["mt"], lists)
    assert appended(scorer(table), table) == expected
    assert [row["reference"] for row in expected] == [1, 1, None, None]
    assert [row["references"] for row in expected] == [2, 1, None, None]


@pytest.mark.parametrize("type_", [*TEXT_TYPES.values()], ids=TEXT_TYPES)
def test_slices_are_scored_as_what_they_show(type_: Any) -> None:
    table = with_types(table_of(HYPOTHESES, REFERENCES), hypothesis=type_, reference=type_)
    whole = appended(SCORER(table), table)
    (batch,) = table.to_batches()
    for start in range(len(HYPOTHESES)):
        part = batch.slice(start, 3)
        assert appended(SCORER(part), part) == whole[start : start + 3]


def test_a_table_in_chunks_stays_a_table() -> None:
    table = table_of(HYPOTHESES, REFERENCES)
    chunked = pa.concat_tables([table.slice(0, 2), table.slice(2, 1), table.slice(3)])
    scored = SCORER(chunked)
    assert isinstance(scored, pa.Table)
    assert scored.equals(SCORER(table))
    assert appended(scored, table) == appended(SCORER(table), table)


def test_a_long_table_is_scored_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_of(HYPOTHESES, REFERENCES)
    whole = SCORER(table)
    monkeypatch.setattr(meteor_core.arrow, "_TABLE_ROWS", 2)
    in_parts = SCORER(table)
    assert in_parts.column("meteor_score").num_chunks == 4
    assert in_parts.equals(whole)


@pytest.mark.parametrize("dictionaries", [True, False])
def test_no_rows_give_the_same_columns(dictionaries: bool) -> None:  # noqa: FBT001  # a case
    scorer = ArrowScorer(dictionaries=dictionaries)
    table = table_of([], [])
    assert scorer(table).schema.equals(scorer.schema(table.schema), check_metadata=True)
    (batch,) = table_of(["a"], ["a"]).to_batches()
    scored = scorer(batch.slice(0, 0))
    assert scored.num_rows == 0
    assert scored.schema.equals(scorer.schema(table.schema), check_metadata=True)


@pytest.mark.parametrize("type_", [pa.null(), pa.list_(pa.null()), pa.list_(pa.string())])
def test_rows_that_are_all_null(type_: Any) -> None:
    table = table_of(["a", "b"], [None, None], type_)
    scored = SCORER(table)
    assert scored.column("meteor_status").to_pylist() == ["no_reference"] * 2
    assert scored.column("meteor_score").null_count == 2


@given(
    rows=st.lists(
        st.tuples(texts, st.none() | st.lists(texts, max_size=4)),
        max_size=8,
    ),
    start=st.integers(0, 3),
    repeat=st.booleans(),
)
def test_any_rows(rows: list[Any], start: int, repeat: bool) -> None:  # noqa: FBT001  # drawn
    rows = rows * 3 if repeat else rows
    hypotheses, references = [row[0] for row in rows], [row[1] for row in rows]
    table = table_of(hypotheses, references, pa.list_(pa.string())).slice(start)
    expected = expected_rows(SCORER, METEOR, hypotheses, [texts or [] for texts in references])
    assert appended(SCORER(table), table) == expected[start:]


def test_equal_rows_are_scored_once(monkeypatch: pytest.MonkeyPatch) -> None:
    hypotheses = ["the cat", "a dog", "the cat", "the cat", None, "the cat"] * 5
    references = ["a cat", "a dog", "a cat", "the cat", "x", "a cat"] * 5
    scored: list[int] = []
    batch = Meteor.batch

    def counted(meteor: Meteor, hypotheses: Any, references: Any) -> Any:
        scored.append(len(hypotheses))
        return batch(meteor, hypotheses, references)

    monkeypatch.setattr(Meteor, "batch", counted)
    table = table_of(hypotheses, references)
    rows = appended(SCORER(table), table)
    assert rows == expected_rows(SCORER, Meteor(), hypotheses, references)
    assert scored == [3]


def test_bytes_that_are_no_text_are_no_text() -> None:
    broken = pa.array([b"a cat", b"\xff\xfe", b"the cat"]).view(pa.string())
    table = pa.table({"hypothesis": ["a cat", "a cat", "the cat"], "reference": broken})
    scored = SCORER(table)
    assert scored.column("meteor_status").to_pylist() == ["scored", "no_reference", "scored"]
    assert scored.column("meteor_score").to_pylist() == [1.0, None, 1.0]


def test_long_texts_are_left_out_where_that_is_asked_for() -> None:
    scorer = ArrowScorer(character_limit=5)
    table = table_of(["naß 😀", "naß 😀!", "a", None], ["a", "a", "longer", "longer"])
    statuses = scorer(table).column("meteor_status").to_pylist()
    assert statuses == ["scored", "too_long", "too_long", "no_hypothesis"]
    assert set(SCORER(table).column("meteor_status").to_pylist()) == {"scored", "no_hypothesis"}
    assert set(statuses) <= set(STATUSES)


def test_input_columns_are_unchanged() -> None:
    table = pa.table(
        {"hypothesis": ["a"], "reference": ["b"], "other": [{"deep": [1, None]}]},
        metadata={"owner": "somebody"},
    )
    before = table.slice(0)
    scored = SCORER(table)
    assert scored.column("other").equals(table.column("other"))
    assert scored.schema.metadata[b"owner"] == b"somebody"
    assert table.equals(before)
    assert table.schema.metadata == {b"owner": b"somebody"}


def test_the_columns_share_the_memory_of_the_scores() -> None:
    batch = Meteor().batch(["a cat", "a dog"], [["the cat", "a dog"]])
    columns = meteor_core.arrow._counts_and_measures(batch, 1)
    for name in ("score", "chunks", "matches_stem"):
        address = pa.py_buffer(getattr(batch, name, batch.matches_by_stage[1])).address
        assert columns[name].buffers()[1].address == address


@pytest.mark.parametrize(
    ("references", "column", "count"),
    [
        ("reference", REFERENCES, "nrefs:1"),
        ("reference", [[text] for text in REFERENCES], "nrefs:var"),
        (("reference", "number"), REFERENCES, "nrefs:var"),
    ],
)
def test_the_signature_is_in_the_metadata(references: Any, column: Any, count: str) -> None:
    scorer = ArrowScorer(references=references, variant="nltk")
    schema = pa.table({"hypothesis": HYPOTHESES, "reference": column, "number": REFERENCES}).schema
    signature = scorer.schema(schema).metadata[b"meteor_signature"].decode()
    assert signature == str(Meteor("nltk").signature()).replace("nrefs:1", count)


def test_a_file_of_arrows_takes_all_batches(tmp_path: Path) -> None:
    lists = [["a"], None, ["a", "b"], ["a"]]
    table = table_of(["a", "b", "c", None], lists, pa.list_(pa.string()))
    batches = list(SCORER.map_batches(table.to_batches(max_chunksize=1)))
    with pa.ipc.new_file(tmp_path / "scored.arrow", batches[0].schema) as file:
        for batch in batches:
            file.write_batch(batch)
    with pa.ipc.open_file(tmp_path / "scored.arrow") as file:
        assert file.read_all().to_pylist() == SCORER(table).to_pylist()
    pq.write_table(SCORER(table), tmp_path / "scored.parquet")
    assert pq.read_table(tmp_path / "scored.parquet").to_pylist() == SCORER(table).to_pylist()


def test_batches_are_scored_as_they_are_read() -> None:
    table = table_of(HYPOTHESES, REFERENCES)
    read: list[int] = []

    def batches() -> Any:
        for number, batch in enumerate(table.to_batches(max_chunksize=2)):
            read.append(number)
            yield batch

    scored = SCORER.map_batches(batches())
    next(scored)
    assert read == [0]
    reader = SCORER.reader(pa.RecordBatchReader.from_batches(table.schema, batches()))
    reader.read_next_batch()
    assert read == [0, 0]
    assert SCORER.reader(table).read_all().equals(SCORER(table))


def test_a_scorer_can_be_pickled() -> None:
    scorer = ArrowScorer(references=["reference"], language="de", weights=[1, 0.5])
    table = table_of(HYPOTHESES, REFERENCES)
    scored = scorer(table)
    sent = pickle.dumps(scorer)
    assert len(sent) < 500  # names and options only
    assert pickle.loads(sent)(table).equals(scored)


@pytest.mark.parametrize("method", sorted(set(multiprocessing.get_all_start_methods()) - {"fork"}))
def test_other_processes_score_the_same(method: str) -> None:
    batches = table_of(HYPOTHESES, REFERENCES).to_batches(max_chunksize=3)
    with multiprocessing.get_context(method).Pool(1) as pool:
        assert pool.map(SCORER, batches) == [SCORER(batch) for batch in batches]


def test_a_process_makes_its_scorer_once() -> None:
    assert ArrowScorer(alpha=0.25).meteor is ArrowScorer(alpha=0.25, prefix="x").meteor
    assert ArrowScorer(alpha=0.25).meteor is not ArrowScorer(alpha=0.5).meteor


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"hypothesis": ["a"]}, "needs one column 'reference'; its columns are: 'hypothesis'"),
        ({"hypothesis": [1], "reference": ["a"]}, "column 'hypothesis' holds int64"),
        ({"hypothesis": ["a"], "reference": [b"a"]}, "column 'reference' holds binary"),
        ({"hypothesis": ["a"], "reference": [[1]]}, "column 'reference' holds list<.*int64"),
        ({"hypothesis": [["a"]], "reference": ["a"]}, "column 'hypothesis' holds list<"),
        (
            {"hypothesis": ["a"], "reference": ["a"], "meteor_score": [1.0]},
            "has a column 'meteor_score' already; choose another prefix than 'meteor_'",
        ),
    ],
)
def test_tables_without_texts_are_rejected(table: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        SCORER(pa.table(table))
    with pytest.raises(InputError, match=message):
        SCORER.schema(pa.table(table).schema)


def test_duplicate_name_is_rejected() -> None:
    table = pa.Table.from_arrays([pa.array(["a"])] * 3, ["hypothesis", "reference", "reference"])
    with pytest.raises(InputError, match="needs one column 'reference'"):
        SCORER(table)


@pytest.mark.parametrize(
    "call", [SCORER, SCORER.reader, lambda data: list(SCORER.map_batches(data))]
)
def test_invalid_table_is_rejected(call: Callable[[Any], Any]) -> None:
    with pytest.raises(InputTypeError):
        call([["a"]])


@pytest.mark.parametrize("options", [{"references": []}, {"character_limit": -1}])
def test_options_out_of_range_are_rejected(options: Any) -> None:
    with pytest.raises(ParameterError):
        ArrowScorer(**options)


def sums_of(scorer: ArrowScorer, table: Any) -> dict[str, Any]:
    scored = scorer(table)
    return {name: pa.compute.sum(scored.column(name)).as_py() for name in scorer.sums}


def summed(meteor: Meteor) -> CorpusResult:
    """The corpus score as far as sums of counts tell it."""
    return replace(meteor.corpus(HYPOTHESES, [REFERENCES]), shortfall=None)


@pytest.mark.parametrize("variant", ["classic", "linear-penalty", "nltk"])
def test_sums_of_the_columns_are_the_score_of_the_corpus(variant: VariantName) -> None:
    scorer = ArrowScorer(variant=variant)
    sums = sums_of(scorer, table_of(HYPOTHESES, REFERENCES))
    assert scorer.corpus_result(sums) == summed(Meteor(variant))


def test_shortfalls_add_up_to_that_of_the_corpus() -> None:
    shortfalls = SCORER(table_of(HYPOTHESES, REFERENCES)).column("meteor_shortfall")
    corpus = Meteor().corpus(HYPOTHESES, [REFERENCES])
    assert pa.compute.sum(shortfalls).as_py() == pytest.approx(corpus.shortfall, rel=1e-15)


def test_matches_of_both_sides_have_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    """A batch in which every count is another number, those of the reference among them."""
    stages = METEOR.configuration.stages
    size, width = 2, count_columns(len(stages))
    numbers = [1000 + number for number in range(width)]
    batch = ScoredBatch(
        signature=METEOR.signature(),
        stages=tuple(stage.name for stage in stages),
        total=statistics_of([2 * number for number in numbers], segments=size),
        _counts=array("q", [number for number in numbers for _ in range(size)]),
        _measures=array("d", [0.5] * size * len(MEASURES)),
    )
    monkeypatch.setattr(Meteor, "batch", lambda *_: batch)
    sums = sums_of(SCORER, table_of(["a", "b"], ["c", "d"]))
    assert sums["meteor_matches"] == batch.total.matches
    by_stage = [sums[f"meteor_reference_matches_{name}"] for name in batch.stages]
    assert tuple(by_stage) == batch.total.reference_matches_by_stage
    assert by_stage[0] == 2 * numbers[-3]
    assert SCORER.corpus_result(sums).statistics == batch.total


def test_other_parameters_need_no_alignment() -> None:
    sums = sums_of(SCORER, table_of(HYPOTHESES, REFERENCES))
    options: Any = {"alpha": 0.7, "beta": 1.3, "delta": 0.6, "weights": [1, 0.5, 0.25]}
    retuned = ArrowScorer(**options).corpus_result(sums)
    assert retuned == summed(Meteor(**options))


def test_rows_without_a_score_do_not_count() -> None:
    sums = sums_of(SCORER, table_of([*HYPOTHESES, None, "a"], [*REFERENCES, "a", None]))
    assert SCORER.corpus_result(sums) == summed(Meteor())


@pytest.mark.parametrize(
    ("references", "lists", "known", "count"),
    [
        ("reference", [["a", "b"], ["c", "d"]], None, "var"),
        ("reference", [["a", "b"], ["c", "d"]], 2, "2"),
        ("reference", [["a"], ["c"]], None, "1"),
        (("left", "right"), [["a", "b"], ["c", "d"]], None, "2"),
        (("left", "right"), [["a", None], ["c", "d"]], None, "var"),
        (("left", "right"), [["a", None], [None, "d"]], None, "1"),
    ],
)
def test_corpus_signature_has_the_number_of_references(
    references: Any, lists: Any, known: int | None, count: str
) -> None:
    scorer = ArrowScorer(references=references)
    left, right = zip(*((texts + texts)[:2] for texts in lists), strict=True)
    table = pa.table(
        {"hypothesis": ["a", "b"], "reference": lists, "left": left, "right": right},
    )
    result = scorer.corpus_result(sums_of(scorer, table), references=known)
    assert f"|nrefs:{count}|" in str(result.signature)


def test_sums_may_come_in_any_kind_of_number() -> None:
    sums = sums_of(SCORER, table_of(HYPOTHESES, REFERENCES))
    expected = SCORER.corpus_result(sums)
    for kind in (float, Decimal):
        assert SCORER.corpus_result({name: kind(value) for name, value in sums.items()}) == expected
    of_nothing = SCORER.corpus_result(dict.fromkeys(SCORER.sums))
    assert of_nothing == replace(Meteor().corpus([], [[]]), shortfall=None)
    assert math.isnan(of_nothing.score)


@pytest.mark.parametrize("value", [0.5, math.nan, math.inf, "3", [1]])
def test_invalid_sums_are_rejected(value: Any) -> None:
    sums = sums_of(SCORER, table_of(HYPOTHESES, REFERENCES))
    with pytest.raises(InputError, match=r"the sum of 'meteor_chunks' is .* a whole number"):
        SCORER.corpus_result(sums | {"meteor_chunks": value})


def test_sums_that_are_missing_are_named() -> None:
    sums = sums_of(SCORER, table_of(HYPOTHESES, REFERENCES))
    del sums["meteor_matches_stem"]
    with pytest.raises(InputError, match="there is no 'meteor_matches_stem' among the sums"):
        SCORER.corpus_result(sums)
    assert ArrowScorer(stages=["exact"]).corpus_result(sums).matches == sums["meteor_matches_exact"]


def test_the_schema_in_sparks_words_is_that_of_the_appended_columns() -> None:
    words = {"STRING": pa.string(), "DOUBLE": pa.float64(), "BIGINT": pa.int64()}
    scorer = ArrowScorer(dictionaries=False)
    schema = scorer.schema(table_of([], []).schema)
    spoken = [field.split(" ") for field in scorer.ddl.split(", ")]
    assert [(name.strip("`"), words[type_]) for name, type_ in spoken] == [
        (field.name, field.type) for field in schema
    ][3:]
    assert scorer.ddl == SCORER.ddl


def test_without_pyarrow_the_remedy_is_named() -> None:
    program = (
        "import sys; sys.modules['pyarrow'] = None\n"
        "import meteor_core\n"
        "from meteor_core import ResourceError\n"
        "try: import meteorscope.arrow\n"
        "except ResourceError as error: print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == (
        "tables need pyarrow, which is not installed; run: pip install 'meteorscope[arrow]'\n"
    )
