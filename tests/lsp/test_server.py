"""What an editor is shown, over a real connection.

Expected scores come from ``Meteor`` on single segments, expected columns from ``Editor.units``.
"""

import asyncio
from pathlib import Path

import pytest
from lsprotocol import types

from meteor_core import Meteor
from tests.lsp.conftest import Client, Editor, plain, start
from tests.lsp.slow_segments import slow_segments

HYPOTHESES = [
    "The cat slept on the mat",
    "A naïve café 👩‍👩‍👧 opened 今日 in Zürich",
    "the cat\u2028sat\x85on a mat",
    "Purple elephants juggle quietly",
    "كتاب قديم على الطاولة",
]
REFERENCES = [
    "The cat was sitting on the mat",
    "A naive café 👩‍👩‍👧 has opened 今日 in Zürich",
    "the cat\u2028sat\x85on the mat",
    "Nothing of this is shared at all",
    "كتاب قديم على طاولة",
]


def text_of(segments: list[str], end: str = "\n") -> str:
    return "".join(segment + end for segment in segments)


def score_of(hypothesis: str, reference: str, language: str = "en") -> str:
    return f"{Meteor('classic', language).score(hypothesis, [reference]).score:.3f}"


def write_pair(editor: Editor, end: str = "\n") -> None:
    editor.write("demo.hyp.en", text_of(HYPOTHESES, end))
    editor.write("demo.ref.en", text_of(REFERENCES, end))


async def test_each_line_shows_its_score_at_its_end(editor: Editor) -> None:
    for end in ("\n", "\r\n", "\r"):
        write_pair(editor, end)
        uri = editor.open("demo.hyp.en")
        assert await editor.hints(uri) == {
            line: (editor.units(hypothesis), score_of(hypothesis, reference))
            for line, (hypothesis, reference) in enumerate(zip(HYPOTHESES, REFERENCES, strict=True))
        }
        editor.close(uri)


async def test_only_the_lines_asked_for_are_shown(utf16_editor: Editor) -> None:
    write_pair(utf16_editor)
    uri = utf16_editor.open("demo.hyp.en")
    assert list(await utf16_editor.hints(uri, 1, 2)) == [1, 2]


async def test_an_edit_of_the_hypothesis_changes_its_hint(editor: Editor) -> None:
    write_pair(editor)
    uri = editor.open("demo.hyp.en")
    await editor.hints(uri)
    line = HYPOTHESES[1]
    at = editor.units(line[: line.index("opened")])
    editor.edit(uri, (1, at), (1, at), "has 🎉 ")
    edited = line.replace("opened", "has 🎉 opened")
    hints = await editor.hints(uri)
    assert hints[1] == (editor.units(edited), score_of(edited, REFERENCES[1]))
    assert hints[0][1] == score_of(HYPOTHESES[0], REFERENCES[0])


async def test_an_unsaved_edit_of_the_reference_changes_the_hint(utf16_editor: Editor) -> None:
    editor = utf16_editor
    write_pair(editor)
    hypothesis = editor.open("demo.hyp.en")
    reference = editor.open("demo.ref.en")
    await editor.next_refresh()
    editor.edit(reference, (0, 0), (0, len(REFERENCES[0])), HYPOTHESES[0])
    await editor.next_refresh()  # else the client would not ask again
    assert (await editor.hints(hypothesis))[0][1] == "1.000"


async def test_closing_an_edited_reference_goes_back_to_the_file(utf16_editor: Editor) -> None:
    editor = utf16_editor
    write_pair(editor)
    hypothesis = editor.open("demo.hyp.en")
    reference = editor.open("demo.ref.en", "something else entirely\n")
    assert list(await editor.hints(hypothesis)) == [0]
    editor.close(reference)
    assert len(await editor.hints(hypothesis)) == len(HYPOTHESES)


async def test_a_reference_that_changes_on_disk_is_read_again(utf16_editor: Editor) -> None:
    editor = utf16_editor
    write_pair(editor)
    uri = editor.open("demo.hyp.en")
    await editor.diagnostics(uri)
    editor.changed_on_disk(editor.write("demo.ref.en", text_of(HYPOTHESES)))
    await editor.diagnostics_of(uri, [])
    assert {label for _, label in (await editor.hints(uri)).values()} == {"1.000"}


