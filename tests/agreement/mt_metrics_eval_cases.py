"""Makes ``mt_metrics_eval_cases.json``: what mt-metrics-eval says of ratings and scores.

    python -m tests.agreement.mt_metrics_eval_cases REPOSITORY

REPOSITORY is a clone of github.com/google-research/mt-metrics-eval (Apache-2.0), with or without a
work tree; SciPy and NumPy are needed. The file has numbers alone, and the commit that gave them.
"""

import importlib
import io
import json
import math
import random
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).with_suffix(".json")
PACKAGE: Final = "mt_metrics_eval"

SHAPES: Final = ((2, 12), (3, 7), (5, 20), (8, 40), (12, 25))
"""Systems and segments."""


def main() -> None:
    """Ask the package of a clone, and write its answers."""
    repository = Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        commit = unpack(repository, Path(folder))
        sys.path.insert(0, folder)
        stats = importlib.import_module(f"{PACKAGE}.stats")

        found = [{**case, "measures": measures(stats, **case)} for case in cases()]
    lines = ",\n".join(json.dumps(case) for case in found)
    head = f'"package": "{PACKAGE}", "commit": "{commit}"'
    FILE.write_text(f'{{{head}, "cases": [\n{lines}\n]}}\n', encoding="utf-8")


def unpack(repository: Path, folder: Path) -> str:
    """Write the package's modules to a folder; return the commit that they are of."""
    git = ["git", "-C", str(repository)]
    head = subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True)
    archive = [*git, "archive", "HEAD", f"{PACKAGE}/"]
    packed = subprocess.run(archive, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as files:
        files.extractall(folder, filter="data")
    return head.stdout.strip()


def cases() -> Iterator[dict[str, Any]]:
    """Yield ratings and scores by system and segment, with ties and gaps or without."""
    dice = random.Random(15)
    for systems, segments in SHAPES:
        for missing in (0.0, 0.2):
            for whole in (True, False):
                rows = range(systems)
                quality = [dice.gauss(0, 1) for _ in rows]
                ratings = [
                    [
                        None if dice.random() < missing else -abs(round(dice.gauss(q, 2)))
                        for _ in range(segments)
                    ]
                    for q in quality
                ]
                scores = [
                    [
                        round(10 * drawn) if whole else round(drawn, 6)
                        for drawn in (dice.gauss(q / 3, 0.5) for _ in range(segments))
                    ]
                    for q in quality
                ]
                yield {"ratings": ratings, "scores": scores}


def measures(stats: Any, ratings: Sequence[Any], scores: Sequence[Any]) -> dict[str, float]:
    """Return what the package says, by our names of measures."""
    systems, segments = len(ratings), len(ratings[0])
    both = stats.Correlation(systems, sum(ratings, []), sum(scores, []))  # noqa: RUF017  # few
    numbers = [sum(row[place] is not None for row in ratings) for place in range(segments)]
    found = {
        "pearson": both.Pearson()[0],
        "spearman": both.Spearman()[0],
        "pearson_by_segment": both.Pearson("item")[0],
        "kendall": both.Kendall("item")[0],
    }
    if min(numbers) > 1:
        found["acc_eq"] = both.KendallWithTiesOpt("item", sample_rate=1.0)[0]
    if set(numbers) == {systems}:  # it takes means over segments, and we a share of all pairs
        found["pairwise_labels"] = both.KendallVariants("item", variant="acc23")[0]
        if all(isinstance(score, int) for row in scores for score in row):
            # The package adds in single precision, which is exact for whole numbers alone.
            found["spa"] = both.PairwiseConfidenceError()[0]
    return {name: float(value) for name, value in found.items() if math.isfinite(value)}


if __name__ == "__main__":
    main()
