"""What can be done about a segment; edits are applied to the text and the result compared."""

from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from tests.lsp.conftest import (
    CONTENT_MODIFIED,
    Client,
    Editor,
    capabilities,
    span,
    start,
)

HYPOTHESIS = "👍 the cat sat, on 今 mat"
REFERENCE = "👍 the black cat sat, quietly, on 今 mat today"
TEXT = f"first one\n{HYPOTHESIS}\nquite other words\n"

COPY = "Copy the reference into this segment"
WORSE = "Go to the next worse segment"
BY_SCORE = "Sort the outline by score"
BY_SHORTFALL = "Sort the outline by shortfall"
REPORT = "Open the report on this file"


def open_pair(editor: Editor) -> tuple[str, str]:
    editor.write("x.hyp.en", TEXT)
    editor.write("x.ref.en", f"first two\n{REFERENCE}\nnothing shared\n")
    return editor.open("x.hyp.en"), editor.open("x.ref.en")


def changed(editor: Editor, action: types.CodeAction, uri: str) -> str:
    """The text after the edit of an action."""
    assert action.edit is not None
    (change,) = action.edit.document_changes or ()
    assert isinstance(change, types.TextDocumentEdit)
    assert change.text_document == types.OptionalVersionedTextDocumentIdentifier(uri, 1)
    return editor.after(TEXT, [edit for edit in change.edits if isinstance(edit, types.TextEdit)])


async def test_an_edit_makes_of_the_text_what_it_says(editor: Editor) -> None:
    uri, _ = open_pair(editor)
    for title, word, expected in (
        (COPY, "the", REFERENCE),
        ("Insert 'black' after 'the'", "the", HYPOTHESIS.replace("the", "the black")),
        ("Insert 'black' after 'the'", "cat", HYPOTHESIS.replace("the", "the black")),
        ("Insert 'quietly,' after ','", "sat", HYPOTHESIS.replace("sat,", "sat, quietly,")),
        ("Insert 'today' after 'mat'", "今", f"{HYPOTHESIS} today"),
    ):
        action = (await editor.actions(uri, editor.place(1, HYPOTHESIS, word)))[title]
        assert action.kind == types.CodeActionKind.RefactorRewrite
        assert action.edit is None
        resolved = await editor.client.code_action_resolve_async(action)
        assert changed(editor, resolved, uri) == TEXT.replace(HYPOTHESIS, expected)


async def test_words_before_all_others_are_inserted_before(utf16_editor: Editor) -> None:
    editor = utf16_editor
    editor.write("x.hyp.en", "cat sat\n")
    editor.write("x.ref.en", "The black cat sat\n")
    uri = editor.open("x.hyp.en")
    action = (await editor.actions(uri, span((0, 0), (0, 0))))["Insert 'The black' before 'cat'"]
    resolved = await editor.client.code_action_resolve_async(action)
    assert resolved.edit is not None
    (change,) = resolved.edit.document_changes or ()
    assert isinstance(change, types.TextDocumentEdit)
    assert change.edits == (types.TextEdit(span((0, 0), (0, 0)), "The black "),)


async def test_only_what_concerns_the_chunk_is_offered(utf16_editor: Editor) -> None:
    editor = utf16_editor
    uri, reference = open_pair(editor)
    at_mat = await editor.actions(uri, editor.place(1, HYPOTHESIS, "mat"))
    assert {title for title in at_mat if title.startswith("Insert")} == {
        "Insert 'quietly,' after ','",
        "Insert 'today' after 'mat'",
    }
    same = await editor.actions(uri, span((0, 0), (0, 0)))
    assert COPY in same
    await editor.diagnostics(uri)  # all is scored
    there = await editor.actions(reference, span((1, 0), (1, 0)))
    assert set(there) == {WORSE, BY_SCORE, BY_SHORTFALL, REPORT}  # a reference is not edited


async def test_equal_texts_offer_no_copy(utf16_editor: Editor) -> None:
    editor = utf16_editor
    editor.write("x.hyp.en", "same\n")
    editor.write("x.ref.en", "same\n")
    actions = await editor.actions(editor.open("x.hyp.en"), span((0, 0), (0, 0)))
    assert set(actions) == {BY_SCORE, BY_SHORTFALL, REPORT}  # and it is the worst already


async def test_the_best_of_several_references_is_copied(utf16_editor: Editor) -> None:
    editor = utf16_editor
    editor.write("x.hyp.en", "a b c\n")
    editor.write("x.ref1.en", "d e f\n")
    editor.write("x.ref2.en", "a b d\n")
    uri = editor.open("x.hyp.en")
    action = (await editor.actions(uri, span((0, 0), (0, 0))))["Copy reference 2 into this segment"]
    resolved = await editor.client.code_action_resolve_async(action)
    assert new_texts(resolved) == [(uri, "a b d")]


def new_texts(action: types.CodeAction) -> list[tuple[str, str]]:
    """Documents and new texts of an action."""
    assert action.edit is not None
    return [
        (change.text_document.uri, edit.new_text)
        for change in action.edit.document_changes or ()
        if isinstance(change, types.TextDocumentEdit)
        for edit in change.edits
        if isinstance(edit, types.TextEdit)
    ]


@pytest.mark.parametrize("title", [COPY, "Insert 'black' after 'the'"])
async def test_edit_of_a_changed_text_is_rejected(utf16_editor: Editor, title: str) -> None:
    editor = utf16_editor
    uri, _ = open_pair(editor)
    action = (await editor.actions(uri, editor.place(1, HYPOTHESIS, "the")))[title]
    editor.edit(uri, (0, 0), (0, 0), "so ")
    with pytest.raises(JsonRpcException) as caught:
        await editor.client.code_action_resolve_async(action)
    assert caught.value.code == CONTENT_MODIFIED


