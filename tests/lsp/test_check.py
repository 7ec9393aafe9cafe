"""``meteor-lsp check`` as a person or CI runs it."""

import gzip
import json
import lzma
import os
import re
import subprocess
from pathlib import Path

import pytest

from meteor_core import Meteor
from tests.lsp.warm_start import warm_command

BILINGUAL = Path(__file__).parents[2] / "examples" / "bilingual"
HYPOTHESES = ["the cat sat on the mat", "purple elephants juggle", "", "same 👍"]
REFERENCES = ["the cat sat on a mat", "nothing is shared", "three", "same 👍", "one more"]


def run(*arguments: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*warm_command(), "check", *arguments],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "demo.hyp.en").write_text("\n".join(HYPOTHESES) + "\n", encoding="utf-8")
    (tmp_path / "demo.ref.en").write_text("\n".join(REFERENCES) + "\n", encoding="utf-8")
    return tmp_path


def test_findings_are_lines_that_tools_can_jump_to(folder: Path) -> None:
    done = run("demo.hyp.en", folder=folder)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0].startswith("demo.hyp.en:2:1: information: low-score: METEOR 0.000")
    assert lines[1].startswith("demo.hyp.en:3:1: warning: empty-segment: The hypothesis")
    assert lines[2].startswith("demo.hyp.en:4:1: warning: line-count: ")
    assert lines[3].startswith("demo.ref.en:5:1: warning: line-count: ")
    assert lines[4].startswith("demo.hyp.en: METEOR 0.")
    assert len(lines) == 5
    assert done.stderr == ""


def test_either_file_or_both_name_the_pair_once(folder: Path) -> None:
    one = run("demo.hyp.en", folder=folder).stdout
    assert run("demo.ref.en", folder=folder).stdout == one
    assert run("demo.hyp.en", "demo.ref.en", folder=folder).stdout == one


