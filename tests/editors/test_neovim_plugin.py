"""The plugin in editors/nvim, in real Neovims that draw on a screen of the test's own.

What is expected is computed by meteor_core directly, not by the server. tests/editors/install.sh
provides the editors.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest

from meteor_core import Meteor, ResourceError, SegmentResult
from meteor_core.chunk_colours import colours_of_chunks
from meteor_core.meteor15.home import find_home
from meteor_core.text_picture import picture_text
from meteor_core.variants import VARIANTS
from tests.editors.neovim_screen import Neovim, NeovimError, Screen
from tests.editors.sample import documented_settings

pytestmark = [pytest.mark.editor, pytest.mark.timeout(120)]

_ROOT: Final = Path(__file__).parents[2]
_PATIENCE: Final = 20.0
"""Seconds that anything may take to appear; a busy machine is no bug."""

_PLUGIN: Final = _ROOT / "editors" / "nvim"
_EDITORS: Final = {"nvim-new": "utf-8", "nvim-0.10": "utf-16"}
"""Directories below .editors, and the unit of columns that each asks for."""

_HYPOTHESES: Final = (
    "The cat sat on the mat",
    "🚀 Astronauts 🚀 landing on the 🌕 moon today",
    "東京 の 天気 は 晴れ です 𠮷野家",
    "Le cafe\u0301 de\u0301ja\u0300 ferme\u0301 a\u0300 midi",
    "👩‍🚀 ذهب الولد إلى المدرسة اليوم",
    "Nothing here agrees with any of it 🙈",
    "𝒅𝒊𝒏𝒆 with 面 glee",
)
_REFERENCES: Final = (
    "On the mat sat the cat",
    "Today 🚀 the astronauts land on the moon 🌕",
    "東京 の 今日 の 天気 は 晴れ です 𠮷野家",
    "Le cafe\u0301 est de\u0301ja\u0300 ferme\u0301 a\u0300 midi",
    "ذهب الولد صباح اليوم إلى المدرسة 👩‍🚀",
    "Quite another sentence stood at this place",
    "𝒅𝒊𝒏𝒆 with 面 joy",
)
_IDENTITY: Final = ("-c", "user.name=Nobody", "-c", "user.email=nobody@example.org")

_EMOJI, _CJK, _NOTHING = 1, 2, 5


@dataclass(frozen=True, slots=True, kw_only=True)
class _Session:
    """A Neovim with the hypothesis open."""

    neovim: Neovim
    folder: Path
    encoding: str

    def shows(self, wanted: Callable[[Screen], object]) -> bool:
        """Whether the screen is as wanted, sooner or later."""
        return self.neovim.wait(wanted, _PATIENCE) is not None

    def rows_end_with(
        self, hypotheses: Sequence[str], references: Sequence[str]
    ) -> Callable[[Screen], bool]:
        """Whether each line is followed by its score, as far as one line of text is one row."""
        expected = [
            f"{line} {result.score:.3f}"
            for line, result in zip(hypotheses, _results(hypotheses, references), strict=True)
            if _in_order(line)
        ]

        def seen(screen: Screen) -> bool:
            lines = screen.lines()
            return all(any(wanted in line for line in lines) for wanted in expected)

        return seen

    def marks(self, namespace: str, name: str = "x.hyp.en") -> list[Any]:
        """The extmarks of a buffer, with all that they draw."""
        found: list[Any] = self.neovim.lua(
            "local namespace, name = ..."
            " local buffer = vim.fn.bufnr(name)"
            " return vim.api.nvim_buf_get_extmarks("
            "   buffer, vim.api.nvim_get_namespaces()[namespace], 0, -1, { details = true })",
            namespace,
            name,
        )
        return found


def _in_order(line: str) -> bool:
    """Whether a line is drawn as it is: Neovim shapes Arabic, and 0.10 shows joiners in hex."""
    return not re.search("[\u0600-\u06ff\u200d]", line)


def _results(hypotheses: Sequence[str], references: Sequence[str]) -> list[SegmentResult]:
    meteor = Meteor(language="en")
    return [
        meteor.score(hypothesis, [reference])
        for hypothesis, reference in zip(hypotheses, references, strict=True)
    ]


def _words(hypotheses: Sequence[str], references: Sequence[str]) -> set[tuple[int, int, int, str]]:
    """Row, columns in bytes and group of all that is marked in the hypotheses."""
    marked: set[tuple[int, int, int, str]] = set()
    for row, result in enumerate(_results(hypotheses, references)):
        alignment, line = result.alignment, hypotheses[row]
        colours = colours_of_chunks(alignment)
        match_at = {
            token: match for match in alignment.matches for token in range(*match.hypothesis)
        }
        for token, span in enumerate(alignment.hypothesis.spans):
            start, stop = (len(line[:column].encode()) for column in span)
            match = match_at.get(token)
            if match is None:
                marked.add((row, start, stop, "MeteorUnmatched"))
                continue
            marked.add((row, start, stop, f"MeteorChunk{colours[match.chunk] + 1}"))
            if match.stage != "exact":
                marked.add((row, start, stop, f"Meteor{match.stage.capitalize()}"))
    return marked


def _drawn_words(session: _Session) -> set[tuple[int, int, int, str]]:
    return {
        (row, column, details["end_col"], details["hl_group"])
        for _, row, column, details in session.marks("meteorscope.chunks")
    }


def _drawn_scores(session: _Session, name: str = "x.hyp.en") -> list[tuple[int, str]]:
    return [
        (row, details["virt_text"][1][0])
        for _, row, _, details in session.marks("meteorscope.scores", name)
    ]


def _expected_scores(
    hypotheses: Sequence[str] = _HYPOTHESES, references: Sequence[str] = _REFERENCES
) -> list[tuple[int, str]]:
    results = _results(hypotheses, references)
    return [(row, f"{result.score:.3f}") for row, result in enumerate(results)]


def _becomes(seen: Callable[[], object], expected: object, session: _Session) -> None:
    """Wait until something is as expected, looking whenever the screen changes."""
    deadline = time.monotonic() + _PATIENCE
    while (found := seen()) != expected and time.monotonic() < deadline:
        session.neovim.wait(lambda _: False, 0.1)
    assert found == expected


def _float(screen: Screen) -> list[str]:
    """The lines inside the frame of the picture, and no others."""
    lines = screen.lines()
    top = next((row for row, line in enumerate(lines) if line.startswith("╭")), None)
    bottom = next((row for row, line in enumerate(lines) if line.startswith("╰")), None)
    if top is None or bottom is None:
        return []
    return [line.strip("│").rstrip() for line in lines[top + 1 : bottom]]


def _picture(segment: int, hypothesis: str, reference: str, columns: int = 98) -> list[str]:
    (result,) = _results([hypothesis], [reference])
    _, _, *lines = picture_text([(segment, result)], width=columns).split("\n")
    return lines


def _float_is(expected: list[str]) -> Callable[[Screen], bool]:
    return lambda screen: _float(screen) == expected


def _float_is_about(segment: int) -> Callable[[Screen], bool]:
    return lambda screen: any(line.startswith(f"segment {segment} ") for line in _float(screen))


def _write(path: Path, lines: Sequence[str]) -> None:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")


@pytest.fixture(scope="module", params=list(_EDITORS), ids=lambda name: name.removeprefix("nvim-"))
def program(request: pytest.FixtureRequest) -> Path:
    program: Path = _ROOT / ".editors" / request.param / "nvim"
    if not program.exists():
        pytest.skip(f"{request.param} is not installed; tests/editors/install.sh does that")
    return program


class _Starter:
    """Starts Neovims, and looks at the end whether they complained of anything."""

    def __init__(self, program: Path, folder: Path) -> None:
        self.program, self.folder = program, folder
        self.started: list[Neovim] = []
        server = folder / "bin" / "meteor-lsp"
        server.parent.mkdir()
        server.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m meteor_lsp "$@"\n')
        server.chmod(0o755)

    def __call__(
        self,
        file: str = "x.hyp.en",
        *,
        settings: str = "require('meteorscope').setup()",
        path: str | None = None,
        runtime: bool = True,
        environment: Mapping[str, str] | None = None,
    ) -> _Session:
        init = self.folder / "init.lua"
        found = f"vim.opt.runtimepath:append({json.dumps(str(_PLUGIN))})" if runtime else ""
        init.write_text(f"{found}\nvim.o.termguicolors = true\n{settings}\n", encoding="utf-8")
        neovim = Neovim(
            self.program,
            # By its short name: a message that fills the line would have to be confirmed.
            ["-u", str(init), "-i", "NONE", file],
            environment={
                "PATH": path or f"{self.folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
                "XDG_STATE_HOME": str(self.folder / "state"),
                "XDG_DATA_HOME": str(self.folder / "data"),
                "XDG_CONFIG_HOME": str(self.folder / "config"),
                **(environment or {}),
            },
            folder=self.folder,
        )
        self.started.append(neovim)
        return _Session(
            neovim=neovim, folder=self.folder, encoding=_EDITORS[self.program.parent.name]
        )

    def close(self) -> str:
        messages = []
        for neovim in self.started:
            try:
                messages.append(neovim.lua("return vim.fn.execute('messages')"))
            except NeovimError as error:
                messages.append(f"E0: {error}")
            neovim.__exit__()
        return "\n".join(messages)


@pytest.fixture
def start(program: Path, tmp_path: Path) -> Iterator[_Starter]:
    folder = tmp_path / "Übersetzung 100% #1"
    folder.mkdir()
    _write(folder / "x.hyp.en", _HYPOTHESES)
    _write(folder / "x.ref.en", _REFERENCES)
    starter = _Starter(program, folder)
    yield starter
    messages = starter.close()
    assert not re.search(r"E\d+:|Error|deprecated|traceback", messages), messages


@pytest.fixture
def session(start: _Starter) -> _Session:
    """The hypothesis, with its scores on the screen."""
    session = start()
    assert session.shows(session.rows_end_with(_HYPOTHESES, _REFERENCES))
    return session


def test_scores_stand_at_the_ends_of_all_lines(session: _Session) -> None:
    _becomes(lambda: _drawn_scores(session), _expected_scores(), session)
    assert [column for _, _, column, _ in session.marks("meteorscope.scores")] == [
        len(line.encode()) for line in _HYPOTHESES
    ]


def test_the_score_of_a_line_that_fills_its_window_is_seen(start: _Starter) -> None:
    line = "面" * 49
    _write(start.folder / "x.hyp.en", [line, "the end"])
    _write(start.folder / "x.ref.en", [line, "the end"])
    session = start(settings="vim.o.signcolumn = 'no' require('meteorscope').setup()")
    scores = ["1.000", "1.000"]
    assert session.shows(
        lambda screen: re.findall(r"\d\.\d{3}", "".join(screen.lines()[:4])) == scores
    )


def test_columns_are_counted_as_the_editor_wants(session: _Session) -> None:
    client = "vim.lsp.get_clients({ name = 'meteor_lsp' })"
    assert session.neovim.lua(f"return #{client}") == 1
    assert session.neovim.lua(f"return {client}[1].offset_encoding") == session.encoding


def test_words_are_marked_by_chunk_and_stage(session: _Session) -> None:
    _becomes(lambda: _drawn_words(session), _words(_HYPOTHESES, _REFERENCES), session)


@pytest.mark.parametrize(
    ("row", "word"), [(_EMOJI, "moon"), (_EMOJI, "today"), (_CJK, "野"), (6, "with")]
)
def test_words_behind_wide_characters_have_their_colour_on_the_screen(
    session: _Session, row: int, word: str
) -> None:
    _becomes(lambda: _drawn_words(session), _words(_HYPOTHESES, _REFERENCES), session)
    start = len(_HYPOTHESES[row].partition(word)[0].encode())
    (group,) = {
        group
        for at, first, _, group in _words(_HYPOTHESES, _REFERENCES)
        if (at, first) == (row, start) and "Chunk" in group
    }
    colour = session.neovim.lua("return vim.api.nvim_get_hl(0, { name = ... }).fg", group)

    def coloured(screen: Screen) -> bool:
        column = screen.column_of(row, word)
        width = sum(2 if ord(letter) > 0x2E80 else 1 for letter in word)
        return all(
            screen.style_at(row, place).get("foreground") == colour
            for place in range(column, column + width)
        )

    assert session.shows(coloured)
    if word == "with":  # between it and its neighbours nothing is coloured
        column = session.neovim.screen.column_of(row, word)
        for beside in (column - 1, column + 4):
            assert session.neovim.screen.style_at(row, beside).get("foreground") != colour


def test_typing_changes_score_and_colours(session: _Session) -> None:
    session.neovim.command(f"call cursor({_EMOJI + 1}, 1)")
    session.neovim.type("/moon<CR>cw🌖 cheese<Esc>")
    changed = [line.replace("moon", "🌖 cheese") for line in _HYPOTHESES]
    assert session.shows(session.rows_end_with(changed, _REFERENCES))
    _becomes(lambda: _drawn_words(session), _words(changed, _REFERENCES), session)
    session.neovim.type("u")
    assert session.shows(session.rows_end_with(_HYPOTHESES, _REFERENCES))
    _becomes(lambda: _drawn_words(session), _words(_HYPOTHESES, _REFERENCES), session)


def test_scores_change_while_somebody_is_still_in_insert_mode(session: _Session) -> None:
    session.neovim.type("ggIx")
    changed = ["x" + _HYPOTHESES[0], *_HYPOTHESES[1:]]
    assert session.shows(session.rows_end_with(changed, _REFERENCES))
    assert session.neovim.request("nvim_get_mode")["mode"] == "i"


def test_the_score_is_right_after_a_burst_of_keys(session: _Session) -> None:
    session.neovim.type("ggI" + "the mat 面 on <Left><BS>" * 5 + "<Esc>jdw")
    session.neovim.type("ggx")

    def settled() -> bool:
        lines = session.neovim.lua("return vim.api.nvim_buf_get_lines(0, 0, -1, true)")
        return lines != list(_HYPOTHESES) and (
            _drawn_scores(session) == _expected_scores(lines)
            and _drawn_words(session) == _words(lines, _REFERENCES)
        )

    _becomes(settled, expected=True, session=session)


def test_lines_that_come_and_go_take_their_scores_along(session: _Session) -> None:
    session.neovim.type("ggdd")
    fewer = _HYPOTHESES[1:]
    _becomes(lambda: _drawn_scores(session), _expected_scores(fewer, _REFERENCES[:-1]), session)
    session.neovim.type("u")
    _becomes(lambda: _drawn_scores(session), _expected_scores(), session)


def test_an_edit_of_the_reference_is_seen_beside_the_hypothesis(session: _Session) -> None:
    session.neovim.command("split x.ref.en | call cursor(2, 1)")
    _becomes(lambda: _drawn_scores(session, "x.ref.en"), _expected_scores(), session)
    session.neovim.type("/astronauts<CR>cw𝒅𝒊𝒏𝒆 with 面<Esc>")
    changed = [line.replace("astronauts", "𝒅𝒊𝒏𝒆 with 面") for line in _REFERENCES]
    assert session.shows(session.rows_end_with(_HYPOTHESES, changed))
    _becomes(lambda: _drawn_words(session), _words(_HYPOTHESES, changed), session)
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


@pytest.mark.parametrize("early", [False, True], ids=["setup-first", "hints-first"])
def test_scores_are_drawn_once_where_inlay_hints_are_on(start: _Starter, *, early: bool) -> None:
    blocks = [_HINTS_ON, "require('meteorscope').setup()\n"]
    session = start(settings="".join(blocks if early else reversed(blocks)))
    assert session.shows(session.rows_end_with(_HYPOTHESES, _REFERENCES))
    session.neovim.type("Ix<Esc>")
    changed = ["x" + _HYPOTHESES[0], *_HYPOTHESES[1:]]
    _becomes(lambda: _drawn_scores(session), _expected_scores(changed), session)
    assert session.neovim.lua("return vim.lsp.inlay_hint.is_enabled({ bufnr = 0 })")
    assert session.neovim.lua(_NATIVE_HINTS) == 0


def test_inlay_hints_are_neovims_where_the_plugin_draws_no_scores(start: _Starter) -> None:
    session = start(settings=f"{_HINTS_ON} require('meteorscope').setup({{ scores = false }})")
    assert session.shows(session.rows_end_with(_HYPOTHESES, _REFERENCES))
    assert session.neovim.lua(_NATIVE_HINTS) == len(_HYPOTHESES)
    assert _drawn_scores(session) == []


@pytest.mark.parametrize("name", ["chunks", "scores"])
def test_drawing_can_be_switched_off_and_on(session: _Session, name: str) -> None:
    marks = lambda: bool(session.marks(f"meteorscope.{name}"))  # noqa: E731
    _becomes(marks, expected=True, session=session)
    for word, there in (("off", False), ("on", True), ("", False), ("", True)):
        session.neovim.command(f"Meteor {name} {word}")
        _becomes(marks, expected=there, session=session)


@pytest.mark.parametrize("underline", [False, True])
def test_remarks_do_not_hide_how_words_match(start: _Starter, *, underline: bool) -> None:
    setting = f"{{ underline = {str(underline).lower()} }}"
    session = start(settings=f"require('meteorscope').setup({setting})")
    assert session.shows(session.rows_end_with(_HYPOTHESES, _REFERENCES))
    _becomes(
        lambda: session.neovim.lua(
            "return vim.tbl_map(function(d) return d.lnum end, vim.diagnostic.get(0))"
        ),
        [_NOTHING],
        session,
    )
    assert session.shows(lambda screen: screen.lines()[_NOTHING].startswith("I"))
    groups = session.neovim.lua(
        "return vim.iter(vim.api.nvim_buf_get_extmarks(0, -1, 0, -1, { details = true }))"
        ":map(function(mark) return mark[4].hl_group end):totable()"
    )
    assert ("DiagnosticUnderlineInfo" in groups) == underline


def test_nothing_is_left_when_the_server_has_gone(session: _Session) -> None:
    session.neovim.command("Meteor alignment")
    assert session.shows(_float)
    session.neovim.lua(
        "local client = vim.lsp.get_clients()[1]"
        " if vim.fn.has('nvim-0.11') == 1 then client:stop() else client.stop() end"
    )
    _becomes(lambda: session.marks("meteorscope.chunks"), [], session)
    _becomes(lambda: session.marks("meteorscope.scores"), [], session)
    assert session.shows(lambda screen: not _float(screen))


def test_the_picture_follows_the_cursor(session: _Session) -> None:
    session.neovim.command("Meteor alignment")
    for row in (0, _EMOJI, _CJK, 3, _NOTHING, 0):
        session.neovim.command(f"call cursor({row + 1}, 1)")
        expected = _picture(row + 1, _HYPOTHESES[row], _REFERENCES[row])
        assert session.shows(_float_is(expected))


def test_the_picture_follows_edits_on_both_sides(session: _Session) -> None:
    session.neovim.command("Meteor alignment on")
    session.neovim.type("Ia <Esc>")
    hypothesis, reference = "a " + _HYPOTHESES[0], _REFERENCES[0]
    assert session.shows(_float_is(_picture(1, hypothesis, reference)))
    session.neovim.command("botright 3split x.ref.en | wincmd p")
    session.neovim.lua(
        "vim.api.nvim_buf_set_lines(vim.fn.bufnr('x.ref.en'), 0, 1, true, { ... })",
        "A cat sat on the mat",
    )
    expected = _picture(1, hypothesis, "A cat sat on the mat")
    assert session.shows(_float_is(expected))


def test_the_picture_does_not_hide_the_cursor(start: _Starter) -> None:
    _write(start.folder / "x.hyp.en", _HYPOTHESES * 20)
    _write(start.folder / "x.ref.en", _REFERENCES * 20)
    session = start()
    session.neovim.command("Meteor alignment on")
    for keys in ("gg", "L", "H", "G", "M", "gg"):
        session.neovim.type(keys)
        number = session.neovim.request("nvim_eval", "line('.')")
        assert session.shows(_float_is_about(number))
        row = session.neovim.screen.cursor[0]
        lines = session.neovim.screen.lines()
        frame = range(
            next(at for at, line in enumerate(lines) if line.startswith("╭")),
            next(at for at, line in enumerate(lines) if line.startswith("╰")) + 1,
        )
        assert row not in frame, keys


@pytest.mark.parametrize("keys", ["q", ":q<CR>", "<C-w>c", ":bdelete<CR>"])
def test_the_picture_is_closed_from_inside(session: _Session, keys: str) -> None:
    session.neovim.command("Meteor alignment")
    assert session.shows(_float)
    session.neovim.type("<C-w>w")
    _becomes(lambda: session.neovim.request("nvim_eval", "&filetype"), "meteoralignment", session)
    session.neovim.type(keys)
    assert session.shows(lambda screen: not _float(screen))
    session.neovim.type("jj")
    _becomes(lambda: session.neovim.request("nvim_eval", "line('.')"), 3, session)
    assert not session.neovim.lua("return require('meteorscope.alignment').is_open()")


def test_the_picture_is_no_reason_to_stay(start: _Starter) -> None:
    session = start()
    session.neovim.command("Meteor alignment")
    assert session.shows(_float)
    session.neovim.type(":q<CR>")
    assert session.neovim.has_ended(10)
    session.neovim.__exit__()
    start.started.clear()


def test_the_picture_goes_along_to_another_tab(session: _Session) -> None:
    session.neovim.command("Meteor alignment")
    assert session.shows(_float_is_about(1))
    session.neovim.command("tabnew x.ref.en | call cursor(3, 1)")
    assert session.shows(_float_is_about(3))
    session.neovim.command("tabprevious")
    assert session.shows(_float_is_about(1))
    session.neovim.command("tabnext | tabclose")
    assert session.shows(_float_is_about(1))
    assert session.neovim.lua("return #vim.api.nvim_list_wins()") == 2


def test_the_picture_waits_where_there_is_no_room_for_it(session: _Session) -> None:
    session.neovim.command("Meteor alignment")
    assert session.shows(_float)
    for command in ("vsplit | vertical resize 1", "split | resize 1"):
        session.neovim.command(command)
        assert session.shows(lambda screen: not _float(screen))
        session.neovim.command("close")
        assert session.shows(_float_is_about(1))


def test_the_picture_comes_back_with_a_server_that_ended_while_it_was_asked(
    session: _Session,
) -> None:
    session.neovim.command("Meteor alignment")
    assert session.shows(_float)
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
    _becomes(lambda: session.neovim.request("nvim_eval", "getline('.')[0]"), "x", session)
    os.kill(process, signal.SIGKILL)
    _becomes(lambda: session.neovim.lua("return #vim.lsp.get_clients()"), 0, session)
    session.neovim.command("Meteor start")
    assert session.shows(_float_is_about(2))


def test_options_of_the_text_are_not_the_pictures(session: _Session) -> None:
    session.neovim.command("set rightleft scrollbind conceallevel=3 | diffthis | Meteor alignment")
    assert session.shows(_float_is(_picture(1, _HYPOTHESES[0], _REFERENCES[0])))


def test_the_picture_survives_what_happens_to_its_buffers(session: _Session) -> None:
    session.neovim.command("Meteor alignment")
    assert session.shows(_float_is_about(1))
    session.neovim.type("ddj")
    session.neovim.command("edit! | call cursor(1, 1)")
    assert session.shows(_float_is(_picture(1, _HYPOTHESES[0], _REFERENCES[0])))
    _becomes(lambda: _drawn_scores(session), _expected_scores(), session)
    session.neovim.command("edit x.ref.en | bwipeout x.hyp.en | call cursor(2, 1)")
    assert session.shows(_float_is_about(2))
    session.neovim.command("bwipeout")
    assert session.shows(lambda screen: not _float(screen))


def test_the_picture_is_coloured_by_chunk(session: _Session) -> None:
    session.neovim.command("Meteor alignment on | call cursor(3, 1)")
    expected = _picture(3, _HYPOTHESES[_CJK], _REFERENCES[_CJK])
    assert session.shows(_float_is(expected))
    screen = session.neovim.screen
    row = next(at for at, line in enumerate(screen.lines()) if line.startswith("│hyp"))
    for text, number in (("東", 1), ("天", 2)):
        colour = session.neovim.lua(
            "return vim.api.nvim_get_hl(0, { name = ... }).fg", f"MeteorChunk{number}"
        )
        column = screen.column_of(row, text)
        assert screen.style_at(row, column)["foreground"] == colour
        assert screen.style_at(row + 1, column)["foreground"] == colour


def test_the_picture_hides_where_there_is_nothing_to_score_and_comes_back(
    session: _Session,
) -> None:
    session.neovim.command("Meteor alignment on")
    assert session.shows(_float)
    session.neovim.command("enew")
    assert session.shows(lambda screen: not _float(screen))
    session.neovim.command("buffer x.hyp.en")
    assert session.shows(_float)
    session.neovim.command("Meteor alignment off")
    assert session.shows(lambda screen: not _float(screen))


def test_the_worst_segments_are_a_quickfix_list(session: _Session) -> None:
    results = _results(_HYPOTHESES, _REFERENCES)
    ranked = sorted(range(len(results)), key=lambda row: results[row].score)
    session.neovim.command("Meteor worst 3")
    assert session.shows(lambda screen: "[Quickfix List]" in "".join(screen.lines()))
    items = session.neovim.lua("return vim.fn.getqflist()")
    assert [(item["lnum"], item["col"], item["text"]) for item in items] == [
        (row + 1, 1, f"{results[row].score:.3f}  {_HYPOTHESES[row]}") for row in ranked[:3]
    ]
    session.neovim.command("cc 2")
    assert session.neovim.lua(
        "return { vim.fs.basename(vim.api.nvim_buf_get_name(0)), vim.fn.line('.') }"
    ) == ["x.hyp.en", ranked[1] + 1]


def test_columns_of_the_worst_segments_of_a_table_are_bytes(start: _Starter) -> None:
    _write(start.folder / "x.tsv", ["id\tref\thyp", "🚀面\t東京 の\ta b", "2\tc d\tc d"])
    session = start("x.tsv")
    assert session.shows(lambda screen: any(line.endswith("1.000") for line in screen.lines()))
    session.neovim.command("Meteor worst")
    assert session.shows(lambda screen: "[Quickfix List]" in "".join(screen.lines()))
    item = session.neovim.lua("return vim.fn.getqflist()[1]")
    assert (item["lnum"], item["col"]) == (2, len("🚀面\t東京 の\t".encode()) + 1)


def test_the_next_worse_segment_is_gone_to(session: _Session) -> None:
    results = _results(_HYPOTHESES, _REFERENCES)
    ranked = sorted(range(len(results)), key=lambda row: results[row].score)
    session.neovim.command(f"call cursor({ranked[1] + 1}, 1) | Meteor worse")
    _becomes(lambda: session.neovim.request("nvim_eval", "line('.')"), ranked[0] + 1, session)
    session.neovim.command("Meteor segment 4")
    _becomes(lambda: session.neovim.request("nvim_eval", "line('.')"), 4, session)


def test_the_definition_of_a_word_is_the_aligned_word_in_the_other_file(
    session: _Session,
) -> None:
    session.neovim.command(f"call cursor({_EMOJI + 1}, 1) | call search('moon')")
    session.neovim.type("<C-]>")
    _becomes(
        lambda: session.neovim.lua(
            "return { vim.fs.basename(vim.api.nvim_buf_get_name(0)),"
            " unpack(vim.api.nvim_win_get_cursor(0)) }"
        ),
        ["x.ref.en", _EMOJI + 1, len(_REFERENCES[_EMOJI].partition("moon")[0].encode())],
        session,
    )


def test_commands_are_completed(session: _Session) -> None:
    def completed(typed: str) -> list[str]:
        found: list[str] = session.neovim.lua("return vim.fn.getcompletion(..., 'cmdline')", typed)
        return found

    assert {"alignment", "worst", "report", "variant"} <= set(completed("Meteor "))
    assert completed("Meteor wors") == ["worse", "worst"]
    assert completed("Meteor report ") == ["html", "text"]
    assert completed("Meteor variant ") == list(VARIANTS)
    assert completed("Meteor variant nl") == ["nltk"]
    assert completed("Meteor compare x.h") == ["x.hyp.en"]
    assert completed("Meteor worst ") == []


def test_a_chosen_variant_changes_the_scores(session: _Session) -> None:
    session.neovim.command("Meteor variant nltk")
    expected = [
        (row, f"{Meteor(language='en', variant='nltk').score(hypothesis, [reference]).score:.3f}")
        for row, (hypothesis, reference) in enumerate(zip(_HYPOTHESES, _REFERENCES, strict=True))
    ]
    assert expected != _expected_scores()
    _becomes(lambda: _drawn_scores(session), expected, session)


def test_a_file_of_any_name_is_compared(session: _Session) -> None:
    other = session.folder / "#2 %[a] $x.hyp.en"
    _write(other, _REFERENCES)
    session.neovim.lua(
        "shown = nil vim.lsp.handlers['window/showDocument'] = function(_, asked)"
        " shown = asked.uri return { success = true } end"
    )
    for name in (other.name, str(other)):
        session.neovim.lua("vim.cmd.Meteor({ args = { 'compare', ... } })", name)
        _becomes(lambda: bool(session.neovim.lua("return shown")), expected=True, session=session)
        session.neovim.lua("shown = nil")


def test_a_command_that_there_is_not_is_told(start: _Starter) -> None:
    session = start()
    for command, told in (
        ("nonsense", '\'"nonsense" is none of alignment, chunks'),
        ("compare", "compare needs another hypothesis"),
    ):
        session.neovim.lua("notified = nil vim.notify = function(text) notified = text end")
        session.neovim.command(f"Meteor {command}")
        assert told.strip("'") in session.neovim.lua("return notified")


@pytest.mark.parametrize("background", ["dark", "light"])
def test_colours_follow_the_background_and_whoever_sets_them(
    start: _Starter, background: str
) -> None:
    session = start(
        settings=f"vim.o.background = '{background}'\n"
        "vim.api.nvim_set_hl(0, 'MeteorChunk2', { fg = '#123456' })\n"
        "require('meteorscope').setup()"
    )
    first = {"dark": 0x56B4E9, "light": 0x005A9E}

    def colours() -> list[int]:
        return [
            session.neovim.lua("return vim.api.nvim_get_hl(0, { name = ... }).fg", group)
            for group in ("MeteorChunk1", "MeteorChunk2")
        ]

    assert colours() == [first[background], 0x123456]
    other = "light" if background == "dark" else "dark"
    session.neovim.command(f"set background={other}")
    assert colours() == [first[other], 0x123456]
    session.neovim.command(f"colorscheme habamax | set background={background}")
    session.neovim.command("colorscheme default")
    assert colours()[0] == first[session.neovim.request("nvim_eval", "&background")]


@pytest.mark.parametrize("row", [0, 2990])
def test_long_files_are_coloured_where_they_are_looked_at(start: _Starter, row: int) -> None:
    hypotheses = [f"{line} {number}" for number, line in enumerate(_HYPOTHESES[:3] * 1000)]
    references = [f"{line} {number}" for number, line in enumerate(_REFERENCES[:3] * 1000)]
    _write(start.folder / "x.hyp.en", hypotheses)
    _write(start.folder / "x.ref.en", references)
    session = start()
    session.neovim.command(f"normal! {row + 1}Gzt")
    shown = slice(row, row + 5)
    assert session.shows(session.rows_end_with(hypotheses[shown], references[shown]))
    expected = {(row + at, *rest) for at, *rest in _words(hypotheses[shown], references[shown])}
    _becomes(lambda: expected <= _drawn_words(session), expected=True, session=session)
    assert len({at for at, *_ in _drawn_words(session)}) < 100


def test_what_folds_hide_is_drawn_when_they_open(start: _Starter) -> None:
    _write(start.folder / "x.hyp.en", [f"{_HYPOTHESES[0]} {row}" for row in range(3000)])
    _write(start.folder / "x.ref.en", [f"{_HYPOTHESES[0]} {row}" for row in range(3000)])
    session = start()

    def drawn() -> set[int]:
        return {row for row, _ in _drawn_scores(session)}

    _becomes(lambda: 1 in drawn(), expected=True, session=session)
    session.neovim.command("Meteor scores off")
    _becomes(drawn, set(), session)
    session.neovim.command("2,2990fold")
    session.neovim.command("Meteor scores on")
    _becomes(drawn, {0, 1, *range(2990, 3000)}, session)
    session.neovim.command("normal! 2Gzo")
    _becomes(lambda: set(range(20)) < drawn(), expected=True, session=session)
    assert len(drawn()) < 100


def test_a_file_of_any_name_is_attached_by_hand(start: _Starter) -> None:
    _write(start.folder / "mine.txt", _HYPOTHESES)
    _write(start.folder / "theirs.txt", _REFERENCES)
    pair = '[[pairs]]\nhypothesis = "mine.txt"\nreferences = ["theirs.txt"]\n'
    (start.folder / "meteor.toml").write_text(pair, encoding="utf-8")
    session = start("mine.txt")
    session.neovim.command("Meteor start")
    assert session.shows(session.rows_end_with(_HYPOTHESES, _REFERENCES))


def test_the_plugin_is_installed_by_hand_as_documented(start: _Starter) -> None:
    block = documented_settings("By hand", "lua").replace("~/meteorscope", str(_ROOT))
    session = start(settings=block, runtime=False)
    assert session.shows(session.rows_end_with(_HYPOTHESES, _REFERENCES))
    session.neovim.command("Meteor alignment")
    assert session.shows(_float)


def test_the_plugin_is_installed_by_vim_pack_as_documented(start: _Starter) -> None:
    if start.program.parent.name == "nvim-0.10":
        pytest.skip("Neovim 0.10 has no vim.pack")
    repository = start.folder / "repository"
    shutil.copytree(_PLUGIN, repository / "editors" / "nvim")
    for arguments in (["init", "-q"], ["add", "."], [*_IDENTITY, "commit", "-qm", "all"]):
        subprocess.run(["git", *arguments], cwd=repository, check=True)
    block = documented_settings("vim.pack", "lua").replace("ADDRESS", repository.as_uri())
    asked_nobody = block.replace("} })", "} }, { confirm = false })", 1)
    session = start(settings=asked_nobody, runtime=False)
    assert session.shows(session.rows_end_with(_HYPOTHESES, _REFERENCES))


def test_lazy_loading_by_a_plugin_manager_is_early_enough(start: _Starter) -> None:
    block = f"""
    vim.api.nvim_create_autocmd('VimEnter', {{ nested = true, callback = function()
      vim.opt.runtimepath:append({json.dumps(str(_PLUGIN))})
      require('meteorscope').setup()
    end }})"""
    session = start(settings=block, runtime=False)
    assert session.shows(session.rows_end_with(_HYPOTHESES, _REFERENCES))
    session.neovim.command("Meteor alignment")
    assert session.shows(_float)


def test_settings_reach_the_server(start: _Starter) -> None:
    session = start(settings="require('meteorscope').setup({ settings = { variant = 'nltk' } })")
    meteor = Meteor(language="en", variant="nltk")
    expected = [
        (row, f"{meteor.score(hypothesis, [reference]).score:.3f}")
        for row, (hypothesis, reference) in enumerate(zip(_HYPOTHESES, _REFERENCES, strict=True))
    ]
    _becomes(lambda: _drawn_scores(session), expected, session)


_METEOR_1_5: Final = "require('meteorscope').setup({ settings = { variant = 'meteor-1.5' } })"


def test_meteor_1_5_compiles_its_paraphrases_and_shows_them(start: _Starter) -> None:
    try:
        home = find_home()
    except ResourceError:
        pytest.skip("METEOR 1.5's files are not here")
    _write(start.folder / "x.hyp.en", ["Mr Smith spoke to the press about it yesterday"])
    _write(start.folder / "x.ref.en", ["Mr Smith talked with them about it on the previous day"])
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
    assert session.shows(lambda screen: any(told in line for line in _float(screen)))
    assert "MeteorParaphrase" in {group for *_, group in _drawn_words(session)}
    assert f"METEOR 1.5's files: {home.jar}" in _health(session)


def test_missing_files_of_meteor_1_5_are_told(start: _Starter) -> None:
    nowhere = {"METEOR_HOME": "/nowhere"}
    quiet = "told = {} vim.lsp.handlers['window/showMessage'] = function(_, message)"
    session = start(
        settings=f"{quiet} table.insert(told, message.message) end {_METEOR_1_5}",
        environment=nowhere,
    )
    told = lambda: "/nowhere" in session.neovim.lua("return told[1] or ''")  # noqa: E731
    _becomes(told, expected=True, session=session)
    health = _health(session)
    assert "METEOR 1.5's files are not here" in health
    assert re.search(r"ERROR.*x\.hyp\.en with x\.ref\.en: .*METEOR 1.5 is not at /nowhere", health)


def test_the_server_can_be_enabled_without_setup(start: _Starter) -> None:
    if start.program.parent.name == "nvim-0.10":
        pytest.skip("Neovim 0.10 has no vim.lsp.enable")
    session = start(settings="vim.lsp.enable('meteor_lsp')")
    assert session.shows(session.rows_end_with(_HYPOTHESES, _REFERENCES))


def _health(session: _Session) -> str:
    session.neovim.command("checkhealth meteorscope")
    lines: list[str] = session.neovim.lua("return vim.api.nvim_buf_get_lines(0, 0, -1, true)")
    return "\n".join(lines)


def test_health_is_checked(session: _Session) -> None:
    health = _health(session)
    assert not re.search("ERROR|WARN", health), health
    for told in ("meteor-lsp: meteor-lsp 0", f"columns in {session.encoding}", "x.hyp.en with x.r"):
        assert told in health
    assert f"{len(_HYPOTHESES)} of {len(_HYPOTHESES)} segments scored" in health


def test_health_tells_that_the_server_is_not_installed(start: _Starter) -> None:
    session = start(file="other.txt", path="/usr/bin:/bin")
    health = _health(session)
    assert re.search(r"ERROR.*meteor-lsp is not on the search path", health)
    assert "pip install 'meteorscope[lsp]'" in health


def test_the_help_describes_all_that_there_is(start: _Starter) -> None:
    session = start(file="other.txt")
    (start.folder / "doc").mkdir()
    help_file = (_PLUGIN / "doc" / "meteorscope.txt").read_text(encoding="utf-8")
    (start.folder / "doc" / "meteorscope.txt").write_text(help_file, encoding="utf-8")
    session.neovim.command("helptags doc")
    tags = (start.folder / "doc" / "tags").read_text(encoding="utf-8")
    # Plugin managers make no tags in a folder of a repository.
    assert tags == (_PLUGIN / "doc" / "tags").read_text(encoding="utf-8"), (
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
