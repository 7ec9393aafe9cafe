"""Where keys and values stand: what stands there is read by Python's own reader of TOML."""

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meteor_core.text.toml_places import KeyPath, places

EXAMPLE = """\ufeff# a comment with = and [brackets]
variant = "nltk" # why
severity.too-long="error"
"quoted.key" . 'x' = [ 1, # one
  [2, {a = 1, b.c = "}"}],
]\r
date = 1979-05-27 07:32:00
text = '''
[[pairs]]
x = 1'''
long = \"\"\"a\\\"\"\"\"\"\"
[hints]
score = true
[[pairs]]
hypothesis = "a"
  [pairs.severity]
  low-score = "off"
[[pairs]]
references = ["b", 'c',]
[[pairs.deep]]
x = {}
[[pairs.deep]]
[pairs.deep.er]
y = []
[empty]"""

KEYS = st.sampled_from(["a", "b-1", '"c.d"', "'e ='", "x.y", '"\\u0041"', "7"])
VALUES = st.recursive(
    st.sampled_from(
        ["1", "true", '"]"', "'#'", "1979-05-27 07:32:00", '"\\""', "''''x''''", "inf"]
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda all_: "[" + ", # no\n ".join(all_) + "\n]"),
        st.lists(inner, max_size=3).map(
            lambda all_: "{" + ", ".join(f"k{n} = {one}" for n, one in enumerate(all_)) + "}"
        ),
    ),
    max_leaves=6,
)
LINES = st.lists(
    st.one_of(
        st.tuples(KEYS, VALUES).map(" = ".join),
        KEYS.map("[{}]".format),
        KEYS.map("[[ {} ]] # list".format),
        st.just("# [[x]]"),
    ),
    max_size=8,
)


def leaves(value: Any, path: KeyPath = ()) -> Iterator[tuple[KeyPath, Any]]:
    """All values in a document, tables and lists included."""
    if path:
        yield path, value
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from leaves(inner, (*path, number))


def check(text: str) -> None:
    document = tomllib.loads(text.removeprefix("\ufeff"))
    found = places(text)
    known = dict(leaves(document))
    for path, span in found.values.items():
        written = text[slice(*span)]
        assert tomllib.loads(f"x = {written}")["x"] == known[path], path
        assert written == written.strip()
    for path, span in found.keys.items():
        assert path in known
        name = [key for key in path if isinstance(key, str)][-1]
        assert list(tomllib.loads(f"{text[slice(*span)]} = 1")) == [name]
    for path, value in known.items():
        if not isinstance(value, (dict, list)):
            assert path in found.values, path
        assert path in found.keys or path in found.values, path


def test_everything_is_found_where_it_stands() -> None:
    check(EXAMPLE)
    found = places(EXAMPLE)
    start, end = found.keys["pairs", 1]
    assert EXAMPLE[start - 2 : end + 2] == "[[pairs]]"
    assert EXAMPLE[:start].count("[[pairs]]\n") == 2  # one of them in a string


@given(LINES, st.sampled_from(["\n", "\r\n"]))
def test_any_document(lines: list[str], line_end: str) -> None:
    text = line_end.join(lines)
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    check(text)


@pytest.mark.parametrize("text", ["", "\n", "#", "\ufeff", "a=1", "[a]", "[[a]]\n[[a]]"])
def test_short_ones(text: str) -> None:
    check(text)