async def test_inserting_and_deleting_lines_keeps_what_belongs_together(
    utf16_editor: Editor,
) -> None:
    editor = utf16_editor
    write_pair(editor)
    uri = editor.open("demo.hyp.en")
    await editor.hints(uri)
    editor.edit(uri, (0, 0), (0, 0), "an inserted line\n")
    expected = [score_of(h, r) for h, r in zip(HYPOTHESES, REFERENCES, strict=True)]
    labels = [f"{score}  ⇅ {line}" for line, score in enumerate(expected, 1)]
    assert [label for _, label in (await editor.hints(uri)).values()] == labels
    editor.edit(uri, (0, 0), (1, 0), "")
    assert [label for _, label in (await editor.hints(uri)).values()] == expected


async def test_hover_breaks_the_score_down(editor: Editor) -> None:
    write_pair(editor)
    uri = editor.open("demo.hyp.en")
    text = await editor.hover_text(uri, 0, 0)
    # 5 of 6 words match (not slept); chunks "The cat", "on the mat".
    assert "5 of 6 words" in text
    assert "5 of 7" in text
    assert "5 matches in 2 chunks" in text
    assert "proved optimal" in text
    assert score_of(HYPOTHESES[0], REFERENCES[0]) in text


async def test_hover_on_a_word_tells_its_match_and_marks_it(editor: Editor) -> None:
    editor.write("word.hyp.en", "Ünïcödé 👍🏽 dancers danced\n")
    editor.write("word.ref.en", "Ünïcödé 👍🏽 people dance\n")
    uri = editor.open("word.hyp.en")
    line = "Ünïcödé 👍🏽 dancers danced"
    start, end = line.index("danced"), len(line)
    answer = await editor.hover(uri, 0, editor.units(line[:start]) + 1)
    assert answer is not None
    assert answer.range is not None
    assert isinstance(answer.contents, types.MarkupContent)
    assert "common stem: danc" in answer.contents.value
    assert answer.range.start.character == editor.units(line[:start])
    assert answer.range.end.character == editor.units(line[:end])


async def test_hover_escapes_markdown(utf16_editor: Editor) -> None:
    utf16_editor.write("mark.hyp.en", "# *a* <b> [c](d) `e`\n")
    utf16_editor.write("mark.ref.en", "# *a* <b> [c](d) `e`\n")
    text = await utf16_editor.hover_text(utf16_editor.open("mark.hyp.en"), 0, 0)
    assert "`` # *a* <b> [c](d) `e` ``¹" in text


async def test_low_scores_are_diagnostics(editor: Editor) -> None:
    write_pair(editor)
    uri = editor.open("demo.hyp.en")
    (diagnostic,) = await editor.diagnostics(uri)
    assert diagnostic.code == "low-score"
    assert diagnostic.range.start == types.Position(3, 0)
    assert diagnostic.range.end == types.Position(3, editor.units(HYPOTHESES[3]))
    assert "0.000" in diagnostic.message


@pytest.mark.parametrize(
    ("hypothesis", "reference", "line", "message"),
    [
        ("a\nb\nc\n", "a\n", 1, "from line 2 on there is no reference"),
        ("a\n", "a\nb\nc\n", 0, "from 2 on have no hypothesis"),
        ("", "a\n", 0, "from 1 on have no hypothesis"),
    ],
)
async def test_unequal_line_counts_are_reported(
    utf16_editor: Editor, hypothesis: str, reference: str, line: int, message: str
) -> None:
    utf16_editor.write("short.hyp.en", hypothesis)
    utf16_editor.write("short.ref.en", reference)
    uri = utf16_editor.open("short.hyp.en")
    found = await utf16_editor.diagnostics(uri)
    (diagnostic,) = (one for one in found if one.code == "line-count")
    assert diagnostic.range.start.line == line
    assert message in diagnostic.message
    there = await utf16_editor.diagnostics(utf16_editor.open("short.ref.en"))
    lines = [one.range.start.line for one in there if one.code == "line-count"]
    assert lines == ([hypothesis.count("\n")] if len(reference) > len(hypothesis) else [])


