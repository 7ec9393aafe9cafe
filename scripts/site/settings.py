"""The reference of the settings, made from the schema of meteor.toml and VS Code's own list."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from .commands import prose

ROOT: Final = Path(__file__).parents[2]
SCHEMA: Final = ROOT / "meteor_lsp" / "project" / "meteor.schema.json"
EXTENSION: Final = ROOT / "editors" / "vscode" / "package.json"


_EVERYWHERE: Final = """\
The same names work in [`meteor.toml`](../project-file.md), in the editor's settings below
`meteorscope`, and in `initializationOptions`.
"""


def settings() -> str:
    """Every setting, as the schema of ``meteor.toml`` and the extension for VS Code have them."""
    schema = json.loads(SCHEMA.read_text("utf-8"))
    extension = json.loads(EXTENSION.read_text("utf-8"))["contributes"]
    tables = ("pairs", "folders", "ignore")
    everywhere = {
        name: value
        for name, value in _flat(schema, schema["properties"])
        if name.partition(".")[0] not in tables
    }
    parts = [
        "# Settings\n",
        "Made from the schema of `meteor.toml` and from the extension for VS Code.\n",
        "## In meteor.toml and in every editor\n",
        _EVERYWHERE,
        *_definitions(everywhere),
    ]
    for table in tables:
        own = {
            name: value
            for name, value in _flat(schema, schema["properties"][table]["items"]["properties"])
            if name not in everywhere
        }
        parts += [
            f"### [[{table}]]\n",
            f"{prose(schema['properties'][table]['description'])}\n",
            *_definitions(own),
        ]
        if len(own) < len(schema["properties"][table]["items"]["properties"]):
            parts.append("And the settings above, for these files alone.\n")
    of_code = {
        key.removeprefix("meteorscope."): value
        for group in extension["configuration"]
        for key, value in group["properties"].items()
    }
    only = {name: value for name, value in of_code.items() if name not in everywhere}
    parts += ["## In VS Code only\n", "Below `meteorscope`.\n", *_definitions(only)]
    keys = {entry["command"]: entry["key"] for entry in extension["keybindings"]}
    parts += ["## Commands of VS Code\n", "| command | key | id |\n|---|---|---|"]
    parts += [
        f"| {prose(command['title'])} | {keys.get(command['command'], '')} | "
        f"`{command['command']}` |"
        for command in sorted(extension["commands"], key=lambda command: command["title"])
    ]
    return "\n".join(parts) + "\n"


def _flat(schema: Mapping[str, Any], properties: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Settings with dots in place of tables in tables."""
    for name, value in properties.items():
        whole = _resolved(schema, value)
        if "properties" in whole:
            for inner, each in _flat(schema, whole["properties"]):
                yield f"{name}.{inner}", each
        else:
            yield name, whole


def _resolved(schema: Mapping[str, Any], value: Mapping[str, Any]) -> dict[str, Any]:
    """A value with what it refers to in its place."""
    whole: dict[str, Any] = {}
    for part in (*value.get("allOf", ()), *value.get("anyOf", ())):
        whole |= _resolved(schema, part)
    if "$ref" in value:
        whole |= _resolved(schema, schema["definitions"][value["$ref"].rpartition("/")[2]])
    return whole | {key: part for key, part in value.items() if key not in ("$ref", "allOf")}


def _definitions(settings: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    for name, value in settings.items():
        told = value.get("description") or value.get("markdownDescription") or ""
        default = value.get("default")
        facts = [_values(value)]
        if default not in (None, "", [], {}):
            facts.append(f"By default `{json.dumps(default, ensure_ascii=False)}`.")
        yield f"`{name}`\n:   {prose(told)}\n    <br>{' '.join(facts)}\n"


def _values(value: Mapping[str, Any]) -> str:
    """What a setting can be, in a sentence."""
    of_list = value.get("items", {})
    names = ", ".join(f"`{name}`" for name in value.get("enum", of_list.get("enum", ())))
    if names:
        return f"One of {names}." if "enum" in value else f"A list of {names}."
    bounds = [f"{word} {value[key]}" for key, word in _BOUNDS.items() if key in value]
    return f"{_KINDS[value.get('type', 'object')]}{' '.join(['', *bounds])}."


_KINDS: Final = {
    "string": "A text",
    "number": "A number",
    "integer": "A whole number",
    "boolean": "`true` or `false`",
    "array": "A list",
    "object": "A text, a number or a list of them",
}
_BOUNDS: Final = {"minimum": "from", "exclusiveMinimum": "above", "maximum": "to"}
