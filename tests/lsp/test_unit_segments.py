"""The units of a document after edits, against the same lines read anew."""

import random
from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st
from lsprotocol import types

from meteor_core.files.placed_text import Place
from meteor_lsp.documents.line_document import LineDocument
from meteor_lsp.documents.positions import Encoding
from meteor_lsp.documents.segmentation import Change
from meteor_lsp.documents.text_file import TextFile
from meteor_lsp.documents.unit_segments import MAX_REREAD_LINES, UnitSegments
from tests.lsp.bilingual import FILES, xliff
from tests.thoroughness import more_when_thorough, tries

PIECES = [
    "a",
    " b",
    "👍",
    "\n",
    "<",
    ">",
    "&",
    "&amp;",
    '"',
    "\\",
    "</target>",
    "<target>neu</target>",
    '<x id="1"/>',
    "<!--",
    "-->",
    "#~ ",
    'msgid "m"\nmsgstr "n"\n',
    '<trans-unit id="n"><source>a</source><target>b</target></trans-unit>',
    "</seg>",
    "]]>",
]


class Desk:
    """A document that is edited in an editor, with what the server makes of it.

    Attributes:
        mirror: the texts by field, followed by nothing but what changes tell.
    """

    def __init__(self, name: str, text: str, encoding: Encoding) -> None:
        self.name, self.encoding = name, encoding
        self.document = LineDocument(f"file:///{name}", text, 1, None, encoding)
        self.file = TextFile(f"file:///{name}", name, list(self.document.segments))
        self.document.share(self.file.lines)
        self.document.listener = self._take
        self.mirror = self._texts()

    def _take(self, first: int, old: object, new: object) -> None:
        change = self.file.edited(first, old, new)  # type: ignore[arg-type]
        self.follow(change)

    def follow(self, change: Change | None) -> None:
        now = self._texts()
        if change is not None:
            for field, texts in self.mirror.items():
                end = change.first + change.removed
                assert list(change.before(field)) == texts[change.first : end]
                texts[change.first : end] = now[field][
                    change.first : change.first + change.inserted
                ]
            assert {field: now[field] for field in self.mirror} == self.mirror
        self.mirror = now

    def _texts(self) -> dict[str, list[str]]:
        segments = self.file.segments
        return {field: list(segments.texts(field)) for field in segments.description.fields}

    @property
    def units(self) -> UnitSegments:
        assert isinstance(self.file.segments, UnitSegments)
        return self.file.segments

    def edit(self, start: int, end: int, text: str) -> None:
        """Replace characters of the document, by their offsets."""
        places = [self._position(offset) for offset in (start, end)]
        change = types.TextDocumentContentChangePartial(types.Range(*places), text)
        self.document.apply_change(change)

    def _position(self, offset: int) -> types.Position:
        above = self.document.source[:offset].split("\n")
        return types.Position(len(above) - 1, self.encoding.units(above[-1]))


Text = tuple[str, Place, Place, list[Place], list[int]]


def shown(file: TextFile) -> Iterator[dict[str, Text]]:
    """All that is known of each unit: its texts, and where their characters stand."""
    segments = file.segments
    assert isinstance(segments, UnitSegments)
    count = (
        len(segments.texts(segments.description.fields[0])) if segments.description.fields else 0
    )
    for segment in range(count):
        texts: dict[str, Text] = {}
        for field in sorted(segments.unit(segment).texts):
            text = segments.text_at(segment, field)
            places = [text.place(offset) for offset in range(len(text.text) + 1)]
            assert text.text == segments.texts(field)[segment]
            back = [text.offset(place) for place in places]
            texts[field] = (text.text, text.start, text.end, places, back)
        yield texts


