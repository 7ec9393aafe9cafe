"""``meteor-lsp check``: the diagnostics of the server as lines of text or as JSON."""

import argparse
import json
import sys
from dataclasses import dataclass, replace
from itertools import filterfalse
from pathlib import Path
from typing import Any

from lsprotocol import types

from meteor_core import (
    CorpusResult,
    InputError,
    Meteor,
    MeteorOptions,
    ParameterError,
    VariantChoice,
    configure,
)
from meteor_core.command_line.output import write_line
from meteor_core.score.wording import shortfall_in_words
from meteor_core.show.alignment_format import corpus_json
from meteor_core.text.numbers import counted

from .documents.positions import Encoding
from .documents.uris import path_of
from .features.project_diagnostics import project_diagnostics
from .pairing.streams import Pairing, Part, Stream, Unpaired
from .project.folder_checks import mistakes_in_folder
from .project.project_file import FILE_NAME, read_project_file
from .project.settings import Settings
from .scoring.diagnostics import Diagnostic
from .scoring.scores import Order, PairScores, Place, line_scores
from .session.engine import recognise_lines
from .session.open_pairing import OpenPairing
from .session.session import Session

_DEFAULTS = Settings()
_BAD_INPUT = 2

_AT_ONCE = 512
"""Segments that are scored at once."""


