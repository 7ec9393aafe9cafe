"""Help with writing meteor.toml: what is completed is what the reader takes, and nothing else.

``|`` in a text below is the cursor; it is taken out before anybody is asked.
"""

import re
from pathlib import Path

import pytest
from lsprotocol import types

from meteor_lsp.documents.positions import Encoding
from meteor_lsp.features.project_help import complete, explain
from meteor_lsp.project.project_file import parse_project_file
from meteor_lsp.project.settings import SETTING_KEYS
from tests.lsp.conftest import Editor

PAIR = '[[pairs]]\nhypothesis = "a"\nreferences = "b"\n'
ONLY_IN_THE_EDITOR = {"meteorHome", "allowOutside", "allowGit", "reviewer"}
AT_THE_TOP = {"hints", "workspaceDiagnostics", "largestDocument"}
SETTINGS = {key.partition(".")[0] for key in SETTING_KEYS} - ONLY_IN_THE_EDITOR
HEADERS = {
    "[[pairs]]",
    "[[folders]]",
    "[[ignore]]",
    "[severity]",
    "[hints]",
    "[sides]",
    "[before]",
    "[review]",
}
LEVELS = {'"error"', '"warning"', '"information"', '"hint"', '"off"'}


def completed(text: str, encoding: Encoding = Encoding.UTF16) -> dict[str, str]:
    """The text after each completion at the cursor, by what is completed."""
    before, behind = text.split("|")
    lines = re.split("\r\n|\n", before + behind)
    start = re.split("\r\n|\n", before)
    number, column = len(start) - 1, encoding.units(start[-1])
    items = complete(lines, types.Position(number, column), encoding)
    texts = {}
    for item in items:
        edit = item.text_edit
        assert isinstance(edit, types.TextEdit)
        assert edit.range.start.line == edit.range.end.line == number
        line = lines[number]
        first = encoding.from_client(line, edit.range.start.character)
        last = encoding.from_client(line, edit.range.end.character)
        after = [*lines[:number], line[:first] + edit.new_text + line[last:], *lines[number + 1 :]]
        texts[item.label] = "\n".join(after)
    return texts


def problems(text: str) -> tuple[str, ...]:
    return parse_project_file(Path("meteor.toml"), text).problems


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("|", SETTINGS | HEADERS),
        ("var|", SETTINGS | HEADERS),
        ("lowScore = 1\n|\nvariant = 'nltk'", (SETTINGS | HEADERS) - {"lowScore", "variant"}),
        ("[|", HEADERS),
        ("[[pa|]]", HEADERS),
        ("[[pairs]]\nsource = 'x'\n|", (SETTINGS - AT_THE_TOP) | HEADERS
         | {"hypothesis", "references", "postEditing"}),
        ("[[folders]]\n|", (SETTINGS - AT_THE_TOP) | HEADERS | {"path"}),
        (f"{PAIR}[[ignore]]\n|", {"file", "code", "segments", "reason"} | HEADERS),
        ("hints.|", {"score", "chunks", "change", "place"}),
        ("[hints]\nscore = true\n|", {"chunks", "change", "place"} | HEADERS),
        ("hints.change = |", {'"off"', '"open"', '"save"'}),
        (f"{PAIR}severity.low-score = '|", LEVELS),
        ("[hints]\nchunks = |", {"true", "false"}),
        ("stages = |", {'["exact"]', '["stem"]', '["synonym"]', '["paraphrase"]'}),
        ('stages = ["exact", "|"]', {'"stem"', '"synonym"', '"paraphrase"'}),
        ("lowScore = |", set()),
        ("# |", set()),
        ("unknown = |", set()),
        ("[unknown]\n|", HEADERS),
        ("variant = 'x' # |", set()),
    ],
)  # fmt: skip
def test_valid_completions_are_offered(text: str, expected: set[str]) -> None:
    assert set(completed(text)) == expected


@pytest.mark.parametrize(
    "key", sorted(key for key in SETTING_KEYS if key not in ONLY_IN_THE_EDITOR)
)
@pytest.mark.parametrize("table", ["", PAIR, "[[folders]]\npath = 'a'\n"])
def test_every_value_that_is_offered_is_taken(table: str, key: str) -> None:
    if table and key.partition(".")[0] in AT_THE_TOP:
        return
    for written in ("|", '"|"', "'|"):
        for text in completed(f"{table}{key} = {written}").values():
            assert problems(text) == (), text


@pytest.mark.parametrize("encoding", Encoding)
def test_columns_are_the_clients(encoding: Encoding) -> None:
    text = "reason.👍"
    assert complete([text], types.Position(0, encoding.units(text)), encoding) == []
    offered = completed('[[ignore]]\ncode = ["👍", "low|"]', encoding)
    assert offered['"low-score"'] == '[[ignore]]\ncode = ["👍", "low-score"]'


def hover_at(text: str, *, markdown: bool = False) -> str | None:
    before, behind = text.split("|")
    lines = (before + behind).split("\n")
    place = types.Position(before.count("\n"), len(before.rpartition("\n")[2]))
    found = explain(lines, place, Encoding.UTF32, markdown=markdown)
    if found is None:
        return None
    assert isinstance(found.contents, types.MarkupContent)
    return found.contents.value


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("low|Score = 1", "lowScore: "),
        ("lowScore = 0|.5", "Default: 0.3"),
        ("hin|ts.change = 'off'", "hints: "),
        ("hints.cha|nge = 'off'", "hints.change: "),
        ("hints.change = 'o|ff'", 'Values: "off", "open", "save"'),
        ("[[pai|rs]]", "pairs: Files that belong together."),
        ("[[pairs]]\nhypo|thesis = 'x'", "pairs.hypothesis: Pattern of the files"),
        ("[pairs.sev|erity]", "pairs.severity: "),
        ("[severity]\nlow-sc|ore = 'off'", "severity.low-score: "),
        ("# low|Score = 1", None),
        ("unk|nown = 1", None),
        ("|", None),
    ],
)
def test_a_key_is_explained(text: str, told: str | None) -> None:
    found = hover_at(text)
    assert (found is None) == (told is None)
    assert told is None or (found is not None and told in found)


def test_it_is_explained_in_markdown() -> None:
    found = hover_at("[hints]\ncha|nge = 'off'", markdown=True)
    assert found is not None
    assert found.startswith("`hints.change`: ")
    assert found.endswith('Values: `"off"`, `"open"`, `"save"`')


async def test_an_editor_is_helped(utf16_editor: Editor) -> None:
    editor = utf16_editor
    editor.write("meteor.toml", 'variant = "n"\n')
    uri = editor.open("meteor.toml")
    place = types.Position(0, 12)
    document = types.TextDocumentIdentifier(uri)
    client = editor.client
    answer = await client.text_document_completion_async(types.CompletionParams(document, place))
    assert isinstance(answer, (list, tuple))
    assert '"nltk"' in [item.label for item in answer]
    assert (await editor.hover_text(uri, 0, 2)).startswith("`variant`: The definition of METEOR")
    editor.write_segments("x.hyp.en", ["variant = "])
    other = types.TextDocumentIdentifier(editor.open("x.hyp.en"))
    answer = await client.text_document_completion_async(types.CompletionParams(other, place))
    assert not answer
