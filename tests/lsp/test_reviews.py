"""Reviews in the server: what they come to is what the core's review of the same texts comes to."""

import asyncio
import fcntl
import os
import re
from keyword import iskeyword
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from lsprotocol import types

from meteor_core import Meteor
from meteor_core.review.remarks import Remark, add_remarks, keys_of, read_remarks, remarks_path
from meteor_core.review.review import review, texts_of_lines
from meteor_core.review.review_format import segments_json, total_json
from tests.lsp.bilingual import xliff
from tests.lsp.conftest import (
    REVIEW_CHANGED,
    SCORES_CHANGED,
    Client,
    Editor,
    capabilities,
    start,
)

MT = ["The cat sat on 👍 the mat.", "It costs 15 euros.", "Kept as it is.", "A big home"]
POST_EDITS = [
    "On the mat 👍 sat the cat.",
    "It costs 51 euros.",
    "Kept as it is.",
    "The huge houses",
]
SOURCES = [
    "Die Katze saß auf 👍 der Matte.",
    "Es kostet 15 Euro.",
    "Wie es ist.",
    "Ein großes Haus",
]


@pytest_asyncio.fixture
async def reviewing(raw_client: Client, tmp_path: Any) -> Editor:
    wanted = {"experimental": {"meteor": {"reviewChanged": True}}}
    return await start(raw_client, tmp_path, client_capabilities=capabilities("utf-16", wanted))


def open_lines(editor: Editor) -> str:
    editor.write_segments("x.mt.en", MT)
    editor.write_segments("x.src.de", SOURCES)
    editor.write_segments("x.pe.en", POST_EDITS)
    return editor.open("x.pe.en")


def of(uri: str, **more: Any) -> dict[str, Any]:
    return {"textDocument": {"uri": uri}, **more}


async def whole(editor: Editor, uri: str) -> dict[str, Any]:
    """The review once all of it is made."""
    answer: dict[str, Any] = await editor.request("meteor/review", of(uri))
    while answer["reviewed"] < answer["segments"]:
        await editor.next(REVIEW_CHANGED)
        answer = await editor.request("meteor/review", of(uri))
    return answer


async def listed(editor: Editor, uri: str, **more: Any) -> list[int]:
    answer = await editor.request("meteor/reviewRows", of(uri, **more))
    numbers = [row["segment"] for row in answer["rows"]]
    assert answer["total"] == len(numbers)
    return numbers


def as_received(value: Any) -> Any:
    """A value as pygls' client has it, which names what is no name in Python by its place."""
    if isinstance(value, dict):
        return {
            key if key.isidentifier() and not iskeyword(key) else f"_{place}": as_received(one)
            for place, (key, one) in enumerate(value.items())
        }
    return [as_received(one) for one in value] if isinstance(value, list | tuple) else value


def expected(post_edits: list[str]) -> Any:
    texts = texts_of_lines(MT, post_edits, SOURCES).segments
    return review(texts, Meteor(language="en"))


async def test_a_review_is_the_cores_and_follows_typing(reviewing: Editor) -> None:
    editor = reviewing
    uri = open_lines(editor)
    answer = await whole(editor, uri)
    told = expected(POST_EDITS)
    assert answer["total"] == as_received(total_json(told.total))
    assert answer["states"]["_0"] == 4
    assert answer["postEditing"]
    rows = (await editor.request("meteor/reviewRows", of(uri)))["rows"]
    places = [row.pop("places") for row in rows]
    assert rows == as_received(list(segments_json(told)))
    assert places[0]["post_edit"]["range"] == {
        "start": {"line": 0, "character": 0},
        "end": {"line": 0, "character": 26},
    }
    editor.edit(uri, (1, 9), (1, 11), "15")
    await editor.next(REVIEW_CHANGED)
    now = await whole(editor, uri)
    assert now["revision"] > answer["revision"]
    told = expected([POST_EDITS[0], MT[1], *POST_EDITS[2:]])
    assert now["total"] == as_received(total_json(told.total))


