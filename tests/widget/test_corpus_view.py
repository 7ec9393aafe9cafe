"""A corpus in a notebook: the scorer's numbers, in the table's order, through every door."""

import gzip
import json
import random
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import traitlets

from meteor_core import Meteor
from meteor_core.batch.batch import MEASURES
from meteor_core.command_line.main import main
from meteor_core.errors import InputError, InputTypeError, ParameterError
from meteor_core.score.statistics import COUNTS
from meteor_core.show.alignment_format import alignment_json
from meteor_widget import CorpusView
from meteor_widget.corpus.rows import column
from meteor_widget.inputs.beside import NOTHING
from meteor_widget.scoring.scored_corpus import ScoredCorpus
from meteor_widget.scoring.table import shown_rows

from .row_cases import CASES

EXAMPLES = Path(__file__).parents[2] / "examples"
HYPOTHESES = EXAMPLES / "city-news.hyp.en"
REFERENCES = EXAMPLES / "city-news.ref.en"

WORDS = ("we", "danced", "with", "glee", "joy", "the", "cities", "city")


def _texts(seed: int, size: int) -> list[str]:
    chooser = random.Random(seed)
    return [" ".join(chooser.choices(WORDS, k=chooser.randrange(9))) for _ in range(size)]


class Seen(CorpusView):
    """A view whose messages to front ends are kept."""

    def __init__(self, *texts: object, **options: Any) -> None:
        self.sent: list[tuple[Any, Sequence[bytes]]] = []
        super().__init__(*texts, **options)

    def send(self, content: Any, buffers: Sequence[bytes] | None = None) -> None:
        # Exactly what a host can carry: JSON that is UTF-8 at the end, and bytes.
        json.dumps(content, ensure_ascii=False, allow_nan=False).encode()
        self.sent.append((content, list(buffers or ())))

    def ask(self, name: str, **parameters: Any) -> tuple[Any, Sequence[bytes]]:
        """What a front end gets for a request."""
        message = {"type": "request", "id": "1", "name": name, "parameters": parameters}
        self._on_message(self, message, [])
        content, buffers = self.sent[-1]
        assert "error" not in content, content["error"]
        return content["result"], buffers

    def ask_json(self, name: str, **parameters: Any) -> Any:
        _, (buffer,) = self.ask(name, **parameters)
        return json.loads(buffer)


def _columns(block: Any, buffers: Sequence[bytes]) -> dict[str, list[Any]]:
    layout = zip(block["layout"], buffers, strict=True)
    return {name: np.frombuffer(buffer, kind).tolist() for (name, kind), buffer in layout}


def test_the_numbers_are_the_scorers() -> None:
    view = CorpusView(HYPOTHESES, REFERENCES)
    hypotheses = HYPOTHESES.read_text().splitlines()
    references = REFERENCES.read_text().splitlines()
    assert view.result == Meteor().corpus(hypotheses, [references])
    assert [segment.score for segment in view.segments] == [
        result.score for result in Meteor().segments(hypotheses, [references])
    ]


