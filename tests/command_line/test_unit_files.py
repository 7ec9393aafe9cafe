"""One bilingual file in place of a hypothesis and its references."""

import gzip
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from meteor_core import Meteor
from tests.command_line.conftest import Run

UNITS = [
    ("first", "the cat is on the mat", "the cat sat on the mat"),
    ("no mt", None, "hello"),
    ("tab\tbed", "one and two", "one & two"),
    ("no target", "hello", None),
    ("4", "nothing", "something"),
    ("empty mt", " ", "something"),
    ("empty target", "something", ""),
]
"""Id, machine translation and final translation; None for a text that is not there."""

BOTH = [
    (number, *unit)
    for number, unit in enumerate(UNITS, 1)
    if all((text or "").strip() for text in unit)
]

WMT = """\
<dataset><collection><doc id="d">
<src><p><seg id="1">Eins</seg><seg id="2">Zwei</seg></p></src>
<ref translator="A"><p><seg id="1">one</seg><seg id="2">two</seg></p></ref>
<ref translator="B"><p><seg id="2">a pair</seg></p></ref>
<hyp system="X"><p><seg id="1">one</seg><seg id="2">a pair</seg></p></hyp>
<hyp system="Y"><p><seg id="1">eins</seg><seg id="2">zwei</seg></p></hyp>
</doc></collection></dataset>
"""


@pytest.fixture
def run(run_in_process: Run) -> Run:
    return run_in_process


def escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("\t", "&#9;")


def xliff() -> str:
    units = [
        f'<trans-unit id="{escaped(name)}"><source>s</source>'
        + ("" if target is None else f"<target>{escaped(target)}</target>")
        + ("" if mt is None else f'<alt-trans origin="MT"><target>{mt}</target></alt-trans>')
        + "</trans-unit>\n"
        for name, mt, target in UNITS
    ]
    return (
        '<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2"><file original="a" '
        f'source-language="de" target-language="en"><body>\n{"".join(units)}</body></file></xliff>'
    )


@pytest.fixture(autouse=True)
def files(folder: Path) -> None:
    (folder / "job.xlf").write_text(xliff(), encoding="utf-8")
    (folder / "x.xml").write_text(WMT, encoding="utf-8")


LEFT_OUT = (
    b"meteorscope: 4 of 7 units of job.xlf are left out: 2 without mt, 2 without target; "
    b"the first is no mt\n"
)


def test_segments_are_units_with_both_sides_and_their_ids(run: Run) -> None:
    done = run("score", "job.xlf", "--segments", "--format", "json")
    assert (done.returncode, done.stderr) == (0, LEFT_OUT)
    found = json.loads(done.stdout)
    expected = [Meteor().score(mt or "", [target]) for *_, mt, target in BOTH]
    told = [(row["segment"], row["unit"], row["id"], row["score"]) for row in found["segments"]]
    assert told == [
        (segment, number, name, result.score)
        for segment, ((number, name, *_), result) in enumerate(zip(BOTH, expected, strict=True), 1)
    ]
    assert found["segment_count"] == 3


@pytest.mark.parametrize("written", [bytes, gzip.compress])
def test_standard_input_may_be_a_bilingual_file(
    run: Run, written: Callable[[bytes], bytes]
) -> None:
    done = run("score", "-", stdin=written(xliff().encode()))
    assert (done.stdout, done.returncode) == (run("score", "job.xlf").stdout, 0)
    assert done.stderr == LEFT_OUT.replace(b"job.xlf", b"standard input")
    cut = run("score", "-", stdin=written(xliff()[:-9].encode()))
    assert cut.stderr.startswith(b"meteorscope: error: standard input:9:8: not well-formed XML")


def test_tables_have_the_ids_in_their_last_column(run: Run) -> None:
    rows = run("score", "job.xlf", "--segments", "--format", "tsv").stdout.decode().splitlines()
    assert [row.split("\t")[-2:] for row in rows] == [
        ["unit", "id"],
        ["1", "first"],
        ["3", "tab\\tbed"],
        ["5", "4"],
    ]


def test_a_segment_is_shown_with_its_id(run: Run) -> None:
    done = run("align", "job.xlf", "--segment", "2", "--color", "never")
    assert done.stderr == LEFT_OUT
    shown = done.stdout.decode().splitlines()
    assert shown[2] == "tab␉bed"
    assert shown[3].startswith("segment 2 ")
    assert run("align", "job.xlf", "--unit", "tab\tbed", "--color", "never").stdout == done.stdout
    (data,) = json.loads(run("align", "job.xlf", "--segment", "2", "--format", "json").stdout)
    assert (data["segment"], data["unit"], data["id"]) == (2, 3, "tab\tbed")
    assert data["hypothesis"]["text"] == "one and two"


