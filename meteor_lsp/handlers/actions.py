"""Code actions: listed first, made when one is chosen, refused when the text has changed."""

from functools import partial

from lsprotocol import types

from ..editor.language_server import MeteorLanguageServer
from ..errors import refused_unless
from ..features.code_actions import KINDS, code_actions, edit_of, segment_of
from ..features.code_lens import commands_without_partner
from ..session.missing_partner import missing_partner
from ..session.open_pairing import Spot, View


def register(server: MeteorLanguageServer) -> None:
    """Wire the handlers."""

    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions(code_action_kinds=list(KINDS), resolve_provider=True),
    )
    async def actions(
        params: types.CodeActionParams,
    ) -> list[types.CodeAction | types.Command]:
        uri = params.text_document.uri

        def listed(view: View, spot: Spot | None) -> list[types.CodeAction | types.Command]:
            found = code_actions(
                view, spot, params.range, params.context, outline=server.outline_order
            )
            return _for_client(server, view, found)

        await find_words_at(uri, params.range.start)
        found = await server.answers.answer_at(uri, params.range.start, listed)
        if found is not None:
            return found
        view = server.session.pairings.view(uri)
        return _without_partner(server, uri, params.context) if view is None else listed(view, None)

    async def find_words_at(uri: str, position: types.Position) -> None:
        view = server.answers.view(uri)
        spot = None if view is None else view.spot(position)
        if view is not None and spot is not None:
            await server.engine.find_words(view.opened, [spot.segment])

    @server.feature(types.CODE_ACTION_RESOLVE)
    async def complete(action: types.CodeAction) -> types.CodeAction:
        told = segment_of(action.data)
        if told is None:
            return action
        uri, version, segment = told
        view = await server.answers.settled_view(uri)
        refused_unless(view is not None and view.version == version)
        if view is None:
            return action
        edit = partial(edit_of, data=action.data, versioned=server.client.versioned_edits)
        action.edit = await server.answers.answer(view, [segment], edit)
        refused_unless(action.edit is not None)
        return action


def _without_partner(
    server: MeteorLanguageServer, uri: str, context: types.CodeActionContext
) -> list[types.CodeAction | types.Command]:
    """What can be done about a document that lacks its partner."""
    missing = missing_partner(server.session, uri)
    kind = types.CodeActionKind.Source
    wanted = context.only is None or any(one in (kind, "") for one in context.only)
    if missing is None or not wanted:
        return []
    commands = commands_without_partner(missing, uri)
    if not server.client.action_literals:
        return list(commands)
    return [
        types.CodeAction(title=f"METEOR: {command.title}", kind=kind, command=command)
        for command in commands
    ]


def _for_client(
    server: MeteorLanguageServer, view: View, actions: list[types.CodeAction]
) -> list[types.CodeAction | types.Command]:
    """The actions as far as the client knows how to take them."""
    if not server.client.action_literals:
        return [action.command for action in actions if action.command is not None]
    if not server.client.resolves_actions:
        for action in actions:
            if action.data is not None:
                action.edit = edit_of(view, action.data, versioned=server.client.versioned_edits)
    return list(actions)