async def test_empty_segment_is_reported(utf16_editor: Editor) -> None:
    utf16_editor.write("empty.hyp.en", "one\n\nthree\n\n")
    utf16_editor.write("empty.ref.en", "one\ntwo\nthree\n\n")
    found = await utf16_editor.diagnostics(utf16_editor.open("empty.hyp.en"))
    assert [(one.code, one.range.start.line) for one in found] == [("empty-segment", 1)]


async def test_the_lens_shows_the_files_score(utf16_editor: Editor) -> None:
    editor = utf16_editor
    write_pair(editor)
    uri = editor.open("demo.hyp.en")
    await editor.diagnostics(uri)
    corpus = Meteor().corpus(HYPOTHESES, [REFERENCES])
    score, worst, signature = await editor.lens_commands(uri)
    assert f"METEOR {corpus.score:.4f}" in score.title
    assert f"P {corpus.precision:.3f}" in score.title
    assert f"R {corpus.recall:.3f}" in score.title
    assert "5 segments" in score.title
    assert (score.command, plain(score.arguments)) == ("meteor.report", [uri])
    assert worst.title == f"worst: segment 4, {score_of(HYPOTHESES[3], REFERENCES[3])}"
    assert (worst.command, plain(worst.arguments)) == ("meteor.goToSegment", [uri, 4])
    assert signature.title == str(corpus.signature)
    assert (signature.command, plain(signature.arguments)) == ("meteor.showScore", [uri])


async def test_the_lens_follows_an_edit_at_once(utf16_editor: Editor) -> None:
    editor = utf16_editor
    write_pair(editor)
    uri = editor.open("demo.hyp.en")
    editor.edit(uri, (0, 0), (0, 0), "so ")
    corpus = Meteor().corpus(["so " + HYPOTHESES[0], *HYPOTHESES[1:]], [REFERENCES])
    assert f"METEOR {corpus.score:.4f}" in (await editor.lenses(uri))[0]


async def test_the_lens_command_tells_the_signature(utf16_editor: Editor) -> None:
    editor = utf16_editor
    write_pair(editor)
    uri = editor.open("demo.hyp.en")
    await editor.client.workspace_execute_command_async(
        types.ExecuteCommandParams("meteor.showScore", [uri])
    )
    assert "METEOR|nrefs:1|variant:classic|lang:en" in editor.messages[-1]


async def test_the_name_tells_the_language(utf16_editor: Editor) -> None:
    utf16_editor.write("h.hyp.de", "Die Häuser brennen\n")
    utf16_editor.write("h.ref.de", "Das Haus brennt\n")
    uri = utf16_editor.open("h.hyp.de")
    expected = score_of("Die Häuser brennen", "Das Haus brennt", "de")
    assert expected != score_of("Die Häuser brennen", "Das Haus brennt", "en")
    assert (await utf16_editor.hints(uri))[0][1] == expected


async def test_a_file_without_its_partner_shows_no_scores_until_there_is_one(
    utf16_editor: Editor,
) -> None:
    editor = utf16_editor
    editor.write("alone.hyp.en", "one two\n")
    uri = editor.open("alone.hyp.en")
    assert await editor.hints(uri) == {}
    assert await editor.hover(uri, 0, 0) is None
    editor.changed_on_disk(editor.write("alone.ref.en", "one two\n"))
    assert (await editor.hints(uri))[0][1] == "1.000"
    assert await editor.diagnostics(uri) == []  # and none that it has no partner


async def test_an_undecodable_reference_is_named_with_its_line(utf16_editor: Editor) -> None:
    utf16_editor.write("bad.hyp.en", "one\ntwo\n")
    utf16_editor.write("bad.ref.en", b"one\ntw\xff\n")
    (diagnostic,) = await utf16_editor.diagnostics(utf16_editor.open("bad.hyp.en"))
    assert "bad.ref.en:2: byte 3" in diagnostic.message


async def test_huge_line_is_reported_and_others_are_scored(utf16_editor: Editor) -> None:
    utf16_editor.write("huge.hyp.en", "word " * 200_000 + "\nshort\n")
    utf16_editor.write("huge.ref.en", "word\nshort\n")
    uri = utf16_editor.open("huge.hyp.en")
    assert (await utf16_editor.hints(uri)) == {1: (5, score_of("short", "short"))}
    (diagnostic,) = await utf16_editor.diagnostics(uri)
    assert diagnostic.code == "too-long"


