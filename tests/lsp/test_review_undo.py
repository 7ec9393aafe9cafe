"""Undo in a review gives back the bytes that were there before, or is refused.

The server is asked over its wire, by a client that applies its edits to a text of its own. Takes
some seconds.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pytest
import pytest_asyncio
from lsprotocol import types

from tests.lsp.bilingual import xliff
from tests.lsp.conftest import Client, Editor, capabilities, start

ROWS: Final = (
    ("One cat & two.", "Eine Katze & zwei.", "Eine Katze & drei."),
    ("It is cold.", "Es ist kalt.", "Es ist kalt."),
    ("Go home now.", "Geh jetzt heim.", "Geh heim, sofort."),
)


def xliff_1() -> str:
    """Units without a state, with one, and with an approval and a note of somebody else's."""
    first = '<target state="translated">'
    text = xliff(list(ROWS)).replace(first, "<target>", 1)
    text = text.replace('id="u3"', 'id="u3" approved="yes"')
    return text.replace(
        "  </trans-unit>\n</body>", "    <note>Ada's</note>\n  </trans-unit>\n</body>"
    )


def xliff_2() -> str:
    units = "".join(
        f'<unit id="u{number}"><mtc:matches><mtc:match ref="#s" type="mt"><source>{source}</source>'
        f'<target>{mt}</target></mtc:match></mtc:matches><segment id="s" state="initial">\n'
        f"<source>{source}</source><target>{target}</target></segment></unit>\n"
        for number, (source, mt, target) in enumerate(
            (tuple(text.replace("&", "&amp;") for text in row) for row in ROWS), 1
        )
    )
    return (
        '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" '
        'xmlns:mtc="urn:oasis:names:tc:xliff:matches:2.0" version="2.1" srcLang="en" '
        f'trgLang="de">\n<file id="f">{units}</file></xliff>\n'
    )


def po(column: int) -> str:
    flags = ("#, fuzzy\n", "", "#: a.c:1\n#, c-format, fuzzy\n")
    entries = (
        f'{flag}msgid "{row[0]}"\nmsgstr "{row[column]}"\n'
        for flag, row in zip(flags, ROWS, strict=True)
    )
    return "\n".join(entries)


def tsv() -> str:
    rows = (("src", "mt", "pe"), *ROWS)
    return "".join("\t".join(row) + "\n" for row in rows)


FILES: Final[dict[str, Callable[[], dict[str, str]]]] = {
    "xliff": lambda: {"job.xlf": xliff_1()},
    "xliff-2": lambda: {"job.xlf": xliff_2()},
    "crlf": lambda: {"job.xlf": xliff_1().replace("\n", "\r\n")},
    "table": lambda: {"job.tsv": tsv()},
    "po": lambda: {"job.mt.po": po(1), "job.po": po(2)},
    "lines": lambda: {
        "job.mt.de": "".join(f"{row[1]}\n" for row in ROWS),
        "job.pe.de": "".join(f"{row[2]}\n" for row in ROWS),
    },
}
"""Files of a review by kind; the last holds the post-edit."""


@dataclass
class Review:
    """A review in an editor that does what the server asks of it."""

    editor: Editor
    uri: str
    text: str
    seen: int = field(default=0)

    async def run(self, name: str, *given: Any) -> Any:
        answer = await self.editor.command(name, self.uri, *given)
        for edit in self.editor.applied[self.seen :]:
            (change,) = edit.document_changes or []
            assert isinstance(change, types.TextDocumentEdit)
            plain = [one for one in change.edits if isinstance(one, types.TextEdit)]
            self.put(self.editor.after(self.text, plain))
        self.seen = len(self.editor.applied)
        return answer

    def put(self, text: str) -> None:
        """The text is edited, whoever does it."""
        self.text = text
        self.editor.replace_all(self.uri, text)

    async def undo(self) -> list[int]:
        return list((await self.run("meteor.undo"))["segments"])

    async def refused(self, name: str = "meteor.undo", *given: Any) -> str:
        return (await self.editor.refused(name, self.uri, *given)).message

    async def seen_by_people(self) -> Any:
        """The text, and what is said of its segments."""
        asked = {"textDocument": {"uri": self.uri}}
        rows = (await self.editor.request("meteor/reviewRows", asked))["rows"]
        states = await self.editor.request("meteor/states", {**asked, "segments": [1, 2, 3]})
        return self.text, [(row["state"], row["comments"]) for row in rows], states

    async def comment_of(self, segment: int) -> str | None:
        """The name of the last comment on a segment."""
        asked = {"textDocument": {"uri": self.uri}, "at": segment}
        comments = (await self.editor.request("meteor/reviewRows", asked))["rows"][0]["comments"]
        return comments[-1].get("name") if comments else None


@pytest_asyncio.fixture
async def editor(raw_client: Client, tmp_path: Path) -> Editor:
    return await start(raw_client, tmp_path, client_capabilities=capabilities("utf-16"))


def opened(editor: Editor, kind: str) -> Review:
    files = FILES[kind]()
    for name, text in files.items():
        editor.write(name, text)
    return Review(editor, editor.open(list(files)[-1]), list(files.values())[-1])