def test_searches_are_compared_on_units(run: Run) -> None:
    arguments = ("compare-search", "job.xlf", "-v", "nltk", "--all", "--format", "json")
    rows = json.loads(run(*arguments).stdout)["segments"]
    assert [(row["segment"], row["unit"], row["id"]) for row in rows] == [
        (segment, number, name) for segment, (number, name, *_) in enumerate(BOTH, 1)
    ]


def test_a_system_is_scored_against_the_references_that_are_named(run: Run) -> None:
    arguments = ("--hypothesis", "hyp:X", "--segments", "--format", "json")
    found = json.loads(run("score", "x.xml", *arguments).stdout)
    one = Meteor().score("one", ["one"]).score
    assert [row["score"] for row in found["segments"]] == [
        one,
        Meteor().score("a pair", ["a pair"]).score,
    ]
    assert [row["reference"] for row in found["segments"]] == [0, 1]
    assert "|nrefs:var|" in found["signature"]
    named = json.loads(run("score", *arguments, "--reference", "ref:A", "--", "x.xml").stdout)
    assert [row["score"] for row in named["segments"]] == [one, 0.0]


def test_a_page_names_file_and_sides(folder: Path, run: Run) -> None:
    assert run("align", "job.xlf", "-o", "x.html").returncode == 0
    assert "job.xlf: mt against target" in (folder / "x.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("command", ["score", "align"])
def test_file_with_misleading_extension_is_reported(folder: Path, run: Run, command: str) -> None:
    (folder / "page.xlf").write_text("<html></html>", encoding="utf-8")
    (folder / "page.xlf.gz").write_bytes(gzip.compress(b"<html></html>"))
    for name in ("page.xlf", "page.xlf.gz"):
        done = run(command, name)
        assert done.returncode == 2
        assert f"error: {name} is in no bilingual format that is known" in done.stderr.decode()


def test_options_may_precede_or_follow_files(run: Run) -> None:
    expected = run("score", "job.xlf", "--segments").stdout
    assert expected
    assert run("score", "--segments", "job.xlf").stdout == expected
    assert run("score", "--hypothesis", "mt", "job.xlf", "--segments").stdout == expected
    assert run("score", "hyp", "--segments", "a").returncode == 0


def po(text: str) -> bytes:
    return f'msgid ""\nmsgstr ""\n\nmsgid "a"\nmsgstr "{text}"\n'.encode()


def test_the_text_before_is_of_a_file_beside_it_or_of_a_revision(folder: Path, run: Run) -> None:
    def git(*arguments: str) -> None:
        who = ("-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "commit.gpgSign=false")
        subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)

    (folder / "de.po").write_bytes(po("from git"))
    git("init", "--quiet")
    git("add", "de.po")
    git("commit", "--quiet", "-m", "one")
    (folder / "de.po").write_bytes(po("of now"))
    refused = run("score", "de.po").stderr
    assert refused.startswith(b"meteorscope: error: de.po: this PO file has no machine translation")
    assert b"--before a revision in git" in refused
    (folder / "de.mt.po").write_bytes(po("from beside"))
    for arguments, text, origin in (
        ((), "from beside", "de.mt.po"),
        (("--before", "HEAD"), "from git", "de.po at HEAD"),
    ):
        done = run("align", "de.po", *arguments, "--format", "json")
        (found,) = json.loads(done.stdout)
        assert found["hypothesis"]["text"] == text
        assert found["reference"]["text"] == "of now"
        assert done.stderr.decode() == (
            f"meteorscope: the text before editing is that of {origin}\n"
        )
    assert (
        b"'--all' is not the name of a revision" in run("score", "de.po", "--before=--all").stderr
    )


def test_the_language_is_that_of_the_file_unless_one_is_given(folder: Path, run: Run) -> None:
    german = xliff().replace('target-language="en"', 'target-language="de-AT"')
    (folder / "de.xlf").write_text(german, encoding="utf-8")
    unknown = xliff().replace('target-language="en"', 'target-language="x-elvish"')
    (folder / "x.xlf").write_text(unknown, encoding="utf-8")
    for arguments, language in (
        (["de.xlf"], b"|lang:de|"),
        (["de.xlf", "-l", "en"], b"|lang:en|"),
        (["x.xlf"], b"|lang:en|"),
    ):
        assert language in run("score", *arguments).stdout


def sgml(kind: str, name: str, *texts: str) -> str:
    segments = "".join(f'<seg id="{number}">{text}</seg>\n' for number, text in enumerate(texts, 1))
    return f'<{kind} setid="t"><doc docid="d" {name}>\n{segments}</doc></{kind}>\n'


def test_sides_in_files_of_their_own_go_together_by_ids(folder: Path, run: Run) -> None:
    files = {
        "x.sgm": sgml("tstset", 'sysid="X"', "a cat", "AT&T &lt; x", "alone"),
        "a.sgm": sgml("refset", 'refid="r"', "a dog", "AT&T"),
        "b.sgm": sgml("refset", 'refid="r"', "a cat", "other"),
    }
    for name, content in files.items():
        (folder / name).write_text(content, encoding="utf-8")
    done = run("score", "x.sgm", "a.sgm", "b.sgm", "--segments", "--format", "json")
    assert done.stderr == (
        b"meteorscope: 1 of 3 units of x.sgm is left out: 1 without ref:r or ref:r:3; "
        b"the first is d:3\n"
    )
    found = json.loads(done.stdout)["segments"]
    expected = [Meteor().score("a cat", ["a dog", "a cat"]), Meteor().score("AT&T < x", ["AT&T"])]
    assert [(row["id"], row["score"]) for row in found] == [
        (name, result.score) for name, result in zip(("d:1", "d:2"), expected, strict=True)
    ]


def test_of_two_files_with_translations_the_first_is_that_before(folder: Path, run: Run) -> None:
    (folder / "old.po").write_bytes(po("a cat"))
    (folder / "new.po").write_bytes(po("a dog"))
    (found,) = json.loads(run("align", "old.po", "new.po", "--format", "json").stdout)
    assert (found["hypothesis"]["text"], found["reference"]["text"]) == ("a cat", "a dog")


def of_two_files(first: tuple[str, str], second: tuple[str, str]) -> str:
    files = "".join(
        f'<file original="{original}" source-language="en" target-language="de"><body>'
        f'<trans-unit id="1"><source>s</source><target>{text}</target></trans-unit></body></file>\n'
        for original, text in (first, second)
    )
    return f'<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">\n{files}</xliff>'


def test_ids_of_several_files_in_one_are_kept_apart_by_every_command(
    folder: Path, run: Run
) -> None:
    one, other = ("a", "Hier steht ein Haus."), ("b", "Es regnet heute.")
    (folder / "two.xlf").write_text(of_two_files(one, other), encoding="utf-8")
    (folder / "two.mt.xlf").write_text(of_two_files(other, one), encoding="utf-8")
    for names in (["two.mt.xlf", "two.xlf"], ["two.xlf"]):
        assert json.loads(run("score", *names, "--format", "json").stdout)["score"] == 1.0
        document = json.loads(run("review", *names, "--format", "json").stdout)
        assert document["total"]["score"] == 1.0
    command = [sys.executable, "-m", "meteor_lsp", "check", "two.xlf", "--format", "json"]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=True, timeout=60)
    assert json.loads(done.stdout)[0]["score"] == 1.0


