"""Systems compared in a notebook: numbers against sacrebleu's and the core's, traits, exports."""

import csv
import gzip
import io
import json
import math
import re
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import numpy as np
import pytest
from sacrebleu.metrics.base import Signature
from sacrebleu.significance import PairedTest

from meteor_core import InputError, InputTypeError, Meteor, ParameterError
from meteor_widget import CompareView

REFERENCES: Final = [
    "the cat sat on the mat",
    "we danced with joy under the starry night",
    "he reads a book",
    "nobody came",
    "it rains in the north",
    "she sold the old house",
]
SYSTEMS: Final = {
    "ours": [
        "the cat sat on the mat",
        "under the starry night we danced with joy",
        "he reads books",
        "nobody came",
        "it rains up north",
        "she sold an old house",
    ],
    "theirs": [
        "a cat was sitting",
        "we danced with glee",
        "he reads a book",
        "no one came",
        "in the north it rains",
        "the house was sold",
    ],
    "same": [
        "the cat sat on the mat",
        "under the starry night we danced with joy",
        "he reads books",
        "nobody came",
        "it rains up north",
        "she sold an old house",
    ],
}


@pytest.fixture
def view() -> Iterator[CompareView]:
    view = CompareView(SYSTEMS, REFERENCES, samples=200, seed=12345)
    view.wait()
    yield view
    view.close()


class TextMetric:
    """METEOR as sacrebleu drives a metric: texts in, statistics summed, scores out."""

    def __init__(self, references: list[str]) -> None:
        self.meteor = Meteor()
        self.references = references

    def _extract_corpus_statistics(self, hypotheses: Any, _: Any) -> list[list[int]]:
        results = self.meteor.segments(hypotheses, [self.references])
        return [list(result.statistics.counts()) for result in results]

    def _aggregate_and_compute(self, rows: Any) -> SimpleNamespace:
        return self._compute_score_from_stats(np.asarray(rows).sum(axis=0))

    def _compute_score_from_stats(self, sums: Any) -> SimpleNamespace:
        hypothesis, reference, chunks, perfect, *others = (int(count) for count in sums)
        matches = sum(others[4:7])
        if not matches:
            return SimpleNamespace(name="METEOR", score=0.0)
        precision, recall = matches / hypothesis, matches / reference
        f_mean = precision * recall / (0.9 * precision + 0.1 * recall)
        penalty = 0.5 * ((chunks - perfect) / matches) ** 3
        return SimpleNamespace(name="METEOR", score=f_mean * (1 - penalty))

    def get_signature(self) -> Signature:
        return Signature({"num_refs": 1})


@pytest.mark.parametrize(
    ("method", "kind", "samples"), [("bootstrap", "bs", 200), ("randomisation", "ar", 400)]
)
def test_the_json_is_that_of_sacrebleu(method: str, kind: str, samples: int) -> None:
    view = CompareView(SYSTEMS, REFERENCES, method=method, samples=samples, seed=12345)
    paired = PairedTest(
        list(SYSTEMS.items()),
        {"METEOR": TextMetric(REFERENCES)},  # type: ignore[dict-item]  # ducks will do
        references=None,
        test_type=kind,
        n_samples=samples,
        n_ar_confidence=1000 if kind == "ar" else -1,
    )
    _, expected = paired()
    found = json.loads(view.to_json())
    assert [entry["system"] for entry in found] == ["Baseline: ours", "theirs", "same"]
    for ours, theirs in zip(found, expected["METEOR"], strict=True):
        assert ours["METEOR"].keys() == vars(theirs).keys()
        for key, number in vars(theirs).items():
            if key != "p_value":
                assert ours["METEOR"][key] == (number and pytest.approx(number, rel=1e-9)), key
    # Not sacrebleu's: samples that tie count, and all ways of swapping 6 segments are counted.
    assert view.significance is not None
    for entry, system in zip(found[1:], view.significance.systems[1:], strict=True):
        assert system.comparison is not None
        assert entry["METEOR"]["p_value"] == system.comparison.p_value
        assert system.comparison.exact == (method == "randomisation")
    assert found[2]["METEOR"]["p_value"] == 1.0


