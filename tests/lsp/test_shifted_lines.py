"""A shifted file is one finding: what follows is scored with the lines that it belongs to."""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

from meteor_core.files.placed_text import CODE
from meteor_lsp.documents.line_document import LineDocument, LineWorkspace
from meteor_lsp.documents.segmentation import Change
from meteor_lsp.pairing.shifted import Block, ShiftedLines, find_line_alignment
from meteor_lsp.project.settings import Settings
from meteor_lsp.session.engine import align_lines
from meteor_lsp.session.session import Session
from tests.lsp.conftest import Editor, score

MT: Final = (
    "The committee will meet again on Monday",
    "Prices rose by three percent last year",
    "A second bridge crosses the river here",
    "Nobody was hurt in the accident",
    "The museum opens at nine every morning",
    "Farmers are hoping for rain this week",
)
FINAL: Final = (
    "The committee will meet on Monday again",
    "Prices rose three percent last year",
    "A second bridge crosses this river",
    "Nobody was injured in the accident",
    "The museum opens daily at nine",
    "Farmers hope for rain this week",
)
NEW: Final = "Entirely different words stand in between"


def write(editor: Editor, mt: Sequence[str], final: Sequence[str]) -> tuple[str, str]:
    editor.write_segments("demo.mt.en", mt)
    editor.write_segments("demo.pe.en", final)
    return editor.open("demo.mt.en"), editor.open("demo.pe.en")


async def test_an_inserted_line_is_one_finding_and_the_rest_is_scored(editor: Editor) -> None:
    mt, final = write(editor, MT, [*FINAL[:2], NEW, *FINAL[2:]])
    expected = [score(MT[n], FINAL[n]) for n in range(6)]
    shown = await editor.labels(mt)
    assert [label.partition(" ")[0] for label in shown] == expected
    assert [label.partition("⇅ ")[2] for label in shown] == ["", "", "4", "5", "6", "7"]
    shown = await editor.labels(final)
    assert [label.partition(" ")[0] for label in shown] == expected
    assert [label.partition("⇅ ")[2] for label in shown] == ["", "", "3", "4", "5", "6"]
    (there,) = await editor.diagnostics_of(final, ["shifted"])
    assert there.range.start.line == 2
    assert "line 3 of the reference has none in the hypothesis" in there.message
    (here,) = await editor.diagnostics_of(mt, ["shifted"])
    assert here.range.start.line == 1


def across(starts: Sequence[Sequence[int]], line: int) -> int:
    """The line of the other side, as clients find it; see docs/protocol.md."""
    at = max(n for n, (here, _) in enumerate(starts) if here <= line)
    here, there = starts[at]
    last = starts[at + 1][1] - 1 if at + 1 < len(starts) else 10**9
    return min(there + line - here, max(there, last))


async def test_a_shifted_text_is_compared_when_that_is_mended(editor: Editor) -> None:
    mt, _ = write(editor, MT, FINAL)
    editor.write_segments("other.mt.en", [*MT[:2], NEW, *MT[2:]])
    refused = await editor.refused("meteor.compare", mt, "other.mt.en")
    assert refused.message == (
        "other.mt.en is shifted from line 3 on; open it, take a quick fix of the diagnostic there, "
        "and compare again"
    )
    editor.write_segments("other.mt.en", MT)
    assert "path" in await editor.command("meteor.compare", mt, "other.mt.en")


async def test_clients_get_the_line_alignment(editor: Editor) -> None:
    mt, final = write(editor, MT, [*FINAL[:2], NEW, *FINAL[2:]])

    async def starts(here: str, there: str) -> list[list[int]]:
        params = {"textDocument": {"uri": here}, "other": there}
        found: list[list[int]] = (await editor.request("meteor/lines", params))["starts"]
        return found

    assert [across(await starts(mt, final), n) for n in range(6)] == [0, 1, 3, 4, 5, 6]
    assert [across(await starts(final, mt), n) for n in range(7)] == [0, 1, 2, 2, 3, 4, 5]
    editor.edit(final, (2, 0), (3, 0), "")
    assert await starts(mt, final) == [[0, 0]]
    nobody = {"textDocument": {"uri": mt}, "other": mt}
    assert await editor.request("meteor/lines", nobody) is None


