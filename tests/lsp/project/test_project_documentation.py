"""The page on ``meteor.toml`` is true."""

import re
from pathlib import Path

import pytest

from meteor_lsp.project.project_file import parse_project_file
from meteor_lsp.project.settings import SETTING_KEYS, Settings
from meteor_lsp.project.severities import DEFAULT_SEVERITIES, DESCRIPTIONS

PAGE = (Path(__file__).parents[3] / "docs" / "project-file.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
ROWS = dict(re.findall(r"^\| `([^`]+)` \| (.*) \|$", PAGE, re.MULTILINE))


@pytest.mark.parametrize("example", EXAMPLES)
def test_examples_have_no_problems(example: str) -> None:
    file = parse_project_file(Path("meteor.toml"), example)
    assert file.problems == ()
    assert file.given or file.pairs or file.folders or file.ignores


def test_every_setting_has_a_row() -> None:
    keys = {"severity" if key.startswith("severity.") else key for key in SETTING_KEYS}
    assert keys <= set(ROWS)


@pytest.mark.parametrize("key", ["lowScore", "lengthRatio", "largestDocument", "beamWidth"])
def test_defaults_are_those_of_the_settings(key: str) -> None:
    default = getattr(Settings(), SETTING_KEYS[key])
    assert ROWS[key].startswith(f"`{default:g}` | ")


def test_every_code_has_its_row() -> None:
    for code, severity in DEFAULT_SEVERITIES.items():
        assert ROWS[code] == f'`"{severity.value}"` | {DESCRIPTIONS[code]}'