@pytest.mark.parametrize("ending", [".gz", ".xz"])
def test_compressed_files_are_checked_like_their_content(folder: Path, ending: str) -> None:
    plain = run("demo.ref.en", folder=folder).stdout
    compress = gzip.compress if ending == ".gz" else lzma.compress
    for path in list(folder.iterdir()):
        path.with_name(path.name + ending).write_bytes(compress(path.read_bytes()))
        path.unlink()
    done = run(f"demo.ref.en{ending}", folder=folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.sub(rf"\.en{ending}(?=:)", ".en", done.stdout) == plain
    assert f"demo.hyp.en{ending}:2:1:" in done.stdout
    whole = (folder / f"demo.hyp.en{ending}").read_bytes()
    (folder / f"demo.hyp.en{ending}").write_bytes(whole[:-9])
    cut = run(f"demo.hyp.en{ending}", folder=folder)
    assert cut.returncode == 2
    assert f"demo.hyp.en{ending} cannot be uncompressed" in cut.stderr


def test_a_bilingual_file_may_be_compressed(folder: Path) -> None:
    text = (BILINGUAL / "help-pages.xlf").read_text(encoding="utf-8")
    (folder / "a.xlf").write_text(text, encoding="utf-8")
    (folder / "b.xlf.gz").write_bytes(gzip.compress(text.encode()))
    (folder / "c.xlf.gz").write_bytes(gzip.compress(text[:-9].encode()))
    plain, packed = (run(name, folder=folder).stdout for name in ("a.xlf", "b.xlf.gz"))
    assert packed.replace("b.xlf.gz", "a.xlf") == plain
    assert re.search(
        r"error: c\.xlf\.gz:\d+:\d+: not well-formed", run("c.xlf.gz", folder=folder).stderr
    )


def test_a_directory_of_a_test_set_has_all_systems_checked(folder: Path) -> None:
    outputs = folder / "set" / "system-outputs" / "de-en"
    outputs.mkdir(parents=True)
    (folder / "set" / "references").mkdir()
    (folder / "set" / "references" / "de-en.refA.txt").write_text("a cat\n" * 3, encoding="utf-8")
    for system, text in (("one", "a cat\n"), ("two", "no dog\n")):
        (outputs / f"{system}.txt").write_text(text * 3, encoding="utf-8")
    done = run("set", "--format", "json", folder=folder)
    found = [
        (Path(one["hypothesis"]).name, len(one["findings"])) for one in json.loads(done.stdout)
    ]
    assert found == [("one.txt", 0), ("two.txt", 3)]
    other = run("set/references", folder=folder)
    assert other.returncode == 2
    assert "set/references is a directory, and not one of mt-metrics-eval" in other.stderr


def test_json_says_the_same(folder: Path) -> None:
    (checked,) = json.loads(run("demo.hyp.en", "--format", "json", folder=folder).stdout)
    corpus = Meteor().corpus(HYPOTHESES, [REFERENCES[:4]])
    assert checked["score"] == corpus.score
    assert checked["signature"] == str(corpus.signature)
    assert checked["references"] == ["demo.ref.en"]
    assert [(one["code"], one["file"], one["line"]) for one in checked["findings"]] == [
        ("low-score", "demo.hyp.en", 2),
        ("empty-segment", "demo.hyp.en", 3),
        ("line-count", "demo.hyp.en", 4),
        ("line-count", "demo.ref.en", 5),
    ]


def test_long_segments_with_many_faults_come_before_headings(folder: Path) -> None:
    heading, sentence = ("Sport", "Weather"), ("a b w x y z", "a b c d e f")
    (folder / "x.hyp.en").write_text(f"{heading[0]}\n{sentence[0]}\n\n")
    (folder / "x.ref.en").write_text(f"{heading[1]}\n{sentence[1]}\ng h i\n")

    def lines(order: str) -> list[int]:
        asked = ("x.hyp.en", "--low-score", "1", "--order", order, "--format", "json")
        (checked,) = json.loads(run(*asked, folder=folder).stdout)
        shortfalls = {found["line"]: found["shortfall"] for found in checked["findings"]}
        assert checked["shortfall"] == pytest.approx(sum(shortfalls.values()))
        assert (shortfalls[1], shortfalls[3]) == (1, 3)
        return [found["line"] for found in checked["findings"]]

    assert lines("position") == [1, 2, 3]
    assert lines("score") == [1, 3, 2]
    assert lines("shortfall") == [2, 3, 1]


def test_the_lines_of_a_table_are_those_of_the_file(folder: Path) -> None:
    rows = [f"{hypothesis}\t{reference}" for hypothesis, reference in zip("xb", "ab", strict=True)]
    (folder / "table.tsv").write_text("\n".join(["mt\tpe", *rows]), encoding="utf-8")
    (folder / "table.jsonl").write_text('{"hyp": "x", "ref": "a"}\n', encoding="utf-8")
    done = run("table.tsv", "table.jsonl", folder=folder)
    assert done.stdout.startswith("table.tsv:2:1: information: low-score: ")
    assert "table.tsv:3:3: hint: untouched-mt: " in done.stdout
    assert "table.jsonl:1:10: information: low-score: " in done.stdout


def test_the_project_file_counts(folder: Path) -> None:
    rule = '[[pairs]]\nhypothesis = "{x}.hyp.en"\nreferences = "{x}.ref.en"\n'
    ignored = '[[ignore]]\ncode = ["line-count", "empty-segment"]\n'
    (folder / "meteor.toml").write_text(f"colour = 1\n{rule}lowScore = 0\n{ignored}")
    done = run("demo.hyp.en", folder=folder)
    assert len(done.stdout.splitlines()) == 1
    assert done.stderr.startswith("meteor-lsp: warning: meteor.toml: unknown key 'colour'; ")
    assert "low-score" in run("demo.hyp.en", "--low-score", "0.3", folder=folder).stdout


def test_several_references_are_all_named(folder: Path) -> None:
    (folder / "many.hyp.en").write_text("a b\nc d\n")
    (folder / "many.ref1.en").write_text("a x\nc d\n")
    (folder / "many.ref2.en").write_text("a b\nc x\n")
    (checked,) = json.loads(run("many.ref2.en", "--format", "json", folder=folder).stdout)
    assert checked["hypothesis"] == "many.hyp.en"
    assert checked["references"] == ["many.ref1.en", "many.ref2.en"]
    assert checked["score"] == 1


def test_score_below_the_limit_is_reported_in_every_format(folder: Path) -> None:
    passed = run("demo.hyp.en", "--fail-under", "0.1", folder=folder)
    assert (passed.returncode, passed.stderr) == (0, "")
    for form in ("text", "json", "sarif", "github"):
        done = run("demo.hyp.en", "--fail-under", "0.99", "--format", form, folder=folder)
        said = re.fullmatch(
            r"meteor-lsp: demo\.hyp\.en: (METEOR 0\.\d{4} is below --fail-under 0\.99)\n",
            done.stderr,
        )
        assert said is not None
        assert done.returncode == 1
        assert done.stdout.count(said[1]) == (form != "text")  # where it would be no diagnostic


def test_a_kind_to_fail_on_is_counted(folder: Path) -> None:
    done = run("demo.hyp.en", "--fail-on", "line-count,error,low-score", folder=folder)
    assert done.stderr == (
        "meteor-lsp: --fail-on line-count: found 2 diagnostics\n"
        "meteor-lsp: --fail-on low-score: found 1 diagnostic\n"
    )


def test_a_limit_is_decided_though_nobody_reads_on(folder: Path) -> None:
    command = [*warm_command(), "check", "demo.hyp.en", "--fail-under", "0.99"]
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        command, cwd=folder, stdout=writing, stderr=subprocess.PIPE, timeout=60, check=False
    )
    os.close(writing)
    assert (done.returncode, done.stderr.count(b"is below --fail-under 0.99\n")) == (1, 1)


