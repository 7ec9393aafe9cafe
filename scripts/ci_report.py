"""Report on a run of all tests: the time of each part, the slowest tests, the flaky ones.

Reads a folder with ``parts`` (lines of name, seconds, status) and JUnit files of pytest:
``NAME.xml`` of the first try, ``NAME.again.xml`` of the second. The exit status is 1 if a part
failed.
"""

import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_SHOWN: Final = 10
_SECOND_TRY: Final = ".again"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Outcome:
    """How one test went in one try.

    Attributes:
        part: the part of the run that it belongs to.
        test: the test's module and name.
        seconds: how long it took, with its fixtures.
        passed: whether the test passed or was skipped.
    """

    part: str
    test: str
    seconds: float
    passed: bool


def main(folder: Path) -> int:
    """Print the report and return the exit status."""
    lines = (folder / "parts").read_text().splitlines()
    parts = [(name, int(seconds), status == "0") for name, seconds, status in map(str.split, lines)]
    total = sum(seconds for _, seconds, _ in parts)
    print("\nTime of each part (the last four run side by side)")
    for name, seconds, passed in parts:
        share = seconds / max(total, 1)
        verdict = "" if passed else ": FAILED"
        print(f"{seconds // 60:4}:{seconds % 60:02}  {share:4.0%}  {name}{verdict}")
    first = list(_outcomes(folder, ""))
    print("\nSlowest tests")
    for outcome in sorted(first, key=lambda outcome: -outcome.seconds)[:_SHOWN]:
        print(f"{outcome.seconds:6.1f} s  {outcome.part}: {outcome.test}")
    failed = {(outcome.part, outcome.test) for outcome in first if not outcome.passed}
    second = {(one.part, one.test): one.passed for one in _outcomes(folder, _SECOND_TRY)}
    flaky = sorted(test for test in failed if second.get(test))
    print(
        f"\nFlaky tests, which failed at first and passed when tried again: {len(flaky) or 'none'}"
    )
    for part, test in flaky:
        print(f"  {part}: {test}")
    return 0 if all(passed for _, _, passed in parts) else 1


def _outcomes(folder: Path, suffix: str) -> Iterator[_Outcome]:
    for path in sorted(folder.glob(f"*{suffix}.xml")):
        part = path.name.removesuffix(".xml")
        if part.endswith(_SECOND_TRY) != bool(suffix):
            continue
        for case in ET.parse(path).iter("testcase"):  # noqa: S314  # pytest wrote it a minute ago
            yield _Outcome(
                part=part.removesuffix(_SECOND_TRY),
                test=f"{case.get('classname')}::{case.get('name')}",
                seconds=float(case.get("time", "0")),
                passed=case.find("failure") is None and case.find("error") is None,
            )


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
