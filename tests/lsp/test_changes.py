"""What changed since documents were opened or saved, against what a person remembers."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

from meteor_core import Meteor
from meteor_lsp.documents.line_document import LineDocument
from meteor_lsp.documents.positions import Encoding
from meteor_lsp.project.settings import Settings, Since
from meteor_lsp.scoring.changes import Changes
from meteor_lsp.scoring.line_scores import line_score
from meteor_lsp.session.open_pairing import OpenPairing
from meteor_lsp.session.session import Session

METEOR = Meteor()
REFERENCES = ["the cat sat", "the dog ran", "a bird sang", "fish swam"]
HYPOTHESES = ["the cat sat", "the dog", "a bird", "fish"]


class Desk:
    """An editor with a hypothesis and its reference."""

    def __init__(self, folder: Path, since: Since, *, table: bool = False) -> None:
        self.folder = folder
        self.session = Session(Settings(hint_change=since, language="en"), [folder])
        rows = [f"{one}\t{two}" for one, two in zip(HYPOTHESES, REFERENCES, strict=True)]
        self.texts = (
            {"t.tsv": ["hyp\tref", *rows]}
            if table
            else {"a.hyp.en": HYPOTHESES, "a.ref.en": REFERENCES}
        )
        for name, lines in self.texts.items():
            (folder / name).write_text("".join(f"{line}\n" for line in lines))
        self.documents = {name: self.open(name) for name in self.texts}

    def open(self, name: str) -> LineDocument:
        path = self.folder / name
        document = LineDocument(path.as_uri(), path.read_text(), 1, None, Encoding.UTF16)
        self.session.open(document)
        self.score()
        return document

    @property
    def opened(self) -> OpenPairing:
        (opened,) = self.session.pairings.open()
        return opened

    def score(self) -> None:
        for opened in self.session.pairings.open():
            scores = opened.scores
            for segment in range(scores.paired):
                if scores.open_among([segment]):
                    texts = scores.texts(segment)
                    results = scores.meteor.score_each(texts[0], texts[1:])
                    scores.store([segment], [texts], [line_score(results)])

    def edit(self, name: str, first: int, end: int, *lines: str) -> None:
        """Replace whole lines."""
        place = types.Range(types.Position(first, 0), types.Position(end, 0))
        text = "".join(f"{line}\n" for line in lines)
        self.documents[name].apply_change(
            types.TextDocumentContentChangePartial(range=place, text=text)
        )
        self.score()

    def changes(self) -> dict[int, float]:
        """Segments whose score changed, and by how much."""
        opened = self.opened
        found = {number: opened.score_change(number) for number in range(opened.scores.paired)}
        return {number: change for number, change in found.items() if change is not None}


def difference(old: tuple[str, str], new: tuple[str, str]) -> float:
    return METEOR.score(new[0], [new[1]]).score - METEOR.score(old[0], [old[1]]).score


GROWN = difference(("the dog", "the dog ran"), ("the dog ran", "the dog ran"))


@pytest.mark.parametrize("since", [Since.OPEN, Since.SAVE])
def test_an_edit_shows_the_change_until_it_is_undone(tmp_path: Path, since: Since) -> None:
    desk = Desk(tmp_path, since)
    assert desk.changes() == {}
    desk.edit("a.hyp.en", 1, 2, "the dog r")
    desk.edit("a.hyp.en", 1, 2, "the dog ran")
    assert desk.changes() == {1: GROWN}
    desk.edit("a.hyp.en", 1, 2, "the dog")
    assert desk.changes() == {}


def test_nothing_is_shown_where_it_is_off(tmp_path: Path) -> None:
    desk = Desk(tmp_path, Since.OFF)
    desk.edit("a.hyp.en", 1, 2, "the dog ran")
    assert desk.changes() == {}


def test_lines_above_move_the_changes_below(tmp_path: Path) -> None:
    desk = Desk(tmp_path, Since.OPEN)
    desk.edit("a.hyp.en", 1, 2, "the dog ran")
    for name in desk.texts:
        desk.edit(name, 0, 0, "new", "new")
    assert desk.changes() == {3: GROWN}
    for name in desk.texts:
        desk.edit(name, 0, 1)
    assert desk.changes() == {2: GROWN}
    for name in desk.texts:
        desk.edit(name, 1, 3)  # the line itself
    assert desk.changes() == {}


def test_rows_of_a_table_move_with_their_changes(tmp_path: Path) -> None:
    desk = Desk(tmp_path, Since.OPEN, table=True)
    desk.edit("t.tsv", 2, 3, "the dog ran\tthe dog ran")
    assert desk.changes() == {1: GROWN}
    desk.edit("t.tsv", 1, 1, "x\ty", "z\tz")
    assert desk.changes() == {3: GROWN}
    desk.edit("t.tsv", 1, 4)
    assert desk.changes() == {0: GROWN}


def test_an_edit_of_the_reference_counts_too(tmp_path: Path) -> None:
    desk = Desk(tmp_path, Since.OPEN)
    desk.edit("a.ref.en", 0, 1, "the cat")
    assert desk.changes() == {
        0: difference(("the cat sat", "the cat sat"), ("the cat sat", "the cat"))
    }


@pytest.mark.parametrize("name", ["a.hyp.en", "a.ref.en"])
def test_saving_begins_anew_where_it_is_since_saving(tmp_path: Path, name: str) -> None:
    for since, expected in ((Since.SAVE, {}), (Since.OPEN, {1: GROWN})):
        desk = Desk(tmp_path, since)
        desk.edit("a.hyp.en", 1, 2, "the dog ran")
        desk.session.saved((tmp_path / name).as_uri())
        assert desk.changes() == expected


def test_opening_begins_anew(tmp_path: Path) -> None:
    desk = Desk(tmp_path, Since.OPEN)
    desk.edit("a.hyp.en", 1, 2, "the dog ran")
    (tmp_path / "a.hyp.en").write_text(desk.documents["a.hyp.en"].source)
    desk.session.saved((tmp_path / "a.hyp.en").as_uri())
    assert desk.changes() == {1: GROWN}
    desk.session.close((tmp_path / "a.hyp.en").as_uri())
    desk.score()
    desk.documents["a.hyp.en"] = desk.open("a.hyp.en")
    assert desk.changes() == {}


def test_opening_the_other_side_forgets_nothing(tmp_path: Path) -> None:
    desk = Desk(tmp_path, Since.OPEN)
    desk.session.close((tmp_path / "a.ref.en").as_uri())
    desk.edit("a.hyp.en", 1, 2, "the dog ran")
    desk.open("a.ref.en")
    assert desk.changes() == {1: GROWN}


def test_new_settings_forget_nothing(tmp_path: Path) -> None:
    desk = Desk(tmp_path, Since.OPEN)
    desk.edit("a.hyp.en", 1, 2, "the dog ran")
    desk.session.configure(replace(desk.session.workspace.settings, low_score=0.9))
    assert desk.changes() == {1: GROWN}


def test_edit_of_many_lines_is_not_typing(tmp_path: Path) -> None:
    desk = Desk(tmp_path, Since.OPEN)
    desk.edit("a.hyp.en", 0, 0, *["x"] * 300)
    desk.edit("a.hyp.en", 0, 300, *["y"] * 300)
    assert desk.opened.changes.before(0) is None


@given(
    st.lists(
        st.tuples(st.integers(0, 6), st.integers(0, 3), st.lists(st.text(), max_size=3)),
        max_size=8,
    )
)
def test_baseline_follows_its_segment(edits: list[tuple[int, int, list[str]]]) -> None:
    """Against rows that carry along what they were, as a person would mark them with a pen."""
    changes = Changes()
    rows: list[tuple[str, str | None]] = [(f"segment {number}", None) for number in range(6)]
    for wanted, most, inserted in edits:
        first = min(wanted, len(rows))
        removed = min(most, len(rows) - first)
        old = rows[first : first + removed]
        changes.edited(
            first, removed, len(inserted) - removed, [(text, "reference") for text, _ in old]
        )
        marks = [text if mark is None else mark for text, mark in old]
        kept = [*marks, *[None] * len(inserted)][: len(inserted)]
        rows[first : first + removed] = zip(inserted, kept, strict=True)
        for number, (_, mark) in enumerate(rows):
            before = changes.before(number)
            assert (before and before[0]) == mark
    changes.clear()
    assert all(changes.before(number) is None for number in range(len(rows)))
