"""Tuned variants in an editor: where their files are, which are read, what is told of mistakes."""

import json
import shutil
from pathlib import Path
from typing import Any, Final

import pytest
from lsprotocol import types

from meteor_core import Meteor, TunedVariant, tuned_text
from meteor_lsp.project.settings import Settings
from meteor_lsp.session.session import Session
from tests.lsp.conftest import Client, Editor, score, span, start
from tests.lsp.test_check import run

HYPOTHESIS: Final = "the dancers danced"
REFERENCE: Final = "the dancer dances now"

PAIR: Final = "[[pairs]]\nhypothesis = '{x}.hyp.en'\nreferences = '{x}.ref.en'\n"


def text(alpha: float = 0.25) -> str:
    return tuned_text(TunedVariant(base="classic", alpha=alpha, stages=("exact", "stem")))


def by_hand(alpha: float = 0.25) -> str:
    meteor = Meteor("classic", stages=["exact", "stem"], alpha=alpha)
    return f"{meteor.score(HYPOTHESIS, [REFERENCE]).score:.3f}"


def open_pair(editor: Editor, stem: str = "x") -> str:
    editor.write_segments(f"{stem}.hyp.en", [HYPOTHESIS])
    editor.write_segments(f"{stem}.ref.en", [REFERENCE])
    return editor.open(f"{stem}.hyp.en")


@pytest.mark.parametrize(
    ("toml", "file"),
    [
        ("variant = 'tuned.toml'\n", "sub/tuned.toml"),
        ("variant = './params/best one.toml'\n", "sub/params/best one.toml"),
        ("variant = '../tuned.toml'\n", "tuned.toml"),
        ("variant = 'nltk'\n[[folders]]\npath = '*'\nvariant = 'tuned.toml'\n", "sub/tuned.toml"),
        (f"{PAIR}variant = 'tuned.toml'\n", "sub/tuned.toml"),
    ],
)
async def test_names_are_relative_to_the_folder_of_meteor_toml(
    utf16_editor: Editor, toml: str, file: str
) -> None:
    editor = utf16_editor
    editor.write("sub/meteor.toml", toml)
    editor.write(file, text())
    uri = open_pair(editor, "sub/x")
    assert await editor.labels(uri) == [by_hand()] != [score(HYPOTHESIS, REFERENCE)]
    summary = await editor.request("meteor/summary", {"textDocument": {"uri": uri}})
    assert "|variant:classic|tuned:" in summary["signature"]
    assert editor.messages == []
    explained = await editor.command("meteor.explainPairing", uri)
    assert explained["variant"] == Path(file).name
    assert f"variant {Path(file).name}, language en" in explained["reason"]


async def test_names_in_the_editor_are_relative_to_the_workspace_folder(
    raw_client: Client, tmp_path: Path
) -> None:
    editor = await start(raw_client, tmp_path, options={"variant": "params/tuned.toml"})
    editor.write("params/tuned.toml", text())
    editor.write("deep/meteor.toml", "lowScore = 0\n")
    assert await editor.labels(open_pair(editor, "deep/er/x")) == [by_hand()]


async def test_a_change_of_it_takes_effect_at_once(utf16_editor: Editor) -> None:
    editor = utf16_editor
    editor.write("meteor.toml", "variant = 'tuned.toml'\n")
    file = editor.write("tuned.toml", text(0.25))
    uri = open_pair(editor)
    assert await editor.labels(uri) == [by_hand(0.25)]
    editor.changed_on_disk(editor.write("tuned.toml", text(0.75)))
    await editor.next_refresh()
    assert await editor.labels(uri) == [by_hand(0.75)]
    editor.changed_on_disk(editor.write("tuned.toml", "format = 1\n[variant]\nbase = 'clasic'\n"))
    told = await editor.told("tuned.toml, line 3: base: unknown variant 'clasic'")
    assert "did you mean 'classic'?; until this is mended, what the file said before" in told
    assert await editor.labels(uri) == [by_hand(0.75)]
    file.unlink()
    editor.changed_on_disk(file)
    (found,) = await editor.diagnostics_of(uri, ["missing-files"])
    assert found.message.startswith("No scores: meteor.toml, variant: tuned.toml does not exist")
    assert await editor.labels(uri) == []
    editor.changed_on_disk(editor.write("tuned.toml", text(0.5)))
    await editor.diagnostics_of(uri, [])
    assert await editor.labels(uri) == [by_hand(0.5)]


