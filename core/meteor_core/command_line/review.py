"""``meteorscope review``: analyses post-edits of machine translation."""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, TextIO

from ..errors import InputError, unknown_name
from ..files.before import Before
from ..files.recognition import is_unit_file
from ..files.sides import Sides, language_of_sides, sides_of
from ..files.units import SOURCE
from ..meteor import Meteor
from ..options import OPTIONS
from ..review.diagnostics.diagnostic import CHECKS, DEFAULT_CODES, codes_of
from ..review.diagnostics.find import Checking
from ..review.diagnostics.glossary import read_glossary
from ..review.filtering import ORDERS, filter_from_words
from ..review.remarks import read_remarks, remarks_path
from ..review.review import (
    PairedTexts,
    Review,
    chosen_from,
    review,
    shift_in_words,
    texts_of_file,
    texts_of_lines,
)
from ..review.segments import EXTENTS, Bounds, ReviewedSegment
from ..show.control_characters import escape_controls
from ..text.line_files import STANDARD_INPUT, read_segments
from ..text.numbers import counted
from ..text.side_names import note_on_swapped
from ..words.languages import known_code
from .arguments import add_metric, meteor_options
from .inputs import refuse_mixed
from .output import PAGE, PAGE_ENDINGS, destination, output_format, write_document
from .pictures import maker_of
from .review_writers import WRITERS, write_list
from .statuses import missed, outlive_reader, say
from .unit_files import names_of_units, note_of_origin, read_units
from .unscored import Unscored

_HELP = "--mt-field and --post-edit-field name what is compared, --before a revision in git"

_DESCRIPTION = """\
Compare machine translation with what post-editors made of it: edits by kind, METEOR, HTER, edit
distance and chrF of each segment and of the file, and what pay schemes would count.
Give one bilingual file (XLIFF, SDLXLIFF, MXLIFF, TMX, PO), whose MT may be in X.mt.po for X.po
or at a revision (--before); or two of the same units, with MT and post-edit, which go together by
their ids; or MT and post-edit line by line. Where these have not as many lines, lines are paired by
what they share, and each shift is named. Units that lack a text are left out, and a line on
standard error counts these.

All numbers compare the MT with the post-edit: HTER is the number of TER's edits divided by that of
the post-edit's words.
"""

_EPILOG = """\
examples:
  meteorscope review job.xlf                                 a summary
  meteorscope review job.po --before HEAD~1                  against what it was in git
  meteorscope review before.xlf after.xlf                    units go together by their ids
  meteorscope review mt.de pe.de --source src.en -l de       of lines, with the source
  meteorscope review job.mxliff --format tsv -o job.tsv      a row for each segment
  meteorscope review job.xlf -o job.html                     a page with all of it, to filter
  meteorscope review job.xlf --fail-on number-differs,placeholder-differs,term-missing \\
                     --glossary terms.tsv                    for a check before delivery
  meteorscope review job.xlf --where 'state=rejected diagnostic=any'
                                                             these segments alone, and their sums
  meteorscope review job.xlf --format json | jq '.total.hter'

exit status:
  0 done, 1 something was found that --fail-on names, 2 bad use or bad input, 130 interrupted
"""

_ANY: Final = "diagnostic"
_SHIFT: Final = "shift"
_SEGMENTS: Final = ("segment", "segments")

_TEXT: Final = "text"


