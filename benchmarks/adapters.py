"""Whether the adapters give the numbers of the tools whose place they take, and how fast.

    python -m benchmarks.adapters [--data FOLDER] [--segments N] [--evaluate FILE]
                                  [--nltk-data FOLDER] [--write]

Real segments (WMT21, Czech to English, two references) go through each tool and through the adapter
for it, in one run. Printed, in Markdown: the largest difference of a segment, and the times; then
the same system's score under each definition; then the first pass over 3,000 segments (three
systems against one reference), each in a new process. ``--write`` puts the tables into
docs/coming-from.md.

A tool that is not installed is left out. Hugging Face's metric is on their hub: ``--evaluate`` is
their file metrics/meteor/meteor.py, and ``--nltk-data`` a folder with NLTK's punkt_tab. Times
are the processor's for 1,000 segments, both in turn, the least of five passes after a first one,
in which every word is new. Java runs in a process of its own: for METEOR 1.5's jar, and the adapter
for it, times are those of the clock on the wall.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from statistics import fmean
from typing import Any, Final, NamedTuple, TypeAlias

import nltk
from nltk.translate import meteor_score as nltks

from benchmarks.corpora import REAL_DATA, ROOT
from benchmarks.tables import replace_section, table, times
from meteor_core import Meteor
from meteor_core.adapters import nltk as adapter
from tests.core.wordnet_files import nltk_reader, write_dictionary

DOCUMENT: Final = ROOT / "docs" / "coming-from.md"
PASSES: Final = 5


class Texts(NamedTuple):
    """Parallel texts."""

    hypotheses: list[str]
    one: list[str]
    other: list[str]

    @property
    def pairs(self) -> list[list[str]]:
        """The references of each segment."""
        return [list(pair) for pair in zip(self.one, self.other, strict=True)]


Compute: TypeAlias = Callable[[], list[float]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Timed:
    """What was computed, and in how many seconds: at first, and at best."""

    value: list[float]
    first: float
    least: float


def main() -> None:
    """Measure, print, and write where that is asked for."""
    arguments = _arguments()
    if arguments.first_pass:
        tool, nltk_data = arguments.first_pass
        print(json.dumps(_passes_of(tool, Path(nltk_data), arguments.data)))
        return
    texts = read(arguments.data, arguments.segments)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        os.environ |= {"HF_HUB_OFFLINE": "1", "HF_HOME": str(folder / "hf")}
        write_dictionary(folder / "corpora/wordnet")
        (folder / "corpora/omw-1.4").mkdir()
        (folder / "corpora/omw-1.4/README").touch()
        wordnet = stack.enter_context(nltk_reader(folder))
        if arguments.nltk_data:
            nltk.data.path.insert(0, str(arguments.nltk_data))
        rows = list(equality(texts, wordnet, arguments.evaluate))
        scores = list(definitions(texts, punkt=arguments.nltk_data is not None))
        first = first_passes(arguments.data, folder)
    compared = table(
        ["in place of", "largest difference", "theirs", "the adapter", "as fast"], rows
    )
    numbers = table(["definition", "computed by", "one reference", "two references"], scores)
    print(compared, numbers, first, sep="\n\n")
    if arguments.write:
        replace_section(DOCUMENT, "equality", compared)
        replace_section(DOCUMENT, "definitions", numbers)
        replace_section(DOCUMENT, "first pass", first)


def equality(texts: Texts, wordnet: Any, metric: Path | None) -> Iterator[list[str]]:
    """A row for each tool: how near the adapter's numbers are, and how fast it is."""
    hypotheses = [text.split() for text in texts.hypotheses]
    references = [[text.split() for text in pair] for pair in texts.pairs]
    rows = list(zip(references, hypotheses, strict=True))
    yield _row(
        "NLTK, `meteor_score`",
        lambda: [nltks.meteor_score(*row, wordnet=wordnet) for row in rows],
        lambda: [adapter.meteor_score(*row) for row in rows],
    )
    if metric is not None and find_spec("evaluate"):
        yield _evaluate_row(texts, metric)
    if find_spec("pycocoevalcap"):
        yield _captions_row(texts)
    yield from _rows_of_sums(texts)


