"""Edit the text of a ``meteor.toml``, leaving every other byte unchanged.

tomlkit reorders: an ``[[ignore]]`` between two ``[[pairs]]`` ends up after the second pair, and
comments above other tables than before.
"""

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any, Final

from meteor_core import InputError, InputTypeError, ParameterError
from meteor_core.text.toml_places import KeyPath, Places, Span, places
from meteor_core.text.toml_text import BYTE_ORDER_MARK, parse

from .patterns import Pattern, escape
from .rules import FILE_NAME, PairRule, RuleReader
from .settings import shown

_UNESCAPED: Final = re.compile("[\x7f-\x9f\u2028\u2029]")
"""Control characters and line ends that JSON does not escape; TOML forbids the former."""


def with_pair(
    text: str,
    *,
    hypothesis: str,
    references: Sequence[str],
    source: str | None = None,
    post_editing: bool = False,
) -> str:
    """Add a pair of files to the text of a ``meteor.toml``.

    A rule for exactly this hypothesis is changed in place. Otherwise a rule is added at the end, or
    before the first rule that matches the hypothesis, after which it would never apply.

    Args:
        text: as the file has it, its line ends included.
        hypothesis: name of the file, relative to the folder of ``meteor.toml``.
        references: names of one or more files.
        source: name of a file; None keeps the current source.
        post_editing: whether the reference is a post-edit.

    Raises:
        InputError: the text is not TOML, or a name cannot be written.
        InputTypeError: ``references`` is one string.
    """
    if isinstance(references, str):
        raise InputTypeError(f"references must be a list of names, not {shown(references)}")
    mark, body = _without_mark(text)
    pairs = _tables(parse(FILE_NAME, body), "pairs")
    wanted: dict[str, Any] = {
        "hypothesis": _literal(hypothesis),
        "references": [_literal(name) for name in references],
    }
    if source is not None:
        wanted["source"] = _literal(source)
    if post_editing:
        wanted["postEditing"] = True
    _validate(_reader("pairs", wanted))
    own, shadow = _rules_for(pairs, hypothesis, wanted)
    if own is None:
        return mark + _with_table(body, "pairs", wanted, before=shadow)
    if not post_editing and "postEditing" in pairs[own]:
        wanted["postEditing"] = False
    return mark + _with_values(body, own, wanted)


def with_ignore(text: str, *, file: str, code: str, segments: str | None) -> str:
    """Add an ignored diagnostic to the text of a ``meteor.toml``.

    Args:
        text: as the file has it, its line ends included.
        file: name of the hypothesis file, relative to the folder of ``meteor.toml``.
        code: of the diagnostic.
        segments: "17" or "3-9"; None for the whole file.

    Raises:
        InputError: the text is not TOML, or a value cannot be written.
    """
    mark, body = _without_mark(text)
    ignores = _tables(parse(FILE_NAME, body), "ignore")
    wanted = {"file": _literal(file), "code": code}
    if segments is not None:
        wanted["segments"] = segments
    _validate(_reader("ignore", wanted))
    if any({**known, "reason": ""} == {**wanted, "reason": ""} for known in ignores):
        return text
    return mark + _with_table(body, "ignore", wanted, before=None)


def _without_mark(text: str) -> tuple[str, str]:
    body = text.removeprefix(BYTE_ORDER_MARK)
    return text[: len(text) - len(body)], body


def _tables(document: Mapping[str, object], key: str) -> list[dict[str, Any]]:
    tables = document.get(key, [])
    if isinstance(tables, list) and all(isinstance(table, dict) for table in tables):
        return tables
    raise _not_in_tables(key)


def _not_in_tables(key: str) -> InputError:
    return InputError(
        f"{FILE_NAME} has '{key}' as a value; write each entry below a line [[{key}]] of its own"
    )


def _literal(name: str) -> str:
    """Return the pattern of a file's name.

    Raises:
        InputError: the name cannot be written.
    """
    try:
        name.encode()
        pattern = Pattern.parse(escape(name), outside=True)
    except UnicodeEncodeError:
        message = f"{name!a} is not valid Unicode and cannot be written; rename the file"
        raise InputError(message) from None
    except ParameterError as error:
        raise InputError(str(error)) from None
    if pattern.literal != name:
        raise InputError(
            f"{shown(name)} is not a plain name of a file; write no // and no /./ in it"
        )
    return pattern.text


