"""The documents are true: their commands run, and print what the documents say.

A block fenced as ``console`` holds commands after ``$``, each followed by its output, in which a
line ``...`` stands for any number of lines and ``...`` inside a line for anything.
"""

import fnmatch
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.compare import DOCUMENT, SECTIONS
from meteor_core.version import VERSION
from tests.test_architecture import PACKAGES, ROOMS
from tests.usable_variants import METEOR_IS_THERE

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted(
    [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "docs" / "start").glob("*.md")]
)
PAGES = sorted(
    [
        *DOCUMENTS,
        *(ROOT / "docs" / "decisions").glob("*.md"),
        *ROOT.glob("C*.md"),
        ROOT / "SECURITY.md",
        ROOT / "examples" / "README.md",
        ROOT / "editors" / "vscode" / "README.md",
    ]
)
PATH = re.compile(r"`([\w.*/-]+(?:/|\.(?:py|ts|lua|cpp|sh)))`")
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


def test_the_picture_of_an_alignment_is_what_is_drawn(tmp_path: Path) -> None:
    files = "examples/city-news.hyp.en examples/city-news.ref.en"
    run(f"meteorscope align {files} --segment 4 -o {tmp_path / 'alignment.svg'}", ROOT)
    shown = ROOT / "docs" / "images" / "alignment.svg"
    assert (tmp_path / "alignment.svg").read_bytes() == shown.read_bytes()


def test_python_examples_run(tmp_path: Path) -> None:
    """One process runs them, each as a program: most of their time would be imports."""
    for number, (document, block) in enumerate(blocks("python")):
        name = f"{number:02}-{document.stem}.py"
        (tmp_path / name).write_text(block, encoding="utf-8")
    every = "import glob, runpy\nfor one in sorted(glob.glob('[0-9]*.py')): runpy.run_path(one)"
    run(f'{sys.executable} -c "{every}"', tmp_path)


def test_start_pages_name_commands_that_editors_have() -> None:
    pages = {
        page: page.read_text(encoding="utf-8") for page in DOCUMENTS if page.parent.name == "start"
    }
    extension = json.loads((ROOT / "editors/vscode/package.json").read_text(encoding="utf-8"))
    titles = {command["title"] for command in extension["contributes"]["commands"]}
    lua = (ROOT / "editors/nvim/lua/meteorscope/commands.lua").read_text(encoding="utf-8")
    named = {name for text in pages.values() for name in re.findall(r"\*\*(.+?)\*\*", text)}
    typed = {name for text in pages.values() for name in re.findall(r"`:Meteor (\w+)", text)}
    assert named
    assert typed
    assert named <= titles
    assert typed <= set(re.findall(r"^  (\w+) = ", lua, re.MULTILINE))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if "://" not in link:
            name, _, heading = link.partition("#")
            target = page.parent / name if name else page
            assert target.exists(), link
            assert not heading or heading in headings(target), link


def headings(page: Path) -> list[str]:
    """The headings of a page, as GitHub makes them the ends of links."""
    titles = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return [re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in titles]


@pytest.mark.parametrize("page", ["docs/architecture.md", "CONTRIBUTING.md"])
def test_modules_and_folders_that_are_named_exist(page: str) -> None:
    names = PATH.findall((ROOT / page).read_text(encoding="utf-8"))
    listed = run("git ls-files --cached --others --exclude-standard", ROOT).splitlines()
    paths = {f"/{path}" for name in listed for path in (name, *parents(name))}
    missing = [name for name in names if not fnmatch.filter(paths, f"*/{name}")]
    assert names
    assert missing == []


def parents(name: str) -> list[str]:
    """The folders that a file is in, each with a slash at its end."""
    return [f"{folder}/" for folder in Path(name).parents]


@pytest.mark.parametrize("package", ROOMS)
def test_the_architecture_draws_the_rooms_in_their_order(package: str) -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    section = text.partition(f"The rooms of `{PACKAGES[package].relative_to(ROOT)}/`")[2]
    drawing = section.partition("\n\n")[2].partition("\n\n")[0]
    lines = [line.strip().partition("    ")[0] for line in drawing.splitlines()]
    drawn = [re.findall(r"(\w+)(?:/|\.py)", line) for line in lines]
    assert [set(rooms) for rooms in drawn] == [set(rooms.split()) for rooms in ROOMS[package]]


def test_the_citation_is_of_this_version() -> None:
    assert f"\nversion: {VERSION}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


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
