"""What two programs printed, compared byte for byte, but for the last digits of numbers.

The last bit of Java's powers depends on the processor, and with it the last digits of penalties and
scores. All other bytes are the same on every machine.
"""

import math
import re
from collections.abc import Mapping

_NUMBER = re.compile(rb"\d*\.\d+(?:E-?\d+)?")

_TOLERANCE = 2 * math.ulp(1.0)
"""A unit or two in the last place of a number up to 1."""


def assert_same_output(found: Mapping[str, bytes], expected: Mapping[str, bytes]) -> None:
    """The same streams and files that are not empty, the same but for last digits of numbers."""
    assert {name for name in found if found[name]} == {name for name in expected if expected[name]}
    for name, content in expected.items():
        assert with_digits_of(content, found[name]) == content, name


def with_digits_of(expected: bytes, found: bytes) -> bytes:
    """What was found, with a number as expected where it is as good as that one."""
    numbers = iter(_NUMBER.findall(expected))

    def chosen(match: "re.Match[bytes]") -> bytes:
        number, other = match.group(), next(numbers, b"nan")
        return other if abs(float(number) - float(other)) <= _TOLERANCE else number

    return _NUMBER.sub(chosen, found)
