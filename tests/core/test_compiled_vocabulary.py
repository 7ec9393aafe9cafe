"""The kernel's analysis of words is Python's: types, keys, function words, word for word."""

from collections.abc import Iterable, Sequence

import pytest

from meteor_core import Meteor
from meteor_core.runtime.implementation import chosen_implementation
from meteor_core.variants import VariantName
from meteor_core.words.stages import stem
from meteor_core.words.vocabulary import Vocabulary
from tests.core.test_type_analysis import WORDS

pytestmark = pytest.mark.skipif(
    chosen_implementation().name == "python", reason="no compiled kernel in this process"
)

SURFACES = [
    *(word for word in WORDS if word and not word.isspace() and "\t" not in word),
    *("I", "\u0131", "İ", "i", "DIŞ", "dış", "ΣΊΣΥΦΟΣ", "σίσυφος", "\u212a", "k", "\u212b"),
    *(
        "\ufb01ne",
        "Fine",
        "a\u00adb",
        "ab",
        "AB",
        "é",
        "E\u0301",
        "x" * 40,
        "X" * 40,
        "été" * 12,
        "running",
        "RUNS",
    ),
]


def as_they_come(keys: Iterable[Sequence[int]]) -> list[list[int]]:
    """Keys of types, numbered as they are met: what number a key has is nobody's business."""
    numbers: dict[int, int] = {}
    return [[numbers.setdefault(key, len(numbers)) for key in each] for each in keys]


@pytest.mark.parametrize("size", [1, 7, len(SURFACES)])
@pytest.mark.parametrize(
    ("variant", "language"),
    [
        ("classic", "en"),
        ("classic", "tr"),
        ("classic", "fi"),
        ("banerjee-lavie-2005", "en"),
        ("nltk", "en"),
    ],
)
def test_words_mean_to_the_kernel_what_they_mean_to_python(
    variant: VariantName, language: str, size: int
) -> None:
    from meteor_core.batch.compiled_vocabulary import CompiledVocabulary

    configuration = Meteor(variant, language, tokenizer="whitespace").configuration
    words = configuration.words
    python = Vocabulary(
        stages=configuration.stages, fold=words.fold, function_words=words.function_words
    )
    compiled = CompiledVocabulary(configuration)
    for start in range(0, len(SURFACES), size):
        batch = SURFACES[start : start + size]
        compiled.rows(batch, configuration.tokenizer.for_kernel())
        types, function_words = python.words(batch)
        assert compiled.kernel.find(batch) == types
        assert list(map(compiled.kernel.is_function_word, types)) == function_words
    for stage, keys in enumerate(python.keys):
        numbers = range(0 if keys.identity else compiled.kernel.types)
        assert as_they_come(
            [
                *(compiled.kernel.hypothesis_keys(stage, number) for number in numbers),
                *(compiled.kernel.reference_keys(stage, number) for number in numbers),
            ]
        ) == as_they_come(
            [
                *(keys.hypothesis[number] for number in numbers),
                *(keys.reference[number] for number in numbers),
            ]
        )


def test_a_stage_that_fails_leaves_the_kernels_vocabulary_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from meteor_core.batch.compiled_vocabulary import CompiledVocabulary

    configuration = Meteor("classic").configuration
    tokenizer = configuration.tokenizer.for_kernel()
    compiled = CompiledVocabulary(configuration)
    compiled.rows(["one two"], tokenizer)
    with monkeypatch.context() as patched:
        patched.setattr(stem, "_snowball_stemmer", lambda algorithm: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            compiled.rows(["two three", "four"], tokenizer)
    assert (compiled.kernel.types, compiled.kernel.find(["three"])) == (2, [-1])
    compiled.rows(["three two four"], tokenizer)
    assert compiled.kernel.find(["one", "two", "three", "four"]) == [0, 1, 2, 3]
