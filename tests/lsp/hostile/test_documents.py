"""Documents opened, changed and closed against all rules, and texts of every kind."""

import asyncio
from typing import Final

import pytest

from tests.lsp.hostile.any_request import offered, params_of
from tests.lsp.hostile.sessions import (
    HYPOTHESES,
    MOST,
    REFERENCES,
    Cases,
    expected_hints,
    score_of,
    shows,
    text_of,
    write_pair,
)
from tests.lsp.wire import (
    DIAGNOSTICS,
    PATIENCE,
    REQUEST_CANCELLED,
    Document,
    Editor,
    ResponseFailed,
    place,
    replacement,
)


async def test_changing_and_closing_unopened_documents(editor: Editor) -> None:
    write_pair(editor)
    document = Document(editor.uri("demo.hyp.en"))
    with editor.client.case("didChange of a document that was never opened"):
        await editor.change(document, replacement((0, 0), (0, 0), "x"))
        await editor.change(document, {"text": "x\n"})
        assert await editor.hints(document.uri) == {}
    with editor.client.case("didClose of a document that was never opened"):
        await editor.close(document)
        await editor.close(document)
        assert await editor.hints(document.uri) == {}


async def test_closing_twice_and_going_on(editor: Editor) -> None:
    write_pair(editor)
    document = await editor.open_file("demo.hyp.en")
    await editor.close(document)
    await editor.close(document)
    await editor.change(document, replacement((0, 0), (0, 0), "x"))
    assert await editor.hints(document.uri) == {}
    document = await editor.open_file("demo.hyp.en")
    await shows(editor, document.uri, expected_hints(HYPOTHESES, REFERENCES))


async def test_opening_twice_takes_the_later_text(editor: Editor) -> None:
    write_pair(editor)
    await editor.open(editor.uri("demo.hyp.en"), "other text\n")
    document = await editor.open_file("demo.hyp.en")
    await shows(editor, document.uri, expected_hints(HYPOTHESES, REFERENCES))
    await editor.change(document, replacement((0, 0), (0, 0), "x "))
    lines = ["x " + HYPOTHESES[0], *HYPOTHESES[1:]]
    await shows(editor, document.uri, expected_hints(lines, REFERENCES))


async def test_versions_that_repeat_or_decrease(editor: Editor) -> None:
    write_pair(editor)
    document = await editor.open_file("demo.hyp.en")
    for version in (5, 5, 1, 0, -3, MOST):
        document.version = version - 1
        await editor.change(document, {"text": text_of(HYPOTHESES)})
    await shows(editor, document.uri, expected_hints(HYPOTHESES, REFERENCES))


@pytest.mark.parametrize("messages", ["one message", "many messages"])
async def test_a_flood_of_changes_ends_in_the_right_state(editor: Editor, messages: str) -> None:
    write_pair(editor)
    document = await editor.open_file("demo.hyp.en")
    typed = "".join("abcdefghij "[n % 11] for n in range(2_000))
    changes = [replacement((0, n), (0, n), letter) for n, letter in enumerate(typed)]
    if messages == "one message":
        await editor.change(document, *changes)
    else:
        for change in changes:
            await editor.change(document, change)
    lines = [typed + HYPOTHESES[0], *HYPOTHESES[1:]]
    await shows(editor, document.uri, expected_hints(lines, REFERENCES))


async def test_a_flood_of_requests_is_answered_in_full(editor: Editor) -> None:
    write_pair(editor)
    document = await editor.open_file("demo.hyp.en")
    params = params_of(document.uri, place(0, 0), place(9, 0))
    methods = offered(editor)
    flood = [await editor.client.start(methods[n % len(methods)], params) for n in range(1500)]
    for pending in flood[::2]:
        await editor.client.cancel(pending.id)
    failures = await asyncio.gather(
        *(pending.result(3 * PATIENCE) for pending in flood), return_exceptions=True
    )
    for failure in failures:
        if isinstance(failure, ResponseFailed):
            assert failure.code == REQUEST_CANCELLED, failure
        elif isinstance(failure, BaseException):
            raise failure


async def test_edits_while_a_long_file_is_scored(editor: Editor) -> None:
    words = "one two three four five six seven eight nine ten"
    hypotheses = [f"{words} {n}" for n in range(6000)]
    references = [f"{words[::-1]} {n} {words}" for n in range(6000)]
    editor.write("long.hyp.en", text_of(hypotheses))
    editor.write("long.ref.en", text_of(references))
    document = await editor.open_file("long.hyp.en")
    reference = await editor.open_file("long.ref.en")
    for number in range(0, 6000, 100):
        await editor.change(document, replacement((number, 0), (number, 3), "six"))
        hypotheses[number] = "six" + hypotheses[number][3:]
        if number % 500 == 0:
            await editor.change(reference, replacement((number, 0), (number + 1, 0), ""))
            del references[number]
            await editor.change(reference, replacement((5999, 0), (5999, 0), "new\n"))
            references.append("new")
        shown = await editor.hints(document.uri, number, number)
        assert shown[number][1] == score_of(hypotheses[number], references[number]), number
    shown = await editor.all_hints(document.uri, 6000)
    for line in range(0, 6000, 97):
        assert shown[line][1] == score_of(hypotheses[line], references[line]), line


