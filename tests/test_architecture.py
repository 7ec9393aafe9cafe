"""Check that imports and includes follow the architecture: no circles, and none that climbs."""

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

ROOMS = {
    "meteor_core": (
        "command_line",
        "comparison",
        "agreement review",
        "show analysis",
        "adapters arrow",
        "meteor",
        "batch",
        "configuration",
        "options",
        "tuned",
        "meteor15",
        "ingredients variants",
        "score",
        "search",
        "words",
        "files",
        "text",
        "runtime",
        "errors version",
    ),
    "meteor_widget": (
        "agreement alignment compare corpus review",
        "scoring",
        "inputs scorers view",
        "pages",
        "static_picture",
        "frontend_files portable_json traits",
    ),
    "meteor_lsp": (
        "command_line",
        "check server jupyter",
        "checked_files handlers",
        "editor",
        "features",
        "session reports",
        "scoring",
        "pairing",
        "project",
        "documents",
        "errors",
    ),
}
"""The rooms of a package and the modules beside them; each imports those below it, and no others.

Rooms of one line know nothing of each other.
"""

KERNEL = ROOT / "core/kernel"
KERNEL_ROOMS = (
    "python_testing",
    "python",
    "batch",
    "files meteor15 review score",
    "search",
    "words",
    "text",
    "base",
)
"""The rooms of the kernel from top to bottom, as in ``ROOMS``."""

WITHOUT_TWIN = {
    "batch/scorer": "batch/python_scorer.py has the steps, compiled_scorer.py calls this",
    "files/xml/shapes": "files/xml/templates.py has it",
    "search/rows": "Python has dictionaries",
    "search/shared_keys": "Python has sets",
    "search/spans/beam/branch_points": "beam.py looks these facts up as it goes",
    "search/spans/beam/history": "Python's sort is stable",
    "search/spans/beam/lanes": "loops for vector instructions",
    "search/spans/beam/packed": "the beam with short integers as keys",
    "search/spans/beam/avx2_lists": "loops for vector instructions",
    "search/spans/optimal": "the kernel alone has this search",
    "search/spans/point_map": "Python has dictionaries",
    "search/words/optimal/open_groups": "components.py has it",
    "search/words/optimal/small_certain": "certain.py, with integers of 64 and 128 bits",
    "text/float_text": "Python's repr",
    "text/surfaces": "Python's strings have it",
    "text/tokenizers/matching": "Python's regular expressions",
    "words/lexicon/crc32": "Python's zlib",
    "words/porter": "NLTK's stemmer",
}
"""The sources and folders of the kernel without a module of that path in meteor_core, and why."""

PACKAGES = {
    "meteor_core": ROOT / "core/meteor_core",
    "meteorscope": ROOT / "core/meteorscope",
    "meteor_lsp": ROOT / "meteor_lsp",
    "meteor_widget": ROOT / "meteor_widget",
}
FRONT_ENDS = {
    "meteor_widget/frontend": ROOT / "meteor_widget/frontend/src",
    "editors/vscode": ROOT / "editors/vscode/src",
}


@pytest.mark.parametrize("package", PACKAGES)
def test_no_imports_of_modules_run_in_a_circle(package: str) -> None:
    assert circle(python_imports(package)) == []


@pytest.mark.parametrize("front_end", FRONT_ENDS)
def test_no_imports_of_typescript_run_in_a_circle(front_end: str) -> None:
    assert circle(typescript_imports(FRONT_ENDS[front_end])) == []


@pytest.mark.parametrize("package", ROOMS)
def test_no_import_climbs(package: str) -> None:
    floors = {room: floor for floor, rooms in enumerate(ROOMS[package]) for room in rooms.split()}
    climbing = [
        f"{name} imports {other}"
        for name, others in python_imports(package).items()
        for other in others
        if (room := room_of(name)) and (other_room := room_of(other)) and room != other_room
        if floors[room] >= floors[other_room]
    ]
    assert climbing == []


def test_no_includes_of_the_kernel_run_in_a_circle() -> None:
    assert circle(kernel_includes()) == []


def test_no_include_of_the_kernel_climbs() -> None:
    floors = {room: floor for floor, rooms in enumerate(KERNEL_ROOMS) for room in rooms.split()}
    rooms = {name: name.partition("/")[0] for name in kernel_includes()}
    climbing = [
        f"{name} includes {other}"
        for name, others in kernel_includes().items()
        for other in others
        if rooms[name] != rooms[other] and floors[rooms[name]] >= floors[rooms[other]]
    ]
    assert climbing == []
    words_and_spans = {
        (name, other)
        for name, others in kernel_includes().items()
        for other in others
        if {name.split("/")[:2][-1], other.split("/")[:2][-1]} == {"words", "spans"}
        if rooms[name] == rooms[other]
    }
    assert words_and_spans == set()


