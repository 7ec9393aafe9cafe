"""Every command: what it answers, and that wrong arguments are an error and nothing more."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from pygls.exceptions import JsonRpcException

from meteor_core import IMPLEMENTATION, IMPLEMENTATION_REASON, Meteor
from meteor_core.runtime.cache_folder import reports_folder
from meteor_core.show.alignment_format import corpus_json
from meteor_core.variants import VARIANTS
from meteor_core.version import VERSION
from meteor_lsp.features import command_names as names
from tests.lsp.conftest import INVALID_PARAMS, Client, Editor, capabilities, score, span, start

HYPOTHESES = ["the cat 👍 slept on the mat", "dancing with glee", "", "a b"]
REFERENCES = ["the cat 👍 sat on a mat", "danced with joy", "", "c d"]
OTHERS = ["the cat 👍 sat on a mat", "dancing", "", "c d"]
ALL = [getattr(names, name) for name in dir(names) if name.isupper()]
WITH_PATH = (names.REPORT, names.EXPORT)


def open_pair(editor: Editor) -> str:
    editor.write_segments("x.hyp.en", HYPOTHESES)
    editor.write_segments("x.ref.en", REFERENCES)
    return editor.open("x.hyp.en")


def text_of(answer: dict[str, Any]) -> str:
    """The text of the file that an answer names."""
    return Path(answer["path"]).read_bytes().decode()


def printed(folder: Path, form: str) -> str:
    """What the command line prints of the pair."""
    arguments = ["score", "x.hyp.en", "x.ref.en", "--segments", "--format", form]
    done = subprocess.run(
        [sys.executable, "-m", "meteorscope", *arguments],
        cwd=folder,
        capture_output=True,
        check=True,
        timeout=60,
    )
    return done.stdout.decode()


def test_all_commands_are_listed() -> None:
    assert len(ALL) == 21


async def test_all_commands_are_announced(utf16_editor: Editor) -> None:
    provider = utf16_editor.capabilities.execute_command_provider
    assert provider is not None
    assert sorted(provider.commands) == sorted(ALL)


NEEDED = {
    names.COMPARE: 1,
    names.GO_TO_SEGMENT: 1,
    names.GO_TO_WORSE: 1,
    names.IGNORE: 1,
    names.PAIR: 1,
}
"""How many arguments are too few, where some are needed."""

WRONG: list[tuple[str, list[Any]]] = [
    *((name, [7]) for name in ALL if name not in (names.RELOAD, names.SORT_OUTLINE, names.STATUS)),
    *((name, [["x"]]) for name in (names.SHOW_SCORE, names.EXPLAIN_PAIRING)),
    *((name, ["x:y"] * count) for name, count in NEEDED.items()),
    (names.PAIR, ["x:y", []]),
    (names.PAIR, ["x:y", ["x:z", 7]]),
    (names.REPORT, ["x:y", "pdf"]),
    (names.REPORT, ["x:y", "html", 7]),
    (names.EXPORT, ["x:y", "xlsx"]),
    (names.GO_TO_SEGMENT, ["URI", "1"]),
    (names.GO_TO_SEGMENT, ["URI", True]),
    (names.GO_TO_SEGMENT, ["URI", 0]),
    (names.GO_TO_SEGMENT, ["URI", 5]),
    (names.SORT_OUTLINE, ["URI", "colour"]),
    (names.CHOOSE_VARIANT, ["URI", "clasic"]),
    (names.CHOOSE_VARIANT, ["clasic"]),
    (names.IGNORE, ["URI", "no-such-code"]),
    (names.IGNORE, ["URI", "low-score", "many"]),
    (names.COMPARE, ["URI", "../../etc/passwd"]),
    (names.COMPARE, ["URI", "absent.en"]),
    (names.SHOW_SCORE, ["file:///not/there.hyp.en"]),
    (names.SHOW_SCORE, ["\x00"]),
]


async def test_wrong_arguments_are_an_error_and_nothing_more(utf16_editor: Editor) -> None:
    editor = utf16_editor
    uri = open_pair(editor)
    await editor.labels(uri)
    for name, arguments in WRONG:
        given = [uri if argument == "URI" else argument for argument in arguments]
        try:
            error = await editor.refused(name, *given)
        except pytest.fail.Exception:
            pytest.fail(f"{name} takes {arguments}")
        assert error.message, (name, arguments)
        assert "Traceback" not in error.message
        assert "Error" not in error.message, (name, arguments, error.message)
        if arguments == [7]:
            assert error.code == INVALID_PARAMS, (name, error)
    assert sorted(path.name for path in editor.folder.iterdir()) == ["x.hyp.en", "x.ref.en"]
    assert (await editor.labels(uri))[0] == score(HYPOTHESES[0], REFERENCES[0])


async def test_the_score_is_shown_of_the_document_used_last(utf16_editor: Editor) -> None:
    editor = utf16_editor
    open_pair(editor)
    corpus = Meteor().corpus(HYPOTHESES, [REFERENCES])
    assert await editor.command("meteor.showScore") == corpus_json(corpus)
    assert await editor.command("meteor.showScore", editor.uri("x.hyp.en")) == corpus_json(corpus)
    await editor.told(f"METEOR {corpus.score:.4f}  {corpus.signature}")


@pytest.mark.parametrize(("form", "extension"), [(None, "html"), ("html", "html"), ("text", "txt")])
async def test_a_report_is_written_and_shown(
    utf16_editor: Editor, form: str | None, extension: str
) -> None:
    editor = utf16_editor
    uri = open_pair(editor)
    answer = await editor.command("meteor.report", uri, *([form] if form else []))
    path = Path(answer["path"])
    assert path.parent == reports_folder()
    assert path.name.startswith("x-hyp-en-")
    assert path.suffix == f".{extension}"
    assert answer["uri"] == path.as_uri()
    await editor.until(lambda: editor.client.shown_documents)
    (shown,) = editor.client.shown_documents
    assert (shown.uri, bool(shown.external)) == (path.as_uri(), extension == "html")
    text = text_of(answer)
    corpus = Meteor().corpus(HYPOTHESES, [REFERENCES])
    assert f"{corpus.score:.4f}" in text
    assert str(corpus.signature) in text
    assert ("<html" in text) == (extension == "html")
    again = await editor.command("meteor.report", uri, *([form] if form else []))
    assert again == answer


@pytest.mark.parametrize("name", WITH_PATH)
async def test_files_are_written_within_the_workspace(
    raw_client: Client, tmp_path: Path, name: str
) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    editor = await start(raw_client, inside)
    uri = open_pair(editor)
    form = "text" if name == names.REPORT else "tsv"
    answer = await editor.command(name, uri, form, "out/sub/file.txt")
    assert Path(answer["path"]) == inside / "out/sub/file.txt"
    assert (inside / "out/sub/file.txt").read_text("utf-8")
    assert editor.client.shown_documents == []
    (inside / "link").symlink_to(tmp_path)
    for outside in ("../file.txt", str(tmp_path / "file.txt"), "link/file.txt"):
        error = await editor.refused(name, uri, form, outside)
        assert error.message == f"{outside} is outside the workspace; name a file inside it"
    assert (await editor.refused(name, uri, form, "out")).message
    assert not (tmp_path / "file.txt").exists()
    (inside / "file-link").symlink_to("demo.hyp.en")  # inside, and nobody means it
    error = await editor.refused(name, uri, form, "file-link")
    assert error.message.endswith(
        "file-link cannot be written: it is a link, and could lead "
        "anywhere; put a file in its place"
    )


@pytest.mark.parametrize("folders", [True, False])
async def test_an_untitled_document_writes_nowhere_else_either(
    raw_client: Client, tmp_path: Path, *, folders: bool
) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    editor = await start(raw_client, inside, folders=[inside] if folders else [])
    hypothesis = editor.open_uri("untitled:one", "a\n")
    await editor.command("meteor.pair", hypothesis, editor.open_uri("untitled:two", "a\n"))
    outside = str(tmp_path / "file.txt")
    error = await editor.refused("meteor.report", hypothesis, "html", outside)
    assert error.message == f"{outside} is outside the workspace; name a file inside it"
    assert not (tmp_path / "file.txt").exists()
    if folders:
        answer = await editor.command("meteor.report", hypothesis, "html", "file.html")
        assert Path(answer["path"]) == inside / "file.html"


DOCUMENTS = [
    ("meteor.report", (), "Report on x.hyp.en", ["html", "markdown", "text"]),
    ("meteor.export", (), "x.hyp.en.scores", ["tsv", "json"]),
    ("meteor.compare", ("y.hyp.en",), "x.hyp.en and y.hyp.en", ["html", "markdown", "text"]),
    ("meteor.reviewReport", (), "Review of x.ref.en", ["html", "markdown", "text"]),
]


@pytest.mark.parametrize(("command", "more", "title", "forms"), DOCUMENTS)
async def test_a_client_that_shows_documents_asks_for_them_and_no_file_is_written(  # noqa: PLR0917
    raw_client: Client,
    tmp_path: Path,
    command: str,
    more: tuple[str, ...],
    title: str,
    forms: list[str],
) -> None:
    known = capabilities("utf-16", {"experimental": {"meteor": {"documents": True}}})
    editor = await start(raw_client, tmp_path, client_capabilities=known)
    uri = open_pair(editor)
    editor.write_segments("y.hyp.en", OTHERS)
    before = set(reports_folder().glob("*"))
    answer = await editor.command(command, uri, *more)
    await editor.until(lambda: editor.client.shown_documents)
    (shown,) = editor.client.shown_documents
    assert (shown.uri, bool(shown.external)) == (answer["uri"], False)
    assert unquote(urlsplit(shown.uri).path) == f"/{title}"
    for form in (None, *forms):
        link = "command:go?{segment}"
        document = await editor.request(
            "meteor/document", {"uri": shown.uri, "format": form, "segmentLink": link}
        )
        assert document["title"] == title
        assert [one["format"] for one in document["formats"]] == forms
        lines = document["content"].split("\n")
        if form in ("markdown", "text"):
            assert document["segments"] or command == "meteor.reviewReport"
        for one in document["segments"]:
            assert f"egment {one['segment']}" in lines[one["line"]]
        if form == "html" and command in ("meteor.report", "meteor.compare"):
            assert '<a href="command:go?2">Segment 2</a>' in document["content"]
        saved = await editor.command(command, uri, *more, form, "saved.out")
        if forms[0] == "tsv" or form in ("markdown", "text"):
            assert text_of(saved) == document["content"]
        assert "command:" not in text_of(saved)
    assert set(reports_folder().glob("*")) == before


@pytest.mark.parametrize(
    "uri", ["meteorscope:/x", "meteorscope:/x?7", "file:///x", 'x:/?{"kind":1}']
)
async def test_unknown_document_is_rejected(utf16_editor: Editor, uri: str) -> None:
    open_pair(utf16_editor)
    with pytest.raises(JsonRpcException):
        await utf16_editor.request("meteor/document", {"uri": uri})


async def test_format_of_a_document_follows_its_extension(utf16_editor: Editor) -> None:
    editor = utf16_editor
    uri = open_pair(editor)
    for name, begin in (("r.md", "# "), ("r.txt", "x.hyp.en\n==="), ("r.html", "<!doctype")):
        answer = await editor.command("meteor.report", uri, None, name)
        assert text_of(answer).startswith(begin)


@pytest.mark.parametrize("form", ["tsv", "json"])
async def test_scores_are_exported_as_the_command_line_prints_them(
    utf16_editor: Editor, form: str
) -> None:
    editor = utf16_editor
    uri = open_pair(editor)
    answer = await editor.command("meteor.export", uri, form)
    assert text_of(answer) == printed(editor.folder, form)


async def test_two_hypotheses_are_compared(utf16_editor: Editor) -> None:
    editor = utf16_editor
    uri = open_pair(editor)
    editor.write_segments("y.hyp.en", OTHERS)
    meteor = Meteor()
    ours, theirs = (meteor.corpus(texts, [REFERENCES]) for texts in (HYPOTHESES, OTHERS))
    for other in ("y.hyp.en", editor.uri("y.hyp.en")):
        answer = await editor.command("meteor.compare", uri, other)
        assert Path(answer["path"]).parent == reports_folder()
        page = text_of(answer)
        assert "<h1><bdi>x.hyp.en and y.hyp.en</bdi></h1>" in page
        assert f"{ours.score:.4f}" in page
        assert f"{theirs.score:.4f}" in page
        assert "paired approximate randomisation with 10,000 shufflings" in page
    editor.write_segments("y.hyp.en", OTHERS[:2])
    error = await editor.refused("meteor.compare", uri, "y.hyp.en")
    assert error.message == "y.hyp.en has 2 segments, but x.hyp.en has 4"


@pytest.mark.parametrize("arguments", [["nltk"], ["URI", "nltk"]])
async def test_a_variant_is_chosen(utf16_editor: Editor, arguments: list[str]) -> None:
    editor = utf16_editor
    uri = open_pair(editor)
    await editor.diagnostics(uri)
    given = [uri if argument == "URI" else argument for argument in arguments]
    assert await editor.command("meteor.chooseVariant", *given) == {"variant": "nltk"}
    await editor.next_refresh()
    assert (await editor.labels(uri))[1] == score(HYPOTHESES[1], REFERENCES[1], variant="nltk")
    assert "variant:nltk" in (await editor.lenses(uri))[-1]
    await editor.command("meteor.reload")
    assert "variant:classic" in (await editor.lenses(uri))[-1]


@pytest.mark.parametrize("chosen", ["lavie-agarwal-2007", None])
async def test_the_person_is_asked_for_a_variant(utf16_editor: Editor, chosen: str | None) -> None:
    editor = utf16_editor
    uri = open_pair(editor)
    editor.chosen = chosen
    await editor.diagnostics(uri)
    assert await editor.command("meteor.chooseVariant", uri) is None
    await editor.until(lambda: editor.asked)
    (question,) = editor.asked
    assert [action.title for action in question.actions or []] == list(VARIANTS)
    if chosen is not None:
        await editor.next_refresh()
    expected = score(HYPOTHESES[0], REFERENCES[0], variant=chosen or "classic")
    assert (await editor.labels(uri))[0] == expected


async def test_a_chosen_variant_counts_more_than_the_project(utf16_editor: Editor) -> None:
    editor = utf16_editor
    editor.write("meteor.toml", 'variant = "lavie-agarwal-2007"\n')
    uri = open_pair(editor)
    await editor.command("meteor.chooseVariant", uri, "linear-penalty")
    expected = score(HYPOTHESES[0], REFERENCES[0], variant="linear-penalty")
    assert (await editor.labels(uri))[0] == expected


async def test_everything_is_read_again(utf16_editor: Editor) -> None:
    editor = utf16_editor
    uri = open_pair(editor)
    await editor.labels(uri)
    editor.write("meteor.toml", "lowScore = 2\n")
    editor.write_segments("x.ref.en", HYPOTHESES)
    answer = await editor.command("meteor.reload")
    assert answer["problems"] == ["meteor.toml, lowScore: must be between 0 and 1, got 2"]
    await editor.told("meteor.toml, lowScore: must be between 0 and 1")
    assert set(await editor.labels(uri)) == {"1.000"}


async def test_status_lists_open_documents(utf16_editor: Editor) -> None:
    editor = utf16_editor
    uri = open_pair(editor)
    await editor.diagnostics(uri)
    status = await editor.command("meteor.status")
    signature = str(Meteor().corpus(HYPOTHESES, [REFERENCES]).signature)
    assert status["version"] == VERSION
    os.kill(status["process"], 0)  # there is such a process
    assert status["implementation"] == IMPLEMENTATION
    assert status["implementationReason"] == IMPLEMENTATION_REASON
    assert status["encoding"] == "utf-16"
    assert status["variants"] == list(VARIANTS)
    assert status["folders"] == [editor.folder.as_uri()]
    assert status["documents"] == 1
    assert status["workingOn"] == []
    assert status["pairings"] == [
        {
            "hypothesis": uri,
            "references": [editor.uri("x.ref.en")],
            "scored": 4,
            "segments": 4,
            "signature": signature,
            "problem": None,
        }
    ]
    assert json.loads(json.dumps(status)) == status


async def test_a_segment_is_gone_to(utf16_editor: Editor) -> None:
    editor = utf16_editor
    editor.write("x.en.tsv", "hyp\tref\na\tb\nc\td\n")
    uri = editor.open("x.en.tsv")
    answer = await editor.command("meteor.goToSegment", uri, 2)
    assert answer == {"uri": uri, "segment": 2, "line": 2}
    await editor.until(lambda: editor.client.shown_documents)
    assert editor.client.shown_documents[0].selection == span((2, 0), (2, 0))


async def test_client_without_show_document_gets_the_path(
    raw_client: Client, tmp_path: Path
) -> None:
    known = capabilities("utf-16", {"window": {"showDocument": None}})
    editor = await start(raw_client, tmp_path, client_capabilities=known)
    uri = open_pair(editor)
    answer = await editor.command("meteor.report", uri)
    await editor.told(f"Written to {answer['path']}")
    await editor.command("meteor.goToSegment", uri, 2)
    await editor.told("x.hyp.en, line 2")


async def test_a_file_that_cannot_be_scored_says_why(utf16_editor: Editor) -> None:
    editor = utf16_editor
    editor.write("x.hyp.en", "a\n")
    editor.write("x.ref.en", b"\xff\n")
    uri = editor.open("x.hyp.en")
    for name in (names.SHOW_SCORE, names.REPORT, names.EXPORT):
        assert "x.ref.en:1: byte 1" in (await editor.refused(name, uri)).message


async def test_a_rule_is_written_for_a_table(utf16_editor: Editor) -> None:
    editor = utf16_editor
    editor.write("x.en.tsv", "hyp\tref\na b\tb c d\nc d\te f\n")
    uri = editor.open("x.en.tsv")
    found = await editor.diagnostics(uri)
    low = [one for one in found if one.code == "low-score"]
    actions = await editor.actions(uri, low[-1].range, [low[-1]], ["ignore"])
    (command,) = (a.command for title, a in actions.items() if "at segment 2" in title)
    assert command is not None
    await editor.command(command.command, *(command.arguments or []))
    remaining = await editor.diagnostics(uri)
    assert [one for one in remaining if one.range.start.line == 2] == []
    assert len(remaining) == len(found) - 1
