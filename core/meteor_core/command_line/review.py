"""``meteorscope review``: what post-editors changed in machine translation, and what they left."""

import argparse
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Final

from ..errors import InputError
from ..files.reading import read
from ..files.sides import sides_of
from ..files.units import UnitFile
from ..meteor import Meteor
from ..options import OPTIONS
from ..review.review import review, texts_of_file, texts_of_lines
from ..review.segments import Bounds, ReviewTexts
from ..text.line_files import read_segments, require_equal_length
from .arguments import add_metric, meteor_options
from .output import destination, output_format
from .review_writers import WRITERS
from .unscored import Unscored

_DESCRIPTION = """\
Compare machine translation with what post-editors made of it: edits by kind, METEOR, HTER, edit
distance and chrF of each segment and of the file, and what pay schemes would count.
Give one bilingual file (XLIFF, SDLXLIFF, MXLIFF, TMX, PO), or MT and post-edit line by line.

All numbers compare the MT with the post-edit: HTER is the number of TER's edits divided by that of
the post-edit's words.
"""

_EPILOG = """\
examples:
  meteorscope review job.xlf                                 a summary
  meteorscope review mt.de pe.de --source src.en -l de       of lines, with the source
  meteorscope review job.mxliff --format tsv -o job.tsv      a row for each segment
  meteorscope review job.xlf --format json | jq '.total.hter'
"""

_ENDINGS: Final = {".txt": "text", ".json": "json", ".tsv": "tsv"}


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
        "post_edit", metavar="POST-EDIT", nargs="?", help="the final text, line by line"
    )
    parser.add_argument("--source", metavar="SRC", help="the source, line by line")
    parser.add_argument("--mt-field", metavar="NAME", help="of a bilingual file: field of the MT")
    parser.add_argument(
        "--post-edit-field", metavar="NAME", help="of a bilingual file: field of the final text"
    )
    _add_bounds(parser.add_argument_group("classes"))
    add_metric(parser)
    _add_output(parser.add_argument_group("output"))
    # The file may know its language.
    parser.set_defaults(run=run, refuse=parser.error, language=None)


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


def _add_output(output: "argparse._ArgumentGroup") -> None:
    output.add_argument(
        "--format",
        choices=tuple(WRITERS),
        help="default: from the ending of -o FILE, else text; json has everything",
    )
    output.add_argument(
        "-o", "--output", metavar="FILE", help="write to this file, atomically: .json, .tsv or text"
    )


def run(arguments: argparse.Namespace) -> int:
    """Review the texts and write the result."""
    form = output_format(arguments.format, arguments.output, _ENDINGS)
    bounds = Bounds(heavy_from=arguments.heavy_from, rewritten_from=arguments.rewritten_from)
    file = _bilingual(arguments)
    if arguments.language is None:
        arguments.language = _language(file, arguments) or OPTIONS["language"].default
    meteor = Meteor(**meteor_options(arguments).arguments())
    reviewed = review(_texts(file, arguments), meteor, bounds)
    if not reviewed.segments:
        raise InputError(f"{arguments.file} has no segment with both an MT and a final text")
    with ExitStack() as stack:
        WRITERS[form](reviewed, stack.enter_context(destination(arguments.output)))
    unscored = Unscored()
    for segment in reviewed.segments:
        if segment.score.problem:
            unscored.add(segment.texts.number, segment.score.problem)
    unscored.tell()
    return 0


def _bilingual(arguments: argparse.Namespace) -> UnitFile | None:
    """Return the bilingual file, or None where two files stand line by line."""
    if arguments.post_edit is None:
        if arguments.source:
            arguments.refuse("--source goes with MT and POST-EDIT; a bilingual file has its own")
        return read(arguments.file)
    if arguments.mt_field or arguments.post_edit_field:
        arguments.refuse("--mt-field and --post-edit-field choose texts of one bilingual file")
    return None


def _texts(file: UnitFile | None, arguments: argparse.Namespace) -> Iterator[ReviewTexts]:
    if file is not None:
        return texts_of_file(file, mt=arguments.mt_field, post_edit=arguments.post_edit_field)
    names = [arguments.file, arguments.post_edit, *filter(None, [arguments.source])]
    require_equal_length(names)
    return texts_of_lines(*(list(read_segments(name)) for name in names))


def _language(file: UnitFile | None, arguments: argparse.Namespace) -> str | None:
    """Return the language that a bilingual file gives its final text."""
    if file is None:
        return None
    given = () if arguments.post_edit_field is None else (arguments.post_edit_field,)
    sides = sides_of(file, hypothesis=arguments.mt_field, references=given)
    code = file.languages.get(sides.references[0], "")
    return code.replace("_", "-").partition("-")[0].lower() or None
