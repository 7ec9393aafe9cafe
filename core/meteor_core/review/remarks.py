"""States and comments of segments, in a file of their own beside the text: ``X.review.jsonl``.

Each line is a JSON object, a *remark*: somebody set a state, wrote a comment, changed or removed
one. Lines are only ever added, each by one write under a lock, so that two editors do not overwrite
each other, and what was there before a crash is there after it. The order of lines means nothing:
remarks are ordered by time and name. So two versions of a file are merged by taking the lines of
both, in any order and twice if need be; marks that Git leaves in a conflict are skipped.

The time is that of a hybrid logical clock: of this machine, or just after the latest remark on the
same segment if that is dated ahead. So what somebody says counts from then on, although another
machine's clock was wrong.

A remark belongs to a segment by its id, and by what its source and its machine translation say,
never by its number: an edit elsewhere moves no remark, and a post-edit may change as it likes. Of
segments that say the same, the neighbours tell which is meant. A remark that fits no segment is
kept.

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

_LARGEST: Final = 1 << 28

_CHUNK: Final = 1 << 20

_TOLERANCE: Final = timedelta(minutes=1)
"""By which clocks may differ without a word."""

Moment: TypeAlias = tuple[str, int]
"""A time, and how many remarks on the segment bear it already."""

_Changes: TypeAlias = "defaultdict[SegmentKey, dict[str, Remark | None]]"
"""Remarks by key and name that were read; None for one that is of another key."""

_BEGINNING: Final[Moment] = ("", 0)
_CLOCK: Final = re.compile(r"(.*) ([0-9]{1,9})", re.DOTALL)
_LAST_TICK: Final = 999_999_999


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentKey:
    """What a segment is recognised by.

    Attributes:
        id: by its file; empty where it has none.
        source: short hash of the source; empty where it is not known.
        mt: short hash of the machine translation.
        before: of the segment before it, the hash of its machine translation; empty for the first.
        after: of the segment after it; empty for the last.
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
        state: that was set, if one was.
        comment: that was written, if one was; None with ``of`` where one was removed.
        of: the name of the comment that was changed or removed; empty for a new one. Or the name
            of a remark that is undone: one that set a state, or changed or removed a comment.
            ``state`` and ``comment`` then say what counts again.
        who: said so; may be empty.
        when: in UTC, as ISO 8601, by the clock of the machine.
        clock: a time and a number, of a remark whose ``when`` is not later than what was known of
            the segment; see ``after``.
        name: of this remark, like no other.
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
        """That by which it is ordered."""
        parts = _CLOCK.fullmatch(self.clock) if self.clock else None
        return (parts[1], int(parts[2])) if parts else (self.when, 0)

    def after(self, latest: Moment) -> "Remark":
        """Return the remark ordered behind all that is known of its segment.

        Args:
            latest: moment of what is known.
        """
        time, tick = latest
        if self.when > time:
            return self
        if tick == _LAST_TICK:
            time, tick = f"{time}~", 0
        return replace(self, clock=f"{time} {tick + 1}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Comment:
    """A comment as it stands now.

    Attributes:
        name: of the remark that began it.
        text: of the comment.
        who: wrote it first.
        when: it was written first.
        changed: when it was last changed; empty if it was not.
    """

    name: str
    text: str
    who: str
    when: str
    changed: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentRemarks:
    """What is said of one segment.

    Attributes:
        state: as it is now; None where none was set.
        who: set the state.
        when: it was set.
        comments: in the order in which they were written.
        latest: moment of the last that was said.
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
        remarks: by time, each once.
        said: what they come to.
        unknown: names of comments that were changed or removed, and are none of these.
    """

    remarks: tuple[Remark, ...]
    said: SegmentRemarks
    unknown: frozenset[str] = frozenset()

    def ends_before(self, remarks: Iterable[Remark]) -> bool:
        """Whether other remarks come later and change nothing of what these come to."""
        latest = self.said.latest
        return all(
            one.moment > latest and not one.of and one.name not in self.unknown for one in remarks
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RemarksFile:
    """A file that was read.

    Attributes:
        groups: what it has of each key.
        damaged: numbers, from 1, of lines that cannot be read; they stay in the file.
        future: the latest date ahead of this machine's clock, and how many there are.
    """

    groups: Mapping[SegmentKey, Group] = field(default_factory=dict)
    damaged: tuple[int, ...] = ()
    future: tuple[str, int] = ("", 0)

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """All of them by time, each once."""
        return tuple(
            sorted((one for group in self.groups.values() for one in group.remarks), key=_order)
        )

    def warning(self, name: str) -> str:
        """Return what is to be said of dates in the future; empty if there are none.

        Args:
            name: of the file.
        """
        latest, count = self.future
        if not count:
            return ""
        return (
            f"{name}: {counted(count, 'remark is', 'remarks are')} dated in the future, up to "
            f"{latest[:40]}; the clock of a machine was ahead, or this one is behind. What is said "
            "from now on counts all the same"
        )


def current_user() -> str:
    """Return the name under which the system knows who runs this; empty if it has none."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # nobody is logged in, as in a container
        return ""


def remarks_path(name: str) -> Path:
    """Return the path of the remarks on a file: beside it, with its whole name."""
    path = Path(name)
    return path.with_name(path.name + SUFFIX)


def keys_of(segments: Sequence[ReviewTexts]) -> list[SegmentKey]:
    """Return what each segment of a file is recognised by."""
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
    """Read remarks; a file that is not there has none.

    Raises:
        InputError: the file cannot be read.
    """
    return RemarksReader(path).read()


class RemarksReader:
    """Reads a file again and again, and of what was only added to no more than that."""

    def __init__(self, path: Path) -> None:
        """Read nothing yet."""
        self._path: Final = path
        self._forget()

    def read(self) -> RemarksFile:
        """Return what the file has now; one that is not there has nothing.

        Raises:
            InputError: the file cannot be read.
        """
        try:
            with open_to_read(self._path) as file:
                return self._read(file)
        except FileNotFoundError:
            self._forget()
            return RemarksFile()
        except OSError as error:
            raise InputError(f"{self._path} cannot be read: {error.strerror}") from None

    def _forget(self) -> None:
        self._digest = blake2b()
        self._size = 0
        """Bytes of whole lines that were read."""
        self._lines = 0
        self._damaged: list[int] = []
        self._remarks: dict[str, Remark] = {}
        self._keys: dict[tuple[str, ...], SegmentKey] = {}
        self._groups: dict[SegmentKey, Group] = {}

    def _read(self, file: IO[bytes]) -> RemarksFile:
        size = file.seek(0, 2)
        if size > _LARGEST:
            raise InputError(f"{self._path} has more than {_LARGEST >> 20} MB, which no review has")
        file.seek(0)
        if size < self._size or not self._begins_as_before(file):
            self._forget()
            file.seek(0)
        added: _Changes = defaultdict(dict)
        for line in file:
            self._lines += 1
            self._take(line, added)
            if line.endswith(b"\n"):
                self._digest.update(line)
                self._size += len(line)
        for key, changes in added.items():
            self._change(key, changes)
        found = RemarksFile(
            groups=dict(self._groups),
            damaged=tuple(self._damaged),
            future=_future(self._groups.values()),
        )
        if self._size < file.tell():  # the last line may be written still
            self._forget()
        return found

    def _begins_as_before(self, file: IO[bytes]) -> bool:
        digest, left = blake2b(), self._size
        while left and (chunk := file.read(min(left, _CHUNK))):
            digest.update(chunk)
            left -= len(chunk)
        return digest.digest() == self._digest.digest()

    def _take(self, line: bytes, added: _Changes) -> None:
        if not line.strip() or line.startswith(_CONFLICT_MARKS):
            return
        remark = _remark(line, self._keys)
        if remark is None:
            self._damaged.append(self._lines)
            return
        known = self._remarks.get(remark.name)
        if known is not None and known != remark:  # of one name, whatever the order of lines
            remark = max(known, remark, key=_line)
            added[known.key][known.name] = None
        self._remarks[remark.name] = remark
        added[remark.key][remark.name] = remark

    def _change(self, key: SegmentKey, changes: "Mapping[str, Remark | None]") -> None:
        known = self._groups.get(key, _NO_GROUP)
        new = [one for one in changes.values() if one is not None]
        if len(new) == len(changes) and known.ends_before(new):
            self._groups[key] = _group(new, known)
            return
        remarks = {one.name: one for one in known.remarks} | dict(changes)
        self._groups[key] = _group(one for one in remarks.values() if one is not None)


def add_remarks(path: Path, remarks: Iterable[Remark]) -> None:
    """Add remarks to a file, all of them or none.

    A line that was cut off by a crash is ended first, and stays as it is.

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
    """Return what is said of each segment, and the remarks that fit none.

    Args:
        remarks: in any order.
        keys: of the segments of the file as it is now.
    """
    finder = keys if isinstance(keys, Finder) else Finder(keys)
    by_segment, left = fitting(grouped(remarks), finder)
    found = [NO_REMARKS] * finder.count
    for segment, of_segment in by_segment.items():
        found[segment] = said_in(of_segment)
    return found, sorted((one for group in left for one in group.remarks), key=_order)


def grouped(remarks: Iterable[Remark]) -> Mapping[SegmentKey, Group]:
    """Return remarks, in any order, by their keys."""
    by_key: dict[SegmentKey, list[Remark]] = defaultdict(list)
    for remark in remarks:
        by_key[remark.key].append(remark)
    return {key: _group(of_key) for key, of_key in by_key.items()}


def fitting(
    groups: Mapping[SegmentKey, Group], finder: "Finder"
) -> tuple[dict[int, list[Group]], list[Group]]:
    """Return the remarks of each segment of which something is said, and those that fit none."""
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
    """Return what remarks of several keys come to, which are of one segment."""
    if len(groups) == 1:
        return groups[0].said
    return _group(one for group in groups for one in group.remarks).said


class Finder:
    """Finds the segment that a key means, by id, texts and neighbours."""

    def __init__(self, keys: Sequence[SegmentKey]) -> None:
        """Segments of these keys, in order."""
        self._keys = keys
        self._by_id = _index(keys, lambda key: key.id)
        self._by_mt = _index(keys, lambda key: key.mt)
        self._by_source = _index(keys, lambda key: key.source)

    @property
    def count(self) -> int:
        """How many segments there are."""
        return len(self._keys)

    def segment(self, key: SegmentKey) -> int | None:
        """Return the index of the segment, or None where none fits."""
        same_id = self._by_id.get(key.id, ()) if key.id else ()
        same_text = {*self._by_mt.get(key.mt, ())}
        if key.source:
            same_text |= {*self._by_source.get(key.source, ())}
        if both := [number for number in same_id if number in same_text]:
            return self._nearest(key, both)
        beside = [one for one in same_text if self._has_neighbour(key, one)]
        if beside:  # ids may be numbers that the file gives anew
            return self._nearest(key, beside)
        if len(same_id) == 1:  # the file says that it is the segment, with other texts now
            return same_id[0]
        return self._nearest(key, same_text) if same_text else None

    def only(self, key: SegmentKey) -> int | None:
        """Return the index of the segment that says the same, or None where it is not certain."""
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
        """Return the one of segments whose neighbours are those of the key; else the first."""

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
    """Return the group of remarks that all come later than those of a known one."""
    in_order = sorted(remarks, key=_order)
    said, unknown = _as_it_is(in_order, known.said)
    return Group((*known.remarks, *in_order), said, known.unknown | unknown)


def _order(remark: Remark) -> tuple[Moment, str]:
    return remark.moment if remark.clock else (remark.when, 0), remark.name


def _future(groups: Iterable[Group]) -> tuple[str, int]:
    now = (datetime.now(UTC) + _TOLERANCE).isoformat(timespec="microseconds")
    ahead = [
        one.when
        for group in groups
        if group.said.latest[0] > now
        for one in group.remarks
        if one.when > now
    ]
    return max(ahead, default=""), len(ahead)


def _as_it_is(
    remarks: Sequence[Remark], known: SegmentRemarks
) -> tuple[SegmentRemarks, frozenset[str]]:
    """Return what remarks come to, one after another, and the names that they lack.

    Args:
        remarks: by time.
        known: what those before come to; nothing if any of these changes or undoes another.
    """
    if not remarks:
        return known, frozenset()
    undoable = {one.name for one in remarks if one.state is not None and one.comment is None}
    changes = [one for one in remarks if one.of]
    states = {one.name: one for one in remarks if one.state is not None and one.of not in undoable}
    for one in changes:
        if one.of in undoable:
            states.pop(one.of, None)
    written = [one for one in remarks if one.comment is not None and not one.of]
    comments, unknown = _comments(
        written, [one for one in changes if one.of not in undoable], known.comments
    )
    said = replace(known, comments=comments, latest=remarks[-1].moment)
    if states:
        state = states[next(reversed(states))]
        said = replace(said, state=state.state, who=state.who, when=state.when)
    return said, unknown


def _comments(
    written: Iterable[Remark], changes: Iterable[Remark], known: Iterable[Comment]
) -> tuple[tuple[Comment, ...], frozenset[str]]:
    """Return the comments as they are behind remarks, and the names of those that are not there.

    A comment is changed or removed after it was written, whatever clocks said.
    """
    comments: dict[str, Comment | None] = {one.name: one for one in known}  # None: removed
    for one in written:
        comments[one.name] = Comment(
            name=one.name, text=one.comment or "", who=one.who, when=one.when
        )
    replaced: dict[str, tuple[str, Comment]] = {}  # by the remarks that did so
    unknown = set()
    for one in changes:
        comment = comments.get(one.of)
        if one.of in replaced:
            name, before = replaced.pop(one.of)
            comments[name] = before
        elif comment is not None:
            replaced[one.name] = one.of, comment
            comments[one.of] = (
                None
                if one.comment is None
                else replace(comment, text=one.comment, changed=one.when)
            )
        elif one.of not in comments:
            unknown.add(one.of)
    return tuple(one for one in comments.values() if one is not None), frozenset(unknown)


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
    """Return a line's remark; None where it is cut off or damaged.

    Args:
        line: of the file.
        keys: that are known, by their parts; those that are equal are kept once.
    """
    try:
        values: Any = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(values, dict) or not all(isinstance(one, str) for one in values.values()):
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
