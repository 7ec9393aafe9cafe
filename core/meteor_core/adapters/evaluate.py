"""Hugging Face ``evaluate``'s metric ``meteor``, without downloads.

>>> from meteor_core.adapters import evaluate  # in place of: import evaluate
>>> meteor = evaluate.load("meteor")  # doctest: +SKIP
>>> meteor.compute(predictions=["We danced"], references=["We danced"])  # doctest: +SKIP
{'meteor': 0.9375}

``evaluate.load(METEOR)`` of the package itself loads this metric. Equal to the metric of
https://github.com/huggingface/evaluate (metrics/meteor/meteor.py) with NLTK 3.10: both cut texts by
NLTK's ``word_tokenize``, which needs NLTK's data ``punkt_tab`` to find the ends of sentences, and
both return the mean of the segments' scores.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from ..errors import InputError, ResourceError, require_package
from ..text.streams import require_stream, require_string
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
    mean of the segments' scores, from 0 to 1. It raises what ``add_batch`` does, an ``InputError``
    where there is nothing to score, a ``ParameterError`` for a number out of its range, and a
    ``ResourceError`` where NLTK's data punkt_tab is needed and not there.
    """

    def add(self, *, prediction: Any = None, reference: Any = None, **options: Any) -> None:
        """Add a segment; see ``add_batch``."""
        self.add_batch(predictions=[prediction], references=[reference], **options)

    def add_batch(self, *, predictions: Any = None, references: Any = None, **options: Any) -> None:
        """Add segments.

        Args:
            predictions: texts, one for each segment.
            references: a text, or a list of texts, for each segment; None in a list is left out.
            **options: passed on to ``evaluate``.

        Raises:
            InputError: there are more of the one than of the other, or a segment lacks a text.
            InputTypeError: a value is neither a text nor a list of texts.
        """
        texts, others = _checked(predictions, references)
        super().add_batch(predictions=texts, references=others, **options)

    def _info(self) -> Any:
        features = datasets.Features({"predictions": _ONE, "references": datasets.Sequence(_ONE)})
        return evaluate.MetricInfo(
            description=__doc__,
            citation="Banerjee and Lavie 2005, https://aclanthology.org/W05-0909",
            inputs_description=_INPUTS,
            features=features,
        )

    def _compute(
        self,
        predictions: Sequence[str],
        references: Sequence[Sequence[str]],
        alpha: float = 0.9,
        beta: float = 3,
        gamma: float = 0.5,
        *,
        preserve_line: bool = False,
    ) -> dict[str, float]:
        """Return the mean score, under the name "meteor"."""
        scores = []
        for prediction, texts in zip(predictions, references, strict=True):
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
        **options: of ``Meteor``.

    Returns:
        An ``evaluate.EvaluationModule``; ``Meteor`` for "meteor".
    """
    return evaluate.load(METEOR if path == "meteor" else path, *arguments, **options)


def _checked(predictions: Any, references: Any) -> tuple[list[str], list[list[str]]]:
    """Return the prediction of each segment, and the list of its references."""
    require_stream("predictions", predictions)
    require_stream("references", references)
    texts, given = list(predictions), list(references)
    if len(texts) != len(given):
        raise InputError(
            f"predictions has {len(texts):,} texts and references {len(given):,}; give each "
            "prediction its reference, or the list of its references"
        )
    for row, text in enumerate(texts):
        if text is None:
            raise InputError(f"there is no prediction in row {row}; leave the row out")
        require_string(f"predictions[{row}]", text)
    return texts, [_references(row, each) for row, each in enumerate(given)]


def _references(row: int, given: Any) -> list[str]:
    if given is not None and not isinstance(given, str):
        require_stream(f"references[{row}]", given)
    listed = [given] if given is None or isinstance(given, str) else given
    texts = [text for text in listed if text is not None]
    if not texts:
        raise InputError(f"there is no reference in row {row}; leave the row out")
    for at, text in enumerate(texts):
        require_string(f"references[{row}][{at}]", text)
    return texts


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
