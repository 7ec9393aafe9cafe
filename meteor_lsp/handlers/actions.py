"""Code actions: listed first, made when one is chosen, refused when the text has changed."""

from lsprotocol import types

from ..features.code_actions import KINDS, code_actions, edit_of, segment_of
from ..open_pairing import View
from ..server import MeteorLanguageServer, refused_unless


def register(server: MeteorLanguageServer) -> None:
    """Wire the handlers."""

    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions(code_action_kinds=list(KINDS), resolve_provider=True),
    )
    async def actions(
        params: types.CodeActionParams,
    ) -> list[types.CodeAction | types.Command]:
        view = server.view(params.text_document.uri)
        spot = None if view is None else view.spot(params.range.start)
        if view is None or spot is None:
            return []
        await server.engine.align(view.opened, [spot.segment])
        if not server.still(view):
            return []
        found = code_actions(view, spot, params.context, by_score=server.outline_by_score)
        return _for_client(server, view, found)

    @server.feature(types.CODE_ACTION_RESOLVE)
    async def complete(action: types.CodeAction) -> types.CodeAction:
        told = segment_of(action.data)
        if told is None:
            return action
        uri, version, segment = told
        view = server.view(uri)
        refused_unless(view is not None and view.version == version)
        if view is None:
            return action
        await server.engine.align(view.opened, [segment])
        refused_unless(server.still(view))
        action.edit = edit_of(view, action.data, versioned=server.client.versioned_edits)
        refused_unless(action.edit is not None)
        return action


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
