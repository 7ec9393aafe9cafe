"""Format diagnostics as SARIF 2.1.0 or as workflow commands of GitHub."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any, Final
from urllib.parse import quote

from meteor_core import __version__

from ..project.severities import DESCRIPTIONS, Severity

SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"

UNDER_LIMIT: Final = "fail-under"
"""Code of a file whose score is below ``--fail-under``, which is not a diagnostic."""

_DESCRIPTIONS: Final = {**DESCRIPTIONS, UNDER_LIMIT: "The file scores less than --fail-under."}

_LEVELS: Final = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFORMATION: "note",
    Severity.HINT: "note",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """A half-open range of a file; lines and columns (code points) count from 1."""

    start: tuple[int, int]
    end: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A diagnostic at its place.

    Attributes:
        file: relative path or URI.
        fix: replacements with the file's escapes.
        score: of the segment, for diagnostics about scores.
        shortfall: of the segment, if it is scored.
    """

    code: str
    severity: Severity
    file: str
    region: Region
    message: str
    fix: tuple[tuple[Region, str], ...] = ()
    score: float | None = None
    shortfall: float | None = None


def sarif(findings: Sequence[Finding]) -> str:
    """Return a SARIF log of one run."""
    rules = list(dict.fromkeys(finding.code for finding in findings))
    run = {
        "tool": {
            "driver": {
                "name": "meteor-lsp",
                "version": __version__,
                "rules": [
                    {
                        "id": code,
                        "shortDescription": {"text": _DESCRIPTIONS.get(code, f"{code}.")},
                    }
                    for code in rules
                ],
            }
        },
        "columnKind": "unicodeCodePoints",
        "results": [_result(finding, rules.index(finding.code)) for finding in findings],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2)


def github(findings: Iterable[Finding]) -> Iterator[str]:
    """Yield a workflow command for each diagnostic."""
    for finding in findings:
        level = _LEVELS[finding.severity]
        kind = "notice" if level == "note" else level
        (line, column), (last, behind) = finding.region.start, finding.region.end
        properties: dict[str, object] = {"file": finding.file, "line": line, "endLine": last}
        if line == last:
            properties |= {"col": column, "endColumn": max(column, behind - 1)}
        properties["title"] = finding.code
        written = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
        yield f"::{kind} {written}::{_message(finding.message)}"


def _result(finding: Finding, rule: int) -> dict[str, Any]:
    place = {"artifactLocation": _artifact(finding.file), "region": _region(finding.region)}
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": _LEVELS[finding.severity],
        "message": {"text": finding.message},
        "locations": [{"physicalLocation": place}],
    }
    if finding.fix:
        replacements = [
            {"deletedRegion": _region(region), "insertedContent": {"text": text}}
            for region, text in finding.fix
        ]
        change = {"artifactLocation": _artifact(finding.file), "replacements": replacements}
        result["fixes"] = [{"artifactChanges": [change]}]
    return result


def _artifact(file: str) -> dict[str, str]:
    if "://" in file:
        return {"uri": file}
    path = PurePath(file)
    return {"uri": path.as_uri() if path.is_absolute() else quote(path.as_posix())}


def _region(region: Region) -> dict[str, int]:
    (line, column), (last, behind) = region.start, region.end
    return {"startLine": line, "startColumn": column, "endLine": last, "endColumn": behind}


def _message(text: str) -> str:
    """Escape a message as GitHub's toolkit does."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")