def add_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add ``check`` to the subcommands."""
    parser = commands.add_parser(
        "check",
        help="print what the server would say of these files",
        description="Print what the server would say of pairs of files, one diagnostic a line: "
        "FILE:LINE:COLUMN: code: message. Name either file of a pair, or both, or a meteor.toml to "
        "check that.",
    )
    parser.add_argument("files", metavar="FILE", nargs="+", help="a hypothesis X.hyp.EXT")
    parser.add_argument(
        "-v",
        "--variant",
        metavar="VARIANT",
        help="definition of METEOR, or the file of a tuned one (default classic)",
    )
    parser.add_argument(
        "-l",
        "--language",
        metavar="LANG",
        help="for files whose name does not tell it (default: it is detected)",
    )
    parser.add_argument(
        "--low-score",
        type=float,
        metavar="SCORE",
        help=f"report segments below this (default {_DEFAULTS.low_score:g})",
    )
    parser.add_argument(
        "--fail-under",
        type=float,
        metavar="SCORE",
        help="exit with status 1 if a file's score is below this",
    )
    parser.add_argument(
        "--order",
        choices=[order.value for order in Order],
        default=Order.POSITION.value,
        help="what comes first: the lowest score; the greatest shortfall, which is the reference's "
        "length times (1 - score), in words (most of its agreement with people's ratings by "
        "errors is the length); or by position (default)",
    )
    parser.add_argument(
        "--allow-git",
        action="store_true",
        help="start git where a meteor.toml names a revision for the machine translation",
    )
    parser.add_argument("--format", choices=("text", "json"), default="text")


def check(arguments: argparse.Namespace) -> int:
    """Check the files and print what there is to say."""
    if arguments.low_score is not None and not 0 <= arguments.low_score <= 1:
        raise ParameterError(f"--low-score is {arguments.low_score}, but must be from 0 to 1")
    settings = Settings(language=arguments.language, allow_git=arguments.allow_git)
    arguments.variant = _variant(arguments)
    session = Session(settings, [Path.cwd()])
    checked: dict[Stream, _Checked] = {}
    projects = _check_projects(session, arguments)
    unreadable, told = any(project.is_wrong for project in projects), ""
    for name in filterfalse(_is_project, arguments.files):
        try:
            pairing = _pairing(session, name, arguments)
            if pairing.hypothesis in checked:
                continue
            checked[pairing.hypothesis] = _check_pairing(session, pairing, Order(arguments.order))
        except InputError as error:  # what is wrong with one file says nothing of the others
            unreadable, told = True, str(error)
            print(f"meteor-lsp: error: {error}", file=sys.stderr)
            continue
        finally:
            for problem in session.problems.take():
                if problem != told:
                    print(f"meteor-lsp: warning: {problem}", file=sys.stderr)
        if arguments.format == "text":
            _print_text(checked[pairing.hypothesis])
    if arguments.format == "json":
        found = [*map(_project_json, projects), *map(_json, checked.values())]
        write_line(json.dumps(found, indent=2))
    if unreadable:
        return _BAD_INPUT
    limit = arguments.fail_under
    return int(limit is not None and any(one.corpus.score < limit for one in checked.values()))


def _variant(arguments: argparse.Namespace) -> VariantChoice | None:
    """The variant that was asked for, or the content of its file; a bad one is refused first."""
    options = MeteorOptions(
        variant=arguments.variant or _DEFAULTS.variant, language=arguments.language or "en"
    )
    configure(**options.arguments())
    return options.variant if arguments.variant else None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Checked:
    opened: OpenPairing
    diagnostics: list[Diagnostic]
    corpus: CorpusResult

    @property
    def pairing(self) -> Pairing:
        return self.opened.pairing


@dataclass(frozen=True, slots=True)
class _CheckedProject:
    """A ``meteor.toml``, and what an editor would mark in it."""

    name: str
    found: list[types.Diagnostic]

    @property
    def is_wrong(self) -> bool:
        return any(one.severity is types.DiagnosticSeverity.Error for one in self.found)


def _check_projects(session: Session, arguments: argparse.Namespace) -> list[_CheckedProject]:
    names = dict.fromkeys(filter(_is_project, arguments.files))
    checked = [_check_project(session, name) for name in names]
    session.problems.take()  # which are among the diagnostics
    if arguments.format == "text":
        for project in checked:
            _print_project(project)
    return checked


def _is_project(name: str) -> bool:
    return Path(name).name == FILE_NAME


def _check_project(session: Session, name: str) -> _CheckedProject:
    path = Path(name).absolute()
    file = session.workspace.project_of(path.as_uri()).file
    if file is None or file.path != path:  # there is no such file
        file = read_project_file(path)
    known = mistakes_in_folder(file, session.workspace.settings) if file.readable else []
    return _CheckedProject(name, project_diagnostics(file, file.text, known, Encoding.UTF32))


def _print_project(project: _CheckedProject) -> None:
    for one in _project_json(project)["findings"]:
        place = f"{one['file']}:{one['line']}:{one['column']}"
        write_line(f"{place}: {one['severity']}: {one['code']}: {one['message']}")
    write_line(f"{project.name}: {counted(len(project.found), 'diagnostic', 'diagnostics')}")


def _project_json(project: _CheckedProject) -> dict[str, Any]:
    return {
        "project": project.name,
        "findings": [  # the key that programs read; on screen they are diagnostics
            {
                "code": one.code,
                "severity": one.severity.name.lower() if one.severity else None,
                "file": project.name,
                "line": one.range.start.line + 1,
                "column": one.range.start.character + 1,
                "message": one.message,
            }
            for one in project.found
        ],
    }


def _pairing(session: Session, name: str, arguments: argparse.Namespace) -> Pairing:
    """The pairing of a file; what the command line says counts more than ``meteor.toml``."""
    path = Path(name).absolute()
    if not path.exists():
        raise InputError(f"{name} does not exist")
    found = session.pairings.find(path.as_uri())
    if isinstance(found, Unpaired):
        raise InputError(found.reason)
    settings = found.settings
    if arguments.variant is not None:
        settings = replace(settings, variant=arguments.variant)
    if arguments.low_score is not None:
        settings = replace(settings, low_score=arguments.low_score)
    return replace(found, settings=settings)


def _check_pairing(session: Session, pairing: Pairing, order: Order) -> _Checked:
    opened = session.pairings.load(pairing)
    if opened.problem is not None:
        raise InputError(opened.problem[1])
    for uri, file in opened.files.items():
        for fault in file.segments.faults:
            raise InputError(f"{_shown(Stream(uri))}:{fault}; correct the file there")
    recognise_lines(opened)
    scores = opened.scores
    _compile(scores.meteor)
    _score_all(scores)
    recognise_lines(opened)  # by the scores, where the numbers of lines do not tell
    _score_all(scores)

    def place(diagnostic: Diagnostic) -> tuple[bool, Place]:
        known = scores.score(diagnostic.segment)  # what is not scored comes last
        return known is None and order is not Order.POSITION, order.place(
            known.number(order) if known else 0.0, diagnostic.segment
        )

    diagnostics = sorted(opened.diagnostics(), key=place)
    return _Checked(opened=opened, diagnostics=diagnostics, corpus=scores.corpus())


def _score_all(scores: PairScores) -> None:
    while not scores.complete:
        segments = scores.next_open(_AT_ONCE)
        texts = [scores.texts(segment) for segment in segments]
        for segment, of_segment, known in zip(
            segments, texts, line_scores(scores.meteor, texts), strict=True
        ):
            scores.store(of_segment, segment, known)


def _compile(meteor: Meteor) -> None:
    """Compile what the scorer needs, if it is not; people are told, as it takes long."""
    if meteor.has_to_compile:
        print("meteor-lsp: compiling METEOR's paraphrases, once", file=sys.stderr, flush=True)
        meteor.compile()


def _print_text(checked: _Checked) -> None:
    for diagnostic in checked.diagnostics:
        line, column = _place(checked, diagnostic)
        place = f"{_file(checked, diagnostic.part)}:{line}:{column}"
        write_line(f"{place}: {diagnostic.severity.value}: {diagnostic.code}: {diagnostic.message}")
    file = _shown(checked.pairing.hypothesis)
    corpus, count = checked.corpus, len(checked.diagnostics)
    segments = counted(corpus.segments, "segment", "segments") + shortfall_in_words(corpus)
    diagnostics = counted(count, "diagnostic", "diagnostics")
    write_line(f"{file}: METEOR {corpus.score:.4f}, {segments}, {diagnostics}  {corpus.signature}")


def _json(checked: _Checked) -> dict[str, Any]:
    return {
        "hypothesis": _shown(checked.pairing.hypothesis),
        "references": [_shown(reference) for reference in checked.pairing.references],
        **corpus_json(checked.corpus),
        "findings": [
            {
                "code": diagnostic.code,
                "severity": diagnostic.severity.value,
                "file": _file(checked, diagnostic.part),
                "line": _place(checked, diagnostic)[0],
                "column": _place(checked, diagnostic)[1],
                "message": diagnostic.message,
                "score": diagnostic.score,
                "shortfall": known.shortfall
                if (known := checked.opened.scores.score(diagnostic.segment))
                else None,
            }
            for diagnostic in checked.diagnostics
        ],
    }


def _file(checked: _Checked, part: Part) -> str:
    stream = checked.pairing.stream(part)
    return _shown(stream or checked.pairing.hypothesis)


def _place(checked: _Checked, diagnostic: Diagnostic) -> tuple[int, int]:
    """Line and column of a segment's text, from 1; the first of what is not there."""
    file = checked.opened.file(diagnostic.part)
    stream = checked.pairing.stream(diagnostic.part)
    if (
        file is None
        or stream is None
        or diagnostic.segment >= len(checked.opened.texts(diagnostic.part))
    ):
        return 1 + diagnostic.segment, 1
    if not file.stands_here(stream.field):
        own = (one for _, one in checked.pairing.streams() if file.stands_here(one.field))
        stream = next(own, stream)
    segments = checked.opened.segments(diagnostic.part)
    line, column = segments.standing(diagnostic.segment, stream.field).start
    return line + 1, column + 1


def _shown(stream: Stream) -> str:
    """A file as a person in this folder would name it."""
    path = path_of(stream.uri)
    if path is None:
        return stream.uri
    return str(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)
