"""The machine translation of a bilingual file at a revision in git, which runs nothing else."""

from pathlib import Path

import pytest
from lsprotocol import types

from meteor_core import InputError
from meteor_core.files.before import Translations, read_with_baseline
from meteor_core.files.by_id import UnitKey
from meteor_core.files.formats import recognised
from meteor_core.files.units import MT, TARGET
from meteor_lsp.documents.baseline_texts import BaselineTexts
from meteor_lsp.documents.line_document import LineDocument
from meteor_lsp.documents.positions import Encoding
from meteor_lsp.pairing.streams import HYPOTHESIS, Part, Role
from meteor_lsp.project.settings import Settings
from meteor_lsp.session.open_pairing import OpenPairing
from meteor_lsp.session.session import Session
from tests.files.test_before import HEADER, git, hostile, po
from tests.lsp.bilingual import xliff
from tests.lsp.conftest import Client, score, start
from tests.lsp.test_check import run

REFERENCE = Part(Role.REFERENCE)
THEN = (("one", "press the button"), ("gone", "nothing"), ("two", "a cat"), ("same", "it is"))
NOW = (
    ("two", "a black cat"),
    ("new", "entirely new"),
    ("one", "press a button"),
    ("same", "it is"),
)
EXPECTED = [("a cat", "a black cat"), ("", "entirely new"), ("press the button", "press a button")]
LANGUAGE = HEADER.replace("\\n", "\\nLanguage: en\\n")


def english(*entries: tuple[str, str]) -> str:
    return po(*entries).replace(HEADER, LANGUAGE)


NOW_LINES = english(*NOW).split("\n")


pytestmark = pytest.mark.usefixtures("without_git_settings")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository whose file was edited after it was committed."""
    folder = tmp_path / "repository"
    folder.mkdir()
    git(tmp_path, "init", "--quiet", "--initial-branch=main", str(folder))
    commit(folder, english(*THEN))
    (folder / "de.po").write_text(english(*NOW), encoding="utf-8")
    (folder / "meteor.toml").write_text('before.revision = "HEAD"\n', encoding="utf-8")
    return folder


def commit(folder: Path, text: str) -> None:
    (folder / "de.po").write_text(text, encoding="utf-8")
    git(folder, "add", "de.po")
    git(folder, "commit", "--quiet", "-m", "a commit")


class Desk:
    """A session with the file open, in which everything is read at once."""

    def __init__(self, folder: Path, name: str = "de.po", *, allow_git: bool = True) -> None:
        self.session = Session(Settings(language="en", allow_git=allow_git), [folder])
        self.uri = (folder / name).as_uri()
        text = (folder / name).read_text(encoding="utf-8")
        self.document = LineDocument(self.uri, text, 1, None, Encoding.UTF16)
        self.session.open(self.document)

    def opened(self) -> OpenPairing:
        opened = self.session.pairings.opened(self.uri)
        assert opened is not None
        return opened

    def texts(self) -> list[tuple[str, str]]:
        opened = self.opened()
        pairs = zip(opened.texts(HYPOTHESIS), opened.texts(REFERENCE), strict=True)
        return [pair for pair in pairs if pair[1] and "Content-Type" not in pair[1]]

    def edit(self, old: str, new: str) -> None:
        """Type over a text that is in the document once."""
        before, _, _ = self.document.source.partition(old)
        line, column = before.count("\n"), len(before) - before.rfind("\n") - 1
        lines = old.split("\n")
        end = len(lines[-1]) + (column if len(lines) == 1 else 0)
        place = types.Range(
            types.Position(line, column), types.Position(line + len(lines) - 1, end)
        )
        self.document.apply_change(types.TextDocumentContentChangePartial(place, new))


def test_units_have_the_text_of_their_id(repository: Path) -> None:
    desk = Desk(repository)
    assert desk.texts() == [*EXPECTED, ("it is", "it is")]
    units = read_with_baseline(str(repository / "de.po"), "HEAD").file.units
    pairs = [(unit.texts.get(MT, ""), unit.texts.get(TARGET, "")) for unit in units]
    assert desk.texts() == [pair for pair in pairs if pair[1] and "Content-Type" not in pair[1]]
    assert desk.opened().pairing.post_editing


def test_they_keep_it_while_units_come_go_and_are_renamed(repository: Path) -> None:
    desk = Desk(repository)
    desk.edit("a black cat", "the cat")
    assert desk.texts()[0] == ("a cat", "the cat")
    desk.edit('msgid "new"\nmsgstr "entirely new"\n\n', "")
    assert desk.texts()[1] == EXPECTED[2]
    desk.edit('msgid "one"', 'msgid "gone"\nmsgstr "back"\n\nmsgid "one"')
    assert desk.texts()[1:3] == [("nothing", "back"), EXPECTED[2]]
    desk.edit('msgid "same"', 'msgid "sam"')
    assert desk.texts()[-1] == ("", "it is")
    desk.edit('msgid "sam"', 'msgid "same"')
    assert desk.texts()[-1] == ("it is", "it is")


def test_units_with_the_same_id_keep_their_order(repository: Path) -> None:
    text = english(("a", "a 1"), ("a", "a 2"), ("b", "b 1"))
    commit(repository, text)
    desk = Desk(repository)
    desk.edit("a 2", "a second")
    assert desk.texts() == [("a 1", "a 1"), ("a 2", "a second"), ("b 1", "b 1")]


def test_a_revision_is_resolved_once(repository: Path) -> None:
    """``HEAD`` moves with the reviewer's own commits; what he edited is still what he was given."""
    desk = Desk(repository)
    (before,) = {desk.session.pairings.baseline_commit(desk.opened().pairing)}
    assert before is not None
    commit(repository, english(*NOW))
    desk.session.saved(desk.uri)
    assert desk.texts()[0] == EXPECTED[0]
    assert desk.session.pairings.baseline_commit(desk.opened().pairing) == before
    (repository / "meteor.toml").write_text('before.revision = "HEAD"\n# again', encoding="utf-8")
    desk.session.reload()
    assert desk.texts()[0] == ("a black cat", "a black cat")
    (repository / "meteor.toml").write_text('before.revision = "HEAD~1"\n', encoding="utf-8")
    desk.session.reload()
    assert desk.texts()[0] == EXPECTED[0]
    assert desk.session.pairings.baseline_commit(desk.opened().pairing) == before
    (repository / "meteor.toml").unlink()
    desk.session.reload()
    assert desk.session.pairings.opened(desk.uri) is None


