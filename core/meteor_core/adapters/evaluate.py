"""Hugging Face ``evaluate``'s metric ``meteor``, without downloads.

>>> from meteor_core.adapters import evaluate  # in place of: import evaluate
>>> meteor = evaluate.load("meteor")  # doctest: +SKIP
>>> meteor.compute(predictions=["We danced"], references=["We danced"])  # doctest: +SKIP
{'meteor': 0.9375}

``evaluate.load(METEOR)`` of the package itself loads the same. Equal to the metric of
https://github.com/huggingface/evaluate (metrics/meteor/meteor.py) with NLTK 3.10: both cut texts by
NLTK's ``word_tokenize``, which needs NLTK's data ``punkt_tab`` to find the ends of sentences, and
both return the mean of the segments' scores.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from ..errors import InputError, ResourceError, require_package
from .nltk import meteor_score

require_package("the adapter for evaluate needs", "evaluate")

import datasets  # noqa: E402  # only after the check, whose message names what to install
import evaluate  # noqa: E402
import numpy as np  # noqa: E402

__all__ = ["METEOR", "Meteor", "load"]

METEOR: Final = str(Path(__file__).parent / "evaluate_module" / "meteor.py")
"""Path of the module, for ``evaluate.load``, which copies it into its cache."""

_ONE: Final = datasets.Value("string")


class Meteor(evaluate.Metric):  # type: ignore[misc]  # evaluate's types are not read
    """METEOR as NLTK defines it, over texts cut by NLTK's ``word_tokenize``.

    ``compute(predictions=, references=, alpha=, beta=, gamma=)`` returns ``{"meteor": mean}``, the
    mean of the segments' scores, from 0 to 1. It raises an ``InputError`` where a text is missing
    or there is none, and a ``ResourceError`` where NLTK's data punkt_tab is needed and not there.
    """

    def _info(self) -> Any:
        features = [
            datasets.Features({"predictions": _ONE, "references": datasets.Sequence(_ONE)}),
            datasets.Features({"predictions": _ONE, "references": _ONE}),
        ]
        return evaluate.MetricInfo(
            description=__doc__,
            citation="Banerjee and Lavie 2005, https://aclanthology.org/W05-0909",
            inputs_description=_INPUTS,
            features=features,
        )

    def _compute(
        self,
        predictions: Sequence[str | None],
        references: Sequence[str | Sequence[str | None] | None],
        alpha: float = 0.9,
        beta: float = 3,
        gamma: float = 0.5,
        *,
        preserve_line: bool = False,
    ) -> dict[str, float]:
        """Return the mean score, under the name "meteor"."""
        rows = zip(predictions, references, strict=True)
        scores = []
        for row, (prediction, given) in enumerate(rows):
            listed = [given] if isinstance(given, str) else given or ()
            texts = [text for text in listed if text is not None]
            if prediction is None or not texts:
                what = "prediction" if prediction is None else "reference"
                raise InputError(f"there is no {what} in row {row}; leave the row out")
            tokens, *others = (_words(text, preserve_line) for text in (prediction, *texts))
            scores.append(meteor_score(others, tokens, alpha=alpha, beta=beta, gamma=gamma))
        if not scores:
            raise InputError("there is nothing to score: predictions are empty")
        return {"meteor": float(np.mean(scores))}


_INPUTS: Final = """
Args:
    predictions: texts, one for each segment.
    references: a text, or a list of texts, for each segment.
    alpha: weight of recall against precision, 0 to 1; 0.9 by default.
    beta: exponent of the fragmentation, 0 or more; 3 by default.
    gamma: the greatest penalty, 0 to 1; 0.5 by default.
    preserve_line: take a text for one sentence, as NLTK's word_tokenize does if told so. That
        needs no data of NLTK's, and leaves a full stop inside a text at its word.
Returns:
    meteor: the mean of the segments' scores.
"""


def load(path: str, *arguments: Any, **options: Any) -> Any:
    """Load a module of ``evaluate``'s; "meteor" is the one of this package.

    Args:
        path: see ``evaluate.load``.
        *arguments: passed on to ``evaluate.load``.
        **options: the same.

    Returns:
        An ``evaluate.EvaluationModule``; ``Meteor`` for "meteor".
    """
    return evaluate.load(METEOR if path == "meteor" else path, *arguments, **options)


def _words(text: str, preserve_line: bool) -> list[str]:  # noqa: FBT001  # NLTK's own name
    from nltk.tokenize import word_tokenize

    try:
        words: list[str] = word_tokenize(text, preserve_line=preserve_line)
    except LookupError:
        raise ResourceError(
            "evaluate's METEOR cuts texts into sentences by NLTK's data punkt_tab, which are not "
            "installed; run: python -m nltk.downloader punkt_tab, or pass preserve_line=True"
        ) from None
    return words
