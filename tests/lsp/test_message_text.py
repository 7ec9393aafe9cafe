"""Messages that open long documents say what Python's reader of JSON reads in them."""

import json
from typing import Any
from unittest.mock import patch

import pytest

from meteor_core.runtime.implementation import chosen_implementation
from meteor_lsp.editor import message_text
from meteor_lsp.editor.message_text import read_message

TEXT = 'a "b" \\ é 😀\r\nc\r\rd\n'


def opening(text: Any = TEXT, **others: Any) -> dict[str, Any]:
    document = {"uri": 'file:///"text":"', "languageId": "x", "version": 1, "text": text}
    params = {"textDocument": document}
    return {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": params} | others


@pytest.fixture(autouse=True)
def short_messages() -> Any:
    with patch.object(message_text, "_LONG", 0):
        yield


@pytest.mark.skipif(chosen_implementation().name != "compiled", reason="needs the kernel")
@pytest.mark.parametrize("separators", [(",", ":"), (", ", ": ")])
@pytest.mark.parametrize("ascii_only", [True, False])
def test_the_text_is_read_apart(separators: tuple[str, str], ascii_only: bool) -> None:  # noqa: FBT001
    body = json.dumps(opening(), separators=separators, ensure_ascii=ascii_only).encode()
    message, text = read_message(body)
    assert message == opening("")
    assert text is not None
    assert text.whole == TEXT
    assert text.lines == ['a "b" \\ é 😀', "c", "", "d"]
    assert text.size == len(TEXT.encode())
    assert text == ""


@pytest.mark.parametrize(
    "message",
    [
        opening(3),
        opening(None),
        opening(method="textDocument/didSave"),
        opening(method=["textDocument/didOpen"]),
        opening(text="") | {"params": [{"text": "a"}]},
        {"params": {"text": "a", **opening()["params"]}, "method": "textDocument/didOpen"},
        [{"text": "a"}],
        {"text": "a"},
    ],
)
def test_other_messages_are_read_as_one(message: Any) -> None:
    assert read_message(json.dumps(message).encode()) == (message, None)
    assert read_message(json.dumps(message)) == (message, None)


@pytest.mark.parametrize(
    "body", [b'{"text":"a', b'{"text":"a"', b'{"text":"\\q"}', b'{"text":"\xff"}', b'{"text":"a"}}']
)
def test_what_is_no_json_is_refused(body: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_message(body)
