"""Show a file as the language server annotates it, an alignment, and what to do next.

This is ``make demo``. It starts the server as an editor does, sends requests over the protocol, and
prints the answers.
"""

import asyncio
import sys
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from lsprotocol import types
from pygls.lsp.client import LanguageClient
from rich.console import Console
from rich.text import Text

from meteor_core import Meteor
from meteor_core.show.text_picture import STAGE_MARKS, draw, legend
from meteor_core.text.line_files import read_segments

ROOT = Path(__file__).parents[1]
LINES = 12
SEGMENT = 4

NEXT_STEPS = """\
In the terminal
    .venv/bin/meteorscope score examples/city-news.hyp.en examples/city-news.ref.en --segments
    .venv/bin/meteorscope align examples/coffee-machine.hyp.de examples/coffee-machine.ref.de -l de
    .venv/bin/meteorscope variants

In your editor
    Name your files X.hyp.EXT and X.ref.EXT, in one folder, one segment on each line, and let your
    editor start .venv/bin/meteor-lsp: docs/editors.md has the settings. Scores follow as you type.

In a notebook
    make lab opens a tour of the views in JupyterLab; docs/notebooks.md describes them.

In a program
    from meteorscope import Meteor
    result = Meteor("classic", "en").score("We danced with glee", ["We danced with joy"])
    print(result.score, result.alignment.matches)
"""

CHUNK_COLOURS = ("#8caaee", "#a6d189", "#e5c890", "#ca9ee6", "#81c8be", "#ef9f76")


@dataclass
class Annotations:
    """The server's answers about a file.

    Attributes:
        lenses: titles of the lenses above the first line.
        hints: by line.
        diagnostics: messages, by line.
        words: start, end and style of each word, by line.
    """

    lenses: list[str]
    hints: dict[int, str]
    diagnostics: dict[int, list[str]]
    words: dict[int, list[tuple[int, int, str]]]


def main() -> None:
    """Print the demonstration."""
    console = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
    for name, language in (("city-news", "en"), ("coffee-machine", "de")):
        show_file(console, ROOT / "examples" / f"{name}.hyp.{language}")
    console.print(Text(f"How segment {SEGMENT} of city-news lines up", style="bold underline"))
    show_alignment(console, "city-news", "en")
    console.print()
    console.print(Text("How to go on", style="bold underline"))
    console.print(NEXT_STEPS)


async def ask_server(file: Path, text: str) -> Annotations:
    """Open a file in the language server and send an editor's requests."""
    client = LanguageClient("meteorscope-demo", "1")
    await client.start_io(sys.executable, "-m", "meteor_lsp")
    answer = await client.initialize_async(
        types.InitializeParams(capabilities=capabilities(), root_uri=file.parent.as_uri())
    )
    client.initialized(types.InitializedParams())
    document = types.TextDocumentItem(file.as_uri(), "plaintext", 1, text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(document))
    asked = types.TextDocumentIdentifier(file.as_uri())
    whole = types.Range(types.Position(0, 0), types.Position(len(document.text), 0))
    hints = await client.text_document_inlay_hint_async(types.InlayHintParams(asked, whole))
    report = await client.text_document_diagnostic_async(types.DocumentDiagnosticParams(asked))
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(asked))
    tokens = await client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(asked)
    )
    provider = answer.capabilities.semantic_tokens_provider
    names = provider.legend if provider else types.SemanticTokensLegend([], [])
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()  # type: ignore[no-untyped-call]  # pygls has no type for it
    messages: dict[int, list[str]] = defaultdict(list)
    for diagnostic in getattr(report, "items", []):
        messages[diagnostic.range.start.line].append(diagnostic.message)
    return Annotations(
        lenses=[lens.command.title for lens in lenses or [] if lens.command],
        hints={hint.position.line: str(hint.label) for hint in hints or []},
        diagnostics=messages,
        words=words_of(tokens.data if tokens else [], names),
    )


def capabilities() -> types.ClientCapabilities:
    """The capabilities of an editor that counts columns in code points, as Python does."""
    return types.ClientCapabilities(
        general=types.GeneralClientCapabilities(
            position_encodings=[types.PositionEncodingKind.Utf32]
        ),
        text_document=types.TextDocumentClientCapabilities(
            diagnostic=types.DiagnosticClientCapabilities()
        ),
    )


def words_of(
    data: Sequence[int], names: types.SemanticTokensLegend
) -> dict[int, list[tuple[int, int, str]]]:
    """The coloured words of a file, with styles for a terminal."""
    words: dict[int, list[tuple[int, int, str]]] = defaultdict(list)
    line = column = 0
    for index in range(0, len(data), 5):
        lines, columns, length, kind, modifiers = data[index : index + 5]
        line, column = line + lines, columns if lines else column + columns
        chunk = next((n for n in range(len(CHUNK_COLOURS)) if modifiers & 1 << n), None)
        style = "dim" if chunk is None else CHUNK_COLOURS[chunk]
        underline = {"stem": " underline", "synonym": " italic"}
        style += underline.get(names.token_types[kind], "")
        words[line].append((column, column + length, style))
    return words


def show_file(console: Console, file: Path) -> None:
    """Print the first lines of a hypothesis with lenses, coloured words, hints and diagnostics."""
    shown = asyncio.run(ask_server(file, file.read_text(encoding="utf-8")))
    segments = list(read_segments(str(file)))
    title = f"{file.relative_to(ROOT)}, as the language server annotates it"
    console.print(Text(title, style="bold underline"))
    for lens in shown.lenses:
        console.print(Text(f"     {lens}", style="dim"))
    low = [line for line in sorted(shown.diagnostics) if line >= LINES]
    for line in [*range(LINES), *low[:1]]:
        show_line(console, line, segments[line], shown)
    left = len(segments) - LINES - len(low[:1])
    console.print(Text(f"     ... and {left} more\n", style="dim"))


def show_line(console: Console, line: int, segment: str, shown: Annotations) -> None:
    """Print one line of the file."""
    text = Text(segment)
    for start, end, style in shown.words.get(line, []):
        text.stylize(style, start, end)
    hint = shown.hints.get(line)
    parts = [Text(f"{line + 1:3}  ", style="dim"), text]
    if hint is not None:
        parts += [Text("  "), Text(f" {hint} ", style="black on #9fc5e8")]
    console.print(Text.assemble(*parts))
    for message in shown.diagnostics.get(line, []):
        console.print(Text(f"     ▲ {message}", style="#d9822b"))


def show_alignment(console: Console, name: str, language: str) -> None:
    """Print the picture that ``meteorscope align`` draws."""
    hypothesis, reference = (
        list(read_segments(str(ROOT / "examples" / f"{name}.{role}.{language}")))[SEGMENT - 1]
        for role in ("hyp", "ref")
    )
    result = Meteor("classic", language).score(hypothesis, [reference])
    width = min(console.width, 100)
    for row in [
        legend(STAGE_MARKS, result.alignment.stages),
        *draw(SEGMENT, result, width=width, marks=STAGE_MARKS),
    ]:
        console.print(Text.assemble(*((span.text, span.style) for span in row)))


if __name__ == "__main__":
    main()