async def test_rows_are_filtered_and_ordered(reviewing: Editor) -> None:
    editor = reviewing
    uri = open_lines(editor)
    await whole(editor, uri)
    assert await listed(editor, uri, filter={"untouched": True}) == [3]
    assert await listed(editor, uri, filter={"kinds": ["moved"]}) == [1]
    assert await listed(editor, uri, filter={"diagnostics": ["number-differs"]}) == [2]
    assert await listed(editor, uri, filter={"text": "KATZE"}) == [1]
    assert await listed(editor, uri, filter={"expression": r"\d5 eu"}) == [2]
    by_score = await listed(editor, uri, order="score")
    assert by_score[-1] == 3
    assert await listed(editor, uri, order="score", reversed=True) == by_score[::-1]
    for wrong in ({"kinds": ["nope"]}, {"expression": "(a+)+"}, {"scoreFrom": "x"}):
        with pytest.raises(Exception, match=r"unknown|may take|must be"):
            await editor.request("meteor/reviewRows", of(uri, filter=wrong))


async def test_states_and_comments_are_kept_beside_lines(reviewing: Editor) -> None:
    editor = reviewing
    uri = open_lines(editor)
    await whole(editor, uri)
    assert (await editor.command("meteor.setState", uri, [1, 3], "approved"))["keptIn"] == "remarks"
    added = await editor.command("meteor.comment", uri, 2, "Which is it?")
    (row,) = (await editor.request("meteor/reviewRows", of(uri, filter={"comments": True})))["rows"]
    assert (row["segment"], row["comments"][0]["text"]) == (2, "Which is it?")
    assert await listed(editor, uri, filter={"states": ["approved"]}) == [1, 3]
    # An edit of the MT of another segment, and lines that come, move none of it.
    editor.edit(uri, (0, 0), (0, 0), "Oh. ")
    assert await listed(editor, uri, filter={"states": ["approved"]}) == [1, 3]
    await editor.command("meteor.comment", uri, 2, "15, surely.", added["name"])
    await editor.command("meteor.comment", uri, 2, None, added["name"])
    assert await listed(editor, uri, filter={"comments": True}) == []
    await editor.refused("meteor.setState", uri, 1, "done")
    await editor.refused("meteor.setState", uri, 9, "approved")


async def test_keys_go_on_from_a_place(reviewing: Editor) -> None:
    editor = reviewing
    uri = open_lines(editor)
    await whole(editor, uri)
    await editor.command("meteor.setState", uri, [2], "reviewed")

    async def from_line(line: int, **more: Any) -> tuple[int, bool]:
        position = {"line": line, "character": 0}
        found = await editor.request("meteor/reviewNext", of(uri, position=position, **more))
        return found["segment"], found["wrapped"]

    assert await from_line(0) == (3, False)
    assert await from_line(3) == (1, True)
    assert await from_line(2, backwards=True) == (1, False)
    assert await from_line(1, what="edit") == (2, False)
    assert await from_line(2, what="edit") == (4, False)
    assert await from_line(2, what="diagnostic") == (2, True)


async def applied(editor: Editor, text: str, number: int = 1) -> str:
    """The text of a document after the edit of that number, from 1, that the server asked for."""
    await editor.until(lambda: len(editor.applied) >= number, "an edit")
    (change,) = editor.applied[-1].document_changes or []
    return editor.after(text, plain_edits(change))


def plain_edits(change: Any) -> list[types.TextEdit]:
    return [edit for edit in change.edits if isinstance(edit, types.TextEdit)]


async def test_states_are_kept_in_a_bilingual_file_that_can_say_them(reviewing: Editor) -> None:
    editor = reviewing
    text = xliff()
    editor.write("a.xlf", text)
    uri = editor.open("a.xlf")
    answer = await whole(editor, uri)
    assert answer["segments"] == 3
    told = await editor.command("meteor.setState", uri, [1, 2], "rejected")
    assert told["keptIn"] == "file"
    after = await applied(editor, text)
    assert after == text.replace('state="translated"', 'state="x-rejected"', 2)
    editor.replace_all(uri, after)
    assert await listed(editor, uri, filter={"states": ["rejected"]}) == [1, 2]
    assert not (editor.folder / "a.xlf.review.jsonl").exists()


async def test_states_unknown_to_a_format_go_to_the_remarks_file(reviewing: Editor) -> None:
    editor = reviewing
    text = '#, fuzzy\nmsgid "a"\nmsgstr "b c"\n'
    editor.write("a.mt.po", text)
    editor.write("a.po", text)
    uri = editor.open("a.po")
    await whole(editor, uri)
    assert (await editor.command("meteor.setState", uri, 1, "approved"))["keptIn"] == "both"
    after = await applied(editor, text)
    assert after == text.replace("#, fuzzy\n", "")
    editor.replace_all(uri, after)
    assert await listed(editor, uri, filter={"states": ["approved"]}) == [1]
    editor.replace_all(uri, text)  # somebody else has made it fuzzy again
    assert await listed(editor, uri, filter={"states": ["to-do"]}) == [1]
    editor.replace_all(uri, after)
    # What was noted before must not count any more where the file says all of it.
    assert (await editor.command("meteor.setState", uri, 1, "reviewed"))["keptIn"] == "both"
    assert await listed(editor, uri, filter={"states": ["reviewed"]}) == [1]


