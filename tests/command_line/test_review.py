"""``meteorscope review``: numbers, formats, shifts, remarks and exit status."""

import csv
import io
import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from meteor_core.review.remarks import Remark, add_remarks, keys_of, remarks_path
from meteor_core.review.texts import ReviewTexts
from tests.command_line.conftest import Run, lines

SOURCE = ["The house has 15 rooms.", "He sleeps.", "Yes."]
MT = ["Das Haus hat 15 Zimmer.", "Er schläft gut.", "Ja."]
POST_EDIT = ["Das Haus hat 16 Räume.", "Er schläft.", "Ja."]

XLIFF = """\
<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
<file original="a" source-language="en-GB" target-language="de-DE" datatype="plaintext"><body>
<trans-unit id="u1" approved="yes"><source>Yes.</source><target state="final">Ja.</target>
<alt-trans origin="machine-trans"><target>Ja.</target></alt-trans></trans-unit>
<trans-unit id="u2"><source>Not yet.</source></trans-unit>
</body></file></xliff>
"""


@pytest.fixture
def run(run_in_process: Run) -> Run:
    return run_in_process


@pytest.fixture
def texts(folder: Path) -> Path:
    for name, segments in (("src", SOURCE), ("mt", MT), ("pe", POST_EDIT)):
        (folder / name).write_bytes(lines(segments))
    (folder / "job.xlf").write_text(XLIFF)
    return folder


