"""Run lint, type checks and the tests nearest to a change, within about a minute.

    make quick               changes since the last commit; without any, those of the last commit
    make quick SINCE=main    changes since another commit
    make quick AREA=server   the tests of one area, whatever changed

Changed tests run first, then tests that import a changed module, then tests that import it through
other modules, until the time is up. Tests that are left out are counted; ``make test`` runs them.
"""

import argparse
import ast
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
SECONDS: Final = 55
"""The time for everything; a test that is running when it ends is finished."""

AREAS: Final = {
    "adapters": ["tests/adapters", "tests/core/test_nltk_adapter.py"],
    "core": ["tests/core"],
    "command-line": ["tests/command_line"],
    "meteor-1.5": ["tests/meteor15"],
    "kernel": ["tests/core/test_twins.py", "tests/core/test_compiled_text.py"],
    "tables": ["tests/scale"],
    "agreement": ["tests/agreement", "tests/command_line/test_agree.py"],
    "comparison": [
        "tests/comparison",
        "tests/core/test_all_pairs.py",
        "tests/core/test_significance.py",
        "tests/command_line/test_compare.py",
    ],
    "server": ["tests/lsp"],
    "notebook": ["tests/widget"],
    "documents": ["tests/test_documentation.py"],
}
"""The tests of each area."""

_WITHOUT_MODULES: Final = {
    "core/kernel/": AREAS["kernel"],
    "docs/": AREAS["documents"],
    "README.md": AREAS["documents"],
    "CONTRIBUTING.md": AREAS["documents"],
    "meteor_widget/static/": ["tests/widget/test_bundle.py"],
    "editors/vscode/package.json": ["tests/lsp/test_vscode_settings.py"],
}
"""Places whose changes no import leads to, and their tests."""

_FRONT_ENDS: Final = ("meteor_widget/frontend", "editors/vscode")
_UNIT: Final = "not slow and not editor and not browser"
_NO_TESTS: Final = 5  # pytest's exit status where nothing was selected


def main() -> int:
    """Run what the command line asks for and return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--since", metavar="COMMIT", help="the commit to compare with")
    parser.add_argument("--area", help=f"one of: {', '.join(AREAS)}")
    arguments = parser.parse_args()
    if arguments.area is not None and arguments.area not in AREAS:
        parser.error(f"unknown area '{arguments.area}'; choose one of: {', '.join(AREAS)}")
    until = time.time() + SECONDS
    changed = _changed_files(arguments.since)
    tests = AREAS[arguments.area] if arguments.area else _nearest_tests(changed)
    python = sys.executable
    checks = [
        [python, "-m", "ruff", "check", "--quiet"],
        [python, "-m", "ruff", "format", "--check", "--quiet"],
        [python, "-m", "mypy"],
        *_front_end_checks(changed),
    ]
    failed = [" ".join(check) for check in checks if not _passes(check)]
    if tests:
        print(f"Tests nearest to the change: {' '.join(tests)}", flush=True)
        command = [python, "-m", "pytest", "-q", "-n", "auto", "-m", _UNIT, *tests]
        environment = {**os.environ, "METEORSCOPE_TESTS_UNTIL": str(until)}
        if _status(command, environment) not in (0, _NO_TESTS):
            failed.append("pytest")
    else:
        print("No test is affected by the change")
    for command_line in failed:
        print(f"failed: {command_line}")
    return 1 if failed else 0


def _changed_files(since: str | None) -> list[str]:
    if since is None:
        since = "HEAD" if _git("status", "--porcelain") else "HEAD~1"
    untracked = _git("ls-files", "--others", "--exclude-standard")
    return sorted({*_git("diff", "--name-only", since), *untracked})


def _git(*arguments: str) -> list[str]:
    command = ["git", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"quick: git {' '.join(arguments)}: {done.stderr.strip()}")
    return done.stdout.splitlines()


def _front_end_checks(changed: Sequence[str]) -> Iterator[list[str]]:
    npm = shutil.which("npm")
    for folder in _FRONT_ENDS:
        if npm and any(name.startswith(f"{folder}/") for name in changed):
            yield [npm, "run", "--silent", "check", "-w", folder]
            yield [npm, "run", "--silent", "test", "-w", folder]


def _passes(command: Sequence[str]) -> bool:
    return _status(command, dict(os.environ)) == 0


def _status(command: Sequence[str], environment: dict[str, str]) -> int:
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


def _nearest_tests(changed: Sequence[str]) -> list[str]:
    """The test files that a change can affect, the nearest first."""
    modules = _modules()
    importers: dict[str, set[str]] = {}
    for name, path in modules.items():
        for imported in _imports(path, name, modules):
            importers.setdefault(imported, set()).add(name)
    reached = dict.fromkeys(name for name, path in modules.items() if _relative(path) in changed)
    layer = list(reached)
    while layer:
        found = [name for module in layer for name in sorted(importers.get(module, ()))]
        layer = list(dict.fromkeys(name for name in found if name not in reached))
        reached.update(dict.fromkeys(layer))
    tests = [
        _relative(modules[name]) for name in reached if name.split(".")[-1].startswith("test_")
    ]
    beside = [
        test
        for place, others in _WITHOUT_MODULES.items()
        for test in others
        if any(name.startswith(place) for name in changed)
    ]
    return list(dict.fromkeys([*beside, *tests]))


def _modules() -> dict[str, Path]:
    """All modules of the repository by their names."""
    sources = [
        ROOT / name
        for name in ("core/meteor_core", "core/meteorscope", "meteor_lsp", "meteor_widget")
    ]
    sources += [ROOT / name for name in ("tests", "benchmarks", "scripts")]
    modules = {}
    for source in sources:
        for path in source.rglob("*.py"):
            parts = path.relative_to(source.parent).with_suffix("").parts
            modules[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return modules


def _imports(path: Path, name: str, modules: Iterable[str]) -> Iterator[str]:
    """The modules of the repository that a module imports anywhere in it."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1]
            base = ".".join([*(above if node.level else ()), *filter(None, [node.module])])
            names = [f"{base}.{alias.name}" for alias in node.names]
            yield from (one if one in modules else base for one in names)


def _relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


if __name__ == "__main__":
    sys.exit(main())
