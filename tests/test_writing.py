"""Files are written in one place, whole or not at all, and nowhere that nobody meant.

All of it takes a second.
"""

import ast
import fcntl
import os
import re
import resource
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from meteor_core.errors import OutputError
from meteor_core.runtime import writing
from meteor_core.runtime.writing import append_lines, open_to_read, whole_file, write_file

ROOT = Path(__file__).parents[1]
PACKAGES = ("core/meteor_core", "core/meteorscope", "meteor_lsp", "meteor_widget")
THE_MODULE = "core/meteor_core/runtime/writing.py"

ALLOWED = {
    ("core/meteor_core/command_line/statuses.py", "os.open"): "/dev/null for a closed stream",
    ("meteor_lsp/pairing/language_model.py", "TemporaryFile"): "has no name, and is read again",
    ("meteor_lsp/pairing/language_model.py", "shutil.copyfileobj"): "into that file",
    ("meteor_lsp/editor/transport.py", "fdopen 'wb'"): "standard output, to the client",
    ("core/meteor_core/meteor15/paraphrases/cache.py", "mkdir"): "the folder of the cache",
    ("meteor_lsp/documents/library.py", "replace"): "of lines in memory",
    ("meteor_lsp/editor/watchdog.py", "mkdir"): "the folder of the cache",
    ("meteor_lsp/handlers/command_set.py", "mkdir"): "the folder of the reports",
}
"""What else may write, and why."""

WRITING_MODE = re.compile(r"(?=.*[wax+])[rwaxbtU+]{1,4}")
WRITERS = {
    *("write_text", "write_bytes", "touch", "symlink_to", "hardlink_to", "rename", "chmod"),
    *("mkstemp", "mktemp", "NamedTemporaryFile", "TemporaryFile", "SpooledTemporaryFile"),
    *("TemporaryDirectory", "mkdtemp", "FileIO", "savefig", "tofile", "mkdir", "makedirs"),
}
OF_OS = {
    *("open", "replace", "rename", "renames", "link", "symlink", "truncate", "ftruncate"),
    *("mkfifo", "mknod", "chmod", "chown", "fchmod", "fchown", "write", "pwrite", "sendfile"),
}


def writing_calls(source: str) -> Iterator[str]:
    """Yield what writes to files in a module, as far as its text tells."""
    for call in (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)):
        function = call.func
        name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        owner = getattr(function.value, "id", "") if isinstance(function, ast.Attribute) else ""
        given = [*call.args, *(keyword.value for keyword in call.keywords)]
        modes = [one.value for one in given if isinstance(one, ast.Constant)]
        modes = [one for one in modes if isinstance(one, str) and WRITING_MODE.fullmatch(one)]
        if owner == "shutil" and name.startswith(("copy", "move", "make_archive")):
            yield f"shutil.{name}"
        elif owner == "os" and name in OF_OS:
            yield f"os.{name}"
        elif name in WRITERS:
            yield name
        elif name in ("open", "fdopen", "ZipFile", "TarFile") and modes:
            yield f"{name} {modes[0]!r}"
        elif isinstance(function, ast.Attribute) and name == "replace" and len(given) == 1:
            yield "replace"  # of a path: texts are given two, and so are dataclasses


def test_nothing_else_writes() -> None:
    found = {
        (str(path.relative_to(ROOT)), call)
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        if "node_modules" not in path.parts
        for call in writing_calls(path.read_text(encoding="utf-8"))
    }
    assert {one for one in found if one[0] != THE_MODULE} == set(ALLOWED)


@pytest.mark.parametrize(
    "line",
    [
        "open(name, 'w')",
        "Path(name).open('ab')",
        "path.open(mode='x')",
        "gzip.open(name, 'wt')",
        "open(name, 'r+b')",
        "os.fdopen(handle, 'wb')",
        "os.open(name, os.O_WRONLY)",
        "path.write_text(text)",
        "path.write_bytes(data)",
        "unfinished.replace(path)",
        "os.replace(one, other)",
        "path.rename(other)",
        "shutil.copyfile(one, other)",
        "shutil.move(one, other)",
        "tempfile.mkstemp()",
        "NamedTemporaryFile()",
        "io.FileIO(name, 'w')",
        "figure.savefig(name)",
    ],
)
def test_what_writes_is_found(line: str) -> None:
    assert list(writing_calls(line))


@pytest.mark.parametrize(
    "line", ["open(name)", "path.open('rb')", "a.replace('b', 'c')", "session.open(document)"]
)
def test_what_reads_is_not(line: str) -> None:
    assert not list(writing_calls(line))


def test_editors_write_only_named_files() -> None:
    """Of the extension and the plugins, each place that writes to a disk."""
    found = {
        str(path.relative_to(ROOT)): re.findall(
            r"\b(?:writeFile\w*|appendFile\w*|createWriteStream|writefile|write-region)\b|"
            r"io\.open\([^)]*['\"][wa]",
            path.read_text(encoding="utf-8"),
        )
        for ending in ("ts", "lua", "vim", "el")
        for folder in (
            "editors/vscode/src",
            "editors/nvim",
            "editors/emacs",
            "meteor_widget/frontend/src",
        )
        for path in (ROOT / folder).rglob(f"*.{ending}")
        if "node_modules" not in path.parts
    }
    assert {path: calls for path, calls in found.items() if calls} == {
        "editors/vscode/src/documents.ts": ["writeFile"],  # what the dialog "Save as" gave
        "editors/nvim/lua/meteorscope/documents.lua": ["writefile"],  # :write
    }


@contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


