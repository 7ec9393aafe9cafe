"""The pairs and judgements of ``examples/``, and textbook accuracy on them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from meteor_core.meteor import Meteor

EXAMPLES = Path(__file__).parents[2] / "examples"
PAIRS = EXAMPLES / "sentences.pairs.en"
JUDGEMENTS = EXAMPLES / "sentences.judgements"


def judged_pairs() -> list[tuple[str, str, str, int]]:
    """Each line's hypotheses, reference and judgement."""
    texts = PAIRS.read_text(encoding="utf-8").splitlines()
    judgements = JUDGEMENTS.read_text(encoding="utf-8").splitlines()
    found = []
    for text, judgement in zip(texts, judgements, strict=True):
        first, second, reference = text.split(" ||| ")
        found.append((first, second, reference, int(judgement)))
    return found


def rights(options: Mapping[str, Any]) -> list[float | None]:
    """Whether each pair is ordered as judged, a tie one half; None where neither was better.

    One segment after another, aligned and scored anew: nothing is shared with what is tested.
    """
    meteor = Meteor(**options)
    found: list[float | None] = []
    for first, second, reference, judgement in judged_pairs():
        one, other = (meteor.score(text, [reference]).score for text in (first, second))
        if judgement == 0:
            found.append(None)
        elif one == other:
            found.append(0.5)
        else:
            found.append(float((one > other) == (judgement > 0)))
    return found


def accuracy(options: Mapping[str, Any]) -> float:
    """The share of pairs that are ordered as judged."""
    known = [one for one in rights(options) if one is not None]
    return sum(known) / len(known)
