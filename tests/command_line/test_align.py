"""``meteorscope align``: the picture and the data behind it."""

import json
import re
from itertools import pairwise, takewhile
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, fromstring

import pytest
from wcwidth import wcswidth

from tests.command_line.conftest import HYPOTHESES, REFERENCES_A, Run, lines

ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


def picture(run: Run, *arguments: str) -> list[str]:
    done = run("align", *arguments, "--color", "never", "--width", "80")
    assert done.returncode == 0, done.stderr
    return done.stdout.decode().splitlines()


def test_the_picture_marks_chunks_and_stages(folder: Path, run: Run) -> None:
    (folder / "h").write_bytes(b"the president spoke to glad people dancing\n")
    (folder / "r").write_bytes(b"the president then spoke to happy people dance\n")
    # By hand: "the president" is chunk 1; "spoke to", glad ~ happy, people and dancing ~ dance
    # follow each other on both sides: chunk 2.
    assert picture(run, "h", "r")[4:8] == [
        "hyp  the president spoke to glad people dancing",
        "     1━━━━━━━━━━━━ 2━━━━━━━━≈≈≈≈≈━━━━━━━╌╌╌╌╌╌╌",
        "ref  the president then spoke to happy people dance",
        "     1━━━━━━━━━━━━      2━━━━━━━━≈≈≈≈≈≈━━━━━━━╌╌╌╌╌",
    ]


def test_matches_are_explained(folder: Path, run: Run) -> None:
    (folder / "h").write_bytes(b"dancing glad\n")
    (folder / "r").write_bytes(b"danced happy\n")
    shown = "\n".join(picture(run, "h", "r"))
    assert "dancing ╌ danced   common stem: danc" in shown
    assert re.search(r"glad ≈ happy   synonyms: .*glad.*\(adjective, WordNet 3\.0 \d{8}a\)", shown)


def test_marks_are_aligned_with_words_in_any_script(run: Run) -> None:
    shown = picture(run, "hyp", "a", "--segment", "4")
    words, marks = shown[4:6]
    assert words == "hyp  Ünïcödé 👩‍👩‍👧 今 日 \u2068كتاب\u2069"
    assert wcswidth(words) == wcswidth(marks)
    assert marks == "     1" + "━" * (wcswidth(words) - 6)


def test_sixty_words_fit_in_eighty_columns(folder: Path, run: Run) -> None:
    words = [f"word{number}" for number in range(60)]
    (folder / "h").write_bytes(lines([" ".join(words)]))
    (folder / "r").write_bytes(lines([" ".join(words[30:] + words[:30])]))
    shown = picture(run, "h", "r")
    assert max(map(wcswidth, shown)) <= 80
    rows = [row[5:] for row in shown if re.match("hyp|ref|     word", row)]
    assert sorted(" ".join(rows).split()) == sorted(words * 2)


def test_a_word_wider_than_the_screen_is_shortened(folder: Path, run: Run) -> None:
    (folder / "h").write_bytes(lines(["x" * 500 + " 今" * 3 + " " + "長" * 300]))
    done = run("align", "h", "h", "--tokenize", "whitespace", "--width", "40")
    rows = [row for row in done.stdout.decode().splitlines() if "xxx" in row or "長" in row]
    assert len(rows) == 4
    assert max(map(wcswidth, rows)) <= 40


def test_control_characters_cannot_reach_the_terminal(folder: Path, run: Run) -> None:
    (folder / "h").write_bytes(b"a\x1b[31mred\x07\x00\xc2\x9b31m b\n")
    done = run("align", "h", "h", "--tokenize", "whitespace", "--color", "never")
    printed = done.stdout.decode()
    assert not {"\x1b", "\x07", "\x00", "\x9b"} & set(printed)
    assert "a␛[31mred␇␀\N{REPLACEMENT CHARACTER}31m" in printed


