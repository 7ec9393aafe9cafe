"""What a client that does everything wrong says, and how its session has to end.

Whatever it is sent, the server answers each request once, with a result or with an error that
blames the client, shows nobody a message about it, writes no traceback, and goes on to serve.
"""

from collections.abc import Sequence
from typing import Any, Final

import pytest

from meteor_core import Meteor
from tests.lsp.wire import (
    Editor,
    ResponseFailed,
    replacement,
)

HYPOTHESES: Final = (
    "The cat slept on the mat",
    "Purple elephants juggle quietly",
    "A naïve café opened in Zürich today",
)
REFERENCES: Final = (
    "The cat was sitting on the mat",
    "Nothing of this is shared at all",
    "A naive café has opened in Zürich",
)
MOST: Final = 2**31 - 1
"""The greatest number that the protocol has."""


def text_of(segments: Sequence[str], end: str = "\n") -> str:
    return "".join(segment + end for segment in segments)


def score_of(hypothesis: str, reference: str) -> str:
    return f"{Meteor().score(hypothesis, [reference]).score:.3f}"


def expected_hints(
    hypotheses: Sequence[str], references: Sequence[str]
) -> dict[int, tuple[int, str]]:
    """Hints in UTF-16; a line without a word has none."""
    return {
        line: (len(hypothesis.encode("utf-16-le", "surrogatepass")) // 2, score)
        for line, (hypothesis, reference) in enumerate(zip(hypotheses, references, strict=False))
        if hypothesis.strip()
        for score in [score_of(hypothesis, reference)]
    }


def write_pair(editor: Editor, name: str = "demo") -> None:
    editor.write(f"{name}.hyp.en", text_of(HYPOTHESES))
    editor.write(f"{name}.ref.en", text_of(REFERENCES))


async def shows(editor: Editor, uri: str, expected: dict[int, tuple[int, str]]) -> None:
    """A document has these hints, once the server has come to all of them."""
    assert await editor.all_hints(uri, len(expected)) == expected


async def serves_as_ever(editor: Editor) -> None:
    """A pair that was never open shows what it should, on both sides, before and after an edit."""
    with editor.client.case("an ordinary pair afterwards"):
        name = f"ordinary{len(list(editor.folder.iterdir()))}"
        write_pair(editor, name)
        hypothesis = await editor.open_file(f"{name}.hyp.en")
        await shows(editor, hypothesis.uri, expected_hints(HYPOTHESES, REFERENCES))
        await editor.change(hypothesis, replacement((0, 4), (0, 7), "dog"))
        edited = [HYPOTHESES[0].replace("cat", "dog"), *HYPOTHESES[1:]]
        await shows(editor, hypothesis.uri, expected_hints(edited, REFERENCES))
        await editor.close(hypothesis)
        assert await editor.hints(hypothesis.uri) == {}


class Cases:
    """Collects what goes wrong in many cases, to tell all of it at once."""

    def __init__(self, editor: Editor) -> None:
        self.editor = editor
        self.wrong: list[str] = []

    async def request(self, name: str, method: str, params: Any, *codes: int) -> Any:
        """Send a request that may be answered, or refused with one of these codes."""
        with self.editor.client.case(f"{method}, {name}"):
            try:
                return await self.editor.client.request(method, params)
            except ResponseFailed as failure:
                if failure.code not in codes:
                    self.wrong.append(f"{name}: {failure}")
            except AssertionError as error:
                self.wrong.append(str(error))
        return None

    def conclude(self) -> None:
        assert not self.wrong, "\n".join([f"{len(self.wrong)} cases went wrong:", *self.wrong])


async def refusal(editor: Editor, method: str, params: Any) -> int:
    """The code of the error that a request is answered with."""
    with pytest.raises(ResponseFailed) as failure:
        await editor.client.request(method, params)
    return failure.value.code