@pytest.mark.parametrize("form", ["tsv", "json"])
@pytest.mark.parametrize("options", [{}, {"variant": "nltk"}, {"delta": 0.8}])
def test_exports_are_the_command_lines_output(
    form: str, options: dict[str, Any], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    arguments = [f"--{name}={value}" for name, value in options.items()]
    files = [str(HYPOTHESES), str(REFERENCES), str(HYPOTHESES)]
    assert main(["score", *files, "--segments", "--format", form, *arguments]) == 0
    view = CorpusView(HYPOTHESES, [REFERENCES, HYPOTHESES], **options)
    path = tmp_path / "out"
    written = view.to_tsv(path) if form == "tsv" else view.to_json(path)
    assert written == capfd.readouterr().out
    assert path.read_text(encoding="utf-8") == written


def test_tables_and_options_are_taken() -> None:
    table = pd.DataFrame({"mt": ["a b", "c"], "one": ["a b", "d"], "two": ["b a", "c"]})
    view = CorpusView(table, hypotheses="mt", references=["one", "two"], variant="nltk")
    assert view.result == Meteor("nltk").corpus(table["mt"], [table["one"], table["two"]])
    by_name = CorpusView(hypotheses=["a b", "c"], references=[["a b", "d"], ["b a", "c"]])
    assert by_name.result.score == 1.0


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (([], [[]]), InputError),
        ((["a"], [["a", "b"]]), InputError),
        (("a", ["a"]), InputTypeError),
        ((["a"], "a"), InputTypeError),
        ((["a"],), InputTypeError),
    ],
)
def test_what_cannot_be_scored_is_refused(arguments: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        CorpusView(*arguments)


def test_unknown_options_are_refused() -> None:
    with pytest.raises(ParameterError, match="'alhpa'; did you mean 'alpha'"):
        CorpusView(["a"], ["a"], alhpa=0.5)  # type: ignore[call-arg]
    with pytest.raises(ParameterError, match="classic"):
        CorpusView(["a"], ["a"], variant="clasic")


def test_filters_search_and_order_choose_what_is_shown() -> None:
    view = CorpusView(_texts(1, 60), [_texts(2, 60), _texts(3, 60)])
    view.filters = {"score": [0.2, None], "chunks": (None, 3)}
    view.find = "CITY"
    view.sort_by, view.descending = "f_mean", True
    expected = [
        segment
        for segment, score in enumerate(view.segments)
        if score.score >= 0.2
        and score.chunks <= 3
        and (
            "city" in view.corpus.hypotheses[segment]
            or "city" in view.corpus.references[score.reference][segment]
        )
    ]
    expected.sort(key=lambda segment: -view.segments[segment].f_mean)
    assert expected
    assert view.filtered.tolist() == expected
    chosen = [view.corpus.hypotheses[segment] for segment in expected]
    references = [[stream[segment] for segment in expected] for stream in view.corpus.references]
    assert view.filtered_result == Meteor().corpus(chosen, references)


def test_shown_segments_are_those_of_the_shared_cases() -> None:
    for case in json.loads(CASES.read_text()):
        size = len(case["columns"]["segment"])
        corpus = ScoredCorpus(Meteor(), [""] * size, [[""] * size])
        corpus.measures[:, MEASURES.index("score")] = case["columns"]["score"]
        corpus.counts[:, COUNTS.index("chunks")] = case["columns"]["chunks"]
        corpus.done = size
        shown = shown_rows(
            partial(column, corpus, NOTHING),
            filters=case["filters"],
            sort_by=case["sort_by"],
            descending=case["descending"],
        )
        assert shown.tolist() == case["shown"]


def test_segments_that_come_in_while_rows_are_chosen_wait_for_the_next_time() -> None:
    done = iter((3, 5))
    shown = shown_rows(
        lambda _: np.arange(next(done)),
        filters={"score": [1, None]},
        sort_by="segment",
        descending=True,
    )
    assert shown.tolist() == [2, 1]


def test_the_static_preview_lists_the_greatest_shortfalls_where_these_are_sorted() -> None:
    sentence = "a b c d x f g h y j", "a b c d e f g h i j"
    view = CorpusView(["Sport", sentence[0]], [["Weather", sentence[1]]])
    assert "Lowest scores" in str(view.static().html)
    view.sort_by = "shortfall"
    html = str(view.static().html)
    assert "Greatest shortfalls" in html
    words = Meteor().score(sentence[0], [sentence[1]]).shortfall
    assert html.index(f"{words:.2f}") < html.index("1.00")


def test_every_column_is_the_exported_one() -> None:
    view = CorpusView(_texts(1, 30), [_texts(2, 30), _texts(3, 30)])
    rows = json.loads(view.to_json())["segments"]
    for name in rows[0]:
        assert column(view.corpus, NOTHING, name).tolist() == [row[name] for row in rows]


@pytest.mark.parametrize(
    ("trait", "value", "message"),
    [
        ("filters", {"scores": [0, 1]}, "did you mean 'score'"),
        ("filters", {"score": 0.5}, "two numbers"),
        ("filters", {"score": [1, 0.5]}, "is empty"),
        ("filters", {"score": [float("nan"), 1]}, "not a number"),
        ("sort_by", "length", "unknown column"),
        ("measure", "", "unknown column"),
        ("columns", ["score", "recal"], "did you mean 'recall'"),
        ("columns", [], "name one column or more"),
        ("selected", 2, "no segment with index 2; indices go from 0 to 1"),
        ("selected", -1, "no segment"),
    ],
)
def test_wrong_traits_are_refused_in_words(trait: str, value: object, message: str) -> None:
    view = CorpusView(["a", "b"], ["a", "c"])
    with pytest.raises(ParameterError, match=message):
        setattr(view, trait, value)
    assert view.filtered.tolist() == [0, 1]


def test_traits_are_observed_and_set() -> None:
    view = CorpusView(["a", "b"], ["a", "c"], selected=1, filters={"score": [0, float("inf")]})
    assert view.filters == {"score": [0.0, None]}
    assert view.selected_result == Meteor().score("b", ["c"])
    changes: list[object] = []
    view.observe(lambda change: changes.append(change["new"]), names=["selected", "filters"])
    view.selected = None
    view.filters = {"chunks": [None, None]}
    assert changes == [None, {}]
    assert view.selected_result is None
    with pytest.raises(traitlets.TraitError):
        view.about = {}


def test_columns_of_the_table_are_chosen() -> None:
    view = CorpusView(["a", "b"], ["a", "c"])
    shown = ["segment", "score", "hypothesis_text", "reference_text", "precision", "recall"]
    assert view.columns == [*shown, "penalty", "shortfall"]
    view.columns = ["chunks", "hypothesis_text", "chunks", "score"]
    assert view.columns == ["score", "hypothesis_text", "chunks"]  # where the table has them
    with pytest.raises(traitlets.TraitError, match="not one string"):
        view.set_trait("columns", "score")
    assert "reference" in CorpusView(["a"], [["a"], ["b"]]).columns
    chosen = CorpusView(["a"], [["a"], ["b"]], columns=("segment", "optimal"), wrap_texts=True)
    assert chosen.columns == ["segment", "optimal"]
    assert chosen.page_state()["columns"] == ["segment", "optimal"]
    assert chosen.page_state()["wrap_texts"] is True


def test_columns_reach_a_front_end_whole() -> None:
    view = Seen(_texts(1, 300), [_texts(2, 300), _texts(3, 300)])
    view.wait()
    block, buffers = view.ask("columns", start=0)
    assert (block["start"], block["end"], block["done"]) == (0, 300, 300)
    assert block["running"] is False
    columns = _columns(block, buffers)
    rows = json.loads(view.to_json())["segments"]
    for name in set(columns) & set(rows[0]):
        assert columns[name] == [row[name] for row in rows], name
    by_stage = [columns[f"matches_{stage}"] for stage in view.about["stages"]]
    assert [sum(counts) for counts in zip(*by_stage, strict=True)] == [
        row["matches"] for row in rows
    ]
    assert by_stage == [columns[f"reference_matches_{stage}"] for stage in view.about["stages"]]
    _, later = view.ask("columns", start=295)
    assert len(later[0]) == 5 * 8


def test_segments_are_sent_as_they_are_scored() -> None:
    size = 4000
    view = Seen(_texts(1, size), _texts(2, size))
    view.wait()
    blocks = [content for content, _ in view.sent if content["type"] == "columns"]
    assert [index for block in blocks for index in range(block["start"], block["end"])] == list(
        range(size)
    )
    assert blocks[-1]["running"] is False
    scores = [
        score
        for content, buffers in view.sent
        if content["type"] == "columns"
        for score in _columns(content, buffers)["score"]
    ]
    assert scores == [segment.score for segment in view.segments]


def test_scoring_is_cancelled_and_resumed_from_a_front_end() -> None:
    size = 500_000  # some seconds of work, of which the constructor waits for half a one
    view = Seen(_texts(1, 5_000) * 100, _texts(2, 5_000) * 100)
    view.ask("cancel")
    view.wait()
    stopped = view.done
    assert 0 < stopped < size
    assert view.sent[-1][0]["running"] is False
    assert view.result.segments == stopped
    view.ask("resume")
    assert view.ask("columns", start=stopped)[0]["running"] is True
    view.close()


def test_texts_and_pictures_are_given_by_segment() -> None:
    view = Seen(["a b", "c " * 1000], [["a", "x"], ["a b", "c"]])
    assert view.ask_json("texts", segments=[1, 0]) == [["c " * 200, "c"], ["a b", "a b"]]
    assert view.ask_json("picture", segment=0) == {
        "alignment": alignment_json(1, Meteor().score("a b", ["a", "a b"]))
    }


def test_search_is_answered_with_indices() -> None:
    view = Seen(["Ärger", "b", "c"], ["x", "ÄRGERLICH", "y"])
    _, (buffer,) = view.ask("search", text="ärger")
    assert np.frombuffer(buffer, "<u4").tolist() == [0, 1]


def test_exports_are_given_to_a_front_end() -> None:
    view = Seen(["a"], ["a"])
    assert view.ask("export", format="tsv")[1][0].decode() == view.to_tsv()
    assert view.ask("export", format="json")[1][0].decode() == view.to_json()


def test_the_segments_that_are_shown_are_exported_in_their_order() -> None:
    view = Seen(["a", "b", "c d"], ["a", "x", "c e"], filters={"score": [0.1, None]})
    view.sort_by = "score"
    head, *rows = view.to_tsv().splitlines(keepends=True)
    assert view.ask("export", format="shown")[1][0].decode() == head + rows[2] + rows[0]


HOSTILE = ["", "   ", "a\ud800b", "\udc80", "x\x00y", "<script>alert(1)</script>", "</style>'\"&"]


def test_no_text_breaks_a_message_or_a_page() -> None:
    view = Seen(HOSTILE, [*HOSTILE[1:], HOSTILE[0]])
    shown = view.ask_json("texts", segments=list(range(len(HOSTILE))))
    assert [row[0] for row in shown] == [
        "".join("\ufffd" if "\ud800" <= letter <= "\udfff" else letter for letter in text)
        for text in HOSTILE
    ]
    for segment, text in enumerate(HOSTILE):
        alignment = view.ask_json("picture", segment=segment)["alignment"]
        # Spans count code points: what cannot be shown still counts one.
        assert len(alignment["hypothesis"]["text"]) == len(text)
    assert "<script>alert(1)" not in view.to_html()
    assert view.to_tsv().count("\n") == len(HOSTILE) + 1


def test_one_blank_segment_is_a_corpus() -> None:
    view = CorpusView([""], [""])
    assert (view.result.score, view.filtered.tolist()) == (0.0, [0])
    assert "1 segment," in view.text_picture()


def test_a_segment_of_a_megabyte_is_scored_and_not_drawn() -> None:
    view = Seen(["word " * 200_000, "a"], ["word " * 200_000, "a"])
    view.wait()
    assert view.ask_json("picture", segment=0) == {"too_long": [200_000, 200_000]}
    assert len(view.ask("texts", segments=[0])[1][0]) < 1000


def test_a_page_carries_all_that_its_table_needs() -> None:
    size = 1200
    view = CorpusView(_texts(1, size), _texts(2, size))
    content = view.page_content()
    data, width = content.data, len(content.data["layout"])
    columns = _columns(data, content.buffers[:width])
    assert columns["score"] == [segment.score for segment in view.segments]
    blocks = [json.loads(gzip.decompress(buffer)) for buffer in content.buffers[width:]]
    texts = [row for block in blocks[: data["text_blocks"]] for row in block]
    assert texts == [list(pair) for pair in zip(_texts(1, size), _texts(2, size), strict=True)]
    pictures = [picture for block in blocks[data["text_blocks"] :] for picture in block]
    assert [picture["alignment"]["segment"] for picture in pictures] == list(range(1, size + 1))
    assert data["pictured"] is None
    json.dumps(content.state, allow_nan=False)


def test_a_page_of_a_large_corpus_carries_the_pictures_shown_first() -> None:
    size = 2500
    view = CorpusView(_texts(1, size), _texts(2, size), sort_by="score", selected=7)
    view.wait()
    content = view.page_content()
    assert content.data["pictured"] == sorted({*view.filtered[:2000].tolist(), 7})


def test_the_text_picture_has_the_corpus_score() -> None:
    view = CorpusView(HYPOTHESES, REFERENCES)
    text = view.text_picture()
    assert f"METEOR {view.result.score:.4f}" in text
    assert str(view.result.signature) in text
