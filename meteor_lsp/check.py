"""``meteor-lsp check``: print the server's diagnostics as text, JSON, SARIF or GitHub commands."""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import filterfalse
from pathlib import Path
from typing import Any, Final

from lsprotocol import types

from meteor_core import (
    CorpusResult,
    InputError,
    Meteor,
    MeteorError,
    MeteorOptions,
    VariantChoice,
    configure,
)
from meteor_core.command_line.arguments import check_share
from meteor_core.command_line.output import write_line
from meteor_core.command_line.statuses import BAD_INPUT, missed, outlive_reader, say
from meteor_core.errors import unknown_name
from meteor_core.files.placed_text import Place
from meteor_core.files.recognition import is_unit_file
from meteor_core.score.wording import below_limit, shortfall_in_words
from meteor_core.show.alignment_format import corpus_json
from meteor_core.text.numbers import counted

from .checked_files import file_uri, list_files
from .documents.positions import Encoding
from .documents.uris import path_of
from .features.project_diagnostics import PROJECT_CODE, project_diagnostics
from .pairing.streams import Pairing, Stream, Unpaired
from .project.folder_checks import mistakes_in_folder
from .project.project_file import FILE_NAME, read_project_file
from .project.settings import Settings
from .project.severities import DEFAULT_SEVERITIES, Severity
from .reports.annotations import UNDER_LIMIT, Finding, Region, github, sarif
from .scoring.diagnostics import Diagnostic
from .scoring.line_scores import line_scores
from .scoring.scores import Order, PairScores
from .scoring.scores import Place as Rank
from .session.engine import align_lines
from .session.open_pairing import OpenPairing
from .session.session import Session

_DEFAULTS = Settings()

_BY_SEVERITY: Final = (
    Severity.ERROR,
    Severity.WARNING,
    Severity.INFORMATION,
    Severity.HINT,
)

_ANY: Final = "diagnostic"

_PROGRAM: Final = "meteor-lsp"

_BATCH_SEGMENTS = 512


