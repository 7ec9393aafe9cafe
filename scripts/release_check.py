"""Whether all that names the version names the same one, and the changelog has it.

    python scripts/release_check.py [TAG]

The version stands in ``core/meteor_core/version.py``. With a tag, as the workflow of releases calls
it, the tag has to be of that version, and the changelog has to tell the day of its release.
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
SOURCE: Final = "core/meteor_core/version.py"


def main(arguments: list[str]) -> int:
    """Print what is wrong, a line for each; return how much that is."""
    version = found(SOURCE, r'^VERSION = "([^"]+)"$')
    wrong = list(differences(version, arguments[0] if arguments else ""))
    for line in wrong:
        print(line)
    if not wrong:
        print(f"{version}: everything names it")
    return len(wrong)


def differences(version: str, tag: str) -> Iterator[str]:
    """Yield a line for each place that does not name the version, and what to do."""
    extension = json.loads(text("editors/vscode/package.json"))["version"]
    named = {
        "CITATION.cff": found("CITATION.cff", r"^version: (\S+)$"),
        "editors/vscode/package.json": str(extension),
        "editors/emacs/meteorscope.el": found(
            "editors/emacs/meteorscope.el", r"^;; Version: (\S+)$"
        ),
        "CHANGELOG.md": found("CHANGELOG.md", r"^## \[(\d[^\]]*)\]"),
    }
    for place, other in named.items():
        if other != version:
            yield f"{place} names {other}; {SOURCE} names {version}, so write that"
    if tag and tag != f"v{version}":
        yield f"the tag is {tag}; that of this version is v{version}"
    day = found("CHANGELOG.md", rf"^## \[{re.escape(version)}\] - (\S+)$")
    if tag and not re.fullmatch(r"\d{4}-\d{2}-\d{2}", day):
        yield f"CHANGELOG.md: {version} has {day or 'no heading'}; write the day of the release"


def text(name: str) -> str:
    """Return a file of the repository."""
    return (ROOT / name).read_text(encoding="utf-8")


def found(name: str, pattern: str) -> str:
    """Return what the first group of a pattern matches first, or ""."""
    match = re.search(pattern, text(name), re.MULTILINE)
    return match[1] if match else ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