async def test_a_long_file_is_shown_in_part_first_and_whole_in_the_end(
    utf16_editor: Editor,
) -> None:
    editor = utf16_editor
    hypotheses, references = slow_segments(1000)
    editor.write("long.hyp.en", "".join(f"{text}\n" for text in hypotheses))
    editor.write("long.ref.en", "".join(f"{text}\n" for text in references))
    uri = editor.open("long.hyp.en")
    assert 0 < len(await editor.hints(uri)) <= 1000
    await editor.next_refresh()
    assert len(await editor.hints(uri)) == 1000


async def test_files_without_a_partner_by_name_show_nothing(utf16_editor: Editor) -> None:
    utf16_editor.write("notes.txt", "some notes\n")
    uri = utf16_editor.open("notes.txt")
    assert await utf16_editor.hints(uri) == {}
    assert await utf16_editor.hover(uri, 0, 0) is None
    assert await utf16_editor.lenses(uri) == []


async def test_an_untitled_document_is_left_alone(utf16_editor: Editor) -> None:
    uri = "untitled:Untitled-1"
    utf16_editor.client.text_document_did_open(
        types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "plaintext", 1, "text"))
    )
    assert await utf16_editor.hints(uri) == {}


async def test_closing_clears_the_diagnostics(utf16_editor: Editor) -> None:
    write_pair(utf16_editor)
    uri = utf16_editor.open("demo.hyp.en")
    assert await utf16_editor.diagnostics(uri)
    utf16_editor.close(uri)
    assert await utf16_editor.diagnostics(uri) == []


async def test_typing_fast_ends_in_the_right_state(editor: Editor) -> None:
    write_pair(editor)
    uri = editor.open("demo.hyp.en")
    typed = "zufällig 👍 getippt "
    column = 0
    for character in typed:
        editor.edit(uri, (0, column), (0, column), character)
        column += editor.units(character)
        await asyncio.sleep(0.005)
    expected = typed + HYPOTHESES[0]
    hints = await editor.hints(uri)
    assert hints[0] == (editor.units(expected), score_of(expected, REFERENCES[0]))


async def test_options_choose_variant_and_threshold(raw_client: Client, tmp_path: Path) -> None:
    editor = await start(
        raw_client, tmp_path, "utf-16", {"variant": "banerjee-lavie-2005", "lowScore": 0}
    )
    editor.write("o.hyp.en", "same words\nother\n")
    editor.write("o.ref.en", "same words\nunlike\n")
    uri = editor.open("o.hyp.en")
    assert await editor.diagnostics(uri) == []
    # By the paper's formula a perfect segment of n words scores 1 - 0.5 / n^3.
    assert (await editor.hints(uri))[0][1] == "0.938"


async def test_invalid_options_are_reported_and_defaults_used(
    raw_client: Client, tmp_path: Path
) -> None:
    editor = await start(
        raw_client, tmp_path, "utf-16", {"variant": "clasic", "lowScore": 7, "colour": "red"}
    )
    write_pair(editor)
    uri = editor.open("demo.hyp.en")
    assert (await editor.hints(uri))[0][1] == score_of(HYPOTHESES[0], REFERENCES[0])
    for place, problem in (
        (", variant", "did you mean 'classic'?"),
        (", lowScore", "must be between 0 and 1, got 7"),
        ("", "unknown key 'colour'"),
    ):
        told = await editor.told(problem)
        assert told.startswith(f"Meteorscope: initialization options{place}: ")
    kinds = {message.type for message in raw_client.messages}
    assert kinds == {types.MessageType.Warning}


async def test_client_without_capabilities_gets_utf16(raw_client: Client, tmp_path: Path) -> None:
    editor = await start(raw_client, tmp_path, client_capabilities=types.ClientCapabilities())
    editor.write("plain.hyp.en", "👍 good\n")
    editor.write("plain.ref.en", "👍 good\n")
    uri = editor.open("plain.hyp.en")
    assert await editor.hints(uri) == {0: (7, "1.000")}
    assert "**" not in await editor.hover_text(uri, 0, 0)
