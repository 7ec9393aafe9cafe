"""How the plugin and the server come into an editor, and what is told where they do not."""

import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

from meteor_core import Meteor, ResourceError
from meteor_core.meteor15.home import find_home
from tests.editors.neovim.session import (
    HYPOTHESES,
    PLUGIN,
    REFERENCES,
    ROOT,
    Session,
    Starter,
    becomes,
    drawn_scores,
    drawn_words,
    picture_in,
    shown_score,
    write_lines,
)
from tests.editors.sample import documented_settings

pytestmark = [pytest.mark.editor, pytest.mark.timeout(120)]


_IDENTITY: Final = ("-c", "user.name=Nobody", "-c", "user.email=nobody@example.org")


def test_a_file_of_any_name_is_attached_by_hand(start: Starter) -> None:
    write_lines(start.folder / "mine.txt", HYPOTHESES)
    write_lines(start.folder / "theirs.txt", REFERENCES)
    pair = '[[pairs]]\nhypothesis = "mine.txt"\nreferences = ["theirs.txt"]\n'
    (start.folder / "meteor.toml").write_text(pair, encoding="utf-8")
    session = start("mine.txt")
    session.neovim.command("Meteor start")
    assert session.shows(session.rows_end_with(HYPOTHESES, REFERENCES))


@pytest.mark.every_version
def test_the_plugin_is_installed_by_hand_as_documented(start: Starter) -> None:
    block = documented_settings("By hand", "lua").replace("~/meteorscope", str(ROOT))
    session = start(settings=block, runtime=False)
    assert session.shows(session.rows_end_with(HYPOTHESES, REFERENCES))
    session.neovim.command("Meteor alignment")
    assert session.shows(picture_in)


def test_the_plugin_is_installed_by_vim_pack_as_documented(start: Starter) -> None:
    repository = start.folder / "repository"
    shutil.copytree(PLUGIN, repository / "editors" / "nvim")
    for arguments in (["init", "-q"], ["add", "."], [*_IDENTITY, "commit", "-qm", "all"]):
        subprocess.run(["git", *arguments], cwd=repository, check=True)
    block = documented_settings("vim.pack", "lua").replace("ADDRESS", repository.as_uri())
    asked_nobody = block.replace("} })", "} }, { confirm = false })", 1)
    session = start(settings=asked_nobody, runtime=False)
    assert session.shows(session.rows_end_with(HYPOTHESES, REFERENCES))


def test_lazy_loading_by_a_plugin_manager_is_early_enough(start: Starter) -> None:
    block = f"""
    vim.api.nvim_create_autocmd('VimEnter', {{ nested = true, callback = function()
      vim.opt.runtimepath:append({json.dumps(str(PLUGIN))})
      require('meteorscope').setup()
    end }})"""
    session = start(settings=block, runtime=False)
    assert session.shows(session.rows_end_with(HYPOTHESES, REFERENCES))
    session.neovim.command("Meteor alignment")
    assert session.shows(picture_in)


def test_settings_reach_the_server(start: Starter) -> None:
    session = start(settings="require('meteorscope').setup({ settings = { variant = 'nltk' } })")
    meteor = Meteor(language="en", variant="nltk")
    expected = [
        (row, shown_score(meteor.score(hypothesis, [reference]).score))
        for row, (hypothesis, reference) in enumerate(zip(HYPOTHESES, REFERENCES, strict=True))
    ]
    becomes(lambda: drawn_scores(session), expected, session)


_METEOR_1_5: Final = "require('meteorscope').setup({ settings = { variant = 'meteor-1.5' } })"


def test_meteor_1_5_compiles_its_paraphrases_and_shows_them(start: Starter) -> None:
    try:
        home = find_home()
    except ResourceError:
        pytest.skip("METEOR 1.5's files are not here")
    write_lines(start.folder / "x.hyp.en", ["Mr Smith spoke to the press about it yesterday"])
    write_lines(
        start.folder / "x.ref.en", ["Mr Smith talked with them about it on the previous day"]
    )
    cache = {"METEORSCOPE_CACHE": str(start.folder / "cache")}
    session = start(settings=_METEOR_1_5, environment=cache)
    assert session.shows(
        lambda screen: re.search(r"METEOR: compiling .*: \d+ %", "".join(screen.lines()))
    )
    assert session.neovim.wait(
        lambda screen: re.search(r" 0\.\d{3}$", screen.lines()[0]) and not screen.lines()[-1], 80
    )
    session.neovim.command("Meteor alignment")
    told = "yesterday ≋ previous day   paraphrase: yesterday ~ previous day"
    assert session.shows(lambda screen: any(told in line for line in picture_in(screen)))
    assert "MeteorParaphrase" in {group for *_, group in drawn_words(session)}
    assert f"METEOR 1.5's files: {home.jar}" in _health(session)


