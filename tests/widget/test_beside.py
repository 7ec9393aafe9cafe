"""What stands beside the texts of segments: ids, scores of others, metadata, marked errors."""

import csv
import gzip
import io
import json
import math
from collections.abc import Callable
from typing import Any, Final

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from meteor_core.errors import InputError, InputTypeError, MeteorError, ParameterError
from meteor_widget import CompareView, CorpusView
from meteor_widget.scoring import text_search

HYPOTHESES: Final = ["the cat sat", "we danced with glee", "he reads", "nobody came"]
REFERENCES: Final = ["the cat sat", "we danced with joy", "he read it", "no one was there"]
MQM: Final = [0, -1, None, -5]
DOMAINS: Final = ["news", "talk", "news", "talk"]
IDS: Final = ["d1:1", "d1:2", "d2:1", "d2:2"]
ERRORS: Final = [
    [],
    [(15, 19, "minor", "style")],
    [],
    [{"start": 0, "end": 6, "severity": "major"}],
]


@pytest.fixture
def view() -> CorpusView:
    return CorpusView(
        HYPOTHESES,
        REFERENCES,
        scores={"mqm": MQM, "edits": [0, 1, 2, 9]},
        metadata={"domain": DOMAINS},
        errors=ERRORS,
        ids=IDS,
    )


def test_a_corpus_is_sorted_and_filtered_by_what_stands_beside_it(view: CorpusView) -> None:
    view.wait()
    assert view.columns[-3:] == ["mqm", "edits", "domain"] or "mqm" in view.columns
    view.sort_by = "mqm"
    assert view.filtered.tolist() == [3, 1, 0, 2]  # without a number last
    view.filters = {"mqm": [-2, None]}
    assert view.filtered.tolist() == [1, 0]
    view.filters = {}
    view.where = {"domain": "talk"}
    assert view.filtered.tolist() == [3, 1]
    view.find = "D2:"
    assert view.filtered.tolist() == [3]
    view.find, view.regular = r"danced|^d1:1$", True
    assert view.filtered.tolist() == [1]
    assert view.measure == "score"
    assert view.across == "mqm"


def test_correlations_are_those_of_scipy(view: CorpusView) -> None:
    scores = [segment.score for segment in view.segments]
    found = view.correlations()
    assert found["edits"].pearson == pytest.approx(
        stats.pearsonr(scores, [0, -1, -2, -9]).statistic  # fewer edits are better
    )
    assert found["mqm"].outputs == 3
    assert found["mqm"].kendall == pytest.approx(
        stats.kendalltau([scores[0], scores[1], scores[3]], [0, -1, -5]).statistic
    )
    some = view.correlations([0, 1])["edits"]
    assert (some.outputs, some.pairwise) == (2, 1.0)
    assert "mqm: pairwise 100.0 %" in view.text_picture()


def test_exports_have_it_all(view: CorpusView) -> None:
    view.wait()
    row = list(csv.DictReader(io.StringIO(view.to_tsv()), delimiter="\t"))[1]
    assert (row["id"], row["mqm"], row["edits"], row["domain"]) == ("d1:2", "-1.0", "1.0", "talk")
    rows = json.loads(view.to_json())["segments"]
    assert rows[2]["mqm"] is None
    data, buffers = view.page_data()
    assert data["further"] == {"names": ["id", "mqm", "edits", "domain"], "blocks": 1}
    cells = json.loads(gzip.decompress(buffers[-1]))
    assert view.to_tsv().splitlines()[2].endswith(cells[1][0])
    assert f"{cells[1][1]}}}" in view.to_json()


def test_the_front_end_is_given_it_all(view: CorpusView) -> None:
    view.wait()
    assert view.about["scores"] == [
        {"name": "mqm", "lower_is_better": False},
        {"name": "edits", "lower_is_better": True},
    ]
    assert view.about["metadata"] == {"domain": ["news", "talk"]}
    answer = view._answer_columns(0)  # what a front end asks for
    layout = [name for name, _ in answer.result["layout"]]
    buffer = answer.buffers[layout.index("mqm")]
    assert np.frombuffer(buffer, "<f8")[:2].tolist() == [0, -1]
    assert math.isnan(np.frombuffer(buffer, "<f8")[2])
    texts = json.loads(view._answer_texts([1]).buffers[0])  # the same
    assert texts[0][2] == "d1:2"
    picture = json.loads(view._answer_picture(1).buffers[0])  # the same
    assert picture["errors"] == [{"start": 15, "end": 19, "severity": "minor", "category": "style"}]
    assert "errors" not in json.loads(view._answer_picture(0).buffers[0])  # the same