def test_too_few_segments_are_said_and_have_no_star() -> None:
    better = [REFERENCES[0], *SYSTEMS["theirs"][1:]]
    assert better != SYSTEMS["theirs"]
    view = CompareView({"theirs": SYSTEMS["theirs"], "better": better}, REFERENCES, seed=1)
    view.method = "randomisation"
    view.wait()
    _, row = view.comparison["systems"]
    assert (row["p_value"], row["differing"], row["exact"], row["too_few"]) == (1.0, 1, True, True)
    assert any("Too few segments" in note for note in view.comparison["notes"])
    assert "Too few segments" in view.to_html()
    view.close()


def test_results_are_the_cores(view: CompareView) -> None:
    for name, hypotheses in SYSTEMS.items():
        assert view.results[name] == Meteor().corpus(hypotheses, [REFERENCES])
    significance = view.significance
    assert significance is not None
    assert significance.baseline.score == view.results["ours"].score
    assert [system.name for system in significance.systems] == list(SYSTEMS)


def test_the_state_says_what_the_results_say(view: CompareView) -> None:
    beside = {"ids": False, "scores": [], "metadata": {}}
    assert view.about == {"size": 6, "references": 1, "systems": list(SYSTEMS), **beside}
    known = view.comparison
    assert (known["done"], known["running"], known["error"]) == (6, False, None)
    assert known["test"] == {
        "method": "bootstrap",
        "samples": 200,
        "seed": 12345,
        "baseline": "ours",
        "comparisons": 2,
    }
    _, theirs, same = known["systems"]
    assert theirs["difference"] == view.results["theirs"].score - view.results["ours"].score
    assert theirs["difference_lower"] < theirs["difference"] < theirs["difference_upper"]
    assert (theirs["holm"], same["holm"]) == (2 * theirs["p_value"], 1.0)
    assert (theirs["equal"], same["equal"]) == (False, True)
    assert "|bs:200|seed:12345|" in known["signature"]
    assert json.loads(json.dumps(known)) == known


def test_another_test_is_made_when_a_trait_says_so(view: CompareView) -> None:
    first = view.significance
    view.seed = 7
    assert view.significance != first
    view.seed = 12345
    assert view.significance == first
    view.baseline = "theirs"
    turned = view.significance
    assert turned is not None
    assert [system.name for system in turned.systems] == ["theirs", "ours", "same"]
    view.samples = 50
    again = view.significance
    assert again is not None
    assert again.test.samples == 50
    assert view.comparison["test"]["baseline"] == "theirs"


def test_the_number_of_samples_goes_with_the_method() -> None:
    view = CompareView(SYSTEMS, REFERENCES)
    assert view.samples == 1000
    view.method = "randomisation"
    assert view.samples == 10_000
    view.wait()
    assert "|bs:1000|ar:10000|" in view.comparison["signature"]
    view.samples = 77
    view.method = "bootstrap"
    assert view.samples == 77


def test_the_seed_is_that_of_sacrebleu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SACREBLEU_SEED", "99")
    assert CompareView(SYSTEMS, REFERENCES).seed == 99
    monkeypatch.setenv("SACREBLEU_SEED", "none")
    assert CompareView(SYSTEMS, REFERENCES).seed is None


def test_segments_are_sorted_and_filtered_as_a_naive_reader_would(view: CompareView) -> None:
    view.left, view.right = "theirs", "ours"
    score = {
        name: [
            Meteor().score(*pair).score
            for pair in zip(texts, ([r] for r in REFERENCES), strict=True)
        ]
        for name, texts in SYSTEMS.items()
    }
    difference = [
        ours - theirs for ours, theirs in zip(score["ours"], score["theirs"], strict=True)
    ]
    by_size = sorted(range(6), key=lambda segment: -abs(difference[segment]))
    assert view.filtered.tolist() == by_size
    view.sort_by, view.descending = "difference", False
    assert view.filtered.tolist() == sorted(range(6), key=difference.__getitem__)
    view.filters = {"difference": [0.05, None], "right": [None, 0.99]}
    assert sorted(view.filtered.tolist()) == [
        segment
        for segment in range(6)
        if difference[segment] >= 0.05 and score["ours"][segment] <= 0.99
    ]


def test_the_reference_can_be_chosen_for_both() -> None:
    view = CompareView({"a": ["a b c"], "b": ["x y z"]}, [["a b c d"], ["x y z w"]])
    view.selected = 0
    best = view.selected_results
    assert best is not None
    assert [result.reference for result in best.values()] == [0, 1]
    view.reference = 1
    chosen = view.selected_results
    assert chosen is not None
    assert [result.reference for result in chosen.values()] == [1, 1]
    assert chosen["a"].score == Meteor().score("a b c", ["x y z w"]).score