def test_missing_files_of_meteor_1_5_are_told(start: Starter) -> None:
    session = start(settings=_METEOR_1_5, environment={"METEOR_HOME": "/nowhere"})
    told = "setting variant: METEOR 1.5 is not at /nowhere"
    assert session.tells(told)
    assert not session.is_waiting
    everything = session.neovim.lua("return vim.fn.execute('Meteor messages')")
    assert "pip install 'meteorscope[meteor-1-5]'" in everything
    health = _health(session)
    assert "METEOR 1.5's files are not here" in health
    assert re.search(r"ERROR.*x\.hyp\.en with x\.ref\.en: .*METEOR 1.5 is not at /nowhere", health)


@pytest.mark.parametrize("columns", [80, 160])
def test_a_server_that_is_not_installed_is_told_once(start: Starter, columns: int) -> None:
    write_lines(start.folder / "data.tsv", ["a\tb"])
    session = start(path="/usr/bin:/bin", columns=columns)
    assert session.tells("METEOR: no meteor-lsp")
    if columns == 160:
        assert "[lsp]" in session.neovim.screen.lines()[-1]
    session.neovim.command("edit x.ref.en | edit data.tsv")
    session.neovim.command("redraw")
    told = session.neovim.lua("return vim.fn.execute('Meteor messages')")
    assert told.count("METEOR") == 1
    assert not session.is_waiting
    session.neovim.command("edit x.hyp.en | Meteor alignment")
    told = session.neovim.lua("return vim.fn.execute('Meteor messages')")
    assert told.count("METEOR: no meteor-lsp") == 2
    assert not session.is_waiting


@pytest.mark.parametrize("file", ["notes.txt", "data.tsv"])
def test_files_without_scores_need_no_server(start: Starter, file: str) -> None:
    session = start(file, path="/usr/bin:/bin")
    session.neovim.wait(lambda _: False, 0.2)
    assert "no messages" in session.neovim.lua("return vim.fn.execute('Meteor messages')")


def test_the_server_can_be_enabled_without_setup(start: Starter) -> None:
    session = start(settings="vim.lsp.enable('meteor_lsp')")
    assert session.shows(session.rows_end_with(HYPOTHESES, REFERENCES))


def _health(session: Session) -> str:
    session.neovim.command("checkhealth meteorscope")
    lines: list[str] = session.neovim.lua("return vim.api.nvim_buf_get_lines(0, 0, -1, true)")
    return "\n".join(lines)


def test_health_is_checked(session: Session) -> None:
    health = _health(session)
    assert not re.search("ERROR|WARN", health), health
    for told in ("meteor-lsp: meteor-lsp 0", f"columns in {session.encoding}", "x.hyp.en with x.r"):
        assert told in health
    assert f"{len(HYPOTHESES)} of {len(HYPOTHESES)} segments scored" in health


def test_health_tells_that_the_server_is_not_installed(start: Starter) -> None:
    session = start(file="other.txt", path="/usr/bin:/bin")
    health = _health(session)
    assert re.search(r"ERROR.*meteor-lsp is not on the search path", health)
    assert "Install it with pip install" in health
    command = session.neovim.lua("return require('meteorscope.missing').installation()")
    assert shlex.split(command.replace("~", str(Path.home()))) == ["pip", "install", f"{ROOT}[lsp]"]


def test_the_help_describes_all_that_there_is(start: Starter) -> None:
    session = start(file="other.txt")
    (start.folder / "doc").mkdir()
    help_file = (PLUGIN / "doc" / "meteorscope.txt").read_text(encoding="utf-8")
    (start.folder / "doc" / "meteorscope.txt").write_text(help_file, encoding="utf-8")
    session.neovim.command("helptags doc")
    tags = (start.folder / "doc" / "tags").read_text(encoding="utf-8")
    # Plugin managers make no tags in a folder of a repository.
    assert tags == (PLUGIN / "doc" / "tags").read_text(encoding="utf-8"), (
        ":helptags editors/nvim/doc"
    )
    commands = session.neovim.lua("return vim.fn.getcompletion('Meteor ', 'cmdline')")
    groups = session.neovim.lua("return require('meteorscope.highlights').GROUPS")
    options = session.neovim.lua("return require('meteorscope.options').NAMES")
    for name in [
        *(f":Meteor-{command}" for command in commands),
        *(f"hl-{group}" for group in groups),
        *(f"meteorscope-option-{option}" for option in options),
    ]:
        assert re.search(rf"^{re.escape(name)}\t", tags, re.MULTILINE), name
    assert max(map(len, help_file.splitlines())) <= 78
