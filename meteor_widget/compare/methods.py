"""The tests of systems, by name."""

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
"""Default number of samples of each method, as in sacrebleu."""


def chosen_test(method: str, *, samples: int, seed: int | None) -> Bootstrap | Randomisation:
    """Return the test to run.

    Args:
        method: one of ``DEFAULT_SAMPLES``.
        samples: number of resampled test sets, or of shufflings.
        seed: seed of the random numbers; None draws new ones every time.
    """
    if method == "bootstrap":
        return Bootstrap(samples=samples, seed=seed)
    return Randomisation(samples=samples, confidence_samples=BOOTSTRAP_SAMPLES, seed=seed)
