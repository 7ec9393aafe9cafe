"""The schema of ``meteor.toml``, as far as people are told of it: what may stand where, and why."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

_NAME: Final = "meteor.schema.json"


@dataclass(frozen=True, slots=True)
class Entry:
    """A key of the file.

    Attributes:
        node: what the schema says of its value.
    """

    node: Mapping[str, Any]

    @property
    def description(self) -> str:
        """What it is for, for a person."""
        return str(self.node.get("description", ""))

    @property
    def default(self) -> object:
        """What holds where it is not there; None where the schema names nothing."""
        return self.node.get("default")

    @property
    def is_table(self) -> bool:
        """Whether keys stand below it, once."""
        return self.node.get("type") == "object"

    @property
    def is_list_of_tables(self) -> bool:
        """Whether keys stand below it, in each of several tables."""
        return self.node.get("type") == "array" and _entry(self.node["items"]).is_table

    @property
    def is_list(self) -> bool:
        """Whether its value must be a list."""
        return self.node.get("type") == "array"

    @property
    def keys(self) -> "Mapping[str, Entry]":
        """The keys below it."""
        node = _resolved(self.node["items"]) if self.is_list_of_tables else self.node
        return {name: _entry(inner) for name, inner in node.get("properties", {}).items()}

    @property
    def values(self) -> list[object]:
        """All values that it, or an entry of its list, can have; none where they are too many."""
        return list(dict.fromkeys(_values(self.node)))


def entry(path: Sequence[str]) -> Entry | None:
    """What the schema says of the value to which these keys lead; None of one that is not there."""
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
    """The node with what it refers to; what it says itself counts more."""
    merged: dict[str, Any] = {}
    for other in (*node.get("allOf", ()), *([node] if "$ref" in node else [])):
        name = other.get("$ref", "").rpartition("/")[2]
        merged |= _resolved(_schema()["definitions"][name]) if name else other
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
