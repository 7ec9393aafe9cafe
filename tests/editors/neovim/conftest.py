"""Neovims with the plugin.

Every test runs in the newest one. Those that are marked ``every_version`` also run in the oldest
that the plugin supports, which counts columns in another unit and has an older API for clients.
"""

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

NEWEST, OLDEST = EDITORS


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "every_version: runs in the oldest Neovim, too")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "program" in metafunc.fixturenames:
        is_marked = metafunc.definition.get_closest_marker("every_version") is not None
        names = [NEWEST, OLDEST] if is_marked else [NEWEST]
        ids = [name.removeprefix("nvim-") for name in names]
        metafunc.parametrize("program", names, ids=ids, indirect=True, scope="module")


@pytest.fixture(scope="module")
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