async def test_the_mt_is_taken_back_with_the_escapes_of_the_format(reviewing: Editor) -> None:
    editor = reviewing
    text = xliff([("a", "b & c", "d"), ("e", "f g", "h")]).replace(">h<", '>h<x id="1"/>i<')
    editor.write("a.xlf", text)
    uri = editor.open("a.xlf")
    told = await editor.command("meteor.takeBack", uri, [1])
    assert told["refused"] == []
    assert await applied(editor, text) == text.replace(">d<", ">b &amp; c<")
    told = await editor.command("meteor.takeBack", uri, 2)
    assert await applied(editor, text, 2) == text.replace('>h<x id="1"/>i<', ">f g<")


CODED = [
    ('Klicken Sie <g id="1">Speichern</g> an.', "Jetzt speichern."),
    ("Klicken Sie Speichern an.", 'Jetzt <g id="1">speichern</g>.'),
    ("a\n <x id='1'/> &#38; b", "c"),
    ("a <y:x/>", "d"),
    ('Jetzt <g id="1">speichern</g>.', 'Jetzt <g id="2">speichern</g>.'),
]
"""MT and target as they are written; the fourth MT has a prefix that is bound for it alone."""


async def test_mt_is_restored_with_inline_codes_or_rejected(reviewing: Editor) -> None:
    editor = reviewing
    text = xliff([(f"s{number}", f"m{number}", f"t{number}") for number in range(len(CODED))])
    text = text.replace("<target>m3", '<target xmlns:y="urn:y">m3')
    expected = text
    for number, (mt, target) in enumerate(CODED):
        text = text.replace(f">m{number}<", f">{mt}<").replace(f">t{number}<", f">{target}<")
        after = target if number == 3 else mt
        expected = expected.replace(f">m{number}<", f">{mt}<").replace(f">t{number}<", f">{after}<")
    text, expected = text.replace("\n", "\r\n"), expected.replace("\n", "\r\n")
    editor.write("a.xlf", text)
    uri = editor.open("a.xlf")
    told = await editor.command("meteor.takeBack", uri, [*range(1, len(CODED) + 1)])
    (refused,) = told["refused"]
    assert refused["segment"] == 4
    assert "unbound prefix" in refused["reason"]
    assert await applied(editor, text) == expected


async def test_changes_by_other_programs_are_seen(reviewing: Editor) -> None:
    """Another editor adds to the same file, and lines of the MT come and go on disk."""
    editor = reviewing
    uri = open_lines(editor)
    await whole(editor, uri)
    await editor.command("meteor.setState", uri, 2, "approved")
    texts = texts_of_lines(MT, POST_EDITS, SOURCES).segments
    path = remarks_path(str(editor.folder / "x.pe.en"))
    add_remarks(path, [Remark(key=keys_of(texts)[3], state="rejected", who="Ada")])
    assert await listed(editor, uri, filter={"states": ["rejected"]}) == [4]
    assert await listed(editor, uri, filter={"states": ["approved"]}) == [2]
    new = {"mt": "New here.", "pe": "New here!", "src": "Neu."}
    editor.replace_all(uri, "".join(f"{line}\n" for line in [new["pe"], *POST_EDITS]))
    editor.write_segments("x.src.de", [new["src"], *SOURCES])
    editor.changed_on_disk(editor.write_segments("x.mt.en", [new["mt"], *MT]))
    await editor.next(REVIEW_CHANGED)
    assert await listed(editor, uri, filter={"states": ["rejected"]}) == [5]
    assert await listed(editor, uri, filter={"states": ["approved"]}) == [3]
    assert len(read_remarks(path).remarks) == 2


