"""All pairs of the workspace, open or not: symbols, diagnostics, progress of long work."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from meteor_core import Meteor
from tests.lsp.conftest import PULLING, Client, Editor, capabilities, plain, score, span, start
from tests.lsp.slow_segments import slow_segments

ALL_FILES = {"workspaceDiagnostics": True}


@pytest_asyncio.fixture
async def pulling_editor(raw_client: Client, tmp_path: Path) -> Editor:
    """An editor that asks for diagnostics of all files, as its settings want them."""
    pulling = capabilities("utf-16", PULLING)
    return await start(raw_client, tmp_path, options=ALL_FILES, client_capabilities=pulling)


def write_workspace(editor: Editor) -> None:
    editor.write("a.hyp.en", "the cat slept\nÄpfel fallen\n")
    editor.write("a.ref.en", "the cat sat\nnothing shared\n")
    editor.write("deep/er/b.mt.de", "gleich\n")
    editor.write("deep/er/b.pe.de", "gleich\n")
    editor.write("table.en.tsv", "hypothesis\treference\nthe dog\tone other\n")
    editor.write("alone.hyp.en", "the cat\n")
    editor.write("node_modules/c.hyp.en", "the cat\n")
    editor.write("node_modules/c.ref.en", "a dog\n")
    editor.write(".hidden/d.hyp.en", "the cat\n")
    editor.write(".hidden/d.ref.en", "a dog\n")
    editor.write("meteor.toml", '[[pairs]]\nhypothesis = "out/{x}.txt"\nreferences = "in/{x}.txt"')
    editor.write("out/e.txt", "the cat\n")
    editor.write("in/e.txt", "a dog\n")


async def symbols(
    editor: Editor, query: str, token: str | None = None
) -> list[types.WorkspaceSymbol]:
    answer = await editor.client.workspace_symbol_async(
        types.WorkspaceSymbolParams(query, work_done_token=token)
    )
    return [
        one if isinstance(one, types.WorkspaceSymbol) else as_workspace_symbol(one)
        for one in answer or []
    ]


def as_workspace_symbol(one: types.SymbolInformation) -> types.WorkspaceSymbol:
    """The same symbol; a client cannot tell the two kinds apart."""
    return types.WorkspaceSymbol(
        one.location, one.name, one.kind, container_name=one.container_name
    )


async def test_files_are_found_with_their_scores(utf16_editor: Editor) -> None:
    editor = utf16_editor
    write_workspace(editor)
    editor.write("two.hyp.en", "the cat\n")  # with more references than others have
    editor.write("two.ref1.en", "a dog\n")
    editor.write("two.ref2.en", "the cat\n")
    found = {one.name: one.location for one in await symbols(editor, "")}
    corpus = Meteor().corpus(["the cat slept", "Äpfel fallen"], [["the cat sat", "nothing shared"]])
    assert set(found) == {
        f"{corpus.score:.4f}  a.hyp.en",
        "1.0000  b.mt.de",
        "0.0000  table.en.tsv",
        "0.0000  e.txt",
        "1.0000  two.hyp.en",
    }
    location = found["1.0000  b.mt.de"]
    assert location == types.Location(editor.uri("deep/er/b.mt.de"), span((0, 0), (0, 0)))
    (one,) = await symbols(editor, "B.MT")
    assert one.name == "1.0000  b.mt.de"


async def test_segments_are_found_by_their_text(editor: Editor) -> None:
    write_workspace(editor)
    found = {one.name: one for one in await symbols(editor, "äpfel")}
    ((name, symbol),) = found.items()
    assert name == "0.000  segment 2  Äpfel fallen"
    place = editor.place(1, "Äpfel fallen", "Äpfel fallen")
    assert symbol.location == types.Location(editor.uri("a.hyp.en"), place)
    cats = [one.name for one in await symbols(editor, "the cat")]
    assert cats == [
        f"{score('the cat slept', 'the cat sat')}  segment 1  the cat slept",
        "0.000  segment 1  the cat",
    ]
    (dog,) = await symbols(editor, "the dog")
    assert dog.location == types.Location(editor.uri("table.en.tsv"), span((1, 0), (1, 7)))


async def test_open_documents_are_searched_as_edited(utf16_editor: Editor) -> None:
    editor = utf16_editor
    write_workspace(editor)
    uri = editor.open("a.hyp.en")
    editor.edit(uri, (1, 0), (1, 0), "zwei ")
    (found,) = await symbols(editor, "zwei")
    assert found.name.endswith("segment 2  zwei Äpfel fallen")
    # Of a long segment, the part in which it is found: VS Code leaves out what does not show it.
    editor.edit(uri, (1, 0), (1, 0), "Straße hin, Straße her " * 10)
    (found,) = await symbols(editor, "zwei")
    assert found.name.endswith("segment 2  ...Straße her zwei Äpfel fallen")


Reports = Sequence[types.WorkspaceDocumentDiagnosticReport]


async def workspace_diagnostics(
    editor: Editor,
    previous: Sequence[types.PreviousResultId] = (),
    *,
    partial: str | None = None,
    progress: str | None = None,
) -> Reports:
    answer = await editor.client.workspace_diagnostic_async(
        types.WorkspaceDiagnosticParams(
            list(previous), partial_result_token=partial, work_done_token=progress
        )
    )
    return answer.items


def codes(reports: Reports) -> dict[str, list[Any]]:
    """File to codes, of those that have changed."""
    return {
        report.uri.rpartition("/")[2]: [one.code for one in report.items]
        for report in reports
        if isinstance(report, types.WorkspaceFullDocumentDiagnosticReport)
    }


EXPECTED = {
    "a.hyp.en": ["low-score"],
    "b.mt.de": [],
    "b.pe.de": ["untouched-mt"],
    "e.txt": ["low-score"],
    "table.en.tsv": ["low-score"],
}


async def test_all_pairs_have_their_diagnostics(pulling_editor: Editor) -> None:
    editor = pulling_editor
    write_workspace(editor)
    opened = editor.open("a.hyp.en")
    reports = await workspace_diagnostics(editor)
    assert codes(reports) == EXPECTED
    versions = {report.uri: report.version for report in reports}
    assert versions.pop(opened) == 1
    assert set(versions.values()) == {None}


async def test_only_what_has_changed_is_sent_again(pulling_editor: Editor) -> None:
    editor = pulling_editor
    write_workspace(editor)
    first = await workspace_diagnostics(editor)
    previous = [
        types.PreviousResultId(report.uri, report.result_id)
        for report in first
        if report.result_id is not None
    ]
    assert len(previous) == len(EXPECTED)
    editor.write("a.ref.en", "the cat sat\nÄpfel fallen ab\n")
    second = await workspace_diagnostics(editor, previous)
    assert codes(second) == {"a.hyp.en": []}
    unchanged = [
        types.PreviousResultId(report.uri, report.result_id)
        for report in second
        if isinstance(report, types.WorkspaceUnchangedDocumentDiagnosticReport)
    ]
    assert [known for known in previous if known.uri != editor.uri("a.hyp.en")] == unchanged


async def test_a_file_that_is_gone_is_cleared(pulling_editor: Editor) -> None:
    editor = pulling_editor
    write_workspace(editor)
    first = await workspace_diagnostics(editor)
    previous = [
        types.PreviousResultId(report.uri, report.result_id)
        for report in first
        if report.result_id is not None
    ]
    (editor.folder / "a.hyp.en").unlink()
    assert codes(await workspace_diagnostics(editor, previous)) == {"a.hyp.en": []}


async def test_diagnostics_come_one_by_one_where_they_may(pulling_editor: Editor) -> None:
    editor = pulling_editor
    write_workspace(editor)
    assert await workspace_diagnostics(editor, partial="part", progress="bar") == ()
    received = [plain_progress(params) for params in editor.received[types.PROGRESS]]
    items = [value["items"] for token, value in received if token == "part"]
    assert [len(part) for part in items] == [1] * len(EXPECTED)
    found = {
        part[0]["uri"].rpartition("/")[2]: [one["code"] for one in part[0]["items"]]
        for part in items
    }
    assert found == EXPECTED
    kinds = [value["kind"] for token, value in received if token == "bar"]
    assert (kinds[0], kinds[-1]) == ("begin", "end")


async def test_unchanged_texts_are_not_scored_again(pulling_editor: Editor) -> None:
    editor = pulling_editor
    write_long(editor, 300)
    loop = asyncio.get_running_loop()
    took: list[float] = []
    for _ in range(2):
        begun = loop.time()
        reports = await workspace_diagnostics(editor)
        took.append(loop.time() - begun)
        assert codes(reports) == {"long.hyp.en": []}
    assert took[1] < took[0] / 4


def plain_progress(params: types.ProgressParams) -> tuple[Any, Any]:
    return params.token, plain(params.value)


@pytest.mark.parametrize("pulls", [True, False])
async def test_closed_files_have_no_diagnostics_unless_configured(
    raw_client: Client, tmp_path: Path, *, pulls: bool
) -> None:
    pulling = capabilities("utf-16", PULLING if pulls else {})
    editor = await start(raw_client, tmp_path, client_capabilities=pulling)
    write_workspace(editor)
    if pulls:
        assert await workspace_diagnostics(editor) == ()
    uri = editor.open("table.en.tsv")
    if pulls:
        await editor.pulled(uri)
        assert await workspace_diagnostics(editor) == ()
    else:
        await editor.pushed(uri)
    pushed = editor.received[types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS]
    assert {params.uri for params in pushed} == (set() if pulls else {uri})
    editor.changed_on_disk(editor.write("meteor.toml", "workspaceDiagnostics = true\n"))
    without_rules = {name: found for name, found in EXPECTED.items() if name != "e.txt"}
    if pulls:
        assert codes(await workspace_diagnostics(editor)) == without_rules
        return
    await editor.until(lambda: shown(editor) == {**without_rules, "b.mt.de": []}, "all diagnostics")


REGISTERING = {"textDocument": {"diagnostic": {"dynamicRegistration": True}}}


async def test_diagnostics_of_the_workspace_are_announced_where_they_are_wanted(
    raw_client: Client, tmp_path: Path
) -> None:
    """An editor that pulls them may keep problems of closed files until it is answered."""
    editor = await start(
        raw_client, tmp_path, client_capabilities=capabilities("utf-16", PULLING, REGISTERING)
    )
    assert editor.capabilities.diagnostic_provider is None

    async def registered(times: int) -> list[bool]:
        def found() -> list[bool]:
            return [
                plain(one.register_options)["workspaceDiagnostics"]
                for params in editor.received[types.CLIENT_REGISTER_CAPABILITY]
                for one in params.registrations
                if one.method == types.TEXT_DOCUMENT_DIAGNOSTIC
            ]

        await editor.until(lambda: len(found()) == times, "registrations")
        return found()

    assert await registered(1) == [False]
    write_workspace(editor)
    uri = editor.open("a.hyp.en")
    report = await editor.pulled(uri)
    assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
    assert [one.code for one in report.items] == ["low-score"]
    editor.changed_on_disk(editor.write("meteor.toml", "workspaceDiagnostics = true\n"))
    assert await registered(2) == [False, True]
    (withdrawn,) = editor.received[types.CLIENT_UNREGISTER_CAPABILITY]
    assert [one.method for one in withdrawn.unregisterations] == [types.TEXT_DOCUMENT_DIAGNOSTIC]
    # What was asked for alone while it was open is cleared, although the editor does not name it.
    (editor.folder / "a.hyp.en").unlink()
    editor.close(uri)
    assert codes(await workspace_diagnostics(editor))["a.hyp.en"] == []


@pytest.mark.parametrize("wanted", [True, False])
async def test_editor_without_registrations_gets_static_capabilities(
    raw_client: Client, tmp_path: Path, *, wanted: bool
) -> None:
    editor = await start(
        raw_client,
        tmp_path,
        options={"workspaceDiagnostics": wanted},
        client_capabilities=capabilities("utf-16", PULLING),
    )
    assert editor.capabilities.diagnostic_provider is not None
    assert editor.capabilities.diagnostic_provider.workspace_diagnostics is wanted


async def test_pushed_diagnostics_on_unopened_files_follow_what_happens(
    raw_client: Client, tmp_path: Path
) -> None:
    editor = await start(raw_client, tmp_path, options=ALL_FILES)
    write_workspace(editor)
    uri = editor.open("a.hyp.en")
    await editor.until(lambda: shown(editor) == EXPECTED, "all diagnostics")
    editor.edit(uri, (1, 0), (1, 100), "nothing shared")
    await editor.until(lambda: shown(editor) == {**EXPECTED, "a.hyp.en": []}, "the edit")
    editor.changed_on_disk(editor.write("deep/er/b.pe.de", "besser\n"))
    await editor.until(lambda: shown(editor)["b.pe.de"] == [], "the change on disk")
    assert shown(editor)["b.mt.de"] == ["low-score"]
    editor.close(uri)  # without having saved it
    await editor.until(lambda: shown(editor)["a.hyp.en"] == ["low-score"], "the file on disk")
    (editor.folder / "out/e.txt").unlink()
    editor.changed_on_disk(editor.folder / "out/e.txt")
    await editor.until(lambda: shown(editor)["e.txt"] == [], "the end of a file")


def shown(editor: Editor) -> dict[str, list[Any]]:
    """File to the codes that were pushed last."""
    last: dict[str, list[Any]] = {"b.mt.de": []}
    for params in editor.received[types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS]:
        last[params.uri.rpartition("/")[2]] = [one.code for one in params.diagnostics]
    return last


def write_long(editor: Editor, count: int) -> None:
    hypotheses, references = slow_segments(count)
    editor.write_segments("long.hyp.en", hypotheses)
    editor.write_segments("long.ref.en", references)


def values(editor: Editor, token: Any) -> list[dict[str, Any]]:
    received = map(plain_progress, editor.received[types.PROGRESS])
    return [value for known, value in received if known == token]


@pytest.mark.parametrize("what", ["symbols", "diagnostics"])
async def test_long_work_shows_progress_and_can_be_cancelled(
    pulling_editor: Editor, what: str
) -> None:
    editor = pulling_editor
    write_long(editor, 20_000)
    editor.write("a.hyp.en", "a\n")
    editor.write("a.ref.en", "a\n")
    request: Any = (
        symbols(editor, "", "bar")
        if what == "symbols"
        else workspace_diagnostics(editor, progress="bar")
    )
    task = asyncio.create_task(request)
    await editor.until(lambda: values(editor, "bar"))
    assert values(editor, "bar")[0]["kind"] == "begin"
    pending = list(editor.client.protocol._request_futures)
    editor.client.cancel_request(types.CancelParams(pending[-1]))
    with pytest.raises((JsonRpcException, asyncio.CancelledError)):
        await task
    await editor.until(lambda: values(editor, "bar")[-1]["kind"] == "end")
    editor.client.protocol._request_futures.clear()
    assert await editor.labels(editor.open("a.hyp.en")) == ["1.000"]


async def test_a_long_file_shows_its_progress_until_it_is_cancelled(
    utf16_editor: Editor,
) -> None:
    editor = utf16_editor
    write_long(editor, 20_000)
    uri = editor.open("long.hyp.en")
    await editor.until(lambda: editor.received[types.WINDOW_WORK_DONE_PROGRESS_CREATE])
    token = editor.received[types.WINDOW_WORK_DONE_PROGRESS_CREATE][0].token
    await editor.until(lambda: len(values(editor, token)) > 2)
    begin, *reports = values(editor, token)
    assert begin["kind"] == "begin"
    assert begin["title"] == "METEOR: scoring long.hyp.en"
    assert begin["cancellable"] is True
    assert all(report["kind"] == "report" for report in reports)
    assert " of 20,000" in reports[0]["message"]
    assert reports[-1]["percentage"] >= reports[0]["percentage"]
    editor.client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(token))
    await editor.until(lambda: values(editor, token)[-1]["kind"] == "end")
    count = len(values(editor, token))
    status = await editor.command("meteor.status")
    assert status["workingOn"] == []
    (pairing,) = status["pairings"]
    assert 0 < pairing["scored"] < pairing["segments"]
    assert list(await editor.hints(uri, 0, 1)) == [0, 1]  # what is on screen is scored still
    assert len(values(editor, token)) == count


async def test_short_work_shows_no_progress(utf16_editor: Editor) -> None:
    write_workspace(utf16_editor)
    await utf16_editor.diagnostics(utf16_editor.open("a.hyp.en"))
    assert utf16_editor.received[types.WINDOW_WORK_DONE_PROGRESS_CREATE] == []
