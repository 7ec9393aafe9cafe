"""Codes of diagnostics with default severities and descriptions."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Final

from meteor_core.review.diagnostics.diagnostic import CHECKS, Check


class Severity(Enum):
    """How much a diagnostic matters; ``OFF`` disables it."""

    ERROR = "error"
    WARNING = "warning"
    INFORMATION = "information"
    HINT = "hint"
    OFF = "off"


_ABOUT_MARKS: Final = frozenset({"open-bracket", "open-quote", "untouched-final"})
"""Codes that reviewers look at last."""


def _severity_of(check: Check) -> Severity:
    """Return the severity of a text check; unreliable checks are off."""
    if not check.on:
        return Severity.OFF
    return Severity.INFORMATION if check.code in _ABOUT_MARKS else Severity.WARNING


DEFAULT_SEVERITIES: Final[Mapping[str, Severity]] = MappingProxyType(
    {
        "low-score": Severity.INFORMATION,
        "empty-segment": Severity.WARNING,
        "line-count": Severity.WARNING,
        "shifted": Severity.WARNING,
        "too-long": Severity.INFORMATION,
        "identical-to-source": Severity.INFORMATION,
        "untouched-mt": Severity.HINT,
        "length-ratio": Severity.HINT,
        "unreadable-line": Severity.WARNING,
        "unreadable-unit": Severity.WARNING,
        "unreadable-file": Severity.WARNING,
        "too-large": Severity.INFORMATION,
        "missing-files": Severity.WARNING,
        **{check.code: _severity_of(check) for check in CHECKS.values()},
    }
)
"""Default severity of every code."""

DESCRIPTIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "low-score": "The segment scores less than lowScore.",
        "empty-segment": "The segment is empty on one side.",
        "line-count": "The two files have different numbers of lines.",
        "shifted": "Lines were inserted, deleted, split or joined on one side only.",
        "too-long": "The segment is too long to be scored while you type.",
        "identical-to-source": "The hypothesis is the same text as the source.",
        "untouched-mt": "The post-edited text is the same as the machine translation.",
        "length-ratio": "One side has more than lengthRatio times the words of the other.",
        "unreadable-line": "A line of a table lacks one of its texts.",
        "unreadable-unit": "A bilingual file cannot be read at this place.",
        "unreadable-file": "The other file of the pair cannot be read.",
        "too-large": "The file is larger than largestDocument and is not scored.",
        "missing-files": "The variant needs files that are not there or have a mistake.",
        **{check.code: check.finds for check in CHECKS.values()},
    }
)
"""Description of every code in one line."""


@dataclass(frozen=True, slots=True)
class Severities(Mapping[str, Severity]):
    """A severity for every code; hashable, in a fixed order."""

    ordered: tuple[tuple[str, Severity], ...] = tuple(DEFAULT_SEVERITIES.items())

    def __getitem__(self, code: str) -> Severity:
        for known, severity in self.ordered:
            if known == code:
                return severity
        raise KeyError(code)

    def __iter__(self) -> Iterator[str]:
        return (code for code, _ in self.ordered)

    def __len__(self) -> int:
        return len(self.ordered)

    def overridden(self, given: Mapping[str, Severity]) -> "Severities":
        """Return a copy with the given severities replaced."""
        return Severities(
            tuple((code, given.get(code, severity)) for code, severity in self.ordered)
        )
