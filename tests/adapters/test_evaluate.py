"""The adapter for Hugging Face's evaluate, loaded by evaluate.

Its own metric is on its hub. What that computes (metrics/meteor/meteor.py) is ``expected`` here:
NLTK's score of the tokens of NLTK's ``word_tokenize``, and numpy's mean.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nltk
import numpy as np
import pytest
from nltk.tokenize.punkt import PunktTrainer, save_punkt_params
from nltk.translate.meteor_score import meteor_score

from meteor_core import InputError, InputTypeError, ParameterError, ResourceError
from tests.adapters.conftest import Texts
from tests.core.wordnet_files import nltk_reader, write_dictionary

pytestmark = pytest.mark.slow  # evaluate and what it needs load for seconds
pytest.importorskip("evaluate")


@pytest.fixture(scope="module")
def wordnet(tmp_path_factory: pytest.TempPathFactory, texts: Texts) -> Iterator[Any]:
    """NLTK's reader, with data of sentences trained on the texts at hand."""
    folder = tmp_path_factory.mktemp("nltk_data")
    write_dictionary(folder / "corpora/wordnet")
    punkt = folder / "tokenizers/punkt_tab/english"
    punkt.mkdir(parents=True)
    trainer = PunktTrainer(
        "\n".join([*texts.one, "Mr. Smith met Dr. Jones etc. in the U.S. today."])
    )
    with nltk_reader(folder) as reader:
        save_punkt_params(trainer.get_params(), str(punkt))
        yield reader


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The cache of evaluate, which is else the user's."""
    folder = tmp_path_factory.mktemp("huggingface")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("evaluate.config.HF_MODULES_CACHE", str(folder / "modules"))
        patch.setattr("evaluate.config.HF_METRICS_CACHE", str(folder / "metrics"))
        yield


@pytest.fixture
def module(tmp_path: Path) -> Any:
    """The metric as ``evaluate.load`` gives it, without network."""
    import evaluate

    from meteorscope.adapters.evaluate import METEOR

    return evaluate.load(METEOR, cache_dir=str(tmp_path))


def expected(
    predictions: list[str], references: list[list[str]], wordnet: Any, **options: float
) -> float:
    scores = [
        meteor_score(
            [nltk.word_tokenize(text) for text in texts],
            nltk.word_tokenize(prediction),
            wordnet=wordnet,
            **options,
        )
        for prediction, texts in zip(predictions, references, strict=True)
    ]
    return float(np.mean(scores))


def test_texts_score_what_evaluates_metric_gives_them(
    module: Any, texts: Texts, wordnet: Any
) -> None:
    two = [f"{one} {other}" for one, other in zip(texts.one, texts.other, strict=True)]  # sentences
    flat = module.compute(predictions=texts.hypotheses, references=two)
    assert flat == {"meteor": expected(texts.hypotheses, [[text] for text in two], wordnet)}
    nested = [list(pair) for pair in zip(texts.one, texts.other, strict=True)]
    options = {"alpha": 0.7, "beta": 1.5, "gamma": 0.3}
    found = module.compute(predictions=texts.hypotheses, references=nested, **options)
    assert found == {"meteor": expected(texts.hypotheses, nested, wordnet, **options)}


def test_batches_add_up(module: Any, texts: Texts, wordnet: Any) -> None:
    module.add_batch(predictions=texts.hypotheses[:3], references=texts.one[:3])
    module.add(prediction=texts.hypotheses[3], reference=texts.one[3])
    whole = expected(texts.hypotheses[:4], [[text] for text in texts.one[:4]], wordnet)
    assert module.compute() == {"meteor": whole}


def test_generators_and_mixed_lists_are_accepted(module: Any, wordnet: Any) -> None:
    rows = iter(["a b", "c d"]), iter(["a b", ["c", None, "c d"]])
    assert module.compute(predictions=rows[0], references=rows[1])["meteor"] == 0.9375


def test_load_takes_the_name_of_evaluates_own(wordnet: Any) -> None:
    from meteorscope.adapters import evaluate

    module = evaluate.load("meteor", keep_in_memory=True)
    assert round(module.compute(predictions=["a b"], references=["a b"])["meteor"], 4) == 0.9375


def test_missing_sentence_data_has_a_remedy(module: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nltk.data.path", [])
    monkeypatch.setattr("nltk.tokenize._get_punkt_tokenizer", nltk.PunktTokenizer)
    with pytest.raises(ResourceError, match="run: python -m nltk"):
        module.compute(predictions=["a b"], references=["a b"])
    found = module.compute(predictions=["a b."], references=["a b."], preserve_line=True)
    assert found["meteor"] == pytest.approx(1 - 0.5 / 27)


@pytest.mark.parametrize(
    ("inputs", "error", "message"),
    [
        (
            {"predictions": ["a"], "references": ["a", "b"]},
            InputError,
            "predictions has 1 texts and references 2; give each prediction its reference",
        ),
        (
            {"predictions": ["a", None], "references": ["a", "b"]},
            InputError,
            "no prediction in row 1",
        ),
        (
            {"predictions": ["a"], "references": [None]},
            InputError,
            "there is no reference in row 0",
        ),
        ({"predictions": ["a"], "references": [[]]}, InputError, "there is no reference in row 0"),
        (
            {"predictions": [1], "references": ["a"]},
            InputTypeError,
            r"predictions\[0\] must be a string, not int",
        ),
        (
            {"predictions": "ab", "references": ["a", "b"]},
            InputTypeError,
            "predictions must be a list of strings, not one string: 'ab'",
        ),
        (
            {"predictions": ["a"], "references": [[b"a"]]},
            InputTypeError,
            r"references\[0\]\[0\] must be a string, not bytes",
        ),
        ({"predictions": [], "references": []}, InputError, "there is nothing to score"),
        ({"predictions": ["a"], "references": ["a"], "gamma": 2}, ParameterError, "gamma is 2.0"),
    ],
)
def test_mistakes_are_reported(
    module: Any, wordnet: Any, inputs: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        module.compute(**inputs)
