"""From a key press to its new score on the screen, in real editors.

    python -m benchmarks.editor_latency [LINES ...] [--keys 60] [--write FILE.json]

Opens a pair of files of that many lines and types and deletes letters at the beginnings of matched
words, here and there in the file, with a person's pauses; every key changes the score of its
line, and is timed until the editor has drawn the score that the metric has for the new text. How
long the letter itself takes to appear is timed beside it: nothing an editor shows is faster.

tests/editors/install.sh provides the editors. Neovim draws on a screen in memory, which is told
what to draw as Neovim's own terminal interface is; the terminal behind that is not timed.
"""

import argparse
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final

from benchmarks.latency import Percentiles, write
from meteor_core import Meteor
from tests.editors.neovim_screen import Neovim, Screen
from tests.editors.sample import documented_settings

ROOT: Final = Path(__file__).parents[1]
SIZES: Final = (1_000, 100_000)
PAUSES: Final = (0.1, 0.25)
"""Seconds between two key presses, at least and at most."""

BUDGET: Final = 60.0
"""Seconds after which no more keys are pressed in one set-up."""

_NEOVIMS: Final = ("nvim-new", "nvim-0.10")
_COLUMNS, _LINES = 260, 50
_ALL_SCORED: Final = 300.0

_PLUGIN: Final = f"""
vim.opt.runtimepath:append({json.dumps(str(ROOT / "editors" / "nvim"))})
require('meteorscope').setup()
"""
_HINTS: Final = """
vim.api.nvim_create_autocmd('LspAttach', {
  callback = function(event) vim.lsp.inlay_hint.enable(true, { bufnr = event.buf }) end,
})
"""

