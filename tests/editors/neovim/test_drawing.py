"""What the plugin draws on the lines on screen: scores and chunks."""

import math
import operator
from functools import partial
from typing import Final

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
    drawn_words,
    expected_scores,
    marked_words,
    picture_in,
    results_of,
    write_lines,
)
from tests.editors.neovim_screen import Screen

pytestmark = [pytest.mark.editor, pytest.mark.timeout(120)]


@pytest.mark.every_version
def test_scores_and_words_are_drawn_in_the_columns_of_the_editor(session: Session) -> None:
    becomes(lambda: drawn_scores(session), expected_scores(), session)
    assert [column for _, _, column, _ in session.marks("meteorscope.scores")] == [
        len(line.encode()) for line in HYPOTHESES
    ]
    becomes(lambda: drawn_words(session), marked_words(HYPOTHESES, REFERENCES), session)
    client = "vim.lsp.get_clients({ name = 'meteor_lsp' })"
    assert session.neovim.lua(f"return #{client}") == 1
    assert session.neovim.lua(f"return {client}[1].offset_encoding") == session.encoding


def test_scores_of_lines_that_fill_their_window_are_seen_whole(start: Starter) -> None:
    """A score that does not fit behind its line stands in the next row, unbroken."""
    lines = ["面" * 49, *("x" * length for length in range(88, 101))]
    write_lines(start.folder / "x.hyp.en", lines)
    write_lines(start.folder / "x.ref.en", lines)
    session = start(settings="vim.o.signcolumn = 'no' require('meteorscope').setup()")

    def are_whole(screen: Screen) -> bool:
        return sum("● 1.000" in line for line in screen.lines()) == len(lines)

    assert session.shows(are_whole)
    session.neovim.command("botright vertical 10new | wincmd p")
    assert session.shows(are_whole)


def test_words_behind_wide_characters_have_their_colour_on_the_screen(session: Session) -> None:
    marked = marked_words(HYPOTHESES, REFERENCES)
    becomes(lambda: drawn_words(session), marked, session)
    for row, word in ((EMOJI, "moon"), (EMOJI, "today"), (CJK, "野"), (6, "with")):
        start = len(HYPOTHESES[row].partition(word)[0].encode())
        (group,) = {
            group
            for marked_row, first, _, group in marked
            if (marked_row, first) == (row, start) and "Chunk" in group
        }
        colour = session.neovim.lua("return vim.api.nvim_get_hl(0, { name = ... }).fg", group)
        assert session.shows(partial(_is_coloured, row, word, colour))
        if word == "with":  # the spaces around it have no colour
            column = session.neovim.screen.column_of(row, word)
            for beside in (column - 1, column + 4):
                assert session.neovim.screen.style_at(row, beside).get("foreground") != colour


def _is_coloured(row: int, word: str, colour: int, screen: Screen) -> bool:
    column = screen.column_of(row, word)
    width = sum(2 if ord(letter) > 0x2E80 else 1 for letter in word)
    return all(
        screen.style_at(row, place).get("foreground") == colour
        for place in range(column, column + width)
    )


@pytest.mark.every_version
def test_typing_changes_score_and_colours(session: Session) -> None:
    session.neovim.command(f"call cursor({EMOJI + 1}, 1)")
    session.neovim.type("/moon<CR>cw🌖 cheese<Esc>")
    changed = [line.replace("moon", "🌖 cheese") for line in HYPOTHESES]
    assert session.shows(session.rows_end_with(changed, REFERENCES))
    becomes(lambda: drawn_words(session), marked_words(changed, REFERENCES), session)
    session.neovim.type("u")
    assert session.shows(session.rows_end_with(HYPOTHESES, REFERENCES))
    becomes(lambda: drawn_words(session), marked_words(HYPOTHESES, REFERENCES), session)
    # Scores also change in insert mode.
    session.neovim.type("ggIx")
    changed = ["x" + HYPOTHESES[0], *HYPOTHESES[1:]]
    assert session.shows(session.rows_end_with(changed, REFERENCES))
    assert session.neovim.request("nvim_get_mode")["mode"] == "i"


def test_the_score_is_right_after_a_burst_of_keys(session: Session) -> None:
    session.neovim.type("ggI" + "the mat 面 on <Left><BS>" * 5 + "<Esc>jdw")
    session.neovim.type("ggx")

    def settled() -> bool:
        lines = session.neovim.lua("return vim.api.nvim_buf_get_lines(0, 0, -1, true)")
        return lines != list(HYPOTHESES) and (
            drawn_scores(session) == expected_scores(lines)
            and drawn_words(session) == marked_words(lines, REFERENCES)
        )

    becomes(settled, expected=True, session=session)


def test_lines_that_come_and_go_take_their_scores_along(session: Session) -> None:
    session.neovim.type("ggdd")
    kept = [(row - 1, f"{score}  \u21c5 {row + 1}") for row, score in expected_scores()[1:]]
    becomes(lambda: drawn_scores(session), kept, session)
    session.neovim.type("u")
    becomes(lambda: drawn_scores(session), expected_scores(), session)


