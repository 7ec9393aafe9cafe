"""What ``make demo`` shows: an annotated file, an alignment, and how to go on.

The scores, the lens and the findings are those of the language server, without an editor.
"""

from pathlib import Path

from rich.console import Console
from rich.text import Text

from meteor_core import Meteor
from meteor_core.command_line.picture import STAGE_MARKS, draw, legend
from meteor_core.line_files import read_segments
from meteor_lsp.features.code_lens import code_lens
from meteor_lsp.findings import find
from meteor_lsp.options import Options
from meteor_lsp.scores import PairScores

ROOT = Path(__file__).parents[1]
LINES = 12
SEGMENT = 4

NEXT_STEPS = """\
In the terminal
    .venv/bin/meteorscope score examples/city-news.hyp.en examples/city-news.ref.en --segments
    .venv/bin/meteorscope align examples/coffee-machine.hyp.de examples/coffee-machine.ref.de -l de
    .venv/bin/meteorscope variants

In your editor
    Name your files X.hyp.EXT and X.ref.EXT, in one folder, line N beside line N, and let your
    editor start .venv/bin/meteor-lsp: docs/editors.md has the settings. Scores follow as you type.

In a notebook or a program
    from meteor_core import Meteor
    result = Meteor("classic", "en").score("We danced with glee", ["We danced with joy"])
    print(result.score, result.alignment.matches)
"""


def main() -> None:
    """Print the demonstration."""
    console = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
    for name, language in (("city-news", "en"), ("coffee-machine", "de")):
        show_file(console, name, language)
    console.print(Text(f"How segment {SEGMENT} of city-news lines up", style="bold underline"))
    show_alignment(console, "city-news", "en")
    console.print()
    console.print(Text("How to go on", style="bold underline"))
    console.print(NEXT_STEPS)


def read(name: str, role: str, language: str) -> list[str]:
    """The segments of an example file."""
    return list(read_segments(str(ROOT / "examples" / f"{name}.{role}.{language}")))


def show_file(console: Console, name: str, language: str) -> None:
    """The first lines of a hypothesis with lens, hints and findings."""
    scores = PairScores(Meteor("classic", language))
    scores.set_texts(read(name, "hyp", language), read(name, "ref", language))
    scores.score_some(scores.paired)
    file = f"examples/{name}.hyp.{language}"
    console.print(Text(f"{file}, as an editor shows it", style="bold underline"))
    for lens in code_lens(scores, file):
        if lens.command is not None:
            console.print(Text(f"     {lens.command.title}", style="dim"))
    remarks = {finding.line: finding.message for finding in find(scores, Options().low_score)}
    hints = {line: f"{result.score:.3f}" for line, result in enumerate(scores.results()) if result}
    low = [line for line in remarks if line >= LINES]
    for line in [*range(LINES), *low[:1]]:
        show_line(console, line, scores.hypotheses[line], hints.get(line, ""), remarks.get(line))
    left = scores.paired - LINES - len(low[:1])
    console.print(Text(f"     ... and {left} more\n", style="dim"))


def show_line(console: Console, line: int, text: str, hint: str, remark: str | None) -> None:
    """One line of the file."""
    parts = [(f"{line + 1:3}  ", "dim"), (text, "underline" if remark else ""), ("  ", "")]
    console.print(Text.assemble(*parts, (f" {hint} ", "black on #9fc5e8")))
    if remark:
        console.print(Text(f"     ▲ {remark}", style="#d9822b"))


def show_alignment(console: Console, name: str, language: str) -> None:
    """The picture that ``meteorscope align`` draws."""
    hypotheses, references = read(name, "hyp", language), read(name, "ref", language)
    result = Meteor("classic", language).score(hypotheses[SEGMENT - 1], [references[SEGMENT - 1]])
    width = min(console.width, 100)
    for row in [legend(STAGE_MARKS), *draw(SEGMENT, result, width=width, marks=STAGE_MARKS)]:
        console.print(Text.assemble(*((span.text, span.style) for span in row)))


if __name__ == "__main__":
    main()
