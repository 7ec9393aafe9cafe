"""The scores at the ends of lines, as settings and clients want them."""

from typing import Any

import pytest

from meteor_core import Meteor
from tests.lsp.conftest import Client, Editor, capabilities, score, start

HYPOTHESES = ["the cat slept on the mat", "a dog ran", "", "quiet words"]
REFERENCES = ["the cat sat on the mat", "the dog ran home", "", "loud music"]


def write_pair(editor: Editor) -> None:
    editor.write_segments("x.hyp.en", HYPOTHESES)
    editor.write_segments("x.ref.en", REFERENCES)


async def test_a_line_without_words_has_no_hint(utf16_editor: Editor) -> None:
    write_pair(utf16_editor)
    assert list(await utf16_editor.hints(utf16_editor.open("x.hyp.en"))) == [0, 1, 3]


async def test_only_the_lines_asked_for_are_sent(utf16_editor: Editor) -> None:
    write_pair(utf16_editor)
    uri = utf16_editor.open("x.ref.en")
    assert list(await utf16_editor.hints(uri, 1, 2)) == [1]
    assert list(await utf16_editor.hints(uri, 7, 9)) == []


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"hints": {"score": False}}, []),
        # The cat | on the mat ; dog ran ; nothing at all
        ({"hints": {"chunks": True}}, ["2 chunks", "1 chunk", "0 chunks"]),
    ],
)
async def test_settings_say_what_a_hint_has(
    raw_client: Client, tmp_path: Any, options: dict[str, Any], expected: list[str]
) -> None:
    editor = await start(raw_client, tmp_path, options=options)
    write_pair(editor)
    hypothesis, reference = editor.open("x.hyp.en"), editor.open("x.ref.en")
    pairs = [(h, r) for h, r in zip(HYPOTHESES, REFERENCES, strict=True) if h]
    labels = [f"{score(*pair)}  {chunks}" for pair, chunks in zip(pairs, expected, strict=False)]
    assert await editor.labels(hypothesis) == labels
    assert await editor.labels(reference) == labels


@pytest.mark.parametrize("since", ["open", "save"])
async def test_the_change_is_shown_since(raw_client: Client, tmp_path: Any, since: str) -> None:
    editor = await start(raw_client, tmp_path, options={"hints": {"change": since}})
    write_pair(editor)
    uri = editor.open("x.hyp.en")
    before = Meteor().score(HYPOTHESES[1], [REFERENCES[1]]).score
    assert (await editor.labels(uri))[1] == f"{before:.3f}"
    editor.edit(uri, (1, 9), (1, 9), " home")
    better = Meteor().score("a dog ran home", [REFERENCES[1]]).score
    label = f"{better:.3f}  ▲{better - before:.3f}"
    assert await editor.labels(uri) == [
        score(HYPOTHESES[0], REFERENCES[0]),
        label,
        score(HYPOTHESES[3], REFERENCES[3]),
    ]
    editor.edit(uri, (0, 0), (0, 0), "an added line\n")  # what was edited moves down
    moved = [label.partition("  ") for label in await editor.labels(uri)]
    better_before = label.partition("  ")
    assert [score for score, _, _ in moved][1] == better_before[0]
    assert moved[1][2] == f"⇅ 2  {better_before[2]}"
    editor.edit(uri, (0, 0), (1, 0), "")
    assert (await editor.labels(uri))[1] == label
    editor.save(uri)
    assert (await editor.labels(uri))[1] == (label if since == "open" else f"{better:.3f}")
    editor.edit(uri, (1, 0), (1, 5), "")
    worst = Meteor().score(" ran home", [REFERENCES[1]]).score
    old = before if since == "open" else better
    mark = "▲" if worst > old else "▼"
    assert (await editor.labels(uri))[1] == f"{worst:.3f}  {mark}{abs(worst - old):.3f}"


async def test_no_change_is_shown_unless_it_is_asked_for(utf16_editor: Editor) -> None:
    editor = utf16_editor
    write_pair(editor)
    uri = editor.open("x.hyp.en")
    await editor.labels(uri)
    editor.edit(uri, (1, 9), (1, 9), " home")
    assert (await editor.labels(uri))[1] == score("a dog ran home", REFERENCES[1])


async def test_a_tooltip_comes_when_it_is_needed(editor: Editor) -> None:
    write_pair(editor)
    uri = editor.open("x.hyp.en")
    hint = (await editor.inlay_hints(uri))[0]
    assert hint.tooltip is None
    resolved = await editor.client.inlay_hint_resolve_async(hint)
    tooltip = tooltip_of(HYPOTHESES[0], REFERENCES[0])
    assert resolved.tooltip == tooltip
    assert resolved.label == hint.label
    assert tooltip.startswith(
        f"METEOR {Meteor().score(HYPOTHESES[0], [REFERENCES[0]]).score:.4f}: 5 of 6 words match "
        "5 of 6 of the reference, in 2 chunks\n"
    )


def tooltip_of(hypothesis: str, reference: str) -> str:
    result = Meteor().score(hypothesis, [reference])
    measures = result.measures
    why = (
        f"{result.matches} of {result.hypothesis_length} words match {result.matches} of "
        f"{result.reference_length} of the reference, in {result.chunks} "
        f"{'chunk' if result.chunks == 1 else 'chunks'}"
    )
    if not result.matches:
        why = (
            f"none of {result.hypothesis_length} words matches any of "
            f"{result.reference_length} of the reference"
        )
    return (
        f"METEOR {measures.score:.4f}: {why}\n"
        f"P {measures.precision:.3f}   R {measures.recall:.3f}   F-mean {measures.f_mean:.3f}   "
        f"penalty {measures.penalty:.3f}   shortfall {result.shortfall:.2f} words"
    )


async def test_a_tooltip_is_sent_along_to_a_client_that_cannot_ask(
    raw_client: Client, tmp_path: Any
) -> None:
    silent = capabilities("utf-16", {"textDocument": {"inlayHint": {"resolveSupport": None}}})
    editor = await start(raw_client, tmp_path, client_capabilities=silent)
    write_pair(editor)
    hints = await editor.inlay_hints(editor.open("x.hyp.en"))
    pairs = [(h, r) for h, r in zip(HYPOTHESES, REFERENCES, strict=True) if h]
    assert [hint.tooltip for hint in hints] == [tooltip_of(*pair) for pair in pairs]


async def test_the_tooltip_of_a_reference_tells_which_is_better(utf16_editor: Editor) -> None:
    editor = utf16_editor
    editor.write("x.hyp.en", "a b c\n")
    editor.write("x.ref1.en", "a x c\n")
    editor.write("x.ref2.en", "a b c\n")
    (hint,) = await editor.inlay_hints(editor.open("x.ref1.en"))
    resolved = await editor.client.inlay_hint_resolve_async(hint)
    assert resolved.tooltip == "Reference 2 scores better: 1.0000"
