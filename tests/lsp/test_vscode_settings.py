"""The extension for VS Code offers the settings that the server reads, as the server has them."""

import json
from enum import Enum
from pathlib import Path
from typing import Any, Final

import jsonschema
import pytest

import meteor_lsp.project
from meteor_core import OPTIONS
from meteor_lsp.project.settings import SETTING_KEYS, Settings, read_settings

ROOT: Final = Path(__file__).parents[2]
EXTENSION: Final[dict[str, Any]] = json.loads(
    (ROOT / "editors" / "vscode" / "package.json").read_text(encoding="utf-8")
)
SCHEMA: Final[dict[str, Any]] = json.loads(
    (Path(meteor_lsp.project.__file__).parent / "meteor.schema.json").read_text(encoding="utf-8")
)
OFFERED: Final[dict[str, dict[str, Any]]] = {
    key.removeprefix("meteorscope."): setting
    for group in EXTENSION["contributes"]["configuration"]
    for key, setting in group["properties"].items()
}
OF_THE_EXTENSION: Final = {"server", "decorations", "scoreBands", "scrolling", "trace"}
"""First parts of keys that the extension keeps to itself; src/server/settings.ts has them."""
OF_THE_MACHINE: Final = {"server.path", "meteorHome", "allowOutside", "allowGit", "reviewer"}
"""What no workspace may choose: programs that are run, and what is read outside of it."""
OF_THE_SCORER: Final = {option.setting for option in OPTIONS.values()}
"""Keys that scripts/generate_settings.py writes."""

SERVER: Final = {
    key: setting
    for key, setting in OFFERED.items()
    if key.partition(".")[0] not in OF_THE_EXTENSION
}
IN_PROJECTS: Final = [
    key for key in SERVER if key not in {*OF_THE_MACHINE, "severity", *OF_THE_SCORER}
]


def in_schema(key: str) -> dict[str, Any]:
    """What the schema of meteor.toml says of a setting."""
    group, _, name = key.rpartition(".")
    found: dict[str, Any] = SCHEMA["definitions"][group or key]
    return found["properties"][name] if group else found


def _plain(value: object) -> object:
    """As JSON has it."""
    if isinstance(value, Enum):
        return value.value
    return list(value) if isinstance(value, tuple) else value


def default_of(key: str) -> object:
    """What holds in the server where nothing is set."""
    value = getattr(Settings(), SETTING_KEYS[key])
    return _plain(value)


def test_all_settings_of_the_server_are_offered_and_no_others() -> None:
    keys = set(SERVER) - {"severity"} | {
        f"severity.{code}" for code in SERVER["severity"]["properties"]
    }
    assert keys == set(SETTING_KEYS)


def test_the_extension_keeps_its_own_to_itself() -> None:
    source = (ROOT / "editors/vscode/src/server/settings.ts").read_text(encoding="utf-8")
    listed = source.partition("new Set([")[2].partition("])")[0]
    assert {name.strip().strip('"') for name in listed.split(",")} == OF_THE_EXTENSION


@pytest.mark.parametrize("key", sorted(set(SERVER) - {"severity"} - OF_THE_SCORER))
def test_defaults_are_the_servers(key: str) -> None:
    assert SERVER[key]["default"] == default_of(key)


@pytest.mark.parametrize("key", IN_PROJECTS)
def test_values_and_limits_are_the_servers(key: str) -> None:
    offered, known = SERVER[key], in_schema(key)
    for name in ("type", "enum", "minimum", "maximum", "exclusiveMinimum"):
        assert offered.get(name) == known.get(name)


@pytest.mark.parametrize("key", sorted(OFFERED))
def test_every_value_has_words(key: str) -> None:
    setting = OFFERED[key]
    assert setting.get("description") or setting.get("markdownDescription")
    for choice in (setting, setting.get("items", {})):
        for words in ("enumDescriptions", "enumItemLabels"):
            if words in choice:
                assert len(choice[words]) == len(choice["enum"])
                assert all(choice[words])
    assert "enum" not in setting or None not in setting["enum"] or "enumItemLabels" in setting


@pytest.mark.parametrize("key", sorted(OFFERED))
def test_a_default_is_a_value_that_may_be_set(key: str) -> None:
    jsonschema.Draft7Validator(OFFERED[key]).validate(OFFERED[key]["default"])


def test_no_workspace_chooses_what_is_run_or_what_is_read_outside_of_it() -> None:
    assert {key for key, setting in OFFERED.items() if setting["scope"] == "machine"} == (
        OF_THE_MACHINE
    )
    restricted = EXTENSION["capabilities"]["untrustedWorkspaces"]["restrictedConfigurations"]
    assert set(restricted) == {f"meteorscope.{key}" for key in OF_THE_MACHINE}


def test_the_server_takes_what_is_offered() -> None:
    for key, setting in SERVER.items():
        for value in (name for name in setting.get("enum", []) if name is not None):
            nested: object = value
            for part in reversed(key.split(".")):
                nested = {part: nested}
            assert read_settings(nested, Settings(), "setting")[1] == []