async def test_edit_for_another_reference_is_rejected(utf16_editor: Editor) -> None:
    editor = utf16_editor
    uri, reference = open_pair(editor)
    actions = await editor.actions(uri, editor.place(1, HYPOTHESIS, "the"))
    start = editor.place(1, REFERENCE, "black").start.character
    editor.edit(reference, (1, start), (1, start + 5), "white")
    with pytest.raises(JsonRpcException) as caught:
        await editor.client.code_action_resolve_async(actions["Insert 'black' after 'the'"])
    assert caught.value.code == CONTENT_MODIFIED
    editor.close(uri)
    with pytest.raises(JsonRpcException) as caught:
        await editor.client.code_action_resolve_async(actions[COPY])
    assert caught.value.code == CONTENT_MODIFIED


@pytest.mark.parametrize(
    "less",
    [
        {"textDocument": {"codeAction": {"resolveSupport": None}}},
        {"textDocument": {"codeAction": {"dataSupport": None}}},
        {
            "textDocument": {"codeAction": {"resolveSupport": None}},
            "workspace": {"workspaceEdit": None},
        },
    ],
)
async def test_edits_are_sent_along_to_a_client_that_cannot_ask(
    raw_client: Client, tmp_path: Path, less: dict[str, Any]
) -> None:
    known = capabilities("utf-16", less)
    editor = await start(raw_client, tmp_path, client_capabilities=known)
    uri, _ = open_pair(editor)
    action = (await editor.actions(uri, editor.place(1, HYPOTHESIS, "the")))[COPY]
    expected = TEXT.replace(HYPOTHESIS, REFERENCE)
    if "workspace" not in less:
        assert changed(editor, action, uri) == expected
        return
    assert action.edit is not None
    assert action.edit.document_changes is None
    ((document, edits),) = (action.edit.changes or {}).items()
    assert document == uri
    assert editor.after(TEXT, edits) == expected


async def test_only_the_kinds_asked_for_are_sent(utf16_editor: Editor) -> None:
    uri, _ = open_pair(utf16_editor)
    await utf16_editor.diagnostics(uri)  # all is scored
    kinds: list[tuple[list[str], set[str]]] = [
        (["refactor"], {COPY}),
        (["refactor.rewrite"], {COPY}),
        (["refactor.extract"], set()),
        (["source"], {WORSE, BY_SCORE, BY_SHORTFALL, REPORT}),
        (["quickfix"], set()),
        (["quickfix", "refactor"], {COPY}),
        (["sour"], set()),
    ]
    for only, expected in kinds:
        found = await utf16_editor.actions(uri, span((0, 0), (0, 0)), only=only)
        assert {title for title in found if not title.startswith("Insert")} == expected, only


async def test_a_client_that_knows_no_actions_gets_commands(
    raw_client: Client, tmp_path: Path
) -> None:
    known = capabilities(
        "utf-16", {"textDocument": {"codeAction": {"codeActionLiteralSupport": None}}}
    )
    editor = await start(raw_client, tmp_path, client_capabilities=known)
    uri, _ = open_pair(editor)
    await editor.diagnostics(uri)  # all is scored
    answer = await editor.client.text_document_code_action_async(
        types.CodeActionParams(
            types.TextDocumentIdentifier(uri),
            span((0, 0), (0, 0)),
            types.CodeActionContext(diagnostics=[]),
        )
    )
    commands = [one for one in answer or [] if isinstance(one, types.Command)]
    assert len(commands) == len(answer or [])
    assert {command.title for command in commands} == {WORSE, BY_SCORE, BY_SHORTFALL, REPORT}


async def test_the_next_worse_segment_is_gone_to(utf16_editor: Editor) -> None:
    editor = utf16_editor
    uri, _ = open_pair(editor)  # scores fall from line 2 to line 1 to line 3
    await editor.diagnostics(uri)  # all is scored
    line = 1
    for expected in (0, 2):
        action = (await editor.actions(uri, span((line, 0), (line, 0))))[WORSE]
        assert action.kind == types.CodeActionKind.Source
        assert action.command is not None
        answer = await editor.command(action.command.command, *(action.command.arguments or []))
        assert answer == {"uri": uri, "segment": expected + 1, "line": expected}
        await editor.until(lambda: editor.client.shown_documents)
        shown = editor.client.shown_documents.pop()
        assert (shown.uri, shown.take_focus) == (uri, True)
        assert shown.selection == span((expected, 0), (expected, 0))
        line = expected
    assert WORSE not in await editor.actions(uri, span((line, 0), (line, 0)))
    assert await editor.command("meteor.goToWorse", uri, line + 1) is None
    await editor.told("This is the worst segment.")


async def test_the_outline_can_be_sorted_and_back(utf16_editor: Editor) -> None:
    editor = utf16_editor
    uri, _ = open_pair(editor)
    position = "Sort the outline by position"
    orders = {position: "position", BY_SCORE: "score", BY_SHORTFALL: "shortfall"}
    sorted_by = position
    for title in (BY_SCORE, BY_SHORTFALL, position, BY_SHORTFALL):
        actions = await editor.actions(uri, span((0, 0), (0, 0)))
        assert [known for known in orders if known not in actions] == [sorted_by]
        sorted_by = title
        command = actions[title].command
        assert command is not None
        answer = await editor.command(command.command, *(command.arguments or []))
        assert answer == {"order": orders[title]}


async def test_unmatched_place_has_no_actions(utf16_editor: Editor) -> None:
    editor = utf16_editor
    editor.write("notes.txt", "a\n")
    assert await editor.actions(editor.open("notes.txt"), span((0, 0), (0, 0))) == {}
    uri, _ = open_pair(editor)
    assert await editor.actions(uri, span((9, 0), (9, 0))) == {}