def reviewed(run: Run, *arguments: str) -> Any:
    done = run("review", *arguments, "--format", "json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_review_has_the_numbers_that_are_worked_out_by_hand(texts: Path, run: Run) -> None:
    document = reviewed(run, "mt", "pe", "--source", "src", "-l", "de")
    first, second, third = document["segments"]
    assert first["hter"] == 2 / 5  # 15 and Zimmer. of five words
    assert [edit["kind"] for edit in first["edits"]] == [
        *("kept", "number-or-code", "replaced", "kept")
    ]
    assert [edit["post_edit"] for edit in first["edits"]] == [[0, 12], [13, 15], [16, 21], [21, 22]]
    assert first["edit_distance"] == {"characters": 5, "words": 2}  # 5, Z, i, m and r
    (diagnostic,) = first["diagnostics"]
    assert diagnostic["code"] == "number-differs"
    assert (diagnostic["source"], diagnostic["post_edit"]) == ([14, 16], [13, 15])
    assert diagnostic["replacement"] == "15"
    assert second["class"] in ("light", "heavy")
    assert (third["class"], third["score"], third["hter"]) == ("untouched", 1.0, 0.0)
    total = document["total"]
    assert total["ter"] == {"edits": 4, "length": 8}
    assert (total["segments"], total["words"]) == (3, 8)  # of the source
    assert total["classes"]["untouched"] == {"segments": 1, "words": 1, "share": 1 / 8}
    assert [scheme["scheme"] for scheme in total["pay"]] == ["phrase", "memoq", "matecat", "hter"]
    for scheme in total["pay"]:
        assert sum(band["words"] for band in scheme["bands"]) == 8
        assert scheme["formula"]
    assert total["score"] == total["meteor"]["score"]


PO = 'msgid ""\nmsgstr "Language: de\\n"\n\n'


def po(*entries: tuple[str, str]) -> str:
    return PO + "\n".join(f'msgid "{name}"\nmsgstr "{text}"\n' for name, text in entries)


def test_two_bilingual_files_go_together_by_the_ids_of_their_units(texts: Path, run: Run) -> None:
    machine = [("a house", "ein Haus"), ("a car", "das rote Auto"), ("a dog", "ein Hund")]
    final = [("a car", "das Auto"), ("a house", "ein Haus"), ("a dog", ""), ("new", "neu")]
    (texts / "was.po").write_text(po(*machine))
    (texts / "is.po").write_text(po(*final))
    both = reviewed(run, "was.po", "is.po")
    shown = [(one["id"], one["mt"], one["post_edit"]) for one in both["segments"]]
    assert shown == [("a car", "das rote Auto", "das Auto"), ("a house", "ein Haus", "ein Haus")]
    scored = json.loads(run("score", "was.po", "is.po", "--format", "json").stdout)
    assert both["total"]["score"] == scored["score"] == both["total"]["meteor"]["score"]
    left_out = (
        b"meteorscope: 2 of 4 units of is.po are left out: 1 without target, 1 without mt; "
        b"the first is a dog\n"
    )
    for form in ("text", "tsv", "html"):
        assert run("review", "was.po", "is.po", "--format", form).stderr == left_out
    (texts / "is.mt.po").write_text(po(*machine))
    beside = run("review", "is.po", "--format", "json")
    assert json.loads(beside.stdout)["segments"] == both["segments"]
    note = b"meteorscope: the text before editing is that of is.mt.po\n"
    assert beside.stderr == note + left_out


@pytest.mark.usefixtures("without_git_settings")
def test_a_revision_may_have_the_machine_translation(texts: Path, run: Run) -> None:
    def git(*arguments: str) -> None:
        who = ["-c", "user.name=A", "-c", "user.email=a@example.com"]
        command = ["git", "-C", str(texts), *who, *arguments]
        subprocess.run(command, check=True, capture_output=True, timeout=60)

    git("init", "--quiet")
    (texts / "is.po").write_text(po(("a car", "das rote Auto")))
    git("add", "is.po")
    git("commit", "--quiet", "-m", "one")
    (texts / "is.po").write_text(po(("a car", "das Auto")))
    done = run("review", "is.po", "--before", "HEAD", "--format", "json")
    (segment,) = json.loads(done.stdout)["segments"]
    assert (segment["mt"], segment["post_edit"]) == ("das rote Auto", "das Auto")
    assert done.stderr == b"meteorscope: the text before editing is that of is.po at HEAD\n"


def test_bilingual_file_has_states_and_a_language(texts: Path, run: Run) -> None:
    document = reviewed(run, "job.xlf")
    (segment,) = document["segments"]
    assert (segment["segment"], segment["id"]) == (1, "u1")
    assert (segment["state"], segment["file_state"]) == ("approved", "final")
    assert [one["code"] for one in segment["diagnostics"]] == ["untouched-final"]
    assert "|lang:de|" in document["signature"]


def test_a_memory_of_translations_names_its_fields_by_their_language(
    folder: Path, run: Run
) -> None:
    variants = "".join(
        f'<tuv xml:lang="{language}"><seg>{text}</seg></tuv>'
        for language, text in (("en", "houses"), ("de", "ein Haus"), ("de", "die Häuser"))
    )
    (folder / "m.tmx").write_text(
        f'<tmx version="1.4"><header/><body><tu>{variants}</tu></body></tmx>', encoding="utf-8"
    )
    assert "|lang:de|" in reviewed(run, "m.tmx")["signature"]


def test_tables_have_a_row_for_each_segment(texts: Path, run: Run) -> None:
    done = run("review", "mt", "pe", "-o", "out.tsv")
    assert (done.returncode, done.stdout) == (0, b"")
    written = (texts / "out.tsv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(io.StringIO(written), delimiter="\t", quoting=csv.QUOTE_NONE))
    assert [row["mt"] for row in rows] == MT
    assert [row["number-or-code"] for row in rows] == ["1", "0", "0"]


def test_summary_names_diagnostics(texts: Path, run: Run) -> None:
    printed = run("review", "mt", "pe", "--source", "src").stdout.decode()
    assert "1 diagnostic: number-differs 1" in printed
    assert "1: number-differs: The number 15 of the source is 16 here." in printed


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["--fail-on", "number-differs"], 1),
        (["--fail-on", "untouched"], 1),
        (["--fail-on", "url-differs,shift"], 0),
        (["--fail-on", "diagnostic", "--disable", "number-differs"], 0),
        (["--fail-on", "number-difers"], 2),
        (["--glossary", "nowhere.tsv"], 2),
    ],
)
def test_exit_status(texts: Path, run: Run, arguments: list[str], status: int) -> None:
    done = run("review", "mt", "pe", "--source", "src", *arguments)
    assert done.returncode == status
    assert done.stderr.decode().count("\n") == (status > 0)
    assert b"Traceback" not in done.stderr
    if status == 1:
        assert done.stderr.startswith(f"meteorscope: --fail-on {arguments[1]}: found ".encode())


