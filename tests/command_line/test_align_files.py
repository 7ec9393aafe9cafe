"""``meteorscope align -o``: pages and pictures, the format chosen by the name of the file."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest

from tests.command_line.conftest import HYPOTHESES, Run, lines
from tests.widget.page_reader import PageReader

SVG = "{http://www.w3.org/2000/svg}"


def alignments_of(page: PageReader) -> list[Any]:
    alignments: list[Any] = page.content["state"]["alignments"]
    return alignments


def written(folder: Path, name: str) -> str:
    return (folder / name).read_text(encoding="utf-8")


def test_a_page_has_all_segments(folder: Path, run: Run) -> None:
    done = run("align", "hyp", "a", "-o", "out.html")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    page = PageReader(written(folder, "out.html"))
    printed = json.loads(run("align", "hyp", "a", "--format", "json").stdout)
    assert alignments_of(page) == printed
    assert page.texts["h1"] == "hyp against a"
    still = page.texts["pre"]
    assert all(f"segment {number + 1}  " in still for number in range(len(HYPOTHESES)))


def test_a_page_has_the_segments_asked_for(folder: Path, run: Run) -> None:
    assert run("align", "hyp", "a", "b", "--segment", "2-3", "-o", "x.HTM").returncode == 0
    page = PageReader(written(folder, "x.HTM"))
    assert [one["segment"] for one in alignments_of(page)] == [2, 3]
    assert page.texts["h1"] == "hyp against a, b"


def test_a_picture_has_the_segment_asked_for(folder: Path, run: Run) -> None:
    assert run("align", "hyp", "a", "--segment", "2", "-o", "out.svg").returncode == 0
    picture = fromstring(written(folder, "out.svg"))
    words = [one.text for one in picture.iter(f"{SVG}text")]
    assert {"dancing", "with", "glee", "danced", "joy"} <= set(words)


def test_picture_of_several_segments_is_rejected(folder: Path, run: Run) -> None:
    for asked in ([], ["--segment", "2-3"]):
        done = run("align", "hyp", "a", *asked, "-o", "out.svg")
        assert done.returncode == 2
        assert b"an SVG picture shows one segment; choose one: --segment N" in done.stderr
    assert not list(folder.glob("*.svg"))


def test_a_file_of_one_segment_needs_no_choice(folder: Path, run: Run) -> None:
    (folder / "one").write_bytes(lines(["a cat"]))
    done = run("align", "one", "one", "--format", "svg")
    assert done.returncode == 0
    assert fromstring(done.stdout.decode()).tag == f"{SVG}svg"


@pytest.mark.parametrize(
    ("name", "begins"),
    [("x.json", "["), ("x.tsv", "segment\t"), ("x.txt", "━━━"), ("x", "━━━")],
)
def test_extension_determines_the_format(folder: Path, run: Run, name: str, begins: str) -> None:
    assert run("align", "hyp", "a", "-o", name).returncode == 0
    assert written(folder, name).startswith(begins)


def test_format_option_applies_to_names_without_extension(folder: Path, run: Run) -> None:
    assert run("align", "hyp", "a", "--format", "html", "-o", "page").returncode == 0
    assert written(folder, "page").startswith("<!DOCTYPE html>")


def test_a_document_is_utf_8_whatever_the_terminal_is(run: Run) -> None:
    done = run("align", "hyp", "a", "--segment", "4", "--format", "svg", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "كتاب" in done.stdout.decode("utf-8")


def test_a_page_appears_whole_or_not_at_all(folder: Path, run: Run) -> None:
    (folder / "broken").write_bytes(b"a\nb\nc\nd\n\xff\n")
    before = sorted(path.name for path in folder.iterdir())
    assert run("align", "-", "broken", "-o", "new.html", stdin=lines(HYPOTHESES)).returncode == 2
    assert sorted(path.name for path in folder.iterdir()) == before


def test_a_page_names_standard_input_and_no_folders(folder: Path, run: Run) -> None:
    done = run("align", "-", str(folder / "a"), "--format", "html", stdin=lines(HYPOTHESES))
    page = done.stdout.decode()
    assert PageReader(page).texts["h1"] == "standard input against a"
    assert str(folder) not in page


def test_page_of_too_many_segments_is_rejected(folder: Path, run: Run) -> None:
    (folder / "many").write_bytes(b"a\n" * 5001)
    done = run("align", "many", "many", "-o", "out.html")
    assert done.returncode == 2
    assert b"a page shows at most 5,000 segments; choose some: --segment 1-5000" in done.stderr
    assert run("align", "many", "many", "--segment", "2-5001", "-o", "out.html").returncode == 0


def test_text_is_never_markup(folder: Path, run: Run) -> None:
    hostile = "</script><script>alert(1)</script><!-- </style> </title> &lt; \u2028"
    (folder / "<b>&amp;").write_bytes(lines([hostile]))
    assert run("align", "<b>&amp;", "<b>&amp;", "-o", "out.html").returncode == 0
    page = written(folder, "out.html")
    assert page.count("<script") == 3  # the content, our script, and what starts it
    assert alignments_of(PageReader(page))[0]["hypothesis"]["text"] == hostile


def test_pages_and_pictures_need_no_notebook(folder: Path) -> None:
    code = """
import sys
class Refuse:
    def find_spec(self, name, *_):
        if name.split(".")[0] in ("anywidget", "ipywidgets", "traitlets", "numpy", "IPython"):
            raise AssertionError(f"{name} was imported")
sys.meta_path.insert(0, Refuse())
from meteor_core.command_line.main import main
sys.exit(main(["align", "hyp", "a", "-o", "x.html"])
         or main(["align", "hyp", "a", "--segment", "1", "-o", "x.svg"]))
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        capture_output=True,
        timeout=120,
        check=False,
        env=dict(os.environ),
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_drawing_function_is_found_by_its_entry_point(folder: Path, run: Run) -> None:
    """Anything can register; here a package on the path, before the installed one."""
    (folder / "other.py").write_text(
        "def draw(results, title, emphasis):\n    return f'{title}!'\n"
    )
    package = folder / "other-1.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: other\nVersion: 1\n")
    (package / "entry_points.txt").write_text("[meteorscope.pictures]\nhtml = other:draw\n")
    done = run("align", "hyp", "a", "--format", "html", PYTHONPATH=str(folder))
    assert done.stdout == b"hyp against a!"
    (folder / "other.py").write_text("import no_such_package\n")
    done = run("align", "hyp", "a", "--format", "html", PYTHONPATH=str(folder))
    assert done.returncode == 2
    assert b"other:draw draws html, but cannot be loaded: No module named" in done.stderr


def test_the_help_teaches(run: Run) -> None:
    shown = run("align", "--help").stdout.decode()
    assert "meteorscope align mt.hyp.en mt.ref.en -o mt.html" in shown
    assert "--segment 3 -o figure.svg" in shown
