"""The adapter for torchmetrics; two processes of gloo's share their states."""

import json
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from meteor_core import InputError, InputTypeError, Meteor, MeteorError
from tests.adapters.conftest import Texts

pytestmark = pytest.mark.slow  # torch, where it is installed, loads for seconds
torch = pytest.importorskip("torch")
pytest.importorskip("torchmetrics")

WORKER = """
import json, sys, torch.distributed as dist
from meteorscope.adapters.torchmetrics import METEORScore
rank, meeting, texts = int(sys.argv[1]), sys.argv[2], json.loads(open(sys.argv[3]).read())
dist.init_process_group("gloo", init_method=f"file://{meeting}", rank=rank, world_size=2)
metric = METEORScore()
for hypothesis, references in texts[rank::2]:
    metric.update([hypothesis], [references])
print(repr(metric.compute().item()))
dist.destroy_process_group()
"""


def metric(**options: Any) -> Any:
    from meteorscope.adapters.torchmetrics import METEORScore

    return METEORScore(**options)


def test_updates_add_up_to_the_score_of_the_corpus(texts: Texts) -> None:
    meteor = metric(variant="lavie-agarwal-2007")
    rows = [*zip(texts.one, texts.other, strict=True)]
    meteor.update(texts.hypotheses[:20], rows[:20])
    meteor.update(iter(texts.hypotheses[20:]), iter(rows[20:]))
    corpus = Meteor("lavie-agarwal-2007").corpus(texts.hypotheses, [texts.one, texts.other])
    assert meteor.compute().item() == corpus.score
    assert meteor.result().statistics == corpus.statistics
    assert meteor.result().signature == corpus.signature
    copied = pickle.loads(pickle.dumps(meteor))
    assert copied.compute().item() == corpus.score
    assert (
        copied("the cat", ["the cat"]).item()
        == Meteor("lavie-agarwal-2007").score("the cat", ["the cat"]).score
    )
    assert copied.result().signature.references is None  # one segment has one reference
    copied.reset()
    assert copied.counts.sum() == 0


def test_processes_share_their_sums(texts: Texts, tmp_path: Path) -> None:
    rows = [*zip(texts.hypotheses, texts.one, texts.other, strict=True)][:33]
    listed = [(text, [one, other][: 1 + row % 2]) for row, (text, one, other) in enumerate(rows)]
    file = tmp_path / "texts.json"
    file.write_text(json.dumps(listed), encoding="utf-8")
    workers = [
        subprocess.Popen(
            [sys.executable, "-c", WORKER, str(rank), str(tmp_path / "meeting"), str(file)],
            stdout=subprocess.PIPE,
            text=True,
        )
        for rank in range(2)
    ]
    found = [float(worker.communicate(timeout=60)[0]) for worker in workers]
    sets: list[list[str | None]] = [
        [references[0] for _, references in listed],
        [references[1] if len(references) > 1 else None for _, references in listed],
    ]
    expected = Meteor().corpus([text for text, _ in listed], sets).score
    assert found == [expected, expected]


@pytest.mark.parametrize(
    ("preds", "target", "error", "message"),
    [
        (["a", "b"], ["a"], InputError, "preds has 2 texts and target 1; give the references"),
        (["a", "b", "c"], [["a", "b", "c"]], InputError, "preds has 3 texts and target 1"),
        ([1], ["a"], InputTypeError, "preds[0] must be a string, not int"),
        (["a"], ["b", "c"], InputError, "preds has 1 texts and target 2"),
        (["a"], "b", InputTypeError, "target must be a list of references, not one string: 'b'"),
        (["a"], [[]], InputError, "target[0] has no reference; leave that segment out"),
        (["a"], [[None]], InputError, "preds[0] cannot be scored against target[0]"),
        (["a"], [["b", 2.5]], InputTypeError, "target[0][1] must be a string, not float"),
        (None, ["a"], InputTypeError, "preds must be a list of strings, not NoneType"),
    ],
)
def test_mistakes_are_reported_in_one_line(
    preds: Any, target: Any, error: type[MeteorError], message: str
) -> None:
    meteor = metric()
    with pytest.raises(error) as raised:
        meteor.update(preds, target)
    assert str(raised.value).startswith(message)
    assert meteor.counts.sum() == 0