@pytest.mark.parametrize(("gate", "status"), [("0.1", 0), ("0.99", 1)])
def test_a_file_without_a_partner_leaves_the_status_to_the_others(
    folder: Path, gate: str, status: int
) -> None:
    (folder / "alone.hyp.en").write_text("alone\n", encoding="utf-8")
    done = run("alone.hyp.en", "demo.hyp.en", "--fail-under", gate, folder=folder)
    assert done.returncode == status
    assert done.stderr.startswith("meteor-lsp: not checked: There is no alone.ref.en beside ")
    assert "demo.hyp.en: METEOR" in done.stdout


def test_a_bilingual_file_without_mt_has_nothing_to_compare(folder: Path) -> None:
    (folder / "de.po").write_text('msgid "Yes"\nmsgstr "Ja"\n', encoding="utf-8")
    done = run("de.po", "--fail-on", "diagnostic", folder=folder)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.startswith("meteor-lsp: not checked: This PO file has no machine ")


def test_a_variant_that_is_not_there_ends_the_check_of_its_own_folder_alone(folder: Path) -> None:
    (folder / "other").mkdir()
    (folder / "other" / "meteor.toml").write_text('variant = "meteor-1.5"\n', encoding="utf-8")
    for name in ("demo.hyp.en", "demo.ref.en"):
        (folder / "other" / name).write_bytes((folder / name).read_bytes())
    done = run("other/demo.hyp.en", "demo.hyp.en", folder=folder, METEOR_HOME="/nowhere")
    assert done.returncode == 2
    assert "demo.hyp.en: METEOR" in done.stdout
    assert done.stderr.startswith("meteor-lsp: error: ")


def test_an_unreadable_pair_does_not_hide_the_others(folder: Path) -> None:
    (folder / "bad.hyp.en").write_bytes(b"\xff\n")
    (folder / "bad.ref.en").write_bytes(b"a\n")
    done = run("bad.hyp.en", "demo.hyp.en", folder=folder)
    assert done.returncode == 2
    assert "bad.hyp.en:1: byte 1" in done.stderr
    assert "demo.hyp.en: METEOR" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["notes.txt"], "notes.txt has no partner by its name"),
        (["absent.hyp.en"], "absent.hyp.en does not exist"),
        (["empty.hyp.en"], "empty.hyp.en is empty: there is no segment to score"),
        (["demo.hyp.en", "--variant", "clasic"], "did you mean 'classic'?"),
        (["demo.hyp.en", "--low-score", "2"], "--low-score is 2.0"),
        (["demo.hyp.en", "--fail-under", "60"], "must be from 0 to 1; did you mean 0.6?"),
        (["demo.hyp.en", "--fail-under", "nan"], "--fail-under is nan, but must be from 0 to 1"),
        (["demo.hyp.en", "-l", "klingon"], "unknown language 'klingon'"),
    ],
)
def test_bad_use_is_one_clear_line(folder: Path, arguments: list[str], told: str) -> None:
    (folder / "notes.txt").write_text("some notes\n")
    for name in ("empty.hyp.en", "empty.ref.en"):
        (folder / name).touch()
    done = run(*arguments, folder=folder)
    assert done.returncode == 2
    assert done.stdout == ""
    assert told in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_project_file_is_checked(folder: Path) -> None:
    (folder / "meteor.toml").write_text(
        'varient = "x"\n[[pairs]]\nhypothesis = "{a}.txt"\nreferences = "r/{a}"\n', encoding="utf-8"
    )
    done = run("meteor.toml", folder=folder)
    assert done.returncode == 2
    unknown, nowhere, total = done.stdout.splitlines()
    wrong = "unknown key 'varient'; did you mean 'variant'?"
    assert unknown == f"meteor.toml:1:1: error: project-file: {wrong}"
    assert nowhere.startswith("meteor.toml:3:14: warning: project-file: there is no file '{a}.txt'")
    assert total == "meteor.toml: 2 diagnostics"
    done = run("meteor.toml", "demo.hyp.en", "--format", "json", folder=folder)
    assert done.stderr == ""  # what is wrong is told once
    found, pair = json.loads(done.stdout)
    assert found["project"] == "meteor.toml"
    assert [(one["line"], one["column"]) for one in found["findings"]] == [(1, 1), (3, 14)]
    assert pair["hypothesis"] == "demo.hyp.en"
    (folder / "meteor.toml").write_text("lowScore = 0.5\n", encoding="utf-8")
    done = run("meteor.toml", folder=folder)
    assert (done.returncode, done.stdout) == (0, "meteor.toml: 0 diagnostics\n")


