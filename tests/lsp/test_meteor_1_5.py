"""The variant of METEOR 1.5 in an editor: its settings, its files, its first use, what is shown."""

import asyncio
import shutil
from pathlib import Path

import pytest
from lsprotocol import types

from meteor_core import Meteor
from meteor_core.meteor15.paraphrases.cache import index_path
from meteor_core.meteor15.paraphrases.lock import locked
from meteor_core.score.results import SegmentResult
from meteor_lsp.command_line import main
from tests.lsp.conftest import Client, Editor, capabilities, start
from tests.meteor15.small_home import HYPOTHESIS, REFERENCE, make_small_home

VARIANT = {"variant": "meteor-1.5"}


@pytest.fixture
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """METEOR 1.5's files, which the server finds by its environment."""
    return make_small_home(tmp_path_factory.mktemp("meteor"), monkeypatch)


def open_pair(editor: Editor) -> str:
    editor.write_segments("x.hyp.en", [HYPOTHESIS])
    editor.write_segments("x.ref.en", [REFERENCE])
    return editor.open("x.hyp.en")


def own_result() -> SegmentResult:
    return Meteor("meteor-1.5", "en").score(HYPOTHESIS, [REFERENCE])


async def test_hints_hover_and_colours_know_spans(
    home: Path, raw_client: Client, tmp_path: Path
) -> None:
    editor = await start(raw_client, tmp_path, options=VARIANT)
    uri = open_pair(editor)
    await editor.diagnostics(uri)
    result = own_result()
    assert await editor.labels(uri) == [f"{result.score:.3f}"]
    place = editor.place(0, HYPOTHESIS, "number")
    text = await editor.hover_text(uri, 0, place.start.character)
    assert "`number`, in `a number of`, matches `Several`, paraphrase" in text
    assert "paraphrase: a number of ~ several" in text
    assert "(weight 0.6)" in text
    assert "beam of 40: not searched for the best" in text
    assert "not proved" not in text
    place = editor.place(0, HYPOTHESIS, "U.S.")
    assert "`U.S.` (counts as `US`) matches `U.S.`, exact" in await editor.hover_text(
        uri, 0, place.start.character + 1
    )
    unequal = f"{result.matches} matches ({result.reference_matches} in the reference)"
    assert (unequal in text) == (result.matches != result.reference_matches)
    words = editor.words((await editor.tokens(uri)).data, [HYPOTHESIS])
    kinds = {word: (kind, modifiers) for word, kind, modifiers in words}
    assert {kinds[word][0] for word in ("a", "number")} == {"paraphrase"}
    assert "functionWord" in kinds["a"][1]
    assert "functionWord" not in kinds["number"][1]


async def test_first_compilation_is_announced_and_scores_follow(
    home: Path, raw_client: Client, tmp_path: Path
) -> None:
    editor = await start(raw_client, tmp_path, options=VARIANT)
    index = index_path(home / "data" / "paraphrase-en.gz")
    index.parent.mkdir(parents=True)
    with locked(index.with_suffix(".lock")):  # as if another process compiled the table
        uri = open_pair(editor)
        assert await asyncio.wait_for(editor.labels(uri), 60) == []
        assert await asyncio.wait_for(editor.hover(uri, 0, 1), 60) is None
        await editor.until(lambda: editor.received[types.WINDOW_WORK_DONE_PROGRESS_CREATE])
        token = editor.received[types.WINDOW_WORK_DONE_PROGRESS_CREATE][0].token
        await editor.next(types.PROGRESS)
        title = editor.received[types.PROGRESS][0].value
        title = title["title"] if isinstance(title, dict) else title.title
        assert title == "METEOR: compiling the paraphrases, once"
        assert await asyncio.wait_for(editor.labels(uri), 60) == []
    await editor.next_refresh()
    assert await editor.labels(uri) == [f"{own_result().score:.3f}"]
    assert editor.received[types.PROGRESS][-1].token == token