XLIFF = (
    '<xliff version="1.2"><file source-language="de" target-language="en" original="a"><body>\n'
    '<trans-unit id="1"><source>x</source>\n<target>{}</target>\n'
    '<alt-trans origin="MT"><target>proposed</target></alt-trans></trans-unit>\n'
    "</body></file></xliff>\n"
)


def test_another_reader_of_the_document_takes_nothing_away(repository: Path) -> None:
    desk = Desk(repository)
    other = desk.session.pairings.load(desk.opened().pairing)
    desk.edit('msgid "new"\nmsgstr "entirely new"\n\n', "")
    assert desk.texts()[1] == EXPECTED[2]
    assert other.texts(HYPOTHESIS) is desk.opened().texts(HYPOTHESIS)


def test_it_overrides_the_machine_translation_of_the_file(repository: Path) -> None:
    path = repository / "job.xlf"
    path.write_text(XLIFF.format("committed"), encoding="utf-8")
    git(repository, "add", "job.xlf")
    git(repository, "commit", "--quiet", "-m", "job")
    path.write_text(XLIFF.format("edited"), encoding="utf-8")
    desk = Desk(repository, "job.xlf")
    assert desk.texts() == [("committed", "edited")]
    desk.edit("edited", "edited again")
    assert desk.texts() == [("committed", "edited again")]
    (repository / "meteor.toml").unlink()
    desk.session.resolve()
    assert desk.texts() == [("proposed", "edited again")]


@pytest.mark.parametrize(
    ("revision", "told"),
    [
        ("v9", "has no v9"),
        ("--upload-pack=x", "is not the name of a revision"),
        ("HEAD:x", "is not the name of a revision"),
    ],
)
def test_unreadable_files_are_reported(repository: Path, revision: str, told: str) -> None:
    (repository / "meteor.toml").write_text(f'before.revision = "{revision}"\n', encoding="utf-8")
    code, message = Desk(repository).opened().problem or ("", "")
    assert code == "unreadable-file"
    assert message.startswith("meteor.toml, before.revision: ")
    assert told in message
    assert message.endswith("name a revision that has the file, or leave the setting empty")