def write_post_edit(folder: Path) -> None:
    (folder / "a, b%:c.mt.en").write_text("Pay {x} 100 now\nall the good\n", encoding="utf-8")
    (folder / "a, b%:c.pe.en").write_text("Pay {y} 200 now\nall the the good\n", encoding="utf-8")


@pytest.mark.parametrize(
    ("kinds", "status"),
    [
        ("doubled-word", 1),
        ("open-quote,term-missing", 0),
        ("warning", 1),
        ("error", 0),
        ("diagnostic", 1),
        ("doubled-wort", 2),
    ],
)
def test_what_to_fail_on_is_a_code_a_severity_or_anything(
    folder: Path, kinds: str, status: int
) -> None:
    write_post_edit(folder)
    done = run("a, b%:c.pe.en", "--fail-on", kinds, folder=folder)
    assert done.returncode == status
    if status == 2:
        assert "did you mean 'doubled-word'?" in done.stderr


def test_github_reads_the_names_and_messages_as_they_are(folder: Path) -> None:
    write_post_edit(folder)
    told = run("a, b%:c.pe.en", "--format", "github", folder=folder).stdout.splitlines()
    assert told[-1] == (
        "::warning file=a%2C b%25%3Ac.pe.en,line=2,endLine=2,col=9,endColumn=11,"
        "title=doubled-word::The word the stands twice."
    )
    assert unescaped(told[0].partition("file=")[2].partition(",")[0]) == "a, b%:c.pe.en"


def unescaped(text: str) -> str:
    """What GitHub's runner makes of a property."""
    for escaped, plain in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        text = text.replace(escaped, plain)
    return text


def test_sarif_has_ranges_and_fixes(folder: Path) -> None:
    """By structure; the schema of SARIF is not ours to keep here."""
    write_post_edit(folder)
    (folder / "meteor.toml").write_text('varient = "x"\n', encoding="utf-8")
    done = run("meteor.toml", "a, b%:c.pe.en", "--format", "sarif", folder=folder)
    log = json.loads(done.stdout)
    assert log["version"] == "2.1.0"
    (ran,) = log["runs"]
    rules = [rule["id"] for rule in ran["tool"]["driver"]["rules"]]
    assert ran["columnKind"] == "unicodeCodePoints"
    told = [
        (one["ruleId"], one["level"], place["artifactLocation"]["uri"], place["region"])
        for one in ran["results"]
        for place in [one["locations"][0]["physicalLocation"]]
        if rules[one["ruleIndex"]] == one["ruleId"] and one["message"]["text"]
    ]
    uri = "a%2C%20b%25%3Ac.pe.en"
    expected = [
        ("project-file", "error", "meteor.toml", (1, 1, 8)),
        ("number-differs", "warning", uri, (1, 9, 12)),
        ("placeholder-differs", "warning", uri, (1, 5, 8)),
        ("doubled-word", "warning", uri, (2, 9, 12)),
    ]
    regions = ("startLine", "startColumn", "endLine", "endColumn")
    assert sorted(told, key=str) == sorted(
        (
            (code, level, name, dict(zip(regions, (line, start, line, end), strict=True)))
            for code, level, name, (line, start, end) in expected
        ),
        key=str,
    )
    (fix,) = next(one for one in ran["results"] if one["ruleId"] == "number-differs")["fixes"]
    (change,) = fix["artifactChanges"]
    (replacement,) = change["replacements"]
    assert replacement["insertedContent"] == {"text": "100"}


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.xlf", b"<xliff version='1.2'><file><body><trans-unit>", "a.xlf:1:46: not well-formed"),
        ("a.xlf", b"<!DOCTYPE a [<!ENTITY b 'c'>]><xliff/>", "a.xlf:1:13: a document type with"),
        ("a.tmx", b"<tmx><tu>\xff</tu></tmx>", "a.tmx:1: byte 0xff is not"),
        ("a.po", b'msgid "a"\nmsgstr b\n', "a.po:2:8: no text in quotes"),
    ],
)
def test_syntax_error_takes_precedence_over_missing_side(
    tmp_path: Path, name: str, content: bytes, said: str
) -> None:
    (tmp_path / name).write_bytes(content)
    done = run(name, folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"meteor-lsp: error: {said}")
    assert done.stderr.count("\n") == 1