def test_tables_say_what_is_known(view: CompareView, tmp_path: Path) -> None:
    head, *rows = (line.split("\t") for line in view.to_tsv().splitlines())
    table = {row[0]: dict(zip(head, row, strict=True)) for row in rows}
    assert list(table) == list(SYSTEMS)
    assert float(table["theirs"]["score"]) == view.results["theirs"].score
    assert table["ours"]["p_value"] == ""
    assert table["same"]["equal"] == "true"
    path = tmp_path / "segments.tsv"
    text = view.segments_to_tsv(path)
    assert path.read_text(encoding="utf-8") == text
    assert text.splitlines()[0].startswith("segment\tscore ours\tscore theirs")
    assert len(text.splitlines()) == 7
    segments = list(csv.DictReader(io.StringIO(text), delimiter="\t"))
    for name in SYSTEMS:
        words = math.fsum(float(segment[f"shortfall {name}"]) for segment in segments)
        assert words == view.results[name].shortfall == float(table[name]["shortfall"])


def test_segments_can_be_sorted_by_the_difference_of_shortfalls(view: CompareView) -> None:
    view.left, view.right = "ours", "theirs"
    view.sort_by, view.descending = "shortfall", True
    ours, theirs = (
        Meteor().batch(SYSTEMS[name], [REFERENCES]).shortfall for name in ("ours", "theirs")
    )
    more = [words - less for words, less in zip(theirs, ours, strict=True)]
    assert view.filtered.tolist() == sorted(range(len(more)), key=lambda row: -more[row])


def test_a_name_with_a_tab_breaks_no_table() -> None:
    view = CompareView({"a\tb": ["x"], "c\nd": ["y"]}, ["x"], samples=5)
    assert len(view.to_tsv().splitlines()) == 3
    assert {line.count("\t") for line in view.segments_to_tsv().splitlines()} == {7}


def test_the_text_picture_names_systems_scores_and_signature(view: CompareView) -> None:
    picture = view.text_picture()
    assert [line.split()[0] for line in picture.splitlines()[1:4]] == list(SYSTEMS)
    assert f"{view.results['theirs'].score:.4f}" in picture
    assert "the same" in picture.splitlines()[3]
    assert view.comparison["signature"] in picture


def answered(view: CompareView, name: str, **parameters: Any) -> Any:
    return view.requests[name](view, **parameters)


def test_columns_are_the_segments_scores(view: CompareView) -> None:
    buffers = answered(view, "columns", start=2).buffers
    assert len(buffers) == 9
    for place, (name, texts) in enumerate(SYSTEMS.items()):
        results = [
            Meteor().score(text, [reference])
            for text, reference in zip(texts, REFERENCES, strict=True)
        ][2:]
        scores, lengths, _ = buffers[3 * place : 3 * place + 3]
        assert np.frombuffer(scores, "<f8").tolist() == [result.score for result in results], name
        assert np.frombuffer(lengths, "<i4").tolist() == [r.reference_length for r in results]


def test_texts_and_pictures_come_as_asked(view: CompareView) -> None:
    texts = json.loads(answered(view, "texts", segments=[3, 0]).buffers[0])
    assert texts[0] == [["nobody came"], [texts[3] for texts in SYSTEMS.values()]]
    pictures = json.loads(answered(view, "pictures", segment=3, names=["ours"]).buffers[0])
    assert list(pictures) == ["ours"]
    (alignment,) = pictures["ours"]["alignments"]
    assert alignment["hypothesis"]["text"] == "nobody came"
    assert alignment["segment"] == 4


def test_a_page_holds_numbers_texts_and_alignments(view: CompareView) -> None:
    content = view.page_content()
    assert content.data["pictured"] == list(range(6))
    *columns, texts, pictures = content.buffers
    assert len(columns) == 9
    unpacked = json.loads(gzip.decompress(texts))
    assert [row[1][0] for row in unpacked] == SYSTEMS["ours"]
    assert set(json.loads(gzip.decompress(pictures))[0]) == set(SYSTEMS)
    assert json.loads(content.data["exports"]["json"])[0]["system"] == "Baseline: ours"
    assert json.loads(json.dumps(content.state))["baseline"] == "ours"


