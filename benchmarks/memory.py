"""Peak memory of ``meteorscope score`` on files of different lengths.

    python benchmarks/memory.py [LINES ...]

Every line is a sentence of the examples with two words that stand in no other line, so that the
vocabulary grows with the file, as it does in a corpus.
"""

import multiprocessing
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from meteor_core.line_files import read_segments

EXAMPLES = Path(__file__).parents[1] / "examples"


def peak_megabytes(lines: int) -> float:
    """The peak of one run; has to be called in a process that ran nothing else before."""
    with tempfile.TemporaryDirectory() as name:
        files = [str(Path(name) / role) for role in ("hyp", "ref")]
        for role, file in zip(("hyp", "ref"), files, strict=True):
            sentences = list(read_segments(str(EXAMPLES / f"city-news.{role}.en")))
            with Path(file).open("w", encoding="utf-8") as out:
                out.writelines(
                    f"{sentences[n % len(sentences)]} {role}{n} x{n}\n" for n in range(lines)
                )
        command = [sys.executable, "-m", "meteor_core", "score", *files, "--segments"]
        subprocess.run([*command, "--format", "json"], check=True, stdout=subprocess.DEVNULL)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def main() -> None:
    """Print the table of docs/performance.md."""
    sizes = [int(argument) for argument in sys.argv[1:]] or [1_000, 100_000]
    print("| segments | peak memory |")
    print("|---|---|")
    for lines in sizes:
        with multiprocessing.Pool(1) as pool:
            print(f"| {lines:,} | {pool.apply(peak_megabytes, (lines,)):.0f} MB |", flush=True)


if __name__ == "__main__":
    main()
