"""Both sides of a pair beside each other, bound by segment."""

import pytest

from tests.editors.neovim.session import Session, Starter, becomes, drawn_scores, write_lines

pytestmark = [pytest.mark.editor, pytest.mark.timeout(120)]

_COUNT = 60
_HYPOTHESES = [f"{n} " + "the hypothesis wraps " * (n * 7 % 11) for n in range(1, _COUNT + 1)]
_REFERENCES = [f"{n} " + "the reference wraps " * (n * 5 % 13) for n in range(1, _COUNT + 1)]


def _rows(session: Session, line: int) -> list[int]:
    """The row of the screen at which a line begins, in each window from the left; 0 outside."""
    found: list[int] = session.neovim.lua(
        "local line = ... return vim.tbl_map(function(window)"
        "  return vim.fn.screenpos(window, line, 1).row end, vim.api.nvim_tabpage_list_wins(0))",
        line,
    )
    return found


def _lines(session: Session) -> list[int]:
    """The line of the cursor in each window, from the left."""
    found: list[int] = session.neovim.lua(
        "return vim.tbl_map(function(window) return vim.api.nvim_win_get_cursor(window)[1] end,"
        " vim.api.nvim_tabpage_list_wins(0))"
    )
    return found


def _names(session: Session) -> list[str]:
    found: list[str] = session.neovim.lua(
        "return vim.tbl_map(function(window)"
        "  return vim.fn.bufname(vim.api.nvim_win_get_buf(window)) end,"
        "  vim.api.nvim_tabpage_list_wins(0))"
    )
    return found


@pytest.fixture
def sides(start: Starter) -> Session:
    """Both sides, with the cursor in the hypothesis."""
    write_lines(start.folder / "x.hyp.en", _HYPOTHESES)
    write_lines(start.folder / "x.ref.en", _REFERENCES)
    session = start()
    becomes(lambda: bool(drawn_scores(session)), expected=True, session=session)
    session.neovim.command("Meteor sides")
    becomes(lambda: _names(session), ["x.hyp.en", "x.ref.en"], session)
    return session


def _is_bound_at(session: Session, line: int) -> None:
    becomes(lambda: _lines(session), [line, line], session)
    # A line that wraps may have no place at the very same row; it is where it can be seen.
    becomes(lambda: all(_rows(session, line)), expected=True, session=session)


@pytest.mark.every_version
def test_both_sides_show_the_segment_under_the_cursor(sides: Session) -> None:
    for keys, line in (("30G", 30), ("45G", 45), ("G", _COUNT), ("20Gzt", 20), ("40Gzb", 40)):
        sides.neovim.type(keys)
        _is_bound_at(sides, line)
        left, right = _rows(sides, line)
        assert abs(left - right) <= 4, keys  # a line has five rows at most
    # Where lines do not wrap, there is a place at the very same row.
    sides.neovim.command("windo set nowrap")
    for keys, line in (("30Gzt", 30), ("40Gzz", 40), ("20Gzb", 20)):
        sides.neovim.type(keys)
        _is_bound_at(sides, line)
        becomes(lambda: len(set(_rows(sides, line))), 1, sides)  # noqa: B023  # used at once


def _marked(session: Session, name: str) -> list[tuple[int, str]]:
    """The lines of a side that are marked, and how."""
    marks = session.marks("meteorscope.sides", name)
    return [(row + 1, details["line_hl_group"]) for _, row, _, details in marks]


def test_either_side_leads_and_the_other_is_marked(sides: Session) -> None:
    sides.neovim.type("<C-w>w33G")
    _is_bound_at(sides, 33)
    assert (_marked(sides, "x.hyp.en"), _marked(sides, "x.ref.en")) == ([(33, "MeteorHere")], [])
    sides.neovim.type("<C-w>w12G")
    _is_bound_at(sides, 12)
    assert (_marked(sides, "x.hyp.en"), _marked(sides, "x.ref.en")) == ([], [(12, "MeteorHere")])
    sides.neovim.type("Onew<Esc>")
    _is_bound_at(sides, 12)
    sides.neovim.type("<C-e><C-e><C-e><C-e><C-e><C-e><C-e><C-e><C-e><C-e><C-e><C-e><C-e>")
    becomes(lambda: sides.line() > 12, expected=True, session=sides)
    # The new line has no partner, so what follows it stands beside the line before.
    becomes(lambda: _lines(sides), [sides.line(), sides.line() - 1], sides)
    becomes(lambda: _rows(sides, sides.line() - 1)[1] > 0, expected=True, session=sides)