TEXTS: Final[dict[str, tuple[str, str]]] = {
    "NUL": ("the\0cat sat\non the \0\nmat\n", "the cat sat\non the\nmat\n"),
    "a lone high surrogate": ("the \ud800 cat\nsat\n", "the cat\nsat\n"),
    "a lone low surrogate": ("the\udfff cat\nsat\n", "the cat\nsat\n"),
    "surrogates the wrong way round": ("a \udc00\ud800 b\nsat\n", "a b\nsat\n"),
    "U+2028": ("the\u2028cat\nsat\u2029on\n", "the\u2028cat\nsat on\n"),
    "U+0085": ("the\x85cat\nsat\x85\n", "the\x85cat\nsat\n"),
    "vertical tab and form feed": ("the\vcat\nsat\fon\n\x1c\x1d\x1e\n", "the cat\nsat on\nx\n"),
    "CR LF": ("the cat\r\nsat\r\n\r\n", "the cat\r\nsat\r\n\r\n"),
    "CR": ("the cat\rsat\ron", "the cat\nsat\non"),
    "a mix of line ends": ("a\r\rb\n\rc\r\nd\n\n\re", "a\n\nb\n\nc\nd\n\n\ne"),
    "a byte order mark": ("\ufeffthe cat\nsat\n", "the cat\nsat\n"),
    "noncharacters": ("\ufffe\uffff the \U0010ffff cat\n", "the cat\n"),
    "combining marks": ("e" + "\u0301" * 2000 + " cat\n", "é cat\n"),
    "right to left": ("\u202eكتاب \u202c cat\n", "كتاب cat\n"),
    "zero width": ("the\u200bcat\u200d \u2060\n", "the cat\n"),
    "blank lines": ("\n\n\n", "\n\n\n"),
    "nothing": ("", ""),
    "nothing against something": ("", "the cat\n"),
    "only line ends": ("\r\n\r\r\n", "\n"),
}


def lines_of(text: str) -> list[str]:
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


@pytest.mark.parametrize("kind", TEXTS)
async def test_any_text_is_scored_line_by_line(editor: Editor, kind: str) -> None:
    hypothesis, reference = TEXTS[kind]
    first = await editor.open(editor.uri("odd.hyp.en"), hypothesis)
    second = await editor.open(editor.uri("odd.ref.en"), reference)
    with editor.client.case(kind):
        expected = expected_hints(lines_of(hypothesis), lines_of(reference))
        hints = await editor.all_hints(first.uri, len(expected))
        assert {line: hints[line] for line in hints if line in expected} == expected
        cases = Cases(editor)
        for document in (first, second):
            for method in offered(editor):
                for line in range(3):
                    params = params_of(document.uri, place(line, 1), place(line + 1, 2))
                    await cases.request(kind, method, params)
        cases.conclude()
        await editor.client.wait_for(DIAGNOSTICS)
    await editor.close(first)
    await editor.close(second)


async def test_a_line_of_a_megabyte_is_not_waited_for(editor: Editor) -> None:
    line = "word and more " * 75_000
    document = await editor.open(editor.uri("wide.hyp.en"), f"{line}\nthe cat\n")
    reference = await editor.open(editor.uri("wide.ref.en"), f"{line}\nthe cat\n")
    cases = Cases(editor)
    for method in offered(editor):
        for one in (document, reference):
            params = params_of(one.uri, place(0, 500_000), place(3, 0))
            await cases.request("1 MB line", method, params)
    for number in range(20):
        await editor.change(document, replacement((0, 900_000 + number), (0, 900_000), "x"))
    assert (await editor.hints(document.uri, 1, 1))[1] == (7, score_of("the cat", "the cat"))
    cases.conclude()
    await editor.close(document)
    await editor.close(reference)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("side", ["in the editor", "on disk"])
async def test_a_file_of_more_than_fifty_megabytes_is_politely_left_alone(
    editor: Editor, side: str
) -> None:
    """Sixty megabytes are more than VS Code ever shows an extension."""
    sentence = "the quick brown fox jumps over the lazy dog and is not seen again"
    huge = f"{sentence}\n" * 930_000
    if side == "on disk":
        editor.write("huge.ref.en", huge)
        document = await editor.open(editor.uri("huge.hyp.en"), f"{sentence}\n")
    else:
        editor.write("huge.ref.en", f"{sentence}\n")
        document = await editor.open(editor.uri("huge.hyp.en"), huge)
    assert await editor.hints(document.uri, 0, 60) == {}
    cases = Cases(editor)
    for method in offered(editor):
        await cases.request(side, method, params_of(document.uri, place(0, 1), place(60, 0)))
    for _ in range(5):
        await editor.change(document, replacement((0, 0), (0, 0), "x"))
        await editor.hints(document.uri, 0, 60)
    cases.conclude()
    told = await editor.client.wait_for(DIAGNOSTICS, lambda params: params["uri"] == document.uri)
    assert len(told["diagnostics"]) == 1, "it has to say why there are no scores"
    await editor.close(document)
