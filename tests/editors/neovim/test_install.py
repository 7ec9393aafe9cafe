"""`:Meteor install`: a private environment, from a folder with one wheel, whose server is ours.

tests/editors/bare_machine.py installs the real wheels.
"""

import os
import re
import shutil
import sys
import zipfile
from pathlib import Path
from typing import Final

import pytest

from tests.editors.neovim.session import HYPOTHESES, REFERENCES, Session, Starter

pytestmark = [pytest.mark.editor, pytest.mark.timeout(120)]

_METADATA: Final = """\
Metadata-Version: 2.1
Name: meteorscope
Version: 0.0.1
Provides-Extra: lsp
"""
_WHEEL: Final = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
_SERVER: Final = """\
import sys
sys.path[:0] = {paths!r}
del sys.modules["meteor_lsp"]  # this very package
from meteor_lsp.command_line import main
sys.exit(main())
"""


def wheels(folder: Path) -> Path:
    """A folder with a wheel of a package whose module starts the server that is being tested."""
    folder.mkdir()
    files = {
        "meteor_lsp/__main__.py": _SERVER.format(paths=[path for path in sys.path if path]),
        "meteorscope-0.0.1.dist-info/METADATA": _METADATA,
        "meteorscope-0.0.1.dist-info/WHEEL": _WHEEL,
        "meteorscope-0.0.1.dist-info/RECORD": "",
    }
    with zipfile.ZipFile(folder / "meteorscope-0.0.1-py3-none-any.whl", "w") as wheel:
        for name, text in files.items():
            wheel.writestr(name, text)
    return folder


def programs(folder: Path, *python: str) -> str:
    """A search path with these programs alone, by the name python3."""
    folder.mkdir()
    for target in python:
        (folder / "python3").symlink_to(target)
    for name in ("dirname", "sh", "uname"):
        (folder / name).symlink_to(shutil.which(name) or f"/bin/{name}")
    return str(folder)


def private(session: Session) -> Path:
    return session.folder / "data" / "nvim" / "meteorscope"


def all_messages(session: Session) -> str:
    told: str = session.neovim.lua("return vim.fn.execute('Meteor messages')")
    return told


def says(session: Session, text: str) -> bool:
    """Whether that is said by the time that an environment is made, on a busy machine."""
    return session.neovim.wait(lambda screen: text in screen.lines()[-1], 80) is not None


@pytest.mark.every_version
def test_a_private_environment_is_made_and_found_again(start: Starter, tmp_path: Path) -> None:
    path = programs(tmp_path / "programs", str(Path(sys.base_prefix) / "bin" / "python3"))
    # Modules beside the text are no part of what installs.
    (start.folder / "venv.py").write_text("raise SystemExit('not mine')")
    session = start(path=path, columns=160)
    assert session.tells("METEOR: no meteor-lsp: :Meteor install, ")
    source = wheels(tmp_path / "folder of wheels")
    session.neovim.command(f"Meteor install {source}")
    assert says(session, "METEOR: the server is installed")
    assert session.shows(session.rows_end_with(HYPOTHESES, REFERENCES))
    assert [child.name for child in private(session).iterdir()] == ["server"]

    later = start(path=path)
    assert later.shows(later.rows_end_with(HYPOTHESES, REFERENCES))
    # One on the search path counts more.
    chosen = start(path=f"{start.folder / 'bin'}{os.pathsep}{path}")
    command = chosen.neovim.lua("return require('meteorscope.server').command()")
    assert command == ["meteor-lsp"]


def test_what_fails_is_said_and_leaves_nothing(start: Starter, tmp_path: Path) -> None:
    (tmp_path / "old").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "old").chmod(0o755)
    session = start(path=programs(tmp_path / "programs", str(tmp_path / "old")), columns=160)
    assert session.tells("METEOR: no meteor-lsp")
    session.neovim.command(f"Meteor install {tmp_path}")
    assert session.tells("METEOR: no wheel of Meteorscope in")
    source = wheels(tmp_path / "wheels")
    session.neovim.command(f"Meteor install {source}")
    assert session.tells("not installed: there is no Python 3.11 or later on the search path")

    (tmp_path / "programs" / "python3").unlink()
    (tmp_path / "programs" / "python3").symlink_to(Path(sys.base_prefix) / "bin" / "python3")
    (source / "meteorscope-0.0.1-py3-none-any.whl").write_bytes(b"damaged")
    session.neovim.command(f"Meteor install {source}")
    assert says(session, "METEOR: the server was not installed: installing packages: ")
    assert re.search("meteorscope.*[Ww]heel|[Ww]heel.*meteorscope", all_messages(session))
    assert list(private(session).iterdir()) == []
    assert not session.is_waiting