def add_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add ``review`` to the subcommands."""
    parser = commands.add_parser(
        "review",
        help="what post-editors changed, and what it counts",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", metavar="FILE | MT", help="a bilingual file, or the MT")
    parser.add_argument(
        "post_edit",
        metavar="POST-EDIT",
        nargs="?",
        help="the final text: line by line, or a bilingual file as the MT is one",
    )
    parser.add_argument("--source", metavar="SRC", help="the source, line by line")
    parser.add_argument("--mt-field", metavar="NAME", help="of a bilingual file: field of the MT")
    parser.add_argument(
        "--post-edit-field", metavar="NAME", help="of a bilingual file: field of the final text"
    )
    parser.add_argument(
        "--before",
        metavar="REVISION",
        help="of one bilingual file: the MT is its final translation at this revision in git, such "
        "as HEAD~1",
    )
    _add_choice(parser.add_argument_group("segments"))
    _add_bounds(parser.add_argument_group("classes"))
    _add_checks(parser.add_argument_group("diagnostics"))
    add_metric(parser)
    _add_output(parser.add_argument_group("output"))
    # The file may know its language.
    parser.set_defaults(run=run, refuse=parser.error, language=None)


def _add_choice(group: "argparse._ArgumentGroup") -> None:
    group.add_argument(
        "--where",
        default="",
        metavar="WORDS",
        help="only segments that have all of these, for numbers and --fail-on alike: "
        "state=to-do,in-work class=heavy kind=moved diagnostic=any score<0.5 score>=0.9 untouched "
        "changed commented uncommented /expression/, and other words, which stand in one of the "
        "texts",
    )
    group.add_argument(
        "--order", choices=ORDERS, default=ORDERS[0], help="of the segments (default file)"
    )


def _add_bounds(group: "argparse._ArgumentGroup") -> None:
    default = Bounds()
    group.add_argument(
        "--heavy-from",
        type=float,
        default=default.heavy_from,
        metavar="SHARE",
        help="share of edited words from which a segment is heavily edited "
        f"(default {default.heavy_from:g})",
    )
    group.add_argument(
        "--rewritten-from",
        type=float,
        default=default.rewritten_from,
        metavar="SHARE",
        help=f"and from which it is rewritten (default {default.rewritten_from:g})",
    )


def _add_checks(group: "argparse._ArgumentGroup") -> None:
    default = [code for code in CHECKS if code in DEFAULT_CODES]
    others = [code for code in CHECKS if code not in DEFAULT_CODES]
    group.add_argument(
        "--enable", type=_names, default=(), metavar="CODE,...", help=f"also: {', '.join(others)}"
    )
    group.add_argument(
        "--disable",
        type=_names,
        default=(),
        metavar="CODE,...",
        help=f"of {', '.join(default)}",
    )
    group.add_argument(
        "--glossary", metavar="FILE", help="terms to use: source, tab, target on each line; or TBX"
    )
    group.add_argument(
        "--source-language",
        metavar="CODE",
        help="ISO 639-1; a bilingual file mostly knows it. Helps to find words left in it",
    )
    group.add_argument(
        "--fail-on",
        type=_names,
        default=(),
        metavar="KIND,...",
        help="exit with status 1 if there is one of these: codes of diagnostics, 'diagnostic' for "
        f"any, 'shift' for lines without a partner, or classes ({', '.join(EXTENTS)})",
    )


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _add_output(output: "argparse._ArgumentGroup") -> None:
    output.add_argument(
        "--format",
        choices=(*WRITERS, PAGE),
        help="default: from the ending of -o FILE, else text; json has everything, html is a page "
        "to read and filter without a network",
    )
    output.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="write to this file, atomically: .json, .tsv, .csv, .html or .txt; "
        "compressed if .gz, .xz or .zst follows",
    )


def run(arguments: argparse.Namespace) -> int:
    """Review the texts and write the result."""
    form = output_format(arguments.format, arguments.output, PAGE_ENDINGS)
    bounds = Bounds(heavy_from=arguments.heavy_from, rewritten_from=arguments.rewritten_from)
    _check_kinds(arguments.fail_on)
    chosen = filter_from_words(arguments.where)
    if arguments.fail_on:
        outlive_reader()
    file = _bilingual(arguments)
    given = arguments.source_language, arguments.language
    source_language, language = given if file is None else file.languages(*given)
    arguments.language = language or OPTIONS["language"].default
    meteor = Meteor(**meteor_options(arguments).arguments())
    checking = _checking(arguments, source_language, language)
    texts = _lines(arguments) if file is None else file.texts
    path = remarks_path(arguments.post_edit or arguments.file)
    kept = read_remarks(path)
    reviewed = review(
        texts.segments,
        meteor,
        bounds,
        checking,
        shifts=texts.shifts,
        remarks=kept.remarks,
        format_name=None if file is None else file.opened.file.format,
    )
    if file is not None:
        file.report_exclusions()
    if not reviewed.segments:
        raise InputError(f"{arguments.file} has no segment with both an MT and a final text")
    reviewed = chosen_from(reviewed, chosen, meteor, arguments.order)
    with ExitStack() as stack:
        write = _write_page(arguments) if form == PAGE else WRITERS[form]
        if form == _TEXT and arguments.where:
            write = write_list
        write(reviewed, stack.enter_context(destination(arguments.output)))
    unscored = Unscored()
    for segment in reviewed.segments:
        if segment.score.problem:
            unscored.add(segment.texts.number, segment.score.problem)
    unscored.tell()
    if swapped := note_on_swapped([arguments.file], filter(None, [arguments.post_edit])):
        say("meteorscope", swapped)
    if warning := kept.warning(path.name):
        say("meteorscope", warning)
    for shift in reviewed.shifts:
        print(f"meteorscope: shifted: {shift_in_words(shift)}", file=sys.stderr)
    return missed("meteorscope", _found(reviewed, arguments.fail_on))


def _write_page(arguments: argparse.Namespace) -> Callable[[Review, TextIO], None]:
    """Return a writer of the review as a page.

    Raises:
        ResourceError: no installed package makes pages of reviews.
    """
    make: Callable[[Review, str], str] = maker_of("review")
    name = Path(arguments.post_edit or arguments.file).name
    return lambda reviewed, file: write_document(make(reviewed, f"Review of {name}"), file)


def _check_kinds(names: Sequence[str]) -> None:
    """Reject unknown kinds of ``--fail-on``.

    Raises:
        ParameterError: there is no such kind.
    """
    known = (*CHECKS, *EXTENTS, _ANY, _SHIFT)
    for name in names:
        if name not in known:
            raise unknown_name("kind to fail on", name, known)


def _found(reviewed: Review, kinds: Sequence[str]) -> Iterator[str]:
    """Yield a sentence for each kind to fail on that occurs."""
    for kind in dict.fromkeys(kinds):
        if kind == _SHIFT:
            count, nouns = len(reviewed.shifts), ("shift of lines", "shifts of lines")
        else:
            count, nouns = sum(_has_kind(segment, kind) for segment in reviewed.segments), _SEGMENTS
        if count:
            yield f"--fail-on {kind}: found {counted(count, *nouns)}"


def _has_kind(segment: ReviewedSegment, kind: str) -> bool:
    codes = {diagnostic.code for diagnostic in segment.diagnostics}
    return segment.extent == kind or kind in codes or (kind == _ANY and bool(codes))


def _checking(
    arguments: argparse.Namespace, source_language: str | None, language: str | None
) -> Checking:
    codes = (DEFAULT_CODES | codes_of(arguments.enable)) - codes_of(arguments.disable)
    glossary = None
    if arguments.glossary:
        glossary = read_glossary(
            arguments.glossary, source_language=source_language, language=language
        )
    return Checking(
        codes=codes, language=language, source_language=source_language, glossary=glossary
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Bilingual:
    """Bilingual files as input.

    Attributes:
        names: of one, or of those before and after editing.
        opened: what was read.
        sides: the fields of the MT and of the final text.
        texts: the segments that have both.
    """

    names: Sequence[str]
    opened: Before
    sides: Sides
    texts: PairedTexts

    def report_exclusions(self) -> None:
        """Report on standard error other files that were read, and excluded units."""
        if note := note_of_origin(self.opened, self.sides):
            say("meteorscope", escape_controls(note))
        found = {segment.number for segment in self.texts.segments}
        names_of_units(self.names, self.opened.file, self.sides, found).report_exclusions()

    def languages(self, source: str | None, target: str | None) -> tuple[str | None, str | None]:
        """Return the languages of source and final text: as given, else as in the file."""
        file = self.opened.file
        return (
            source or known_code(file.languages.get(SOURCE)),
            target or known_code(language_of_sides(file, self.sides)),
        )


def _bilingual(arguments: argparse.Namespace) -> _Bilingual | None:
    """Open the bilingual files; None for line-aligned files."""
    names = [arguments.file, *filter(None, [arguments.post_edit, arguments.source])]
    if names.count(STANDARD_INPUT) > 1:
        raise InputError("standard input (-) can stand for one file only")
    bilingual = [len(names) == 1 or is_unit_file(name) for name in names]
    if arguments.source and (arguments.post_edit is None or all(bilingual)):
        arguments.refuse("--source goes with MT and POST-EDIT; a bilingual file has its own")
    if any(bilingual) and not all(bilingual):
        refuse_mixed(arguments, names, bilingual)
    field, final = arguments.mt_field, arguments.post_edit_field
    if arguments.post_edit is not None and (field or final or arguments.before):
        arguments.refuse(
            "--mt-field, --post-edit-field and --before choose texts of one bilingual file"
        )
    if not all(bilingual):
        return None
    opened = read_units(names, before=arguments.before)
    try:
        sides = sides_of(
            opened.file, hypothesis=field, references=() if final is None else (final,)
        )
    except InputError as error:
        raise InputError(f"{', '.join(names)}: {error}. {_HELP}") from None
    sides = replace(sides, references=sides.references[:1])
    texts = PairedTexts(segments=tuple(texts_of_file(opened.file, sides)))
    return _Bilingual(names=names, opened=opened, sides=sides, texts=texts)


def _lines(arguments: argparse.Namespace) -> PairedTexts:
    names = [arguments.file, arguments.post_edit, *filter(None, [arguments.source])]
    return texts_of_lines(*(list(read_segments(name)) for name in names))
