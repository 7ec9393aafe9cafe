"""``meteorscope compare``: formats, what it reads, and bad input."""

import base64
import csv
import gzip
import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias
from xml.etree.ElementTree import fromstring

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from meteor_core import Meteor
from meteor_core.command_line.main import main
from tests.command_line.conftest import HYPOTHESES, REFERENCES_A, REFERENCES_B, lines

FEW: Final = ("--samples", "50", "--shufflings", "60")
OTHER: Final = ["the cat sat on a mat", "danced", "nothing", "Ünïcödé", "all of it"]

WMT: Final = """\
<dataset id="d"><doc id="n"><src lang="de"><p><seg id="1">A</seg><seg id="2">B</seg></p></src>
<ref lang="en" translator="A"><p><seg id="1">the cat</seg><seg id="2">a dog</seg></p></ref>
<hyp system="X" lang="en"><p><seg id="1">the cat</seg><seg id="2">a frog</seg></p></hyp>
<hyp system="Y" lang="en"><p><seg id="1">cat the</seg></p></hyp>
</doc></dataset>
"""

TABLE: Final = """\
system\tsegment\thypothesis\treference
X\t1\tthe cat\tthe cat
X\t2\ta frog\ta dog
Y\t1\tcat the\tthe cat
Y\t2\ta dog\ta dog
Z\t2\tdog\ta dog
"""


@pytest.fixture
def systems(folder: Path) -> Path:
    (folder / "out.one.en").write_bytes(lines(HYPOTHESES))
    (folder / "out.two.en").write_bytes(gzip.compress(lines(OTHER)))
    (folder / "short").write_bytes(lines(OTHER[:2]))
    (folder / "wmt.xml").write_text(WMT)
    (folder / "table.tsv").write_text(TABLE)
    return folder


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """What a command printed, and its exit status."""

    status: int
    printed: str
    said: str


Compare: TypeAlias = Callable[..., Done]


