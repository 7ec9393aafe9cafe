"""Lines of a string in JSON, against Python's reader of JSON."""

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meteor_core.runtime.implementation import chosen_implementation
from meteor_core.text.json_strings import json_lines
from tests.thoroughness import more_when_thorough, tries

WRITTEN = st.lists(
    st.text(max_size=6)
    | st.sampled_from(
        [
            *(r"\n", r"\r", r"\r\n", r"\u000a", r"\u000D\u000A", r"\"", r"\\", r"\/", r"\b\f\t"),
            *(r"\ud83d\ude00", r"\ud83d", r"\udE00", r"\u00e9", r"\u20ac", r"\u2028", r"\u0000"),
            *(r"\x", r"\u12", "\x01", "\n", '"', "\\", r"\u123g"),
        ]
    ),
    max_size=8,
).map("".join)

pytestmark = pytest.mark.skipif(
    chosen_implementation().name != "compiled", reason="without the kernel JSON is read as one"
)


@more_when_thorough
@settings(max_examples=tries(300, thorough=3_000))
@given(WRITTEN, st.sampled_from(("", ",", "}")))
def test_the_lines_are_those_of_the_whole_string(written: str, behind: str) -> None:
    given_json = f'"{written}"{behind}'
    found = json_lines(given_json.encode(), 1)
    try:
        text, end = json.JSONDecoder().raw_decode(given_json)
    except ValueError:
        assert found is None
        return
    assert found is not None
    lines, ends, size, offset = found
    assert "".join(line + end for line, end in zip(lines, ends, strict=True)) == text
    assert not any(re.search("[\r\n]", line) for line in lines)
    assert [each for each in ends[:-1] if not each] == []
    assert re.findall("\r\n?|\n", text) == [each for each in ends if each]
    assert size == len(text.encode("utf-8", "surrogatepass"))
    assert offset == len(given_json[:end].encode())


def test_what_is_no_utf_8_is_not_read() -> None:
    assert json_lines(b'"a\xff"', 1) is None
    assert json_lines(b'"\xed\xa0\x80"', 1) == (["\ud800"], [""], 3, 5)
    assert json_lines(b'"a', 1) is None