def test_a_wheel_over_the_other_side_scrolls_both(sides: Session) -> None:
    def tops() -> list[int]:
        found: list[int] = sides.neovim.lua(
            "return vim.tbl_map(function(window) return vim.fn.line('w0', window) end,"
            " vim.api.nvim_tabpage_list_wins(0))"
        )
        return found

    for _ in range(3):
        sides.neovim.request("nvim_input_mouse", "wheel", "down", "", 0, 5, 80)
    becomes(lambda: tops()[0] > 1 and len(set(tops())) == 1, expected=True, session=sides)
    assert sides.line() >= tops()[0]


def test_the_sides_are_let_go(sides: Session) -> None:
    sides.neovim.command("Meteor sides")
    becomes(lambda: _names(sides), ["x.hyp.en"], sides)
    assert _marked(sides, "x.hyp.en") == _marked(sides, "x.ref.en") == []
    sides.neovim.command("Meteor sides")
    becomes(lambda: len(_names(sides)), 2, sides)
    sides.neovim.type("<C-w>w:close<CR>5G")
    becomes(lambda: _lines(sides), [5], sides)
    sides.neovim.command("vsplit x.ref.en")
    sides.neovim.type("9G")
    becomes(lambda: sorted(_lines(sides)), [5, 9], sides)


def test_a_reference_has_its_hypothesis_on_the_left(start: Starter) -> None:
    session = start(file="x.ref.en")
    assert session.shows(lambda screen: "0." in screen.lines()[0])
    session.neovim.command("set splitright | Meteor sides")
    becomes(lambda: _names(session), ["x.hyp.en", "x.ref.en"], session)
    assert session.neovim.request("nvim_eval", "bufname()") == "x.ref.en"


def test_sides_are_bound_by_the_lines_that_belong_together(start: Starter) -> None:
    lines = [f"line {n} has words {n * 7} and {n * 13} of its own" for n in range(1, 61)]
    write_lines(start.folder / "x.hyp.en", lines)
    write_lines(start.folder / "x.ref.en", [*lines[:4], "something new", "and more", *lines[4:]])
    session = start()
    becomes(lambda: bool(drawn_scores(session)), expected=True, session=session)
    session.neovim.command("Meteor sides")
    becomes(lambda: _names(session), ["x.hyp.en", "x.ref.en"], session)
    for line, there in ((3, 3), (5, 7), (50, 52)):
        session.neovim.type(f"{line}G")
        becomes(lambda: _lines(session), [line, there], session)
    session.neovim.type("<C-w>w30G")
    becomes(lambda: _lines(session), [28, 30], session)
    session.neovim.type("5G")  # which the other side has not
    becomes(lambda: _lines(session), [5, 5], session)
    session.neovim.type("2dd20G")
    becomes(lambda: _lines(session), [20, 20], session)


def test_what_has_no_other_side_says_so(start: Starter) -> None:
    write_lines(start.folder / "x.tsv", ["hypothesis\treference", "a b\ta b"])
    write_lines(start.folder / "alone.hyp.en", ["a"])
    session = start("x.tsv")
    assert session.shows(lambda screen: "1.000" in screen.lines()[1])
    for file, told in (
        ("x.tsv", "hypothesis and reference are both in this file"),
        ("alone.hyp.en", "There is no alone.ref.en beside alone.hyp.en"),
    ):
        session.neovim.command(f"edit {file}")
        attached = "return #vim.lsp.get_clients({ bufnr = 0 })"
        becomes(lambda: session.neovim.lua(attached), 1, session)  # noqa: B023  # used at once
        session.neovim.command("Meteor sides")
        assert session.tells(told)
