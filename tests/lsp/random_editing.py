"""An editor that does anything at random to documents that belong together, over the wire.

The server is real: edits come in while it scores, looks which lines belong together, and answers.
Now and then all that an editor shows is compared with what a server says that was started for it.

    python -m tests.lsp.random_editing --edits 50000 --seed 1
"""

import argparse
import asyncio
import random
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tests.lsp.wire import (
    CONTENT_MODIFIED,
    EDITOR,
    REQUEST_FAILED,
    USUAL,
    Document,
    Editor,
    Pending,
    ResponseFailed,
    replacement,
    span,
    stdio_editor,
)

_WORDS: Final = (
    "the cat dog house rivers bridge opens closed morning Monday 7 12 of and a . , 👍 é not "
    "committee prices rose fell museum farmers rain week year small large seven ( ) %s"
)
WORDS: Final = tuple(_WORDS.split())

SETTINGS: Final = "hints.change = 'off'\n"
"""A change since the file was opened is not known to a server that opens it now."""

PULLING: Final = {**EDITOR, "workspace": {**EDITOR["workspace"], "diagnostics": {}}}
PULLING["textDocument"] = {**EDITOR["textDocument"], "diagnostic": {}}
PATIENT: Final = {**PULLING, "workspace": {}}
"""Of an editor that cannot be told to ask again, and is answered once all is known."""

_EDITS: Final = 500
"""Of one conversation."""

_SOON: Final = 15.0
"""Seconds in which what is shown comes to be what a new server says."""


@dataclass(frozen=True)
class Kind:
    """Documents that belong together.

    Attributes:
        names: of their files.
        row: makes a row of each of them that belong together.
        head: what each file begins with, and keeps: one that is no longer what it was is read as
            such in the editor that saw it, and in no other.
        rest: rows that a file has besides, or lacks: how many at most.
    """

    names: tuple[str, ...]
    row: Callable[[random.Random, int], tuple[str, ...]]
    head: str = ""
    rest: int = 3

    @property
    def has_units(self) -> bool:
        """Whether its files are bilingual."""
        return self.names[0].endswith((".po", ".xlf"))


def _sentence(r: random.Random, most: int = 7) -> str:
    return " ".join(r.choice(WORDS) for _ in range(r.randint(0 if r.random() < 0.1 else 2, most)))


def _alike(r: random.Random, text: str) -> str:
    words = text.split()
    for _ in range(r.randint(0, 2)):
        at = r.randint(0, len(words))
        words[at : at + r.randint(0, 1)] = [r.choice(WORDS)]
    return " ".join(words)


def _lines(count: int) -> Callable[[random.Random, int], tuple[str, ...]]:
    def row(r: random.Random, _: int) -> tuple[str, ...]:
        first = _sentence(r)
        return (first, *(_alike(r, first) for _ in range(count - 1)))

    return row


def _table(r: random.Random, _: int) -> tuple[str, ...]:
    first = _sentence(r)
    return ("\t".join((first, _alike(r, first), _sentence(r))),)


def _json(r: random.Random, _: int) -> tuple[str, ...]:
    first = _sentence(r).replace('"', "")
    return (f'{{"hyp": "{first}", "ref": "{_alike(r, first)}", "ref2": "{_alike(r, first)}"}}',)


def _po(r: random.Random, number: int) -> tuple[str, ...]:
    first = _sentence(r)
    return tuple(
        f'msgctxt "c{number}"\nmsgid "house {number % 5}"\nmsgstr "{text}"\n'
        for text in (first, _alike(r, first))
    )


def _unit(r: random.Random, number: int) -> tuple[str, ...]:
    first = _sentence(r)
    source, target = (
        f"<{tag}>{text}</{tag}>"
        for tag, text in (("source", _sentence(r)), ("target", _alike(r, first)))
    )
    mt = f'<alt-trans origin="MT"><target>{first}</target></alt-trans>'
    return (f'<trans-unit id="u{number}">{source}\n{target}\n{mt}</trans-unit>',)


_PO_HEAD: Final = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
_XLIFF_HEAD: Final = (
    '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n'
    '<file original="a" source-language="en" target-language="de" datatype="plaintext"><body>\n'
)

KINDS: Final = {
    "post-edit": Kind(("a.mt.en", "a.pe.en", "a.src.de"), _lines(3)),
    "two": Kind(("b.hyp.en", "b.ref.en"), _lines(2)),
    "references": Kind(("c.hyp.X.en", "c.ref.A.en", "c.ref.B.en", "c.src.de"), _lines(4)),
    "table": Kind(("d.en.tsv",), _table, "hyp\tref\tsrc\n"),
    "json": Kind(("e.en.jsonl",), _json),
    "po": Kind(("f.po", "f.mt.po"), _po, _PO_HEAD),
    "xliff": Kind(("g.xlf",), _unit, _XLIFF_HEAD),
}