def add_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add ``check`` to the subcommands."""
    parser = commands.add_parser(
        "check",
        help="print what the server would say of these files",
        description="Print what the server would say of pairs of files, one diagnostic a line: "
        "FILE:LINE:COLUMN: code: message. Name either file of a pair, or both, a bilingual file, "
        "compressed or not, a directory of mt-metrics-eval, or a meteor.toml to check that.",
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
        help="end with status 1 and a sentence if a file's score is below this, from 0 to 1",
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
    parser.add_argument(
        "--fail-on",
        type=_names,
        default=(),
        metavar="KIND,...",
        help="exit with status 1 if there is one of these: codes of diagnostics, a severity for it "
        "and what matters more, or 'diagnostic' for any",
    )
    parser.add_argument(
        "--format",
        choices=("text", "json", "sarif", "github"),
        default="text",
        help="text; JSON; SARIF 2.1.0, which code hosts show; or commands that GitHub's workflows "
        "show beside the lines (default text)",
    )


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def check(arguments: argparse.Namespace) -> int:
    """Check the files, print all diagnostics, and return the exit status."""
    check_share("--low-score", arguments.low_score)
    check_share("--fail-under", arguments.fail_under)
    _check_kinds(arguments.fail_on)
    if arguments.fail_on or arguments.fail_under is not None:
        outlive_reader()
    settings = Settings(language=arguments.language, allow_git=arguments.allow_git)
    arguments.variant = _variant(arguments)
    session = Session(settings, [Path.cwd()])
    checked: dict[Stream, _Checked] = {}
    projects = _check_projects(session, arguments)
    has_failed, alone = any(project.has_errors for project in projects), list[str]()
    for name in list_files(list(filterfalse(_is_project, arguments.files))):
        printed = ""
        try:
            pairing = _pairing(session, name, arguments)
            if pairing.hypothesis in checked:
                continue
            checked[pairing.hypothesis] = _check_pairing(session, pairing, Order(arguments.order))
        except _NothingToCompareError as error:
            alone.append(name)
            printed = str(error)
            say(_PROGRAM, f"not checked: {printed}")
            continue
        except MeteorError as error:  # check the other files all the same
            has_failed, printed = True, str(error)
            say(_PROGRAM, f"error: {printed}")
            continue
        finally:
            for problem in session.problems.pop_new():
                if problem != printed:
                    say(_PROGRAM, f"warning: {problem}")
        if arguments.format == "text":
            _print_text(checked[pairing.hypothesis])
    everything: list[_CheckedProject | _Checked] = [*projects, *checked.values()]
    sentences = list(_missed(everything, arguments))
    findings = [finding for found in everything for finding in found.findings]
    _print_together(everything, findings, arguments.format)
    if has_failed or not (everything or all(map(is_unit_file, alone))):
        return BAD_INPUT
    return missed(_PROGRAM, sentences)


def _missed(
    everything: "Sequence[_CheckedProject | _Checked]", arguments: argparse.Namespace
) -> Iterator[str]:
    """Yield a sentence for each missed threshold, and add a finding for a low score."""
    findings = [finding for found in everything for finding in found.findings]
    for kind in dict.fromkeys(arguments.fail_on):
        if count := sum(kind in _kinds_of(finding) for finding in findings):
            yield f"--fail-on {kind}: found {counted(count, 'diagnostic', 'diagnostics')}"
    limit = arguments.fail_under
    for checked in everything:
        if not isinstance(checked, _Checked) or limit is None or checked.corpus.score >= limit:
            continue
        sentence, start = below_limit(checked.corpus.score, limit), (1, 1)
        finding = Finding(
            code=UNDER_LIMIT,
            severity=Severity.ERROR,
            file=_shown(checked.opened, checked.pairing.hypothesis),
            region=Region(start=start, end=start),
            message=sentence,
            score=checked.corpus.score,
        )
        checked.findings.append(finding)
        yield f"{finding.file}: {sentence}"


def _print_together(
    everything: Iterable["_CheckedProject | _Checked"], findings: Sequence[Finding], form: str
) -> None:
    """Print formats that are one document; text is printed file by file."""
    if form == "json":
        found = [
            _json(checked) if isinstance(checked, _Checked) else _project_json(checked)
            for checked in everything
        ]
        write_line(json.dumps(found, indent=2))
    elif form == "sarif":
        write_line(sarif(findings))
    elif form == "github":
        for line in github(findings):
            write_line(line)


def _check_kinds(names: Sequence[str]) -> None:
    """Validate ``--fail-on``.

    Raises:
        ParameterError: a name is unknown.
    """
    severities = [severity.value for severity in _BY_SEVERITY]
    known = (*DEFAULT_SEVERITIES, PROJECT_CODE, *severities, _ANY)
    for name in names:
        if name not in known:
            raise unknown_name("kind to fail on", name, known)


def _kinds_of(finding: Finding) -> frozenset[str]:
    """Return the names for ``--fail-on`` that match a finding."""
    matched = _BY_SEVERITY[_BY_SEVERITY.index(finding.severity) :]
    return frozenset((finding.code, _ANY, *(severity.value for severity in matched)))


def _variant(arguments: argparse.Namespace) -> VariantChoice | None:
    """Return the requested variant, or the content of its file; validates it first."""
    options = MeteorOptions(
        variant=arguments.variant or _DEFAULTS.variant, language=arguments.language or "en"
    )
    configure(**options.arguments())
    return options.variant if arguments.variant else None


class _NothingToCompareError(InputError):
    """A file has no partner or no segments; other files may still be checked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Checked:
    opened: OpenPairing
    findings: list[Finding]
    corpus: CorpusResult

    @property
    def pairing(self) -> Pairing:
        return self.opened.pairing