async def test_a_line_that_is_put_in_on_the_other_side_mends_it(editor: Editor) -> None:
    mt, final = write(editor, MT, [*FINAL[:2], NEW, *FINAL[2:]])
    (shown,) = await editor.diagnostics_of(mt, ["shifted"])
    for uri in (mt, final):
        line = 1 if uri == mt else 2
        actions = await editor.actions(uri, at(line), [shown])
        assert {title for title in actions if title.endswith((".en", ".de"))} == {
            "Insert 1 empty line in demo.mt.en",
            "Join lines 2 to 3 in demo.pe.en",
            "Delete line 3 in demo.pe.en",
        }
    fix = actions["Insert 1 empty line in demo.mt.en"]
    assert fix.edit is not None
    assert fix.edit.changes is not None
    ((where, (edit,)),) = fix.edit.changes.items()
    assert where == mt
    assert (edit.range.start, edit.new_text) == (types.Position(2, 0), "\n")
    editor.edit(mt, (2, 0), (2, 0), "\n")
    assert [label.partition(" ")[2] for label in await editor.labels(mt)] == [""] * 6
    codes = [one.code for one in await editor.diagnostics(mt)]
    assert "shifted" not in codes
    assert codes.count("empty-segment") == 1


@pytest.mark.parametrize(
    ("mt", "final", "titles"),
    [
        (  # a line was split
            [f"{MT[0]} {MT[1]}", *MT[2:]],
            FINAL,
            {
                "Join lines 1 to 2 in demo.pe.en",
                "Split line 1 before 'Prices rose by three' in demo.mt.en",
            },
        ),
        (  # the first line is missing in the final text
            MT,
            FINAL[1:],
            {"Insert 1 empty line in demo.pe.en", "Delete line 1 in demo.mt.en"},
        ),
    ],
)
async def test_fixes_are_made_for_what_happened(
    editor: Editor, mt: Sequence[str], final: Sequence[str], titles: set[str]
) -> None:
    uri, _ = write(editor, mt, final)
    (shown,) = await editor.diagnostics_of(uri, ["shifted"])
    actions = await editor.actions(uri, at(0), [shown], only=[types.CodeActionKind.QuickFix])
    assert {title for title in actions if "Ignore" not in title} == titles
    for action in actions.values():
        for where, edits in ((action.edit and action.edit.changes) or {}).items():
            lines = mt if where == uri else final
            text = editor.after("".join(f"{line}\n" for line in lines), edits)
            now = text.splitlines()
            other = final if where == uri else mt
            assert len(now) == len(other)
            assert find_line_alignment(now, [other], None) is None


async def test_a_shift_that_the_counts_do_not_show_is_seen_by_the_scores(editor: Editor) -> None:
    mt = [f"{line} {number}" for number in range(3) for line in MT]
    final = [NEW, *(f"{line} {number}" for number in range(3) for line in FINAL)][: len(mt)]
    uri, _ = write(editor, mt, final)
    assert len(mt) == len(final)
    found = await editor.diagnostics_of(uri, ["shifted", "shifted"])
    assert [one.range.start.line for one in found] == [0, len(mt) - 1]
    assert all(float(label[:5]) > 0.5 for label in await editor.labels(uri))


async def test_typing_beside_a_shift_is_scored_with_its_partner(editor: Editor) -> None:
    _, final = write(editor, MT, [NEW, *FINAL])
    await editor.diagnostics_of(final, ["shifted"])
    editor.edit(final, (4, 0), (4, len(FINAL[3])), MT[3])
    assert (await editor.labels(final))[3] == "1.000  ⇅ 4"
    editor.edit(final, (0, 0), (1, 0), "")
    expected = [score(*pair) for pair in zip(MT, [*FINAL[:3], MT[3], *FINAL[4:]], strict=True)]
    assert await editor.labels(final) == expected


def test_dissimilar_texts_are_paired_by_number() -> None:
    assert find_line_alignment(MT, [[NEW] * 8], None) is None
    assert find_line_alignment(MT, [FINAL[:4]], None) is None  # lines that are left at the end
    assert find_line_alignment(MT, [FINAL], None) is None


def test_several_references_and_the_source_go_with_their_hypothesis() -> None:
    first, second = [NEW, *FINAL], [*FINAL[:3], *FINAL[4:]]
    source = [f"Satz {number}" for number in range(len(MT))]
    blocks = find_line_alignment(MT, [first, second], source)
    assert blocks is not None
    lines = ShiftedLines([list(MT), first, second, source], blocks)
    mt, one, other, sources = lines.texts
    assert mt == ["", *MT]
    assert one == first
    assert other == ["", *FINAL[:3], "", *FINAL[4:]]
    assert sources == ["", *source]


