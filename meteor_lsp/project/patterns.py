r"""Patterns of file names, relative to a folder.

``*`` matches any characters in one name, ``?`` one character, ``**/`` any folders, and ``{set}``
one or more characters that get a name. ``[*]``, ``[?]``, ``[{]``, ``[}]``, ``[[]`` and ``[\]``
match the character in brackets; every other character matches itself.

If there are several ways to match, earlier runs are as long as possible.
"""

import os.path
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import groupby
from pathlib import Path, PurePath
from typing import Final, TypeAlias

from meteor_core import ParameterError

from .folders import Folders

_MAX_STEPS: Final = 20_000
"""Backtracking steps for a pattern with a repeated name, which can take exponential time. All other
patterns need no backtracking."""

_PIECE: Final = re.compile(
    r"\[(?P<escaped>[*?{}\[\\])\]"
    r"|(?P<folders>(?<![^/])\*\*(?:/|\Z))"
    r"|(?P<run>\*+)"
    r"|(?P<one>\?)"
    r"|\{(?P<name>[\w-]+)\}"
    r"|(?P<literal>[^*?{}\[]+|\[)",
    re.DOTALL,
)

_SPECIAL: Final = re.compile(r"[*?{}\[\\]")

_Mask: TypeAlias = int
"""A set of positions in a text, as bits."""

_PathTest: TypeAlias = Callable[[Path], bool]


class _Kind(Enum):
    """The kind of a token."""

    LITERAL = "text"
    ONE = "?"
    RUN = "*"
    NAME = "{}"
    FOLDERS = "**/"


@dataclass(frozen=True, slots=True)
class _Token:
    """A piece of a pattern with its literal text or name."""

    kind: _Kind
    text: str = ""


_FOLDERS: Final = _Token(_Kind.FOLDERS)


@dataclass(frozen=True)
class Pattern:
    """A pattern of file names, created by ``parse``.

    Attributes:
        text: as written.
        climbs: number of leading ``..``.
        tokens: of the remaining pattern.
    """

    text: str
    climbs: int
    tokens: tuple[_Token, ...]

    @classmethod
    def parse(cls, text: str, *, outside: bool = False) -> "Pattern":
        """Parse a pattern.

        Args:
            text: the pattern, with "/" between folders.
            outside: whether it may begin with ``..``.

        Raises:
            ParameterError: the pattern is invalid, or leads out of the folder.
        """
        parts = [part for part in text.split("/") if part not in {"", "."}]
        climbs = next((index for index, part in enumerate(parts) if part != ".."), len(parts))
        path = "/".join(parts[climbs:])
        problem = _problem_with(text, path)
        if problem:
            raise ParameterError(f"{text[:80]!r} {problem}")
        if climbs and not outside:
            raise ParameterError(
                f"{text[:80]!r} leads out of the folder; 'allowOutside' in the editor's settings "
                "allows that"
            )
        return cls(text, climbs, tuple(_merged(_tokens(path))))

    @property
    def names(self) -> frozenset[str]:
        """Names of the named runs."""
        return frozenset(token.text for token in self.tokens if token.kind is _Kind.NAME)

    @property
    def literal(self) -> str | None:
        """The only name that it matches, or None if there are several."""
        if any(token.kind is not _Kind.LITERAL for token in self.tokens):
            return None
        path = "".join(token.text for token in self.tokens)
        return "../" * self.climbs + path if _is_below(path) else None

    @cached_property
    def ends(self) -> tuple[str, str]:
        """Literal prefix and suffix of all matching names."""
        return _ends(self.tokens)

    def match(self, relative: str) -> dict[str, str] | None:
        """Match a relative file name, with "/" between folders, and return the named runs."""
        up = "../" * self.climbs
        path = relative.removeprefix(up)
        first, last = self.ends
        if not (relative.startswith(up) and path.startswith(first) and path.endswith(last)):
            return None
        if not _is_below(path):
            return None
        return _Matching(self.tokens, path).names()

    def covers(self, relative: str) -> bool:
        """Whether it matches the file or a folder that contains it."""
        ends = [match.start() for match in re.finditer("/", relative)]
        return any(self.match(relative[:end]) is not None for end in (*ends, len(relative)))

    def fill(self, names: Mapping[str, str]) -> "Pattern":
        """Replace names by values, which are matched literally."""
        tokens = [
            _Token(_Kind.LITERAL, names[token.text])
            if token.kind is _Kind.NAME and token.text in names
            else token
            for token in self.tokens
        ]
        written = "../" * self.climbs + "".join(map(_written, tokens))
        return Pattern(written, self.climbs, tuple(_merged(tokens)))

    def find(self, folder: Path, folders: Folders | None = None) -> list[Path]:
        """Return the matching files below a folder by name, ref2 before ref10.

        Only folders that can contain such files are listed. ``**`` skips hidden folders,
        ``node_modules``, ``__pycache__`` and links to folders.

        Args:
            folder: to search.
            folders: shared snapshot for many searches.
        """
        start = Path(os.path.abspath(folder.joinpath(*[".."] * self.climbs)))  # noqa: PTH100  # lexically, as editors name files
        found = {*_walk(start, self._parts(), folders or Folders())}
        if _has_repeated_name(self.tokens):  # not checked part by part
            found = {path for path in found if self._matches_below(start, path)}
        return sorted(found, key=_natural)

    def _matches_below(self, start: Path, path: Path) -> bool:
        return _Matching(self.tokens, path.relative_to(start).as_posix()).names() is not None

    def _parts(self) -> list[tuple[_Token, ...]]:
        """Split the tokens into folders and file; ``**/`` is a part of its own."""
        parts: list[list[_Token]] = [[]]
        for token in self.tokens:
            if token == _FOLDERS:
                parts[-1].append(token)
                parts.append([])
                continue
            is_literal = token.kind is _Kind.LITERAL
            first, *rest = token.text.split("/") if is_literal else [None]
            parts[-1].append(token if first is None else _Token(_Kind.LITERAL, first))
            parts.extend([_Token(_Kind.LITERAL, part)] for part in rest if part is not None)
        return [tuple(_merged(part)) for part in parts]


