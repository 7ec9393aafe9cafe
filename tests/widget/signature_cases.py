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

from meteor_core import Meteor, Signature
from meteor_core.score.wording import proof_in_words

FILE: Final = Path(__file__).with_suffix(".json")

_SPECIAL: Final = (
    *(0.0, -0.0, 1.0, -1.0, 0.5, 0.1 + 0.2, 1 / 3, 2.0**53, 123456789.0, 0.00012),
    *(5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 9007199254740993e3),
)


_PLAIN: Final = replace(Meteor().signature(), version="0")

REFUSED: Final = (
    *("", "METEOR", "BLEU|nrefs:1", "METEOR|test"),
    *(
        str(_PLAIN).replace(there, here)
        for there, here in (
            *(("|tok:words", ""), ("waived", "given"), ("nrefs:1", "nrefs:many")),
            *(("nrefs:1", "nrefs:1.5"), ("beta:3", "beta:3.0"), ("beta:3", "beta:NaN")),
            *(("beta:3", "beta:inf"), ("beta:3", "beta:Infinity"), ("beta:3", "beta:")),
            *(("alpha:0.9", "alpha:0.90"), ("align:optimal", "align:beam-"), ("en", "en|lang:en")),
            *(
                ("align:optimal", "align:beam-4-5"),
                ("version:0", "version:0\n"),
                ("|perfect", "|p"),
            ),
        )
    ),
)
"""No signatures, which ``Signature.parse`` refuses."""


def text() -> str:
    """The file's content; many floats a line."""
    numbers = [json.dumps(number) for number in dict.fromkeys(map(repr, _floats()))]
    floats = ",\n".join(map(", ".join, zip_longest(*[iter(numbers)] * 8, fillvalue='"0.0"')))
    cases = {
        "signatures": list(_signatures()),
        "read": list(map(str, _printed())),
        "fields": {str(signature): asdict(signature) for signature in _printed()},
        "refused": REFUSED,
        "proofs": list(_proofs()),
    }
    rest = ",\n".join(
        f'"{name}": {json.dumps(of_name, indent=0)}' for name, of_name in cases.items()
    )
    return f'{{"floats": [\n{floats}\n],\n{rest}\n}}\n'


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


def _proofs() -> Iterator[dict[str, Any]]:
    """What is said of alignments by different searches."""
    for signature in (_PLAIN, replace(_PLAIN, align="beam", beam_width=1000)):
        for optimal, gap in ((True, 0), (False, 0), (False, 1), (False, 1234)):
            yield {
                "alignment": {"signature": str(signature), "optimal": optimal, "chunk_gap": gap},
                "said": proof_in_words(
                    signature, optimal=optimal, score_proved=gap == 0, chunk_gap=gap
                ),
            }


def _printed() -> Iterator[Signature]:
    """Signatures of every kind, with every field somewhere."""
    yield _PLAIN
    yield replace(_PLAIN, tuned="0123abcd")
    yield replace(_PLAIN, references=None, budget=7, weights=(1.0, 1e-7, 0.1 + 0.2))
    yield replace(_PLAIN, align="beam", beam_width=40, delta=0.75, function_words="snowball")
    yield replace(_PLAIN, bootstrap_samples=1000, seed=12345)
    yield replace(_PLAIN, bootstrap_samples=1, shufflings=10_000, seed=None)
    yield replace(_PLAIN, task="rank", data="none", corrections=("exact-words", "function-words"))
    yield replace(_PLAIN, stages=("exact", "stem(snowball-english-3.1.0+local)"))


def _signature(meteor: Meteor) -> str:
    """With another version, as ours changes with every release."""
    return str(replace(meteor.signature(), version="0"))


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
