"""Complete and explain keys of a ``meteor.toml``.

The context is read from the lines above without parsing, since the file is invalid while a line is
being typed.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from lsprotocol import types

from ..documents.positions import Encoding
from ..project.schema import Entry, entry
from .marked_text import Writer

_HEADER: Final = re.compile(r"\s*\[(?P<list>\[)?\s*(?P<name>[^\[\]\#\"']+?)\s*\]")
_BEGUN_HEADER: Final = re.compile(r"\s*(?P<typed>\[\[?[\w.-]*)")
_BEGUN_KEY: Final = re.compile(r"\s*(?P<table>(?:[\w-]+\.)*)(?P<typed>[\w-]*)")
_KEY: Final = re.compile(r"\s*(?P<key>[\w-]+(?:\.[\w-]+)*)\s*=\s*")
_TYPED_VALUE: Final = re.compile(r"[\w.-]*\Z")
_BRACKETS: Final = re.compile(r"\]*")


@dataclass(frozen=True, slots=True)
class _Offer:
    """A possible completion."""

    text: str
    entry: Entry
    is_value: bool = False


def complete(
    lines: Sequence[str], position: types.Position, encoding: Encoding
) -> list[types.CompletionItem]:
    """Return the completions at a position."""
    if position.line > len(lines):
        return []
    line = lines[position.line] if position.line < len(lines) else ""
    column = encoding.from_client(line, position.character)
    before, behind = line[:column], line[column:]
    start, end, offers = column, column, list[_Offer]()
    if match := _BEGUN_HEADER.fullmatch(before):
        start, end = match.start("typed"), column + _BRACKETS.match(behind).end()  # type: ignore[union-attr]  # matches always
        offers = list(_headers())
    elif match := _BEGUN_KEY.fullmatch(before):
        start = match.start("typed")
        inner = tuple(match["table"].split(".")[:-1])
        offers = list(_keys(lines, position.line, inner))
    elif match := _KEY.match(before):
        place = _value_at(before, behind, match.end())
        found = entry((*_table_at(lines, position.line), *match["key"].split(".")))
        if place is not None and found is not None:
            start, end = place
            offers = list(_values(found, before[match.end() : start]))
    where = types.Range(
        types.Position(position.line, encoding.to_client(line, start)),
        types.Position(position.line, encoding.to_client(line, end)),
    )
    return [_item(offer, number, where) for number, offer in enumerate(offers)]


def explain(
    lines: Sequence[str], position: types.Position, encoding: Encoding, *, markdown: bool
) -> types.Hover | None:
    """Explain the key at a position, or that of the value there."""
    if position.line >= len(lines):
        return None
    line = lines[position.line]
    column = encoding.from_client(line, position.character)
    if match := _HEADER.match(line):
        start, end = match.span("name")
        path = _table_at(lines, position.line + 1)
    elif match := _KEY.match(line):
        start, names = match.start("key"), match["key"].split(".")
        end = match.end("key")
        if start <= column <= end:  # maybe one of the keys before it
            names = names[: 1 + line[start:column].count(".")]
            end = start + len(".".join(names))
            start = end - len(names[-1])
        path = (*_table_at(lines, position.line), *names)
    else:
        return None
    found = entry(path)
    if found is None or not found.description:
        return None
    writer = Writer(markdown=markdown)
    return types.Hover(
        contents=types.MarkupContent(
            kind=types.MarkupKind.Markdown if markdown else types.MarkupKind.PlainText,
            value="\n\n".join(_paragraphs(writer, path, found)),
        ),
        range=types.Range(
            types.Position(position.line, encoding.to_client(line, start)),
            types.Position(position.line, encoding.to_client(line, end)),
        ),
    )


def _paragraphs(writer: Writer, path: Sequence[str], found: Entry) -> Iterator[str]:
    yield f"{writer.words('.'.join(path))}: {writer.text(found.description)}"
    if found.default is not None:
        yield f"Default: {writer.words(json.dumps(found.default))}"
    if found.values:
        yield f"Values: {', '.join(writer.words(json.dumps(value)) for value in found.values)}"


def _table_at(lines: Sequence[str], line: int) -> tuple[str, ...]:
    """Return the table of the nearest header above a line."""
    headers = (_HEADER.match(above) for above in reversed(lines[:line]))
    match = next((header for header in headers if header is not None), None)
    return () if match is None else tuple(part.strip() for part in match["name"].split("."))


def _headers() -> Iterator[_Offer]:
    top = entry(())
    for name, inner in top.keys.items() if top is not None else ():
        if inner.is_list_of_tables:
            yield _Offer(f"[[{name}]]", inner)
        elif inner.is_table:
            yield _Offer(f"[{name}]", inner)


def _keys(lines: Sequence[str], line: int, inner: tuple[str, ...]) -> Iterator[_Offer]:
    """Yield the keys that the table lacks, and tables at the start of a line."""
    table = _table_at(lines, line)
    found = entry((*table, *inner))
    given = set(_given(lines, line, table))
    for name, below in (found.keys if found is not None else {}).items():
        if (*inner, name) in given or below.is_list_of_tables:
            continue
        yield _Offer(f"{name}." if below.is_table else f"{name} = ", below)
    if not inner:
        yield from _headers()


def _given(lines: Sequence[str], line: int, table: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the keys of the other lines between the headers around a line."""
    first, last = line, line + 1
    while first and not _HEADER.match(lines[first - 1]):
        first -= 1
    while last < len(lines) and not _HEADER.match(lines[last]):
        last += 1
    for number in range(first, last):
        match = _KEY.match(lines[number]) if number < len(lines) and number != line else None
        if match:
            yield tuple(match["key"].split("."))


def _value_at(before: str, behind: str, start: int) -> tuple[int, int] | None:
    """Return the columns of the word or string being typed, or None in a comment."""
    quote, at = "", start
    for column in range(start, len(before)):
        if before[column] == quote:
            quote = ""
        elif not quote and before[column] == "#":
            return None
        elif not quote and before[column] in "\"'":
            quote, at = before[column], column
    if quote:
        return at, len(before) + behind.startswith(quote)
    typed = _TYPED_VALUE.search(before, start)
    return (typed.start() if typed else len(before)), len(before)


def _values(found: Entry, before: str) -> Iterator[_Offer]:
    """Yield the values of a key that a list does not contain yet."""
    in_list = before.count("[") > before.count("]")
    for value in found.values:
        written = json.dumps(value)
        if in_list and written in before:
            continue
        yield _Offer(written if in_list or not found.is_list else f"[{written}]", found, True)  # noqa: FBT003  # a value


def _item(offer: _Offer, number: int, where: types.Range) -> types.CompletionItem:
    found = offer.entry
    is_default = offer.is_value and json.dumps(found.default) == offer.text
    kinds = types.CompletionItemKind
    detail = None
    if is_default:
        detail = "default"
    elif not offer.is_value and found.default is not None:
        detail = f"default: {json.dumps(found.default)}"
    return types.CompletionItem(
        label=offer.text.removesuffix(" = ").removesuffix("."),
        kind=kinds.Value if offer.is_value else kinds.Property,
        detail=detail,
        documentation=None if offer.is_value else found.description,
        sort_text=f"{number:03}",
        filter_text=offer.text,
        text_edit=types.TextEdit(range=where, new_text=offer.text),
    )
