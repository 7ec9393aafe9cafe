"""Findings as the editor's diagnostics."""

from collections.abc import Iterable, Sequence
from typing import Final

from lsprotocol import types

from ..documents.positions import Encoding
from ..documents.text_file import TextFile
from ..project.severities import Severity
from ..scoring.findings import Finding, find_in_block, find_in_files
from ..session.open_pairing import OpenPairing, View

SOURCE: Final = "meteor"
_MOST: Final = 500
"""More remarks than this in one file help nobody and slow editors down."""

_SEVERITIES: Final = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFORMATION: types.DiagnosticSeverity.Information,
    Severity.HINT: types.DiagnosticSeverity.Hint,
}


def diagnostics(
    opened: OpenPairing, file: TextFile, encoding: Encoding, *, related: bool
) -> list[types.Diagnostic]:
    """The remarks on a document of a pairing.

    Args:
        opened: the pairing.
        file: the document.
        encoding: of the client's columns.
        related: whether the client shows what a remark is related to.
    """
    view = View(opened, file, 0, encoding)
    if opened.problem is not None:
        return _of_problem(view, opened.problem)
    subject = opened.subject()
    shown = _converted(view, find_in_files(subject), related=related)
    left = 0
    for block in range(opened.scores.block_count):
        findings = find_in_block(subject, block)
        if len(shown) >= _MOST:
            left += sum(finding.part in view.streams for finding in findings)
        else:
            shown += _of_block(view, block, findings, related=related)
    if len(shown) > _MOST:
        left, shown = left + len(shown) - _MOST, shown[:_MOST]
    return [*shown, _note(shown, left)] if left else shown


def _of_block(
    view: View, block: int, findings: Iterable[Finding], *, related: bool
) -> list[types.Diagnostic]:
    """The remarks on a block of segments, the same objects until one of these changes."""
    return view.scores.per_block(
        f"diagnostics {view.file.uri} {related}",
        block,
        lambda _: _converted(view, findings, related=related),
    )


def _converted(view: View, findings: Iterable[Finding], *, related: bool) -> list[types.Diagnostic]:
    """The findings that are about this document."""
    return [
        _diagnostic(view, finding, related=related)
        for finding in findings
        if finding.part in view.streams
    ]


def _of_problem(view: View, problem: tuple[str, str]) -> list[types.Diagnostic]:
    code, message = problem
    pairing = view.opened.pairing
    severity = pairing.settings.severity[code]
    if severity is Severity.OFF or pairing.ignores(code, 0):
        return []
    start = types.Position(0, 0)
    return [
        types.Diagnostic(
            range=types.Range(start, start),
            message=f"No scores: {message}.",
            severity=_SEVERITIES[severity],
            code=code,
            source=SOURCE,
            data={"code": code},
        )
    ]


def _diagnostic(view: View, finding: Finding, *, related: bool) -> types.Diagnostic:
    return types.Diagnostic(
        range=_range(view, finding),
        message=finding.message,
        severity=_SEVERITIES[finding.severity],
        code=finding.code,
        source=SOURCE,
        related_information=_related(view, finding) if related else None,
        data={"code": finding.code, "segment": finding.segment + 1},
    )


def _range(view: View, finding: Finding) -> types.Range:
    """The segment's text; the whole line where that has no such text."""
    if finding.code != "unreadable-line":
        return view.range(finding.part, finding.segment, (0, finding.length))
    number = view.file.line(finding.segment)
    line = view.file.lines[number]
    end = view.encoding.to_client(line, len(line))
    return types.Range(types.Position(number, 0), types.Position(number, end))


def _related(view: View, finding: Finding) -> list[types.DiagnosticRelatedInformation] | None:
    if finding.related is None:
        return None
    part, message = finding.related
    texts, uri = view.opened.texts(part), view.uri(part)
    if not texts or uri is None:
        return None
    place = view.range(part, min(finding.segment, len(texts) - 1))
    location = types.Location(uri=uri, range=place)
    return [types.DiagnosticRelatedInformation(location=location, message=message)]


def _note(shown: Sequence[types.Diagnostic], left: int) -> types.Diagnostic:
    """What says that there is more, at the last remark that is shown."""
    return types.Diagnostic(
        range=shown[-1].range,
        message=f"{left:,} more {'remark is' if left == 1 else 'remarks are'} not shown; "
        f"the first {len(shown):,} are.",
        severity=types.DiagnosticSeverity.Information,
        code="more",
        source=SOURCE,
    )
