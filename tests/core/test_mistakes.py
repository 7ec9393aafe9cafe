"""Mistakes of callers: each is one short line of the package's own errors, with what was meant."""

import doctest
import pydoc
import re
import typing
from collections.abc import Callable
from typing import Any, Final

import pytest

import meteor_core
import meteorscope
from meteor_core import (
    InputTypeError,
    Meteor,
    MeteorError,
    ParameterError,
    configure,
    get_tokenizer,
    get_variant,
)
from meteor_core.meteor15.home import find_home
from meteor_core.words.language_names import codes_by_name
from meteor_core.words.languages import LANGUAGE_CODES, SNOWBALL_STEMMERS, language_code

CLASSIC = Meteor()
NEVER: Final[Any] = None
"""Stands where a type checker would refuse what a test gives."""


@pytest.mark.parametrize(
    ("mistake", "said"),
    [
        (lambda: Meteor(NEVER), "variant is None, but must be one of: banerjee-lavie-2005, c"),
        (lambda: Meteor(typing.cast("Any", ["nltk"])), r"variant is \['nltk'\], but must be"),
        (lambda: Meteor(typing.cast("Any", "clasic")), "'clasic'; did you mean 'classic'"),
        (lambda: Meteor(tokenizer=typing.cast("Any", 5)), "tokenizer is 5, but must be one of"),
        (lambda: Meteor(tokenizer=typing.cast("Any", "word")), "did you mean 'words'"),
        (lambda: Meteor(align=typing.cast("Any", "optimall")), "did you mean 'optimal'"),
        (lambda: Meteor(align=typing.cast("Any", ["x"])), r"search is \['x'\], but must be one"),
        (lambda: Meteor(budget=typing.cast("Any", "x")), "budget is 'x', but must be a whole"),
        (lambda: Meteor(beam_width=NEVER), "width of the beam is None, but must be a whole"),
        (lambda: Meteor(stages=typing.cast("Any", 5)), "stages must be a list of str.* not int"),
        (lambda: Meteor(stages=typing.cast("Any", {"exact"})), "not a set, which has no order"),
        (lambda: Meteor(stages=typing.cast("Any", [["x"]])), r"stage is \['x'\], but must be"),
        (lambda: Meteor(weights=typing.cast("Any", 5)), "weights must be a list of numbers"),
        (lambda: Meteor(weights=typing.cast("Any", "abc")), "weights must be .* not one string"),
        (lambda: Meteor(alpha=typing.cast("Any", "x")), "alpha is 'x', but must be a number"),
        (lambda: find_home(typing.cast("Any", 5)), "METEOR 1.5 is 5, but must be a path"),
        (lambda: get_variant(None), "variant is None"),
        (lambda: get_tokenizer(["x"]), r"tokenizer is \['x'\]"),
        (lambda: configure(stages="exact"), "stages must be a list of strings, not one string"),
        (lambda: CLASSIC.batches(["a"], [["a"]], size=typing.cast("Any", "x")), "size is 'x'"),
        (lambda: CLASSIC.batches(["a"], [["a"]], jobs=NEVER), "jobs is None"),
        (lambda: CLASSIC.tokens(NEVER), "text must be a string, not NoneType"),
        (lambda: meteor_core.read(NEVER), "file must be a string or a path, not NoneType"),
        (lambda: CLASSIC.batch(["a"], NEVER), "references must be a list of strings, not None"),
    ],
)
def test_an_argument_of_another_kind_is_refused_in_one_line(
    mistake: Callable[[], object], said: str
) -> None:
    with pytest.raises(MeteorError, match=said) as caught:
        mistake()
    assert isinstance(caught.value, ParameterError | InputTypeError)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200


# ── Languages


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ("en_US", "en"),
        ("en-GB", "en"),
        ("de_DE.UTF-8", "de"),
        ("sr@latin", "sr"),
        ("ZH-Hant-TW", "zh"),
        (" fr ", "fr"),
    ],
)
def test_tags_and_locales_name_a_language(given: str, code: str) -> None:
    assert language_code(given) == code
    assert Meteor("nltk", given).configuration.language == code


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        *(("english", "en"), ("English", "en"), ("eng", "en"), ("englsh", "en"), ("eng-US", "en")),
        *(("deu", "de"), ("ger", "de"), ("German", "de"), ("chinese", "zh"), ("cmn", "zh")),
        *(("Norwegian Bokmål", "nb"), ("farsi", "fa"), ("flemish", "nl"), ("czech", "cs")),
    ],
)
def test_other_names_of_a_language_bring_its_code_as_advice(given: str, meant: str) -> None:
    with pytest.raises(
        ParameterError, match=f"^unknown language '{given}'; did you mean '{meant}'"
    ):
        Meteor(language=given)