@dataclass
class Conversation:
    """What one editor says, and what it was told.

    Attributes:
        editor: says it.
        kind: which documents.
        r: decides everything.
        texts: of open documents, by name, in the order in which they were opened.
        edits: so far.
        asked: requests so far.
        compared: with a new server.
        told_by_edits: how many of these differed by what only edits tell.
        on_their_way: requests that are not answered yet.
        log: what happened, to be read when it went wrong.
    """

    editor: Editor
    kind: Kind
    r: random.Random
    texts: dict[str, list[str]] = field(default_factory=dict)
    documents: dict[str, Document] = field(default_factory=dict)
    edits: int = 0
    asked: int = 0
    compared: int = 0
    told_by_edits: int = 0
    on_their_way: list[Pending] = field(default_factory=list)
    log: list[str] = field(default_factory=list)

    async def begin(self) -> None:
        """Write the files and open some of them."""
        self.editor.write("meteor.toml", SETTINGS)
        for name, rows in zip(self.kind.names, self.contents(), strict=True):
            self.editor.write(name, rows)
        await self.editor.initialize(PULLING)
        for name in self.kind.names:
            if name == self.kind.names[0] or self.r.random() < 0.8:
                await self.open(name)

    def contents(self) -> list[str]:
        """Texts of all files, some with rows of their own."""
        r, kind = self.r, self.kind
        rows = [kind.row(r, number) for number in range(r.randint(0, 30))]
        files = [list(texts) for texts in zip(*rows, strict=True)] or [[] for _ in kind.names]
        for file in files:
            for _ in range(r.choice((0, 0, 1, kind.rest))):
                at = r.randint(0, len(file))
                new = list(kind.row(r, 100 + r.randint(0, 20))[:1])
                file[at : at + r.randint(0, 2)] = new * r.randint(0, 2)
        return [kind.head + "".join(f"{row}\n" for row in file) for file in files]

    async def open(self, name: str) -> None:
        path = self.editor.folder / name
        text = path.read_text() if path.exists() else ""
        self.texts[name] = text.split("\n")
        self.documents[name] = await self.editor.open(self.editor.uri(name), text)
        self.log.append(f"open {name}")

    async def step(self) -> None:
        """Do one thing."""
        r = self.r
        what = r.choices(
            (self.edit, self.everything, self.disk, self.reopen, self.ask, self.pause),
            (50, 2, 3, 3, 35, 7),
        )[0]
        await what()
        if len(self.on_their_way) > 20 or r.random() < 0.03:
            await self.hear()

    async def edit(self) -> None:
        """One notification with one change or several."""
        if not self.texts:
            await self.reopen()
            return
        name = self.r.choice(list(self.texts))
        changes = [self.change(name) for _ in range(self.r.choice((1, 1, 1, 2, 3)))]
        self.log.append(f"edit {name} {changes}")
        await self.editor.change(self.documents[name], *changes)
        self.edits += 1

    def change(self, name: str) -> dict[str, Any]:
        """Change lines, whole or in part, of a text that is known here."""
        r, lines = self.r, self.texts[name]
        kept = min(self.kind.head.count("\n"), len(lines) - 1) if self.kind.has_units else 0
        first = r.randint(kept, len(lines) - 1)
        whole = r.random() < 0.6
        if whole:
            last = min(len(lines) - 1, first + r.choice((0, 0, 1, 1, 2, 5, 40)))
            rows = self.rows(name, r.choice((0, 0, 1, 1, 1, 2, 5)))
            start, end, new = (first, 0), (last, 0), "".join(f"{row}\n" for row in rows)
        else:
            last = min(len(lines) - 1, first + r.choice((0, 0, 0, 0, 1)))
            at = r.randint(0, len(lines[first]))
            until = r.randint(at if last == first else 0, len(lines[last]))
            start, end = (first, at), (last, until)
            new = r.choice((" ", "x", "the cat", "\n", "", " 7 ", "é👍"))
        before, behind = lines[start[0]][: start[1]], lines[end[0]][end[1] :]
        shown = [(n, len(lines[n][:c].encode("utf-16-le")) // 2) for n, c in (start, end)]
        lines[start[0] : end[0] + 1] = (before + new + behind).split("\n")
        return replacement(shown[0], shown[1], new)

    def rows(self, name: str, count: int) -> list[str]:
        number = self.kind.names.index(name)
        return [self.kind.row(self.r, self.r.randint(0, 40))[number] for _ in range(count)]

    async def everything(self) -> None:
        """Put other text into a document, or none."""
        if not self.texts:
            return
        name = self.r.choice(list(self.texts))
        new = self.r.choice(
            (self.contents()[self.kind.names.index(name)], self.kind.head * self.kind.has_units)
        )
        self.texts[name] = new.split("\n")
        self.log.append(f"everything {name}")
        await self.editor.change(self.documents[name], {"text": new})
        self.edits += 1

    async def disk(self) -> None:
        """Write, empty or remove a file, with or without a word."""
        name = self.r.choice(self.kind.names)
        path, how = self.editor.folder / name, self.r.choice(("write", "empty", "remove", "save"))
        was_there = path.exists()
        if how == "remove":
            path.unlink(missing_ok=True)
        elif how == "save" and name in self.texts:
            path.write_text("\n".join(self.texts[name]), newline="")
        else:
            new = "" if how == "empty" else self.contents()[self.kind.names.index(name)]
            path.write_text(new, newline="")
        self.log.append(f"disk {how} {name}")
        kind = 3 if how == "remove" else 2 if was_there else 1
        changes = [{"uri": self.editor.uri(name), "type": kind}]
        await self.editor.client.notify("workspace/didChangeWatchedFiles", {"changes": changes})
        self.edits += 1

    async def reopen(self) -> None:
        """Close a document, or open one."""
        name = self.r.choice(self.kind.names)
        self.log.append(f"close or open {name}")
        if name in self.texts:
            del self.texts[name]
            await self.editor.close(self.documents.pop(name))
        else:
            await self.open(name)

    async def pause(self) -> None:
        """Let the background work."""
        seconds = self.r.choice((0.005, 0.02, 0.05, 0.13, 0.16, 0.3))
        self.log.append(f"pause {seconds}")
        await asyncio.sleep(seconds)

    async def ask(self) -> None:
        """Ask something, and go on before it is answered."""
        name = self.r.choice(list(self.texts) or list(self.kind.names))
        method, params = self.r.choice(self.questions(name))
        self.log.append(f"ask {method} {name}")
        self.asked += 1
        self.on_their_way.append(await self.editor.client.start(method, params))

    def questions(self, name: str) -> list[tuple[str, dict[str, Any]]]:
        """All that an editor asks of a document."""
        r, uri, lines = self.r, self.editor.uri(name), self.texts.get(name, [""])
        line = r.randrange(len(lines))
        document = {"textDocument": {"uri": uri}}
        at = {"line": line, "character": r.randint(0, len(lines[line]) + 1)}
        some = span((line, 0), (min(len(lines), line + r.randint(0, 40)), 0))
        position = {**document, "position": at}
        quick = {"context": {"diagnostics": []}, "range": some}
        order = {"order": r.choice(("score", "shortfall", "position"))}
        other = self.editor.uri(r.choice(self.kind.names))
        return [
            ("textDocument/inlayHint", {**document, "range": some}),
            ("textDocument/codeLens", document),
            ("textDocument/semanticTokens/full", document),
            ("textDocument/semanticTokens/range", {**document, "range": some}),
            ("textDocument/documentSymbol", document),
            ("textDocument/diagnostic", document),
            ("textDocument/foldingRange", document),
            ("textDocument/codeAction", {**document, **quick}),
            ("textDocument/hover", position),
            ("textDocument/definition", position),
            ("textDocument/declaration", position),
            ("textDocument/documentHighlight", position),
            ("textDocument/references", {**position, "context": {"includeDeclaration": True}}),
            ("workspace/symbol", {"query": r.choice(("", "cat", "zzz"))}),
            ("meteor/texts", position),
            ("meteor/lines", {**document, "other": other}),
            ("meteor/alignment", position),
            ("meteor/segments", {**document, **order}),
            ("meteor/summary", document),
            ("meteor/review", document),
            ("meteor/reviewRows", {**document, "begin": 0, "end": 20}),
        ]

    async def hear(self) -> None:
        """Wait for all answers; an internal error is a violation, see ``wire.py``."""
        for pending in self.on_their_way:
            try:
                await pending.result()
            except ResponseFailed as error:
                if error.code not in (CONTENT_MODIFIED, REQUEST_FAILED):
                    raise AssertionError(f"{error}; {self.story()}") from error
        self.on_their_way.clear()

    def story(self) -> str:
        """What happened last."""
        return "\n".join(self.log[-30:])

    async def compare(self) -> None:
        """Compare all that is shown with what a new server says."""
        await self.hear()
        async with stdio_editor(self.editor.folder, expected=USUAL, validate=False) as fresh:
            await fresh.initialize(PATIENT)
            for name, lines in self.texts.items():
                await fresh.open(fresh.uri(name), "\n".join(lines))
            expected = await shown(fresh, list(self.texts))
        if "unreadable-unit" in str(expected):
            return  # what was read of it before it broke is kept, which a new server cannot know
        self.compared += 1
        different = await self.different(expected)
        if different and not self.kind.head and self.texts:
            await self.edit_elsewhere()
            self.told_by_edits += 1
            different = await self.different(expected)
        if different:
            raise AssertionError(f"{different}\n{self.story()}")

    async def different(self, expected: dict[str, Any]) -> str:
        """Wait until all that is shown is what is expected; else the difference."""
        until = time.monotonic() + _SOON
        while (found := await shown(self.editor, list(self.texts))) != expected:
            if time.monotonic() > until:
                return _difference(found, expected)
            await asyncio.sleep(0.1)
        return ""

    async def edit_elsewhere(self) -> None:
        """Put a line in and take it out again, so that it is not known any more which are new.

        Which of lines that are alike is new the server knows of the edit, and a new server cannot.
        """
        name, lines = next(iter(self.texts.items()))
        last = len(lines) - 1
        end = (last, len(lines[last].encode("utf-16-le")) // 2)
        new = "\nnew" if lines[last] else "new\n"
        behind = (last + 1, 3 if lines[last] else 0)
        for change in (replacement(end, end, new), replacement(end, behind, "")):
            await self.editor.change(self.documents[name], change)


async def shown(editor: Editor, names: Sequence[str]) -> dict[str, Any]:
    """All that an editor shows of documents."""
    answers: dict[str, Any] = {}
    for name in names:
        document: dict[str, Any] = {"textDocument": {"uri": editor.uri(name)}}
        everywhere = span((0, 0), (100_000, 0))
        for method, params in (
            ("textDocument/inlayHint", {**document, "range": everywhere}),
            ("textDocument/codeLens", document),
            ("textDocument/semanticTokens/full", document),
            ("textDocument/documentSymbol", document),
            ("textDocument/diagnostic", document),
            ("textDocument/foldingRange", document),
            *(
                (f"textDocument/{what}", {**document, "position": {"line": n, "character": 5}})
                for what in ("hover", "definition")
                for n in (0, 3, 9)
            ),
        ):
            answer = await editor.client.request(method, params)
            if isinstance(answer, dict):
                answer = {k: v for k, v in answer.items() if k != "resultId"}
            key = f"{method} {name} {params.get('position', {}).get('line', '')}"
            answers[key] = answer
    return answers


def _difference(found: dict[str, Any], expected: dict[str, Any]) -> str:
    return "\n".join(
        f"{key}:\n  here: {found[key]}\n  new:  {expected[key]}"
        for key in expected
        if found[key] != expected[key]
    )[:6000]


async def converse(
    folder: Path, kind: str, seed: str, edits: int, compare_each: int
) -> Conversation:
    """Have a conversation of so many edits."""
    async with stdio_editor(folder) as editor:
        editor.client.expect("window/logMessage", "window/showMessage")
        conversation = Conversation(editor, KINDS[kind], random.Random(seed))
        await conversation.begin()
        next_comparison = compare_each
        while conversation.edits < edits:
            await conversation.step()
            if conversation.edits >= next_comparison:
                next_comparison += compare_each
                await conversation.compare()
            if editor.client.violations:
                raise AssertionError(f"{editor.client.violations}\n{conversation.story()}")
        await conversation.compare()
        return conversation


def main() -> None:
    """Converse until there were as many edits."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--edits", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", nargs="*", default=list(KINDS))
    parser.add_argument("--keep-going", action="store_true")
    asked = parser.parse_args()
    edits = failed = compared = requests = told_by_edits = 0
    number = asked.seed
    while edits < asked.edits:
        for kind in asked.kinds:
            seed = f"{kind} {number}"
            with tempfile.TemporaryDirectory() as folder:
                try:
                    told = asyncio.run(converse(Path(folder), kind, seed, _EDITS, 100))
                except AssertionError as error:
                    failed += 1
                    print(f"--- {seed}: {error} {getattr(error, '__notes__', '')}", flush=True)
                    if not asked.keep_going:
                        raise SystemExit(1) from error
                    edits += _EDITS
                    continue
            edits, compared = edits + told.edits, compared + told.compared
            requests, told_by_edits = requests + told.asked, told_by_edits + told.told_by_edits
        number += 1
        print(
            f"{edits} edits, {requests} requests, {compared} compared, {told_by_edits} of these "
            f"told by edits, {failed} failed",
            flush=True,
        )
    raise SystemExit(failed > 0)


if __name__ == "__main__":
    main()
