"""Findings as the editor's diagnostics."""

import itertools
from typing import Final

from lsprotocol import types

from ..findings import Severity, find
from ..positions import Encoding
from ..session import OpenPair

_SOURCE: Final = "meteor"
_MOST: Final = 500
"""More remarks than this in one file help nobody and slow editors down."""

_SEVERITIES: Final = {
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFORMATION: types.DiagnosticSeverity.Information,
}


def diagnostics(opened: OpenPair, encoding: Encoding, low_score: float) -> list[types.Diagnostic]:
    """The remarks on a pair, at lines of the hypothesis."""
    if opened.problem is not None:
        return [
            types.Diagnostic(
                range=types.Range(types.Position(0, 0), types.Position(0, 0)),
                message=f"No scores: {opened.problem}.",
                severity=types.DiagnosticSeverity.Warning,
                code="no-reference",
                source=_SOURCE,
            )
        ]
    scores = opened.scores
    shown: list[types.Diagnostic] = []
    for finding in itertools.islice(find(scores, low_score), _MOST + 1):
        text = scores.hypotheses[finding.line] if finding.line < len(scores.hypotheses) else ""
        start, end = (encoding.to_client(text, column) for column in finding.columns)
        shown.append(
            types.Diagnostic(
                range=types.Range(
                    types.Position(finding.line, start), types.Position(finding.line, end)
                ),
                message=finding.message,
                severity=_SEVERITIES[finding.severity],
                code=finding.code,
                source=_SOURCE,
            )
        )
    if len(shown) > _MOST:
        shown.pop()
        shown[-1].message += f" (There are more; the first {_MOST:,} are shown.)"
    return shown
