"""The plugin and bilingual files, whose segments are not lines: SDLXLIFF, TMX and PO."""

from collections.abc import Callable, Sequence
from html import unescape
from typing import Any, Final

import pytest

from tests.editors.bilingual_sample import AMPERSAND, CODES, UNITS, Sample, plain, po, sdlxliff, tmx
from tests.editors.neovim.session import (
    Session,
    Starter,
    becomes,
    groups_of,
    results_of,
    shows_picture_of,
    write_lines,
)

pytestmark = [pytest.mark.editor, pytest.mark.timeout(120)]

FILES: Final[dict[str, Sequence[str]]] = {
    "job.sdlxliff": sdlxliff(),
    "memory.tmx": tmx(),
    "player.po": po(),
    "player.mt.po": po(side="mt"),
}
WORD: Final = "round"
EDITED: Final = tuple(
    Sample(sample.mt, sample.target.replace(WORD, "🌖 square")) if number == CODES else sample
    for number, sample in enumerate(UNITS)
)


def text_of(session: Session) -> list[str]:
    lines: list[str] = session.neovim.lua("return vim.api.nvim_buf_get_lines(0, 0, -1, true)")
    return lines


def scores(session: Session, name: str) -> Callable[[], list[tuple[str, str]]]:
    """The scores in the order of the text, each with the last word that stands before it."""

    def seen() -> list[tuple[str, str]]:
        lines = text_of(session)
        return [
            (lines[row].encode()[:column].decode().split()[-1], details["virt_text"][1][0])
            for _, row, column, details in session.marks("meteorscope.scores", name)
        ]

    return seen


def expected_scores(units: Sequence[Sample]) -> list[tuple[str, str]]:
    return [(plain(sample.target).split()[-1], sample.hint) for sample in units]


def words(session: Session, name: str) -> Callable[[], list[tuple[str, str]]]:
    """What is marked, as it is meant, and by which group; each as often as it is."""

    def seen() -> list[tuple[str, str]]:
        lines = text_of(session)

        def under(row: int, column: int, details: dict[str, Any]) -> tuple[str, str]:
            text = lines[row].encode()[column : details["end_col"]].decode()
            return unescape(text), details["hl_group"]

        marks = session.marks("meteorscope.chunks", name)
        return sorted(under(row, column, details) for _, row, column, details in marks)

    return seen


def expected_words(units: Sequence[Sample], sides: Sequence[str]) -> list[tuple[str, str]]:
    results = results_of(
        [plain(sample.mt) for sample in units], [plain(sample.target) for sample in units]
    )
    return sorted(
        (getattr(result.alignment, side).text[start:end], group)
        for result in results
        for side in sides
        for (start, end), group in groups_of(result.alignment, side)
    )


@pytest.mark.every_version
def test_scores_words_and_picture_of_bilingual_files_follow_edits(start: Starter) -> None:
    for name, lines in FILES.items():
        write_lines(start.folder / name, lines)
    chunks = "{ settings = { emphasis = 'chunks' } }"
    session = start("job.sdlxliff", settings=f"require('meteorscope').setup({chunks})")
    for name in FILES:
        if name == "player.mt.po":
            continue
        sides = ("reference",) if name == "player.po" else ("hypothesis", "reference")
        session.neovim.command(f"edit {name}")
        becomes(scores(session, name), expected_scores(UNITS), session)
        becomes(words(session, name), expected_words(UNITS, sides), session)

        # A word in the middle of a target; the picture is of its segment.
        session.neovim.command("Meteor alignment on")
        session.neovim.command(f"call search('{WORD}', 'w')")
        session.neovim.type("ciw🌖 square<Esc>")
        becomes(scores(session, name), expected_scores(EDITED), session)
        assert session.shows(shows_picture_of(CODES + 1))
        session.neovim.type("u")
        becomes(scores(session, name), expected_scores(UNITS), session)
        session.neovim.command("Meteor alignment off")

        # What cannot be read has one remark, at its line, and everything keeps its score.
        line = session.line()
        session.neovim.type('i"<Esc>' if name == "player.po" else "i<lt>b <Esc>")
        becomes(lambda: faults(session), [line], session)
        others = [score for number, score in enumerate(expected_scores(UNITS)) if number != CODES]
        assert set(others) <= set(scores(session, name)())
        session.neovim.type("u")
        becomes(lambda: faults(session), [], session)
        becomes(scores(session, name), expected_scores(UNITS), session)
        becomes(words(session, name), expected_words(UNITS, sides), session)

        # The next worse segment, and there the final translation.
        session.neovim.command("Meteor worse")
        assert session.tells(f"segment {AMPERSAND + 1}, 2 of {len(UNITS)} from the worst")
        assert session.neovim.lua("return vim.fn.getline('.'):sub(vim.fn.col('.'))").startswith(
            "The"
        )


def faults(session: Session) -> list[int]:
    """The lines, from 1, from which on a unit cannot be read."""
    found: list[int] = session.neovim.lua(
        "local found = {}"
        " for _, each in ipairs(vim.diagnostic.get(0)) do"
        "   if each.code == 'unreadable-unit' then table.insert(found, each.lnum + 1) end"
        " end"
        " return found"
    )
    return found