async def test_comments_are_notes_of_a_bilingual_file(reviewing: Editor) -> None:
    editor = reviewing
    text = xliff([("a", "b c", "d"), ("e", "f g", "h")])
    editor.write("a.xlf", text)
    uri = editor.open("a.xlf")
    told = await editor.command("meteor.comment", uri, 2, "Is <h> right?")
    assert told["keptIn"] == "file"
    after = await applied(editor, text)
    assert "&lt;h&gt; right?</note>" in after
    assert re.sub(r"\n *<note.*</note>", "", after) == text
    editor.replace_all(uri, after)
    (row,) = (await editor.request("meteor/reviewRows", of(uri, filter={"comments": True})))["rows"]
    (note,) = row["comments"]
    assert (row["segment"], note["text"]) == (2, "Is <h> right?")
    await editor.command("meteor.comment", uri, 2, None, note["name"])
    assert await applied(editor, after, 2) == text
    refused = await editor.refused("meteor.comment", uri, 2, "new", "note:0:00000000")
    assert "any more" in refused.message


async def test_shifted_lines_are_reported_and_reviewed_by_alignment(reviewing: Editor) -> None:
    editor = reviewing
    words = [f"word{number}" for number in range(150)]
    mt = [" ".join(["line", *words[at : at + 5]]) for at in range(0, 150, 5)]
    post_edits = [line.replace("line", "row") for line in mt]
    post_edits.insert(10, "Something entirely new stands here, which nobody translated.")
    editor.write_segments("y.mt.en", mt)
    editor.write_segments("y.pe.en", post_edits)
    uri = editor.open("y.pe.en")
    answer = await whole(editor, uri)
    while not answer["total"]["shifts"]:
        await editor.next(REVIEW_CHANGED)
        answer = await whole(editor, uri)
    told = {"kind": "inserted", "mt": [10, 10], "post_edit": [10, 11]}
    assert answer["total"]["shifts"] == [told]
    assert answer["segments"] == len(mt)
    (row,) = (await editor.request("meteor/reviewRows", of(uri, begin=20, end=21)))["rows"]
    assert (row["mt"], row["post_edit"]) == (mt[20], post_edits[21])
    starts = [row["places"][side]["range"]["start"]["line"] for side in ("mt", "post_edit")]
    assert starts == [20, 21]


async def test_states_need_no_review(reviewing: Editor) -> None:
    editor = reviewing
    uri = open_lines(editor)
    lines = {"start": {"line": 1, "character": 0}, "end": {"line": 3, "character": 0}}

    async def said(**more: Any) -> list[tuple[int, str, int, int]]:
        found = await editor.request("meteor/states", of(uri, **more))
        return [(one["segment"], one["state"], one["comments"], one["line"]) for one in found]

    assert await said(range=lines) == []
    keys = keys_of(texts_of_lines(MT, POST_EDITS, SOURCES).segments)
    path = remarks_path(str(editor.folder / "x.pe.en"))
    remarks = [
        Remark(key=keys[0], state="approved"),
        Remark(key=keys[2], state="rejected", comment="Why?"),
        Remark(key=keys[3], comment="Well"),
    ]
    add_remarks(path, remarks)
    assert await said(range=lines) == [(3, "rejected", 1, 2), (4, "to-do", 1, 3)]
    assert await said(segments=[1, 2, 4, 99]) == [(1, "approved", 0, 0), (4, "to-do", 1, 3)]
    editor.edit(uri, (0, 0), (0, 0), "Here. ")
    editor.edit(uri, (1, 0), (1, 0), "Now\n")  # a line that the MT does not have
    source = editor.open("x.src.de")
    found = await editor.request(
        "meteor/states", {"textDocument": {"uri": source}, "segments": [1]}
    )
    assert [one["state"] for one in found] == ["approved"]
    path.unlink()
    assert await said(segments=[1, 2, 3, 4]) == []


async def test_states_of_a_bilingual_file_are_those_that_it_says(reviewing: Editor) -> None:
    editor = reviewing
    units = xliff([("a", "b", "c"), ("d", "e", "f")])
    editor.write("x.xlf", units.replace("translated", "final", 1))
    uri = editor.open("x.xlf")
    found = await editor.request("meteor/states", of(uri, segments=[1, 2]))
    assert [(one["segment"], one["state"]) for one in found] == [(1, "approved")]


async def test_entry_without_fuzzy_flag_has_no_state_until_reviewed(
    reviewing: Editor,
) -> None:
    editor = reviewing
    entries = '{}msgid "a b"\nmsgstr "{}"\n\n{}msgid "c d"\nmsgstr "{}"\n'
    editor.write("x.mt.po", entries.format("", "e", "", "f"))
    text = entries.format("", "eh", "#, fuzzy\n", "fh")
    uri = editor.open("x.po", text)

    async def said() -> list[tuple[int, str]]:
        found = await editor.request("meteor/states", of(uri, segments=[1, 2]))
        return [(one["segment"], one["state"]) for one in found]

    assert await said() == []
    assert (await editor.command("meteor.setState", uri, 1, "reviewed"))["keptIn"] == "both"
    assert await said() == [(1, "reviewed")]
    editor.replace_all(uri, entries.format("#, fuzzy\n", "eh", "", "fh"))
    assert await said() == []


