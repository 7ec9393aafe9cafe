"""The picture of the alignment under the cursor."""

import os
import signal
from functools import partial

import pytest

from tests.editors.neovim.session import (
    CJK,
    EMOJI,
    HYPOTHESES,
    NOTHING,
    REFERENCES,
    Session,
    Starter,
    becomes,
    drawn_scores,
    expected_picture,
    expected_scores,
    picture_in,
    shows_picture,
    shows_picture_of,
    write_lines,
)

pytestmark = [pytest.mark.editor, pytest.mark.timeout(120)]


@pytest.mark.every_version
def test_the_picture_follows_the_cursor(session: Session) -> None:
    session.neovim.command("Meteor alignment")
    for row in (0, EMOJI, CJK, 3, NOTHING, 0):
        session.neovim.command(f"call cursor({row + 1}, 1)")
        expected = expected_picture(row + 1, HYPOTHESES[row], REFERENCES[row])
        assert session.shows(shows_picture(expected))


def test_the_picture_follows_edits_on_both_sides(session: Session) -> None:
    session.neovim.command("Meteor alignment on")
    session.neovim.type("Ia <Esc>")
    hypothesis, reference = "a " + HYPOTHESES[0], REFERENCES[0]
    assert session.shows(shows_picture(expected_picture(1, hypothesis, reference)))
    session.neovim.command("botright 3split x.ref.en | wincmd p")
    session.neovim.lua(
        "vim.api.nvim_buf_set_lines(vim.fn.bufnr('x.ref.en'), 0, 1, true, { ... })",
        "A cat sat on the mat",
    )
    expected = expected_picture(1, hypothesis, "A cat sat on the mat")
    assert session.shows(shows_picture(expected))


def test_the_picture_does_not_hide_the_cursor(start: Starter) -> None:
    write_lines(start.folder / "x.hyp.en", HYPOTHESES * 20)
    write_lines(start.folder / "x.ref.en", REFERENCES * 20)
    session = start()
    session.neovim.command("Meteor alignment on")
    for keys in ("gg", "L", "H", "G", "M", "gg"):
        session.neovim.type(keys)
        number = session.neovim.request("nvim_eval", "line('.')")
        assert session.shows(shows_picture_of(number))
        row = session.neovim.screen.cursor[0]
        lines = session.neovim.screen.lines()
        frame = range(
            next(at for at, line in enumerate(lines) if line.startswith("╭")),
            next(at for at, line in enumerate(lines) if line.startswith("╰")) + 1,
        )
        assert row not in frame, keys


def test_the_picture_is_closed_from_inside_and_with_the_last_window(start: Starter) -> None:
    session = start()
    assert session.shows(session.rows_end_with(HYPOTHESES, REFERENCES))
    filetype = partial(session.neovim.request, "nvim_eval", "&filetype")
    for keys in ("q", ":q<CR>", "<C-w>c", ":bdelete<CR>"):
        session.neovim.command("Meteor alignment")
        assert session.shows(picture_in)
        session.neovim.type("<C-w>w")
        becomes(filetype, "meteoralignment", session)
        session.neovim.type(keys)
        assert session.shows(lambda screen: not picture_in(screen))
        session.neovim.type("ggjj")
        becomes(session.line, 3, session)
        assert not session.neovim.lua("return require('meteorscope.alignment').is_open()")
    session.neovim.command("Meteor alignment")
    assert session.shows(picture_in)
    session.neovim.type(":q<CR>")
    assert session.neovim.has_ended(10)
    session.neovim.__exit__()
    start.started.clear()


def test_the_picture_goes_along_to_another_tab(session: Session) -> None:
    session.neovim.command("Meteor alignment")
    assert session.shows(shows_picture_of(1))
    session.neovim.command("tabnew x.ref.en | call cursor(3, 1)")
    assert session.shows(shows_picture_of(3))
    session.neovim.command("tabprevious")
    assert session.shows(shows_picture_of(1))
    session.neovim.command("tabnext | tabclose")
    assert session.shows(shows_picture_of(1))
    assert session.neovim.lua("return #vim.api.nvim_list_wins()") == 2


def test_the_picture_hides_without_room_or_segment_and_comes_back(session: Session) -> None:
    session.neovim.command("Meteor alignment on")
    assert session.shows(picture_in)
    for command in ("vsplit | vertical resize 1", "split | resize 1"):
        session.neovim.command(command)
        assert session.shows(lambda screen: not picture_in(screen))
        session.neovim.command("close")
        assert session.shows(shows_picture_of(1))
    session.neovim.command("enew")
    assert session.shows(lambda screen: not picture_in(screen))
    session.neovim.command("buffer x.hyp.en")
    assert session.shows(picture_in)
    session.neovim.command("Meteor alignment off")
    assert session.shows(lambda screen: not picture_in(screen))


def test_the_picture_comes_back_with_a_server_that_ended_while_it_was_asked(
    session: Session,
) -> None:
    session.neovim.command("Meteor alignment")
    assert session.shows(picture_in)
    process = session.neovim.lua(
        "local status = require('meteorscope.server').request_now("
        "  vim.lsp.get_clients()[1], 'workspace/executeCommand',"
        "  { command = 'meteor.status', arguments = {} }, 0, 10000)"
        " return status.process"
    )
    # Neovim's word about it would have to be confirmed.
    session.neovim.lua("vim.notify = function() end")
    os.kill(process, signal.SIGSTOP)
    session.neovim.type("jIx<Esc>")
    becomes(lambda: session.neovim.request("nvim_eval", "getline('.')[0]"), "x", session)
    os.kill(process, signal.SIGKILL)
    becomes(lambda: session.neovim.lua("return #vim.lsp.get_clients()"), 0, session)
    session.neovim.command("Meteor start")
    assert session.shows(shows_picture_of(2))


def test_options_of_the_text_are_not_the_pictures(session: Session) -> None:
    session.neovim.command("set rightleft scrollbind conceallevel=3 | diffthis | Meteor alignment")
    assert session.shows(shows_picture(expected_picture(1, HYPOTHESES[0], REFERENCES[0])))


def test_the_picture_survives_what_happens_to_its_buffers(session: Session) -> None:
    session.neovim.command("Meteor alignment")
    assert session.shows(shows_picture_of(1))
    session.neovim.type("ddj")
    session.neovim.command("edit! | call cursor(1, 1)")
    assert session.shows(shows_picture(expected_picture(1, HYPOTHESES[0], REFERENCES[0])))
    becomes(lambda: drawn_scores(session), expected_scores(), session)
    session.neovim.command("edit x.ref.en | bwipeout x.hyp.en | call cursor(2, 1)")
    assert session.shows(shows_picture_of(2))
    session.neovim.command("bwipeout")
    assert session.shows(lambda screen: not picture_in(screen))


def test_the_picture_is_coloured_by_chunk(session: Session) -> None:
    session.neovim.command("Meteor alignment on | call cursor(3, 1)")
    expected = expected_picture(3, HYPOTHESES[CJK], REFERENCES[CJK])
    assert session.shows(shows_picture(expected))
    screen = session.neovim.screen
    row = next(at for at, line in enumerate(screen.lines()) if line.startswith("│hyp"))
    for text, number in (("東", 1), ("天", 2)):
        colour = session.neovim.lua(
            "return vim.api.nvim_get_hl(0, { name = ... }).fg", f"MeteorChunk{number}"
        )
        column = screen.column_of(row, text)
        assert screen.style_at(row, column)["foreground"] == colour
        assert screen.style_at(row + 1, column)["foreground"] == colour
