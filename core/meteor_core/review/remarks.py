"""Read and write states and comments of segments in a file beside the text: ``X.review.jsonl``.

Each line is a JSON object, a *remark*: it sets a state, or adds, changes or removes a comment.
Lines are only appended, each by one write under a lock, so that two editors do not overwrite each
other and a crash loses nothing. The order of lines is irrelevant: remarks are ordered by time and
name. So two versions of a file are merged by taking the lines of both, in any order and even twice;
Git's conflict marks are skipped.

The time is that of a hybrid logical clock: of this machine, or just after the latest remark on the
same segment if that is dated ahead. So a new remark takes effect even if another machine's clock
was wrong.

A remark identifies its segment by id and by hashes of source and machine translation, never by
number: edits elsewhere do not move it, and the post-edit may change. Duplicate segments are
distinguished by their neighbours. A remark without a matching segment is kept.

``docs/review.md`` documents the fields.
"""

import getpass
import json
import re
import sys
import uuid
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from hashlib import blake2b, sha256
from pathlib import Path
from typing import IO, Any, Final, TypeAlias

from ..errors import InputError, unknown_name
from ..files.states import STATES, State
from ..runtime.writing import append_lines, open_to_read
from ..text.numbers import counted
from .texts import ReviewTexts

SUFFIX: Final = ".review.jsonl"

_MAX_BYTES: Final = 1 << 28

_CHUNK_BYTES: Final = 1 << 20

_CLOCK_TOLERANCE: Final = timedelta(minutes=1)
"""Clock difference without a warning."""

Moment: TypeAlias = tuple[str, int]
"""A time, and the number of earlier remarks on the segment with that time."""

_Changes: TypeAlias = "defaultdict[SegmentKey, dict[str, Remark | None]]"
"""Remarks by key and name; None for a name that was used with another key."""

