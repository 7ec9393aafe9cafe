"""Units of several files that belong together by their ids, while the files are edited."""

from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lsprotocol import types

from meteor_lsp.documents.line_document import LineDocument
from meteor_lsp.documents.positions import Encoding
from meteor_lsp.pairing.streams import HYPOTHESIS, POST_EDIT, Part
from meteor_lsp.project.settings import Settings
from meteor_lsp.session.session import Session
from tests.files.test_before import HEADER
from tests.lsp.conftest import Editor

Entries: TypeAlias = list[tuple[str, str]]

ENTRIES = st.lists(
    st.tuples(st.sampled_from("abcde"), st.sampled_from(["one", "one cat", "two cats", ""])),
    max_size=6,
)
LANGUAGE = HEADER.replace("\\n", "\\nLanguage: en\\n") + "\n"


def lines_of(entries: Entries) -> list[str]:
    """Five lines to an entry, so that an entry is replaced by replacing lines."""
    return [line for name, text in entries for line in (f'msgid "{name}"', f'msgstr "{text}"', "")]


class Desk:
    """A session with two files of units, each open."""

    def __init__(self, folder: Path, files: dict[str, str]) -> None:
        self.session = Session(Settings(language="en"), [folder])
        self.documents = {}
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
        for name, text in files.items():
            uri = (folder / name).as_uri()
            self.documents[name] = LineDocument(uri, text, 1, None, Encoding.UTF16)
            self.session.open(self.documents[name])

    def texts(self, name: str, *parts: Part) -> list[tuple[str, ...]]:
        opened = self.session.pairings.opened(self.documents[name].uri)
        assert opened is not None
        return list(zip(*(opened.texts(part) for part in parts), strict=True))

    def check_places(self, name: str) -> None:
        view = self.session.pairings.view(self.documents[name].uri)
        assert view is not None
        for part in view.parts:
            for segment, text in enumerate(view.opened.texts(part)):
                if text:
                    place = view.range(part, segment)
                    line = view.file.lines[place.start.line]
                    assert line[place.start.character : place.end.character] == text
                    assert view.segment_at(place.start) == segment
                    assert segment in view.segments(place.start.line, place.end.line)

    def replace(self, name: str, first: int, behind: int, lines: Sequence[str]) -> None:
        place = types.Range(types.Position(first, 0), types.Position(behind, 0))
        text = "".join(line + "\n" for line in lines)
        self.documents[name].apply_change(types.TextDocumentContentChangePartial(place, text))


def expected(after: Entries, before: Entries) -> list[tuple[str, str]]:
    """The slow way: of each entry the first before of its id that nobody has."""
    left = list(before)
    found = []
    for name, text in after:
        mine = next((each for each in left if each[0] == name), None)
        if mine is not None:
            left.remove(mine)
        found.append((mine[1] if mine else "", text))
    return found


@given(ENTRIES, ENTRIES, st.data())
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_the_sibling_is_paired_by_id_while_either_is_edited(
    tmp_path: Path, after: Entries, before: Entries, data: st.DataObject
) -> None:
    entries = {"de.po": after, "de.mt.po": before}
    head = [*LANGUAGE.split("\n"), ""]
    start = len(head)
    files = {name: "\n".join([*head, *lines_of(each), ""]) for name, each in entries.items()}
    desk = Desk(tmp_path, files)
    for _ in range(4):
        for name in entries:
            assert desk.texts(name, HYPOTHESIS, POST_EDIT) == expected(*entries.values())
            desk.check_places(name)
        name = data.draw(st.sampled_from(sorted(entries)))
        own = entries[name]
        first = data.draw(st.integers(0, len(own)))
        behind = data.draw(st.integers(first, len(own)))
        new = data.draw(ENTRIES)[:2]
        desk.replace(name, start + 3 * first, start + 3 * behind, lines_of(new))
        own[first:behind] = new


async def test_a_unit_that_the_other_file_lacks_is_explained_anywhere_in_it(editor: Editor) -> None:
    def catalogue(numbers: Sequence[int]) -> str:
        head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
        return head + "".join(
            f'msgctxt "c{n}"\nmsgid "house {n}"\nmsgstr "das Haus {n}"\n\n' for n in numbers
        )

    for units in ([0], [9], []):
        for name, numbers in (("k.po", range(4)), ("k.mt.po", units)):
            (editor.folder / name).write_text(catalogue(numbers))
        uri = editor.open("k.po")
        found = [await editor.hover(uri, line, 10) for line in range(20)]
        told = [str(one.contents) for one in found if one is not None]
        assert sum("this unit has no target in k" in one for one in told) == 3 * (
            4 - units.count(0)
        )
        editor.close(uri)
