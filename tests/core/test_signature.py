"""Signatures are read as they are printed, and nothing else is."""

import math
from contextlib import suppress
from dataclasses import fields, replace
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meteor_core import Meteor, ParameterError, Signature
from meteor_core.analysis.significance import Bootstrap, Randomisation
from tests.usable_variants import USABLE_VARIANTS

PLAIN: Final = Meteor().signature()
PRINTED: Final = str(PLAIN)

NUMBERS = st.floats(allow_nan=False, allow_infinity=False)
COUNTS = st.none() | st.integers(0, 10**12)
NAMES = st.from_regex(r"[a-z0-9][a-z0-9.-]{0,9}", fullmatch=True)
STAGES = st.builds(
    lambda name, resource: f"{name}({resource})" if resource else name,
    st.from_regex(r"[a-z]{1,9}", fullmatch=True),
    st.from_regex(r"[a-z0-9.+-]{0,9}", fullmatch=True),
)
KINDS: Final[dict[str, st.SearchStrategy[Any]]] = {
    "references": COUNTS,
    **dict.fromkeys(("bootstrap_samples", "shufflings", "budget"), COUNTS),
    **dict.fromkeys(("variant", "language", "tokenizer", "case", "version"), NAMES),
    **dict.fromkeys(("tuned", "task", "data", "function_words"), st.none() | NAMES),
    "corrections": st.lists(NAMES).map(tuple),
    "stages": st.lists(STAGES, min_size=1).map(tuple),
    "weights": st.lists(NUMBERS, min_size=1).map(tuple),
    "align": st.from_regex(r"[a-z]{1,9}", fullmatch=True),
    "beam_width": COUNTS,
    **dict.fromkeys(("alpha", "beta", "gamma"), NUMBERS),
    "delta": st.none() | NUMBERS,
    "waive_perfect": st.booleans(),
}
"""What each field can be; the seed is told only of a test, and is left to the tests of tests."""


def test_every_field_is_tried() -> None:
    assert {field.name for field in fields(Signature)} == {*KINDS, "seed"}


@given(st.fixed_dictionaries(KINDS))
def test_a_signature_is_read_as_it_is_printed(values: dict[str, Any]) -> None:
    signature = Signature(**values)
    assert Signature.parse(str(signature)) == signature


@pytest.mark.parametrize("references", [1, 7, None])
@pytest.mark.parametrize("variant", USABLE_VARIANTS)
def test_what_scorers_print_is_read(variant: Any, references: int | None) -> None:
    for options in ({}, {"delta": 0.75}, {"align": "optimal", "budget": 7}, {"beta": 1e-7}):
        if variant == "nltk" and "delta" in options:
            continue  # which NLTK has not
        signature = Meteor(variant, **options).signature(references)
        assert Signature.parse(str(signature)) == signature


@pytest.mark.parametrize(
    "test",
    [
        Bootstrap(samples=7, seed=None),
        Bootstrap(samples=7, seed=0),
        Randomisation(samples=9, seed=3),
        Randomisation(samples=9, confidence_samples=5, seed=None),
    ],
)
def test_what_tests_print_is_read(test: Bootstrap | Randomisation) -> None:
    signature = test.signed(PLAIN)
    assert Signature.parse(str(signature)) == signature != PLAIN
    assert replace(signature, bootstrap_samples=None, shufflings=None, seed=None) == PLAIN


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "does not begin with 'METEOR|'"),
        ("METEOR", "field 'align' is missing"),
        ("BLEU|nrefs:1", "does not begin with"),
        (PRINTED.replace("|tok:words", ""), "field 'tok' is missing"),
        (PRINTED.replace("waived", "given"), "field 'given' is missing or wrong"),
        (PRINTED.replace("nrefs:1", "nrefs:many"), "a number in it cannot be read"),
        (PRINTED.replace("alpha:0.9", "alpha:nan"), "a number in it cannot be read"),
        (PRINTED.replace("alpha:0.9", "alpha:0.90"), "field 'alpha:0.90' is not expected"),
        (PRINTED.replace("beta:3", "beta:3.0"), "field 'beta:3.0' is not expected"),
        (f"{PRINTED}|more:1", "field 'more:1' is not expected"),
        (f"{PRINTED}\n", "it is not one printable line"),
        (PRINTED.replace("|lang:en", "|lang:de|lang:en"), "field 'lang:de' is not expected"),
        ("METEOR|" + "|".join(reversed(PRINTED.split("|")[1:])), "is not expected"),
        (None, "a signature must be a string, not None"),
    ],
)
def test_what_is_no_signature_is_refused(text: Any, said: str) -> None:
    with pytest.raises(ParameterError) as refused:
        Signature.parse(text)
    assert said in str(refused.value)
    assert len(str(refused.value)) < 200


@given(st.text() | st.text().map(lambda text: f"{PRINTED}{text}"))
def test_any_text_is_read_as_it_stands_or_refused(text: str) -> None:
    with suppress(ParameterError):
        assert str(Signature.parse(text)) == text


def test_numbers_are_printed_by_their_fewest_digits() -> None:
    signature = replace(PLAIN, alpha=1e-07, beta=1e16, gamma=0.1 + 0.2, weights=(1.0, -0.0))
    assert "|weights:1,-0|" in str(signature)
    assert "|alpha:1e-07|beta:1e+16|gamma:0.30000000000000004|" in str(signature)
    assert math.copysign(1, Signature.parse(str(signature)).weights[1]) == -1