@st.composite
def edited_texts(
    draw: st.DrawFn,
) -> tuple[list[list[str]], list[Block], list[tuple[int, int, int, int]]]:
    """Texts with some way in which they belong together, and edits of lines."""
    counts = draw(
        st.lists(st.sampled_from([(1, 1), (1, 1), (0, 1), (1, 0), (2, 1), (1, 2)]), max_size=8)
    )
    blocks: list[Block] = []
    starts: tuple[int, ...] = (0, 0)
    for each in counts:
        blocks.append(Block(starts, each, 1))
        starts = blocks[-1].ends
    texts = [[f"{text}:{line}" for line in range(end)] for text, end in enumerate(starts)]
    edit = st.tuples(st.integers(0, 1), st.integers(0, 9), st.integers(0, 3), st.integers(0, 3))
    return texts, blocks, draw(st.lists(edit, max_size=6))


@given(edited_texts())
def test_every_line_is_in_one_segment_whatever_is_edited(
    given_texts: tuple[list[list[str]], list[Block], list[tuple[int, int, int, int]]],
) -> None:
    texts, blocks, edits = given_texts
    lines = ShiftedLines(texts, blocks)
    seen = [list(of_text) for of_text in lines.texts]  # what whoever is told of changes knows
    for number, (text, place, most, inserted) in enumerate(edits):
        first = min(place, len(texts[text]))
        removed = min(most, len(texts[text]) - first)
        texts[text][first : first + removed] = [f"new {number}.{new}" for new in range(inserted)]
        change = lines.edited(text, Change(first, removed, inserted))
        for known, now in zip(seen, lines.texts, strict=True):
            new = now[change.first : change.first + change.inserted]
            known[change.first : change.first + change.removed] = new
        assert seen == [list(of_text) for of_text in lines.texts]
        for side, of_side in enumerate(texts):
            ranges = [lines.lines_of(side, segment) for segment in range(len(lines))]
            assert [line for one in ranges for line in one] == list(range(len(of_side)))
            for segment, one in enumerate(ranges):
                assert lines.texts[side][segment] == " ".join(of_side[one.start : one.stop])
                assert all(lines.segment_of(side, line) == segment for line in one)
        assert all(
            any(lines.lines_of(side, segment) for side in (0, 1)) for segment in range(len(lines))
        )


def at(line: int) -> types.Range:
    return types.Range(types.Position(line, 0), types.Position(line, 0))


def test_lines_side_by_side_are_those_of_the_same_segment() -> None:
    blocks = [
        Block((0, 0), (1, 1), 3),
        Block((3, 3), (0, 1), 2),
        Block((3, 5), (2, 1), 2),
        Block((7, 7), (1, 0), 2),
        Block((9, 7), (1, 1), 3),
    ]
    texts = [[str(n) for n in range(12)], [str(n) for n in range(10)]]
    lines = ShiftedLines(texts, blocks)
    for text, other in ((0, 1), (1, 0)):
        starts = list(lines.starts(text, other))
        for line in range(len(texts[text])):
            there = lines.lines_of(other, lines.segment_of(text, line))
            assert across(starts, line) in (there or [there.start]), (text, line)


ITEMS: Final = [
    f"Item {number}: {number % 7} pieces in box {'ABC'[number % 3]}" for number in range(40)
]


class Typing:
    """Two texts that are open, edited by a person, and which of their lines belong together."""

    def __init__(self, folder: Path, final: Sequence[str]) -> None:
        self._workspace = LineWorkspace(None, position_encoding=types.PositionEncodingKind.Utf16)
        session = Session(Settings(language="en"), [folder])
        for name, lines in (("demo.mt.en", ITEMS), ("demo.pe.en", final)):
            text = "".join(f"{line}\n" for line in lines)
            path = folder / name
            path.write_text(text)
            item = types.TextDocumentItem(path.as_uri(), "plaintext", 1, text)
            self._workspace.put_text_document(item)
            document = self._workspace.get_text_document(path.as_uri())
            assert isinstance(document, LineDocument)
            session.open(document)
        self._folder = folder
        (self._opened,) = session.pairings.open()

    def edit(self, name: str, start: tuple[int, int], end: tuple[int, int], text: str) -> None:
        place = types.Range(types.Position(*start), types.Position(*end))
        identifier = types.VersionedTextDocumentIdentifier(2, (self._folder / name).as_uri())
        change = types.TextDocumentContentChangePartial(range=place, text=text)
        self._workspace.update_text_document(identifier, change)

    def alone(self) -> list[tuple[tuple[int, int], ...]]:
        """The lines of each text at which lines are shifted."""
        align_lines(self._opened)
        return [shift.lines for shift in self._opened.lines.shifts] if self._opened.lines else []