@pytest.mark.parametrize("kind", FILES)
async def test_each_undo_gives_back_what_was_there_before_its_own_action(
    editor: Editor, kind: str
) -> None:
    """Random work of a reviewer is undone step by step."""
    review = opened(editor, kind)
    draw = random.Random(kind)  # reproducible
    stood: list[Any] = [await review.seen_by_people()]
    for number in range(14):
        segment = draw.randint(1, 3)
        name = await review.comment_of(segment)
        what = draw.choice(["state", "state", "comment", "change", "remove", "take-back"])
        if what == "state":
            state = draw.choice(["to-do", "in-work", "reviewed", "approved", "rejected"])
            both = [segment, segment % 3 + 1] if draw.random() < 0.3 else segment
            await review.run("meteor.setState", both, state)
        elif what == "comment" or name is None:
            await review.run("meteor.comment", segment, f"Why <{number}>?")
        elif what == "take-back":
            await review.run("meteor.takeBack", [segment])
        else:
            said = None if what == "remove" else f"Changed {number}."
            await review.run("meteor.comment", segment, said, name)
        stands = await review.seen_by_people()
        if stands != stood[-1]:  # an action that changes nothing is none
            stood.append(stands)
    assert len(stood) > 5
    for before in reversed(stood[:-1]):
        await review.undo()
        assert await review.seen_by_people() == before
    assert review.text == list(FILES[kind]().values())[-1]
    assert "nothing to undo" in await review.refused()


async def test_a_decision_and_the_mt_are_undone_one_after_the_other(editor: Editor) -> None:
    review = opened(editor, "xliff")
    before = review.text
    await review.run("meteor.takeBack", [3])
    taken = review.text
    await review.run("meteor.setState", 3, "rejected")
    assert await review.undo() == [3]
    assert review.text == taken
    assert await review.undo() == [3]
    assert review.text == before


async def test_an_action_that_changes_nothing_is_not_undone(editor: Editor) -> None:
    review = opened(editor, "xliff")
    await review.run("meteor.comment", 2, "Cold?")
    commented = review.text
    answer = await review.run("meteor.takeBack", [2])  # nobody has changed it
    assert answer["refused"] == [{"segment": 2, "reason": "its post-edit is the MT already"}]
    await review.run("meteor.setState", 3, "approved")
    approved = review.text
    await review.run("meteor.setState", 3, "approved")
    assert (await review.undo(), review.text) == ([3], commented)
    assert approved != commented
    assert await review.undo() == [2]
    assert review.text == xliff_1()


@pytest.mark.parametrize("kind", ["xliff", "po", "lines"])
async def test_later_edits_are_not_undone(editor: Editor, kind: str) -> None:
    review = opened(editor, kind)
    await review.run("meteor.takeBack", [1])
    taken = review.text
    review.put(taken.replace("Eine Katze", "Ein Kater", 1))
    assert "segment 1 is left as it is: it was edited since" in await review.refused()
    review.put(taken)
    await review.undo()
    assert review.text == list(FILES[kind]().values())[-1]


async def test_edits_undone_in_the_editor_are_not_undone_again(editor: Editor) -> None:
    review = opened(editor, "xliff")
    before = review.text
    await review.run("meteor.setState", 1, "approved")
    await review.run("meteor.takeBack", [3])
    target = '<target state="translated">'
    review.put(review.text.replace(target + ROWS[2][1], target + ROWS[2][2]))
    assert "is undone already" in await review.refused()
    await review.undo()
    assert review.text == before


async def test_undo_finds_a_segment_that_has_moved(editor: Editor) -> None:
    review = opened(editor, "xliff")
    await review.run("meteor.setState", 3, "rejected")
    unit = review.text[review.text.index('  <trans-unit id="u1"') :]
    unit = unit[: unit.index("  <trans-unit", 5)]
    review.put(review.text.replace(unit, ""))
    await review.undo()
    assert review.text == xliff_1().replace(unit, "")


async def test_undo_takes_no_segment_for_another_that_says_the_same(editor: Editor) -> None:
    editor.write("job.mt.de", "Ja.\n" * 5)
    text = "Ja.\nJa!\nJa.\nJo.\nJa.\n"
    editor.write("job.pe.de", text)
    review = Review(editor, editor.open("job.pe.de"), text)
    await review.run("meteor.takeBack", [4])
    taken = review.text
    assert (await review.undo(), review.text) == ([4], text)
    await review.run("meteor.takeBack", [4])
    editor.changed_on_disk(editor.write("job.mt.de", "Ja.\n" * 6))
    review.put(f"Ja.\n{taken}")  # segment 4 is another now, and looks the same
    await editor.request("meteor/review", {"textDocument": {"uri": review.uri}})
    assert "may be one of several" in await review.refused()


async def test_rejected_edit_leaves_nothing_behind(editor: Editor) -> None:
    """A state that the file and the remarks keep together is kept by both or by none."""
    review = opened(editor, "po")
    before = await review.seen_by_people()

    def refuse(_: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
        return types.ApplyWorkspaceEditResult(applied=False)

    editor.client.protocol.fm.features.pop(types.WORKSPACE_APPLY_EDIT)
    editor.client.feature(types.WORKSPACE_APPLY_EDIT)(refuse)
    assert "has not edited job.po" in await review.refused("meteor.setState", 1, "approved")
    assert await review.seen_by_people() == before
    assert "nothing to undo" in await review.refused()


async def test_a_state_and_a_comment_change_no_number(editor: Editor) -> None:
    """Nothing is scored again, so that sums and lists stay as they are while one decides."""
    review = opened(editor, "xliff")
    asked = {"textDocument": {"uri": review.uri}}

    async def summary() -> tuple[int, Any]:
        answer = await editor.request("meteor/review", asked)
        return answer["reviewed"], answer["total"]

    while (await summary())[0] < 3:
        pass
    before = await summary()
    await review.run("meteor.setState", 1, "approved")
    assert await summary() == before
    await review.run("meteor.comment", 3, "Why?")
    assert await summary() == before
    await review.undo()
    assert await summary() == before
