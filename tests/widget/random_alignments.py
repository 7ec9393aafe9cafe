"""Alignments of any shape, in the form of docs/alignment-format.md: of no text that was scored."""

from itertools import groupby
from random import Random
from typing import Any, Final

from meteor_core import Meteor

_SIGNATURES: Final = tuple(str(Meteor(delta=delta).signature()) for delta in (None, 0.75))
"""Without a delta function words are as any others."""

STAGES = ("exact", "stem", "synonym", "paraphrase")

WORDS = (
    *(
        "a",
        "of",
        "the",
        "and",
        "president",
        "Donaudampfschifffahrtsgesellschaft",
        "naïve",
        "e\u0301",
    ),
    *(
        "ψυχή",
        "большой",
        "今日",
        "は",
        "한국어",
        "สวัสดี",
        "हिन्दी",
        "كتاب",
        "שלום",
        "👩‍👩‍👧",
        "🇩🇪",
        "\u0301",
    ),
    *("<script>", "</style>", "&amp;", '"', "'", "javascript:alert(1)", "\u2028", "\u202eabc"),
    *("\x00", "\x1b[31m", "\x7f", "\x85", "\ufffe", "\ud800", "a\udc00", "x" * 300),
)


def random_alignment(random: Random) -> dict[str, Any]:
    """Rows of up to some dozens of words, and matches of one word or several on each side."""
    rows = {side: _row(random) for side in ("hypothesis", "reference")}
    matches = _matches(random, *(len(row["tokens"]) for row in rows.values()))
    chunks = _number_chunks(matches)
    return {"signature": random.choice(_SIGNATURES), **rows, "matches": matches, "chunks": chunks}


def _row(random: Random) -> dict[str, Any]:
    text = random.choice(("", " ", "“"))
    tokens = []
    for _ in range(random.choice((0, 1, 2, 5, 10, 30, 60))):
        word = random.choice(WORDS)
        tokens.append([len(text), len(text) + len(word)])
        text += word + random.choice(("", " ", " ", " ", "\t"))
    functions = [token for token in range(len(tokens)) if random.random() < 0.3]
    return {"text": text, "tokens": tokens, "function": functions}


def _matches(random: Random, *lengths: int) -> list[dict[str, Any]]:
    """Ranges of both rows, joined mostly in order: some moved, some left out."""
    first, second = (_ranges(random, length) for length in lengths)
    for _ in range(random.choice((0, 0, 1, 3, 20))):
        if len(second) > 1:
            one, other = sorted(random.sample(range(len(second)), 2))
            second = [*second[other:], *second[one:other], *second[:one]]
    kept = [pair for pair in zip(first, second, strict=False) if random.random() < 0.8]
    return [
        {
            "hypothesis": one,
            "reference": other,
            "stage": "paraphrase"
            if one[1] - one[0] > 1 or other[1] - other[0] > 1
            else random.choice(STAGES),
            "explanation": "",
        }
        for one, other in kept
    ]


def _ranges(random: Random, length: int) -> list[list[int]]:
    ranges = []
    start = 0
    while start < length:
        end = min(start + random.choice((1, 1, 1, 1, 1, 2, 4)), length)
        ranges.append([start, end])
        start = end
    return ranges


def _number_chunks(matches: list[dict[str, Any]]) -> list[dict[str, Any]]:
    number = -1
    last = (-1, -1)
    for match in matches:
        number += (match["hypothesis"][0], match["reference"][0]) != last
        match["chunk"] = number
        last = (match["hypothesis"][1], match["reference"][1])
    runs = [list(run) for _, run in groupby(matches, key=lambda match: match["chunk"])]
    return [
        {side: [run[0][side][0], run[-1][side][1]] for side in ("hypothesis", "reference")}
        for run in runs
    ]