@pytest.mark.parametrize("given", ["xx", "", "POSIX", "klingon", "x" * 100_000, "zz-ZZ"])
def test_a_language_that_nothing_resembles_is_asked_for_by_its_code(given: str) -> None:
    with pytest.raises(ParameterError, match="; choose a two-letter ISO 639-1 code") as caught:
        Meteor(language=given)
    assert len(str(caught.value)) < 200


def test_every_language_has_a_name_and_a_longer_code() -> None:
    codes = codes_by_name()
    for code in LANGUAGE_CODES:
        names = [name for name, own in codes.items() if own == code]
        assert any(len(name) == 3 for name in names)
    assert set(codes.values()) == LANGUAGE_CODES
    for code, english in SNOWBALL_STEMMERS.items():  # Snowball's own names
        assert codes[english] in {code, "no"}


# ── What people print


def test_a_scorer_shows_its_signature() -> None:
    assert repr(Meteor("nltk", "de")) == f"<Meteor {Meteor('nltk', 'de').signature()}>"


def test_results_are_printed_in_a_line() -> None:
    """By hand: 3 of 4 words match, in one chunk, so F is 3/4 and the penalty 1/54."""
    result = CLASSIC.score("We danced with glee", ["We danced with joy"])
    line = "METEOR 0.7361   P 0.7500   R 0.7500   F-mean 0.7500   penalty 0.0185   3 matches in 1 c"
    assert str(result) == f"{line}hunk"
    corpus = CLASSIC.corpus(["We danced with glee"] * 2, [["We danced with joy"] * 2])
    assert str(corpus).endswith("6 matches in 2 chunks   2 segments")
    batch = CLASSIC.batch(["a b", "x"], [["a b", "y"]])
    assert str(batch) == f"2 segments, scores from 0.0000 to 1.0000 ({batch.signature})"
    assert str(CLASSIC.batch([], [[]])) == f"0 segments ({batch.signature})"
    assert str(CLASSIC.configuration) == str(CLASSIC.signature())
    part = CLASSIC.batch(["a b", "x"], [["a b", None]])
    assert str(part).startswith("2 segments, scores from 1.0000 to 1.0000, 1 not scored (METEOR|")
    assert str(part[1]) == "not scored: there is no reference to score the hypothesis against"
    assert str(CLASSIC.corpus(["a b", "x"], [["a b", None]])).endswith("1 segment, 1 not scored")


def test_what_the_module_has_is_listed_with_what_is_found_out_later() -> None:
    assert set(meteor_core.__all__) <= set(dir(meteor_core))
    assert all(hasattr(meteor_core, name) for name in dir(meteor_core))


def test_the_installed_name_has_the_same_api() -> None:
    names: dict[str, object] = {}
    exec(f"from meteorscope import {', '.join(meteor_core.__all__)}", names)
    del names["__builtins__"]
    assert names == {name: getattr(meteor_core, name) for name in meteor_core.__all__}
    assert set(meteor_core.__all__) <= set(dir(meteorscope))
    with pytest.raises(AttributeError, match="module 'meteorscope' has no attribute 'score'"):
        _ = meteorscope.score  # type: ignore[attr-defined]


def test_the_help_of_the_package_is_a_page_that_is_true() -> None:
    """pydoc prints all that ``__all__`` names; the page lists it, and its examples run."""
    page = meteorscope.__doc__ or ""
    listed = re.findall(r"^    (\w+) {2,}", page, re.MULTILINE)
    assert sorted(listed) == sorted([*meteor_core.__all__, "meteor_widget"])
    assert len(pydoc.render_doc(meteorscope).splitlines()) < 150
    assert doctest.testmod(meteorscope, optionflags=doctest.ELLIPSIS).failed == 0
