"""Convert the diagnostics of a pairing to the protocol's."""

from collections.abc import Iterable, Sequence
from typing import Final

from lsprotocol import types

from meteor_core.files.placed_text import Place

from ..documents.positions import Encoding
from ..documents.text_file import TextFile
from ..project.settings import Settings
from ..project.severities import Severity
from ..scoring.diagnostics import MAX_SHOWN, Diagnostic, find_in_block, find_in_files
from ..session.open_pairing import OpenPairing, View, position_in
from .fixes import shown_range

SOURCE: Final = "meteor"
UNREADABLE: Final = "unreadable-unit"
_SEVERITIES: Final = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFORMATION: types.DiagnosticSeverity.Information,
    Severity.HINT: types.DiagnosticSeverity.Hint,
}


def diagnostics(
    opened: OpenPairing, file: TextFile, encoding: Encoding, *, related: bool
) -> list[types.Diagnostic]:
    """Return the diagnostics of a document of a pairing.

    Args:
        opened: the pairing.
        file: the document.
        encoding: of the client's columns.
        related: whether the client shows related information.
    """
    view = View(opened, file, 0, encoding)
    if opened.problem is not None:
        return _of_problem(view, opened.problem)
    subject = opened.subject()
    shown = [*_of_faults(view), *_converted(view, find_in_files(subject), related=related)]
    for block in range(opened.scores.block_count):
        if len(shown) > MAX_SHOWN:
            break
        shown += _of_block(view, block, find_in_block(subject, block), related=related)
    if len(shown) <= MAX_SHOWN:
        return shown
    return [*shown[:MAX_SHOWN], _note(shown[MAX_SHOWN - 1], shown[MAX_SHOWN])]


def _of_block(
    view: View, block: int, found: Sequence[Diagnostic], *, related: bool
) -> list[types.Diagnostic]:
    """Return the diagnostics of a block, the same objects until it changes."""
    return view.scores.per_block(
        f"diagnostics {view.file.uri} {related}",
        block,
        lambda _: _converted(view, found, related=related),
        depends_on=([view.opened.segments(part).moves for part in view.opened.streams], found),
    )


def _converted(view: View, found: Iterable[Diagnostic], *, related: bool) -> list[types.Diagnostic]:
    return [
        _diagnostic(view, diagnostic, related=related)
        for diagnostic in found
        if diagnostic.part in view.streams
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


def _of_faults(view: View) -> list[types.Diagnostic]:
    """Return the syntax errors of the document, whose scored text is the last valid one."""
    pairing = view.opened.pairing
    if pairing.ignores(UNREADABLE, 0):
        return []
    return diagnostics_of_faults(view.file, pairing.settings, view.encoding)


def diagnostics_of_faults(
    file: TextFile, settings: Settings, encoding: Encoding
) -> list[types.Diagnostic]:
    """Return the syntax errors of a document, paired or not."""
    severity = settings.severity[UNREADABLE]
    if severity is Severity.OFF:
        return []
    return [
        types.Diagnostic(
            range=_rest_of_line(file, fault.place, encoding),
            message=f"{fault.message[:1].upper()}{fault.message[1:]}.",
            severity=_SEVERITIES[severity],
            code=UNREADABLE,
            source=SOURCE,
            data={"code": UNREADABLE},
        )
        for fault in file.segments.faults
    ]


def _rest_of_line(file: TextFile, place: Place, encoding: Encoding) -> types.Range:
    start = position_in(file, place, encoding)
    line = file.lines[start.line] if start.line < len(file.lines) else ""
    end = types.Position(start.line, encoding.to_client(line, len(line)))
    return types.Range(start, max(start, end))


def _diagnostic(view: View, found: Diagnostic, *, related: bool) -> types.Diagnostic:
    return types.Diagnostic(
        range=_range(view, found),
        message=found.message,
        severity=_SEVERITIES[found.severity],
        code=found.code,
        source=SOURCE,
        related_information=_related(view, found) if related else None,
        data={"code": found.code, "segment": found.segment + 1},
    )


def _range(view: View, found: Diagnostic) -> types.Range:
    """Return the range of the segment's text, or of the whole line without such a text."""
    if not view.is_in_file(found.part):
        return view.range(view.leading_part, found.segment)
    if found.code != "unreadable-line":
        return shown_range(view, found)
    return view.extent(found.segment)


def _related(view: View, found: Diagnostic) -> list[types.DiagnosticRelatedInformation] | None:
    if found.related is None:
        return None
    part, message = found.related
    texts, uri = view.opened.texts(part), view.uri(part)
    if not texts or uri is None or not view.can_go_to(part):
        return None  # no document, as for a revision in git
    last = len(texts) - 1
    place = view.range(part, min(found.segment, last), found.related_span)
    location = types.Location(uri=uri, range=place)
    return [types.DiagnosticRelatedInformation(location=location, message=message)]


def _note(last: types.Diagnostic, following: types.Diagnostic) -> types.Diagnostic:
    """Create a note at the last shown diagnostic that there are more."""
    segment = (following.data or {}).get("segment")
    where = "" if segment is None else f", from segment {segment:,} on"
    return types.Diagnostic(
        range=last.range,
        message=f"There are more diagnostics{where}; the first {MAX_SHOWN:,} are shown.",
        severity=types.DiagnosticSeverity.Information,
        code="more",
        source=SOURCE,
    )