def test_a_project_alone_starts_no_git(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    programs = repository.parent / "programs"
    programs.mkdir()
    started = programs / "started"
    (programs / "git").write_text(f'#!/bin/sh\necho "$*" >> "{started}"\nexit 1\n')
    (programs / "git").chmod(0o755)
    monkeypatch.setenv("PATH", str(programs))
    (repository / "meteor.toml").write_text('allowGit = true\nbefore.revision = "HEAD"\n')
    desk = Desk(repository, allow_git=False)
    _, message = desk.opened().problem or ("", "")
    assert "set allowGit in your editor's own settings" in message
    desk.session.saved(desk.uri)
    assert not started.exists()
    assert any("allowGit: can be set only" in told for told in desk.session.problems.pop_new())
    assert Desk(repository).opened().problem is not None
    assert started.exists()  # so that the test would see it


def test_a_repository_has_nothing_run(repository: Path) -> None:
    made = hostile(repository)
    assert Desk(repository).texts()[:3] == EXPECTED
    assert not made.exists()


async def test_an_editor_shows_it(raw_client: Client, repository: Path) -> None:
    options = {"allowGit": True, "lowScore": 0.99, "emphasis": "chunks"}
    editor = await start(raw_client, repository, options=options)
    uri = editor.open("de.po")
    await editor.next_refresh()
    lines = NOW_LINES
    number = lines.index('msgstr "a black cat"')
    stands = editor.place(number, lines[number], "a black cat")
    hints = await editor.hints(uri)
    assert hints[number] == (stands.end.character, score("a cat", "a black cat"))
    assert lines.index('msgstr "entirely new"') not in hints
    text = await editor.hover_text(uri, number, stands.end.character - 1)
    assert "`cat` matches `cat`, exact" in text
    assert await editor.definition(uri, stands.start) == []
    words = editor.words((await editor.tokens(uri)).data, lines)
    assert [word for word, _, _ in words] == [
        "a",
        "black",
        "cat",
        "press",
        "a",
        "button",
        "it",
        "is",
    ]
    low = [one for one in await editor.diagnostics(uri) if one.code == "low-score"]
    assert stands in [one.range for one in low]
    assert {one.related_information for one in low} == {None}  # there is no document to go to
    place = (number, stands.start.character)
    editor.edit(uri, place, (number, stands.end.character), "a cat")
    assert (await editor.hints(uri))[number][1] == score("a cat", "a cat")


async def test_missing_permission_for_git_is_reported(raw_client: Client, repository: Path) -> None:
    editor = await start(raw_client, repository)
    uri = editor.open("de.po")
    (found,) = await editor.diagnostics_of(uri, ["unreadable-file"])
    assert "de.po at HEAD is read with git" in found.message
    assert await editor.hints(uri) == {}


def test_check_follows_the_settings(repository: Path) -> None:
    refused = run("de.po", folder=repository)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "allowGit" in refused.stderr
    done = run("--allow-git", "--low-score", "0.7", "de.po", folder=repository)
    assert done.returncode == 0, done.stderr
    number = 1 + NOW_LINES.index('msgstr "a black cat"')
    assert f"de.po:{number}:9: information: low-score" in done.stdout
    assert "3 segments" in done.stdout


def test_the_mt_of_a_revision_has_its_inline_codes(tmp_path: Path) -> None:
    rows = [("a", None, "Klick NOW an"), ("b", None, "Jetzt NOW"), ("b", None, "Jetzt sofort")]
    then, now = xliff(rows), xliff(rows)
    then = then.replace("NOW", "<g id='1'>hier</g>").replace("sofort", "<x id='1'/>")
    now = now.replace("<source>a", "<source><g id='1'>a</g>").replace("NOW", "da", 1)
    now = now.replace("NOW", "hier")
    git(tmp_path, "init", "--quiet", "--initial-branch=main", ".")
    (tmp_path / "a.xlf").write_text(then, encoding="utf-8")
    (tmp_path / "meteor.toml").write_text('before.revision = "HEAD"\n', encoding="utf-8")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "-m", "a commit")
    (tmp_path / "a.xlf").write_text(now, encoding="utf-8")
    opened = Desk(tmp_path, "a.xlf").opened()
    ((_, _, text),) = opened.overwritten(REFERENCE, HYPOTHESIS, 0)
    assert text == "Klick <g id='1'>hier</g> an"
    for segment in (1, 2):  # whose sources have no such codes
        with pytest.raises(InputError, match="does not know its inline code"):
            opened.overwritten(REFERENCE, HYPOTHESIS, segment)


def test_codes_are_those_of_the_unit_in_its_file_also_if_files_were_renamed() -> None:
    units = "<trans-unit id='1'><source>s</source><target>a<x id='{}'/></target></trans-unit>"
    files = "<file original='{}'><body>" + units + "</body></file>"
    lines = [
        "<xliff version='1.2' xmlns='urn:oasis:names:tc:xliff:document:1.2'>",
        *(files.format(name, number) for name, number in (("a", 1), ("b", 2))),
        "</xliff>",
    ]
    form = recognised("a.xlf", lines)
    assert form is not None
    then = Translations(form, lines, form.read(lines))
    for renamed in ("", "new/"):
        now = [line.replace("original='", f"original='{renamed}") for line in lines]
        keys = form.read(now).blocks.keys
        before = BaselineTexts(then, keys)
        assert before.texts(keys) == ["a ", "a "]
        found = [before.content(key, "a ") for key in keys]
        assert [one and one.written for one in found] == ["a<x id='1'/>", "a<x id='2'/>"]
        assert before.content(UnitKey(keys[0].file, "2"), "a ") is None
