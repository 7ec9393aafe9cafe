"""``meteorscope align``: how segments line up, as a picture or as data."""

import argparse
import json
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any, Final, NamedTuple, TextIO

from ..errors import InputError, SegmentError
from ..meteor import Meteor
from ..score.results import SegmentResult
from ..show.alignment_format import alignment_json
from ..show.control_characters import escape_controls
from ..show.text_picture import ASCII_MARKS, STAGE_MARKS, Span
from .arguments import add_metric, meteor_options
from .emphasis import EMPHASES, chosen_emphasis, drawn, legends
from .inputs import SIDES, add_input, open_input
from .output import TABLES, TableFormat, destination, encodable, output_format, write_document
from .pictures import drawing_of
from .segment_blocks import Source
from .unit_names import KEYS, UnitName
from .unscored import Unscored

_DESCRIPTION = """\
Show how the words of a hypothesis line up with a reference: chunks, matches and why they match.
On the terminal, as one HTML file to look at or to mail, as an SVG picture, or as data.

"""

_EPILOG = """\
examples:
  meteorscope align mt.hyp.en mt.ref.en --segment 3                on the terminal
  meteorscope align mt.hyp.en mt.ref.en -o mt.html                 all segments, one page
  meteorscope align mt.hyp.en mt.ref.en --segment 3 -o figure.svg  one segment, for a paper
  meteorscope align job.po --segment 12                            a bilingual file
  meteorscope align job.xlf --unit u7                              its unit of that id
  meteorscope align mt.hyp.en mt.ref.en --format json | jq '.[].score'
"""

_COLUMNS: Final = (
    "segment",
    "chunk",
    "stage",
    "hypothesis_token",
    "reference_token",
    "hypothesis",
    "reference",
    "explanation",
)
_DEFAULT_WIDTH: Final = 80

_ENDINGS: Final = {
    ".txt": "text",
    ".json": "json",
    ".tsv": "tsv",
    ".csv": "csv",
    ".html": "html",
    ".htm": "html",
    ".svg": "svg",
}

_MAX_PAGE_SEGMENTS: Final = 5_000
"""Segments on one HTML page; each takes some 5 kB, and a browser loads them all."""


class _Shown(NamedTuple):
    """A segment to show, by its number from 1, and its unit if the file has such."""

    number: int
    result: SegmentResult
    unit: UnitName | None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Look:
    """How to show segments.

    Attributes:
        color: "auto", "always" or "never".
        emphasis: "chunks", "differences", "both" or "off".
        width: columns; None for the terminal's.
        title: of a page.
        has_units: whether segments are units of a file.
    """

    color: str
    emphasis: str
    width: int | None
    title: str
    has_units: bool


_Segments = Iterable[_Shown]
_Chosen = tuple[int, UnitName | None, str, Sequence[str | None]]


def add_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add ``align`` to the subcommands."""
    parser = commands.add_parser(
        "align",
        help="show how segments line up, and why",
        description=_DESCRIPTION + SIDES,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_input(parser)
    add_metric(parser)
    output = parser.add_argument_group("output")
    which = output.add_mutually_exclusive_group()
    which.add_argument(
        "--segment",
        type=_segment_range,
        metavar="N | N-M",
        help="only this segment, or this range, counted from 1",
    )
    which.add_argument(
        "--unit",
        metavar="ID",
        help="only the units or rows of a bilingual file or a table that have this id",
    )
    output.add_argument(
        "--format",
        choices=tuple(_WRITERS),
        help="default: from the ending of -o FILE, else text; svg draws one segment",
    )
    output.add_argument(
        "--emphasis",
        choices=EMPHASES,
        default="auto",
        help="what is marked on the terminal, in HTML and in SVG: chunks, which are equal on both "
        "sides; differences; both; or off. auto (default): differences between machine "
        "translation and its post-edit (X.mt.Y and X.pe.Y, or the mt and the target of a bilingual "
        "file), else chunks",
    )
    output.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="default auto: on a terminal, unless NO_COLOR is set",
    )
    output.add_argument("--width", type=int, metavar="COLUMNS", help="default: the terminal's")
    output.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="write to this file, atomically: .html, .svg, .json, .tsv, .csv or .txt; "
        "compressed if .gz, .xz or .zst follows",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Align the files and write the result."""
    form = output_format(arguments.format, arguments.output, _ENDINGS)
    source = open_input(arguments)
    meteor = Meteor(**meteor_options(arguments, language=source.language).arguments())
    first, last = arguments.segment or (1, None)
    if source.expected is not None and first > source.expected:
        raise InputError(
            f"there is no segment {first}: {arguments.hypothesis} has {source.counted}"
        )
    look = _Look(
        color=arguments.color,
        emphasis=chosen_emphasis(arguments.emphasis, source),
        width=arguments.width,
        title=source.title,
        has_units=source.units is not None,
    )
    unscored = Unscored()
    with destination(arguments.output) as file:
        chosen = _chosen(source, first, last, arguments.unit)
        results = _results(meteor, chosen, unscored, is_one=first == last)
        _WRITERS[form](results, file, look)
    unscored.tell()
    source.report_exclusions()
    return 0