def definitions(texts: Texts, *, punkt: bool) -> Iterator[list[str]]:
    """A row for each definition: its score of the same system."""
    sets = ([texts.one], [texts.one, texts.other])

    def nltk_mean(cut: Callable[[str], list[str]]) -> list[str]:
        tokens = [cut(text) for text in texts.hypotheses]
        return [
            f"{fmean(_nltk_scores(tokens, [list(map(cut, each)) for each in chosen])):.4f}"
            for chosen in sets
        ]

    def corpus(meteor: Meteor) -> list[str]:
        return [f"{meteor.corpus(texts.hypotheses, chosen).score:.4f}" for chosen in sets]

    def mean(meteor: Meteor) -> list[str]:
        return [f"{fmean(meteor.batch(texts.hypotheses, chosen).score):.4f}" for chosen in sets]

    yield [
        "words between white space, mean of segments",
        "NLTK with `text.split()`",
        *nltk_mean(str.split),
    ]
    if punkt:
        yield [
            "words of NLTK's `word_tokenize`, mean of segments",
            "evaluate",
            *nltk_mean(nltk.word_tokenize),
        ]
    if find_spec("pycocoevalcap"):
        program = Meteor("meteor-1.5")
        yield ["METEOR 1.5, corpus", "the jar, pycocoevalcap", *corpus(program)]
        yield ["METEOR 1.5, mean of segments", "some scripts around the jar", *mean(program)]
    yield ["`classic`, corpus", "Meteorscope, its sacrebleu and torchmetrics", *corpus(Meteor())]
    yield ["`classic`, mean of segments", "`fmean(batch.score)`", *mean(Meteor())]


def first_passes(data: Path, nltk_data: Path) -> str:
    """A table of the first passes of new processes, the tools in turn, and of their second ones."""
    found: dict[str, list[list[float]]] = {"nltk": [], "adapter": []}
    for _ in range(PASSES):
        for tool, passes in found.items():
            command = [sys.executable, "-m", "benchmarks.adapters", "--data", str(data)]
            command += ["--first-pass", tool, str(nltk_data)]
            done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT)
            passes.append(json.loads(done.stdout))
    if len({score for passes in found.values() for *_, score in passes}) != 1:
        raise SystemExit("the adapter's scores are not those of NLTK")
    least = {
        tool: [min(column) for column in zip(*each, strict=True)] for tool, each in found.items()
    }
    names = {"nltk": "NLTK, `meteor_score`", "adapter": "the adapter"}
    rows = [
        [name, *(f"{1e3 * seconds:,.0f} ms" for seconds in least[tool][:2])]
        for tool, name in names.items()
    ]
    ratios = [a / b for a, b in zip(least["nltk"], least["adapter"], strict=True)]
    rows.append(["as fast", *map(times, ratios[:2])])
    return table(["3,000 segments", "first pass of a process", "second pass"], rows)


def _passes_of(tool: str, nltk_data: Path, data: Path) -> list[float]:
    """The seconds of two passes, and the sum of all scores."""
    others = [text.split() for text in _lines(data / "ref.A.en")]
    rows = [
        ([other], text.split())
        for system in ("Online-A", "Facebook-AI", "CUNI-DocTransformer")
        for text, other in zip(_lines(data / f"hyp.{system}.en"), others, strict=True)
    ]
    with nltk_reader(nltk_data) as wordnet:
        scored: dict[str, Compute] = {
            "nltk": lambda: [nltks.meteor_score(*row, wordnet=wordnet) for row in rows],
            "adapter": lambda: [adapter.meteor_score(*row) for row in rows],
        }
        seconds = []
        for _ in range(2):
            began = time.process_time()
            scores = scored[tool]()
            seconds.append(time.process_time() - began)
        return [*seconds, sum(scores)]


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").split("\n")[:-1]


def read(data: Path, segments: int) -> Texts:
    """The texts of a folder, as many as asked for."""
    names = ("hyp.Online-A.en", "ref.A.en", "ref.B.en")
    return Texts(*(_lines(data / name)[:segments] for name in names))