def test_a_page_is_bounded(monkeypatch: pytest.MonkeyPatch, view: CompareView) -> None:
    monkeypatch.setattr("meteor_widget.compare.view._ALIGNMENTS_OF_A_PAGE", 6)
    view.selected = int(view.filtered[-1])
    pictured = view.page_content().data["pictured"]
    assert pictured == sorted([int(view.filtered[0]), view.selected])


def test_the_order_of_systems_is_a_trait(view: CompareView) -> None:
    assert (view.systems_by, view.systems_descending) == ("score", True)
    view.systems_by = "holm"
    with pytest.raises(ParameterError, match="did you mean 'p_value'"):
        view.systems_by = "p_values"
    state = view.page_state()
    assert (state["systems_by"], state["systems_descending"]) == ("holm", True)
    # Files have the order that was given, the baseline first, as sacrebleu does.
    assert [line.split("\t")[0] for line in view.to_tsv().splitlines()[1:]] == list(SYSTEMS)
    view.systems_by = "score"
    view.systems_descending = True


def test_hostile_text_stays_text() -> None:
    text = "</script><script>alert(1)</script> \ud800 <b>"
    page = CompareView({"<i>": [text], "b": [text]}, [text], samples=5).to_html()
    assert "<script>alert" not in page
    page.encode("utf-8")


def test_cancelled_work_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    size = 3000
    view = CompareView(
        {"a": ["we danced with joy under the starry night"] * size, "b": ["with joy"] * size},
        ["under the starry night we danced with glee"] * size,
        samples=20,
    )
    view.cancel()
    results = view.results
    assert results["a"].segments == results["b"].segments == view.systems.done
    view.resume()
    assert view.significance is not None
    assert view.significance.segments == size


def test_resampling_is_cancelled_and_taken_up_by_a_front_end() -> None:
    view = CompareView(SYSTEMS, REFERENCES, samples=50_000_000)
    deadline = time.monotonic() + 100
    while not view.comparison["share"] and time.monotonic() < deadline:
        time.sleep(0.05)
    assert view.comparison["running"]
    answered(view, "cancel")
    assert view.significance is None
    for picture in (view.static(), view.static_preview()):
        assert "The systems are not tested yet" in picture.text
        assert "The systems are not tested yet" in picture.markup()
    assert (view.comparison["running"], view.comparison["share"]) == (False, None)
    assert view.comparison["done"] == len(REFERENCES)
    answered(view, "resume")
    assert view.comparison["running"]
    view.samples = 20
    assert view.significance is not None
    assert view.significance.test.samples == 20
    assert view.comparison["running"] is False
    view.close()


def test_a_static_picture_waits_for_the_test() -> None:
    view = CompareView(SYSTEMS, REFERENCES, samples=100_000)
    hasty = view.static_preview()
    static = view.static()
    found = view.significance
    assert found is not None
    assert not view.comparison["running"]
    compared = [each.comparison for each in found.systems if each.comparison]
    assert all(f"{each.holm:.4f}" in static.markup() for each in compared if not each.equal)
    assert "not tested yet" not in static.text
    assert ("not tested yet" in hasty.text) == (hasty.text != static.text)


def test_what_the_screen_draws_first_is_in_the_first_message() -> None:
    """A front end that is busy may draw before it hears of any change."""
    messages: list[dict[str, Any]] = []

    class Heard(CompareView):
        def open(self) -> None:
            messages.append(self.get_state())
            super().open()

    view = Heard(SYSTEMS, REFERENCES, samples=20)
    assert messages[0]["about"] == view.about
    assert messages[0]["about"]["systems"] == list(SYSTEMS)
    assert messages[0]["comparison"].keys() == view.comparison.keys()


def test_the_segments_that_are_shown_are_exported_in_their_order(view: CompareView) -> None:
    view.filters = {"difference": [None, -0.01]}
    view.sort_by, view.descending = "difference", False
    head, *rows = view.segments_to_tsv().splitlines(keepends=True)
    shown = [rows[segment] for segment in view.filtered]
    assert 0 < len(shown) < len(rows)
    assert view.requests["export"](view, format="shown").buffers[0].decode() == head + "".join(
        shown
    )


