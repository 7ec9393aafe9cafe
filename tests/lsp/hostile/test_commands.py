"""Commands with arguments that make no sense."""

from typing import Any, Final

import pytest

from tests.lsp.hostile.sessions import (
    Cases,
)
from tests.lsp.wire import (
    INVALID_PARAMS,
    REQUEST_FAILED,
    Editor,
    ResponseFailed,
)

COMMAND_ARGUMENTS: Final[dict[str, Any]] = {
    "no arguments": {},
    "null": {"arguments": None},
    "an empty list": {"arguments": []},
    "a number": {"arguments": [5]},
    "an object": {"arguments": [{"uri": 5}]},
    "a list": {"arguments": [[]]},
    "null in a list": {"arguments": [None]},
    "an unknown document": {"arguments": ["file:///nowhere/never.hyp.en"]},
    "a bad URI": {"arguments": ["file://["]},
    "a URI with NUL": {"arguments": ["file:///%00.hyp.en"]},
    "too many": {"arguments": [str(number) for number in range(1000)]},
    "no list": {"arguments": "file:///nowhere/never.hyp.en"},
}


@pytest.mark.parametrize("kind", COMMAND_ARGUMENTS)
async def test_commands_with_wrong_arguments(editor: Editor, kind: str) -> None:
    cases = Cases(editor)
    provider = editor.capabilities.get("executeCommandProvider") or {"commands": []}
    editor.client.expect("window/showMessage")  # which commands tell people things by
    editor.client.expect("window/showMessageRequest")
    for command in provider["commands"]:
        params = {"command": command, **COMMAND_ARGUMENTS[kind]}
        await cases.request(
            f"{command}, {kind}",
            "workspace/executeCommand",
            params,
            INVALID_PARAMS,
            REQUEST_FAILED,
        )
    cases.conclude()


async def test_an_unknown_command_is_the_clients_mistake(editor: Editor) -> None:
    params = {"command": "no.such.command", "arguments": []}
    with pytest.raises(ResponseFailed) as failure:
        await editor.client.request("workspace/executeCommand", params)
    assert failure.value.code == INVALID_PARAMS
