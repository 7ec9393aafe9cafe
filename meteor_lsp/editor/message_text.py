"""Messages that open a long document: its text is read into lines, apart from the rest."""

import json
from typing import Any, Final

from lsprotocol import types

from meteor_core.text.json_strings import json_lines

from ..documents.split_text import SplitText

_LONG: Final = 1 << 16
"""Bytes of a message that is worth the trouble."""

_KEYS: Final = (b'"text":"', b'"text": "')


def read_message(body: bytes | str) -> tuple[Any, SplitText | None]:
    """Read a message; and the text of the document that it opens, if that was read apart from it.

    Then the message has an empty text in its place. The key of a text cannot stand inside a string,
    where its quotes are escaped; if it is another one than the document's, all is read as one.

    Raises:
        ValueError: it is no JSON.
        RecursionError: it has too many brackets.
    """
    if isinstance(body, bytes) and len(body) > _LONG:
        for key in _KEYS:
            found = _without_text(body, key)
            if found is not None:
                return found
    return json.loads(body), None


def _without_text(body: bytes, key: bytes) -> tuple[Any, SplitText] | None:
    at = body.find(key)
    read = None if at < 0 else json_lines(body, at + len(key))
    if read is None:
        return None
    lines, ends, size, behind = read
    message = json.loads(body[: at + len(key)] + body[behind - 1 :])
    return (message, SplitText.of(lines, ends, size)) if _opens_empty(message) else None


def _opens_empty(message: Any) -> bool:
    """Whether a message opens a document without text."""
    try:
        document = message["params"]["textDocument"]
        return bool(message["method"] == types.TEXT_DOCUMENT_DID_OPEN and document["text"] == "")
    except (KeyError, TypeError, IndexError):
        return False
