"""Handle reviews: summary, rows, states and comments."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from meteor_core import InputError
from meteor_core.errors import unknown_name
from meteor_core.files.note_editing import keeps_notes
from meteor_core.files.states import STATES, vocabulary_of
from meteor_core.review.filtering import (
    FILTER_FIELDS,
    ReviewFilter,
    filter_from_json,
    filter_from_words,
)
from meteor_core.review.remarks import Remark
from meteor_core.review.review_format import note_name
from meteor_core.review.undo import SaidRemark

from ..documents.segmentation import Replacement
from ..documents.uris import name_of
from ..editor.language_server import MeteorLanguageServer
from ..editor.reviewing import Reviewing
from ..errors import Refused, refusing
from ..features import command_names as names
from ..features.document_edits import taken_back, with_note, with_state, workspace_edit
from ..features.review_answers import (
    brief_row,
    next_place,
    next_unreviewed,
    numbers,
    row,
    states_of,
    summary,
)
from ..features.review_journal import (
    MAX_ACTIONS,
    NOTHING_TO_UNDO,
    Action,
    WrittenUnit,
    undoing,
    written_units,
)
from ..pairing.streams import POST_EDIT
from ..scoring.review import PairReview
from ..session.open_pairing import View
from .arguments import Arguments, field, number, position, text
from .command_set import CommandSet, with_arguments

REVIEW: Final = "meteor/review"
ROWS: Final = "meteor/reviewRows"
NEXT: Final = "meteor/reviewNext"
STATES_ON: Final = "meteor/states"

_DEFAULT_ROWS: Final = 100
_MAX_ROWS: Final = 1_000

_EDIT_TIMEOUT_SECONDS: Final = 5.0
"""Time for the editor to edit a document."""


def register(server: MeteorLanguageServer, reviewing: Reviewing) -> None:
    """Connect the handlers; ``docs/protocol.md`` describes parameters and results."""
    _register_requests(server, reviewing)
    _register_states(server, reviewing)
    commands = ReviewCommands(server, reviewing)
    for name, command in (
        (names.SET_STATE, commands.set_state),
        (names.COMMENT, commands.comment),
        (names.TAKE_BACK, commands.take_back),
        (names.UNDO, commands.undo),
    ):
        server.command(name)(with_arguments(name, partial(commands.run_in_order, command)))


def _register_requests(server: MeteorLanguageServer, reviewing: Reviewing) -> None:
    async def requested(params: Any) -> tuple[View, PairReview] | None:
        uri = text(params, "textDocument", "uri")
        view = server.answers.view(uri)
        if view is None or view.opened.problem is not None:
            return None
        review = await reviewing.request_review(uri, view.opened)
        now = server.answers.view(uri)  # a text may have changed meanwhile
        return (now, review) if now is not None and now.opened is view.opened else None

    @server.feature(REVIEW)
    async def review(params: Any) -> dict[str, Any] | None:
        found = await requested(params)
        if found is not None:
            view, made = found
            return {**summary(view, made), "keeps": _storage(reviewing, view, made)}
        unreviewed = server.answers.view(text(params, "textDocument", "uri"))
        problem = unreviewed.opened.problem if unreviewed else None
        return {"problem": problem[1]} if problem else None

    @server.feature(ROWS)
    async def rows(params: Any) -> dict[str, Any] | None:
        chosen = refusing(lambda: _filter(field(params, "filter")))
        found = await requested(params)
        return await _rows(reviewing, *found, params, chosen) if found else None

    @server.feature(NEXT)
    async def next_segment(params: Any) -> dict[str, Any] | None:
        found, place = await requested(params), position(params)
        if found is None or place is None:
            return None
        return _next(*found, place, params)


def _register_states(server: MeteorLanguageServer, reviewing: Reviewing) -> None:
    @server.feature(STATES_ON)
    async def states(params: Any) -> list[dict[str, Any]]:
        uri = text(params, "textDocument", "uri")
        view = await server.answers.aligned_view(uri)
        if view is None or view.opened.problem is not None:
            return []
        review = await reviewing.with_states(view.opened)
        now = server.answers.view(uri)  # a text may have changed meanwhile
        if review is None or now is None or now.opened is not view.opened:
            return []
        return list(states_of(now, review, _requested_segments(now, params)))


def _requested_segments(view: View, params: Any) -> Iterable[int]:
    """Return the segments given by number or by a range of lines."""
    segments = field(params, "segments")
    if isinstance(segments, list | tuple):
        return [segment - 1 for segment in segments if isinstance(segment, int)]
    first, last = (field(params, "range", end, "line") for end in ("start", "end"))
    if not isinstance(first, int) or not isinstance(last, int):
        raise JsonRpcInvalidParams("segments or range must be given")
    return view.segments(first, last)


async def _rows(
    reviewing: Reviewing, view: View, review: PairReview, params: Any, chosen: ReviewFilter
) -> dict[str, Any]:
    order, is_reversed = field(params, "order") or "file", field(params, "reversed") is True
    listing = refusing(lambda: numbers(review, chosen, order, is_reversed=is_reversed))
    begin, end = _window(view, params, listing)
    is_brief = field(params, "brief") is True
    if not is_brief:
        await reviewing.load_details(review, [segment - 1 for segment in listing[begin:end]])
    show = brief_row if is_brief else row
    shown = (show(view, review, segment - 1) for segment in listing[begin:end])
    return {
        "total": len(listing),
        "complete": review.complete,
        "begin": begin,
        "rows": [made for made in shown if made is not None],
        "revision": review.revision,
    }


_TARGETS: Final = ("unreviewed", "edit", "diagnostic")


def _next(view: View, review: PairReview, place: Any, params: Any) -> dict[str, Any] | None:
    what, backwards = field(params, "what") or _TARGETS[0], field(params, "backwards") is True
    if what not in _TARGETS:
        raise JsonRpcInvalidParams(f"what must be one of {', '.join(_TARGETS)}")
    spot = view.spot(place)
    segment = -1 if spot is None else spot.segment
    span = None
    if what == "unreviewed":
        target = next_unreviewed(review, segment, backwards=backwards)
    else:
        offset = spot.offset if spot is not None and spot.part == POST_EDIT else None
        here = segment, -1 if offset is None else offset
        target, span = next_place(review, here, what=what, backwards=backwards)
    if target is None:
        return None
    part = POST_EDIT if POST_EDIT in view.streams else view.leading_part
    return {
        "segment": target + 1,
        "range": view.range(part, target, span if part == POST_EDIT else None),
        "wrapped": target > segment if backwards else target < segment,
    }


def _window(view: View, params: Any, listing: list[int]) -> tuple[int, int]:
    at, place = number(params, "at"), position(params)
    if at is None and place is not None:
        spot = view.spot(place)
        at = None if spot is None else spot.segment + 1
    begin = max(0, number(params, "begin") or 0)
    if at is not None:
        begin = _index(listing, at)
        end = _or_default(number(params, "end"), begin + _DEFAULT_ROWS)
        return begin, min(begin + _MAX_ROWS, end)
    end = _or_default(number(params, "end"), begin + _DEFAULT_ROWS)
    return begin, min(end, begin + _MAX_ROWS)


def _or_default(given: int | None, default: int) -> int:
    return default if given is None else given


def _index(listing: list[int], segment: int) -> int:
    """Return the index of a segment in a list, or that of the next one in the file."""
    if segment in listing:
        return listing.index(segment)
    following = [number for number in listing if number > segment]
    return listing.index(min(following)) if following else max(0, len(listing) - 1)


def _filter(given: Any) -> ReviewFilter:
    """Parse a filter.

    Raises:
        ParameterError: a name or an expression in it is invalid.
    """
    if isinstance(given, str):
        return filter_from_words(given)
    values = {name: field(given, name) for name in FILTER_FIELDS}
    return filter_from_json({name: value for name, value in values.items() if value is not None})


def _storage(reviewing: Reviewing, view: View, review: PairReview) -> dict[str, Any]:
    """Describe where states and comments are stored."""
    path = reviewing.remarks_file(view.opened)
    return {
        "format": review.format_name,
        "states": vocabulary_of(review.format_name, None) is not None,
        "comments": keeps_notes(review.format_name),
        "remarks": None if path is None else path.as_uri(),
    }


class ReviewCommands(CommandSet):
    """Commands that write states, comments and texts, and undo them."""

    def __init__(self, server: MeteorLanguageServer, reviewing: Reviewing) -> None:
        """Create an empty journal."""
        super().__init__(server)
        self._reviewing: Final = reviewing
        self._lock: Final = asyncio.Lock()
        self._journals: Final[dict[str, list[Action]]] = defaultdict(list)
        """Actions that can be undone, by post-edit."""

    async def run_in_order(
        self, command: Callable[[Arguments], Awaitable[dict[str, Any]]], arguments: Arguments
    ) -> dict[str, Any]:
        """Run a command after the previous one has been applied to the text."""
        async with self._lock:
            return await command(arguments)

    async def set_state(self, arguments: Arguments) -> dict[str, Any]:
        """Set the state of segments."""
        view, review = await self._review(arguments)
        segments = self._segments(arguments, view, review)
        state = arguments.text(2, "state")
        if state not in STATES:
            raise Refused(str(unknown_name("state", state, STATES)))
        who = self._reviewing.reviewer(view.opened)
        remarks: dict[int, Remark] = {}
        replacements: dict[int, Sequence[Replacement]] = {}
        document = self._document(view) if self.server.client.applies_edits else None
        for segment in segments:
            in_file = None if document is None else with_state(document, review, segment, state)
            if in_file is not None:
                replacements[segment] = in_file[0]
            before, key = review.remarks(segment).state, review.key(segment)
            # An earlier remark with another state must be overridden.
            is_whole = in_file is not None and in_file[1] and before in (None, state)
            if key is not None and not is_whole and not review.is_noted(segment, state, who):
                remarks[segment] = Remark(key=key, state=state, who=who)
        await self._apply_action(view, review, document, replacements, remarks)
        kept = "both" if replacements and remarks else "file" if replacements else "remarks"
        return {"keptIn": kept, "revision": review.revision}

    async def comment(self, arguments: Arguments) -> dict[str, Any]:
        """Add, change or remove a comment."""
        view, review = await self._review(arguments)
        (segment,) = self._segments(arguments, view, review)[:1]
        comment, name = arguments.optional(2, "text"), arguments.optional(3, "name of the comment")
        if comment is None and name is None:
            raise Refused("a comment needs a text")
        texts, key = review.texts(segment), review.key(segment)
        if texts is None or key is None:
            raise Refused(f"there is no segment {segment + 1}")
        who = self._reviewing.reviewer(view.opened)
        notes = [note_name(number, note) for number, note in enumerate(texts.facts.notes)]
        document = self._document(view) if self.server.client.applies_edits else None
        if document is not None and (name is None or name in notes):
            number = None if name is None else notes.index(name)
            try:
                found = with_note(document, segment, number, comment, who)
            except InputError as error:
                if name is not None:
                    raise Refused(str(error)) from None
            else:
                await self._apply_action(view, review, document, {segment: found}, {})
                return {"keptIn": "file", "name": None, "revision": review.revision}
        comments = {known.name: known.text for known in review.remarks(segment).comments}
        if name is not None and name not in comments:
            raise Refused(f"segment {segment + 1} has no comment {name!r} any more")
        remark = Remark(key=key, comment=comment, of=name or "", who=who)
        is_unchanged = name is not None and comments[name] == comment
        await self._apply_action(
            view, review, document, {}, {} if is_unchanged else {segment: remark}
        )
        return {"keptIn": "remarks", "name": name or remark.name, "revision": review.revision}

    async def take_back(self, arguments: Arguments) -> dict[str, Any]:
        """Overwrite the post-edit of segments with the MT."""
        view, review = await self._review(arguments)
        segments = self._segments(arguments, view, review)
        document = self._document(view)
        if document is None:
            uri = view.opened.pairing.references[0].uri
            raise Refused(f"{name_of(uri)} is not open; open it to take the MT back")
        if not self.server.client.applies_edits:
            raise Refused("this editor cannot be asked to edit a document")
        replacements: dict[int, Sequence[Replacement]] = {}
        refused = []
        for segment in segments:
            found = taken_back(document, segment)
            if not found and len(segments) == 1:
                found = "its post-edit is the MT already"
            if isinstance(found, str):
                refused.append({"segment": segment + 1, "reason": found})
            else:
                replacements[segment] = found
        await self._apply_action(view, review, document, replacements, {})
        return {"refused": refused, "revision": review.revision}

    async def undo(self, arguments: Arguments) -> dict[str, Any]:
        """Undo the last action of a review that was not undone."""
        view, review = await self._review(arguments)
        journal = self._journal(view)
        if not journal:
            raise Refused("there is nothing to undo in this review")
        action = journal[-1]
        document = self._document(view) if self.server.client.applies_edits else None
        found = undoing(action, document, review, self._reviewing.reviewer(view.opened))
        numbers = [segment + 1 for segment in action.segments]
        if found == NOTHING_TO_UNDO:
            journal.pop()
            names = ", ".join(map(str, numbers))
            raise Refused(f"what was done last, in segment {names}, is undone already")
        if document is not None and found.replacements:
            await self._apply_edits(document, found.replacements)
        if found.remarks:
            await self._reviewing.write_remarks(view.opened, found.remarks)
        journal.pop()
        return {"segments": numbers, "revision": review.revision}

    async def _apply_action(
        self,
        view: View,
        review: PairReview,
        document: View | None,
        replacements: Mapping[int, Sequence[Replacement]],
        remarks: Mapping[int, Remark],
    ) -> None:
        """Apply replacements and remarks of an action, and record how to undo it.

        The document comes first: a rejected edit leaves nothing behind.
        """
        written: tuple[WrittenUnit, ...] = ()
        if document is not None:
            written = written_units(document, review, replacements)
        size = len(review)
        before = {segment: (review.remarks(segment), review.state(segment)) for segment in remarks}
        said: list[tuple[int, SaidRemark]] = []
        if document is not None and written:
            edits = [edit for of_segment in replacements.values() for edit in of_segment]
            await self._apply_edits(document, edits)
        try:
            if remarks:
                await self._reviewing.write_remarks(view.opened, list(remarks.values()))
                now = view.opened.review or review
                for number, remark in remarks.items():
                    place, (was, state) = now.find(remark.key), before[number]
                    if place is not None:
                        after = now.remarks(place)
                        written_remark = SaidRemark(
                            remark=remark, before=was, after=after, state=state
                        )
                        said.append((number, written_remark))
        finally:
            if written or said:
                journal = self._journal(view)
                journal.append(Action(size=size, written=written, said=tuple(said)))
                del journal[:-MAX_ACTIONS]

    def _journal(self, view: View) -> list[Action]:
        return self._journals[view.opened.streams[POST_EDIT].uri]

    def _document(self, view: View) -> View | None:
        """Return the view of the post-edit, if that is open."""
        uri = view.opened.pairing.references[0].uri
        post_edit = self.server.session.pairings.view(uri)
        return post_edit if post_edit is not None and post_edit.opened is view.opened else None

    async def _apply_edits(self, view: View, replacements: Sequence[Replacement]) -> None:
        """Have the editor edit a document.

        Raises:
            Refused: the editor rejected the edit, for example after a change of the text.
        """
        versioned = self.server.client.versioned_edits
        edit = workspace_edit(view, replacements, versioned=versioned)
        params = types.ApplyWorkspaceEditParams(edit=edit)
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        def done(is_applied: bool) -> None:  # noqa: FBT001  # an answer of the protocol
            if not answer.done():
                answer.set_result(is_applied)

        self.server.call_client(
            types.WORKSPACE_APPLY_EDIT,
            params,
            lambda result: done(result.applied),
            lambda: done(False),  # noqa: FBT003  # as above
        )
        with suppress(TimeoutError):  # a late answer still edits the document
            if not await asyncio.wait_for(answer, _EDIT_TIMEOUT_SECONDS):
                raise Refused(f"the editor has not edited {view.file.name}; try again")

    async def _review(self, arguments: Arguments) -> tuple[View, PairReview]:
        uri = self.uri(arguments)
        review = await self._reviewing.request_review(uri, self.paired(uri).opened)
        view = self.paired(uri)  # a text may have changed meanwhile
        return view, view.opened.review or review

    def _segments(self, arguments: Arguments, view: View, review: PairReview) -> list[int]:
        """Return the segments of a command."""
        segments = [number - 1 for number in arguments.numbers(1, "segments")]
        for segment in segments:
            if review.texts(segment) is None:
                raise Refused(f"there is no segment {segment + 1} with an MT and a post-edit")
        return segments
