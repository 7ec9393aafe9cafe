"""Reviews: what they come to, their rows, and what people say of segments."""

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
from ..features.document_edits import workspace_edit
from ..features.review_answers import (
    brief_row,
    next_place,
    next_unreviewed,
    numbers,
    row,
    said_of,
    summary,
)
from ..features.review_edits import taken_back, with_note, with_state
from ..features.review_journal import (
    MOST_ACTIONS,
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

_ROWS: Final = 100
_MOST_ROWS: Final = 1_000

_EDIT_TIMEOUT_SECONDS: Final = 5.0
"""How long the editor may take to edit a document."""


def register(server: MeteorLanguageServer, reviewing: Reviewing) -> None:
    """Wire the handlers. ``docs/protocol.md`` describes what goes in and comes out."""
    _register_requests(server, reviewing)
    _register_states(server, reviewing)
    commands = ReviewCommands(server, reviewing)
    for name, run in (
        (names.SET_STATE, commands.set_state),
        (names.COMMENT, commands.comment),
        (names.TAKE_BACK, commands.take_back),
        (names.UNDO, commands.undo),
    ):
        server.command(name)(with_arguments(name, partial(commands.in_turn, run)))


def _register_requests(server: MeteorLanguageServer, reviewing: Reviewing) -> None:
    async def asked(params: Any) -> tuple[View, PairReview] | None:
        uri = text(params, "textDocument", "uri")
        view = server.answers.view(uri)
        if view is None or view.opened.problem is not None:
            return None
        review = await reviewing.ask(uri, view.opened)
        now = server.answers.view(uri)  # a text may have changed meanwhile
        return (now, review) if now is not None and now.opened is view.opened else None

    @server.feature(REVIEW)
    async def review(params: Any) -> dict[str, Any] | None:
        found = await asked(params)
        if found is not None:
            view, made = found
            return {**summary(view, made), "keeps": _keeps(reviewing, view, made)}
        unreviewed = server.answers.view(text(params, "textDocument", "uri"))
        problem = unreviewed.opened.problem if unreviewed else None
        return {"problem": problem[1]} if problem else None

    @server.feature(ROWS)
    async def rows(params: Any) -> dict[str, Any] | None:
        chosen = refusing(lambda: _filter(field(params, "filter")))
        found = await asked(params)
        return await _rows(reviewing, *found, params, chosen) if found else None

    @server.feature(NEXT)
    async def next_one(params: Any) -> dict[str, Any] | None:
        found, place = await asked(params), position(params)
        if found is None or place is None:
            return None
        return _next(*found, place, params)


def _register_states(server: MeteorLanguageServer, reviewing: Reviewing) -> None:
    @server.feature(STATES_ON)
    async def states(params: Any) -> list[dict[str, Any]]:
        uri = text(params, "textDocument", "uri")
        view = await server.answers.settled_view(uri)
        if view is None or view.opened.problem is not None:
            return []
        said = await reviewing.said(view.opened)
        now = server.answers.view(uri)  # a text may have changed meanwhile
        if said is None or now is None or now.opened is not view.opened:
            return []
        return list(said_of(now, said, _asked_for(now, params)))


def _asked_for(view: View, params: Any) -> Iterable[int]:
    """The segments, from 0, that are named, or that are on some lines."""
    segments = field(params, "segments")
    if isinstance(segments, list | tuple):
        return [one - 1 for one in segments if isinstance(one, int)]
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
        await reviewing.look(review, [segment - 1 for segment in listing[begin:end]])
    show = brief_row if is_brief else row
    shown = (show(view, review, segment - 1) for segment in listing[begin:end])
    return {
        "total": len(listing),
        "complete": review.complete,
        "begin": begin,
        "rows": [one for one in shown if one is not None],
        "revision": review.revision,
    }


_WHATS: Final = ("unreviewed", "edit", "diagnostic")


def _next(view: View, review: PairReview, place: Any, params: Any) -> dict[str, Any] | None:
    what, backwards = field(params, "what") or _WHATS[0], field(params, "backwards") is True
    if what not in _WHATS:
        raise JsonRpcInvalidParams(f"what must be one of {', '.join(_WHATS)}")
    spot = view.spot(place)
    segment = -1 if spot is None else spot.segment
    span = None
    if what == "unreviewed":
        other = next_unreviewed(review, segment, backwards=backwards)
    else:
        offset = spot.offset if spot is not None and spot.part == POST_EDIT else None
        here = segment, -1 if offset is None else offset
        other, span = next_place(review, here, what=what, backwards=backwards)
    if other is None:
        return None
    part = POST_EDIT if POST_EDIT in view.streams else view.leading_part
    return {
        "segment": other + 1,
        "range": view.range(part, other, span if part == POST_EDIT else None),
        "wrapped": other > segment if backwards else other < segment,
    }


def _window(view: View, params: Any, listing: list[int]) -> tuple[int, int]:
    at, place = number(params, "at"), position(params)
    if at is None and place is not None:
        spot = view.spot(place)
        at = None if spot is None else spot.segment + 1
    begin = max(0, number(params, "begin") or 0)
    if at is not None:
        begin = _index(listing, at)
        asked = number(params, "end")
        return begin, min(begin + _MOST_ROWS, begin + _ROWS if asked is None else asked)
    end = number(params, "end")
    end = begin + _ROWS if end is None else end
    return begin, min(end, begin + _MOST_ROWS)


def _index(listing: list[int], segment: int) -> int:
    """Where a segment is in a list, or else the next in the file that is there."""
    if segment in listing:
        return listing.index(segment)
    behind = [one for one in listing if one > segment]
    return listing.index(min(behind)) if behind else max(0, len(listing) - 1)


def _filter(given: Any) -> ReviewFilter:
    """The filter that is asked for.

    Raises:
        ParameterError: a name or an expression in it is wrong.
    """
    if isinstance(given, str):
        return filter_from_words(given)
    values = {name: field(given, name) for name in FILTER_FIELDS}
    return filter_from_json({name: one for name, one in values.items() if one is not None})


def _keeps(reviewing: Reviewing, view: View, review: PairReview) -> dict[str, Any]:
    """Where states and comments are kept."""
    path = reviewing.remarks_file(view.opened)
    return {
        "format": review.format_name,
        "states": vocabulary_of(review.format_name, None) is not None,
        "comments": keeps_notes(review.format_name),
        "remarks": None if path is None else path.as_uri(),
    }


class ReviewCommands(CommandSet):
    """What people say of segments, and how it is undone."""

    def __init__(self, server: MeteorLanguageServer, reviewing: Reviewing) -> None:
        """Commands of that server."""
        super().__init__(server)
        self._reviewing: Final = reviewing
        self._turn: Final = asyncio.Lock()
        self._journals: Final[dict[str, list[Action]]] = defaultdict(list)
        """What can be undone in each review, by the document of the post-edit."""

    async def in_turn(
        self, run: Callable[[Arguments], Awaitable[dict[str, Any]]], arguments: Arguments
    ) -> dict[str, Any]:
        """Run a command once the text has what the one before it wrote."""
        async with self._turn:
            return await run(arguments)

    async def set_state(self, arguments: Arguments) -> dict[str, Any]:
        """Set the state of segments."""
        view, review = await self._review(arguments)
        segments = self._segments(arguments, view, review)
        state = arguments.text(2, "state")
        if state not in STATES:
            raise Refused(str(unknown_name("state", state, STATES)))
        who = self._reviewing.who(view.opened)
        remarks: dict[int, Remark] = {}
        replacements: dict[int, Sequence[Replacement]] = {}
        document = self._document(view) if self.server.client.applies_edits else None
        for segment in segments:
            said = None if document is None else with_state(document, review, segment, state)
            if said is not None:
                replacements[segment] = said[0]
            before, key = review.remarks(segment).state, review.key(segment)
            # One that was noted before must not go on to count.
            is_whole = said is not None and said[1] and before in (None, state)
            if key is not None and not is_whole and not review.is_noted(segment, state, who):
                remarks[segment] = Remark(key=key, state=state, who=who)
        await self._do(view, review, document, replacements, remarks)
        in_file = bool(replacements)
        kept = "both" if in_file and remarks else "file" if in_file else "remarks"
        return {"keptIn": kept, "revision": review.revision}

    async def comment(self, arguments: Arguments) -> dict[str, Any]:
        """Add a comment, or change or remove one."""
        view, review = await self._review(arguments)
        (segment,) = self._segments(arguments, view, review)[:1]
        said, name = arguments.optional(2, "text"), arguments.optional(3, "name of the comment")
        if said is None and name is None:
            raise Refused("a comment needs a text")
        texts, key = review.texts(segment), review.key(segment)
        if texts is None or key is None:
            raise Refused(f"there is no segment {segment + 1}")
        who = self._reviewing.who(view.opened)
        notes = [note_name(number, note) for number, note in enumerate(texts.facts.notes)]
        document = self._document(view) if self.server.client.applies_edits else None
        if document is not None and (name is None or name in notes):
            number = None if name is None else notes.index(name)
            try:
                found = with_note(document, segment, number, said, who)
            except InputError as error:
                if name is not None:
                    raise Refused(str(error)) from None
            else:
                await self._do(view, review, document, {segment: found}, {})
                return {"keptIn": "file", "name": None, "revision": review.revision}
        if name not in (None, *(one.name for one in review.remarks(segment).comments)):
            raise Refused(f"segment {segment + 1} has no comment {name!r} any more")
        remark = Remark(key=key, comment=said, of=name or "", who=who)
        is_there = any(
            (one.name, one.text) == (name, said) for one in review.remarks(segment).comments
        )
        await self._do(view, review, document, {}, {} if is_there else {segment: remark})
        return {"keptIn": "remarks", "name": name or remark.name, "revision": review.revision}

    async def take_back(self, arguments: Arguments) -> dict[str, Any]:
        """Write the MT over the post-edit of segments."""
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
        await self._do(view, review, document, replacements, {})
        return {"refused": refused, "revision": review.revision}

    async def undo(self, arguments: Arguments) -> dict[str, Any]:
        """Undo the last action of a review that is not undone, or refuse it."""
        view, review = await self._review(arguments)
        journal = self._journal(view)
        if not journal:
            raise Refused("there is nothing to undo in this review")
        action = journal[-1]
        document = self._document(view) if self.server.client.applies_edits else None
        found = undoing(action, document, review, self._reviewing.who(view.opened))
        numbers = [segment + 1 for segment in action.segments]
        if found == NOTHING_TO_UNDO:
            journal.pop()
            names = ", ".join(map(str, numbers))
            raise Refused(f"what was done last, in segment {names}, is undone already")
        if document is not None and found.replacements:
            await self._apply(document, found.replacements)
        if found.remarks:
            await self._reviewing.say(view.opened, found.remarks)
        journal.pop()
        return {"segments": numbers, "revision": review.revision}

    async def _do(
        self,
        view: View,
        review: PairReview,
        document: View | None,
        replacements: Mapping[int, Sequence[Replacement]],
        remarks: Mapping[int, Remark],
    ) -> None:
        """Write and say what an action comes to, by segment, and note how to undo it.

        The document comes first: an edit that the editor does not make leaves nothing behind.
        """
        written: tuple[WrittenUnit, ...] = ()
        if document is not None:
            written = written_units(document, review, replacements)
        size = len(review)
        before = {one: (review.remarks(one), review.state(one)) for one in remarks}
        said: list[tuple[int, SaidRemark]] = []
        if document is not None and written:
            await self._apply(document, [one for some in replacements.values() for one in some])
        try:
            if remarks:
                await self._reviewing.say(view.opened, list(remarks.values()))
                now = view.opened.review or review
                for number, remark in remarks.items():
                    place, (was, state) = now.find(remark.key), before[number]
                    if place is not None:
                        after = now.remarks(place)
                        one = SaidRemark(remark=remark, before=was, after=after, state=state)
                        said.append((number, one))
        finally:
            if written or said:
                journal = self._journal(view)
                journal.append(Action(size=size, written=written, said=tuple(said)))
                del journal[:-MOST_ACTIONS]

    def _journal(self, view: View) -> list[Action]:
        return self._journals[view.opened.streams[POST_EDIT].uri]

    def _document(self, view: View) -> View | None:
        """The pairing as seen from the post-edit, if that is open."""
        uri = view.opened.pairing.references[0].uri
        other = self.server.session.pairings.view(uri)
        return other if other is not None and other.opened is view.opened else None

    async def _apply(self, view: View, replacements: Sequence[Replacement]) -> None:
        """Have the editor replace something in a document.

        Raises:
            Refused: it has not done so, as where the text was changed meanwhile.
        """
        versioned = self.server.client.versioned_edits
        edit = workspace_edit(view, replacements, versioned=versioned)
        params = types.ApplyWorkspaceEditParams(edit=edit)
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        def done(is_applied: bool) -> None:  # noqa: FBT001  # an answer of the protocol
            if not answer.done():
                answer.set_result(is_applied)

        self.server.ask(
            types.WORKSPACE_APPLY_EDIT,
            params,
            lambda result: done(result.applied),
            lambda: done(False),  # noqa: FBT003  # see there
        )
        with suppress(TimeoutError):  # one that answers late edits the document all the same
            if not await asyncio.wait_for(answer, _EDIT_TIMEOUT_SECONDS):
                raise Refused(f"the editor has not edited {view.file.name}; try again")

    async def _review(self, arguments: Arguments) -> tuple[View, PairReview]:
        uri = self.uri(arguments)
        review = await self._reviewing.ask(uri, self.paired(uri).opened)
        view = self.paired(uri)  # a text may have changed meanwhile
        return view, view.opened.review or review

    def _segments(self, arguments: Arguments, view: View, review: PairReview) -> list[int]:
        """The segments, from 0, that a command is about."""
        segments = [one - 1 for one in arguments.numbers(1, "segments")]
        for segment in segments:
            if review.texts(segment) is None:
                raise Refused(f"there is no segment {segment + 1} with an MT and a post-edit")
        return segments
