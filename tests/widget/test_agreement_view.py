"""Agreement with people in a notebook: numbers against the core's, traits, inputs, pages."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
import pandas as pd
import pytest
import traitlets

from meteor_core import InputError, InputTypeError, Meteor, MeteorError, ParameterError
from meteor_core.agreement.agreement import MetricScores, measure_agreement
from meteor_core.agreement.counted_outputs import count_outputs
from meteor_core.agreement.reading import read_rated_sets
from meteor_core.command_line.main import main
from meteor_core.tuned import TunedVariant, tuned_text
from meteor_widget import AgreementView
from tests.close_values import assert_close
from tests.usable_variants import needs_meteor
from tests.widget import agreement_cases
from tests.widget.page_reader import PageReader

ROWS: Final = [
    ("ours", "1", 90, "the cat sat on the mat", "the cat sat on the mat today"),
    ("theirs", "1", 40, "a cat was sitting", "the cat sat on the mat today"),
    ("ours", "2", 30, "under the starry night we danced", "we danced under the stars"),
    ("theirs", "2", 80, "we dance under stars", "we danced under the stars"),
    ("ours", "3", 70, "nobody came", "no one came at all"),
    ("theirs", "3", 60, "no one came", "no one came at all"),
]
NAMES: Final = ("system", "segment", "rating", "hypothesis", "reference")


def table(rows: list[tuple[Any, ...]] = ROWS) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=list(NAMES))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "made.tsv"
    lines = ["\t".join(NAMES), *("\t".join(map(str, row)) for row in ROWS)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def view(file: Path) -> Iterator[AgreementView]:
    view = AgreementView(file)
    yield view
    view.close()


def test_the_front_ends_cases_are_the_cores() -> None:
    written = json.loads(agreement_cases.FILE.read_text(encoding="utf-8"))
    assert_close(json.loads(agreement_cases.text()), written)


def test_the_parameters_of_a_tuned_file_are_not_called_untuned(file: Path) -> None:
    tuned = file.with_name("ours.toml")
    text = tuned_text(TunedVariant(base="classic", alpha=0.5))
    tuned.write_text(text, encoding="utf-8")
    page = AgreementView(str(file), variant=str(tuned)).to_html()
    assert "variant ours.toml" in page
    assert "untuned classic" not in page


def test_the_agreement_is_that_of_the_command_line(file: Path) -> None:
    view = AgreementView(file, alpha=0.2, weights=[1, 0.5, 0.5])
    (rated,) = read_rated_sets([str(file)])
    metrics = [
        MetricScores(
            name=name,
            signature=str(meteor.signature()),
            scores=np.array(
                [meteor.score(o.hypothesis, o.references).score for o in rated.outputs]
            ),
        )
        for name, meteor in (
            ("classic", Meteor()),
            ("these parameters", Meteor(alpha=0.2, weights=[1, 0.5, 0.5])),
        )
    ]
    expected = measure_agreement(rated, metrics, measures=("pairwise", "pearson"))
    for found, other in zip(view.agreement.rows, expected.rows, strict=True):
        assert (found.metric, found.signature) == (other.metric, other.signature)
        for name, estimate in other.measures.items():
            assert estimate is not None
            measured = found.measures[name]
            assert measured is not None
            assert measured.value == pytest.approx(estimate.value, abs=1e-12)
            assert measured.low == pytest.approx(estimate.low, abs=1e-12)
    assert view.signature == str(Meteor(alpha=0.2, weights=[1, 0.5, 0.5]).signature())


def test_untuned_there_is_nothing_to_compare_with(view: AgreementView) -> None:
    (row,) = view.agreement.rows
    assert (row.metric, row.differences) == ("classic", {})
    view.gamma = 0.1
    assert [row.metric for row in view.agreement.rows] == ["classic", "these parameters"]
    view.gamma = None
    assert len(view.agreement.rows) == 1


def test_a_table_a_set_and_a_file_are_the_same(file: Path, view: AgreementView) -> None:
    of_table = AgreementView(table())
    of_set = AgreementView(read_rated_sets([str(file)])[0])
    for other in (of_table, of_set):
        assert other.rated.outputs == view.rated.outputs
        assert other.to_tsv() == view.to_tsv()
    assert of_table.about["name"] == "ratings"


def test_tables_may_have_other_names_numbers_and_gaps() -> None:
    frame = table().rename(columns={"rating": "MQM", "hypothesis": "mt"})
    frame["MQM"] = [-1.5, None, -2, 0, -3, -4]
    frame["segment"] = [1, 1, 2, 2, 3, 3]
    view = AgreementView(frame)
    assert view.rated.segments == ("1", "2", "3")
    assert view.about["notes"][0] == "1 row without a rating left out"


def test_judgements_of_pairs_have_no_systems(tmp_path: Path) -> None:
    judged = pd.DataFrame(
        {
            "hypothesis1": ["a cat sat", "the dog ran", "it rains"],
            "hypothesis2": ["the cat sat", "a dog walked", "rain"],
            "reference": ["the cat sat", "the dog ran", "it is raining"],
            "winner": [2, 1, 0],
        }
    )
    view = AgreementView(judged)
    assert view.about["judgements"]
    assert view.about["unequal"] == 2
    assert view.agreement.rows[0].measures.keys() == {"pairwise"}
    assert "points" not in view.static().markup()
    (tmp_path / "pairs").write_text("a cat ||| the cat ||| the cat\n", encoding="utf-8")
    (tmp_path / "said").write_text("-1\n", encoding="utf-8")
    of_files = AgreementView(tmp_path / "pairs", judgements=tmp_path / "said")
    assert of_files.agreement.rows[0].measures["pairwise"] is not None


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("alpha", 2, "alpha is 2.0, but must be between 0 and 1"),
        ("beta", -1, "beta is -1.0, but must be 0 or more"),
        ("weights", [1, 1], "there are 3 stages (exact, stem, synonym), but 2 weights"),
        ("weights", [1, 1, 3], "a stage's weight is 3.0, but must be between 0 and 1"),
        ("across", "alpa", "unknown parameter 'alpa'; did you mean 'alpha'?"),
        ("system", "our", "unknown system 'our'; did you mean 'ours'?"),
        ("selected", 3, "there is no segment with index 3; indices go from 0 to 2"),
        ("output", 6, "there is no output with index 6; indices go from 0 to 5"),
    ],
)
def test_a_wrong_value_is_refused_and_the_old_one_kept(
    view: AgreementView, name: str, value: Any, said: str
) -> None:
    before = getattr(view, name)
    with pytest.raises(MeteorError) as refused:
        setattr(view, name, value)
    assert str(refused.value) == said
    assert getattr(view, name) == before
    if name in ("alpha", "weights"):
        assert isinstance(refused.value, traitlets.TraitError)


def test_delta_needs_function_words() -> None:
    view = AgreementView(table(), language="is")
    assert not view.about["delta_possible"]
    with pytest.raises(ParameterError, match="delta needs a list of function words"):
        view.delta = 0.5


def test_ratings_of_another_kind_are_refused() -> None:
    with pytest.raises(InputTypeError, match=r"ratings must be the name of a file .*, not int"):
        AgreementView(3)
    with pytest.raises(InputError, match="ratings has no column hypothesis"):
        AgreementView(table().drop(columns="hypothesis"))
    with pytest.raises(InputError, match=r"ratings:2: rating is 'good', which is no number"):
        AgreementView(table([ROWS[0], ("theirs", "1", "good", "a", "b")]))
    with pytest.raises(InputError, match="ratings has no row of ratings"):
        AgreementView(table([]))
    with pytest.raises(ParameterError, match="unknown option of AgreementView 'alfa'"):
        AgreementView(table(), alfa=1)  # type: ignore[call-arg]


def test_too_many_pairs_are_refused_before_they_fill_the_memory() -> None:
    rows = [(f"s{n}", "1", n % 5, "a", "b") for n in range(2_600)]
    with pytest.raises(InputError, match=r"3,378,700 pairs .* Does the column segment name"):
        AgreementView(table(rows))


@pytest.mark.parametrize(
    "rows",
    [
        [("one", str(n), n, "a b", "a c") for n in range(4)],
        [(name, str(n), 5, "a b", "a c") for n in range(4) for name in ("one", "other")],
        [("one", "1", 5, "a b", "a c"), ("other", "1", 4, "a", "a c"), ("more", "1", 3, "", "a c")],
    ],
    ids=["one system", "constant ratings", "three outputs"],
)
def test_ratings_that_say_little_are_shown(rows: list[tuple[Any, ...]]) -> None:
    view = AgreementView(table(rows))
    view.alpha = 0.1
    assert view.agreement.rows
    assert len(view.to_html()) > 1000
    assert view.static().markup()


@needs_meteor
def test_outputs_that_cannot_be_scored_are_left_out() -> None:
    too_much = "the " * 1500
    rows = [*ROWS, ("ours", "4", 1, too_much, too_much)]
    view = AgreementView(table(rows), variant="meteor-1.5", stages=["exact"])
    assert len(view.rated.outputs) == len(ROWS)
    assert "1 output that cannot be scored left out" in view.about["notes"]
    assert np.isfinite(view.scores).all()


def test_exports_follow_the_parameters(view: AgreementView, tmp_path: Path) -> None:
    view.alpha = 0.3
    path = tmp_path / "outputs.tsv"
    head, *rows = view.to_tsv(path).splitlines()
    assert head == "system\tsegment\trating\tscore"
    expected = count_outputs(view.rated, Meteor()).scores(view.parameters).tolist()
    assert [float(row.split("\t")[3]) for row in rows] == expected
    assert path.read_text(encoding="utf-8") == view.to_tsv()
    found = json.loads(view.to_json())["sets"][0]
    assert [row["metric"] for row in found["rows"]] == ["classic", "these parameters"]


def test_a_page_has_what_is_shown_and_no_more(view: AgreementView) -> None:
    view.alpha = 0.3
    content = view.page_content()
    assert content.state["alpha"] == 0.3
    assert content.data["pictured"] == list(range(6))
    (head, *_) = content.buffers
    assert json.loads(head)["segments"] == ["1", "2", "3"]
    assert "meteor_home" not in json.dumps(content.state)


def test_the_static_preview_says_the_same_in_words(view: AgreementView) -> None:
    view.alpha = 0.1
    still = view.static()
    assert "Where the metric and people disagree most" in still.markup()
    assert "not distinguishable" in still.markup()
    assert "pairwise" in still.text
    assert view.signature in still.text


def test_the_command_line_writes_a_page(file: Path, tmp_path: Path) -> None:
    page = tmp_path / "agreement.html"
    assert main(["agree", str(file), "--alpha", "0.5", "-o", str(page)]) == 0
    content = PageReader(page.read_text(encoding="utf-8")).content
    assert content["state"]["alpha"] == 0.5
    assert content["state"]["about"]["parameters"]["alpha"] == 0.9
    assert content["state"]["about"]["name"] == "made"


def test_a_page_is_of_one_set_and_one_variant(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "agreement.html"
    assert main(["agree", str(file), "-v", "classic", "-v", "nltk", "-o", str(page)]) == 2
    assert "there are 1 set and 2 variants; write a page for each" in capsys.readouterr().err
    assert not page.exists()