def test_a_line_that_is_typed_is_the_new_one_though_another_is_less_alike(tmp_path: Path) -> None:
    typing = Typing(tmp_path, [ITEMS[0], "Other words entirely", *ITEMS[2:]])
    assert typing.alone() == []
    typing.edit("demo.pe.en", (1, 20), (1, 20), "\n")
    typing.edit("demo.pe.en", (2, 0), (2, 0), ITEMS[1])
    assert typing.alone() == [((2, 2), (2, 3))]
    typing.edit("demo.pe.en", (2, 5), (2, 6), "one")  # in the line itself
    typing.edit("demo.pe.en", (30, 5), (30, 6), "one")
    typing.edit("demo.pe.en", (3, 0), (3, 0), "A second one\n")
    assert typing.alone() == [((2, 2), (2, 4))]
    typing.edit("demo.pe.en", (2, 0), (4, 0), "")
    assert typing.alone() == []


def test_after_lines_came_elsewhere_words_decide(tmp_path: Path) -> None:
    typing = Typing(tmp_path, [ITEMS[0], "Other words entirely", *ITEMS[2:]])
    typing.edit("demo.pe.en", (2, 0), (2, 0), f"{ITEMS[1]}\n")
    typing.edit("demo.pe.en", (20, 0), (20, 0), "Another line\n")
    typing.edit("demo.pe.en", (20, 0), (21, 0), "")
    assert typing.alone() == [((1, 1), (1, 2))]


@pytest.mark.parametrize("line", [4, 5])
def test_the_line_that_is_deleted_is_the_one_that_is_missing(tmp_path: Path, line: int) -> None:
    final = list(ITEMS)
    final[9 - line] = "Other words entirely"
    typing = Typing(tmp_path, final)
    typing.edit("demo.pe.en", (line, 0), (line + 1, 0), "")
    assert typing.alone() == [((line, line + 1), (line, line))]


@pytest.mark.parametrize("seed", range(12))
def test_every_line_is_in_a_segment_with_sources_and_several_references(seed: int) -> None:
    """And none of a source that has other lines than every text, whatever is edited."""
    r = random.Random(seed)
    words = [word for line in (*MT, *FINAL) for word in line.split()]

    def new(most: int) -> list[str]:
        return [" ".join(r.choices(words, k=5)) for _ in range(r.randint(0, most))]

    def other(lines: Sequence[str]) -> list[str]:
        at = r.randint(0, len(lines))
        return [*lines[:at], *new(2), *lines[at + r.randint(0, 2) :]]

    base = [" ".join(r.choices(words, k=5)) for _ in range(12)]
    texts = [base, *(other(base) for _ in range(r.randint(1, 3))), other(base)]
    blocks = find_line_alignment(texts[0], texts[1:-1], texts[-1])
    if blocks is None:
        return
    shifted = ShiftedLines(texts, blocks)
    for _ in range(60):
        text = r.randrange(len(texts))
        first = r.randint(0, len(texts[text]))
        removed = min(r.choice((0, 1, 1, 3, 99)), len(texts[text]) - first)
        lines = new(3)
        texts[text][first : first + removed] = lines
        before = len(shifted)
        change = shifted.edited(text, Change(first, removed, len(lines)))
        assert len(shifted) == before - change.removed + change.inserted
        for number, of_text in enumerate(texts):
            segments = range(len(shifted))
            found = [line for one in segments for line in shifted.lines_of(number, one)]
            assert found == (list(range(len(of_text))) if shifted.follows(number) else [])
            assert shifted.texts[number] == [
                CODE.join(of_text[line] for line in shifted.lines_of(number, one))
                for one in segments
            ]


@pytest.mark.parametrize("lines", [(1, -1), (-3, 2)])
def test_no_block_has_less_than_no_lines(lines: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="is no block"):
        Block((0, 0), lines, 1)


def test_blocks_that_lack_lines_are_rejected() -> None:
    with pytest.raises(ValueError, match="lines of texts that have"):
        ShiftedLines([["a", "b"], ["a"]], [Block((0, 0), (1, 1), 1)])