@contextmanager
def files_no_larger_than(size: int) -> Iterator[None]:
    """A write beyond is cut off, as on a disk that is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def add_line(path: Path) -> None:
    append_lines(path, b"new\n")


def write_anew(path: Path) -> None:
    write_file(path, b"new\n")


Way = Callable[[Path], None]
WAYS: list[Way] = [write_anew, add_line]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_a_new_file_has_what_the_umask_leaves(
    tmp_path: Path, way: Way, mask: int, mode: int
) -> None:
    with umask(mask):
        way(tmp_path / "x")
    assert mode_of(tmp_path / "x") == mode


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666, 0o755])
def test_a_file_keeps_its_permissions(tmp_path: Path, way: Way, mode: int) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"old\n")
    path.chmod(mode)
    way(path)
    assert mode_of(path) == mode
    assert path.read_bytes().endswith(b"new\n")


def test_private_file_is_unreadable_for_others_while_written(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"old")
    path.chmod(0o600)
    with whole_file(path):
        (unfinished,) = set(tmp_path.iterdir()) - {path}
        assert mode_of(unfinished) == 0o600


@pytest.mark.skipif(os.geteuid() != 0, reason="needs to give files away")
def test_a_file_keeps_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"old")
    os.chown(path, 12_345, 23_456)
    write_file(path, b"new")
    status = path.stat()
    assert (status.st_uid, status.st_gid) == (12_345, 23_456)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("there", [True, False])
def test_a_link_is_not_written_through(tmp_path: Path, way: Way, *, there: bool) -> None:
    target, link = tmp_path / "start-up", tmp_path / "link"
    if there:
        target.write_bytes(b"old\n")
    link.symlink_to(target)
    with pytest.raises(OutputError, match=r"link cannot be written: it is a link"):
        way(link)
    assert link.is_symlink()
    assert target.exists() == there
    assert not there or target.read_bytes() == b"old\n"


@pytest.mark.parametrize("way", WAYS)
def test_pipe_is_rejected_without_waiting(tmp_path: Path, way: Way) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OutputError, match="pipe cannot be written: it is no regular file"):
        way(tmp_path / "pipe")
    with pytest.raises(OSError, match="it is no regular file"):
        open_to_read(tmp_path / "pipe")


@pytest.mark.parametrize("way", WAYS)
def test_folder_or_missing_file_is_reported(tmp_path: Path, way: Way) -> None:
    for name in (".", "none/x"):
        with pytest.raises(OutputError, match="cannot be written"):
            way(tmp_path / name)


def test_names_that_the_user_gave_are_followed(tmp_path: Path) -> None:
    (tmp_path / "target").write_bytes(b"old")
    (tmp_path / "link").symlink_to("target")
    (tmp_path / "dangling").symlink_to("made")
    for name in ("link", "dangling"):
        write_file(tmp_path / name, b"new", follow=True)
        assert (tmp_path / name).is_symlink()
    assert (tmp_path / "target").read_bytes() == (tmp_path / "made").read_bytes() == b"new"
    write_file(os.devnull, b"new", follow=True)
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)  # noqa: PTH116
    with pytest.raises(OutputError, match=r"/dev/full cannot be written: No space left"):
        write_file("/dev/full", b"new", follow=True)


def test_what_the_shell_has_opened_is_added_to(tmp_path: Path) -> None:
    program = (
        "from meteor_core.runtime.writing import write_file\n"
        "write_file('/dev/stdout', b'new', follow=True)\n"
        "write_file('/dev/fd/1', b'er', follow=True)\n"
    )
    (tmp_path / "x").write_bytes(b"old, ")
    with (tmp_path / "x").open("ab") as file:
        subprocess.run([sys.executable, "-c", program], stdout=file, check=True, timeout=60)
    assert (tmp_path / "x").read_bytes() == b"old, newer"


def test_a_full_disk_leaves_the_old_file_and_the_error_names_it(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"old\n")
    with files_no_larger_than(1_000), pytest.raises(OutputError, match=f"^{path} cannot be"):
        write_file(path, b"new\n" * 1_000)
    assert path.read_bytes() == b"old\n"
    assert list(tmp_path.iterdir()) == [path]


def test_a_full_disk_cuts_off_no_line(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"old\n" * 200)
    with files_no_larger_than(1_000), pytest.raises(OutputError, match=f"^{path} cannot be"):
        append_lines(path, b"a line that does not fit\n" * 20)
    assert path.read_bytes() == b"old\n" * 200
    append_lines(path, b"one that does\n")
    assert path.read_bytes() == b"old\n" * 200 + b"one that does\n"


def test_an_error_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 250)  # as long as names can be, nearly
    path.write_bytes(b"old")
    with suppress(KeyboardInterrupt), whole_file(path) as file:
        file.write(b"new")
        raise KeyboardInterrupt
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_lock_is_waited_for_and_not_for_ever(tmp_path: Path) -> None:
    path = tmp_path / "x"
    with path.open("ab") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(OutputError, match=f"^{path} cannot be written: another program has"):
            append_lines(path, b"new\n", timeout=0)
        assert path.read_bytes() == b""
        waiting = threading.Thread(target=append_lines, args=(path, b"new\n"))
        waiting.start()
    waiting.join(60)
    assert path.read_bytes() == b"new\n"


def test_a_file_that_another_took_the_place_of_is_not_added_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when a version from elsewhere is checked out while the lock is waited for."""
    path = tmp_path / "x"
    path.write_bytes(b"old\n")
    lock = writing._try_to_append

    def replaced(file: int) -> bool:
        monkeypatch.setattr(writing, "_try_to_append", lock)
        write_file(path, b"newer\n")
        return lock(file)

    monkeypatch.setattr(writing, "_try_to_append", replaced)
    append_lines(path, b"mine\n")
    assert path.read_bytes() == b"newer\nmine\n"