_MARKS: Final = " ○◐●"
"""What the plugin puts before a score."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUp:
    """A way to have scores shown in Neovim.

    Attributes:
        name: for the table.
        settings: an ``init.lua``.
        command: to run when all is scored.
        picture: whether the picture of the alignment is looked at, not the line.
    """

    name: str
    settings: str
    command: str = ""
    picture: bool = False


def set_ups(editor: str) -> Iterator[SetUp]:
    """What is compared in one Neovim."""
    yield SetUp(name="plugin, score at the line's end", settings=_PLUGIN)
    yield SetUp(
        name="plugin, picture of the alignment",
        settings=_PLUGIN,
        command="Meteor alignment on",
        picture=True,
    )
    yield SetUp(name="plugin, inlay hints on", settings=_PLUGIN + _HINTS)
    native = _PLUGIN.replace("setup()", "setup({ scores = false })")
    yield SetUp(name="plugin, Neovim's inlay hints", settings=native + _HINTS)
    heading = "Neovim 0.10" if editor == "nvim-0.10" else "Neovim 0.11 and later"
    yield SetUp(name="no plugin, inlay hints", settings=documented_settings(heading, "lua"))


@dataclass(slots=True, kw_only=True)
class Measured:
    """What a set-up has taken, in seconds."""

    editor: str
    lines: int
    set_up: str
    letters: list[float] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    lost: int = 0

    def row(self) -> str:
        """A row of the table."""
        cells = [self.editor, f"{self.lines:,}", self.set_up, str(len(self.scores))]
        for taken in (self.letters, self.scores):
            if taken:
                here = Percentiles.of(taken)
                cells.append(f"{1000 * here.median:.0f} / {1000 * here.p95:.0f} ms")
            else:
                cells.append("–")
        if self.lost:
            cells[3] += f" ({self.lost} never shown)"
        return f"| {' | '.join(cells)} |"


class Typist:
    """Types at random places, and knows what the scores must be."""

    def __init__(self, neovim: Neovim, texts: Sequence[Sequence[str]], set_up: SetUp) -> None:
        """A typist for these texts, hypothesis and reference, who always types the same."""
        self._neovim = neovim
        self._lines, self._references = texts
        self._set_up = set_up
        self._meteor = Meteor()
        self._chance = random.Random(1)

    def step(self, measured: Measured) -> None:
        """A letter, and its deletion."""
        at, column, changed = self._place()
        here = self._lines[at]
        self._neovim.lua(
            "vim.api.nvim_win_set_cursor(0, { ..., select(2, ...) }) vim.cmd('normal! zz')",
            at + 1,
            len(here[:column].encode()),
        )
        self._neovim.type("i")
        self._neovim.wait(self._shows(at, here), 10)
        for key, text in (("x", changed), ("<BS>", here)):
            time.sleep(self._chance.uniform(*PAUSES))
            begin = time.perf_counter()
            self._neovim.type(key)
            letter = self._neovim.wait(_row_has(text))
            score = self._neovim.wait(self._shows(at, text))
            if letter is None or score is None:
                measured.lost += 1
            else:
                measured.letters.append(letter - begin)
                measured.scores.append(score - begin)
        self._neovim.type("<Esc>")

    def _place(self) -> tuple[int, int, str]:
        """A line and a column where a letter changes the score that is shown."""
        while True:
            at = self._chance.randrange(len(self._lines))
            line = self._lines[at]
            if len(line) > _COLUMNS - 30:  # its end is not on the screen
                continue
            starts = [index + 1 for index, letter in enumerate(line) if letter == " "]
            column = self._chance.choice(starts)
            changed = f"{line[:column]}x{line[column:]}"
            if self._score(at, line)[:5] != self._score(at, changed)[:5]:
                return at, column, changed

    def _score(self, at: int, line: str) -> str:
        return f"{self._meteor.score(line, [self._references[at]]).score:.4f}"

    def _shows(self, at: int, line: str) -> Callable[[Screen], bool]:
        score = self._meteor.score(line, [self._references[at]]).score
        if self._set_up.picture:
            headline = f"segment {at + 1}  {score:.4f} "
            return lambda screen: any(
                headline in _text(screen, row) for row in range(_LINES // 2, _LINES)
            )
        return lambda screen: (
            _row(screen).partition(line)[2].lstrip(_MARKS).startswith(f"{score:.3f}")
        )


def _text(screen: Screen, row: int) -> str:
    return "".join(cell.text for cell in screen.rows[row])


def _row_has(text: str) -> Callable[[Screen], bool]:
    return lambda screen: text in _row(screen)


def _row(screen: Screen) -> str:
    """The row with the cursor."""
    return _text(screen, screen.cursor[0])


def measure(editor: str, lines: int, set_up: SetUp, keys: int) -> Measured:
    """Open the pair, wait until all of it is scored, and type."""
    measured = Measured(editor=editor, lines=lines, set_up=set_up.name)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        texts = [write(folder, role, lines) for role in ("hyp", "ref")]
        settings, server = folder / "init.lua", folder / "meteor-lsp"
        settings.write_text(f"vim.o.wrap = false\n{set_up.settings}", encoding="utf-8")
        server.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m meteor_lsp "$@"\n')
        server.chmod(0o755)
        with Neovim(
            ROOT / ".editors" / editor / "nvim",
            ["--clean", "-u", str(settings), str(folder / "long.hyp.en")],
            environment={"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"},
            columns=_COLUMNS,
            lines=_LINES,
        ) as neovim:
            measured.editor = "Neovim " + neovim.lua("return tostring(vim.version())")
            _wait_until_scored(neovim)
            if set_up.command:
                neovim.command(set_up.command)
            typist = Typist(neovim, texts, set_up)
            begin = time.perf_counter()
            while (
                len(measured.scores) + measured.lost < keys and time.perf_counter() - begin < BUDGET
            ):
                typist.step(measured)
    return measured


def _wait_until_scored(neovim: Neovim) -> None:
    deadline = time.perf_counter() + _ALL_SCORED
    while time.perf_counter() < deadline:
        time.sleep(0.5)
        summary = neovim.lua(
            "local params = { textDocument = { uri = vim.uri_from_bufnr(0) } }"
            " local answers = vim.lsp.buf_request_sync(0, 'meteor/summary', params, 10000)"
            " for _, answer in pairs(answers or {}) do return answer.result end"
        )
        if isinstance(summary, dict) and summary["scored"] == summary["paired"] > 0:
            return
    raise SystemExit("the file was not scored in time")


def main() -> None:
    """Print the table of docs/performance.md."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("lines", type=int, nargs="*", default=SIZES, help="sizes of the files")
    parser.add_argument("--keys", type=int, default=60, help="key presses for each row")
    parser.add_argument("--write", type=Path, help="a file for all durations, as JSON")
    options = parser.parse_args()
    taken = []
    print("| editor | lines | shown by | keys | letter, median / p95 | score, median / p95 |")
    print("|---|---|---|---|---|---|")
    for editor in _NEOVIMS:
        if not (ROOT / ".editors" / editor / "nvim").exists():
            print(f"{editor} is not installed; tests/editors/install.sh does that", file=sys.stderr)
            continue
        for lines in options.lines:
            for set_up in set_ups(editor):
                taken.append(measure(editor, lines, set_up, options.keys))
                print(taken[-1].row(), flush=True)
    if options.write:
        content = json.dumps([asdict(each) for each in taken], indent=1)
        options.write.write_text(content + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
