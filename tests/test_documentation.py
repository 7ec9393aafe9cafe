"""The documents are true: their commands run, and print what the documents say.

A block fenced as ``console`` holds commands after ``$``, each followed by its output, in which a
line ``...`` stands for any number of lines and ``...`` inside a line for anything.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.compare import DOCUMENT, SECTIONS
from tests.usable_variants import METEOR_IS_THERE

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(language: str) -> Iterator[tuple[Path, str]]:
    for document in DOCUMENTS:
        for match in BLOCK.finditer(document.read_text(encoding="utf-8")):
            if match[1] == language:
                yield document, match[2]


def commands() -> Iterator[tuple[str, str, str]]:
    for document, block in blocks("console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield document.name, command, output


def pattern_of(output: str) -> str:
    lines = [
        r"(?:.*\n)*?" if line == "..." else ".*".join(map(re.escape, line.split("..."))) + r"\n"
        for line in output.splitlines()
    ]
    return "".join(lines)


def run(command: str, folder: Path) -> str:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=250,  # METEOR 1.5's paraphrases may have to be compiled first
        check=False,
        env={**os.environ, "PATH": path, "COLUMNS": "80"},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(("document", "command", "output"), list(commands()))
def test_commands_print_what_the_documents_say(document: str, command: str, output: str) -> None:
    if "meteor-1.5" in command and not METEOR_IS_THERE:
        pytest.skip("METEOR 1.5 is not here: the package pycocoevalcap has it")
    printed = run(command, ROOT)
    if output:
        assert re.fullmatch(pattern_of(output), printed), printed


def test_the_example_of_the_alignment_format_is_what_is_printed(tmp_path: Path) -> None:
    (example,) = (block for file, block in blocks("json") if file.stem == "alignment-format")
    (tmp_path / "h").write_text("dancing with glee\n", encoding="utf-8")
    (tmp_path / "r").write_text("danced with joy\n", encoding="utf-8")
    (printed,) = json.loads(run("meteorscope align h r --format json", tmp_path))
    expected = json.loads(example)
    start = expected.pop("signature").removesuffix("...")
    assert printed.pop("signature").startswith(start)
    assert printed == expected


def test_the_picture_on_top_is_what_is_drawn(tmp_path: Path) -> None:
    files = "examples/city-news.hyp.en examples/city-news.ref.en"
    run(f"meteorscope align {files} --segment 4 -o {tmp_path / 'alignment.svg'}", ROOT)
    shown = ROOT / "docs" / "images" / "alignment.svg"
    assert (tmp_path / "alignment.svg").read_bytes() == shown.read_bytes()


def test_python_examples_run(tmp_path: Path) -> None:
    for _, block in blocks("python"):
        (tmp_path / "example.py").write_text(block, encoding="utf-8")
        run(f"{sys.executable} example.py", tmp_path)


def test_links_between_documents_lead_somewhere() -> None:
    for document in DOCUMENTS:
        for target in re.findall(r"\]\(([^)#]+)\)", document.read_text(encoding="utf-8")):
            if "://" not in target:
                assert (document.parent / target).exists(), f"{document.name}: {target}"


def test_each_section_of_the_benchmark_has_its_place() -> None:
    marks = re.findall(r"^<!-- (.+) -->$", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
    opening, closing = marks[::2], marks[1::2]
    assert closing == [f"/{name}" for name in opening]
    assert sorted(opening) == sorted([*SECTIONS, "machine"])


def test_the_signature_in_the_documents_is_todays() -> None:
    printed = run("meteorscope score examples/city-news.hyp.en examples/city-news.ref.en", ROOT)
    signature = printed.splitlines()[-1]
    shown = re.findall(
        r"METEOR\|[^\s`]*version:\S+", (ROOT / "docs/variants.md").read_text(encoding="utf-8")
    )
    stemmer = re.compile(r"(snowball-\w+)-[\d.]+")  # its version is the machine's
    assert [stemmer.sub(r"\1", one) for one in shown] == [stemmer.sub(r"\1", signature)]
