"""Mistakes in views: each is one short line of our own errors, with what was meant."""

import re
from collections.abc import Callable, Iterator
from inspect import signature
from typing import Any, TypeAlias

import pandas as pd
import pytest
import traitlets

from meteor_core import InputTypeError, Meteor, MeteorError, ParameterError
from meteor_core.options import MeteorArguments
from meteor_widget import AlignmentView, CompareView, CorpusView, ReviewView
from meteor_widget.compare.view import CompareOptions
from meteor_widget.corpus.view import CorpusOptions
from meteor_widget.review.view import ReviewOptions
from meteor_widget.scoring.scoring_view import ScoringView

MT = ["the cat sat", "a dog"]
PE = ["the cat sits", "a dog"]
TABLE = pd.DataFrame({"mt": MT, "pe": PE, "src": ["x", "y"]})

Make: TypeAlias = Callable[..., Any]


def alignment(**options: Any) -> AlignmentView:
    return AlignmentView("the cat", ["a cat"], **options)


def corpus(**options: Any) -> CorpusView:
    return CorpusView(MT, [PE], **options)


def review(**options: Any) -> ReviewView:
    return ReviewView(MT, PE, **options)


def compare(**options: Any) -> CompareView:
    return CompareView({"one": MT, "other": PE}, [PE], **options)


@pytest.fixture(scope="module")
def views() -> Iterator[dict[Make, Any]]:
    made = {make: make() for make in (alignment, corpus, review, compare)}
    yield made
    for view in made.values():
        view.close()


def told(mistake: Callable[[], object]) -> MeteorError:
    with pytest.raises(MeteorError) as caught:
        mistake()
    message = str(caught.value)
    assert "\n" not in message
    assert len(message) < 300
    return caught.value


@pytest.mark.parametrize(
    ("mistake", "kind", "said"),
    [
        (lambda: AlignmentView(b"a", ["a"]), InputTypeError, "hypothesis must be a string, not "),  # type: ignore[arg-type]
        (lambda: AlignmentView(None, ["a"]), InputTypeError, "hypothesis must be a string, not "),  # type: ignore[arg-type]
        (lambda: AlignmentView("a", None), InputTypeError, "references must be a list of string"),  # type: ignore[arg-type]
        (lambda: AlignmentView("a", []), ParameterError, "references is empty; give one translat"),
        (lambda: ReviewView(MT), InputTypeError, "post_edits must be a list of segments, not N"),
        (lambda: ReviewView(TABLE, "pe"), InputTypeError, "mt is a table; .*mt='mt'|mt=\"mt\", po"),
        (lambda: ReviewView(TABLE, mt="mt"), InputTypeError, "post_edits must be the name of a"),
        (
            lambda: ReviewView(TABLE, mt="m", post_edits="pe"),
            ParameterError,
            "unknown column 'm'; did you mean 'mt'",
        ),
        (lambda: ReviewView(MT, PE, mt=MT), InputTypeError, "mt must be the name of a column"),
        (
            lambda: CorpusView(MT, [[text] for text in PE]),
            MeteorError,
            "Transposed.*zip_longest",
        ),
    ],
)
def test_texts_of_another_kind_are_refused(
    mistake: Callable[[], object], kind: type[MeteorError], said: str
) -> None:
    error = told(mistake)
    assert isinstance(error, kind)
    assert re.search(said, str(error))


@pytest.mark.parametrize(
    ("view", "options"),
    [(CorpusView, CorpusOptions), (ReviewView, ReviewOptions), (CompareView, CompareOptions)],
)
def test_the_declared_options_are_the_scorers_and_the_traits(
    view: type[ScoringView], options: type[MeteorArguments]
) -> None:
    scorers = Meteor.__init__.__annotations__.keys() - {"return"}
    traits = {name for name in view.own_traits() if not getattr(view, name).read_only}
    declared = {*options.__annotations__, *signature(view).parameters}
    assert MeteorArguments.__annotations__.keys() == scorers
    assert scorers | traits <= declared
    assert options.__annotations__.keys() <= scorers | traits


@pytest.mark.parametrize(
    ("make", "option", "meant"),
    [
        (alignment, "varient", "variant"),
        (alignment, "show_setings", "show_settings"),
        (corpus, "fnd", "find"),
        (corpus, "varient", "variant"),
        (review, "ordr", "order"),
        (compare, "methd", "method"),
        (compare, "base_line", "baseline"),
    ],
)
def test_an_option_that_a_view_does_not_have_brings_the_nearest(
    make: Make, option: str, meant: str
) -> None:
    error = told(lambda: make(**{option: "x"}))
    assert isinstance(error, ParameterError)
    name = {alignment: "Alignment", corpus: "Corpus", review: "Review", compare: "Compare"}[make]
    assert str(error) == f"unknown option of {name}View '{option}'; did you mean '{meant}'?"


