"""Three hundred keys in a file of a thousand lines: what is shown after each is all there."""

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from meteor_core import Meteor
from meteor_core.show.chunk_colours import COLOURS
from tests.lsp.wire import Document, Editor, replacement, span, stdio_editor

LINES: Final = 1_000
KEYS: Final = 300
"""More than the 200 alignments that the server keeps of texts which are no longer there."""
AT: Final = 500
"""The line that is typed in."""

STAGES: Final = ("exact", "stem", "synonym", "paraphrase")
UNMATCHED: Final = len(STAGES)

METEOR: Final = Meteor()


@cache
def words(hypothesis: str, reference: str) -> list[list[int]]:
    """Start, length, type and modifiers of the words of a hypothesis."""
    alignment = METEOR.score(hypothesis, [reference]).alignment
    matches = {match.hypothesis[0]: match for match in alignment.matches}
    found = []
    for token, (start, end) in enumerate(alignment.hypothesis.spans):
        match = matches.get(token)
        kind = UNMATCHED if match is None else STAGES.index(match.stage)
        found.append([start, end - start, kind, 0 if match is None else 1 << match.chunk % COLOURS])
    return found


def tokens(lines: Iterable[tuple[int, str, str]]) -> list[int]:
    """The protocol's integers of some lines, by the protocol's rules."""
    data: list[int] = []
    last_line = last_start = 0
    for line, hypothesis, reference in lines:
        for start, *rest in words(hypothesis, reference):
            data += [line - last_line, start - (last_start if line == last_line else 0), *rest]
            last_line, last_start = line, start
    return data


def applied(data: Sequence[int], edits: Sequence[dict[str, Any]]) -> list[int]:
    """The integers after the edits of an answer."""
    changed = list(data)
    for edit in sorted(edits, key=lambda edit: -int(edit["start"])):
        changed[edit["start"] : edit["start"] + edit["deleteCount"]] = edit.get("data", [])
    return changed


async def ask(editor: Editor, method: str, document: Document, **more: Any) -> Any:
    return await editor.client.request(
        f"textDocument/{method}", {"textDocument": document.identifier, **more}
    )


@pytest.mark.slow
@pytest.mark.timeout(600)
async def test_colours_and_alignments_stay_while_one_types(tmp_path: Path) -> None:
    hypotheses = [f"cats {number}" if number % 2 else f"cat{number}" for number in range(LINES)]
    references = [f"cat {number}" for number in range(LINES)]
    typed = ("the cat that slept " * KEYS)[:KEYS]
    hypotheses[AT] = ""

    def expected(lines: Iterable[int]) -> list[int]:
        return tokens((line, hypotheses[line], references[line]) for line in lines)

    async with stdio_editor(tmp_path, validate=False) as editor:
        await editor.initialize()
        editor.write("long.ref.en", "".join(f"{line}\n" for line in references))
        document = await editor.open(
            editor.uri("long.hyp.en"), "".join(f"{line}\n" for line in hypotheses)
        )
        answer = await ask(editor, "semanticTokens/full", document)
        shown, known = answer["data"], answer["resultId"]
        assert shown == expected(range(LINES))
        for key, letter in enumerate(typed):
            column = key % 30  # and then the line begins anew
            end = column or len(hypotheses[AT])
            hypotheses[AT] = hypotheses[AT][:column] + letter
            await editor.change(document, replacement((AT, column), (AT, end), letter))
            answer = await ask(
                editor, "semanticTokens/full/delta", document, previousResultId=known
            )
            shown, known = applied(shown, answer["edits"]), answer["resultId"]
            assert shown == expected(range(LINES)), key
            first = key * 7 % LINES
            part = await ask(
                editor, "semanticTokens/range", document, range=span((first, 0), (first + 9, 0))
            )
            assert part["data"] == expected(range(first, min(first + 10, LINES))), key
            if key % 40 == 0:
                whole = await ask(editor, "semanticTokens/full", document)
                known = whole["resultId"]
                assert whole["data"] == shown
                await check_a_line(editor, document, key + 1, hypotheses, references)


async def check_a_line(
    editor: Editor,
    document: Document,
    line: int,
    hypotheses: Sequence[str],
    references: Sequence[str],
) -> None:
    """Whatever else shows an alignment has it."""
    result = METEOR.score(hypotheses[line], [references[line]])
    place = {"line": line, "character": 0}
    hover = await ask(editor, "hover", document, position=place)
    assert f"METEOR {result.score:.4f}" in hover["contents"]["value"]
    (link,) = await ask(editor, "definition", document, position=place)
    assert link["targetSelectionRange"] == span((line, 0), (line, 3))
    for method in ("meteor/alignment", "meteor/picture"):
        request = {"textDocument": document.identifier, "segment": line + 1}
        assert (await editor.client.request(method, request))["segment"] == line + 1