async def test_files_are_polled_for_an_editor_without_watchers(
    raw_client: Client, tmp_path: Path
) -> None:
    watching: dict[str, Any] = {
        "workspace": {"didChangeWatchedFiles": None},
        "experimental": {"meteor": {"scoresChanged": True}},
    }
    editor = await start(raw_client, tmp_path, client_capabilities=capabilities("utf-16", watching))
    open_lines(editor)
    await editor.next(SCORES_CHANGED)
    keys = keys_of(texts_of_lines(MT, POST_EDITS, SOURCES).segments)
    path = remarks_path(str(editor.folder / "x.pe.en"))
    for remark in (Remark(key=keys[0], state="approved"), Remark(key=keys[1], state="rejected")):
        add_remarks(path, [remark])
        await editor.next(SCORES_CHANGED)
    before = editor.folder / "x.mt.en"
    before.write_text("".join(f"{line}\n" for line in POST_EDITS), encoding="utf-8")
    while (await editor.next(SCORES_CHANGED)).score < 1:
        pass


async def states_of(editor: Editor, uri: str, *segments: int) -> list[tuple[int, str, int]]:
    found = await editor.request("meteor/states", of(uri, segments=list(segments)))
    return [(one["segment"], one["state"], one["comments"]) for one in found]


async def test_acknowledged_remarks_win_over_a_clock_ahead(
    reviewing: Editor,
) -> None:
    editor = reviewing
    uri = open_lines(editor)
    key = keys_of(texts_of_lines(MT, POST_EDITS, SOURCES).segments)[0]
    ahead = "2999-11-28T00:00:00.000000+00:00"
    comment = Remark(key=key, comment="Why?", when=ahead)
    path = remarks_path(str(editor.folder / "x.pe.en"))
    add_remarks(path, [comment, Remark(key=key, state="rejected", when=ahead)])
    assert await states_of(editor, uri, 1) == [(1, "rejected", 1)]
    assert "2 remarks are dated in the future" in await editor.told("dated in the future")
    await editor.command("meteor.setState", uri, 1, "approved")
    assert await states_of(editor, uri, 1) == [(1, "approved", 1)]
    await editor.command("meteor.comment", uri, 1, "Because.", comment.name)
    (row,) = (await editor.request("meteor/reviewRows", of(uri, begin=0, end=1)))["rows"]
    assert [one["text"] for one in row["comments"]] == ["Because."]
    await editor.command("meteor.comment", uri, 1, None, comment.name)
    assert await states_of(editor, uri, 1) == [(1, "approved", 0)]


@pytest.mark.parametrize("kind", ["link", "pipe"])
async def test_remarks_are_written_to_nothing_but_a_file(reviewing: Editor, kind: str) -> None:
    """Of a text from a stranger, whose folder has something else in the file's place."""
    editor = reviewing
    path = remarks_path(str(editor.folder / "x.pe.en"))
    mine = editor.write("start-up", "mine\n")
    if kind == "link":
        path.symlink_to(mine)
    else:
        os.mkfifo(path)
    uri = open_lines(editor)
    error = await editor.refused("meteor.setState", uri, 1, "approved")
    assert f"{path.name} cannot be written: it is" in error.message
    assert mine.read_text() == "mine\n"
    assert await states_of(editor, uri, 1) == []


async def test_the_server_answers_while_another_program_holds_the_lock(reviewing: Editor) -> None:
    editor = reviewing
    uri = open_lines(editor)
    path = remarks_path(str(editor.folder / "x.pe.en"))
    states = ["rejected", "in-work", "reviewed", "approved"]
    with path.open("ab") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        asked = [
            asyncio.create_task(editor.command("meteor.setState", uri, 1, state))
            for state in states
        ]
        assert len(await editor.hints(uri)) == len(MT)
        assert await states_of(editor, uri, 1) == []
        assert not any(one.done() for one in asked)
        assert path.read_bytes() == b""  # nothing without the lock
    await asyncio.gather(*asked)
    assert [one.state for one in read_remarks(path).remarks] == states
    assert await states_of(editor, uri, 1) == [(1, "approved", 0)]