@pytest.mark.every_version
def test_an_edit_of_the_reference_is_seen_beside_the_hypothesis(session: Session) -> None:
    session.neovim.command("split x.ref.en | call cursor(2, 1)")
    becomes(lambda: drawn_scores(session, "x.ref.en"), expected_scores(), session)
    session.neovim.type("/astronauts<CR>cw𝒅𝒊𝒏𝒆 with 面<Esc>")
    changed = [line.replace("astronauts", "𝒅𝒊𝒏𝒆 with 面") for line in REFERENCES]
    assert session.shows(session.rows_end_with(HYPOTHESES, changed))
    becomes(lambda: drawn_words(session), marked_words(HYPOTHESES, changed), session)
    assert session.neovim.lua("return #vim.lsp.get_clients()") == 1


_NATIVE_HINTS: Final = """
local namespaces = vim.api.nvim_get_namespaces()
local found = 0
for name, namespace in pairs(namespaces) do
  if name:find('inlayhint') then
    found = found + #vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, {})
  end
end
return found
"""


_HINTS_ON: Final = (
    "vim.api.nvim_create_autocmd('LspAttach', { callback = function(event)"
    " vim.lsp.inlay_hint.enable(true, { bufnr = event.buf }) end })\n"
)


@pytest.mark.every_version
@pytest.mark.parametrize("early", [False, True], ids=["setup-first", "hints-first"])
def test_scores_are_drawn_once_where_inlay_hints_are_on(start: Starter, *, early: bool) -> None:
    blocks = [_HINTS_ON, "require('meteorscope').setup()\n"]
    session = start(settings="".join(blocks if early else reversed(blocks)))
    assert session.shows(session.rows_end_with(HYPOTHESES, REFERENCES))
    session.neovim.type("Ix<Esc>")
    changed = ["x" + HYPOTHESES[0], *HYPOTHESES[1:]]
    becomes(lambda: drawn_scores(session), expected_scores(changed), session)
    assert session.neovim.lua("return vim.lsp.inlay_hint.is_enabled({ bufnr = 0 })")
    assert session.neovim.lua(_NATIVE_HINTS) == 0


def test_inlay_hints_are_neovims_where_the_plugin_draws_no_scores(start: Starter) -> None:
    session = start(settings=f"{_HINTS_ON} require('meteorscope').setup({{ scores = false }})")
    becomes(lambda: session.neovim.lua(_NATIVE_HINTS), len(HYPOTHESES), session)
    (result,) = results_of(HYPOTHESES[:1], REFERENCES[:1])
    shown = f"{HYPOTHESES[0]} {result.score:.3f}"
    assert session.shows(lambda screen: shown in screen.lines()[0])
    assert drawn_scores(session) == []


def test_drawing_can_be_switched_off_and_on(session: Session) -> None:
    for name in ("chunks", "scores"):
        marks = partial(session.marks, f"meteorscope.{name}")
        becomes(lambda marks=marks: bool(marks()), expected=True, session=session)  # type: ignore[misc]
        for word, there in (("off", False), ("on", True), ("", False), ("", True)):
            session.neovim.command(f"Meteor {name} {word}")
            becomes(lambda marks=marks: bool(marks()), expected=there, session=session)  # type: ignore[misc]


@pytest.mark.parametrize("underline", [False, True])
def test_remarks_do_not_hide_how_words_match(start: Starter, *, underline: bool) -> None:
    setting = f"{{ underline = {str(underline).lower()} }}"
    session = start(settings=f"require('meteorscope').setup({setting})")
    assert session.shows(session.rows_end_with(HYPOTHESES, REFERENCES))
    becomes(
        lambda: session.neovim.lua(
            "return vim.tbl_map(function(d) return d.lnum end, vim.diagnostic.get(0))"
        ),
        [NOTHING],
        session,
    )
    assert session.shows(lambda screen: screen.lines()[NOTHING].startswith("I"))
    groups = session.neovim.lua(
        "return vim.iter(vim.api.nvim_buf_get_extmarks(0, -1, 0, -1, { details = true }))"
        ":map(function(mark) return mark[4].hl_group end):totable()"
    )
    assert ("DiagnosticUnderlineInfo" in groups) == underline


@pytest.mark.every_version
def test_nothing_is_left_when_the_server_has_gone(session: Session) -> None:
    session.neovim.command("Meteor alignment")
    assert session.shows(picture_in)
    session.neovim.lua(
        "local client = vim.lsp.get_clients()[1]"
        " if vim.fn.has('nvim-0.11') == 1 then client:stop() else client.stop() end"
    )
    becomes(lambda: session.marks("meteorscope.chunks"), [], session)
    becomes(lambda: session.marks("meteorscope.scores"), [], session)
    assert session.shows(lambda screen: not picture_in(screen))


