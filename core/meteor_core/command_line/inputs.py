"""Open the input: line-aligned texts, or one file that holds both sides."""

import argparse
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from ..files.recognition import is_named_as_unit_file, is_unit_file
from ..files.tables import is_table
from ..text.compressed import uncompressed_name
from ..text.line_files import shown_name
from ..text.side_names import note_on_swapped
from .segment_blocks import Source, open_files, open_table

SIDES: Final = """\
HYP may also be one bilingual file, which holds the references too: XLIFF, SDLXLIFF, MXLIFF, TMX,
PO, WMT XML, mteval SGML, a directory of mt-metrics-eval. By default its machine translation is
compared with its final translation; where it keeps none, X.po with X.mt.po or with itself at a
revision (--before).
Two such files go together by the ids of their units: mteval's tstset and refset, before and after.
HYP may also be a table: TSV, CSV, JSON Lines, Parquet; --hypothesis and --reference name columns.
Segments are then the units or rows that have both; a line on standard error counts the others.
Without --language, the language is what the file says of its texts, else English.
"""


def add_input(parser: argparse.ArgumentParser, *, tab_separated: bool = False) -> None:
    """Add the hypothesis and its references, and options that select the sides of a file.

    Args:
        parser: of a subcommand.
        tab_separated: whether to add the flag for a file with a pair on each line.
    """
    references: list[argparse.Action] = []
    parser.add_argument(
        "hypothesis",
        metavar="HYP",
        action=_Alone,
        references=references,
        when=_holds_both_sides,
        help="hypothesis file, one segment a line; or one bilingual file or table",
    )
    references.append(
        parser.add_argument(
            "references",
            metavar="REF",
            nargs="+",
            default=[],
            help="reference file, aligned line by line; of several, the best counts for each "
            "segment; - reads standard input",
        )
    )
    sides = parser.add_argument_group("sides", "of one file that has the references too")
    sides.add_argument(
        "--hypothesis",
        dest="hypothesis_field",
        action=_Alone,
        references=references,
        metavar="FIELD",
        help="field or column that is scored (default: the machine translation; the only "
        "system; the column hypothesis)",
    )
    sides.add_argument(
        "--reference",
        dest="reference_fields",
        action=_Alone,
        references=references,
        nargs="+",
        default=[],
        metavar="FIELD",
        help="fields or columns that it is scored against (default: the final translation; all "
        "references of a test set; the column reference)",
    )
    sides.add_argument(
        "--before",
        action=_Alone,
        references=references,
        metavar="REVISION",
        help="compare the final translation of HYP at this revision in git, such as HEAD~1, with "
        "that of now (default: with that of X.mt.po for X.po, if it is there, where the file "
        "itself has no machine translation)",
    )
    sides.add_argument(
        "--language-pair",
        metavar="PAIR",
        help="pair of a directory of mt-metrics-eval, such as en-de (default: the only one)",
    )
    parser.set_defaults(refuse=parser.error, tab_separated=False)
    if tab_separated:
        sides.add_argument(
            "--tab-separated",
            action=_Alone,
            references=references,
            nargs=0,
            default=False,
            help="each line of HYP has a hypothesis and one or more references, separated by "
            "tabs; lines may have different numbers of references",
        )


def open_input(arguments: argparse.Namespace, *, jobs: int = 1) -> Source:
    """Open the files on the command line, with a note if their names look swapped.

    Args:
        arguments: of the command line.
        jobs: how many text files are looked through at the same time.

    Raises:
        InputError: a file cannot be read or is ambiguous, or the files do not fit each other.
        ParameterError: a field is not in the file.
    """
    source = _opened(arguments, jobs)
    swapped = note_on_swapped([arguments.hypothesis], arguments.references)
    return replace(source, notes=(swapped, *source.notes)) if swapped else source


def _opened(arguments: argparse.Namespace, jobs: int) -> Source:
    name, references = arguments.hypothesis, arguments.references
    hypothesis, fields = arguments.hypothesis_field, arguments.reference_fields
    if arguments.tab_separated:
        _require_one_file(arguments, "with --tab-separated")
        if hypothesis or fields or arguments.before:
            arguments.refuse(
                "--tab-separated goes by columns; leave out the other options of sides"
            )
        return open_table(name)
    names = [name, *references]
    bilingual = [is_unit_file(file_name) for file_name in names]
    if all(bilingual):
        if references and arguments.before:
            _require_one_file(arguments, "with --before")
        from .unit_files import open_unit_files  # all formats are loaded with it

        return open_unit_files(
            names,
            hypothesis=hypothesis,
            references=fields,
            before=arguments.before,
            language_pair=arguments.language_pair,
        )
    if any(bilingual):
        refuse_mixed(arguments, names, bilingual)
    if arguments.before or arguments.language_pair:
        arguments.refuse(
            "--before and --language-pair are for bilingual files and directories, which "
            f"{shown_name(name)} is not"
        )
    if not references and _is_named_as_bilingual(name):
        from ..files.reading import read  # the same

        read(name)  # which raises a specific error
    if hypothesis or fields or not references:
        _require_one_file(arguments, "with --hypothesis or --reference")
        from .table_files import open_named_columns

        return open_named_columns(name, hypothesis, fields)
    return open_files(names, jobs=jobs)


def refuse_mixed(
    arguments: argparse.Namespace, names: Sequence[str], bilingual: Sequence[bool]
) -> None:
    """Reject bilingual files mixed with line-aligned ones."""
    unit_file, line_file = names[bilingual.index(True)], names[bilingual.index(False)]
    arguments.refuse(
        f"{unit_file} is a bilingual file, but {line_file} is not; give the first alone, which may "
        "have both sides, or files of one kind"
    )


def _holds_both_sides(name: str) -> bool:
    return is_unit_file(name) or is_table(name) or _is_named_as_bilingual(name)


def _is_named_as_bilingual(name: str) -> bool:
    return is_named_as_unit_file(uncompressed_name(name))


def _require_one_file(arguments: argparse.Namespace, why: str) -> None:
    if arguments.references:
        arguments.refuse(
            f"{why} there is one file, which has the references too; "
            f"{arguments.references[0]} is one too many"
        )


class _Alone(argparse.Action):
    """An argument that makes the references optional.

    References are required until it is seen: if they never were, argparse would not take those
    that come after an option, as in ``score HYP --segments REF``.
    """

    def __init__(
        self,
        *,
        references: Sequence[argparse.Action],
        when: Callable[[str], bool] | None = None,
        **options: Any,
    ) -> None:
        """Create the action.

        Args:
            references: the argument that is optional then, once the parser has it.
            when: returns whether the value makes references optional; by default any does.
            options: see ``argparse.Action``.
        """
        super().__init__(**options)
        self._references = references
        self._when = when

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        setattr(namespace, self.dest, True if self.nargs == 0 else values)
        if self._when is None or self._when(values):
            for argument in self._references:
                argument.nargs = "*"
                argument.required = False