def test_lines_that_are_shifted_are_paired_and_named(texts: Path, run: Run) -> None:
    (texts / "shifted").write_bytes(lines(["Neu ist das hier.", *POST_EDIT]))
    done = run("review", "mt", "shifted", "--fail-on", "shift", "--format", "json")
    assert done.returncode == 1
    assert done.stderr.decode() == (
        "meteorscope: shifted: line 1 of the post-edit: not in the MT, before its line 1\n"
        "meteorscope: --fail-on shift: found 1 shift of lines\n"
    )
    document = json.loads(done.stdout)
    assert document["total"]["shifts"] == [{"kind": "inserted", "mt": [0, 0], "post_edit": [0, 1]}]
    assert [segment["mt"] for segment in document["segments"]] == MT
    assert [segment["segment"] for segment in document["segments"]] == [2, 3, 4]


def test_states_and_comments_that_are_kept_beside_the_file(texts: Path, run: Run) -> None:
    segments = [
        ReviewTexts(mt=mt, post_edit=final) for mt, final in zip(MT, POST_EDIT, strict=True)
    ]
    remark = Remark(key=keys_of(segments)[1], state="approved", comment="Good.", who="Ada")
    add_remarks(remarks_path(str(texts / "pe")), [remark])
    document = reviewed(run, "mt", "pe", "--source", "src")
    assert [segment["state"] for segment in document["segments"]] == ["to-do", "approved", "to-do"]
    (comment,) = document["segments"][1]["comments"]
    assert (comment["text"], comment["who"]) == ("Good.", "Ada")


def test_pipe_in_place_of_remarks_is_rejected_without_waiting(texts: Path, run: Run) -> None:
    os.mkfifo(remarks_path(str(texts / "pe")))
    done = run("review", "mt", "pe")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"pe.review.jsonl cannot be read: it is no regular file" in done.stderr


def test_dates_in_the_future_are_warned_of(texts: Path, run: Run) -> None:
    segments = [
        ReviewTexts(mt=mt, post_edit=final) for mt, final in zip(MT, POST_EDIT, strict=True)
    ]
    remark = Remark(key=keys_of(segments)[1], state="approved", when="2999-01-01T00:00:00+00:00")
    add_remarks(remarks_path(str(texts / "pe")), [remark])
    done = run("review", "mt", "pe")
    assert done.returncode == 0
    assert b"pe.review.jsonl: 1 remark is dated in the future, up to 2999-01-01" in done.stderr


def test_a_page_has_all_of_it_and_loads_nothing(texts: Path, run: Run) -> None:
    pytest.importorskip("meteor_widget")
    before = (texts / "mt").read_text(encoding="utf-8")
    (texts / "mt").write_text(f"<img src=x onerror=alert(1)>{before}", encoding="utf-8")
    done = run("review", "mt", "pe", "--source", "src", "-o", "page.html")
    assert (done.returncode, done.stderr) == (0, b"")
    page = (texts / "page.html").read_text(encoding="utf-8")
    assert "<title>Review of pe</title>" in page
    assert "<img src=x" not in page
    assert "default-src &#x27;none&#x27;" in page


def test_a_filter_chooses_segments_and_their_sums(texts: Path, run: Run) -> None:
    pair = ("mt", "pe", "--source", "src", "-l", "de")
    everything = reviewed(run, *pair)["segments"]
    for where, numbers in (
        ("class=untouched", [3]),
        ("changed diagnostic=any", [1]),
        ("score<0.99", [2, 1]),
        ("/R(ä|o)u?/ rooms", [1]),
        ("state=approved", []),
    ):
        document = reviewed(run, *pair, "--where", where, "--order", "score")
        assert sorted(one["segment"] for one in document["segments"]) == sorted(numbers)
        chosen = [one for one in everything if one["segment"] in numbers]
        assert sorted(document["segments"], key=lambda one: one["segment"]) == chosen
        assert document["total"]["segments"] == len(numbers)
    alone = run("review", *pair, "--where", "changed", "--fail-on", "untouched")
    assert alone.returncode == 0
    listing = alone.stdout.decode()
    assert "1        to-do" in listing
    assert "Das Haus hat 16 Räume." in listing
    assert run("review", *pair, "--where", "untouched", "--fail-on", "untouched").returncode == 1
    for wrong in ("colour=red", "state=done", "score<much", "/(a+)+/"):
        done = run("review", *pair, "--where", wrong)
        assert done.returncode == 2
        assert done.stderr.startswith(b"meteorscope: error: ")