def escape(name: str) -> str:
    """Return the pattern that matches only this name."""
    return _SPECIAL.sub(r"[\g<0>]", name)


def _problem_with(text: str, path: str) -> str | None:
    unescaped = _PIECE.sub(lambda match: "" if match["escaped"] else match[0], text)
    drive = re.match(r"[A-Za-z]:(?:/|\Z)", text)
    checks = (
        ("\0" in text, "has a NUL in it, which no file name has"),
        (
            "\\" in unescaped,
            "has a backslash in it; write / between folders, and [\\] for a backslash in a name",
        ),
        (
            text.startswith("/") or drive is not None,
            "is absolute; name files relative to the folder of this file",
        ),
        (not path, "is empty; name a file"),
        (text.endswith("/"), "names a folder; name files in it, for example with ** after it"),
        (
            ".." in path.split("/"),
            "has .. behind the name of a folder; write it at the beginning only",
        ),
    )
    problems = (problem for is_wrong, problem in checks if is_wrong)
    return next(problems, None) or _problem_with_braces(path)


def _problem_with_braces(path: str) -> str | None:
    rest = _PIECE.sub("", path)
    if rest:
        return (
            f"has a {rest[0]} too many; a named run is written {{name}}, with letters, digits, "
            f"- and _, and the character itself [{rest[0]}]"
        )
    return None


def _tokens(path: str) -> Iterator[_Token]:
    for match in _PIECE.finditer(path):
        if match["folders"]:
            yield _FOLDERS
            if not match["folders"].endswith("/"):
                yield _Token(_Kind.RUN)
        elif match["run"]:
            yield _Token(_Kind.RUN)
        elif match["one"]:
            yield _Token(_Kind.ONE)
        elif match["name"]:
            yield _Token(_Kind.NAME, match["name"])
        else:
            yield _Token(_Kind.LITERAL, match["escaped"] or match["literal"])


