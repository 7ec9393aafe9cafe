"""Views of bilingual files and test sets."""

import csv
import io
import json
from pathlib import Path

import pytest

import meteorscope
from meteor_core.command_line.main import main
from meteor_core.errors import InputError, MissingExtraError, ParameterError
from meteor_widget import CompareView, CorpusView, ReviewView

XLIFF = """\
<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
<file original="a" source-language="de" target-language="en"><body>
<trans-unit id="one"><source>eins</source><target>a &amp; b</target>
<note>Look.</note><alt-trans origin="MT"><target>a and b</target></alt-trans></trans-unit>
<trans-unit id="two"><source>zwei</source><target state="final">c</target></trans-unit>
<trans-unit id="three"><source>drei</source><target>d</target>
<alt-trans origin="MT"><target>d</target></alt-trans></trans-unit>
</body></file></xliff>"""

WMT = """\
<dataset><collection><doc id="d">
<src><p><seg id="1">Eins</seg><seg id="2">Zwei</seg><seg id="3">Drei</seg></p></src>
<ref translator="A"><p><seg id="1">one</seg><seg id="2">two</seg><seg id="3">three</seg></p></ref>
<ref translator="B"><p><seg id="2">a pair</seg></p></ref>
<hyp system="X"><p><seg id="1">one</seg><seg id="2">a pair</seg><seg id="3">three</seg></p></hyp>
<hyp system="Y"><p><seg id="1">eins</seg><seg id="2">two</seg></p></hyp>
</doc></collection></dataset>
"""


@pytest.fixture
def job(tmp_path: Path) -> Path:
    path = tmp_path / "job.xlf"
    path.write_text(XLIFF, encoding="utf-8")
    return path


@pytest.fixture
def test_set(tmp_path: Path) -> Path:
    path = tmp_path / "set.xml"
    path.write_text(WMT, encoding="utf-8")
    return path


LEFT_OUT = r"1 of 3 units of job\.xlf are left out, which lack mt"


def test_a_corpus_has_the_units_with_both_sides_and_their_ids(job: Path) -> None:
    with pytest.warns(UserWarning, match=LEFT_OUT) as warned:
        view = CorpusView.from_file(job, language="de")
    assert warned[0].filename == __file__
    assert list(view.corpus.hypotheses) == ["a and b", "d"]
    assert view.corpus.references == [["a & b", "d"]]
    assert view.unit_ids == ("one", "three")
    assert "|lang:de|" in str(view.result.signature)
    rows = list(csv.DictReader(io.StringIO(view.to_tsv()), delimiter="\t"))
    assert [row["id"] for row in rows] == ["one", "three"]
    assert [row["id"] for row in json.loads(view.to_json())["segments"]] == ["one", "three"]


def test_the_language_is_that_of_the_file_unless_one_is_given(job: Path) -> None:
    job.write_text(XLIFF.replace('target-language="en"', 'target-language="fr-CA"'))
    with pytest.warns(UserWarning, match=LEFT_OUT):
        assert "|lang:fr|" in str(ReviewView.from_file(job).result.signature)
    with pytest.warns(UserWarning, match=LEFT_OUT):
        assert "|lang:en|" in str(CorpusView.from_file(job, language="en").result.signature)


def test_units_without_ids_have_no_column_of_them(tmp_path: Path) -> None:
    variants = "".join(
        f'<tuv xml:lang="{language}"><seg>a</seg></tuv>' for language in ("de", "en", "en")
    )
    path = tmp_path / "memory.tmx"
    path.write_text(f'<tmx version="1.4"><header/><body><tu>{variants}</tu></body></tmx>')
    view = CorpusView.from_file(path)
    assert view.segments[0].score == 1
    assert "id" not in view.columns


def test_fields_may_be_named(job: Path) -> None:
    view = CorpusView.from_file(str(job), hypothesis="source", references="target")
    assert (len(view.corpus), view.unit_ids) == (3, ("one", "two", "three"))
    with pytest.raises(ParameterError, match="did you mean 'target'"):
        CorpusView.from_file(job, hypothesis="mt", references=["targe"])


def test_a_review_has_the_sources(job: Path) -> None:
    with pytest.warns(UserWarning, match=LEFT_OUT):
        view = ReviewView.from_file(job)
    assert view.summary.extents[0].segments == 1
    found = json.loads(view.to_json())["segments"]
    texts = [(row["id"], row["source"], row["mt"], row["post_edit"]) for row in found]
    assert texts == [("one", "eins", "a and b", "a & b"), ("three", "drei", "d", "d")]
    assert view.to_tsv().startswith("segment\tid\t")


def test_a_review_finds_the_text_before_in_the_file_beside(tmp_path: Path) -> None:
    entry = 'msgid ""\nmsgstr ""\n\nmsgid "a"\nmsgstr "{}"\n'
    (tmp_path / "de.po").write_text(entry.format("human"), encoding="utf-8")
    with pytest.raises(InputError, match="no machine translation to compare"):
        ReviewView.from_file(tmp_path / "de.po")
    (tmp_path / "de.mt.po").write_text(entry.format("machine"), encoding="utf-8")
    assert list(ReviewView.from_file(tmp_path / "de.po").corpus.hypotheses) == ["machine"]


def test_all_systems_of_a_test_set_are_compared_on_what_all_have(test_set: Path) -> None:
    with pytest.warns(UserWarning, match=r"1 of 3 segments of set\.xml .* which lack hyp:Y"):
        view = CompareView.from_file(test_set, samples=10)
    assert view.systems.names == ("X", "Y")
    assert view.unit_ids == ("d:1", "d:2")
    assert view.systems.references == [["one", "two"]]  # B lacks most segments