def test_columns_of_a_table_are_named() -> None:
    table = pd.DataFrame(
        {"mt": HYPOTHESES, "ref": REFERENCES, "mqm": MQM, "domain": DOMAINS, "seg": [1, 2, 3, 4]}
    )
    view = CorpusView(
        table,
        hypotheses="mt",
        references=["ref"],
        scores=["mqm"],
        metadata="domain",
        ids="seg",
        errors=ERRORS,
    )
    assert view.beside.row(3) == {"id": "4", "mqm": -5.0, "domain": "talk"}
    assert view.unit_ids == ("1", "2", "3", "4")


@pytest.mark.parametrize(
    ("options", "kind", "message"),
    [
        ({"scores": {"mqm": [1, 2]}}, InputError, r"scores\['mqm'\] has 2 rows, but there are 4"),
        ({"scores": {"mqm": ["1"] * 4}}, InputTypeError, "must have numbers, or None"),
        ({"scores": {"mqm": [math.inf] * 4}}, InputError, "no finite number"),
        ({"scores": {"mqm": [1, -1, 0, 0]}}, InputError, "above 0 and below 0"),
        ({"scores": {"score": [1] * 4}}, ParameterError, "the view has one already"),
        ({"scores": [1, 2, 3, 4]}, InputTypeError, "a mapping from names to columns"),
        ({"metadata": {"domain": "news"}}, InputTypeError, "not one string"),
        ({"ids": ["a"]}, InputError, "ids has 1 row, but there are 4 segments"),
        ({"errors": [[(0, 99, "minor")], [], [], []]}, InputError, r"11 code points"),
        ({"errors": ["[", "", "", ""]}, InputError, r"errors\[0\] is no JSON list of errors"),
        ({"errors": [[(0.5, 1, "minor")], [], [], []]}, InputTypeError, "whole numbers"),
        ({"errors": [["minor"], [], [], []]}, InputTypeError, "start, end, severity"),
        ({"where": {"domain": "news"}}, ParameterError, "unknown column of metadata"),
        ({"find": "(a", "regular": True}, ParameterError, "no regular expression: missing"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(
    options: dict[str, Any], kind: type[MeteorError], message: str
) -> None:
    with pytest.raises(kind, match=message) as error:
        CorpusView(HYPOTHESES, REFERENCES, **options)
    assert "\n" not in str(error.value)


def test_omissions_of_esa_have_no_place() -> None:
    mark = {"start_i": "missing", "end_i": "missing", "severity": "major"}
    view = CorpusView(["ab"], ["ab"], errors=[[mark]])
    (found,) = view.beside.errors_of("", 0)
    assert (found.start, found.end, found.severity) == (0, 0, "major")


def test_errors_may_be_json() -> None:
    view = CorpusView(["abc", ""], ["abc", "x"], errors=['[{"start": 1, "end": 3}]', ""])
    assert [(e.start, e.end) for e in view.beside.errors_of("", 0)] == [(1, 3)]
    assert view.beside.errors_of("", 1) == ()


def test_values_of_metadata_are_checked(view: CorpusView) -> None:
    with pytest.raises(ParameterError, match="did you mean 'news'"):
        view.where = {"domain": "new"}
    assert view.where == {}


def test_an_endless_search_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_search, "_SECONDS", 0.3)
    with pytest.raises(ParameterError, match="was given up; repetitions within"):
        text_search.rows_with("(a|aa)+$", [["a" * 60 + "b"]], is_pattern=True)


@pytest.mark.parametrize("is_pattern", [False, True])
def test_searches_of_both_kinds_ignore_letter_case(*, is_pattern: bool) -> None:
    search: Callable[..., Any] = text_search.rows_with
    rows = [["Ärger", "\ud800"], ["x", "ÄRGER"], ["y"]]
    assert search("ärger", rows, is_pattern=is_pattern).tolist() == [0, 1]


SYSTEMS: Final = {"one": HYPOTHESES, "two": ["a cat", "we danced with joy", "he read it", "no"]}
RATED: Final = {"one": [0, -1, None, -5], "two": [-5, 0, -1, -5]}


@pytest.fixture
def compared() -> CompareView:
    view = CompareView(
        SYSTEMS,
        REFERENCES,
        samples=20,
        scores={"mqm": RATED},
        metadata={"domain": DOMAINS},
        errors={"one": ERRORS},
        ids=IDS,
    )
    view.wait()
    return view


def test_systems_are_compared_by_what_stands_beside_them(compared: CompareView) -> None:
    assert compared.columns[:2] == ["segment", "id"]
    assert compared.columns[-2:] == ["mqm difference", "domain"]
    compared.sort_by, compared.descending = "mqm difference", False
    assert compared.filtered.tolist() == [0, 3, 1, 2]  # -5, 0, 1, none
    compared.filters = {"mqm left": [-1, 0]}
    compared.where = {"domain": "talk"}
    assert compared.filtered.tolist() == [1]
    compared.filters, compared.where, compared.find = {}, {}, "D2:2"
    assert compared.filtered.tolist() == [3]
    compared.plot, compared.systems_by = "mqm", "mean mqm"
    compared.also = ["two", "two"]
    assert compared.also == ["two"]
    with pytest.raises(ParameterError, match="did you mean 'two'"):
        compared.also = ["twoo"]
    with pytest.raises(ParameterError, match="did you mean 'mqm left'"):
        compared.columns = ["mqm lef"]


def test_agreement_of_several_systems_is_that_of_the_comparison(compared: CompareView) -> None:
    found = compared.correlations()["mqm"]
    measured = compared.compared().agreement("mqm").rows[0].measures
    for name in ("pairwise", "pearson", "spearman", "kendall"):
        estimate = measured[name]
        assert estimate is not None
        assert getattr(found.together, name) == pytest.approx(estimate.value), name
    assert found.systems["one"].outputs == 3
    assert compared.comparison["correlations"]["mqm"]["outputs"] == 7


def test_files_of_a_comparison_have_it_all(compared: CompareView) -> None:
    rows = list(csv.DictReader(io.StringIO(compared.segments_to_tsv()), delimiter="\t"))
    assert (rows[2]["id"], rows[2]["mqm one"], rows[2]["mqm two"]) == ("d2:1", "", "-1.0")
    systems = list(csv.DictReader(io.StringIO(compared.to_tsv()), delimiter="\t"))
    assert [float(row["mean mqm"]) for row in systems] == [-2.0, -2.75]
    answer = compared.requests["columns"](compared, start=0)
    assert len(answer.buffers) == 2 * 4 + 1
    assert np.frombuffer(answer.buffers[-1], "<i4").tolist() == [0, 1, 0, 1]
    texts = json.loads(compared.requests["texts"](compared, segments=[1]).buffers[0])
    assert texts[0][2] == ["d1:2"]
    pictures = json.loads(
        compared.requests["pictures"](compared, segment=1, names=["one", "two"]).buffers[0]
    )
    assert [len(pictures[name]["errors"]) for name in SYSTEMS] == [1, 0]


@pytest.mark.parametrize(
    ("options", "kind", "message"),
    [
        ({"scores": {"mqm": [1] * 4}}, InputTypeError, "mapping from systems to columns"),
        ({"scores": {"mqm": {"on": [1] * 4}}}, ParameterError, "did you mean 'one'"),
        ({"errors": {"one": [[(0, 99)]] * 4}}, InputError, r"errors\['one'\]\[0\] has an error"),
        ({"scores": {"p_value": {"one": [1] * 4}}}, ParameterError, "the view has one already"),
    ],
)
def test_what_is_wrong_beside_systems_is_said_in_a_line(
    options: dict[str, Any], kind: type[MeteorError], message: str
) -> None:
    with pytest.raises(kind, match=message):
        CompareView(SYSTEMS, REFERENCES, **options)
