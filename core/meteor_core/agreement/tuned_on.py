"""Whether a tuned variant has seen the ratings that it is measured on."""

from collections.abc import Iterator

from ..options import MeteorOptions
from ..tuned import TunedVariant


def notes_on_tuning(options: MeteorOptions, digest: str) -> Iterator[str]:
    """Yield a sentence if the variant of a scorer was tuned on a set.

    Args:
        options: of the scorer.
        digest: of the set.
    """
    tuned = options.variant
    if not isinstance(tuned, TunedVariant):
        return
    data = tuned.tuning.get("data", ())
    known = [one.get("sha256") for one in data if isinstance(one, dict)]
    if digest in known:
        yield (
            f"{tuned.name} was tuned on these very ratings, so its agreement with them is "
            "flattered; what it reached on ratings that were left out is in that file"
        )