_BEGINNING: Final[Moment] = ("", 0)
_CLOCK: Final = re.compile(r"(.*) ([0-9]{1,9})", re.DOTALL)
_LAST_TICK: Final = 999_999_999


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentKey:
    """Identifies a segment.

    Attributes:
        id: in its file; may be empty.
        source: short hash of the source; empty if unknown.
        mt: short hash of the machine translation.
        before: hash of the previous segment's machine translation; empty for the first.
        after: hash of the next segment's machine translation; empty for the last.
    """

    id: str
    source: str
    mt: str
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """One line of the file.

    Attributes:
        key: of the segment.
        state: the new state, if any.
        comment: text of the comment, if any; None with ``of`` removes one.
        of: the name of the changed or removed comment; empty for a new one. Or the name of an
            undone remark that set a state, or changed or removed a comment: ``state`` and
            ``comment`` then restore what it replaced.
        who: the author; may be empty.
        when: in UTC, as ISO 8601, by the clock of the machine.
        clock: a time and a number, if ``when`` is not later than known remarks on the segment.
        name: unique name.
    """

    key: SegmentKey
    state: State | None = None
    comment: str | None = None
    of: str = ""
    who: str = ""
    when: str = field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="microseconds"))
    clock: str = ""
    name: str = field(default_factory=lambda: uuid.uuid4().hex)

    @property
    def moment(self) -> Moment:
        """Return the sort key."""
        parts = _CLOCK.fullmatch(self.clock) if self.clock else None
        return (parts[1], int(parts[2])) if parts else (self.when, 0)

    def after(self, latest: Moment) -> "Remark":
        """Return the remark dated after all known remarks on its segment."""
        time, tick = latest
        if self.when > time:
            return self
        if tick == _LAST_TICK:
            time, tick = f"{time}~", 0
        return replace(self, clock=f"{time} {tick + 1}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Comment:
    """The current version of a comment.

    Attributes:
        name: of the remark that added it.
        text: of the comment.
        who: its first author.
        when: time of its first version.
        changed: time of its last change; may be empty.
    """

    name: str
    text: str
    who: str
    when: str
    changed: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentRemarks:
    """The current state and comments of one segment.

    Attributes:
        state: current state; None if never set.
        who: author of the state.
        when: time of the state.
        comments: in the order of their first versions.
        latest: moment of the last remark.
    """

    state: State | None = None
    who: str = ""
    when: str = ""
    comments: tuple[Comment, ...] = ()
    latest: Moment = field(default=_BEGINNING, compare=False)


NO_REMARKS: Final = SegmentRemarks()


@dataclass(frozen=True, slots=True)
class Group:
    """Remarks of one key.

    Attributes:
        remarks: by time, without duplicates.
        said: their result.
        unknown: names of changed or removed comments that are missing here.
    """

    remarks: tuple[Remark, ...]
    said: SegmentRemarks
    unknown: frozenset[str] = frozenset()

    def are_unaffected_by(self, remarks: Iterable[Remark]) -> bool:
        """Return whether other remarks come later and do not change earlier ones."""
        latest = self.said.latest
        return all(
            comment.moment > latest and not comment.of and comment.name not in self.unknown
            for comment in remarks
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RemarksFile:
    """The content of a file of remarks.

    Attributes:
        groups: remarks by key.
        damaged: numbers, from 1, of invalid lines; they stay in the file.
        future: the latest date ahead of this machine's clock, and the number of such dates.
    """

    groups: Mapping[SegmentKey, Group] = field(default_factory=dict)
    damaged: tuple[int, ...] = ()
    future: tuple[str, int] = ("", 0)

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """Return all remarks by time, without duplicates."""
        return tuple(
            sorted(
                (comment for group in self.groups.values() for comment in group.remarks), key=_order
            )
        )

    def warning(self, name: str) -> str:
        """Return a warning about dates in the future; may be empty."""
        latest, count = self.future
        if not count:
            return ""
        return (
            f"{name}: {counted(count, 'remark is', 'remarks are')} dated in the future, up to "
            f"{latest[:40]}; the clock of a machine was ahead, or this one is behind. What is said "
            "from now on counts all the same"
        )


def current_user() -> str:
    """Return the user's name in the operating system; may be empty."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # no user, as in a container
        return ""


def remarks_path(name: str) -> Path:
    """Return the path of the remarks on a file: its full name with a suffix."""
    path = Path(name)
    return path.with_name(path.name + SUFFIX)


def keys_of(segments: Sequence[ReviewTexts]) -> list[SegmentKey]:
    """Return the keys of all segments of a file."""
    hashes = [_hash(segment.mt) for segment in segments]
    return [
        SegmentKey(
            id=segment.facts.id,
            source="" if segment.source is None else _hash(segment.source),
            mt=hashes[number],
            before=hashes[number - 1] if number else "",
            after=hashes[number + 1] if number + 1 < len(hashes) else "",
        )
        for number, segment in enumerate(segments)
    ]


def read_remarks(path: Path) -> RemarksFile:
    """Read remarks; a missing file has none.

    Raises:
        InputError: the file cannot be read.
    """
    return RemarksReader(path).read()


class RemarksReader:
    """Rereads a file, and only its new lines if it was only appended to."""

    def __init__(self, path: Path) -> None:
        """Start without content."""
        self._path: Final = path
        self._reset()

    def read(self) -> RemarksFile:
        """Return the file's present content; a missing file is empty.

        Raises:
            InputError: the file cannot be read.
        """
        try:
            with open_to_read(self._path) as file:
                return self._read(file)
        except FileNotFoundError:
            self._reset()
            return RemarksFile()
        except OSError as error:
            raise InputError(f"{self._path} cannot be read: {error.strerror}") from None

    def _reset(self) -> None:
        self._digest = blake2b()
        self._size = 0
        """Bytes of complete lines read so far."""
        self._lines = 0
        self._damaged: list[int] = []
        self._remarks: dict[str, Remark] = {}
        self._keys: dict[tuple[str, ...], SegmentKey] = {}
        self._groups: dict[SegmentKey, Group] = {}

    def _read(self, file: IO[bytes]) -> RemarksFile:
        size = file.seek(0, 2)
        if size > _MAX_BYTES:
            raise InputError(
                f"{self._path} has more than {_MAX_BYTES >> 20} MB, which no review has"
            )
        file.seek(0)
        if size < self._size or not self._has_same_start(file):
            self._reset()
            file.seek(0)
        added: _Changes = defaultdict(dict)
        for line in file:
            self._lines += 1
            self._read_line(line, added)
            if line.endswith(b"\n"):
                self._digest.update(line)
                self._size += len(line)
        for key, changes in added.items():
            self._update_group(key, changes)
        found = RemarksFile(
            groups=dict(self._groups),
            damaged=tuple(self._damaged),
            future=_future(self._groups.values()),
        )
        if self._size < file.tell():  # the last line may be incomplete
            self._reset()
        return found

    def _has_same_start(self, file: IO[bytes]) -> bool:
        digest, left = blake2b(), self._size
        while left and (chunk := file.read(min(left, _CHUNK_BYTES))):
            digest.update(chunk)
            left -= len(chunk)
        return digest.digest() == self._digest.digest()

    def _read_line(self, line: bytes, added: _Changes) -> None:
        if not line.strip() or line.startswith(_CONFLICT_MARKS):
            return
        remark = _remark(line, self._keys)
        if remark is None:
            self._damaged.append(self._lines)
            return
        known = self._remarks.get(remark.name)
        if known is not None and known != remark:  # a name used twice, in any order of lines
            remark = max(known, remark, key=_line)
            added[known.key][known.name] = None
        self._remarks[remark.name] = remark
        added[remark.key][remark.name] = remark

    def _update_group(self, key: SegmentKey, changes: "Mapping[str, Remark | None]") -> None:
        known = self._groups.get(key, _NO_GROUP)
        new = [comment for comment in changes.values() if comment is not None]
        if len(new) == len(changes) and known.are_unaffected_by(new):
            self._groups[key] = _group(new, known)
            return
        remarks = {comment.name: comment for comment in known.remarks} | dict(changes)
        self._groups[key] = _group(comment for comment in remarks.values() if comment is not None)


def add_remarks(path: Path, remarks: Iterable[Remark]) -> None:
    """Append remarks to a file, all or none.

    A line that a crash has truncated is terminated first, and stays.

    Raises:
        InputError: the file cannot be written.
        ParameterError: a state is unknown.
    """
    lines = "".join(f"{_line(remark)}\n" for remark in remarks).encode()
    if lines:
        append_lines(path, lines)


def matched(
    remarks: Iterable[Remark], keys: "Sequence[SegmentKey] | Finder"
) -> tuple[list[SegmentRemarks], list[Remark]]:
    """Match remarks to segments; return the result for each segment, and unmatched remarks."""
    finder = keys if isinstance(keys, Finder) else Finder(keys)
    by_segment, left = fitting(grouped(remarks), finder)
    found = [NO_REMARKS] * finder.count
    for segment, of_segment in by_segment.items():
        found[segment] = said_in(of_segment)
    return found, sorted((comment for group in left for comment in group.remarks), key=_order)


def grouped(remarks: Iterable[Remark]) -> Mapping[SegmentKey, Group]:
    """Group remarks, in any order, by their keys."""
    by_key: dict[SegmentKey, list[Remark]] = defaultdict(list)
    for remark in remarks:
        by_key[remark.key].append(remark)
    return {key: _group(of_key) for key, of_key in by_key.items()}


def fitting(
    groups: Mapping[SegmentKey, Group], finder: "Finder"
) -> tuple[dict[int, list[Group]], list[Group]]:
    """Return groups by segment, and unmatched groups."""
    found: dict[int, list[Group]] = defaultdict(list)
    left = []
    for key, group in groups.items():
        segment = finder.segment(key)
        if segment is None:
            left.append(group)
        else:
            found[segment].append(group)
    return found, left


def said_in(groups: Sequence[Group]) -> SegmentRemarks:
    """Combine groups of one segment with different keys."""
    if len(groups) == 1:
        return groups[0].said
    return _group(comment for group in groups for comment in group.remarks).said


class Finder:
    """Finds the segment of a key, by id, texts and neighbours."""

    def __init__(self, keys: Sequence[SegmentKey]) -> None:
        """Index segments by their keys."""
        self._keys = keys
        self._by_id = _index(keys, lambda key: key.id)
        self._by_mt = _index(keys, lambda key: key.mt)
        self._by_source = _index(keys, lambda key: key.source)

    @property
    def count(self) -> int:
        """Return the number of segments."""
        return len(self._keys)

    def segment(self, key: SegmentKey) -> int | None:
        """Return the index of the segment, or None if unmatched."""
        same_id = self._by_id.get(key.id, ()) if key.id else ()
        same_text = {*self._by_mt.get(key.mt, ())}
        if key.source:
            same_text |= {*self._by_source.get(key.source, ())}
        if both := [number for number in same_id if number in same_text]:
            return self._nearest(key, both)
        beside = [comment for comment in same_text if self._has_neighbour(key, comment)]
        if beside:  # ids may be renumbered
            return self._nearest(key, beside)
        if len(same_id) == 1:  # the id proves it, although the texts have changed
            return same_id[0]
        return self._nearest(key, same_text) if same_text else None

    def only(self, key: SegmentKey) -> int | None:
        """Return the index of the segment with the same texts, or None if ambiguous."""
        found = [
            number
            for number in self._by_mt.get(key.mt, ())
            if (self._keys[number].id, self._keys[number].source) == (key.id, key.source)
        ]
        if len(found) > 1:
            found = [number for number in found if self._keys[number] == key]
        return found[0] if len(found) == 1 else None

    def _has_neighbour(self, key: SegmentKey, number: int) -> bool:
        other = self._keys[number]
        return bool(
            (key.before and key.before == other.before) or (key.after and key.after == other.after)
        )

    def _nearest(self, key: SegmentKey, numbers: Iterable[int]) -> int:
        """Return the segment with the neighbours of the key; else the first."""

        def fit(number: int) -> tuple[int, int]:
            other = self._keys[number]
            same = (
                4 * bool(key.source and key.source == other.source)
                + 4 * (key.mt == other.mt)
                + (key.before == other.before)
                + (key.after == other.after)
            )
            return -same, number

        return min(numbers, key=fit)


def _index(
    keys: Sequence[SegmentKey], part: Callable[[SegmentKey], str]
) -> Mapping[str, Sequence[int]]:
    found: dict[str, list[int]] = defaultdict(list)
    for number, key in enumerate(keys):
        if part(key):
            found[part(key)].append(number)
    return found


_NO_GROUP: Final = Group((), NO_REMARKS)


def _group(remarks: Iterable[Remark], known: Group = _NO_GROUP) -> Group:
    """Add remarks to a group; all must be later than those in the group."""
    in_order = sorted(remarks, key=_order)
    said, unknown = _apply_remarks(in_order, known.said)
    return Group((*known.remarks, *in_order), said, known.unknown | unknown)


def _order(remark: Remark) -> tuple[Moment, str]:
    return remark.moment if remark.clock else (remark.when, 0), remark.name


def _future(groups: Iterable[Group]) -> tuple[str, int]:
    now = (datetime.now(UTC) + _CLOCK_TOLERANCE).isoformat(timespec="microseconds")
    ahead = [
        comment.when
        for group in groups
        if group.said.latest[0] > now
        for comment in group.remarks
        if comment.when > now
    ]
    return max(ahead, default=""), len(ahead)


def _apply_remarks(
    remarks: Sequence[Remark], known: SegmentRemarks
) -> tuple[SegmentRemarks, frozenset[str]]:
    """Apply remarks; return the result, and unknown names.

    Args:
        remarks: by time.
        known: the result of earlier remarks; empty if any remark changes or undoes one of these.
    """
    if not remarks:
        return known, frozenset()
    undoable = {
        comment.name for comment in remarks if comment.state is not None and comment.comment is None
    }
    changes = [comment for comment in remarks if comment.of]
    states = {
        comment.name: comment
        for comment in remarks
        if comment.state is not None and comment.of not in undoable
    }
    for comment in changes:
        if comment.of in undoable:
            states.pop(comment.of, None)
    written = [comment for comment in remarks if comment.comment is not None and not comment.of]
    comments, unknown = _comments(
        written, [comment for comment in changes if comment.of not in undoable], known.comments
    )
    said = replace(known, comments=comments, latest=remarks[-1].moment)
    if states:
        state = states[next(reversed(states))]
        said = replace(said, state=state.state, who=state.who, when=state.when)
    return said, unknown


def _comments(
    written: Iterable[Remark], changes: Iterable[Remark], known: Iterable[Comment]
) -> tuple[tuple[Comment, ...], frozenset[str]]:
    """Apply remarks to comments; return the comments, and unknown names.

    A change takes effect after the comment itself, whatever their clocks say.
    """
    comments: dict[str, Comment | None] = {entry.name: entry for entry in known}  # None: removed
    for remark in written:
        comments[remark.name] = Comment(
            name=remark.name, text=remark.comment or "", who=remark.who, when=remark.when
        )
    replaced: dict[str, tuple[str, Comment]] = {}  # by name of the replacing remark
    unknown = set()
    for remark in changes:
        comment = comments.get(remark.of)
        if remark.of in replaced:
            name, before = replaced.pop(remark.of)
            comments[name] = before
        elif comment is not None:
            replaced[remark.name] = remark.of, comment
            comments[remark.of] = (
                None
                if remark.comment is None
                else replace(comment, text=remark.comment, changed=remark.when)
            )
        elif remark.of not in comments:
            unknown.add(remark.of)
    return tuple(entry for entry in comments.values() if entry), frozenset(unknown)


_CONFLICT_MARKS: Final = (b"<<<<<<<", b"=======", b">>>>>>>", b"|||||||")


def _line(remark: Remark) -> str:
    if remark.state is not None and remark.state not in STATES:
        raise unknown_name("state", remark.state, STATES)
    key = remark.key
    values = {
        "name": remark.name,
        "when": remark.when,
        "clock": remark.clock,
        "who": remark.who,
        "id": key.id,
        "source": key.source,
        "mt": key.mt,
        "before": key.before,
        "after": key.after,
        "state": remark.state,
        "comment": remark.comment,
        "of": remark.of,
    }
    kept = {name: value for name, value in values.items() if value not in ("", None)}
    return json.dumps(kept, ensure_ascii=True)


_KEY: Final = ("id", "source", "mt", "before", "after")


def _remark(line: bytes, keys: dict[tuple[str, ...], SegmentKey]) -> Remark | None:
    """Parse a line; return None if it is truncated or damaged.

    Args:
        line: of the file.
        keys: known keys by their parts, to share equal ones.
    """
    try:
        values: Any = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(values, dict) or not all(
        isinstance(comment, str) for comment in values.values()
    ):
        return None
    state = values.get("state")
    if not {"name", "when", "mt"} <= values.keys() or (state and state not in STATES):
        return None
    parts = tuple(values.get(name, "") for name in _KEY)
    key = keys.get(parts)
    if key is None:
        key = keys[parts] = SegmentKey(**dict(zip(_KEY, parts, strict=True)))
    return Remark(
        key=key,
        state=state,
        comment=values.get("comment"),
        of=values.get("of", ""),
        who=sys.intern(values.get("who", "")),
        when=values["when"],
        clock=values.get("clock", ""),
        name=values["name"],
    )


def _hash(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
