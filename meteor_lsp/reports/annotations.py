"""Diagnostics as other programs read them: SARIF 2.1.0, and commands of GitHub's workflows."""

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
"""The code of a file whose score is below ``--fail-under``; it is no diagnostic."""

_DESCRIPTIONS: Final = {**DESCRIPTIONS, UNDER_LIMIT: "The file scores less than --fail-under."}

_LEVELS: Final = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFORMATION: "note",
    Severity.HINT: "note",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """A part of a file; lines and columns count from 1, columns in code points.

    Attributes:
        start: line and column.
        end: the same, behind it.
    """

    start: tuple[int, int]
    end: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A diagnostic at its place.

    Attributes:
        code: which kind it is.
        severity: how much it matters.
        file: its name, as a person in this folder would write it, or its URI.
        region: what it is about.
        message: for a person.
        fix: what to replace by what, in the file's own escapes, where that is known.
        score: of the segment, where that is what it is about.
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
    rules = list(dict.fromkeys(one.code for one in findings))
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
        "results": [_result(one, rules.index(one.code)) for one in findings],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2)


def github(findings: Iterable[Finding]) -> Iterator[str]:
    """Yield a command for each diagnostic, which GitHub shows beside the line of a file."""
    for one in findings:
        kind = {"note": "notice"}.get(_LEVELS[one.severity], _LEVELS[one.severity])
        (line, column), (last, behind) = one.region.start, one.region.end
        properties: dict[str, object] = {"file": one.file, "line": line, "endLine": last}
        if line == last:
            properties |= {"col": column, "endColumn": max(column, behind - 1)}
        properties["title"] = one.code
        told = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
        yield f"::{kind} {told}::{_message(one.message)}"


def _result(one: Finding, rule: int) -> dict[str, Any]:
    place = {"artifactLocation": _artifact(one.file), "region": _region(one.region)}
    result: dict[str, Any] = {
        "ruleId": one.code,
        "ruleIndex": rule,
        "level": _LEVELS[one.severity],
        "message": {"text": one.message},
        "locations": [{"physicalLocation": place}],
    }
    if one.fix:
        replacements = [
            {"deletedRegion": _region(region), "insertedContent": {"text": text}}
            for region, text in one.fix
        ]
        change = {"artifactLocation": _artifact(one.file), "replacements": replacements}
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
    """Escape as GitHub's own toolkit does."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")
