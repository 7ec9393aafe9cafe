"""The tests of systems, by the names that people choose them by."""

from typing import Final

from meteor_core.analysis.significance import (
    BOOTSTRAP_SAMPLES,
    RANDOMISATION_SAMPLES,
    Bootstrap,
    Randomisation,
)

DEFAULT_SAMPLES: Final = {
    "bootstrap": BOOTSTRAP_SAMPLES,
    "randomisation": RANDOMISATION_SAMPLES,
}
"""Of each method, as in sacrebleu."""


def chosen_test(method: str, *, samples: int, seed: int | None) -> Bootstrap | Randomisation:
    """A test.

    Args:
        method: one of ``DEFAULT_SAMPLES``.
        samples: resampled test sets, or shufflings.
        seed: of the random numbers; None takes others every time.
    """
    if method == "bootstrap":
        return Bootstrap(samples=samples, seed=seed)
    return Randomisation(samples=samples, confidence_samples=BOOTSTRAP_SAMPLES, seed=seed)