async def test_a_broken_one_gives_no_scores_and_says_why(utf16_editor: Editor) -> None:
    editor = utf16_editor
    editor.write("meteor.toml", "[[folders]]\npath = 'x.*'\nvariant = 'tuned.toml'\n")
    file = editor.write("tuned.toml", "format = 1\n[variant\n")
    uri = open_pair(editor)
    (found,) = await editor.diagnostics_of(uri, ["missing-files"])
    assert "meteor.toml, variant: tuned.toml, line 2, column 9: Expected ']'" in found.message
    assert await editor.labels(uri) == []
    assert len([told for told in editor.messages if "tuned.toml, line 2" in told]) == 1
    assert await editor.labels(open_pair(editor, "other")) == [score(HYPOTHESIS, REFERENCE)]
    project = editor.open("meteor.toml")
    (marked,) = await editor.diagnostics_of(project, ["project-file"])
    assert marked.message.startswith("tuned.toml, line 2, column 9: Expected ']'")
    assert marked.range == span((2, 10), (2, 22))
    assert marked.severity is types.DiagnosticSeverity.Warning
    file.write_text(text(), encoding="utf-8")
    editor.changed_on_disk(file)
    await editor.diagnostics_of(uri, [])
    assert await editor.labels(uri) == [by_hand()]
    await editor.diagnostics_of(project, [])


@pytest.mark.parametrize("how", ["above", "absolute", "link"])
@pytest.mark.parametrize("outside", [False, True])
async def test_files_outside_are_read_only_if_the_editor_allows_it(
    raw_client: Client, tmp_path: Path, how: str, *, outside: bool
) -> None:
    elsewhere, folder = tmp_path / "tuned.toml", tmp_path / "workspace"
    elsewhere.write_text(text(), encoding="utf-8")
    folder.mkdir()
    editor = await start(raw_client, folder, options={"allowOutside": outside})
    name = {"above": "../tuned.toml", "absolute": str(elsewhere), "link": "link.toml"}[how]
    (folder / "link.toml").symlink_to(elsewhere)
    editor.write("meteor.toml", f"variant = {json.dumps(name)}\n")
    uri = open_pair(editor)
    if outside:
        assert await editor.labels(uri) == [by_hand()]
        return
    (found,) = await editor.diagnostics_of(uri, ["missing-files"])
    assert "is not in the workspace and is not read" in found.message
    project = editor.open("meteor.toml")
    (marked,) = await editor.diagnostics_of(project, ["project-file"])
    assert "is not in the workspace and is not read" in marked.message


async def test_it_can_be_chosen_until_the_server_ends(utf16_editor: Editor) -> None:
    editor = utf16_editor
    editor.write("tuned.toml", text())
    uri = open_pair(editor)
    assert await editor.labels(uri) == [score(HYPOTHESIS, REFERENCE)]
    for given in (["tuned.toml"], [uri, "tuned.toml"]):
        assert await editor.command("meteor.chooseVariant", *given) == {"variant": "tuned.toml"}
        assert await editor.labels(uri) == [by_hand()]
    status: Any = await editor.command("meteor.status")
    assert status["variants"][-1] == "tuned.toml"
    for name, told in (
        ("none.toml", r"none\.toml does not exist"),
        ("a\0b.toml", r"'a\\x00b\.toml' is not the name of a file"),
        ("n" * 5000 + ".toml", r"nnn\.\.\. does not exist"),
        ("../tuned.toml", r"tuned\.toml is not in the workspace"),
    ):
        with pytest.raises(Exception, match=told):
            await editor.command("meteor.chooseVariant", uri, name)
    assert await editor.labels(uri) == [by_hand()]
    await editor.command("meteor.reload")
    assert await editor.labels(uri) == [score(HYPOTHESIS, REFERENCE)]


