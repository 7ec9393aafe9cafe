"""What only a drawing needs is not loaded before something is drawn."""

import subprocess
import sys
from pathlib import Path

PROGRAM = """
import sys
from contextlib import redirect_stdout
from io import StringIO

def loaded():
    return [name for name in ("jinja2", "rich", "wcwidth") if name in sys.modules]

import meteorscope
from meteor_core.command_line.main import main
from meteor_lsp.server import create_server

with redirect_stdout(StringIO()):
    assert main(["score", "h", "r", "--format", "json"]) == 0
create_server().engine.close()
before = loaded()
with redirect_stdout(StringIO()):
    assert main(["align", "h", "r"]) == 0
print(before, loaded())
"""


def test_libraries_that_draw_are_loaded_where_something_is_drawn(tmp_path: Path) -> None:
    (tmp_path / "h").write_text("the cat sat\n", encoding="utf-8")
    (tmp_path / "r").write_text("the cat sat, café\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert done.stdout == "[] ['rich', 'wcwidth']\n"