MISTAKES: Final[list[tuple[Any, Any, dict[str, Any], type[Exception], str]]] = [
    (["a"], ["a"], {}, InputTypeError, "mapping from names to hypotheses"),
    ({"a": ["x"]}, ["x"], {}, InputError, "two or more"),
    ({}, ["x"], {}, InputError, "no systems"),
    ({1: ["x"], "b": ["x"]}, ["x"], {}, InputTypeError, "name of a system"),
    ({"a": ["x"], "b": ["x", "y"]}, ["x"], {}, InputError, "a: 1, b: 2"),
    ({"a": [], "b": []}, [], {}, InputError, re.escape("systems['a'] has no segments")),
    ({"a": ["x"], "b": "x"}, ["x"], {}, InputTypeError, re.escape("systems['b']")),
    ({"a": ["x"], "b": ["y"]}, ["x", "z"], {}, InputError, "2 segments"),
    ({"a": ["x"], "b": ["y"]}, ["x"], {"baseline": "c"}, ParameterError, "unknown system 'c'"),
    ({"a": ["x"], "b": ["y"]}, ["x"], {"left": "bb"}, ParameterError, "unknown system 'bb'"),
    ({"a": ["x"], "b": ["y"]}, ["x"], {"method": "boot"}, ParameterError, "'bootstrap'"),
    ({"a": ["x"], "b": ["y"]}, ["x"], {"samples": 0}, ParameterError, "number of samples is 0"),
    ({"a": ["x"], "b": ["y"]}, ["x"], {"seed": -3}, ParameterError, "seed is -3"),
    ({"a": ["x"], "b": ["y"]}, ["x"], {"selected": 1}, ParameterError, "segment with index 1"),
    ({"a": ["x"], "b": ["y"]}, ["x"], {"reference": 1}, ParameterError, "reference with index 1"),
    ({"a": ["x"], "b": ["y"]}, ["x"], {"sort_by": "sizes"}, ParameterError, "'size'"),
    ({"a": ["x"], "b": ["y"]}, ["x"], {"filters": {"p": [0, 1]}}, ParameterError, "column 'p'"),
    ({"a": ["x"], "b": ["y"]}, ["x"], {"variant": "clasic"}, ParameterError, "'classic'"),
]


@pytest.mark.parametrize(("systems", "references", "options", "error", "said"), MISTAKES)
def test_mistakes_are_refused_in_words(
    systems: Any, references: Any, options: dict[str, Any], error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        CompareView(systems, references, **options)


def test_left_and_right_follow_the_baseline() -> None:
    view = CompareView(SYSTEMS, REFERENCES, baseline="theirs", samples=5)
    assert (view.baseline, view.left, view.right) == ("theirs", "theirs", "ours")


@pytest.mark.slow
def test_real_systems_over_two_references() -> None:
    folder = Path(__file__).parents[2].parent / "shared/data/wmt21/cs-en"
    if not folder.is_dir():
        pytest.skip("no translations beside the repository")
    names = ["Online-A", "Facebook-AI"]
    systems = {name: folder / f"hyp.{name}.en" for name in names}
    view = CompareView(systems, [folder / "ref.A.en", folder / "ref.B.en"], seed=12345)
    first, second = (view.results[name].score for name in names)
    assert second - first == pytest.approx(0.0385, abs=0.0005)
    assert view.significance is not None
    comparison = view.significance.systems[1].comparison
    assert comparison is not None
    assert comparison.p_value == 1 / 1001


@pytest.mark.parametrize("method", ["bootstrap", "randomisation"])
def test_the_systems_as_data_are_those_of_the_view(view: CompareView, method: str) -> None:
    view.method = method
    view.samples = 150
    view.baseline = "theirs"
    tested = {system.name: system for system in view.significance.systems}  # type: ignore[union-attr]
    found = view.compared(columns={"da": {"ours": [1, 2, 3, 4, 5, None]}})
    assert (found.baseline, found.test) == ("theirs", method)
    for row in found.table():
        beside, expected = row.metrics["METEOR"].baseline, tested[row.system].comparison
        assert row.metrics["METEOR"].score == view.results[row.system].score
        assert (beside is None) == (expected is None)
        if beside is not None and expected is not None:
            assert (beside.p_value, beside.holm) == (expected.p_value, expected.holm)
    assert {row.system: row.columns["da"] for row in found.table()}["ours"] == 3.0