def test_colours_follow_the_background_and_keep_those_of_the_person(start: Starter) -> None:
    session = start(
        settings="vim.o.background = 'dark'\n"
        "vim.api.nvim_set_hl(0, 'MeteorChunk2', { fg = '#123456' })\n"
        "require('meteorscope').setup()"
    )
    first = {"dark": 0x56B4E9, "light": 0x005A9E}

    def colours() -> list[int]:
        return [
            session.neovim.lua("return vim.api.nvim_get_hl(0, { name = ... }).fg", group)
            for group in ("MeteorChunk1", "MeteorChunk2")
        ]

    assert colours() == [first["dark"], 0x123456]
    session.neovim.command("set background=light")
    assert colours() == [first["light"], 0x123456]
    session.neovim.command("colorscheme habamax | set background=dark")
    session.neovim.command("colorscheme default")
    assert colours()[0] == first[session.neovim.request("nvim_eval", "&background")]


def test_long_files_are_coloured_where_they_are_looked_at(start: Starter) -> None:
    hypotheses = [f"{line} {number}" for number, line in enumerate(HYPOTHESES[:3] * 1000)]
    references = [f"{line} {number}" for number, line in enumerate(REFERENCES[:3] * 1000)]
    write_lines(start.folder / "x.hyp.en", hypotheses)
    write_lines(start.folder / "x.ref.en", references)
    session = start()
    for row in (2990, 0):
        session.neovim.command(f"normal! {row + 1}Gzt")
        shown = slice(row, row + 5)
        assert session.shows(session.rows_end_with(hypotheses[shown], references[shown]))
        expected = {
            (row + at, *rest) for at, *rest in marked_words(hypotheses[shown], references[shown])
        }
        becomes(
            lambda: expected <= drawn_words(session),  # noqa: B023  # used at once
            expected=True,
            session=session,
        )
        assert len({at for at, *_ in drawn_words(session)}) < 100


def test_what_folds_hide_is_drawn_when_they_open(start: Starter) -> None:
    write_lines(start.folder / "x.hyp.en", [f"{HYPOTHESES[0]} {row}" for row in range(3000)])
    write_lines(start.folder / "x.ref.en", [f"{HYPOTHESES[0]} {row}" for row in range(3000)])
    session = start()

    def drawn() -> set[int]:
        return {row for row, _ in drawn_scores(session)}

    becomes(lambda: 1 in drawn(), expected=True, session=session)
    session.neovim.command("Meteor scores off")
    becomes(drawn, set(), session)
    session.neovim.command("2,2990fold")
    session.neovim.command("Meteor scores on")
    becomes(drawn, {0, 1, *range(2990, 3000)}, session)
    session.neovim.command("normal! 2Gzo")
    becomes(lambda: set(range(20)) < drawn(), expected=True, session=session)
    assert len(drawn()) < 100


def test_scores_of_different_bands_look_different(start: Starter) -> None:
    session = start(settings="require('meteorscope').setup({ scoreBands = { 0.4, 0.05 } })")
    hypotheses = ["a b c d", "a b x y z", "a v w x y z", "v w x y"]
    references = ["a b c d"] * len(hypotheses)
    write_lines(start.folder / "y.hyp.en", hypotheses)
    write_lines(start.folder / "y.ref.en", references)
    session.neovim.command("edit y.hyp.en")
    scores = [result.score for result in results_of(hypotheses, references)]
    assert scores[1] > 0.4 > scores[2] > 0.05 > scores[3]
    shown = [f"{mark} {score:.3f}" for mark, score in zip("●●◐○", scores, strict=True)]
    expected = [f"{line} {text}" for line, text in zip(hypotheses, shown, strict=True)]
    assert session.shows(lambda screen: all(map(operator.contains, screen.lines(), expected)))
    screen, looks = session.neovim.screen, {}
    for row, text in enumerate(shown):
        style = screen.style_at(row, screen.column_of(row, text))
        assert style == screen.style_at(row, screen.column_of(row, text[2:]))
        looks[text[0]] = style["foreground"]
    assert len(set(looks.values())) == 3


def test_bands_that_are_none_are_told(start: Starter) -> None:
    session = start(
        settings="told = {} vim.notify = function(text) table.insert(told, text) end\n"
        "require('meteorscope').setup({ scoreBands = { 0.9, 'x' } })"
    )
    assert "scoreBands must be two numbers" in session.neovim.lua("return told[1]")
    assert session.shows(session.rows_end_with(HYPOTHESES, REFERENCES))


def _luminance(colour: int) -> float:
    """As WCAG defines it, of a colour as 0xRRGGBB."""
    parts = ((colour >> shift & 255) / 255 for shift in (16, 8, 0))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else math.pow((part + 0.055) / 1.055, 2.4) for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_all_that_is_drawn_can_be_read(start: Starter) -> None:
    session = start(file="other.txt")
    colours = "return vim.api.nvim_get_hl(0, { name = ..., link = false })"
    for background in ("dark", "light"):
        session.neovim.command(f"set background={background}")
        paper = _luminance(session.neovim.lua(colours, "Normal")["bg"])
        for group in session.neovim.lua("return require('meteorscope.highlights').GROUPS"):
            ink = session.neovim.lua(colours, group).get("fg")
            if ink is not None:
                dark, light = sorted([paper, _luminance(ink)])
                assert (light + 0.05) / (dark + 0.05) >= 4.5, group
