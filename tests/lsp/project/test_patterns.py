"""Patterns against a slow matcher that tries everything, straight from the description."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from meteor_core import ParameterError
from meteor_lsp.project import patterns
from meteor_lsp.project.patterns import Pattern, escape

TREE = (
    "a.en",
    "a.b.en",
    "ref2.en",
    "ref10.en",
    "refs/a.en",
    "refs/a.b.en",
    "refs/a/a.en",
    "refs/a/b/a.en",
    ".hidden/a.en",
    "refs/.hidden/a.en",
    "node_modules/a.en",
    "a*.en",
    "[a].en",
)


def every_way(pattern: str, text: str, names: dict[str, str]) -> Iterator[dict[str, str]]:
    """What names can stand for, preferred first: the description of patterns, word for word.

    The pattern is a rest of a whole one, marked with "^" where the name of a folder begins.
    """
    if not pattern:
        if not text:
            yield names
    elif pattern[:4] == "^**/":
        slashes = [place for place, character in enumerate(text) if character == "/"]
        for place in [*reversed(slashes), -1]:
            yield from every_way(f"^{pattern[4:]}", text[place + 1 :], names)
    elif pattern == "^**":
        yield from every_way("^**/*", text, names)
    elif pattern[0] == "^":
        yield from every_way(pattern[1:], text, names)
    elif pattern[0] in "*?{":
        yield from every_run(pattern, text, names)
    else:
        escaped = pattern[0] == "[" and pattern[2:3] == "]" and pattern[1] in "*?{}[\\"
        literal, rest = (pattern[1], pattern[3:]) if escaped else (pattern[0], pattern[1:])
        if text[:1] == literal:
            begins = "^" if literal == "/" else ""
            yield from every_way(begins + rest, text[1:], names)


def every_run(pattern: str, text: str, names: dict[str, str]) -> Iterator[dict[str, str]]:
    name, rest = "", pattern[1:]
    if pattern[0] == "{":
        name, _, rest = rest.partition("}")
    part = len(text.partition("/")[0])
    shortest = 0 if pattern[0] == "*" else 1
    longest = min(part, 1) if pattern[0] == "?" else part
    for length in range(longest, shortest - 1, -1):
        value = text[:length]
        if not name:
            yield from every_way(rest, text[length:], names)
        elif names.get(name, value) == value:
            yield from every_way(rest, text[length:], {**names, name: value})


def textbook(pattern: str, text: str) -> dict[str, str] | None:
    return next(every_way(f"^{pattern}", text, {}), None)


piece = st.sampled_from(["a", "b", ".", "*", "?", "{x}", "{y}", "[*]", "[", "]"])
name_parts = st.lists(piece, min_size=1, max_size=5).map("".join)
pattern_texts = st.lists(st.one_of(name_parts, st.just("**")), min_size=1, max_size=4).map("/".join)
file_parts = st.text("ab.*[", min_size=1, max_size=6).filter(lambda part: part not in {".", ".."})
file_names = st.lists(file_parts, min_size=1, max_size=4).map("/".join)


def parsed(text: str) -> Pattern:
    assume(not {".", ".."} & set(text.split("/")))
    return Pattern.parse(text)


@given(pattern_texts, file_names)
@example("{x}{y}/{x}", "aab/a")
@example("**/{x}/**/{x}", "a/b/a")
@example("**/**/**a", "a/a")
@example("*?{x}", "aa")
@example("[{x}]", "[a]")
def test_matches_what_the_textbook_matches(text: str, name: str) -> None:
    assert parsed(text).match(name) == textbook(text, name)


@given(pattern_texts, file_names)
def test_patterns_without_repeated_names_need_no_backtracking(text: str, name: str) -> None:
    assume(text.count("{x}") < 2)
    assume(text.count("{y}") < 2)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(patterns, "_MAX_STEPS", 1)
        assert parsed(text).match(name) == textbook(text, name)


@given(pattern_texts, file_names)
def test_filled_with_its_names_a_pattern_still_matches(text: str, name: str) -> None:
    pattern = parsed(text)
    names = pattern.match(name)
    assume(names is not None)
    assert names is not None
    filled = pattern.fill(names)
    assert filled.match(name) == {}
    assert filled.names == frozenset()
    if not {".", ".."} & set(filled.text.split("/")):
        assert Pattern.parse(filled.text) == filled


@given(file_names)
@example("a\\b")
@example("{x}[*]?")
def test_an_escaped_name_is_that_name_only(name: str) -> None:
    pattern = Pattern.parse(escape(name))
    assert pattern.literal == name
    assert pattern.match(name) == {}
    assert pattern.match(f"{name}a") is None


@pytest.mark.parametrize(
    ("pattern", "name", "names"),
    [
        ("{set}.{lang}", "news.2021.en", {"set": "news.2021", "lang": "en"}),
        ("systems/{system}/{set}.en", "systems/b/n.en", {"system": "b", "set": "n"}),
        ("{a}.{b}/{a}.x", "p.q.r/p.x", {"a": "p", "b": "q.r"}),
        ("{a}/{a}", "x/y", None),
        ("legacy/**", "legacy/a/b", {}),
        ("legacy/**", "legacy", None),
        ("**/a", "a", {}),
        ("A", "a", None),
        ("a{x}", "a", None),
        ("./a//b", "a/b", {}),
        ("é👍*", "é👍\n", {}),
        ("*", "..", None),
        ("**/a", "../a", None),
        ("a", "/a", None),
        ("a", "", None),
    ],
)
def test_examples(pattern: str, name: str, names: dict[str, str] | None) -> None:
    assert Pattern.parse(pattern).match(name) == names


@pytest.mark.parametrize(
    ("pattern", "name", "matches"),
    [
        ("*a*a*a*a*a*a*a*b", "a" * 5000, False),
        ("*a" * 2000 + "*b", "a" * 5000, False),
        ("*a" * 2000 + "*b", "a" * 4999 + "b", True),
        ("?" * 2000 + "*" * 2000 + "b", "a" * 5000, False),
        ("".join(f"{{n{number}}}" for number in range(500)), "a" * 5000, True),
        ("**/" * 1000 + "*b", "a/" * 2500 + "a", False),
        ("**/a/" * 500 + "b", "a/" * 2500 + "a", False),
        ("{x}{y}{z}{x}{y}{z}b", "a" * 5000, False),
        ("**/{x}/**/{y}/**/{x}{y}{x}c", "a/" * 500 + "b", False),
        ("{x}{y}{x}{y}", "a" * 100, True),
        ("{x}{y}{x}{y}", "a" * 5000, False),  # it does match; so many ways are not tried
    ],
)
def test_hostile_patterns_end(pattern: str, name: str, matches: bool) -> None:  # noqa: FBT001  # pytest passes parameters by name
    assert (Pattern.parse(pattern).match(name) is not None) is matches


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "is empty"),
        (".", "is empty"),
        ("/a", "is absolute"),
        ("//a", "is absolute"),
        ("C:/a", "is absolute"),
        ("C:\\a", "backslash"),
        ("a\\b", "backslash"),
        ("a/", "names a folder"),
        ("{a", r"has a \{ too many"),
        ("a}", r"has a \} too many"),
        ("{}", r"has a \{ too many"),
        ("{a b}", r"has a \{ too many"),
        ("{{a}}", "too many"),
        ("a\0", "NUL"),
        ("../a", "leads out of the folder"),
        ("a/../../b", "behind the name of a folder"),
    ],
)
def test_invalid_pattern_is_rejected(text: str, told: str) -> None:
    with pytest.raises(ParameterError, match=told):
        Pattern.parse(text)


@given(st.text(max_size=20))
def test_any_text_is_a_pattern_or_rejected(text: str) -> None:
    with suppress(ParameterError):
        Pattern.parse(text, outside=True).match(text)


def test_a_pattern_may_climb_where_that_is_allowed(tmp_path: Path) -> None:
    pattern = Pattern.parse("../../refs/{set}.en", outside=True)
    assert pattern.match("../../refs/a.en") == {"set": "a"}
    assert pattern.match("../refs/a.en") is None
    assert pattern.match("refs/a.en") is None
    assert pattern.fill({"set": "a"}).literal == "../../refs/a.en"
    make(tmp_path, ["refs/a.en", "project/sub/b.en"])
    assert pattern.find(tmp_path / "project" / "sub") == [tmp_path / "refs" / "a.en"]


def test_no_name_leads_out_of_the_folder(tmp_path: Path) -> None:
    make(tmp_path, ["secret", "project/.x/f"])
    pattern = Pattern.parse("{a}x/{b}")
    names = pattern.match(".x/f")
    assert names == {"a": ".", "b": "f"}
    climbing = Pattern.parse("{a}{a}/secret").fill(names)
    assert climbing.literal is None
    assert climbing.find(tmp_path / "project") == []
    assert climbing.match("../secret") is None
    inserted = Pattern.parse("{a}").fill({"a": "../secret"})
    assert inserted.find(tmp_path / "project") == []
    assert inserted.literal is None


def test_only_given_names_are_filled_in() -> None:
    filled = Pattern.parse("{a}.*.{b}").fill({"a": "[x]*{b}", "c": "d"})
    assert filled.match("[x]*{b}.1.2") == {"b": "2"}
    assert filled.match("x.1.2") is None
    assert filled.literal is None


@pytest.mark.parametrize(
    ("pattern", "name", "covered"),
    [
        ("legacy", "legacy/a/b", True),
        ("legacy", "legacy", True),
        ("legacy", "legacy2/a", False),
        ("legacy", "x/legacy/a", False),
        ("**/legacy", "x/legacy/a", True),
        ("*.en", "a.en", True),
        ("*.en", "a/b.en", False),
    ],
)
def test_a_folder_covers_what_is_below_it(pattern: str, name: str, covered: bool) -> None:  # noqa: FBT001  # pytest passes parameters by name
    assert Pattern.parse(pattern).covers(name) is covered


def make(folder: Path, names: list[str] | tuple[str, ...]) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tree")
    make(folder, TREE)
    return folder


found_part = st.sampled_from(["a", "*", "{x}", "refs", ".en", ".", "{y}", "**", "?", "[*]"])
found_patterns = st.lists(
    st.lists(found_part, min_size=1, max_size=3).map("".join), min_size=1, max_size=4
).map("/".join)


@given(text=found_patterns)
@example(text="**/*.en")
@example(text="{x}/**/{x}.en")
@example(text="refs/{x}/{x}.en")
def test_finds_what_a_walk_through_all_files_finds(tree: Path, text: str) -> None:
    pattern = parsed(text)
    found = [path.relative_to(tree).as_posix() for path in pattern.find(tree)]
    reachable = [name for name in TREE if "**" not in text or not passed_over(name)]
    expected = {name for name in reachable if textbook(text, name) is not None}
    shown_folders = {name for name in found if passed_over(name)}  # by a part of their own
    assert set(found) - shown_folders == expected - shown_folders
    assert all(textbook(text, name) is not None for name in shown_folders)
    assert len(found) == len(set(found))


def passed_over(name: str) -> bool:
    return ".hidden/" in name or "node_modules/" in name


def test_double_stars_skip_hidden_and_generated_folders(tree: Path) -> None:
    found = Pattern.parse("**/a.en").find(tree)
    assert [path.relative_to(tree).as_posix() for path in found] == [
        "a.en",
        "refs/a/a.en",
        "refs/a/b/a.en",
        "refs/a.en",
    ]
    assert Pattern.parse("refs/.hidden/**/a.en").find(tree) == [tree / "refs/.hidden/a.en"]


def test_numbers_in_names_count_as_numbers(tmp_path: Path) -> None:
    names = ["ref1", "ref2", "ref02", "ref10", "ref10a", "x9/ref", "x10/ref"]
    make(tmp_path, names)
    (tmp_path / f"ref{'9' * 200}").touch()
    found = Pattern.parse("**/*ref*").find(tmp_path)
    assert [path.relative_to(tmp_path).as_posix() for path in found] == [
        "ref1",
        "ref02",
        "ref2",
        "ref10",
        "ref10a",
        f"ref{'9' * 200}",
        "x9/ref",
        "x10/ref",
    ]


def test_only_folders_that_can_match_are_read(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    scandir = os.scandir

    def noted(folder: Path) -> object:
        read.append(folder.relative_to(tree).as_posix())
        return scandir(folder)

    monkeypatch.setattr(os, "scandir", noted)
    assert Pattern.parse("refs/a/a.en").find(tree) == [tree / "refs/a/a.en"]
    assert read == []
    assert Pattern.parse("r*/a/?.en").find(tree) == [tree / "refs/a/a.en"]
    assert read == [".", "refs/a"]


def test_links_to_folders_are_followed_by_name_only(tmp_path: Path) -> None:
    make(tmp_path, ["real/a.en"])
    (tmp_path / "link").symlink_to(tmp_path / "real", target_is_directory=True)
    (tmp_path / "real" / "loop").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "b.en").symlink_to(tmp_path / "real" / "a.en")
    assert Pattern.parse("**/*.en").find(tmp_path) == [tmp_path / "b.en", tmp_path / "real/a.en"]
    assert Pattern.parse("link/*.en").find(tmp_path) == [tmp_path / "link/a.en"]


@pytest.mark.parametrize("text", ["no/*", "a.en/*", "a" * 300, "\ud800", "refs", "*/" * 50 + "*"])
def test_missing_text_is_not_found(tree: Path, text: str) -> None:
    assert Pattern.parse(text).find(tree) == []


def test_a_folder_that_is_gone_holds_nothing(tmp_path: Path) -> None:
    assert Pattern.parse("**/*").find(tmp_path / "gone") == []
