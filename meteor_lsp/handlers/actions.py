"""Handle code actions: list them, resolve the chosen one, reject it if the text has changed."""

from functools import partial

from lsprotocol import types

from ..editor.language_server import MeteorLanguageServer
from ..errors import refused_unless
from ..features.code_actions import KINDS, code_actions, edit_of, segment_of
from ..features.code_lens import commands_without_partner
from ..session.missing_partner import missing_partner
from ..session.open_pairing import Spot, View


def register(server: MeteorLanguageServer) -> None:
    """Connect the handlers."""

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

        await check_texts_at(uri, params.range.start)
        found = await server.answers.answer_at(uri, params.range.start, listed)
        if found is not None:
            return found
        view = server.session.pairings.view(uri)
        return _without_partner(server, uri, params.context) if view is None else listed(view, None)

    async def check_texts_at(uri: str, position: types.Position) -> None:
        view = server.answers.view(uri)
        spot = None if view is None else view.spot(position)
        if view is not None and spot is not None:
            await server.engine.check_segments(view.opened, [spot.segment])

    @server.feature(types.CODE_ACTION_RESOLVE)
    async def complete(action: types.CodeAction) -> types.CodeAction:
        target = segment_of(action.data)
        if target is None:
            return action
        uri, version, segment = target
        view = await server.answers.aligned_view(uri)
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
    """Return the actions for a document without partner."""
    missing = missing_partner(server.session, uri)
    kind = types.CodeActionKind.Source
    wanted = context.only is None or any(only in (kind, "") for only in context.only)
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
    """Adapt actions to the client's capabilities."""
    if not server.client.action_literals:
        return [action.command for action in actions if action.command is not None]
    if not server.client.resolves_actions:
        for action in actions:
            if action.data is not None:
                action.edit = edit_of(view, action.data, versioned=server.client.versioned_edits)
    return list(actions)