def _chosen(source: Source, first: int, last: int | None, unit_id: str | None) -> Iterator[_Chosen]:
    """Yield the segments to show.

    Raises:
        InputError: none has that id.
    """
    found = False
    for number, (hypothesis, references) in enumerate(source.pairs(), start=1):
        if last is not None and number > last:
            return
        if number < first:
            continue
        unit = source.units.name_of(number) if source.units else None
        if unit_id is None or (unit is not None and unit.id == unit_id):
            found = True
            yield number, unit, hypothesis, references
    if unit_id is not None and not found:
        raise InputError(f"there is no unit '{unit_id}' to compare")


def _results(
    meteor: Meteor, chosen: Iterable[_Chosen], unscored: Unscored, *, is_one: bool
) -> Iterator[_Shown]:
    """Yield scored segments; one that cannot be scored is an error only if asked for alone."""
    for number, unit, hypothesis, references in chosen:
        try:
            result = meteor.score(hypothesis, references)
        except SegmentError as error:
            if is_one:
                raise
            unscored.add(number, str(error))
        else:
            yield _Shown(number, result, unit)


def _write_text(results: _Segments, file: TextIO, look: _Look) -> None:
    from rich.console import Console
    from rich.text import Text

    width = look.width or shutil.get_terminal_size((_DEFAULT_WIDTH, 24)).columns

    class Terminal(Console):
        def on_broken_pipe(self) -> None:
            """Raise what others raise; rich would end the run with status 1."""
            raise BrokenPipeError

    console = Terminal(
        file=file,
        force_terminal={"auto": None, "always": True, "never": False}[look.color],
        no_color=True if look.color == "never" else None,
        width=max(width, 20),
        highlight=False,
        markup=False,
        emoji=False,
        soft_wrap=True,
    )
    marks = STAGE_MARKS if _can_encode(file, "".join(STAGE_MARKS.values())) else ASCII_MARKS

    def show(line: list[Span]) -> None:
        text = Text.assemble(*((encodable(file, span.text), span.style) for span in line))
        text.rstrip()
        console.print(text)

    for index, (number, result, unit) in enumerate(results):
        if index == 0:
            for line in legends(look.emphasis, marks, result):
                show(line)
        console.print()
        if unit is not None:
            show([Span(escape_controls(str(unit)), "bold")])
        for line in drawn(look.emphasis, number, result, width=width, marks=marks):
            show(line)


def _write_json(results: _Segments, file: TextIO, look: _Look) -> None:
    file.write("[")
    for index, (number, result, unit) in enumerate(results):
        named = {} if unit is None else {"unit": unit.number, "id": unit.id}
        text = json.dumps({**alignment_json(number, result), **named})
        file.write(f"{',' if index else ''}\n{text}")
    file.write("\n]\n")


def _write_table(table: TableFormat, results: _Segments, file: TextIO, look: _Look) -> None:
    table.write((*_COLUMNS, *(KEYS if look.has_units else ())), file)
    for number, result, unit in results:
        alignment = result.alignment
        for match in alignment.matches:
            cells: tuple[Any, ...] = (
                number,
                match.chunk,
                match.stage,
                match.hypothesis[0],
                match.reference[0],
                " ".join(alignment.hypothesis.words(match.hypothesis)),
                " ".join(alignment.reference.words(match.reference)),
                alignment.explain(match),
                *((unit.number, unit.id) if unit else ()),
            )
            table.write(cells, file)


def _write_html(results: _Segments, file: TextIO, look: _Look) -> None:
    shown = list(islice(results, _MAX_PAGE_SEGMENTS + 1))
    if len(shown) > _MAX_PAGE_SEGMENTS:
        raise InputError(
            f"a page shows at most {_MAX_PAGE_SEGMENTS:,} segments; choose some: "
            f"--segment 1-{_MAX_PAGE_SEGMENTS}"
        )
    _write_document("html", shown, file, look)


def _write_svg(results: _Segments, file: TextIO, look: _Look) -> None:
    shown = list(islice(results, 2))
    if len(shown) > 1:
        raise InputError(
            "an SVG picture shows one segment; choose one: --segment N. "
            "For several: --format html, or a name that ends in .html"
        )
    _write_document("svg", shown, file, look)


def _write_document(form: str, shown: list[_Shown], file: TextIO, look: _Look) -> None:
    segments = [(number, result) for number, result, _ in shown]
    write_document(drawing_of(form)(segments, look.title, look.emphasis), file)


_WRITERS: Final[dict[str, Callable[[_Segments, TextIO, _Look], None]]] = {
    "text": _write_text,
    "json": _write_json,
    **{name: partial(_write_table, table) for name, table in TABLES.items()},
    "html": _write_html,
    "svg": _write_svg,
}


def _can_encode(file: TextIO, text: str) -> bool:
    return encodable(file, text) == text


def _segment_range(text: str) -> tuple[int, int]:
    first, dash, last = text.partition("-")
    try:
        numbers = int(first), int(last if dash else first)
    except ValueError:
        numbers = (0, 0)
    if not 1 <= numbers[0] <= numbers[1]:
        message = f"'{text}' is neither a segment such as 3 nor a range such as 3-8"
        raise argparse.ArgumentTypeError(message)
    return numbers
