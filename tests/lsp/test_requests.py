"""The requests and the notification that the protocol does not have.

The alignment is what ``meteorscope align`` prints of the same files.
"""

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pygls.exceptions import JsonRpcException

from meteor_core import Meteor
from meteor_core.show.alignment_format import corpus_json
from meteor_core.show.text_picture import picture_text
from tests.lsp.conftest import (
    INVALID_PARAMS,
    SCORES_CHANGED,
    Client,
    Editor,
    capabilities,
    plain,
    start,
)

HYPOTHESES = ["the 👍 cat slept on the mat", "dancing with glee", "a b"]
REFERENCES = ["the 👍 cat sat on a mat", "danced with joy", "c d"]
OTHERS = ["a cat 👍", "dancing with joy", "a c"]


def open_files(editor: Editor, *, several: bool = False) -> str:
    editor.write_segments("x.hyp.en", HYPOTHESES)
    editor.write_segments("x.ref1.en", REFERENCES)
    if several:
        editor.write_segments("x.ref2.en", OTHERS)
    return editor.open("x.hyp.en")


def printed(folder: Path, *names: str) -> list[Any]:
    """What the command line prints of the files."""
    done = subprocess.run(
        [sys.executable, "-m", "meteorscope", "align", *names, "--format", "json"],
        cwd=folder,
        capture_output=True,
        check=True,
        timeout=60,
    )
    answer: list[Any] = json.loads(done.stdout)
    return answer


def document(uri: str) -> dict[str, str]:
    return {"uri": uri}