async def test_client_without_progress_gets_a_message(
    home: Path, raw_client: Client, tmp_path: Path
) -> None:
    without = capabilities("utf-16", {"window": {"workDoneProgress": None}})
    editor = await start(raw_client, tmp_path, options=VARIANT, client_capabilities=without)
    index = index_path(home / "data" / "paraphrase-en.gz")
    index.parent.mkdir(parents=True)
    with locked(index.with_suffix(".lock")):
        open_pair(editor)
        await editor.told("METEOR's paraphrases are being compiled")


async def test_missing_files_are_reported_once_and_the_server_continues(
    raw_client: Client, tmp_path: Path
) -> None:
    options = {"meteorHome": str(tmp_path / "nowhere")}
    editor = await start(raw_client, tmp_path, options=options)
    editor.write("meteor.toml", "[[folders]]\npath = 'new'\nvariant = 'meteor-1.5'\n")
    editor.write_segments("new/x.hyp.en", [HYPOTHESIS])
    editor.write_segments("new/x.ref.en", [REFERENCE])
    uri = editor.open("new/x.hyp.en")
    (found,) = await editor.diagnostics_of(uri, ["missing-files"])
    assert found.message.startswith("No scores: meteor.toml, variant: METEOR 1.5 is not at ")
    assert "the setting meteorHome or METEOR_HOME" in found.message
    assert "\n" not in found.message
    assert await editor.labels(uri) == []
    assert await editor.lenses(uri) == []
    assert await editor.hover(uri, 0, 1) is None
    assert len([one for one in editor.messages if "METEOR 1.5 is not at" in one]) == 1
    other = open_pair(editor)
    assert len(await editor.labels(other)) == 1


async def test_files_that_come_later_are_found(
    home: Path, raw_client: Client, tmp_path: Path
) -> None:
    later = tmp_path / "later"
    options = {**VARIANT, "meteorHome": str(later)}
    editor = await start(raw_client, tmp_path, options=options)
    uri = open_pair(editor)
    await editor.diagnostics_of(uri, ["missing-files"])
    shutil.copytree(home, later)
    editor.save(uri)
    assert await editor.diagnostics(uri) == []
    assert await editor.labels(uri) == [f"{own_result().score:.3f}"]


async def test_compilation_error_is_reported(
    home: Path, raw_client: Client, tmp_path: Path
) -> None:
    editor = await start(raw_client, tmp_path, options=VARIANT)
    (home / "data" / "paraphrase-en.gz").write_bytes(b"this is not a gzip file")
    uri = open_pair(editor)
    (found,) = await editor.diagnostics_of(uri, ["missing-files"])
    assert "paraphrase-en.gz" in found.message
    assert await editor.labels(uri) == []


@pytest.mark.usefixtures("home")
def test_check_scores_by_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.hyp.en").write_text(HYPOTHESIS)
    (tmp_path / "x.ref.en").write_text(REFERENCE)
    (tmp_path / "meteor.toml").write_text('variant = "meteor-1.5"\ntask = "adq"\n')
    assert main(["check", "x.hyp.en"]) == 0
    printed = capsys.readouterr()
    score = Meteor("meteor-1.5", "en", task="adq").score(HYPOTHESIS, [REFERENCE]).score
    assert f"METEOR {score:.4f}" in printed.out
    assert "task:adq" in printed.out
    assert printed.err == "meteor-lsp: compiling METEOR's paraphrases, once\n"


def test_check_tells_missing_files_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("METEOR_HOME", str(tmp_path / "nowhere"))
    (tmp_path / "x.hyp.en").write_text(HYPOTHESIS)
    (tmp_path / "x.ref.en").write_text(REFERENCE)
    (tmp_path / "meteor.toml").write_text('variant = "meteor-1.5"\n')
    assert main(["check", "x.hyp.en"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    (line,) = printed.err.splitlines()
    assert line.startswith("meteor-lsp: error: meteor.toml, variant: METEOR 1.5 is not at ")