@pytest.fixture
def compare(
    systems: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Compare:
    """Runs ``meteorscope compare`` in this process: a process for each case takes a second."""
    monkeypatch.chdir(systems)

    def call(*arguments: str) -> Done:
        try:
            status = main(["compare", *arguments])
        except SystemExit as end:
            status = int(end.code or 0)
        printed, said = capsys.readouterr()
        return Done(status=status, printed=printed, said=said)

    return call


def document_of(done: Done) -> Any:
    assert done.status == 0, done.said
    return json.loads(done.printed)


def compared(compare: Compare, *arguments: str) -> Any:
    return document_of(compare(*arguments, *FEW, "--format", "json"))


def test_a_table_of_systems_has_the_scores_of_score(compare: Compare) -> None:
    document = compared(compare, "a", "b", "--systems", "out.one.en", "out.two.en", "--analyse")
    scores = {row["name"]: row["score"] for row in document["systems"]}
    assert all(row["metrics"]["METEOR"]["score"] == row["score"] for row in document["systems"])
    sets = [REFERENCES_A, REFERENCES_B]
    assert scores == {
        "one": Meteor().corpus(HYPOTHESES, sets).score,
        "two": Meteor().corpus(OTHER, sets).score,
    }
    found = document["analyses"]
    assert {found["left"], found["right"]} == {"one", "two"}
    assert set(found["buckets"]) == {"length", "frequency", "stage", "fragmentation"}
    assert all(found[kind] for kind in ("parts", "words", "segments"))
    assert "|nrefs:2|bs:50|ar:60|seed:12345|" in document["metrics"][0]["signature"]


def test_each_format_is_written_by_the_ending(systems: Path, compare: Compare) -> None:
    files = ["out.txt", "out.md", "out.tex.gz", "out.tsv", "out.json"]
    arguments = ("a", "--systems", "m=hyp", "out_1=out.one.en", "b", *FEW, "--others", "chrF")
    for name in files:
        done = compare(*arguments, "-o", name)
        assert (done.status, done.printed, done.said) == (0, "", "")
    assert "system  cluster  METEOR" in (systems / "out.txt").read_text()
    assert "\n| system | cluster | METEOR | ± | p |" in (systems / "out.md").read_text()
    latex = gzip.decompress((systems / "out.tex.gz").read_bytes()).decode()
    assert "out\\_1 & " in latex
    assert latex.count(r"\textbf{") >= 2  # the best of each metric
    written = (systems / "out.tsv").read_text()
    rows = list(csv.DictReader(io.StringIO(written), delimiter="\t"))
    assert [(row["system"], row["metric"]) for row in rows[:2]] == [
        (rows[0]["system"], "METEOR"),
        (rows[0]["system"], "chrF"),
    ]
    document = json.loads((systems / "out.json").read_text())
    assert float(rows[0]["score"]) == document["systems"][0]["metrics"]["METEOR"]["score"]


def test_a_figure_has_each_score(systems: Path, compare: Compare) -> None:
    arguments = ("a", "--systems", "A&B=hyp", "out.two.en", *FEW, "--others", "TER")
    assert compare(*arguments, "-o", "figure.svg").status == 0
    picture = fromstring((systems / "figure.svg").read_text(encoding="utf-8"))
    tips = [title.text for title in picture.iterfind(".//{*}circle/{*}title")]
    rows = compared(compare, *arguments)["systems"]
    assert tips == [
        *(f"{row['name']}: {row['metrics']['METEOR']['score']:.4f}" for row in rows),
        *(f"{row['name']}: {row['metrics']['TER']['score']:.2f}" for row in rows),
    ]
    across = [float(dot.attrib["cx"]) for dot in picture.iterfind(".//{*}circle")]
    by_ter = sorted(rows, key=lambda row: row["metrics"]["TER"]["score"])
    assert (across[2] > across[3]) == (by_ter[0] is rows[0])  # better is to the right


def test_pairs(compare: Compare) -> None:
    files = ("a", "--systems", "hyp", "out.two.en", "b")
    text = compare(*files, *FEW, "--pairs").printed
    assert "METEOR: row less column, and its p adjusted for 3 pairs" in text
    rows = compare(*files, *FEW, "--pairs", "--format", "tsv").printed.splitlines()
    assert len(rows) == 1 + 3


def test_excluded_segments_of_test_set_and_table_are_reported(compare: Compare) -> None:
    done = compare("wmt.xml", *FEW, "--format", "json")
    document = json.loads(done.printed)
    assert done.said == ("meteorscope: 1 of 2 segments of wmt.xml is left out, which lack hyp:Y\n")
    assert (document["segments"], document["baseline"]) == (1, "X")
    assert "|lang:en|" in document["metrics"][0]["signature"]
    done = compare("table.tsv", "--baseline", "Y", *FEW, "--format", "json")
    assert json.loads(done.printed)["segments"] == 1
    assert done.said == (
        "meteorscope: 1 of 2 segments of table.tsv is left out: not all systems have them "
        "(Z lacks 1)\n"
    )
    two = compared(
        compare, "table.tsv", "--systems", "Y", "X", "--analyse", "segments", "--sample", "2"
    )
    assert (two["segments"], two["baseline"]) == (2, "Y")
    assert [each["id"] for each in two["analyses"]["segments"]] == ["1", "2"]


def test_a_directory_of_the_metrics_task(systems: Path, compare: Compare) -> None:
    for name, texts in (
        ("references/de-en.refA.txt", REFERENCES_A),
        ("system-outputs/de-en/refA.txt", REFERENCES_A),
        ("system-outputs/de-en/X.txt", HYPOTHESES),
        ("system-outputs/de-en/Y.txt", OTHER),
    ):
        path = systems / "mtme" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(lines(texts))
    document = compared(compare, "mtme", "--language-pair", "de-en")
    assert {row["name"] for row in document["systems"]} == {"X", "Y"}  # not the reference itself


def test_ratings_and_other_metrics_are_columns_beside_meteor(
    systems: Path, compare: Compare
) -> None:
    for name, content in (
        ("references/de-en.refA.txt", lines(REFERENCES_A)),
        ("system-outputs/de-en/X.txt", lines(HYPOTHESES)),
        ("system-outputs/de-en/Y.txt", lines(OTHER)),
        ("human-scores/de-en.mqm.seg.score", b"X\t-1\n" * 4 + b"X\tNone\n" + b"Y\t-2\n" * 5),
        ("metric-scores/de-en/COMET-refA.seg.score", b"X\t.5\n" * 5 + b"Y\t.25\n" * 5),
    ):
        path = systems / "mtme" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    means = {
        row["name"]: row["columns"]
        for row in compared(compare, "mtme", "--columns", "mqm", "COMET-refA")["systems"]
    }
    assert means == {"X": {"mqm": -1.0, "COMET-refA": 0.5}, "Y": {"mqm": -2.0, "COMET-refA": 0.25}}
    by_default = compared(compare, "mtme", "--analyse", "agreement")
    assert by_default["systems"][0]["columns"].keys() == {"mqm"}
    agreement = by_default["analyses"]["agreement"]["mqm"]["METEOR"]
    scores = [
        [
            Meteor().score(text, [reference]).score
            for text, reference in zip(each, REFERENCES_A, strict=True)
        ]
        for each in (HYPOTHESES, OTHER)
    ]
    right = [(one > other) + (one == other) / 2 for one, other in zip(*scores, strict=True)][:4]
    assert agreement["pairwise"]["value"] == sum(right) / 4
    assert compared(compare, "mtme", "--columns", "none")["systems"][0]["columns"] == {}
    assert "did you mean 'mqm'?" in compare("mtme", "--columns", "mqn").said


def test_a_table_may_be_parquet_and_become_some(systems: Path, compare: Compare) -> None:
    names, *rows = (line.split("\t") for line in TABLE.splitlines())
    values = [dict(zip(names, row, strict=True)) for row in rows]
    numbered = [{**row, "segment": int(row["segment"]), "mqm": None} for row in values]
    pq.write_table(pa.Table.from_pylist(numbered), systems / "table.parquet")
    arguments = ("--systems", "Y", "X", *FEW)
    plain = compared(compare, "table.tsv", *arguments)
    found = compared(compare, "table.parquet", *arguments, "--columns", "none")
    assert found["systems"] == plain["systems"]
    for more, name in (((), "systems"), (("--pairs",), "pairs")):
        for ending in ("parquet", "jsonl"):
            assert compare("table.parquet", *arguments, *more, "-o", f"{name}.{ending}").status == 0
        written = pq.read_table(systems / f"{name}.parquet").to_pylist()
        lines = (systems / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
        assert [json.loads(line) for line in lines] == written
    assert written == plain["pairs"]
    assert [(row["metric"], row["first"], row["second"]) for row in written] == [
        ("METEOR", "Y", "X")
    ]
    assert compare("table.parquet", *FEW, "--format", "parquet").status == 2
    (systems / "cut.parquet").write_bytes((systems / "table.parquet").read_bytes()[:200])
    assert "cut.parquet cannot be read: " in compare("cut.parquet").said


def test_ratings_in_a_table(systems: Path, compare: Compare) -> None:
    rows = TABLE.rstrip().split("\n")[:5]
    values = ["mqm\tcomet", "0\t.9", "5\tnan", "1\t.8", "\t.7"]
    table = "".join(f"{row}\t{value}\n" for row, value in zip(rows, values, strict=True))
    (systems / "rated.tsv").write_text(table)
    document = compared(compare, "rated.tsv", "--columns", "mqm", "comet")
    means = {row["name"]: row["columns"] for row in document["systems"]}
    assert means == {"X": {"mqm": 2.5, "comet": 0.9}, "Y": {"mqm": 1.0, "comet": 0.75}}
    text = compare("rated.tsv", *FEW, "--analyse", "agreement").printed
    assert "Agreement with mqm on 3 outputs" in text
    (systems / "mixed.tsv").write_text(table.replace("\t5\t", "\t-5\t"))
    assert "nobody can tell whether more is better" in compare("mixed.tsv").said
    (systems / "word.tsv").write_text(table.replace("\t5\t", "\tfive\t"))
    assert "word.tsv:3: mqm is 'five', which is no number" in compare("word.tsv").said


def test_counts_of_words_and_a_seed(systems: Path, compare: Compare) -> None:
    (systems / "counts").write_text("the\t5000\n  12 Cat\n\n")
    arguments = ("a", "--systems", "hyp", "b", "--analyse", "frequency", "--word-counts", "counts")
    document = compared(compare, *arguments, "--seed", "7", "--test", "bootstrap")
    labels = [bucket["label"] for bucket in document["analyses"]["buckets"]["frequency"]]
    assert labels == ["0", "10 to 99", "1000 and more"]
    assert (document["seed"], document["test"]) == (7, "bootstrap")
    assert compared(compare, "a", "--systems", "hyp", "--seed", "none")["seed"] is None


def test_one_system_has_an_interval_which_score_prints_too(
    compare: Compare, capsys: pytest.CaptureFixture[str]
) -> None:
    text = compare("a", "--systems", "hyp", *FEW).printed
    assert "1 system against a, 5 segments, 1 reference" in text
    document = compared(compare, "a", "--systems", "hyp")
    interval = document["systems"][0]["metrics"]["METEOR"]
    asked = ["score", "hyp", "a", "--confidence", "--samples", "50"]
    assert main([*asked, "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {key: found[key] for key in ("mean", "lower", "upper")} == {
        key: interval[key] for key in ("mean", "lower", "upper")
    }
    assert "|bs:50|seed:12345|" in found["signature"]
    assert main([*asked, "--segments"]) == 0
    half = (found["upper"] - found["lower"]) / 2
    assert f"(± {half:.4f})" in capsys.readouterr().out
    assert main([*asked, "-o", "scores.parquet"]) == 2
    assert "no place for --confidence" in capsys.readouterr().err
    assert main([*asked, "--samples", "0"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_page(systems: Path, compare: Compare) -> None:
    arguments = ("a", "--systems", "hyp", "<two>=out.two.en", *FEW, "-o", "page.html")
    done = compare(*arguments, "--analyse", "words")
    assert (done.status, done.said) == (0, "")
    page = (systems / "page.html").read_text(encoding="utf-8")
    assert "<title>METEOR: 2 systems against a</title>" in page
    tables = page.partition('<div id="below">')[2]
    assert "<td dir" in tables
    assert "only &lt;two&gt;" in tables  # a name is text
    assert "Words of the references that one system alone matches" in tables
    assert "two systems or more" in compare("a", "--systems", "hyp", "--format", "html").said


def test_a_page_has_the_marked_errors_and_the_metadata_of_a_table(
    systems: Path, compare: Compare
) -> None:
    marked = [{"start": 2, "end": 6, "severity": "major", "category": "style"}]
    rows = [
        {
            "system": system,
            "segment": segment,
            "hypothesis": f"a {text}",
            "reference": "a frog",
            "domain": f"domain {segment}",
            "spans": marked if (system, segment) == ("Y", 2) else [],
        }
        for segment in (1, 2)
        for system, text in (("X", "frog"), ("Y", "toad"))
    ]
    (systems / "marked.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    beside = ("--errors", "spans", "--metadata", "domain", *FEW)
    assert compare("marked.jsonl", *beside, "-o", "page.html").status == 0
    page = (systems / "page.html").read_text(encoding="utf-8")
    content = json.loads(page.partition('id="content">')[2].partition("</script>")[0])
    assert content["state"]["about"]["metadata"] == {"domain": ["domain 1", "domain 2"]}
    pictures = json.loads(gzip.decompress(base64.b64decode(content["buffers"][-1])))
    assert [len(of_segment["Y"]["errors"]) for of_segment in pictures] == [0, 1]
    assert pictures[1]["Y"]["errors"][0]["category"] == "style"


def test_a_null_leaves_its_segment_out(systems: Path, compare: Compare) -> None:
    rows = [
        ("X", "a", "r"),
        ("Y", "b", None),  # the other row has the reference
        ("X", None, "s"),
        ("Y", "d", "s"),
        ("X", "e", None),
        ("Y", "f", None),
        ("X", "g", "t"),
        ("Y", "h", "t"),
    ]
    table = systems / "nulls.jsonl"
    with table.open("w", encoding="utf-8") as file:
        for place, (system, text, reference) in enumerate(rows):
            row = {"system": system, "segment": place // 2}
            print(json.dumps({**row, "hypothesis": text, "reference": reference}), file=file)
    done = compare(table.name, *FEW, "--format", "json")
    assert document_of(done)["segments"] == 2
    assert done.said == (
        "meteorscope: 2 of 4 segments of nulls.jsonl are left out: 1 without reference; not all "
        "systems have the others (X lacks 1)\n"
    )
    text = table.read_text()
    table.write_text(text.replace('"r"', "null").replace('"s"', "null").replace('"t"', "null"))
    assert "nulls.jsonl has no row with reference" in compare(table.name).said
