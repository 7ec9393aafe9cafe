"""States and comments of segments, in a file of their own beside the text: ``X.review.jsonl``.

Each line is a JSON object, a *remark*: somebody set a state, wrote a comment, changed or removed
one. Lines are only ever added, each by one write under a lock, so that two editors do not overwrite
each other, and what was there before a crash is there after it. The order of lines means nothing:
remarks are ordered by time and name. So two versions of a file are merged by taking the lines of
both, in any order and twice if need be; marks that Git leaves in a conflict are skipped.

A remark belongs to a segment by its id, and by what its source and its machine translation say,
never by its number: an edit elsewhere moves no remark, and a post-edit may change as it likes. Of
segments that say the same, the neighbours tell which is meant. A remark that fits no segment is
kept.

``docs/review.md`` documents the fields.
"""

import getpass
import json
import os
import uuid
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from ..errors import InputError, unknown_name
from ..files.states import STATES, State
from .texts import ReviewTexts

SUFFIX: Final = ".review.jsonl"

_LARGEST: Final = 1 << 28


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
        when: in UTC, as ISO 8601.
        name: of this remark, like no other.
    """

    key: SegmentKey
    state: State | None = None
    comment: str | None = None
    of: str = ""
    who: str = ""
    when: str = field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="microseconds"))
    name: str = field(default_factory=lambda: uuid.uuid4().hex)


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
    """

    state: State | None = None
    who: str = ""
    when: str = ""
    comments: tuple[Comment, ...] = ()


NO_REMARKS: Final = SegmentRemarks()


@dataclass(frozen=True, slots=True, kw_only=True)
class RemarksFile:
    """A file that was read.

    Attributes:
        remarks: by time, each once.
        damaged: numbers, from 1, of lines that cannot be read; they stay in the file.
    """

    remarks: tuple[Remark, ...] = ()
    damaged: tuple[int, ...] = ()


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
    try:
        if path.stat().st_size > _LARGEST:
            raise InputError(f"{path} has more than {_LARGEST >> 20} MB, which no review has")
        content = path.read_bytes()
    except FileNotFoundError:
        return RemarksFile()
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    remarks: dict[str, Remark] = {}
    damaged = []
    for number, line in enumerate(content.split(b"\n"), 1):
        if not line.strip() or line.startswith(_CONFLICT_MARKS):
            continue
        remark = _remark(line)
        if remark is None:
            damaged.append(number)
        else:
            remarks[remark.name] = remark
    return RemarksFile(
        remarks=tuple(sorted(remarks.values(), key=lambda remark: (remark.when, remark.name))),
        damaged=tuple(damaged),
    )


def add_remarks(path: Path, remarks: Iterable[Remark]) -> None:
    """Add remarks to a file, all of them or none.

    A line that was cut off by a crash is ended first, and stays as it is.

    Raises:
        InputError: the file cannot be written.
        ParameterError: a state is unknown.
    """
    lines = "".join(f"{_line(remark)}\n" for remark in remarks).encode()
    if not lines:
        return
    try:
        with _locked(path) as file:
            size = os.fstat(file).st_size
            if size and os.pread(file, 1, size - 1) != b"\n":
                lines = b"\n" + lines
            written = os.write(file, lines)
            if written != len(lines):  # the disk is full
                os.ftruncate(file, size)
                raise InputError(f"{path} cannot be written: the disk is full")
            os.fsync(file)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None


def matched(
    remarks: Sequence[Remark], keys: "Sequence[SegmentKey] | Finder"
) -> tuple[list[SegmentRemarks], list[Remark]]:
    """Return what is said of each segment, and the remarks that fit none.

    Args:
        remarks: by time.
        keys: of the segments of the file as it is now.
    """
    finder = keys if isinstance(keys, Finder) else Finder(keys)
    by_segment: dict[int, list[Remark]] = defaultdict(list)
    left = []
    for remark in remarks:
        segment = finder.segment(remark.key)
        if segment is None:
            left.append(remark)
        else:
            by_segment[segment].append(remark)
    found = [NO_REMARKS] * finder.count
    for segment, of_segment in by_segment.items():
        found[segment] = _as_it_is(of_segment)
    return found, left


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


def _as_it_is(remarks: Iterable[Remark]) -> SegmentRemarks:
    """Return what remarks come to, one after another."""
    states: dict[str, Remark] = {}  # by name; the last counts
    comments: dict[str, Comment | None] = {}  # None where one was removed
    replaced: dict[str, tuple[str, Comment | None]] = {}  # by the remarks that did so
    for remark in remarks:
        known = comments.get(remark.of)
        if remark.of in states and states[remark.of].comment is None:
            del states[remark.of]
        elif remark.state is not None:
            states[remark.name] = remark
        if remark.of in replaced:
            name, before = replaced.pop(remark.of)
            comments[name] = before
        elif known is not None:
            replaced[remark.name] = remark.of, known
            comments[remark.of] = (
                None
                if remark.comment is None
                else replace(known, text=remark.comment, changed=remark.when)
            )
        elif remark.comment is not None and not remark.of:
            comments[remark.name] = Comment(
                name=remark.name, text=remark.comment, who=remark.who, when=remark.when
            )
    state = next(reversed(states.values()), None)
    return SegmentRemarks(
        state=state.state if state else None,
        who=state.who if state else "",
        when=state.when if state else "",
        comments=tuple(comment for comment in comments.values() if comment is not None),
    )


_CONFLICT_MARKS: Final = (b"<<<<<<<", b"=======", b">>>>>>>", b"|||||||")


def _line(remark: Remark) -> str:
    if remark.state is not None and remark.state not in STATES:
        raise unknown_name("state", remark.state, STATES)
    key = remark.key
    values = {
        "name": remark.name,
        "when": remark.when,
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


def _remark(line: bytes) -> Remark | None:
    """Return a line's remark; None where it is cut off or damaged."""
    try:
        values: Any = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(values, dict) or not all(isinstance(one, str) for one in values.values()):
        return None
    state = values.get("state")
    if not {"name", "when", "mt"} <= values.keys() or (state and state not in STATES):
        return None
    return Remark(
        key=SegmentKey(
            **{name: values.get(name, "") for name in ("id", "source", "mt", "before", "after")}
        ),
        state=state,
        comment=values.get("comment"),
        of=values.get("of", ""),
        who=values.get("who", ""),
        when=values["when"],
        name=values["name"],
    )


@contextmanager
def _locked(path: Path) -> Iterator[int]:
    """Open a file to add to it, while nobody else does."""
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_CLOEXEC", 0)
    file = os.open(path, flags, 0o644)
    try:
        try:
            import fcntl
        except ImportError:  # Windows, where a write at the end is whole all the same
            yield file
            return
        fcntl.flock(file, fcntl.LOCK_EX)
        yield file
    finally:
        os.close(file)


def _hash(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