def test_conflict_with_the_language_is_reported_and_the_base_used(tmp_path: Path) -> None:
    delta = TunedVariant(base="lavie-agarwal-2007", delta=0.75)
    (tmp_path / "tuned.toml").write_text(tuned_text(delta), encoding="utf-8")
    for name in ("x.hyp.fi", "x.ref.fi"):
        (tmp_path / name).write_text("yksi\n", encoding="utf-8")
    session = Session(Settings(variant="tuned.toml"), [tmp_path])
    found: Any = session.pairings.find((tmp_path / "x.hyp.fi").as_uri())
    opened = session.pairings.load(found)
    assert opened.scores.signature.variant == "lavie-agarwal-2007"
    assert opened.scores.signature.tuned is None
    (told,) = session.problems.waiting
    assert told.startswith("with tuned.toml: delta needs a list of function words")
    assert told.endswith("; variant lavie-agarwal-2007 is used as it is published")


def test_other_settings_that_do_not_fit_leave_it_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "tuned.toml").write_text(text(), encoding="utf-8")
    for name in ("x.hyp.en", "x.ref.en"):
        (tmp_path / name).write_text("one\n", encoding="utf-8")
    session = Session(Settings(variant="tuned.toml", weights=(1, 1, 1)), [tmp_path])
    found: Any = session.pairings.find((tmp_path / "x.hyp.en").as_uri())
    assert session.pairings.load(found).scores.signature.alpha == 0.25
    (told,) = session.problems.waiting
    assert told.endswith("; variant tuned.toml is used as it is published")


async def test_all_files_are_checked_again_when_it_changes(tmp_path: Path) -> None:
    """What was found of files that are not open holds as long as the tuned variant is the same."""
    (tmp_path / "tuned.toml").write_text(text(), encoding="utf-8")
    session = Session(Settings(variant="tuned.toml"), [tmp_path])
    for name in ("x.hyp.en", "x.ref.en"):
        (tmp_path / name).write_text("one\n", encoding="utf-8")
    session.pairings.find((tmp_path / "x.hyp.en").as_uri())
    before = session.workspace.fingerprint()
    assert session.workspace.fingerprint() == before
    (tmp_path / "tuned.toml").write_text(text(0.125), encoding="utf-8")
    assert session.workspace.fingerprint() != before


def test_a_reload_reads_it_whatever_its_date_says(tmp_path: Path) -> None:
    file = tmp_path / "tuned.toml"
    file.write_text(text(0.25), encoding="utf-8")
    shutil.copystat(__file__, file)
    session = Session(Settings(variant="tuned.toml"), [tmp_path])
    uri = (tmp_path / "x.hyp.en").as_uri()

    def alpha() -> object:
        variant = session.workspace.with_tuned(session.workspace.settings, uri).variant
        assert isinstance(variant, TunedVariant)
        return variant.alpha

    assert alpha() == 0.25
    file.write_text(text(0.75), encoding="utf-8")
    shutil.copystat(__file__, file)
    assert alpha() == 0.25
    session.reload()
    assert alpha() == 0.75


def test_files_are_checked_by_it(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "tuned.toml").write_text(text(), encoding="utf-8")
    folder = tmp_path / "here"
    folder.mkdir()
    (folder / "x.hyp.en").write_text(f"{HYPOTHESIS}\n", encoding="utf-8")
    (folder / "x.ref.en").write_text(f"{REFERENCE}\n", encoding="utf-8")
    done = run("-v", "../elsewhere/tuned.toml", "x.hyp.en", folder=folder)
    assert "|variant:classic|tuned:" in done.stdout
    done = run("-v", "tuned.toml", "x.hyp.en", folder=folder)
    assert done.returncode == 2
    assert done.stderr.startswith("meteor-lsp: error: tuned.toml does not exist")
    (folder / "meteor.toml").write_text("variant = 'tuned.toml'\n", encoding="utf-8")
    done = run("meteor.toml", "x.hyp.en", folder=folder)
    assert done.returncode == 2
    assert "meteor.toml:1:11: warning: project-file: tuned.toml does not exist" in done.stdout
    assert "meteor.toml, variant: tuned.toml does not exist" in done.stderr
