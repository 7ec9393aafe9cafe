"""Neovims with the plugin."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.editors.neovim.session import (
    EDITORS,
    HYPOTHESES,
    REFERENCES,
    ROOT,
    Session,
    Starter,
    write_lines,
)


@pytest.fixture(scope="module", params=list(EDITORS), ids=lambda name: name.removeprefix("nvim-"))
def program(request: pytest.FixtureRequest) -> Path:
    program: Path = ROOT / ".editors" / request.param / "nvim"
    if not program.exists():
        pytest.skip(f"{request.param} is not installed; tests/editors/install.sh does that")
    return program


@pytest.fixture
def start(program: Path, tmp_path: Path) -> Iterator[Starter]:
    folder = tmp_path / "Übersetzung 100% #1"
    folder.mkdir()
    write_lines(folder / "x.hyp.en", HYPOTHESES)
    write_lines(folder / "x.ref.en", REFERENCES)
    starter = Starter(program, folder)
    yield starter
    messages = starter.close()
    assert not re.search(r"E\d+:|Error|deprecated|traceback", messages), messages


@pytest.fixture
def session(start: Starter) -> Session:
    """The hypothesis, with its scores on the screen."""
    session = start()
    assert session.shows(session.rows_end_with(HYPOTHESES, REFERENCES))
    return session
