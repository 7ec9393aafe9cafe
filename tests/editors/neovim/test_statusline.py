"""The line for 'statusline': scores of the file and of the segment under the cursor."""

import pytest

from meteor_core import Meteor
from tests.editors.neovim.session import (
    HYPOTHESES,
    REFERENCES,
    Session,
    Starter,
    results_of,
    shown_score,
)

pytestmark = [pytest.mark.editor, pytest.mark.timeout(120)]

_SETTINGS = """
vim.o.laststatus = 2
vim.o.statusline = [[<%{v:lua.require("meteorscope").statusline()}>]]
"""
_SETUP = "require('meteorscope').setup()"


def _line(segment: int, hypotheses: list[str]) -> str:
    """What the line says of a pair, with the cursor on a segment."""
    corpus = Meteor(language="en").corpus(hypotheses, [list(REFERENCES)])
    score = results_of(hypotheses, REFERENCES)[segment - 1].score
    return f"<METEOR {corpus.score:.4f}  {segment}: {shown_score(score)}>"


def _shows(session: Session, line: str) -> bool:
    return session.shows(lambda screen: line in screen.lines()[-2])


@pytest.mark.every_version
def test_the_line_follows_the_cursor_edits_and_the_server(start: Starter) -> None:
    session = start(settings=_SETTINGS + _SETUP)
    hypotheses = list(HYPOTHESES)
    for segment in (1, 6, 2):
        session.neovim.type(f"{segment}G")
        assert _shows(session, _line(segment, hypotheses))
    hypotheses[1] = REFERENCES[1]
    session.neovim.lua("vim.api.nvim_set_current_line(...)", REFERENCES[1])
    assert _shows(session, _line(2, hypotheses))
    session.neovim.command("botright split x.ref.en | call cursor(3, 1)")
    assert _shows(session, _line(3, hypotheses))
    session.neovim.lua(
        "local client = vim.lsp.get_clients()[1]"
        " if vim.fn.has('nvim-0.11') == 1 then client:stop() else client.stop() end"
    )
    assert _shows(session, "<>")


def test_the_line_is_empty_without_a_server(start: Starter) -> None:
    session = start(settings=_SETTINGS + _SETUP, path="/usr/bin:/bin")
    assert _shows(session, "<>")
    session.neovim.command("new")
    assert _shows(session, "<>")
