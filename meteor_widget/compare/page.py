"""The page of compared systems that ``meteorscope compare -o FILE.html`` writes."""

from collections.abc import Mapping
from typing import Any

from meteor_core.comparison.texts import ComparedTexts
from meteor_core.errors import InputError


def comparison_page(
    texts: ComparedTexts,
    options: Mapping[str, Any],
    *,
    baseline: str | None,
    method: str,
    samples: int,
    seed: int | None,
) -> str:
    """Return the page as HTML.

    Args:
        texts: that are compared.
        options: of the scorer.
        baseline: name of a system; None for the first.
        method: of the test.
        samples: of the test.
        seed: of its random numbers.

    Raises:
        InputError: a segment has not as many references as others.
    """
    from .. import CompareView  # it needs the packages of a notebook, and says so

    if any(None in each for each in texts.references):
        raise InputError("a page needs as many references for each segment; name complete ones")
    view = CompareView(
        dict(texts.systems),
        [list(each) for each in texts.references],
        baseline=baseline,
        method=method,
        samples=samples,
        seed=seed,
        **options,
    )
    try:
        view.wait()
        return view.to_html(title=f"METEOR: {len(texts.systems)} systems {texts.title}")
    finally:
        view.close()
