"""The plugin in editors/nvim, in real Neovims that draw on a screen of the test's own.

What is expected is computed by meteor_core directly, not by the server. tests/editors/install.sh
provides the editors.
"""

import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from meteor_core import Alignment, Meteor, SegmentResult
from meteor_core.show.chunk_colours import colours_of_chunks
from meteor_core.show.text_picture import picture_text
from tests.editors.neovim_screen import Neovim, NeovimError, Screen

ROOT: Final = Path(__file__).parents[3]

_PATIENCE: Final = 20.0
"""Seconds that anything may take to appear; a busy machine is no bug."""

PLUGIN: Final = ROOT / "editors" / "nvim"

EDITORS: Final = {"nvim-new": "utf-8", "nvim-0.10": "utf-16"}
"""Directories below .editors, and the unit of columns that each asks for."""

HYPOTHESES: Final = (
    "The cat sat on the mat",
    "🚀 Astronauts 🚀 landing on the 🌕 moon today",
    "東京 の 天気 は 晴れ です 𠮷野家",
    "Le cafe\u0301 de\u0301ja\u0300 ferme\u0301 a\u0300 midi",
    "👩‍🚀 ذهب الولد إلى المدرسة اليوم",
    "Nothing here agrees with any of it 🙈",
    "𝒅𝒊𝒏𝒆 with 面 glee",
)

REFERENCES: Final = (
    "On the mat sat the cat",
    "Today 🚀 the astronauts land on the moon 🌕",
    "東京 の 今日 の 天気 は 晴れ です 𠮷野家",
    "Le cafe\u0301 est de\u0301ja\u0300 ferme\u0301 a\u0300 midi",
    "ذهب الولد صباح اليوم إلى المدرسة 👩‍🚀",
    "Quite another sentence stood at this place",
    "𝒅𝒊𝒏𝒆 with 面 joy",
)

EMOJI, CJK, NOTHING = 1, 2, 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A Neovim with the hypothesis open."""

    neovim: Neovim
    folder: Path
    encoding: str

    def shows(self, wanted: Callable[[Screen], object]) -> bool:
        """Whether the screen is as wanted, sooner or later."""
        return self.neovim.wait(wanted, _PATIENCE) is not None

    def tells(self, text: str) -> bool:
        """Whether the line below the windows has a text, sooner or later."""
        return self.shows(lambda screen: text in screen.lines()[-1])

    @property
    def is_waiting(self) -> bool:
        """Whether Neovim wants ENTER to be pressed before it goes on."""
        mode: Mapping[str, Any] = self.neovim.request("nvim_get_mode")
        return bool(mode["blocking"]) or mode["mode"].startswith("r")

    def line(self) -> int:
        """The line of the cursor, from 1."""
        number: int = self.neovim.request("nvim_eval", "line('.')")
        return number

    def rows_end_with(
        self, hypotheses: Sequence[str], references: Sequence[str]
    ) -> Callable[[Screen], bool]:
        """Whether each line is followed by its score, as far as one line of text is one row."""
        expected = [
            f"{line} {shown_score(result.score)}"
            for line, result in zip(hypotheses, results_of(hypotheses, references), strict=True)
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


def shown_score(score: float) -> str:
    """A score as it stands at the end of a line, with the mark of its band."""
    mark = "○" if score < 0.3 else "◐" if score < 0.6 else "●"
    return f"{mark} {score:.3f}"


def results_of(hypotheses: Sequence[str], references: Sequence[str]) -> list[SegmentResult]:
    meteor = Meteor(language="en")
    return [
        meteor.score(hypothesis, [reference])
        for hypothesis, reference in zip(hypotheses, references, strict=True)
    ]


def marked_words(
    hypotheses: Sequence[str], references: Sequence[str]
) -> set[tuple[int, int, int, str]]:
    """Row, columns in bytes and group of all that is marked in the hypotheses."""
    return {
        (row, len(line[:start].encode()), len(line[:end].encode()), group)
        for row, (line, result) in enumerate(
            zip(hypotheses, results_of(hypotheses, references), strict=True)
        )
        for (start, end), group in groups_of(result.alignment, "hypothesis")
    }


def groups_of(alignment: Alignment, side: str) -> Iterator[tuple[tuple[int, int], str]]:
    """The words of a side, by their span in its text, each with a highlight group that it has."""
    colours = colours_of_chunks(alignment)
    match_at = {
        token: match for match in alignment.matches for token in range(*getattr(match, side))
    }
    for token, span in enumerate(getattr(alignment, side).spans):
        match = match_at.get(token)
        if match is None:
            yield span, "MeteorUnmatched"
            continue
        yield span, f"MeteorChunk{colours[match.chunk] + 1}"
        if match.stage != "exact":
            yield span, f"Meteor{match.stage.capitalize()}"


def drawn_words(session: Session) -> set[tuple[int, int, int, str]]:
    return {
        (row, column, details["end_col"], details["hl_group"])
        for _, row, column, details in session.marks("meteorscope.chunks")
    }


def drawn_scores(session: Session, name: str = "x.hyp.en") -> list[tuple[int, str]]:
    return [
        (row, details["virt_text"][1][0])
        for _, row, _, details in session.marks("meteorscope.scores", name)
    ]


def expected_scores(
    hypotheses: Sequence[str] = HYPOTHESES, references: Sequence[str] = REFERENCES
) -> list[tuple[int, str]]:
    results = results_of(hypotheses, references)
    return [(row, shown_score(result.score)) for row, result in enumerate(results)]


def becomes(seen: Callable[[], object], expected: object, session: Session) -> None:
    """Wait until something is as expected, looking whenever the screen changes."""
    deadline = time.monotonic() + _PATIENCE
    while (found := seen()) != expected and time.monotonic() < deadline:
        session.neovim.wait(lambda _: False, 0.1)
    assert found == expected


def picture_in(screen: Screen) -> list[str]:
    """The lines inside the frame of the picture, and no others."""
    lines = screen.lines()
    top = next((row for row, line in enumerate(lines) if line.startswith("╭")), None)
    bottom = next((row for row, line in enumerate(lines) if line.startswith("╰")), None)
    if top is None or bottom is None:
        return []
    return [line.strip("│").rstrip() for line in lines[top + 1 : bottom]]


def expected_picture(segment: int, hypothesis: str, reference: str, columns: int = 98) -> list[str]:
    (result,) = results_of([hypothesis], [reference])
    _, _, *lines = picture_text([(segment, result)], width=columns).split("\n")
    return lines


def shows_picture(expected: list[str]) -> Callable[[Screen], bool]:
    return lambda screen: picture_in(screen) == expected


def shows_picture_of(segment: int) -> Callable[[Screen], bool]:
    return lambda screen: any(line.startswith(f"segment {segment} ") for line in picture_in(screen))


def write_lines(path: Path, lines: Sequence[str]) -> None:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")


class Starter:
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
        columns: int = 100,
    ) -> Session:
        init = self.folder / "init.lua"
        found = f"vim.opt.runtimepath:append({json.dumps(str(PLUGIN))})" if runtime else ""
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
            columns=columns,
        )
        self.started.append(neovim)
        return Session(
            neovim=neovim, folder=self.folder, encoding=EDITORS[self.program.parent.name]
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
