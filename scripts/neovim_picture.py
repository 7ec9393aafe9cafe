"""Draw docs/images/neovim.svg: the screen of a real Neovim with the plugin.

    python -m scripts.neovim_picture [FILE.svg] [--background light] [--neovim PROGRAM]

tests/editors/install.sh provides a Neovim.
"""

import argparse
import itertools
import json
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any, Final

from tests.editors.neovim_screen import Cell, Neovim, Screen

ROOT: Final = Path(__file__).parents[1]
_COLUMNS, _LINES = 120, 30
_WIDTH, _HEIGHT, _SIZE = 9.0, 19.0, 15
_MARGIN, _BAR = 12.0, 34.0
_PATIENCE: Final = 30.0

_SETTINGS: Final = f"""
vim.opt.runtimepath:append({json.dumps(str(ROOT / "editors" / "nvim"))})
vim.o.termguicolors = true
vim.o.linebreak = true
vim.o.signcolumn = 'no'
vim.o.laststatus = 0
vim.o.ruler = false
vim.o.cursorline = true
require('meteorscope').setup()
"""


def photograph(program: Path, folder: Path, background: str, example: str) -> Screen:
    """The screen with the hypothesis and the picture of an alignment."""
    settings, server = folder / "init.lua", folder / "meteor-lsp"
    settings.write_text(f"vim.o.background = '{background}'\n{_SETTINGS}", encoding="utf-8")
    server.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m meteor_lsp "$@"\n')
    server.chmod(0o755)
    with Neovim(
        program,
        ["--clean", "-u", str(settings), example],
        environment={"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"},
        folder=ROOT / "examples",
        columns=_COLUMNS,
        lines=_LINES,
    ) as neovim:
        if neovim.wait(lambda screen: "●" in screen.lines()[0], _PATIENCE) is None:
            raise SystemExit("Neovim does not show the score of segment 1")
        neovim.command("Meteor alignment on")
        neovim.command("call cursor(4, 1)")
        there = neovim.wait(
            lambda screen: any("segment 4 " in line for line in screen.lines()), _PATIENCE
        )
        if there is None:
            raise SystemExit("Neovim does not show the picture of segment 4")
        neovim.wait(lambda _: False, 1.5)  # colours come after the scores
        return neovim.screen


def svg(screen: Screen, title: str) -> str:
    """The screen as an image, a text element for each run of one style."""
    width = _MARGIN * 2 + len(screen.rows[0]) * _WIDTH
    height = _BAR + _MARGIN + len(screen.rows) * _HEIGHT
    paper, ink = _colour(screen.background), _colour(screen.foreground)
    font = "'DejaVu Sans Mono', Menlo, Consolas, monospace"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'font-family="{font}" font-size="{_SIZE}">'
    )
    heading = (
        f'<text x="{width / 2:g}" y="23" text-anchor="middle" fill="{ink}" '
        f'opacity="0.7">{escape(title)}</text>'
    )
    return "\n".join(
        [
            head,
            f"<title>{escape(title)}</title>",
            f'<rect width="{width:g}" height="{height:g}" rx="8" fill="{paper}"/>',
            heading,
            *itertools.chain.from_iterable(
                _row(screen, number, row) for number, row in enumerate(screen.rows)
            ),
            "</svg>\n",
        ]
    )


def _row(screen: Screen, number: int, row: Sequence[Cell]) -> Iterator[str]:
    y = _BAR + number * _HEIGHT
    for first, cells in _runs(row):
        style = screen.styles.get(cells[0].style, {})
        ink, paper = _colours(screen, style)
        x, length = _MARGIN + first * _WIDTH, len(cells) * _WIDTH
        if paper != _colour(screen.background):
            yield (
                f'<rect x="{x:g}" y="{y:g}" width="{length:g}" height="{_HEIGHT:g}" '
                f'fill="{paper}"/>'
            )
        text = "".join(cell.text for cell in cells)
        if text.strip():
            yield (
                f'<text x="{x:g}" y="{y + _SIZE:g}" textLength="{length:g}" fill="{ink}"'
                f"{_decoration(style)}>{_kept(text)}</text>"
            )


def _kept(text: str) -> str:
    """The text with blanks that no reader of SVG drops."""
    return escape(text).replace(" ", "\u00a0")


def _runs(row: Sequence[Cell]) -> Iterator[tuple[int, list[Cell]]]:
    """Neighbours of one style with their first column; a wide character is a run of its own."""
    column = 0
    while column < len(row):
        end = column + 1
        if end < len(row) and not row[end].text:
            end += 1
        else:
            while (
                end < len(row)
                and row[end].style == row[column].style
                and (end + 1 == len(row) or row[end + 1].text)
            ):
                end += 1
        yield column, list(row[column:end])
        column = end


def _colours(screen: Screen, style: Mapping[str, Any]) -> tuple[str, str]:
    ink = _colour(style.get("foreground", screen.foreground))
    paper = _colour(style.get("background", screen.background))
    return (paper, ink) if style.get("reverse") else (ink, paper)


def _colour(number: int) -> str:
    return f"#{number:06x}"


def _decoration(style: Mapping[str, Any]) -> str:
    said = ""
    if style.get("bold"):
        said += ' font-weight="bold"'
    if style.get("italic"):
        said += ' font-style="italic"'
    for name, line in (
        ("underline", "solid"),
        ("underdotted", "dotted"),
        ("underdashed", "dashed"),
        ("undercurl", "wavy"),
        ("underdouble", "double"),
    ):
        if style.get(name):
            said += f' style="text-decoration: underline {line}"'
    if style.get("strikethrough"):
        said += ' style="text-decoration: line-through"'
    return said


def main() -> None:
    """Write the image."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    images = ROOT / "docs" / "images"
    parser.add_argument("file", type=Path, nargs="?", default=images / "neovim.svg")
    parser.add_argument("--background", choices=("dark", "light"), default="dark")
    parser.add_argument("--example", default="city-news.hyp.en", help="a file below examples/")
    parser.add_argument("--neovim", type=Path, default=ROOT / ".editors" / "nvim-new" / "nvim")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        screen = photograph(options.neovim, Path(name), options.background, options.example)
    title = f"meteor-lsp in Neovim: examples/{options.example}"
    options.file.write_text(svg(screen, title), encoding="utf-8")


if __name__ == "__main__":
    main()