def _merged(tokens: Iterable[_Token]) -> Iterator[_Token]:
    """Merge adjacent literals, and equal runs."""
    for kind, group in groupby(tokens, key=lambda token: token.kind):
        same = list(group)
        if kind is _Kind.LITERAL:
            text = "".join(token.text for token in same)
            yield from [_Token(kind, text)] if text else []
        elif kind in {_Kind.RUN, _Kind.FOLDERS}:
            yield same[0]
        else:
            yield from same


def _written(token: _Token) -> str:
    match token.kind:
        case _Kind.LITERAL:
            return escape(token.text)
        case _Kind.NAME:
            return f"{{{token.text}}}"
        case _:
            return str(token.kind.value)


def _is_below(path: str) -> bool:
    """Whether every part is a name, so that the path cannot lead out."""
    return all(part not in {"", ".", ".."} for part in path.split("/"))


def _has_repeated_name(tokens: Iterable[_Token]) -> bool:
    names = [token.text for token in tokens if token.kind is _Kind.NAME]
    return len(set(names)) < len(names)


class _Matching:
    """Matches tokens with a text.

    From the last token to the first, computes the positions from which the remaining tokens match;
    then cuts runs from the first to the last, with backtracking only for repeated names.
    """

    def __init__(self, tokens: tuple[_Token, ...], text: str) -> None:
        self._tokens, self._text = tokens, text
        ends = [*(match.start() for match in re.finditer("/", text)), len(text)]
        self._parts = list(zip([0, *(end + 1 for end in ends)], ends, strict=False))
        self._starts = sum(1 << start for start, _ in self._parts)
        self._inside = sum(_bits(start, end) for start, end in self._parts)
        self._first: dict[str, int] = {}
        for index, token in enumerate(tokens):
            if token.kind is _Kind.NAME:
                self._first.setdefault(token.text, index)
        self._rest = self._positions()

    def names(self) -> dict[str, str] | None:
        """Return the values of the names, or None without a match."""
        cuts = self._cuts() if self._rest[0] & 1 else None
        if cuts is None:
            return None
        return {name: self._text[cuts[i] : cuts[i + 1]] for name, i in self._first.items()}

    def _positions(self) -> list[_Mask]:
        """Return for each token, and the end, the positions from which the rest matches."""
        rest = [1 << len(self._text)]
        for token in reversed(self._tokens):
            rest.append(self._before(token, rest[-1]) if rest[-1] else 0)
        rest.reverse()
        return rest

    def _before(self, token: _Token, after: _Mask) -> _Mask:
        match token.kind:
            case _Kind.LITERAL:
                return self._occurrences(token.text) & (after >> len(token.text))
            case _Kind.ONE:
                return self._inside & (after >> 1)
            case _Kind.FOLDERS:
                return self._starts & _bits(0, (self._starts & after).bit_length())
            case _:
                shortest = int(token.kind is _Kind.NAME)
                return sum(self._run(part, after, shortest) for part in self._parts)

    def _run(self, part: tuple[int, int], after: _Mask, shortest: int) -> _Mask:
        start, end = part
        last = (after & _bits(start, end + 1)).bit_length() - 1
        return _bits(start, last - shortest + 1)

    def _occurrences(self, literal: str) -> _Mask:
        found, position = 0, self._text.find(literal)
        while position >= 0:
            found |= 1 << position
            position = self._text.find(literal, position + 1)
        return found

    def _cuts(self) -> list[int] | None:
        """Return where each token begins, and the end, in the preferred way."""
        cuts = [0]
        ways = [self._ends(cuts)]
        for _ in range(_MAX_STEPS + len(self._tokens)):
            if len(cuts) > len(self._tokens):
                return cuts
            end = next(ways[-1], None)
            if end is not None:
                cuts.append(end)
                ways.append(self._ends(cuts))
                continue
            ways.pop()
            cuts.pop()
            if not cuts:
                return None
        return cuts if len(cuts) > len(self._tokens) else None

    def _ends(self, cuts: list[int]) -> Iterator[int]:
        """Yield where the next token can end, the longest first."""
        index, start = len(cuts) - 1, cuts[-1]
        if index == len(self._tokens):
            return iter(())
        token = self._tokens[index]
        allowed = self._allowed(token, start)
        first = self._first.get(token.text, index) if token.kind is _Kind.NAME else index
        if first < index:
            allowed &= self._same(self._text[cuts[first] : cuts[first + 1]], start)
        return _highest_first(allowed & self._rest[index + 1])

    def _allowed(self, token: _Token, start: int) -> _Mask:
        match token.kind:
            case _Kind.LITERAL:
                return 1 << start + len(token.text)
            case _Kind.ONE:
                return 1 << start + 1
            case _Kind.FOLDERS:
                return self._starts & ~_bits(0, start)
            case _:
                slash = self._text.find("/", start)
                end = slash if slash >= 0 else len(self._text)
                return _bits(start + int(token.kind is _Kind.NAME), end + 1)

    def _same(self, value: str, start: int) -> _Mask:
        return 1 << start + len(value) if self._text.startswith(value, start) else 0