@pytest.mark.parametrize(
    ("environment", "arguments", "coloured"),
    [
        ({}, [], False),  # a pipe
        ({}, ["--color", "always"], True),
        ({"NO_COLOR": "1"}, [], False),
        ({"FORCE_COLOR": "1"}, ["--color", "never"], False),
    ],
)
def test_colour_only_where_it_is_wanted(
    run: Run,
    environment: dict[str, str],
    arguments: list[str],
    coloured: bool,  # noqa: FBT001  # pytest passes parameters by name
) -> None:
    done = run("align", "hyp", "a", *arguments, **{"TERM": "xterm-256color", **environment})
    assert bool(ESCAPES.search(done.stdout.decode())) is coloured


def test_colour_changes_nothing_but_colour(run: Run) -> None:
    plain = run("align", "hyp", "a", "--color", "never").stdout.decode()
    coloured = run("align", "hyp", "a", "--color", "always", TERM="xterm-256color").stdout.decode()
    assert ESCAPES.sub("", coloured) == plain


def test_a_terminal_without_unicode_gets_ascii(run: Run) -> None:
    done = run("align", "hyp", "a", "--segment", "2", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert done.stdout.isascii()
    assert b"=== exact   --- stem   ~~~ synonym" in done.stdout


@pytest.mark.parametrize(("asked", "shown"), [("2", [2]), ("2-4", [2, 3, 4]), ("4-99", [4, 5])])
def test_only_the_segments_asked_for(run: Run, asked: str, shown: list[int]) -> None:
    printed = json.loads(run("align", "hyp", "a", "--segment", asked, "--format", "json").stdout)
    assert [one["segment"] for one in printed] == shown


def check_alignment(one: Any, hypothesis: str, reference: str) -> None:
    """The contract of docs/alignment-format.md, from the texts alone."""
    rows = {"hypothesis": hypothesis, "reference": reference}
    for side, text in rows.items():
        assert one[side]["text"] == text
        spans = one[side]["tokens"]
        assert all(0 <= start < end <= len(text) for start, end in spans)
        assert all(left[1] <= right[0] for left, right in pairwise(spans))
        function = one[side]["function"]
        assert function == sorted(set(function) & set(range(len(spans))))
        taken = [token for match in one["matches"] for token in range(*match[side])]
        assert len(taken) == len(set(taken))
    counts = one["statistics"]
    assert counts["hypothesis_length"] == len(one["hypothesis"]["tokens"])
    assert counts["reference_length"] == len(one["reference"]["tokens"])
    for side, key in (
        ("hypothesis", "matches_by_stage"),
        ("reference", "reference_matches_by_stage"),
    ):
        for stage, count in counts[key].items():
            found = [match[side] for match in one["matches"] if match["stage"] == stage]
            assert count == sum(end - start for start, end in found)
        assert {match["stage"] for match in one["matches"]} <= set(counts[key])
    assert counts["chunks"] == len(one["chunks"])
    for side in rows:
        function = set(one[side]["function"])
        assert counts[f"{side}_function_words"] == len(function)
        for stage, count in counts["function_matches_by_stage"][side].items():
            found = [match for match in one["matches"] if match["stage"] == stage]
            assert count == sum(match[side][0] in function for match in found)
    for number, chunk in enumerate(one["chunks"]):
        members = [match for match in one["matches"] if match["chunk"] == number]
        for side in rows:
            assert chunk[side] == [members[0][side][0], members[-1][side][1]]


def test_json_is_the_alignment_format(run: Run) -> None:
    printed = json.loads(run("align", "hyp", "a", "--format", "json").stdout)
    assert len(printed) == len(HYPOTHESES)
    for one, hypothesis, reference in zip(printed, HYPOTHESES, REFERENCES_A, strict=True):
        check_alignment(one, hypothesis, reference)


def test_tsv_has_a_row_for_each_match(run: Run) -> None:
    rows = run("align", "hyp", "a", "--format", "tsv").stdout.decode().splitlines()
    printed = json.loads(run("align", "hyp", "a", "--format", "json").stdout)
    assert rows[0].split("\t")[:3] == ["segment", "chunk", "stage"]
    assert len(rows) - 1 == sum(len(one["matches"]) for one in printed)
    stem = next(row for row in rows if row.startswith("2\t0\tstem"))
    assert stem.split("\t")[3:] == ["0", "0", "dancing", "danced", "common stem: danc"]


def test_variants_are_listed_in_each_format(run: Run) -> None:
    names = ["classic", "banerjee-lavie-2005", "lavie-agarwal-2007", "linear-penalty", "nltk"]
    names.append("meteor-1.5")
    printed = json.loads(run("variants", "--format", "json").stdout)
    assert [row["variant"] for row in printed] == names
    table = run("variants", "--format", "tsv").stdout.decode().splitlines()
    assert [row.split("\t")[0] for row in table] == ["variant", *names]
    text = run("variants").stdout.decode()
    assert all(f"\n{name}\n" in f"\n{text}" for name in names)
    assert all(row["source"] in text for row in printed)


def test_differences_are_marked_in_a_post_edit(folder: Path, run: Run) -> None:
    (folder / "x.mt.en").write_bytes(b"we saw 12 big cats today\n")
    (folder / "x.pe.en").write_bytes(b"today we saw 13 large animals with cats\n")
    # By hand: "today" moved, 12 and 13 differ, big is a synonym of large, "animals with" was added.
    differences = [
        "hyp  we saw 12 big cats today",
        "            ## ≈≈≈      ↔↔↔↔↔",
        "ref  today we saw 13 large animals with cats",
        "     ↔↔↔↔↔        ## ≈≈≈≈≈ ++++++++++++",
    ]
    assert picture(run, "x.mt.en", "x.pe.en")[4:8] == differences
    assert picture(run, "x.mt.en", "x.pe.en", "--emphasis", "chunks")[5].startswith("     1━━")
    both = picture(run, "x.mt.en", "x.pe.en", "--emphasis", "both")
    assert "++++++++++++" in both[8]
    assert "━" in both[8]
    off = picture(run, "x.mt.en", "x.pe.en", "--emphasis", "off")
    assert off[3:7] == ["hyp  we saw 12 big cats today", "", differences[2], ""]


@pytest.mark.parametrize("emphasis", ["chunks", "differences", "both", "off"])
def test_picture_marks_differences_without_relying_on_colour(
    folder: Path, run: Run, emphasis: str
) -> None:
    (folder / "h").write_bytes(b"the big house today red in the garden 12 cats, yes\n")
    (folder / "r").write_bytes(b"a large house in the garden with roses red 13 cat; yes\n")
    done = run("align", "h", "r", "--emphasis", emphasis, "-o", "x.svg")
    assert done.returncode == 0, done.stderr
    drawn = fromstring((folder / "x.svg").read_bytes())
    texts = [one.text for one in drawn.iter("{http://www.w3.org/2000/svg}text")]
    kinds = ["changed form", "synonym", "replaced", "moved", "added", "dropped"]
    kinds += ["number or code", "punctuation"]
    has_differences = emphasis in ("differences", "both")
    assert [text for text in texts if text in kinds] == (kinds if has_differences else [])
    assert ("no match" in texts) is not has_differences
    is_quiet = any(one.get("opacity") == "0.4" for one in drawn.iter())
    assert is_quiet is (emphasis in ("differences", "off"))
    shapes = {kind: shapes_behind(drawn, kind) for kind in kinds if kind in texts}
    assert len(set(shapes.values())) == len(shapes)


def shapes_behind(drawn: Element, text: str) -> tuple[Any, ...]:
    """What is drawn right after a text, without places and colours."""
    elements = list(drawn)
    first = next(at for at, one in enumerate(elements) if one.text == text) + 1
    marks = list(takewhile(lambda one: not one.text, elements[first:]))
    looks = ("stroke-width", "stroke-dasharray", "rx")
    heights = {float(one.get("d", "M0 0h").split("h")[0].split()[-1]) for one in marks}
    word = float(elements[first - 1].get("y", 0))
    place = tuple(sorted(round(height - word, 1) for height in heights))
    return place, *(tuple(one.get(look) for look in looks) for one in marks)