def columns_of(text: str, tokens: list[list[int]]) -> list[list[int]]:
    """Ranges of code points as columns of UTF-16 units."""
    return [[len(text[:end].encode("utf-16-le")) // 2 for end in token] for token in tokens]


@pytest.mark.parametrize("several", [False, True])
async def test_alignments_are_what_the_command_line_prints(
    utf16_editor: Editor, *, several: bool
) -> None:
    editor = utf16_editor
    uri = open_files(editor, several=several)
    names = ["x.hyp.en", "x.ref1.en", *(["x.ref2.en"] if several else [])]
    for number, expected in enumerate(printed(editor.folder, *names)):
        asked = {"textDocument": document(uri)}
        segment = await editor.request("meteor/alignment", {**asked, "segment": number + 1})
        place = {"line": number, "character": 0}
        assert await editor.request("meteor/alignment", {**asked, "position": place}) == segment
        documents = segment.pop("documents")
        assert segment.pop("source") is None
        assert segment == expected
        for side in ("hypothesis", "reference"):
            columns = columns_of(expected[side]["text"], expected[side]["tokens"])
            assert documents[side].pop("words") == ranges(number, columns)
        reference = editor.uri(names[1 + expected["reference"]["index"]])
        assert documents == {
            "hypothesis": {"uri": uri, "field": None, "line": number, "version": 1},
            "reference": {"uri": reference, "field": None, "line": number, "version": None},
        }


async def test_a_reference_has_its_own_alignment(utf16_editor: Editor) -> None:
    editor = utf16_editor
    open_files(editor, several=True)
    reference = editor.open("x.ref1.en")
    answer = await editor.request(
        "meteor/alignment", {"textDocument": document(reference), "segment": 2}
    )
    (_, expected, _) = printed(editor.folder, "x.hyp.en", "x.ref1.en")
    assert answer["reference"] == expected["reference"]
    assert answer["matches"] == expected["matches"]
    assert answer["score"] == expected["score"]
    del answer["documents"]["reference"]["words"]
    assert answer["documents"]["reference"] == {
        "uri": reference,
        "field": None,
        "line": 1,
        "version": 1,
    }


@pytest.mark.parametrize("width", [40, 100])
async def test_the_picture_is_what_the_command_line_draws(utf16_editor: Editor, width: int) -> None:
    editor = utf16_editor
    uri = open_files(editor)
    for segment, (hypothesis, reference) in enumerate(
        zip(HYPOTHESES, REFERENCES, strict=True), start=1
    ):
        answer = await editor.request(
            "meteor/picture",
            {"textDocument": document(uri), "segment": segment, "width": width},
        )
        assert answer["segment"] == segment
        shown = [answer["legend"], [], *answer["lines"]]
        expected = picture_text([(segment, Meteor().score(hypothesis, [reference]))], width=width)
        assert ["".join(piece["text"] for piece in line) for line in shown] == expected.split("\n")


async def test_pieces_of_the_picture_are_named_as_semantic_tokens_are(
    utf16_editor: Editor,
) -> None:
    editor = utf16_editor
    editor.write_segments("x.hyp.en", ["on the mat sat a ذهب cat"])
    editor.write_segments("x.ref.en", ["a ذهب cat sat on the mat"])
    uri = editor.open("x.hyp.en")
    place = {"line": 0, "character": 3}
    answer = await editor.request(
        "meteor/picture", {"textDocument": document(uri), "position": place}
    )
    words = answer["lines"][2]
    assert words[0] == {"text": "hyp  ", "style": "bold"}
    assert [(piece["text"], piece["style"]) for piece in words[1:]] == [
        ("on the mat ", "chunk1"),
        ("sat ", "chunk2"),
        ("a  ذهب cat", "chunk3"),
    ]


MANY = 1_300
"""Segments that are more than two blocks of those that scores are kept in."""


def open_many(editor: Editor, order: str = "score") -> tuple[str, list[tuple[float, int]]]:
    """A file with many segments, some empty, and the places of the others, worst first."""
    random = Random(7)
    words = list("abcdefgh")
    hypotheses = ["" if n % 97 == 50 else " ".join(random.sample(words, 5)) for n in range(MANY)]
    references = [
        "" if n % 97 == 50 else " ".join(random.sample(words, 3 + n % 5)) for n in range(MANY)
    ]
    editor.write_segments("x.hyp.en", hypotheses)
    editor.write_segments("x.ref.en", references)
    meteor = Meteor()
    results = {
        segment: meteor.score(hypothesis, [reference])
        for segment, (hypothesis, reference) in enumerate(
            zip(hypotheses, references, strict=True), start=1
        )
        if hypothesis
    }
    places = {
        "score": [(result.score, segment) for segment, result in results.items()],
        "shortfall": [(-result.shortfall, segment) for segment, result in results.items()],
        "position": [(0.0, segment) for segment in results],
    }
    return editor.open("x.hyp.en"), sorted(places[order])


async def listed(editor: Editor, uri: str, **params: Any) -> dict[str, Any]:
    answer = await editor.request("meteor/segments", {"textDocument": document(uri), **params})
    assert isinstance(answer, dict)
    return answer


async def test_segments_are_listed_worst_first(utf16_editor: Editor) -> None:
    editor = utf16_editor
    uri = open_files(editor)
    scores = {
        segment: Meteor().score(text, [reference]).score
        for segment, (text, reference) in enumerate(
            zip(HYPOTHESES, REFERENCES, strict=True), start=1
        )
    }
    ranked = sorted(scores, key=scores.__getitem__)
    answer = await listed(editor, uri)
    assert (answer["total"], answer["offset"]) == (3, 0)
    assert [(each["segment"], each["score"], each["text"]) for each in answer["segments"]] == [
        (segment, scores[segment], HYPOTHESES[segment - 1]) for segment in ranked
    ]
    line = ranked[0] - 1
    assert answer["segments"][0]["range"] == {
        "start": {"line": line, "character": 0},
        "end": {"line": line, "character": len(HYPOTHESES[line].encode("utf-16-le")) // 2},
    }


def rounded(number: float) -> float:
    return float(f"{abs(number):.14g}")


@pytest.mark.parametrize("order", ["score", "shortfall", "position"])
async def test_windows_of_a_long_list(utf16_editor: Editor, order: str) -> None:
    editor = utf16_editor
    uri, places = open_many(editor, order)
    numbers = [segment for _, segment in places]
    assert MANY - 20 < len(numbers) < MANY
    windows: list[tuple[dict[str, Any], int, int]] = [
        ({}, 0, 20),
        ({"count": 0}, 0, 0),
        ({"count": -1}, 0, 0),
        ({"count": 5000}, 0, len(numbers)),
        ({"offset": 700, "count": 30}, 700, 730),
        ({"offset": 5000}, len(numbers), len(numbers)),
        ({"offset": -3, "count": 2}, 0, 2),
        ({"start": {"segment": numbers[650]}, "count": 2}, 650, 652),
        ({"end": {"segment": numbers[650]}, "count": 2}, 648, 650),
        ({"end": {"segment": numbers[1]}, "count": 5}, 0, 1),
        # Neovim writes 14 digits, which may be a little more or less.
        *(
            ({"start": {"segment": segment, order: rounded(number)}, "count": 1}, row, row + 1)
            for row, (number, segment) in list(enumerate(places))[40:60]
        ),
    ]
    for asked, first, last in windows:
        answer = await listed(editor, uri, order=order, **asked)
        assert answer["total"] == len(numbers)
        assert [each["segment"] for each in answer["segments"]] == numbers[first:last], asked
        assert answer["segments"] == [] or answer["offset"] == first, asked


@pytest.mark.parametrize("order", ["score", "shortfall"])
async def test_a_segment_that_was_mended_still_has_its_place(
    utf16_editor: Editor, order: str
) -> None:
    editor = utf16_editor
    uri, places = open_many(editor, order)
    (number, segment), (_, following) = places[300:302]
    met = {order: abs(number)}
    line = segment - 1
    reference = (editor.folder / "x.ref.en").read_text().split("\n")[line]
    editor.edit(uri, (line, 0), (line, len("a b c d e")), reference)
    place = {"segment": segment + 1, **met}
    answer = await listed(editor, uri, order=order, start=place, count=1)
    assert answer["offset"] == 300
    assert [each["segment"] for each in answer["segments"]] == [following]
    place = {"segment": segment, **met}
    answer = await listed(editor, uri, order=order, end=place, count=1)
    assert [each["segment"] for each in answer["segments"]] == [places[299][1]]
    answer = await listed(editor, uri, start={"segment": segment}, count=1)
    assert answer["segments"][0]["score"] == Meteor().score(reference, [reference]).score


async def test_the_setting_says_which_segment_is_the_worst(
    raw_client: Client, tmp_path: Path
) -> None:
    editor = await start(raw_client, tmp_path, options={"worst": "shortfall", "language": "en"})
    editor.write_segments("x.hyp.en", ["Weather", "a b c d x f g h y j", "k l m n o"])
    editor.write_segments("x.ref.en", ["Sport", "a b c d e f g h i j", "k l m n o"])
    uri = editor.open("x.hyp.en")
    answer = await listed(editor, uri)
    assert [each["segment"] for each in answer["segments"]] == [2, 1, 3]
    shortfall = Meteor().score("a b c d x f g h y j", ["a b c d e f g h i j"]).shortfall
    assert answer["segments"][0]["shortfall"] == shortfall > 1
    assert (await editor.request("meteor/summary", {"textDocument": document(uri)}))["worst"] == 2
    _, worst, _ = await editor.lens_commands(uri)
    assert worst.title == f"worst: segment 2, shortfall {shortfall:.2f} words"
    assert (await editor.command("meteor.goToWorse", uri, 1))["segment"] == 2
    assert await editor.command("meteor.goToWorse", uri, 2) is None
    report = await editor.command("meteor.report", uri, "text")
    written = await asyncio.to_thread(Path(report["path"]).read_text)
    assert re.findall(r"^segment (\d+)", written, re.MULTILINE) == ["2", "1", "3"]


async def test_unknown_order_is_an_error(utf16_editor: Editor) -> None:
    uri = open_files(utf16_editor)
    for order in ("best", 1):
        with pytest.raises(JsonRpcException, match="score, shortfall, position") as caught:
            await listed(utf16_editor, uri, order=order)
        assert caught.value.code == INVALID_PARAMS


async def test_lines_of_a_table_are_reported(utf16_editor: Editor) -> None:
    editor = utf16_editor
    editor.write("x.tsv", "hyp\tref\na b\ta b\n")
    uri = editor.open("x.tsv")
    answer = await editor.request("meteor/alignment", {"textDocument": document(uri), "segment": 1})
    for side, words in (("hypothesis", [(0, 1), (2, 3)]), ("reference", [(4, 5), (6, 7)])):
        stand = answer["documents"][side]
        assert (stand["uri"], stand["line"], stand["version"]) == (uri, 1, 1)
        assert stand["field"] == side[:3]
        assert stand["words"] == ranges(1, words)


async def test_words_of_a_unit_stand_on_lines_of_their_own(utf16_editor: Editor) -> None:
    editor = utf16_editor
    unit = ["<trans-unit id='1'><source>x</source>", "<target>👍 a", "b&amp;</target>"]
    machine = "<alt-trans origin='mt'><target>a b</target></alt-trans></trans-unit>"
    uri = editor.open("x.xlf", "\n".join(["<xliff version='1.2'>", *unit, machine, "</xliff>"]))
    answer = await editor.request("meteor/alignment", {"textDocument": document(uri), "segment": 1})
    stand = answer["documents"]["reference"]
    assert (stand["field"], stand["line"]) == ("target", 2)
    assert stand["words"] == ranges(2, [(8, 10), (11, 12)]) + ranges(3, [(0, 1), (1, 6)])
    listed_one = (await listed(editor, uri))["segments"][0]
    assert listed_one["text"].split() == ["👍", "a", "b&"]  # what people work on
    assert listed_one["range"]["end"] == {"line": 3, "character": 6}


def ranges(line: int, columns: Iterable[Sequence[int]]) -> list[dict[str, dict[str, int]]]:
    """Ranges on a line, as the protocol writes them."""
    return [
        {"start": {"line": line, "character": start}, "end": {"line": line, "character": end}}
        for start, end in columns
    ]


async def test_missing_segment_has_no_alignment(utf16_editor: Editor) -> None:
    uri = open_files(utf16_editor)
    for segment in (0, -1, 4, None, "1", 1.5, True):
        asked = {"textDocument": document(uri), "segment": segment}
        assert await utf16_editor.request("meteor/alignment", asked) is None, segment
        assert await utf16_editor.request("meteor/picture", asked) is None, segment
    for method in ("meteor/summary", "meteor/segments"):
        assert await utf16_editor.request(method, {"textDocument": document("x:y")}) is None


async def test_wrong_params_are_an_error(utf16_editor: Editor) -> None:
    params: list[Any] = [None, {}, [], {"textDocument": {}}, {"textDocument": 1}]
    for method in ("meteor/alignment", "meteor/picture", "meteor/summary", "meteor/segments"):
        for wrong in params:
            with pytest.raises(JsonRpcException) as caught:
                await utf16_editor.request(method, wrong)
            assert caught.value.code == INVALID_PARAMS
    assert await utf16_editor.labels(open_files(utf16_editor)) != []


async def test_the_summary_has_the_score_of_the_file(utf16_editor: Editor) -> None:
    editor = utf16_editor
    editor.write("x.src.de", "eins\nzwei\ndrei\n")
    uri = open_files(editor, several=True)
    await editor.labels(uri)
    corpus = Meteor().corpus(HYPOTHESES, [REFERENCES, OTHERS])
    assert await editor.request("meteor/summary", {"textDocument": document(uri)}) == {
        **corpus_json(corpus),
        "scored": 3,
        "paired": 3,
        "worst": worst(),
        "language": "en",
        "hypothesis": uri,
        "references": [editor.uri("x.ref1.en"), editor.uri("x.ref2.en")],
        "source": editor.uri("x.src.de"),
        "problem": None,
    }


def worst() -> int:
    meteor = Meteor()
    scores = [
        meteor.score(text, references).score
        for text, *references in zip(HYPOTHESES, REFERENCES, OTHERS, strict=True)
    ]
    return scores.index(min(scores)) + 1


async def test_summary_explains_missing_scores(utf16_editor: Editor) -> None:
    editor = utf16_editor
    editor.write("x.hyp.en", "a\n")
    editor.write("x.ref.en", b"\xff\n")
    uri = editor.open("x.hyp.en")
    answer = await editor.request("meteor/summary", {"textDocument": document(uri)})
    assert "x.ref.en:1: byte 1" in answer["problem"]
    assert answer["scored"] == 0


WISHES: dict[str, Any] = {
    "wanted": {"meteor": {"scoresChanged": True}},
    "refused": {"meteor": {"scoresChanged": False}},
    "of others": {"other": True},
    "odd": {"meteor": "scoresChanged"},
}


@pytest.mark.parametrize("wish", [*WISHES, "none"])
async def test_changed_scores_are_notified_on_request(
    raw_client: Client, tmp_path: Path, wish: str
) -> None:
    known = capabilities("utf-16", {"experimental": WISHES.get(wish)})
    editor = await start(raw_client, tmp_path, client_capabilities=known)
    uri = open_files(editor)
    if wish != "wanted":
        await editor.diagnostics(uri)
        await asyncio.sleep(0.1)
        assert editor.received[SCORES_CHANGED] == []
        return
    for version, first in ((1, HYPOTHESES[0]), (2, "so " + HYPOTHESES[0])):
        corpus = Meteor().corpus([first, *HYPOTHESES[1:]], [REFERENCES])
        assert plain(await editor.next(SCORES_CHANGED)) == {
            "uri": uri,
            "version": version,
            "score": corpus.score,
            "scored": 3,
            "segments": 3,
            "signature": str(corpus.signature),
        }
        editor.edit(uri, (0, 0), (0, 0), "so ")
