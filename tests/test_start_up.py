"""What only some need is not loaded for others: to draw, for another command, for other files."""

import argparse
import subprocess
import sys
from pathlib import Path

from meteor_core.command_line.main import make_parser

PROGRAM = """
import sys
from contextlib import redirect_stdout
from io import StringIO

def loaded():
    return [name for name in ("jinja2", "rich", "wcwidth") if name in sys.modules]

def searches():  # of Python, which needs them where there is no kernel
    if meteorscope.IMPLEMENTATION == "python":
        return []
    return [name for name in sys.modules if name.startswith("meteor_core.search.words")]

import meteorscope
from meteor_core.command_line.main import main
from meteor_lsp.server import create_server

with redirect_stdout(StringIO()):
    assert main(["score", "h", "r", "--format", "json"]) == 0
create_server().engine.close()
before = loaded()
with redirect_stdout(StringIO()):
    assert main(["align", "h", "r"]) == 0
print(before, loaded(), searches())
"""

PLAIN_TEXTS = """
import sys
from contextlib import redirect_stdout
from io import StringIO

from meteor_core.command_line.main import main

with redirect_stdout(StringIO()):
    assert main(["score", "h", "r"]) == 0
print([name for name in sys.modules if name.startswith("meteor_core.files.xml")])
"""


def test_libraries_that_draw_are_loaded_where_something_is_drawn(tmp_path: Path) -> None:
    assert run(PROGRAM, tmp_path) == "[] ['rich', 'wcwidth'] []\n"


def test_plain_texts_are_scored_without_what_reads_bilingual_files(tmp_path: Path) -> None:
    assert run(PLAIN_TEXTS, tmp_path) == "[]\n"


def test_a_command_is_loaded_without_the_others() -> None:
    """Each by its name; whatever is no command has the parser of all."""
    every = names_of(make_parser())
    assert every[-1] == "completion"
    assert [names_of(make_parser(name)) for name in every[:-1]] == [[name] for name in every[:-1]]
    assert names_of(make_parser("--help")) == names_of(make_parser("completion")) == every


def names_of(parser: argparse.ArgumentParser) -> list[str]:
    (commands,) = (action for action in parser._actions if action.choices)
    return list(commands.choices or ())


def run(program: str, folder: Path) -> str:
    """What a program prints in a folder with two texts."""
    (folder / "h").write_text("the cat sat\n", encoding="utf-8")
    (folder / "r").write_text("the cat sat, café\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return done.stdout