def _bits(start: int, end: int) -> _Mask:
    """Return all positions of a half-open range."""
    return (1 << end) - (1 << start) if start < end else 0


def _highest_first(mask: _Mask) -> Iterator[int]:
    while mask:
        position = mask.bit_length() - 1
        yield position
        mask ^= 1 << position


def _walk(start: Path, parts: list[tuple[_Token, ...]], folders: Folders) -> Iterator[Path]:
    """Yield files that match part by part, ignoring that repeated names must be equal."""
    waiting, seen = [(start, 0)], {(start, 0)}
    while waiting:
        folder, index = waiting.pop()
        if index == len(parts) - 1:
            found = _entries(folder, parts[index], folders)
            yield from (path for path in found if _is(Path.is_file, path))
            continue
        for path in _next(folder, parts[index], parts[index + 1], folders):
            step = (path, index + 1)
            if step not in seen:
                seen.add(step)
                waiting.append(step)


def _next(
    folder: Path, part: tuple[_Token, ...], behind: tuple[_Token, ...], folders: Folders
) -> Iterable[Path]:
    """Return the folders that match a part, if they may contain the next part."""
    if part != (_FOLDERS,):
        return (path for path in _entries(folder, part, folders) if _is(Path.is_dir, path))
    tree, name = folders.below(folder), _literal(behind)
    return tree.folders if name is None else tree.holding(name)


def _entries(folder: Path, part: tuple[_Token, ...], folders: Folders) -> Iterator[Path]:
    name = _literal(part)
    if name is None:
        for found in folders.at(folder).names(*_ends(part)):
            if _Matching(part, found).names() is not None:
                yield folder / found
    elif _is_below(name) and PurePath(name).name == name:  # neither ``..`` nor a drive
        yield folder / name


def _literal(part: tuple[_Token, ...]) -> str | None:
    """Return the only name that a part matches, if there is only one."""
    if all(token.kind is _Kind.LITERAL for token in part):
        return "".join(token.text for token in part)
    return None


def _ends(tokens: tuple[_Token, ...]) -> tuple[str, str]:
    """Return the literal prefix and suffix of tokens."""
    first, last = (
        token.text if token.kind is _Kind.LITERAL else "" for token in (tokens[0], tokens[-1])
    )
    return first, last


def _is(kind: _PathTest, path: Path) -> bool:
    try:
        return kind(path)
    except (OSError, ValueError):  # invalid for the file system
        return False


def _natural(path: Path) -> tuple[object, ...]:
    """Return a sort key that compares digits as numbers."""
    parts = []
    for part in path.parts:
        pieces = re.split("([0-9]+)", part)
        numbers = [(len(digits.lstrip("0")), digits.lstrip("0")) for digits in pieces[1::2]]
        parts.append((pieces[0], list(zip(numbers, pieces[2::2], strict=True))))
    return (parts, path.parts)