def _reader(key: str, table: Mapping[str, Any]) -> RuleReader:
    return RuleReader(name=FILE_NAME, document={key: [table]}, outside=True)


def _validate(reader: RuleReader) -> None:
    for _ in (*reader.pairs(), *reader.ignores()):
        pass
    if reader.mistakes:
        raise InputError(str(reader.mistakes[0]))


def _rule(table: Mapping[str, Any]) -> PairRule | None:
    return next(_reader("pairs", table).pairs(), None)


def _rules_for(
    pairs: list[dict[str, Any]], hypothesis: str, wanted: Mapping[str, Any]
) -> tuple[int | None, int | None]:
    """Return the index of the rule to change, or of the rule before which to add one."""
    for number, table in enumerate(pairs):
        mended = _rule({**table, **wanted, "hypothesis": table.get("hypothesis")})
        if mended is not None and mended.hypothesis.literal == hypothesis:
            return number, None
        rule = _rule(table)
        if rule is not None and rule.hypothesis.match(hypothesis) is not None:
            return None, number
    return None, None


def _with_values(text: str, number: int, wanted: Mapping[str, Any]) -> str:
    """Change values of a pair, and add missing ones below its first line."""
    found = _places_below_headers(text, "pairs")
    spans = {key: found.values.get(("pairs", number, key)) for key in wanted}
    edits = [
        (span, _written(wanted[key]))
        for key, span in spans.items()
        if span is not None and key != "hypothesis"
    ]
    line_end = _line_end(text)
    missing = [key for key, span in spans.items() if span is None]
    lines = "".join(f"{line_end}{key} = {_written(wanted[key])}" for key in missing)
    place = _end_of_line(text, found.values["pairs", number, "hypothesis"].end)
    for (start, end), new in sorted([*edits, (Span(place, place), lines)], reverse=True):
        text = text[:start] + new + text[end:]
    return _checked(text, "pairs")


def _with_table(text: str, key: str, wanted: Mapping[str, Any], before: int | None) -> str:
    """Add a table to a list, at the end or before another one."""
    line_end = _line_end(text)
    lines = [f"[[{key}]]", *(f"{name} = {_written(value)}" for name, value in wanted.items())]
    block = "".join(line + line_end for line in lines)
    if before is not None:
        place = _above_comments(text, _places_below_headers(text, key), (key, before))
        return _checked(text[:place] + block + line_end + text[place:], key)
    if text and not text.endswith("\n"):
        text += line_end
    return _checked(text + (line_end if text else "") + block, key)


def _places_below_headers(text: str, key: str) -> Places:
    found = places(text)
    if (key, 0) not in found.keys:  # an inline array has no headers
        raise _not_in_tables(key)
    return found


def _above_comments(text: str, found: Places, table: KeyPath) -> int:
    """Return the start of a table's header, or of the comment lines directly above it."""
    start = text.rfind("\n", 0, found.keys[table].start) + 1
    previous = max((span.end for span in found.values.values() if span.end <= start), default=0)
    while start:
        above = text.rfind("\n", 0, start - 1) + 1
        if above < previous or not text[above:start].lstrip().startswith("#"):
            break
        start = above
    return start


def _line_end(text: str) -> str:
    """Return the line end of the first line."""
    first = text.find("\n")
    return "\r\n" if first > 0 and text[first - 1] == "\r" else "\n"


def _end_of_line(text: str, place: int) -> int:
    end = text.find("\n", place)
    if end < 0:
        return len(text)
    return end - 1 if text[end - 1] == "\r" else end


def _written(value: Any) -> str:
    """Format a value as TOML; strings, lists and booleans are as in JSON."""
    written = json.dumps(value, ensure_ascii=False)
    return _UNESCAPED.sub(lambda match: f"\\u{ord(match[0]):04X}", written)


def _checked(text: str, key: str) -> str:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise _not_in_tables(key) from None
    return text