def test_systems_may_be_bilingual_files(folder: Path, run: Run) -> None:
    for name, entries in {
        "ref": {"a": "the cat sat on the mat", "b": "two", "c": "three"},
        "x": {"b": "two", "a": "the cat is on the mat", "c": ""},
        "y": {"a": "a cat", "b": "one", "c": "three"},
    }.items():
        text = "\n".join(f'msgid "{key}"\nmsgstr "{said}"\n' for key, said in entries.items())
        (folder / f"{name}.po").write_text(text, encoding="utf-8")
    done = run("compare", "ref.po", "--systems", "x.po", "y.po", "-l", "en", "--format", "json")
    found = {row["name"]: row["score"] for row in json.loads(done.stdout)["systems"]}
    references = [["the cat sat on the mat"], ["two"]]
    for name, texts in {"x": ["the cat is on the mat", "two"], "y": ["a cat", "one"]}.items():
        assert found[name] == Meteor().corpus(texts, list(zip(*references, strict=True))).score
    assert b"1 of 3 segments of ref.po is left out" in done.stderr
    done = run("compare", "a", "--systems", "hyp", "x.po")
    assert done.stderr.startswith(b"meteorscope: error: x.po is a bilingual file, but a is not;")


def test_memories_go_together_by_id_or_by_source(folder: Path, run: Run) -> None:
    def memory(*rows: tuple[str, str], language: str) -> str:
        units = "".join(
            f'<tu><tuv xml:lang="en"><seg>{source}</seg></tuv>'
            f'<tuv xml:lang="{language}"><seg>{target}</seg></tuv></tu>'
            for source, target in rows
        )
        return f'<tmx version="1.4"><header srclang="en"/><body>{units}</body></tmx>'

    was = memory(("A house", "Haus"), ("A car", "ein Auto"), language="DE_de")
    now = memory(("A car", "das Auto"), ("A house", "Haus"), ("A dog", "Hund"), language="de-DE")
    (folder / "was.tmx").write_text(was, encoding="utf-8")
    (folder / "now.tmx").write_text(now, encoding="utf-8")
    document = json.loads(run("review", "was.tmx", "now.tmx", "--format", "json").stdout)
    shown = [(one["mt"], one["post_edit"]) for one in document["segments"]]
    assert shown == [("Haus", "Haus"), ("ein Auto", "das Auto")]
    scored = json.loads(run("score", "was.tmx", "now.tmx", "--format", "json").stdout)
    assert scored["score"] == document["total"]["score"]