def check(desk: Desk) -> None:
    fresh = TextFile(f"file:///{desk.name}", desk.name, list(desk.file.lines))
    if not isinstance(fresh.segments, UnitSegments) or fresh.segments.faults:
        for texts in shown(desk.file):
            for _, start, end, places, _ in texts.values():
                assert all(start <= place <= end for place in places)
                assert end.line <= len(desk.file.lines)
        return
    if desk.units.needs_reading:  # what somebody reads again when it is quiet
        desk.follow(desk.units.apply_reading(desk.units.format.read(desk.file.lines)))
    assert not desk.units.faults
    assert list(shown(desk.file)) == list(shown(fresh))
    for line in range(len(desk.file.lines)):
        place = Place(line, len(desk.file.lines[line]) // 2)
        assert desk.units.segment_at(place) == fresh.segments.segment_at(place)
        assert desk.units.segments_on(line, line + 1) == fresh.segments.segments_on(line, line + 1)


@more_when_thorough
@settings(max_examples=tries(150, thorough=600))
@given(st.sampled_from(sorted(FILES)), st.sampled_from(Encoding), st.randoms(use_true_random=False))
def test_units_follow_every_edit(name: str, encoding: Encoding, chance: random.Random) -> None:
    desk = Desk(name, FILES[name], encoding)
    check(desk)
    undo: list[tuple[int, int, str]] = []
    for _ in range(12):
        source = desk.document.source
        if undo and chance.random() < 0.5:
            desk.edit(*undo.pop())
        else:
            start = chance.randint(0, len(source))
            length = chance.choice([0, 0, 0, 1, 1, 5, 40])
            piece = chance.choice(["", *PIECES])
            gone = source[start : start + length]
            desk.edit(start, start + len(gone), piece)
            undo.append((start, start + len(piece), gone))
        if not isinstance(desk.file.segments, UnitSegments):
            return
        check(desk)


def test_a_broken_unit_keeps_its_texts_where_they_are_now() -> None:
    desk = Desk("a.xlf", FILES["a.xlf"], Encoding.UTF16)
    before, texts = list(shown(desk.file)), dict(desk.mirror)
    start = desk.document.source.index("Drücken Sie den")
    desk.edit(start + 8, start + 8, "neue\n<Zeile ")
    (fault,) = desk.units.faults
    assert desk.mirror == texts
    line = desk.document.source[:start].count("\n")
    assert fault.place.line in (line, line + 1)
    standing = desk.units.text_at(0, "target")
    word = standing.text.index("Sie")
    place = standing.place(word)
    assert desk.file.lines[place.line][place.column :].startswith("Sie den")
    assert standing.offset(place) == word
    below = [{f: (t, s.below(1)) for f, (t, s, *_) in unit.items()} for unit in before[1:]]
    after = list(shown(desk.file))[1:]
    assert [{f: (t, s) for f, (t, s, *_) in unit.items()} for unit in after] == below
    desk.edit(start + 8, start + 20, "")
    assert not desk.units.faults
    assert list(shown(desk.file)) == before


def test_errors_between_units_are_merged() -> None:
    desk = Desk("a.xlf", FILES["a.xlf"], Encoding.UTF16)
    before, texts = list(shown(desk.file)), dict(desk.mirror)
    desk.edit(0, 0, "a word ")
    desk.edit(30, 30, "<b ")
    (fault,) = desk.units.faults
    assert fault.place == Place(0, 0)
    assert desk.mirror == texts
    desk.edit(30, 33, "")
    desk.edit(0, 7, "")
    assert not desk.units.faults
    assert list(shown(desk.file)) == before


def test_a_long_document_is_read_again_when_there_is_time() -> None:
    desk = Desk("a.xlf", xliff([("s", "m", f"t {n}") for n in range(4_500)]), Encoding.UTF8)
    assert len(desk.file.lines) > MAX_REREAD_LINES
    at = desk.document.source.index("  <trans-unit")
    desk.edit(at, at, "<!-- ")
    assert desk.units.is_pending  # there is no block before it to read it with
    end = desk.document.source.index("  <trans-unit", at + 20)
    desk.edit(end, end, "-->")
    assert desk.units.needs_reading
    check(desk)
    assert not desk.units.needs_reading
    assert desk.mirror["target"][0] == "t 1"
