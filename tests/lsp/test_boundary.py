"""Which files may be read, and how they are."""

import os
from pathlib import Path

import pytest

from meteor_core import InputError
from meteor_lsp.documents.disk import Boundary, read_lines, state_of, too_large

needs_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name in ("one/a", "one/deep/b", "two/c", "outside/d", "outside/deep/e"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x\n")
    (tmp_path / "one" / "link").symlink_to(tmp_path / "outside" / "d")
    (tmp_path / "one" / "folder-link").symlink_to(tmp_path / "outside")
    (tmp_path / "one" / "inner-link").symlink_to(tmp_path / "one" / "deep" / "b")
    (tmp_path / "one" / "loop").symlink_to(tmp_path / "one" / "loop")
    (tmp_path / "alias").symlink_to(tmp_path / "one")
    return tmp_path


@pytest.mark.parametrize(
    ("name", "asked_from", "permitted"),
    [
        ("one/deep/b", "one/a", True),
        ("one/not-there", "one/a", True),
        ("one/inner-link", "one/a", True),
        ("one/link", "one/a", False),
        ("one/folder-link/d", "one/a", False),
        ("one/../outside/d", "one/a", False),
        ("two/c", "one/a", False),
        ("outside/d", "one/a", False),
        ("one2/a", "one/a", False),  # begins as the folder does, and is another
        ("outside/deep/e", "outside/d", True),  # a document outside has its own folder
        ("one/a", "outside/d", False),
        ("outside/d", "outside/deep/e", False),
        ("one/link", "one/link", True),  # the document itself, which the editor has already
        ("alias/deep/b", "alias/a", True),
        ("one/deep/b", "alias/a", True),
    ],
)
def test_only_files_of_the_same_folder_are_read(
    tree: Path, name: str, asked_from: str, *, permitted: bool
) -> None:
    folders = [tree / "one", tree / "two"]
    boundary = Boundary(folders, allow_outside=False)
    assert boundary.permits(tree / name, tree / asked_from) == permitted
    assert Boundary(folders, allow_outside=True).permits(tree / name, tree / asked_from)


def test_dangling_link_is_ignored(tree: Path) -> None:
    boundary = Boundary([tree / "one"], allow_outside=False)
    boundary.permits(tree / "one" / "loop", tree / "one" / "a")
    assert state_of(tree / "one" / "loop") is None


@needs_pipes
def test_nothing_but_regular_files_is_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    for name in ("pipe", "folder"):
        assert state_of(tmp_path / name) is None
        with pytest.raises(InputError, match=f"^{name} is not a regular file$"):
            read_lines(tmp_path / name, 1)
    with pytest.raises(InputError, match=r"^nothing does not exist$"):
        read_lines(tmp_path / "nothing", 1)
    assert state_of(tmp_path / "a\0b") is None
    assert state_of(Path("/half\ud800")) is None


def test_sizes_are_checked_before_reading(tmp_path: Path) -> None:
    path = tmp_path / "large"
    path.write_bytes(b"x\n" * 1_000)
    assert read_lines(path, 0.002) == ["x"] * 1_000
    with pytest.raises(InputError, match="largestDocument"):
        read_lines(path, 0.001_999)
    assert "3 MB, more than the 2.5 MB" in too_large("large", 3_000_000, 2.5)


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        (b"", []),
        (b"a\r\nb\rc\n\nd", ["a", "b", "c", "", "d"]),
        (b"\xef\xbb\xbfa\n", ["a"]),
        ("a\u2028b\x85\x0b\x0c\x00\n".encode(), ["a\u2028b\x85\x0b\x0c\x00"]),
    ],
)
def test_lines_are_those_that_an_editor_shows(
    tmp_path: Path, content: bytes, lines: list[str]
) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    assert read_lines(path, 1) == lines


def test_invalid_utf_8_is_reported_by_name_and_line(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"a\nb\xff\n")
    with pytest.raises(InputError, match=r"^file:2: byte 2"):
        read_lines(path, 1)


def test_a_file_that_changed_has_another_state(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("a")
    states = [state_of(path)]
    path.write_text("bb")
    states.append(state_of(path))
    os.utime(path, ns=(1, 1))
    states.append(state_of(path))
    path.unlink()
    states.append(state_of(path))
    assert len(set(states)) == 4