def test_a_directory_of_metrics_is_a_test_set(tmp_path: Path) -> None:
    texts = {
        "system-outputs/de-en/X.txt": "one\na pair\n",
        "system-outputs/de-en/Y.txt": "eins\ntwo\n",
        "system-outputs/en-de/Z.txt": "",
        "references/de-en.refA.txt": "one\ntwo\n",
        "documents/de-en.docs": "news d1\nnews d2\n",
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    with pytest.raises(InputError, match="2 pairs of languages, of which one has to be named"):
        CompareView.from_file(tmp_path)
    rated = tmp_path / "human-scores" / "de-en.mqm.seg.score"
    rated.parent.mkdir()
    rated.write_text("X\t-1\nX\tNone\nY\t-5\nY\t0\n")
    view = CompareView.from_file(tmp_path, language_pair="de-en", samples=10)
    assert view.to_tsv().splitlines()[1].split("\t")[-1] == "-1.0"
    assert (view.systems.names, view.unit_ids) == (("X", "Y"), ("d1:1", "d2:2"))
    done = ["score", str(tmp_path), "--language-pair", "de-en", "--hypothesis", "hyp:X"]
    assert main([*done, "--segments", "-o", str(tmp_path / "x.tsv")]) == 0
    ids = [line.split("\t")[-1] for line in (tmp_path / "x.tsv").read_text().splitlines()]
    assert ids == ["id", "d1:1", "d2:2"]
    with pytest.raises(ParameterError, match="for directories of mt-metrics-eval"):
        meteorscope.read(tmp_path / "references/de-en.refA.txt", language_pair="de-en")


def test_systems_and_references_may_be_named(test_set: Path) -> None:
    with pytest.warns(UserWarning, match="which lack hyp:Y or ref:B"):
        view = CompareView.from_file(
            test_set, systems=["Y", "hyp:X"], references="B", baseline="hyp:X", samples=10
        )
    assert (view.unit_ids, view.baseline) == (("d:2",), "hyp:X")
    assert view.systems.references == [["a pair"]]
    with pytest.raises(ParameterError, match="unknown field of this WMT XML file 'Z'"):
        CompareView.from_file(test_set, systems=["Z", "X"])


def test_a_file_without_systems_says_what_it_has(job: Path) -> None:
    with pytest.raises(InputError, match="no systems to compare; its fields are source, mt, tar"):
        CompareView.from_file(job)
    with pytest.warns(UserWarning, match=r"1 of 3 segments of job\.xlf is left out"):
        view = CompareView.from_file(job, systems=["mt", "source"], references="target", samples=10)
    assert view.systems.names == ("mt", "source")


def test_a_table_is_a_test_set(tmp_path: Path) -> None:
    rows = ["system\tsegment\thypothesis\treference\tmqm\tcomet"]
    rows += ["X\t7\ta\ta\t0\t0.9", "Y\t7\tb\ta\t-5\t0.1", "X\t8\ta\tx\t0\t1"]
    (tmp_path / "set.tsv").write_text("".join(f"{row}\n" for row in rows))
    with pytest.warns(UserWarning, match=r"1 of 2 segments of set\.tsv is left out"):
        view = CompareView.from_file(tmp_path / "set.tsv", scores=["mqm", "comet"], samples=5)
    assert view.unit_ids == ("7",)
    assert list(view.correlations()) == ["mqm", "comet"]
    assert view.correlations()["comet"].together.pairwise == 1.0


def test_a_table_of_ratings_has_errors_and_metadata(tmp_path: Path) -> None:
    marks = '[{"start": 0, "end": 1, "severity": "major", "category": "style"}]'
    rows = [
        {"system": system, "doc": doc, "seg": 1, "hyp": "ab", "ref": "ab", "esa": 90, "dom": "news"}
        | ({"errors": json.loads(marks)} if (system, doc) == ("Y", "d2") else {})
        for doc in ("d1", "d2")
        for system in ("X", "Y")
    ]
    table = tmp_path / "set.jsonl"
    table.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    view = CompareView.from_file(table, errors="errors", metadata="dom", samples=5)
    assert view.unit_ids == ("d1:1", "d2:1")
    assert view.beside.metadata == {"dom": ("news", "news")}
    assert [len(view.beside.errors_of("Y", segment)) for segment in range(2)] == [0, 1]
    lines = ["system\tsegment\thyp\tref\tspans", f"X\t1\tab\tab\t{marks}", "Y\t1\tab\tab\t"]
    (tmp_path / "set.tsv").write_text("".join(f"{line}\n" for line in lines))
    view = CompareView.from_file(tmp_path / "set.tsv", errors="spans", samples=5)
    assert [error.severity for error in view.beside.errors_of("X", 0)] == ["major"]
    with pytest.raises(InputError, match="has no column span"):
        CompareView.from_file(tmp_path / "set.tsv", errors="span", samples=5)


def test_units_as_tables(job: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = meteorscope.read(job)
    assert [unit.texts.get("mt") for unit in file.units] == ["a and b", None, "d"]
    table = file.to_arrow()
    assert table.column("mt").to_pylist() == ["a and b", None, "d"]
    assert table.column("is_final").to_pylist() == [False, True, False]
    frame = file.to_pandas()
    assert list(frame.columns) == table.column_names
    assert frame.loc[frame.is_final, "unit_id"].tolist() == ["two"]
    assert table.slice(0, 1).to_pylist() == [
        {
            "unit": 1,
            "unit_id": "one",
            "source": "eins",
            "mt": "a and b",
            "target": "a & b",
            "state": None,
            "origin": None,
            "is_final": False,
            "notes": ["Look."],
            "editing_seconds": None,
        }
    ]
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match=r"meteorscope\[arrow\]"):
        file.to_arrow()
