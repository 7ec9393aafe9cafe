"""Write the options and diagnostics into meteor.toml's schema and VS Code's settings.

    python -m scripts.generate_settings [--check]

The sources are ``meteor_core.options.OPTIONS`` and ``meteor_lsp.project.severities``. All else in
the two JSON files is written by hand and stays: other settings, scopes, orders, and VS Code's
descriptions of single names. ``--check`` writes nothing and fails if a file is stale.
"""

import argparse
import json
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from meteor_core.options import SETTABLE, Kind, Option
from meteor_core.text.tokenizers import TOKENIZER_NAMES, get_tokenizer
from meteor_lsp.project.settings import MAX_BEAM_WIDTH
from meteor_lsp.project.severities import DEFAULT_SEVERITIES, DESCRIPTIONS, Severity

ROOT: Final = Path(__file__).parents[1]
SCHEMA: Final = ROOT / "meteor_lsp/project/meteor.schema.json"
EXTENSION: Final = ROOT / "editors/vscode/package.json"

_LANGUAGE: Final = "^[A-Za-z]{2}([-_].*)?$"
_BY_FILE: Final = "By default the file's name tells it, or it is detected."

Node = dict[str, Any]


def option_schema(option: Option) -> Node:
    """Return the JSON schema of an option."""
    has_default = option.name != "language" and option.default is not None
    default_help = _BY_FILE if option.name == "language" else option.by_default
    node: Node = {"description": option.help if has_default else f"{option.help} {default_help}"}
    node |= _type_schema(option)
    if has_default:
        node["default"] = list(option.default) if option.is_list else option.default
    elif option.kind is Kind.NAMES:
        node["minItems"] = 1
    return node


def _type_schema(option: Option) -> Node:
    bounds = {"minimum": option.least, "maximum": option.most}
    number: Node = {"type": "number"}
    number |= {key: bound for key, bound in bounds.items() if bound is not None}
    name = {"type": "string", "enum": list(option.names)}
    if option.name == "variant":
        return {"type": "string", "anyOf": [{"enum": name["enum"]}, {"pattern": r"\.toml$"}]}
    by_kind: dict[Kind, Node] = {
        Kind.NAME: name,
        Kind.NAMES: {"type": "array", "items": name, "uniqueItems": True},
        Kind.NUMBER: number,
        Kind.NUMBERS: {"type": "array", "items": number, "minItems": 1},
        Kind.COUNT: {"type": "integer", "minimum": option.least, "maximum": MAX_BEAM_WIDTH},
        Kind.LANGUAGE: {"type": "string", "pattern": _LANGUAGE},
    }
    return by_kind[option.kind]


def vscode_setting(option: Option, written: Node) -> Node:
    """Return VS Code's setting for an option.

    VS Code has no setting without a value: null, an empty string or an empty list means "not set".

    Args:
        option: the option.
        written: the setting as it is now, whose scope, order and descriptions of names stay.
    """
    node = option_schema(option)
    node.pop("minItems", None)
    if "default" not in node:
        node["default"] = [] if option.is_list else "" if option.kind is Kind.LANGUAGE else None
        if node["default"] is None:
            node["type"] = [node["type"], "null"]
            if option.names:
                node["enum"] = [None, *option.names]
    if "pattern" in node:
        node["pattern"] = f"^$|{node['pattern']}"
    for place in ("items", "anyOf"):
        if place in node:
            node[place] = _with_descriptions(node[place], written.get(place))
    node = _with_descriptions(node, written)
    return _in_order({**written, **node}, written)


def _in_order(node: Node, written: Node) -> Node:
    """Return `node` with its keys in the order of the file, so that diffs are short."""
    return {key: node[key] for key in written if key in node} | node


def _with_descriptions(node: Any, written: Any) -> Any:
    """Describe each name of an enumeration as before; describe new tokenizers by their own text."""
    if isinstance(node, list):
        before = written if isinstance(written, list) else []
        return [
            _with_descriptions(part, before[at] if at < len(before) else {})
            for at, part in enumerate(node)
        ]
    if not isinstance(written, dict) or "enum" not in node:
        return node
    for key in ("enumItemLabels", "enumDescriptions"):
        if key in written:
            known = dict(zip(written["enum"], written[key], strict=True))
            words = [known.get(name) or _described(name, key) for name in node["enum"]]
            node = {**node, key: words}
    return node


def _described(name: str, key: str) -> str:
    if key == "enumItemLabels":
        return name
    if name in TOKENIZER_NAMES:
        description = get_tokenizer(name).description
        return f"{description[0].upper()}{description[1:]}."
    message = f"Describe '{name}' by hand: add it to enum and enumDescriptions in {EXTENSION}."
    raise SystemExit(message)


def generate(schema: Node, extension: Node) -> None:
    """Bring both documents up to date, in place."""
    definitions = schema["definitions"]
    severities = [severity.value for severity in Severity]
    definitions["severity"]["properties"] = {
        code: {
            "description": DESCRIPTIONS[code],
            "allOf": [{"$ref": "#/definitions/severityName"}],
            "default": severity.value,
        }
        for code, severity in DEFAULT_SEVERITIES.items()
    }
    definitions["code"]["enum"] = list(DEFAULT_SEVERITIES)
    definitions["severityName"]["enum"] = severities
    groups = [group["properties"] for group in extension["contributes"]["configuration"]]
    for option in SETTABLE:
        if option.kind is Kind.PATH:  # named on the machine only, and described at length by hand
            continue
        definitions[option.setting] = _in_order(option_schema(option), definitions[option.setting])
        for settings in groups:
            key = f"meteorscope.{option.setting}"
            if key in settings:
                settings[key] = vscode_setting(option, settings[key])
    for settings in groups:
        if "meteorscope.severity" in settings:
            settings["meteorscope.severity"]["properties"] = {
                code: {
                    "type": "string",
                    "enum": severities,
                    "default": severity.value,
                    "description": DESCRIPTIONS[code],
                }
                for code, severity in DEFAULT_SEVERITIES.items()
            }


def stale_files() -> Mapping[Path, Node]:
    """Return the files that differ from their sources, with what they should be."""
    written = {path: json.loads(path.read_text("utf-8")) for path in (SCHEMA, EXTENSION)}
    made = {path: json.loads(path.read_text("utf-8")) for path in (SCHEMA, EXTENSION)}
    generate(made[SCHEMA], made[EXTENSION])
    return {path: made[path] for path in made if made[path] != written[path]}


def main() -> int:
    """Write what is stale, or check that nothing is."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; fail if stale")
    is_check = parser.parse_args().check
    stale = stale_files()
    for path, node in stale.items():
        name = path.relative_to(ROOT)
        if is_check:
            print(f"{name} is stale; run python -m scripts.generate_settings")
            continue
        path.write_text(json.dumps(node, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        formatter = ROOT / "node_modules/.bin/biome"
        if path == EXTENSION and formatter.exists():
            command = [str(formatter), "format", "--write", path.name]
            subprocess.run(command, cwd=path.parent, check=True, capture_output=True)
        print(f"{name} written")
    return int(bool(stale) and is_check)


if __name__ == "__main__":
    raise SystemExit(main())
