"""``:Meteor review``: the list, its keys, the signs in the text, and motions.

What keys do to states, comments and filters is tested in the server (tests/lsp/test_reviews.py);
here is what only a screen can show. Each test takes about two seconds.
"""

import json
from typing import Any

import pytest

from tests.editors.neovim.session import Session, Starter, becomes, write_lines

pytestmark = [pytest.mark.editor, pytest.mark.timeout(120)]

MT = ["The cat sat on the mat.", "It costs 15 euros 👍.", "Kept as it is.", "A big home"]
POST_EDITS = ["On the mat sat the cat.", "It costs 51 euros 👍.", "Kept as it is.", "Huge homes"]
SOURCES = ["Die Katze saß.", "Es kostet 15 Euro 👍.", "Wie es ist.", "Großes Haus"]


@pytest.fixture
def reviewing(start: Starter) -> Session:
    for side, lines in (("mt", MT), ("src", SOURCES), ("pe", POST_EDITS)):
        language = "de" if side == "src" else "en"
        write_lines(start.folder / f"x.{side}.{language}", lines)
    session = start("x.pe.en")
    assert session.shows(lambda screen: any("●" in line for line in screen.lines()))
    session.neovim.command("Meteor review")
    becomes(lambda: numbers(session), [1, 2, 3, 4], session)
    return session


def rows(session: Session) -> list[str]:
    found: list[str] = session.neovim.lua(
        "local buffer = vim.fn.bufnr() for _, one in ipairs(vim.api.nvim_list_bufs()) do"
        " if vim.bo[one].filetype == 'meteorreview' then buffer = one end end"
        " return vim.api.nvim_buf_get_lines(buffer, 3, -1, false)"
    )
    return found


def numbers(session: Session) -> list[int]:
    return [int(row.split()[0]) for row in rows(session) if row.split()[:1]]


def signs(session: Session) -> list[tuple[int, str]]:
    return sorted(
        (row, details["sign_text"].strip())
        for _, row, _, details in session.marks("meteorscope.review.states", "x.pe.en")
    )


def remarks(session: Session) -> list[dict[str, Any]]:
    path = session.folder / "x.pe.en.review.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.every_version
def test_keys_of_the_list(reviewing: Session) -> None:
    session = reviewing
    assert "to-do" in rows(session)[0]
    becomes(session.line, 4, session)  # on the first segment, below the heading
    becomes(lambda: rows(session)[1].count("!1"), 1, session)  # the number that differs
    session.neovim.type("gg3ja")
    becomes(lambda: signs(session), [(0, "✓")], session)
    session.neovim.type("rDigits.<CR>")  # the reason is about what was rejected
    becomes(lambda: signs(session), [(0, "✓"), (1, "✗")], session)
    becomes(lambda: remarks(session)[-1].get("comment"), "Digits.", session)
    assert [one.get("state") for one in remarks(session)] == ["approved", "rejected", None]
    assert remarks(session)[2]["mt"] == remarks(session)[1]["mt"]
    session.neovim.type("cWhy?<CR>")
    becomes(lambda: remarks(session)[-1].get("comment"), "Why?", session)
    assert remarks(session)[3]["mt"] not in {one["mt"] for one in remarks(session)[:3]}
    session.neovim.type("a")
    becomes(lambda: signs(session), [(0, "✓"), (1, "✗"), (2, "✓")], session)
    session.neovim.type("u")
    becomes(lambda: signs(session), [(0, "✓"), (1, "✗"), (2, '"')], session)
    session.neovim.type("fstate=to-do<CR>")
    becomes(lambda: numbers(session), [3, 4], session)
    session.neovim.command("Meteor review kind=nothing")
    assert session.tells("kind of edit")
    becomes(lambda: numbers(session), [3, 4], session)
    session.neovim.command("Meteor review kind=number-or-code")
    becomes(lambda: numbers(session), [2], session)
    session.neovim.type("m")
    line = "return vim.api.nvim_buf_get_lines(vim.fn.bufnr('x.pe.en'), 1, 2, false)[1]"
    becomes(lambda: session.neovim.lua(line), MT[1], session)
    becomes(lambda: numbers(session), [], session)
    session.neovim.type("u")
    becomes(lambda: session.neovim.lua(line), POST_EDITS[1], session)
    session.neovim.type("q")
    assert session.shows(lambda screen: "Review of" not in "".join(screen.lines()))
    # What people have said stands there without the list, too: a comment on what is to do.
    becomes(lambda: signs(session), [(0, "✓"), (1, "✗"), (2, '"')], session)


def test_the_list_and_the_text_follow_each_other(reviewing: Session) -> None:
    session = reviewing
    session.neovim.type("G")  # in the list
    text = "return vim.api.nvim_win_get_cursor(vim.fn.bufwinid('x.pe.en'))[1]"
    becomes(lambda: session.neovim.lua(text), 4, session)
    session.neovim.type("<CR>gg")
    becomes(lambda: current_row(session), 1, session)
    session.neovim.type("]e")
    becomes(lambda: session.neovim.lua("return vim.fn.line('.')"), 1, session)
    session.neovim.type("3G]u")
    becomes(lambda: session.neovim.lua("return vim.fn.line('.')"), 4, session)
    session.neovim.type("ccA big home<Esc>")
    becomes(lambda: rows(session)[3].count("untouched"), 1, session)


def current_row(session: Session) -> int:
    line: int = session.neovim.lua(
        "for _, window in ipairs(vim.api.nvim_list_wins()) do"
        " if vim.bo[vim.api.nvim_win_get_buf(window)].filetype == 'meteorreview' then"
        " return vim.api.nvim_win_get_cursor(window)[1] - 3 end end return 0"
    )
    return line


def test_the_source_stands_above_and_follows(reviewing: Session) -> None:
    session = reviewing
    session.neovim.type("<CR>")
    session.neovim.command("Meteor source")
    assert session.shows(lambda screen: SOURCES[0] in "".join(screen.lines()))
    session.neovim.type("3G")
    line = "return vim.api.nvim_win_get_cursor(vim.fn.bufwinid('x.src.de'))[1]"
    becomes(lambda: session.neovim.lua(line), 3, session)
