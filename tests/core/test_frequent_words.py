"""The file of frequent words says what the analysis of words finds, and the kernel reads it."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from meteor_core import Meteor
from meteor_core.runtime.implementation import chosen_implementation
from meteor_core.words.lexicon.frequent_words import PATH
from meteor_core.words.stages.stem import snowball
from meteor_core.words.vocabulary import Vocabulary
from tests.core.test_compiled_vocabulary import as_they_come

SCRIPT = Path(__file__).parents[2] / "scripts/build_frequent_words.py"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("build_frequent_words", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_word_has_the_stem_and_the_synsets_that_are_found_for_it(script: ModuleType) -> None:
    content = PATH.read_bytes()
    assert script.build(script.words_of(content)) == content, f"run {SCRIPT} again"


@pytest.mark.skipif(
    chosen_implementation().name == "python", reason="no compiled kernel in this process"
)
@pytest.mark.parametrize("stages", [None, ["exact", "stem"], ["stem", "synonym"]])
def test_the_kernel_knows_of_them_what_python_finds(
    script: ModuleType, stages: list[str] | None
) -> None:
    """Words, stems that are no words, and words that share a stem with these."""
    from meteor_core.batch.compiled_vocabulary import CompiledVocabulary

    configuration = Meteor(stages=stages, tokenizer="whitespace").configuration
    listed = script.words_of(PATH.read_bytes())
    others = [f"{word}{end}" for word in listed[::20] for end in ("ings", "ly", "ers", "xx")]
    words = [*others[::2], *listed, *snowball("en").only_keys(listed), *others[1::2]]
    python = Vocabulary(
        stages=configuration.stages,
        fold=configuration.words.fold,
        function_words=configuration.words.function_words,
    )
    compiled = CompiledVocabulary(configuration)
    for batch in (words[:7], words):
        compiled.rows([" ".join(batch)], configuration.tokenizer.for_kernel())
        assert compiled.kernel.find(batch) == python.words(batch)[0]
    for stage, keys in enumerate(python.keys):
        if not keys.identity:
            numbers = range(compiled.kernel.types)
            found = [compiled.kernel.hypothesis_keys(stage, number) for number in numbers]
            assert as_they_come(found) == as_they_come(keys.hypothesis)
