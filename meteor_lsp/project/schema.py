"""Query the JSON schema of ``meteor.toml`` for completion and hovers."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

_NAME: Final = "meteor.schema.json"


@dataclass(frozen=True, slots=True)
class Entry:
    """A key of the file with its resolved schema."""

    node: Mapping[str, Any]

    @property
    def description(self) -> str:
        """The description of the key."""
        return str(self.node.get("description", ""))

    @property
    def default(self) -> object:
        """The default value, or None."""
        return self.node.get("default")

    @property
    def is_table(self) -> bool:
        """Whether the value is a table."""
        return self.node.get("type") == "object"

    @property
    def is_list_of_tables(self) -> bool:
        """Whether the value is a list of tables."""
        return self.node.get("type") == "array" and _entry(self.node["items"]).is_table

    @property
    def is_list(self) -> bool:
        """Whether the value is a list."""
        return self.node.get("type") == "array"

    @property
    def keys(self) -> "Mapping[str, Entry]":
        """The keys of the table."""
        node = _resolved(self.node["items"]) if self.is_list_of_tables else self.node
        return {name: _entry(inner) for name, inner in node.get("properties", {}).items()}

    @property
    def values(self) -> list[object]:
        """All possible values of the key or its list; empty if there are too many."""
        return list(dict.fromkeys(_values(self.node)))


def entry(path: Sequence[str]) -> Entry | None:
    """Return the schema of a nested key, or None if it is unknown."""
    found: Entry | None = Entry(_schema())
    for name in path:
        found = found.keys.get(name) if found is not None else None
    return found


@cache
def _schema() -> Mapping[str, Any]:
    document: Mapping[str, Any] = json.loads(
        files(__package__).joinpath(_NAME).read_text(encoding="utf-8")
    )
    return document


def _entry(node: Mapping[str, Any]) -> Entry:
    return Entry(_resolved(node))


def _resolved(node: Mapping[str, Any]) -> Mapping[str, Any]:
    """Resolve references in a node, whose own keys take precedence."""
    merged: dict[str, Any] = {}
    for part in (*node.get("allOf", ()), *([node] if "$ref" in node else [])):
        name = part.get("$ref", "").rpartition("/")[2]
        merged |= _resolved(_schema()["definitions"][name]) if name else part
    return {**merged, **{key: value for key, value in node.items() if key not in ("$ref", "allOf")}}


def _values(node: Mapping[str, Any]) -> Iterator[object]:
    node = _resolved(node)
    if node.get("type") == "boolean":
        yield from (True, False)
    yield from node.get("enum", ())
    for inner in node.get("anyOf", ()):
        yield from _values(inner)
    if node.get("type") == "array":
        yield from _values(node["items"])