@dataclass(frozen=True, slots=True)
class _CheckedProject:
    """A ``meteor.toml`` with its diagnostics."""

    name: str
    findings: list[Finding]

    @property
    def has_errors(self) -> bool:
        return any(finding.severity is Severity.ERROR for finding in self.findings)


def _check_projects(session: Session, arguments: argparse.Namespace) -> list[_CheckedProject]:
    names = dict.fromkeys(filter(_is_project, arguments.files))
    checked = [_check_project(session, name) for name in names]
    session.problems.pop_new()  # which are among the diagnostics
    if arguments.format == "text":
        for project in checked:
            _print_project(project)
    return checked


def _is_project(name: str) -> bool:
    return Path(name).name == FILE_NAME


def _check_project(session: Session, name: str) -> _CheckedProject:
    path = Path(name).absolute()
    file = session.workspace.project_of(path.as_uri()).file
    if file is None or file.path != path:  # the file does not exist
        file = read_project_file(path)
    known = mistakes_in_folder(file, session.workspace.settings) if file.readable else []
    found = project_diagnostics(file, file.text, known, Encoding.UTF32)
    return _CheckedProject(name, [_of_project(name, diagnostic) for diagnostic in found])


def _of_project(name: str, diagnostic: types.Diagnostic) -> Finding:
    start, end = diagnostic.range.start, diagnostic.range.end
    is_error = diagnostic.severity is types.DiagnosticSeverity.Error
    return Finding(
        code=str(diagnostic.code),
        severity=Severity.ERROR if is_error else Severity.WARNING,
        file=name,
        region=Region(
            start=(start.line + 1, start.character + 1), end=(end.line + 1, end.character + 1)
        ),
        message=diagnostic.message,
    )


def _print_project(project: _CheckedProject) -> None:
    _print_findings(project.findings)
    write_line(f"{project.name}: {counted(len(project.findings), 'diagnostic', 'diagnostics')}")


def _print_findings(findings: Iterable[Finding]) -> None:
    for finding in findings:
        line, column = finding.region.start
        place = f"{finding.file}:{line}:{column}"
        write_line(f"{place}: {finding.severity.value}: {finding.code}: {finding.message}")


def _project_json(project: _CheckedProject) -> dict[str, Any]:
    # Programs read the key "findings"; on screen these are diagnostics.
    return {"project": project.name, "findings": list(map(_finding_json, project.findings))}


def _finding_json(finding: Finding) -> dict[str, Any]:
    (line, column), (end_line, end_column) = finding.region.start, finding.region.end
    return {
        "code": finding.code,
        "severity": finding.severity.value,
        "file": finding.file,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        "message": finding.message,
    }


def _pairing(session: Session, name: str, arguments: argparse.Namespace) -> Pairing:
    """Return the pairing of a file; options override ``meteor.toml``."""
    uri = file_uri(session, name)
    found = session.pairings.find(uri)
    if isinstance(found, Unpaired):
        fault = session.pairings.unpaired_reason(uri) or found.reason
        raise _NothingToCompareError(fault) if fault == found.reason else InputError(fault)
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
    for file in opened.files.values():
        for fault in file.segments.faults:
            raise InputError(f"{_path(file.shown_uri)}:{fault}; correct the file there")
    align_lines(opened)
    scores = opened.scores
    _compile(scores.meteor)
    _score_all(scores)
    align_lines(opened)  # low scores reveal shifts that line counts do not
    _score_all(scores)

    opened.run_text_checks()

    def place(diagnostic: Diagnostic) -> tuple[bool, Rank]:
        known = scores.score(diagnostic.segment)  # unscored segments come last
        return known is None and order is not Order.POSITION, order.place(
            order.number(known) if known else 0.0, diagnostic.segment
        )

    diagnostics = sorted(opened.diagnostics(), key=place)
    findings = [_finding(opened, diagnostic) for diagnostic in diagnostics]
    corpus = scores.corpus()
    if not (corpus.segments or findings):
        shown = _shown(opened, pairing.hypothesis)
        raise _NothingToCompareError(f"{shown} is empty: there is no segment to score")
    return _Checked(opened=opened, findings=findings, corpus=corpus)


