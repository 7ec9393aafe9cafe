"""The variant of METEOR 1.5 in a notebook: its settings, its files, its first use."""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import traitlets

from meteor_core import Meteor, ParameterError, ResourceError
from meteor_core.meteor15.paraphrases import cache
from meteor_widget import AlignmentView, CompareView, CorpusView, ReviewView
from meteor_widget.scorers import CompilingNotice, MissingFilesError
from tests.meteor15.small_home import HYPOTHESIS, REFERENCE, make_small_home


@pytest.fixture
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    return make_small_home(tmp_path_factory.mktemp("meteor"), monkeypatch)


def view_of(**options: Any) -> AlignmentView:
    return AlignmentView(HYPOTHESIS, [REFERENCE], variant="meteor-1.5", **options)


@pytest.mark.usefixtures("home")
def test_an_alignment_has_the_options_of_the_program() -> None:
    options: dict[str, Any] = {"task": "adq", "corrections": ["exact-words"]}
    view = view_of(beam_width=7, **options)
    meteor = Meteor("meteor-1.5", beam_width=7, **options)
    assert view.error == ""
    assert view.signature == meteor.signature()
    assert view.result.measures == meteor.score(HYPOTHESIS, [REFERENCE]).measures
    view.task = "hter"
    assert (
        view.signature
        == Meteor("meteor-1.5", task="hter", corrections=["exact-words"], beam_width=7).signature()
    )


@pytest.mark.usefixtures("home")
def test_what_is_inherited_is_as_the_language_and_the_task_have_it() -> None:
    view = view_of(task="adq")
    view.weights = [1.0, 0.1, 0.1, 0.1]
    view.delta = 0.2
    own = Meteor("meteor-1.5", task="adq").configuration.parameters
    assert view.effective["inherited"]["weights"] == list(own.weights)
    assert view.effective["inherited"]["delta"] == own.delta
    assert view.effective["parameters"]["delta"] == 0.2


@pytest.mark.usefixtures("home")
def test_its_names_can_be_chosen_and_others_cannot() -> None:
    view = view_of()
    for name in ("meteor-1.5-none", "meteor-1.5-lower", "meteor-1.5-no-punctuation"):
        view.tokenizer = name
        assert view.error == ""
        assert f"tok:{name}|" in str(view.signature)
    view.stages = ["exact", "paraphrase"]
    assert view.error == ""
    for name, value, told in (
        ("tokenizer", "meteor", "did you mean 'meteor-1.5'"),
        ("task", "rnk", "did you mean 'rank'"),
        ("corrections", ["words"], "unknown correction"),
        ("stages", ["paraphras"], "did you mean 'paraphrase'"),
        ("beam_width", 0, "must be 1 or more"),
    ):
        with pytest.raises(traitlets.TraitError, match=told):
            setattr(view, name, value)


def test_the_place_of_the_files_stays_in_python(home: Path) -> None:
    view = view_of(meteor_home=str(home))
    assert view.error == ""
    assert str(home) not in view.to_html()
    assert "meteor_home" not in view.get_state()
    view.variant = "classic"
    assert view.error == ""


def test_options_of_the_program_are_refused_with_other_variants() -> None:
    with pytest.raises(ParameterError, match=r"task is for the variant meteor-1\.5"):
        AlignmentView("a", ["a"], task="adq")


def test_missing_files_are_told_in_the_view(tmp_path: Path, home: Path) -> None:
    view = view_of(meteor_home=str(tmp_path / "nowhere"))
    assert view.error.startswith("METEOR 1.5 is not at ")
    assert "meteor_home=" in view.error
    assert view.results == ()
    assert view.text_picture() == view.static_preview().text == view.error
    assert "METEOR 1.5 is not at" in view.to_html()
    with pytest.raises(ResourceError, match=r"METEOR 1\.5 is not at"):
        view.to_svg()
    with pytest.raises(ResourceError, match=r"METEOR 1\.5 is not at"):
        assert view.signature.variant == "meteor-1.5"
    view.meteor_home = str(home)
    assert view.error == ""
    assert len(view.results) == 1


def test_files_that_are_missing_for_a_choice_leave_what_was_scored(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("METEOR_HOME", "/nowhere")
    view = AlignmentView(HYPOTHESIS, [REFERENCE])
    result = view.result
    view.variant = "meteor-1.5"
    assert "METEOR 1.5 is not at /nowhere" in view.error
    assert view.result is result
    view.variant = "classic"
    assert view.error == ""


def test_views_of_a_corpus_refuse_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METEOR_HOME", "/nowhere")
    for make in (
        lambda: CorpusView(["a"], [["a"]], variant="meteor-1.5"),
        lambda: CompareView({"x": ["a"], "y": ["b"]}, [["a"]], variant="meteor-1.5"),
        lambda: ReviewView(["a"], ["b"], variant="meteor-1.5"),
    ):
        with pytest.raises(MissingFilesError, match=r"METEOR 1\.5 is not at /nowhere") as caught:
            make()
        (line,) = caught.value._render_traceback_()
        assert line == f"Meteorscope: {caught.value}"


@pytest.mark.usefixtures("home")
def test_a_corpus_is_scored_with_its_paraphrases() -> None:
    view = CorpusView([HYPOTHESIS] * 3, [[REFERENCE] * 3], variant="meteor-1.5")
    own = Meteor("meteor-1.5").corpus([HYPOTHESIS] * 3, [[REFERENCE] * 3])
    assert view.result == own
    assert "beam of 40: not searched for the best" in view.text_picture()
    assert view.progress()["preparing"] == ""


@pytest.mark.usefixtures("home")
def test_compiling_is_told_while_a_corpus_waits_and_can_be_cancelled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    go_on = threading.Event()

    def slow_build(source: Path, path: Path, progress: Callable[[int, int], None]) -> None:
        while not go_on.wait(0.02):
            progress(34, 100)
        build(source, path, progress)

    build = cache._build
    monkeypatch.setattr(cache, "_build", slow_build)
    view = CorpusView([HYPOTHESIS], [[REFERENCE]], variant="meteor-1.5")
    until = time.monotonic() + 100
    while "34 %" not in view.progress()["preparing"] and time.monotonic() < until:
        time.sleep(0.05)
    assert view.progress()["preparing"] == "compiling METEOR's paraphrases, once: 34 %"
    assert view.progress()["running"]
    view.cancel()
    view.wait()
    assert (view.done, view.progress()["error"], view.progress()["preparing"]) == (0, None, "")
    go_on.set()
    view.resume()
    assert view.result.segments == 1


def test_a_cell_that_waits_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    told: list[str] = []
    notice = CompilingNotice(told.append)
    notice.report(1, 100)
    assert told == []  # work may be short
    notice._next = 0.0
    notice.report(50, 100)
    notice.end()
    assert told == ["compiling METEOR's paraphrases, once: 50 %", ""]
    printed = capsys.readouterr().out
    assert "\rcompiling METEOR's paraphrases, once: 50 %" in printed
    assert printed.endswith(" \r")
