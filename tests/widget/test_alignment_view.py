"""One segment: traits are the contract, and what they show is what the core scores."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
import traitlets
from hypothesis import given
from hypothesis import strategies as st

from meteor_core import (
    VARIANTS,
    InputTypeError,
    Meteor,
    MeteorError,
    ParameterError,
    Signature,
    TunedVariant,
    tuned_text,
)
from meteor_core.analysis.improvements import improvements
from meteor_core.show.alignment_format import alignment_json
from meteor_widget import AlignmentView, CorpusView
from tests.usable_variants import USABLE_VARIANTS
from tests.widget import measure_cases, signature_cases

HYPOTHESIS = "We danced with glee today"
REFERENCES = ["We danced with joy", "Today we danced gleefully"]

WORDS = st.sampled_from(["the", "a", "cat", "cats", "sat", "mat", "car", "automobile", "\n", ","])
texts = st.lists(WORDS, max_size=8).map(" ".join)
shares = st.none() | st.sampled_from([0.0, 0.25, 0.9, 1.0])
changes = st.one_of(
    st.tuples(st.just("hypothesis"), texts),
    st.tuples(st.just("references"), st.lists(texts, min_size=1, max_size=3)),
    st.tuples(st.just("reference"), st.none() | st.integers(0, 2)),
    st.tuples(st.just("variant"), st.sampled_from(sorted(USABLE_VARIANTS))),
    st.tuples(st.just("language"), st.sampled_from(["en", "de", "zh", "pt-BR"])),
    st.tuples(st.just("tokenizer"), st.sampled_from([None, "whitespace", "characters"])),
    st.tuples(st.just("stages"), st.sampled_from([None, ["exact"], ["exact", "synonym"]])),
    st.tuples(st.just("weights"), st.sampled_from([None, [1.0], [1.0, 0.5]])),
    st.tuples(st.just("align"), st.sampled_from([None, "optimal", "staged", "greedy"])),
    st.tuples(st.sampled_from(["alpha", "gamma", "delta"]), shares),
    st.tuples(st.just("beta"), st.sampled_from([None, 0.0, 0.83, 7.0])),
)


@pytest.fixture
def view() -> AlignmentView:
    return AlignmentView(HYPOTHESIS, REFERENCES)


@contextmanager
def messages(view: AlignmentView) -> Iterator[list[dict[str, Any]]]:
    """The states that are sent to the front end, without echoes of its own."""
    sent: list[dict[str, Any]] = []

    def send(message: dict[str, Any], **_: object) -> None:
        if message["method"] == "update":
            sent.append(message["state"])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(view, "_send", send)
        patch.setattr(type(view.comm), "kernel", True, raising=False)
        yield sent


def fresh(view: AlignmentView) -> Meteor:
    """A scorer that has seen nothing, by the settings of a view."""
    names = ("tokenizer", "stages", "weights", "alpha", "beta", "gamma", "delta")
    chosen: dict[str, Any] = {name: getattr(view, name) for name in names}
    return Meteor(variant=view.variant, language=view.language, align=view.align, **chosen)  # type: ignore[arg-type]  # traits are strings


def refusal(view: AlignmentView) -> str:
    """Why the core takes no such settings; empty where it does."""
    try:
        fresh(view)
    except MeteorError as error:
        return str(error)
    return ""


def assert_true(view: AlignmentView) -> None:
    """What the view shows is what a fresh scorer gives."""
    meteor = fresh(view)
    results = meteor.score_each(view.hypothesis, view.references)
    best = meteor.score(view.hypothesis, view.references)
    shown = best if view.reference is None else results[view.reference]
    assert view.results == results
    assert view.result == shown
    assert view.signature == meteor.signature(len(view.references))
    assert view.alignments == [alignment_json(1, result) for result in results]
    assert [item["text"] for item in view.improvements] == [
        improvement.text for improvement in improvements(meteor, shown)
    ]


def test_it_shows_the_best_reference_and_its_score(view: AlignmentView) -> None:
    assert view.kind == "alignment"
    assert view.result == Meteor().score(HYPOTHESIS, REFERENCES)
    assert_true(view)


@pytest.mark.parametrize(
    ("trait", "value"),
    [
        ("hypothesis", "We danced"),
        ("references", ["They sang"]),
        ("reference", 1),
        ("variant", "nltk"),
        ("language", "de"),
        ("tokenizer", "characters"),
        ("stages", ["exact"]),
        ("weights", [1.0, 0.5, 0.25]),
        ("align", "greedy"),
        ("alpha", 0.5),
        ("beta", 0.83),
        ("gamma", 0.25),
        ("delta", 0.75),
    ],
)
def test_every_control_can_be_given_set_and_sent(
    view: AlignmentView, trait: str, value: Any
) -> None:
    texts: dict[str, Any] = {"hypothesis": HYPOTHESIS, "references": REFERENCES}
    given_at_once = AlignmentView(**{**texts, trait: value})
    sent_by_front_end = AlignmentView(**texts)
    sent_by_front_end.set_state({trait: value})
    setattr(view, trait, value)
    for one in (view, given_at_once, sent_by_front_end):
        assert getattr(one, trait) == value
        assert one.error == ""
        assert_true(one)
    if trait not in ("hypothesis", "references", "reference"):
        assert view.signature != Meteor().signature(2)
        setattr(view, trait, AlignmentView.class_traits()[trait].default())
        assert view.signature == Meteor().signature(2)


@given(st.lists(st.lists(changes, max_size=3).map(dict), max_size=6))
def test_after_any_changes_it_shows_what_a_fresh_scorer_gives(
    batches: list[dict[str, Any]],
) -> None:
    view = AlignmentView("the cat sat", ["a cat sat", "the mat"])
    for batch in batches:
        before = view.results
        view.set_state(batch)
        if impossible := refusal(view):
            assert view.error == impossible
            assert view.results == before
        elif view.error:  # a value was refused by itself, and all that came with it
            assert view.error.startswith("reference is ")
            assert view.results == before
        else:
            assert_true(view)


@pytest.mark.parametrize(
    ("trait", "value", "message"),
    [
        ("hypothesis", None, "hypothesis"),
        ("references", [], "references is empty; give one translation or more"),
        ("references", ["a", 3], "references"),
        ("reference", 2, "reference is 2, but must be from 0 to 1, or None for the best"),
        ("reference", -1, "reference is -1"),
        ("variant", "clasic", "did you mean 'classic'"),
        ("language", "english", "did you mean 'en'"),
        ("tokenizer", "spaces", "unknown tokenizer 'spaces'"),
        ("stages", [], "name one stage or more"),
        ("stages", ["exact", "exact"], "each once"),
        ("stages", ["exact", "stems"], "did you mean 'stem'"),
        ("weights", [1.0, 1.5, 1.0], "weight is 1.5, but must be between 0 and 1"),
        ("align", "bem", "unknown search 'bem'"),
        ("alpha", 1.5, "alpha is 1.5, but must be between 0 and 1"),
        ("alpha", float("nan"), "alpha is nan"),
        ("beta", -1, "beta is -1.0, but must be 0 or more"),
        ("gamma", "0.5", "gamma must be a number or None, not '0.5'"),
        ("delta", 2, "delta is 2.0"),
        ("mode", "circle", "choose one of: auto, inline, links, matrix"),
        ("colour", "red", "choose one of: chunk, position, stage"),
    ],
)
def test_a_wrong_value_is_refused_and_changes_nothing(
    view: AlignmentView, trait: str, value: Any, message: str
) -> None:
    before, result = getattr(view, trait), view.result
    with pytest.raises(traitlets.TraitError, match=message):
        setattr(view, trait, value)
    assert getattr(view, trait) == before
    assert view.result is result
    other = "gamma" if trait == "beta" else "beta"
    view.set_state({other: 0.5, trait: value})
    assert message in view.error
    assert getattr(view, trait) == before
    assert getattr(view, other) is None  # what was sent together is refused together
    assert view.result is result


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"references": "We danced"}, InputTypeError, "not one string"),
        ({"references": []}, traitlets.TraitError, "references is empty"),
        ({"hypothesis": 3}, InputTypeError, "hypothesis must be a string, not int"),
        ({"variant": "clasic"}, ParameterError, "did you mean 'classic'"),
        ({"alpha": 2}, ParameterError, "alpha is 2"),
        ({"language": "de", "stages": ["synonym"]}, ParameterError, "leave out the stage"),
        ({"weights": [1.0]}, ParameterError, "1 weights for 3 stages"),
        ({"reference": 5}, traitlets.TraitError, "reference is 5"),
    ],
)
def test_what_cannot_be_scored_makes_no_view(
    options: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        AlignmentView(**{"hypothesis": HYPOTHESIS, "references": REFERENCES, **options})


def test_settings_that_do_not_go_together_are_told_and_the_last_result_stays(
    view: AlignmentView,
) -> None:
    view.stages = ["exact", "synonym"]
    before = view.result
    view.language = "de"
    assert view.error.endswith("leave out the stage 'synonym'")
    assert view.result is before
    assert view.effective["language"] == "en"
    view.hypothesis = "Wir tanzten"
    assert view.error
    assert view.result is before
    view.stages = ["exact"]
    assert view.error == ""
    assert_true(view)


def test_going_back_to_what_was_scored_clears_the_error(view: AlignmentView) -> None:
    view.set_state({"weights": [1.0]})
    assert view.error.startswith("1 weights for 3 stages")
    view.set_state({"weights": None})
    assert view.error == ""
    assert_true(view)


def test_a_reference_that_is_removed_is_no_longer_chosen(view: AlignmentView) -> None:
    view.reference = 1
    view.references = REFERENCES[:1]
    assert view.reference is None
    assert view.result.reference == 0


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("We danced", "references must be a list of strings, not one string: 'We danced'"),
        (b"We danced", "references must be a list of strings, not bytes"),
        (None, "references must be a list of strings, not NoneType"),
        ({"a": 1}, "references must be a list of strings, not dict"),
        (["a", None], "references[1] must be a string, not NoneType"),
        ([0.5], "references[0] must be a string, not float"),
    ],
)
def test_references_are_strings_and_a_list(view: AlignmentView, wrong: Any, said: str) -> None:
    with pytest.raises(traitlets.TraitError) as raised:
        view.references = wrong
    assert str(raised.value) == said
    assert view.references == REFERENCES
    with pytest.raises(InputTypeError) as refused:
        AlignmentView(HYPOTHESIS, wrong)
    assert str(refused.value) == said


def test_any_sequence_of_strings_will_do() -> None:
    for references in (tuple(REFERENCES), iter(REFERENCES), dict.fromkeys(REFERENCES).keys()):
        view = AlignmentView(HYPOTHESIS, references)  # type: ignore[arg-type]  # as people do
        assert view.references == REFERENCES


def test_one_stage_is_a_list_too(view: AlignmentView) -> None:
    with pytest.raises(traitlets.TraitError, match="stages must be a list of strings"):
        view.stages = "exact"  # type: ignore[assignment]  # as people do


def test_whether_the_settings_are_unfolded_is_kept(view: AlignmentView) -> None:
    view.set_state({"show_settings": False, "_asked": 1})
    assert view.show_settings is False
    assert view.get_state("show_settings") == {"show_settings": False}
    assert view.page_state()["show_settings"] is False
    assert AlignmentView(HYPOTHESIS, REFERENCES, show_settings=False).show_settings is False


def test_a_refused_value_hides_no_settings_that_cannot_be_scored(view: AlignmentView) -> None:
    view.set_state({"weights": [1.0]})
    view.set_state({"reference": 2})
    assert view.reference is None
    assert view.error.startswith("1 weights for 3 stages")


def test_results_can_be_observed(view: AlignmentView) -> None:
    scores: list[float] = []
    view.observe(lambda change: scores.append(change.new.score), "result")
    view.hypothesis = "We danced with joy"
    view.beta = 1.0
    view.hypothesis = "They sang"
    assert scores == [1.0, 1.0, 0.0]


def test_line_breaks_are_spaces_between_tokens(view: AlignmentView) -> None:
    view.hypothesis = "We danced\nwith glee\r\ntoday"
    assert view.hypothesis == "We danced\nwith glee\r\ntoday"
    assert view.result.score == Meteor().score(HYPOTHESIS, REFERENCES).score


def test_a_change_is_answered_in_one_message(view: AlignmentView) -> None:
    with messages(view) as sent:
        view.set_state({"hypothesis": "We sang", "references": ["We danced"], "_asked": 7})
    assert len(sent) == 1
    assert sent[0]["_answered"] == 7
    assert [item["hypothesis"]["text"] for item in sent[0]["alignments"]] == ["We sang"]
    assert "hypothesis" not in sent[0]  # the person may have typed on


def test_what_changes_nothing_is_answered_too(view: AlignmentView) -> None:
    with messages(view) as sent:
        view.set_state({"hypothesis": HYPOTHESIS, "_asked": 1})
    assert sent == [{"_answered": 1}]


def test_a_refused_value_is_taken_back_on_the_screen(view: AlignmentView) -> None:
    with messages(view) as sent:
        view.set_state({"alpha": 3, "_asked": 1})
    state = {key: value for message in sent for key, value in message.items()}
    assert state["error"].startswith("alpha is 3")
    assert state["alpha"] is None
    assert state["_answered"] == 1


def test_parameters_align_nothing_anew(view: AlignmentView) -> None:
    before = view.result.alignment
    view.alpha = 0.1
    view.weights = [1.0, 0.5, 0.5]
    assert view.result.alignment is before


def test_effective_settings_are_the_variant_s_where_nothing_else_is_said(
    view: AlignmentView,
) -> None:
    view.variant = "lavie-agarwal-2007"
    view.gamma = 0.5
    parameters = view.effective["parameters"]
    assert view.effective["align"] == "staged"
    assert (parameters["alpha"], parameters["beta"], parameters["gamma"]) == (0.81, 0.83, 0.5)
    assert "gamma:0.5" in str(view.signature)


def test_choices_are_the_core_s(view: AlignmentView) -> None:
    assert [variant["name"] for variant in view.choices["variants"]] == list(VARIANTS)
    for name in USABLE_VARIANTS:
        view.variant = name
        assert view.error == ""
        own = Meteor(name).configuration.parameters
        assert view.effective["parameters"] == view.effective["inherited"]
        assert view.effective["inherited"] == {**asdict(own), "weights": list(own.weights)}


def tuned_file(folder: Path, alpha: float) -> Path:
    path = folder / "tuned.toml"
    tuned = TunedVariant(base="classic", alpha=alpha, beta=2, tuning={"verdict": "no gain shown"})
    path.write_text(tuned_text(tuned), encoding="utf-8")
    return path


def test_a_tuned_variant_is_one(view: AlignmentView, tmp_path: Path) -> None:
    path = tuned_file(tmp_path, 0.25)
    for either in (str(path), path):
        view.variant = either  # type: ignore[assignment]  # the view converts it
        assert view.variant == view.effective["variant"] == str(path)
        by_hand = Meteor(alpha=0.25, beta=2).score(view.hypothesis, view.references)
        assert view.result.score == by_hand.score
        assert view.effective["inherited"] == view.effective["parameters"]
        assert view.effective["parameters"]["alpha"] == 0.25
        assert view.signature.tuned is not None
    view.alpha = 0.5
    assert view.effective["inherited"]["alpha"] == 0.25
    assert view.effective["parameters"]["alpha"] == 0.5
    assert view.choices["variants"][-1] == {
        "name": str(path),
        "label": "tuned.toml",
        "summary": f"classic, tuned; {view.signature.tuned} in signatures",
        "program": "",
    }


def test_a_tuned_variant_is_read_when_it_is_set(view: AlignmentView, tmp_path: Path) -> None:
    path = tuned_file(tmp_path, 0.25)
    view.variant = str(path)
    tuned_file(tmp_path, 0.75)
    view.hypothesis = "something else"
    assert view.effective["parameters"]["alpha"] == 0.25
    view.variant = str(path)
    assert view.effective["parameters"]["alpha"] == 0.75
    path.unlink()
    view.variant = "classic"
    view.set_state({"variant": str(path)})  # which a person chooses again from the list
    assert (view.variant, view.error) == (str(path), "")
    assert view.effective["parameters"]["alpha"] == 0.75
    with pytest.raises(ParameterError, match=r"tuned\.toml does not exist"):
        view.variant = str(path)
    assert view.effective["parameters"]["alpha"] == 0.75


def test_front_ends_read_no_files(view: AlignmentView, tmp_path: Path) -> None:
    path = str(tuned_file(tmp_path, 0.25))
    view.set_state({"variant": path})
    assert view.variant == "classic"
    assert len(view.choices["variants"]) == len(VARIANTS)


def test_a_tuned_variant_can_be_given_as_it_is(tmp_path: Path) -> None:
    tuned = TunedVariant(base="linear-penalty", gamma=0.25)
    view = AlignmentView("a b", ["b a"], variant=tuned)
    assert view.result.score == Meteor(tuned).score("a b", ["b a"]).score
    assert view.variant == "tuned.toml"
    view = AlignmentView("a b", ["b a"], variant=tuned_file(tmp_path, 0.125))
    assert view.effective["parameters"]["alpha"] == 0.125
    assert str(view.signature) in view.to_html()
    with pytest.raises(ParameterError, match=r"none\.toml does not exist"):
        AlignmentView("a b", ["b a"], variant="none.toml")


def test_views_of_segments_take_a_tuned_variant(tmp_path: Path) -> None:
    path = tuned_file(tmp_path, 0.125)
    corpus = CorpusView(["a b"], ["b a c"], variant=path)
    corpus.wait()
    assert (
        corpus.corpus.total().score
        == Meteor(alpha=0.125, beta=2).corpus(["a b"], [["b a c"]]).score
    )
    path.write_text("format = 1\n[variant]\nbasis = 'nltk'\n", encoding="utf-8")
    with pytest.raises(ParameterError, match="did you mean 'base'"):
        CorpusView(["a b"], ["b a c"], variant=path)


def test_suggestions_are_true_and_of_the_reference_that_is_shown(view: AlignmentView) -> None:
    view.reference = 1
    assert view.improvements
    for item in view.improvements:
        after = Meteor().score(item["text"], [REFERENCES[1]])
        assert item["of"] == 1
        assert item["statistics"] == alignment_json(1, after)["statistics"]


def test_a_page_has_suggestions_for_every_reference(view: AlignmentView) -> None:
    state = view.page_state()
    assert {item["of"] for item in state["improvements"]} == {0, 1}
    assert not any(name.startswith("_") for name in state)
    json.dumps(state, allow_nan=False)


def test_the_front_end_is_tested_with_the_core_s_measures() -> None:
    assert measure_cases.FILE.read_text(encoding="utf-8") == measure_cases.text()


def test_the_front_end_is_tested_with_the_core_s_signatures() -> None:
    assert signature_cases.FILE.read_text(encoding="utf-8") == signature_cases.text()
    for text in signature_cases.REFUSED:
        with pytest.raises(ParameterError):
            Signature.parse(text)