def _score_all(scores: PairScores) -> None:
    while not scores.complete:
        segments = scores.next_open(_BATCH_SEGMENTS)
        texts = scores.texts_of(segments)
        scores.store(segments, texts, line_scores(scores.meteor, texts))


def _compile(meteor: Meteor) -> None:
    """Compile the scorer's resources, announcing it as it takes long."""
    if meteor.has_to_compile:
        print("meteor-lsp: compiling METEOR's paraphrases, once", file=sys.stderr, flush=True)
        meteor.compile()


def _print_text(checked: _Checked) -> None:
    _print_findings(checked.findings)
    file = _shown(checked.opened, checked.pairing.hypothesis)
    corpus, count = checked.corpus, len(checked.findings)
    segments = counted(corpus.segments, "segment", "segments") + shortfall_in_words(corpus)
    diagnostics = counted(count, "diagnostic", "diagnostics")
    write_line(f"{file}: METEOR {corpus.score:.4f}, {segments}, {diagnostics}  {corpus.signature}")


def _json(checked: _Checked) -> dict[str, Any]:
    return {
        "hypothesis": _shown(checked.opened, checked.pairing.hypothesis),
        "references": [
            _shown(checked.opened, reference) for reference in checked.pairing.references
        ],
        **corpus_json(checked.corpus),
        "findings": [
            {**_finding_json(finding), "score": finding.score, "shortfall": finding.shortfall}
            for finding in checked.findings
        ],
    }


def _finding(opened: OpenPairing, diagnostic: Diagnostic) -> Finding:
    known = opened.scores.score(diagnostic.segment)
    stream = opened.pairing.stream(diagnostic.part) or opened.pairing.hypothesis
    return Finding(
        code=diagnostic.code,
        severity=diagnostic.severity,
        file=_shown(opened, stream),
        region=_place(opened, diagnostic),
        message=diagnostic.message,
        fix=tuple(_fix(opened, diagnostic)),
        score=diagnostic.score,
        shortfall=known.shortfall if known else None,
    )


def _place(opened: OpenPairing, diagnostic: Diagnostic) -> Region:
    """Return the range of a diagnostic, or the start of a missing line."""
    file, stream = opened.file(diagnostic.part), opened.pairing.stream(diagnostic.part)
    if file is None or stream is None or diagnostic.segment >= len(opened.texts(diagnostic.part)):
        place = (1 + diagnostic.segment, 1)
        return Region(start=place, end=place)
    if not file.is_in_file(stream.field):
        own = (held for _, held in opened.pairing.streams() if file.is_in_file(held.field))
        text = file.segments.text_at(diagnostic.segment, next(own, stream).field)
        return _region(text.start, text.end)
    text = opened.segments(diagnostic.part).text_at(diagnostic.segment, stream.field)
    start, end = diagnostic.span
    is_whole = (start, end) == (0, len(text.text))
    return _region(*((text.start, text.end) if is_whole else text.range(start, end)))


def _region(start: Place, end: Place) -> Region:
    return Region(start=(start.line + 1, start.column + 1), end=(end.line + 1, end.column + 1))


def _fix(opened: OpenPairing, diagnostic: Diagnostic) -> Iterator[tuple[Region, str]]:
    for start, end, new in opened.fix_replacements(diagnostic):
        yield _region(start, end), new


def _shown(opened: OpenPairing, stream: Stream) -> str:
    file = opened.files.get(stream.uri)
    return _path(stream.uri if file is None else file.shown_uri)


def _path(uri: str) -> str:
    """Return a path relative to the current folder if possible, or a URI."""
    path = path_of(uri)
    if path is None:
        return uri
    return str(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)
