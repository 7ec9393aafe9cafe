"""Several references, and files that belong together by other names than X.hyp and X.ref.

Which reference is best and by how much is computed from each one alone.
"""

from lsprotocol import types

from meteor_core import Meteor
from tests.lsp.conftest import Editor, score, span

HYPOTHESES = ["the cat sat on the mat 👍", "a dog ran home", "equal words"]
FIRST = ["a cat was sitting on a mat 👍", "a dog ran home", "equal words"]
SECOND = ["the cat sat on a mat 👍", "the dogs went home quickly", "equal words"]


def write_files(editor: Editor, *names: str) -> None:
    for name, segments in zip(names, (HYPOTHESES, FIRST, SECOND), strict=True):
        editor.write_segments(name, segments)


def scores(references: list[str]) -> list[str]:
    return [score(one, other) for one, other in zip(HYPOTHESES, references, strict=True)]


NAMES = [
    ("x.hyp.en", "x.ref1.en", "x.ref2.en"),
    ("y.hyp.en", "y.ref2.en", "y.ref10.en"),
    ("z.hyp.en", "z.ref.en", "z.ref1.en"),
    ("hyp.en", "ref.en", "ref1.en"),
    ("x.y.hyp.Online-A.en", "x.y.ref.A.en", "x.y.ref.B.en"),
]


async def test_files_with_these_names_belong_together(utf16_editor: Editor) -> None:
    editor = utf16_editor
    best = [
        score(text, *references)
        for text, *references in zip(HYPOTHESES, FIRST, SECOND, strict=True)
    ]
    marks = [("", "  best"), ("  best", ""), ("  best", "")]  # of equals, the first
    corpus = Meteor().corpus(HYPOTHESES, [FIRST, SECOND])
    assert "nrefs:2" in str(corpus.signature)
    for names in NAMES:
        write_files(editor, *names)
        hypothesis, first, second = map(editor.open, names)
        assert await editor.labels(hypothesis) == best
        for number, (uri, texts) in enumerate(((first, FIRST), (second, SECOND))):
            expected = [own + mark[number] for own, mark in zip(scores(texts), marks, strict=True)]
            assert await editor.labels(uri) == expected, names
        lenses = await editor.lenses(hypothesis)
        assert f"METEOR {corpus.score:.4f}" in lenses[0]
        assert lenses[-1] == str(corpus.signature)
        assert await editor.lenses(second) == lenses


async def test_each_system_of_a_set_has_the_references(utf16_editor: Editor) -> None:
    editor = utf16_editor
    write_files(editor, "set.hyp.one.en", "set.ref.A.en", "set.ref.B.en")
    editor.write_segments("set.hyp.two.en", FIRST)
    first, second = editor.open("set.hyp.one.en"), editor.open("set.hyp.two.en")
    assert (await editor.labels(first))[0] == score(HYPOTHESES[0], FIRST[0], SECOND[0])
    assert (await editor.labels(second))[0] == "1.000"
    reference = editor.open("set.ref.A.en")  # goes with the system that was used last
    assert (await editor.labels(reference))[0] == "1.000  best"


async def test_post_edits_belong_to_what_was_translated(utf16_editor: Editor) -> None:
    editor = utf16_editor
    editor.write("x.mt.de", "Das Haus\nDie Häuser brennen\n")
    editor.write("x.pe.de", "Das Haus\nDas Haus brennt\n")
    editor.write("x.src.en", "the house\nthe houses are burning\n")
    uri = editor.open("x.mt.de")
    expected = score("Die Häuser brennen", "Das Haus brennt", language="de")
    assert await editor.labels(uri) == ["1.000", expected]
    (low,) = await editor.diagnostics(uri)
    assert low.code == "low-score"
    (found,) = await editor.diagnostics(editor.open("x.pe.de"))  # where people work
    assert (found.code, found.range) == ("untouched-mt", span((0, 0), (0, 8)))
    assert found.severity == types.DiagnosticSeverity.Hint  # the review lists them
    (related,) = found.related_information or ()
    assert related.location == types.Location(uri, span((0, 0), (0, 8)))
    assert "Source: the houses are burning" in await editor.hover_text(uri, 1, 0)


async def test_hover_tells_which_reference_won_and_by_how_much(editor: Editor) -> None:
    write_files(editor, "x.hyp.en", "x.ref1.en", "x.ref2.en")
    hypothesis, second = editor.open("x.hyp.en"), editor.open("x.ref2.en")
    one, two = (Meteor().score(HYPOTHESES[0], [texts[0]]).score for texts in (FIRST, SECOND))
    text = await editor.hover_text(hypothesis, 0, 0)
    told = f"reference 2 scores best, {two:.3f}; reference 1 {one:.3f} ({one - two:+.3f})"
    assert told in text
    assert f"METEOR {two:.4f}" in text
    assert f"this is reference 2; {told}" in await editor.hover_text(second, 0, 0)
    equal = await editor.hover_text(hypothesis, 2, 0)
    assert "reference 1 scores best, 1.000; reference 2 1.000 (equal)" in equal


async def test_a_word_leads_to_the_best_reference_and_is_listed_in_all(editor: Editor) -> None:
    names = ("x.hyp.en", "x.ref1.en", "x.ref2.en")
    write_files(editor, *names)
    uris = [editor.open(name) for name in names]
    hypothesis, first, second = uris
    places = [editor.place(0, texts[0], "mat") for texts in (HYPOTHESES, FIRST, SECOND)]
    start = places[0].start
    assert await editor.definition(hypothesis, start) == [(second, places[2])]
    assert await editor.definition(first, places[1].start) == [(hypothesis, places[0])]
    for uri, position, include, expected in (
        (hypothesis, start, False, [1, 2]),
        (hypothesis, start, True, [0, 1, 2]),
        (first, places[1].start, False, [0, 2]),
    ):
        answer = await editor.client.text_document_references_async(
            types.ReferenceParams(
                types.ReferenceContext(include_declaration=include),
                types.TextDocumentIdentifier(uri),
                position,
            )
        )
        assert list(answer or []) == [types.Location(uris[n], places[n]) for n in expected]


async def test_several_references_in_one_table(editor: Editor) -> None:
    rows = list(zip(HYPOTHESES, FIRST, SECOND, strict=True))
    lines = ["hypothesis\treference1\treference2", *("\t".join(row) for row in rows)]
    editor.write_segments("x.en.tsv", lines)
    uri = editor.open("x.en.tsv")
    hints = await editor.inlay_hints(uri, 1, 1)
    assert sorted((hint.position.character, str(hint.label)) for hint in hints) == [
        (editor.units(HYPOTHESES[0]), score(*rows[0])),
        (editor.units("\t".join(rows[0][:2])), score(*rows[0][:2])),
        (editor.units(lines[1]), f"{score(rows[0][0], rows[0][2])}  best"),
    ]


async def test_a_reference_that_comes_later_counts_at_once(utf16_editor: Editor) -> None:
    editor = utf16_editor
    editor.write_segments("x.hyp.en", HYPOTHESES)
    editor.write_segments("x.ref1.en", FIRST)
    uri = editor.open("x.hyp.en")
    assert (await editor.labels(uri))[0] == score(HYPOTHESES[0], FIRST[0])
    editor.changed_on_disk(editor.write_segments("x.ref2.en", SECOND))
    await editor.next_refresh()
    assert (await editor.labels(uri))[0] == score(HYPOTHESES[0], SECOND[0])