VALUES: list[tuple[Make, str, object, str]] = [
    (alignment, "variant", "clasic", "unknown variant 'clasic'; did you mean 'classic'?"),
    (alignment, "language", "english", "unknown language 'english'; did you mean 'en'?"),
    (alignment, "align", "optimall", "unknown search 'optimall'; did you mean 'optimal'?"),
    (alignment, "stages", ["exakt"], "unknown stage 'exakt'; did you mean 'exact'?"),
    (alignment, "mode", "linx", "unknown mode 'linx'; did you mean 'links'?"),
    (alignment, "colour", "stages", "unknown colour 'stages'; did you mean 'stage'?"),
    (corpus, "sort_by", "scor", "unknown column 'scor'; did you mean 'score'?"),
    (corpus, "filters", {"scor": [0, 1]}, "unknown column 'scor'; did you mean 'score'?"),
    (review, "order", "scor", "unknown value of order 'scor'; did you mean 'score'?"),
    (compare, "method", "bootstrp", "unknown method 'bootstrp'; did you mean 'bootstrap'?"),
    (alignment, "reference", 7, "reference is 7, but must be from 0 to 0, or None for the best"),
    (corpus, "selected", 9, "there is no segment with index 9; indices go from 0 to 1"),
    (alignment, "mode", 5, "mode must be any of ['auto', 'links', 'matrix', 'inline'], not 5"),
    (alignment, "show_settings", "x", "show_settings must be True or False, not 'x'"),
    (corpus, "selected", "x", "selected must be a whole number or None, not 'x'"),
    (corpus, "filters", 5, "filters must be a mapping, not 5"),
    (corpus, "find", None, "find must be a string, not None"),
    (corpus, "find", b"cat", "find must be a string, not b'cat'"),
    (review, "rewritten_from", "x", "rewritten_from must be a number, not 'x'"),
    (compare, "samples", "x", "samples must be a whole number, not 'x'"),
    (compare, "plot", None, "plot must be a string, not None"),
]


@pytest.mark.parametrize(("make", "name", "value", "said"), VALUES)
def test_a_value_that_is_wrong_is_refused_alike_when_made_and_when_set(
    views: dict[Make, Any], make: Make, name: str, value: object, said: str
) -> None:
    view, before = views[make], getattr(views[make], name)
    assert str(told(lambda: setattr(view, name, value))) == said
    assert getattr(view, name) == before
    assert str(told(lambda: make(**{name: value}))) == said


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("hypothesis", None, "hypothesis must be a string, not None"),
        ("hypothesis", b"a", "hypothesis must be a string, not b'a'"),
        ("hypothesis", ["x" * 500], f"hypothesis must be a string, not ['{'x' * 58}…"),
        ("references", "a cat", "references must be a list of strings, not one string: 'a cat'"),
        ("references", None, "references must be a list of strings, not NoneType"),
        ("references", [5], "references[0] must be a string, not int"),
        ("variant", None, "variant must be a string, not None"),
        ("alpha", "x", "alpha must be a number or None, not 'x'"),
        ("alpha", 2, "alpha is 2.0, but must be between 0 and 1"),
        ("weights", ["x"], "weights must be a list of numbers or None, not ['x']"),
        ("beam_width", "x", "beam_width must be a whole number or None, not 'x'"),
        ("result", 5, 'The "result" trait is read-only.'),
    ],
)
def test_a_trait_keeps_its_value_when_another_is_refused(
    views: dict[Make, Any], name: str, value: object, said: str
) -> None:
    view = views[alignment]
    before = getattr(view, name)
    error = told(lambda: setattr(view, name, value))
    assert str(error) == said
    assert isinstance(error, traitlets.TraitError)
    assert getattr(view, name) == before


def test_what_is_set_together_with_something_wrong_is_undone() -> None:
    view = alignment()

    def set_both() -> None:
        with view.hold_trait_notifications():
            view.hypothesis = "another"
            view.variant = "clasic"

    assert "did you mean 'classic'" in str(told(set_both))
    assert (view.hypothesis, view.variant, view.error) == ("the cat", "classic", "")


def test_a_review_is_made_of_a_table() -> None:
    view = ReviewView(TABLE, mt="mt", post_edits="pe", sources="src")
    expected = ReviewView(MT, PE, ["x", "y"])
    assert view.summary == expected.summary
    assert ReviewView(mt=MT, post_edits=PE).result == expected.result
    assert [one.source for one in view.corpus.units] == ["x", "y"]


def test_the_views_are_listed_before_they_are_imported() -> None:
    import meteor_widget

    assert set(meteor_widget.__all__) <= set(dir(meteor_widget))
