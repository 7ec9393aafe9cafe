"""Translations made up from words, and rated as METEOR with known parameters would."""

import csv
from collections.abc import Sequence
from io import StringIO

import numpy as np

from meteor_core import Meteor
from meteor_core.agreement.rated_set import RatedOutput, RatedSet
from meteor_core.score.parameters import Parameters

_TEXT = """
river stone window garden market doctor winter letter village captain engine pocket bottle mirror
ladder carpet forest island hunter butter pencil barrel wagon candle temple basket button cannon
desert feather goblet hammer jacket kettle lantern magnet needle orchard parrot quarry ribbon saddle
tailor velvet walnut yellow zipper anchor bucket copper
"""
WORDS = tuple(_TEXT.split())
FUNCTION_WORDS = ("the", "of", "and", "in", "to", "a", "that", "with")
TRUTH = Parameters(alpha=0.2, beta=1.0, gamma=0.8, weights=(1.0, 0.3, 1.0), delta=0.9)
SYSTEMS = 6


def made_up_set(
    name: str, *, segments: int, seed: int, noise: float, by_chance: bool = False
) -> RatedSet:
    """Return a set whose ratings are the score with the true parameters, and noise.

    Args:
        name: of the set.
        segments: how many.
        seed: of the random numbers.
        noise: its standard deviation.
        by_chance: whether the ratings are nothing but noise.
    """
    random = np.random.default_rng(seed)
    references = [_text(random) for _ in range(segments)]
    hypotheses = [
        [_damaged(random, words, 0.1 + 0.06 * system) for system in range(SYSTEMS)]
        for words in references
    ]
    truth = Meteor(
        alpha=TRUTH.alpha,
        beta=TRUTH.beta,
        gamma=TRUTH.gamma,
        weights=TRUTH.weights,
        delta=TRUTH.delta,
    )
    outputs = []
    for segment, (reference, row) in enumerate(zip(references, hypotheses, strict=True)):
        for system, words in enumerate(row):
            texts = " ".join(words), " ".join(reference)
            score = 0.0 if by_chance else truth.score(texts[0], [texts[1]]).score
            outputs.append(
                RatedOutput(
                    system=f"system {system}",
                    segment=str(segment + 1),
                    document=f"document {segment // 7}",
                    hypothesis=texts[0],
                    references=(texts[1],),
                    rating=100 * (score + noise * float(random.normal())),
                )
            )
    return RatedSet.of_outputs(name, outputs)


def _text(random: np.random.Generator) -> list[str]:
    size = int(random.integers(8, 25))
    return [
        str(random.choice(FUNCTION_WORDS if random.random() < 0.4 else WORDS)) for _ in range(size)
    ]


def _damaged(random: np.random.Generator, words: Sequence[str], rate: float) -> list[str]:
    """Drop, change, inflect, add and move words."""
    found: list[str] = []
    adds, drops = rate * random.random(), rate * random.random()
    for word in words:
        if random.random() < drops:
            continue
        if word not in FUNCTION_WORDS and random.random() < rate:
            found.append(f"{word}s" if random.random() < 0.5 else str(random.choice(WORDS)))
        else:
            found.append(word)
        if random.random() < adds:
            found.append(str(random.choice((*WORDS, *FUNCTION_WORDS))))
    if len(found) > 4 and random.random() < 0.6:
        cut = int(random.integers(1, len(found) - 1))
        found = found[cut:] + found[:cut]
    return found or list(words[:1])


def as_table(rated: RatedSet, column: str = "rating") -> str:
    """Return a set as a table of tab-separated values."""
    table = StringIO()
    writer = csv.writer(table, delimiter="\t", lineterminator="\n", quoting=csv.QUOTE_NONE)
    writer.writerow(["system", "segment", "document", column, "hypothesis", "reference"])
    for output in rated.outputs:
        writer.writerow(
            [
                *(output.system, output.segment, output.document),
                *(repr(output.rating), output.hypothesis, output.references[0]),
            ]
        )
    return table.getvalue()
