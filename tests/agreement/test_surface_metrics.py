"""Scores of sacrebleu's metrics, in one process or several: those of sacrebleu itself."""

import math
import os
import pickle
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF
from sacrebleu.metrics.ter import TER

from meteor_core import ParameterError
from meteor_core.agreement import surface_metrics
from meteor_core.agreement.rated_set import RatedOutput, RatedSet
from meteor_core.agreement.surface_metrics import SURFACE_METRICS, surface_scores

THEIRS: dict[str, Any] = {
    "chrF": CHRF(),
    "chrF++": CHRF(word_order=2),
    "BLEU": BLEU(effective_order=True),
    "TER": TER(),
}
TEXTS = [
    ("the cat sat on the mat", ("on the mat sat the cat",)),
    ("", ("nothing",)),
    ("the cat sat on the mat", ("on the mat sat the cat",)),  # twice
    ("the cat sat on the mat", ("the cat sat", "a mat on a cat")),
    ("half \ud83d of \x00 a\u2028pair", ("half of a pair",)),
]


def rated(texts: list[tuple[str, tuple[str, ...]]]) -> RatedSet:
    outputs = [
        RatedOutput(
            system="A", segment=str(place), hypothesis=hypothesis, references=references, rating=0
        )
        for place, (hypothesis, references) in enumerate(texts)
    ]
    return RatedSet(name="a set", outputs=tuple(outputs))


@pytest.mark.parametrize("name", SURFACE_METRICS)
@pytest.mark.parametrize("jobs", [1, 2])
def test_scores_are_sacrebleus(name: str, jobs: int) -> None:
    texts = TEXTS * 3 + [(f"{word} of many", ("one of many",)) for word in "abcdefghijklmnopqrst"]
    sign = -1 if name == "TER" else 1
    expected = [sign * THEIRS[name].sentence_score(h, list(r)).score for h, r in texts]
    passed: list[int] = []

    def watch(blocks: Any) -> Any:
        for block in blocks:
            yield block
            passed.extend(block)

    scores, signature = surface_scores(name, rated(texts), watch, jobs=jobs)
    assert scores.tolist() == expected
    assert sorted(passed) == list(range(len(texts)))
    assert signature.startswith("nrefs:var|case:")
    assert surface_scores(name, rated(TEXTS[:3]))[1].startswith("nrefs:1|case:")


def test_equal_texts_are_scored_once(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    class Counting(TER):
        def sentence_score(self, hypothesis: str, references: Any) -> Any:
            seen.append(hypothesis)
            return super().sentence_score(hypothesis, references)

    metrics = {**surface_metrics._METRICS, "TER": Counting}
    monkeypatch.setattr(surface_metrics, "_METRICS", metrics)
    surface_scores("TER", rated(TEXTS * 10))
    assert sorted(seen) == sorted(hypothesis for hypothesis, _ in {*TEXTS})


def test_texts_that_ter_would_take_hours_for_have_no_score() -> None:
    many = " ".join(map(str, range(1001)))
    scores, _ = surface_scores("TER", rated([(many, ("a",)), ("a", (many,)), ("a", ("a",))]))
    assert [math.isnan(score) for score in scores] == [True, True, False]
    scores, _ = surface_scores("chrF", rated([(many, (many,))]))
    assert scores.tolist() == [100]


def test_scorers_can_be_sent_to_new_processes() -> None:
    made = pickle.loads(pickle.dumps(surface_metrics._block_scorer))
    assert made is surface_metrics._block_scorer


def test_unknown_metric_is_rejected() -> None:
    with pytest.raises(ParameterError, match="unknown metric 'chrf'; did you mean 'chrF'"):
        surface_scores("chrf", rated(TEXTS))
    with pytest.raises(ParameterError, match="jobs"):
        surface_scores("chrF", rated(TEXTS), jobs=0)


def test_an_interrupt_ends_all_processes_quietly(tmp_path: Path) -> None:
    # Much work, in blocks of little: a block that has begun is finished before the process ends.
    words = [f"w{place}" for place in range(12)]
    row, reversed_row = " ".join(words), " ".join(words[::-1])
    rows = "".join(f"A\t{n}\t1\t{row} {n}\t{reversed_row}\n" for n in range(3_000))
    table = tmp_path / "r.tsv"
    table.write_text(f"system\tsegment\trating\tmt\tref\n{rows}", encoding="utf-8")
    command = [sys.executable, "-m", "meteorscope", "agree", str(table), "--others", "TER"]
    with subprocess.Popen(
        [*command, "--jobs", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        while not children(process.pid):
            assert process.poll() is None
            time.sleep(0.05)
        started = children(process.pid)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        stdout, stderr = process.communicate(timeout=120)
    assert (process.returncode, stdout, stderr) == (130, b"", b"meteorscope: interrupted\n")
    assert not any(Path(f"/proc/{child}").exists() for child in started)


def children(process: int) -> list[str]:
    file = Path(f"/proc/{process}/task/{process}/children")
    return file.read_text(encoding="ascii").split() if file.exists() else []