def test_the_kernel_has_the_names_of_the_core() -> None:
    """``words/optimal/optimal.hpp`` may stand for the package ``words/optimal``."""
    core = PACKAGES["meteor_core"]
    sources = {path.relative_to(KERNEL).with_suffix("") for path in KERNEL.rglob("*.?pp")}
    alone = set()
    for source in sources:
        if source.parts[0] not in {"base", "python", "python_testing"}:
            twin = core / (source.parent if source.parent.name == source.name else source)
            if not (twin.with_suffix(".py").exists() or (twin / "__init__.py").exists()):
                folder = source.parent.as_posix()
                alone.add(folder if folder in WITHOUT_TWIN else source.as_posix())
    assert alone == set(WITHOUT_TWIN)


def test_no_folder_of_the_kernel_is_crowded() -> None:
    folders = [path.parent.relative_to(KERNEL).as_posix() for path in KERNEL.rglob("*.?pp")]
    assert {folder for folder in folders if folders.count(folder) > 20} == set()


def test_faces_know_the_core_and_not_each_other() -> None:
    allowed = {
        "meteor_core": set(),
        "meteorscope": {"meteor_core"},
        "meteor_lsp": {"meteor_core"},
        "meteor_widget": {"meteor_core"},
    }
    for package, others in allowed.items():
        known = {
            name.partition(".")[0]
            for path in python_modules(package).values()
            for name in imported(path, package)
        }
        assert known & set(PACKAGES) - {package} <= others


def test_a_circle_is_found() -> None:
    assert circle({"a": {"b"}, "b": {"c", "d"}, "c": set(), "d": {"a"}}) == ["a", "b", "d", "a"]


def room_of(module: str) -> str:
    """The first name below the package; the package itself is above all of its rooms."""
    return "" if module.endswith(".__main__") else module.partition(".")[2].partition(".")[0]


def circle(imports: Mapping[str, set[str]]) -> list[str]:
    """The first circle that is found, from a module back to itself; empty without one."""
    done: set[str] = set()

    def search(name: str, path: list[str]) -> list[str]:
        if name in path:
            return [*path[path.index(name) :], name]
        if name in done:
            return []
        for other in sorted(imports[name]):
            if found := search(other, [*path, name]):
                return found
        done.add(name)
        return []

    return next((found for name in sorted(imports) if (found := search(name, []))), [])


def python_modules(package: str) -> dict[str, Path]:
    folder = PACKAGES[package]
    modules = {}
    for path in folder.rglob("*.py"):
        names = path.relative_to(folder.parent).with_suffix("").parts
        modules[".".join(names[:-1] if names[-1] == "__init__" else names)] = path
    return {name: path for name, path in modules.items() if "node_modules" not in path.parts}


def python_imports(package: str) -> dict[str, set[str]]:
    """The modules of a package that each of them names in an import, wherever that stands.

    An import of a package's own part (``from . import part`` in its ``__init__``) counts for the
    part; that a module loads the packages around it does not count.
    """
    modules = python_modules(package)
    return {
        name: {
            nearest
            for other in imported(path, name)
            if (nearest := other if other in modules else other.rpartition(".")[0]) in modules
            and nearest not in (name, package)
        }
        for name, path in modules.items()
    }


def imported(path: Path, module: str) -> Iterator[str]:
    """The full names that a file imports; those of ``from x import y`` as ``x.y``."""
    package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{base}.{alias.name}" for alias in node.names)


def kernel_includes() -> dict[str, set[str]]:
    """The kernel's files, and what each of them includes of the others, by paths below it."""
    return {
        path.relative_to(KERNEL).as_posix(): set(
            re.findall(r'^#include "(.+)"$', path.read_text(encoding="utf-8"), re.MULTILINE)
        )
        for path in KERNEL.rglob("*.?pp")
    }


def typescript_imports(folder: Path) -> dict[str, set[str]]:
    """The files that each file imports by a relative path, types too."""
    files = {path.resolve() for path in folder.rglob("*.ts")}
    pattern = re.compile(r"""(?:from|import)\s*\(?\s*["'](\.[^"']+)["']""")
    return {
        str(path): {
            str(other)
            for name in pattern.findall(path.read_text(encoding="utf-8"))
            for other in candidates(path, name)
            if other in files
        }
        for path in files
    }


def candidates(path: Path, name: str) -> Iterator[Path]:
    target = (path.parent / name).resolve()
    yield from (
        target.with_suffix(".ts"),
        target.with_name(f"{target.name}.ts"),
        target / "index.ts",
    )
