"""Floats as Python writes them, and signatures with them, for the front end's tests.

    python -m tests.widget.signature_cases

writes signature_cases.json anew, which meteor_widget/frontend/test/signature.test.ts reads.
"""

import json
import math
import random
import struct
from collections.abc import Iterator
from dataclasses import asdict, replace
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

from meteor_core import Meteor

FILE: Final = Path(__file__).with_suffix(".json")

_SPECIAL: Final = (
    *(0.0, -0.0, 1.0, -1.0, 0.5, 0.1 + 0.2, 1 / 3, 2.0**53, 123456789.0, 0.00012),
    *(5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 9007199254740993e3),
)


def text() -> str:
    """The file's content: many floats a line, and one signature."""
    numbers = [json.dumps(number) for number in dict.fromkeys(map(repr, _floats()))]
    floats = ",\n".join(map(", ".join, zip_longest(*[iter(numbers)] * 8, fillvalue='"0.0"')))
    signatures = ",\n".join(json.dumps(case) for case in _signatures())
    return f'{{"floats": [\n{floats}\n],\n"signatures": [\n{signatures}\n]}}\n'


def _floats() -> Iterator[float]:
    """Every power of ten and its neighbours, whole numbers, and any bits, subnormal ones too."""
    rng = random.Random(2005)
    yield from _SPECIAL
    for power in range(-323, 309):
        ten = float(f"1e{power}")
        yield from (ten, -ten, math.nextafter(ten, 0), math.nextafter(ten, math.inf))
    yield from (float(rng.randrange(10 ** rng.randint(1, 25))) for _ in range(200))
    yield from (rng.randint(0, 2000) / 1000 for _ in range(200))
    yield from (_of_bits(rng.getrandbits(52)) for _ in range(200))
    yield from filter(math.isfinite, (_of_bits(rng.getrandbits(64)) for _ in range(400)))


def _of_bits(bits: int) -> float:
    (number,) = struct.unpack("<d", bits.to_bytes(8, "little"))
    return float(number)


def _signatures() -> Iterator[dict[str, Any]]:
    """The signature before a change of parameters, and what the core prints after it."""
    before = _signature(Meteor(delta=0.5))
    numbers = (0, 1, 0.5, 1e-7, 1.5e-5, 0.0001, 0.1 + 0.2, 5e-324)
    rng = random.Random(1)
    for beta in (*numbers, 3, 1e15, 1e16, 1.5e16, 1e21, 1e22, 1.7976931348623157e308):
        alpha, gamma, delta, *weights = (rng.choice(numbers) for _ in range(6))
        after = Meteor(alpha=alpha, beta=beta, gamma=gamma, delta=delta, weights=weights)
        yield {
            "before": before,
            "parameters": asdict(after.configuration.parameters),
            "after": _signature(after),
        }


def _signature(meteor: Meteor) -> str:
    """With another version, as ours changes with every release."""
    return str(replace(meteor.signature(), version="0"))


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