def timed(computations: Sequence[Compute], clock: Callable[[], float]) -> list[Timed]:
    """Compute several things in turn, again and again."""
    seconds: list[list[float]] = [[] for _ in computations]
    values: list[list[float]] = [[] for _ in computations]
    for _ in range(1 + PASSES):
        for number, compute in enumerate(computations):
            began = clock()
            values[number] = compute()
            seconds[number].append(clock() - began)
    return [
        Timed(value=value, first=each[0], least=min(each[1:]))
        for value, each in zip(values, seconds, strict=True)
    ]


def _evaluate_row(texts: Texts, metric: Path) -> list[str]:
    import evaluate

    from meteor_core.adapters.evaluate import METEOR

    nltk.download = lambda *_, **__: True  # what it would download is in the folder
    modules = [evaluate.load(path) for path in (str(metric), METEOR)]
    pairs = texts.pairs

    def computed(module: Any) -> list[float]:
        found = module.compute(predictions=texts.hypotheses, references=pairs)
        return [found["meteor"]]

    one, other = (partial(computed, module) for module in modules)
    return _row("Hugging Face evaluate, `meteor`", one, other)


def _captions_row(texts: Texts) -> list[str]:
    from pycocoevalcap.meteor.meteor import Meteor as Program

    from meteor_core.adapters.pycocoevalcap import Meteor as Adapter

    gts = dict(enumerate(texts.pairs))
    res = {row: [text] for row, text in enumerate(texts.hypotheses)}

    def computed(scorer: Any) -> list[float]:
        whole, each = scorer.compute_score(gts, res)
        return [whole, *each]

    one, other = partial(computed, Program()), partial(computed, Adapter())
    return _row("pycocoevalcap, METEOR 1.5's jar", one, other, clock=time.perf_counter)


def _rows_of_sums(texts: Texts) -> Iterator[list[str]]:
    """Adapters whose numbers are our own, beside ``Meteor.batch``."""
    sets = [texts.one, texts.other]
    meteor = Meteor()

    def plain() -> list[float]:
        return [meteor.corpus_result(meteor.batch(texts.hypotheses, sets).total).score]

    if find_spec("sacrebleu"):
        from meteor_core.adapters.sacrebleu import METEOR

        metric = METEOR()
        yield _row(
            "`Meteor.batch`, through sacrebleu",
            plain,
            lambda: [metric.corpus_score(texts.hypotheses, sets).score / 100],
        )
    if find_spec("torchmetrics"):
        from meteor_core.adapters.torchmetrics import METEORScore

        summed, pairs = METEORScore(), texts.pairs

        def computed() -> list[float]:
            summed.reset()
            summed.update(texts.hypotheses, pairs)
            return [summed.compute().item()]

        yield _row("`Meteor.batch`, through torchmetrics", plain, computed)


def _row(
    name: str,
    one: Compute,
    other: Compute,
    *,
    clock: Callable[[], float] = time.process_time,
) -> list[str]:
    theirs, ours = timed([one, other], clock)
    largest = max(abs(a - b) for a, b in zip(theirs.value, ours.value, strict=True))
    return [
        name,
        "none" if largest == 0 else f"{largest:.0e}",
        _seconds(theirs),
        _seconds(ours),
        times(theirs.least / ours.least),
    ]


def _seconds(timing: Timed) -> str:
    return f"{timing.least:.3f} s (first {timing.first:.2f} s)"


def _nltk_scores(
    tokens: Sequence[list[str]], references: Sequence[Sequence[list[str]]]
) -> list[float]:
    rows = zip(tokens, zip(*references, strict=True), strict=True)
    return [adapter.meteor_score(list(others), words) for words, others in rows]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=REAL_DATA / "wmt21" / "cs-en")
    parser.add_argument("--segments", type=int, default=1000)
    parser.add_argument("--evaluate", type=Path, metavar="FILE")
    parser.add_argument("--nltk-data", type=Path, metavar="FOLDER")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--first-pass", nargs=2, help=argparse.SUPPRESS)  # a process of its own
    return parser.parse_args()


if __name__ == "__main__":
    main()
