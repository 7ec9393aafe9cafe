"""What nobody foresaw is told in the view, which goes on: no fault leaves it waiting.

The faults stand where a view calls the core: its settings are names, so that no object that
raises can be given to it, and a fault of the core that is known is mended there.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from meteor_core import Meteor
from meteor_widget import AlignmentView, CompareView, CorpusView, ReviewView
from meteor_widget.alignment import scored_input
from meteor_widget.scoring.scoring_view import ScoringView
from meteor_widget.view import View

TEXTS = ["we danced with glee", "a b c", "the end"]
EDITED = ["we danced with joy", "a c b", "the end ."]
BAD = "bad"

SAID = "Unexpected error: ZeroDivisionError: by a fault"


def _fault(*_: object, **__: object) -> Any:
    raise ZeroDivisionError("by a fault")


@pytest.fixture
def fault() -> Iterator[pytest.MonkeyPatch]:
    """Faults that can be mended before the test ends."""
    with pytest.MonkeyPatch.context() as patch:
        yield patch


@pytest.fixture
def view() -> AlignmentView:
    return AlignmentView(TEXTS[0], EDITED[:2])


def _typed(view: View, **state: Any) -> None:
    """What a front end sends, by its road."""
    data = {"method": "update", "state": state, "buffer_paths": []}
    view._handle_msg({"content": {"data": data}, "buffers": []})


def _sent(view: View, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The messages to front ends from now on."""
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(view, "send", lambda content, _=None: sent.append(content))
    return sent


def _asked(view: View, sent: list[dict[str, Any]], name: str, **parameters: Any) -> dict[str, Any]:
    """The answer to a request."""
    content = {"type": "request", "id": "7", "name": name, "parameters": parameters}
    data = {"method": "custom", "content": content}
    view._handle_msg({"content": {"data": data}, "buffers": []})
    answer = sent[-1]
    assert (answer["type"], answer["id"]) == ("answer", "7")
    return answer


def _scoring_views(texts: list[str]) -> list[ScoringView]:
    return [
        CorpusView(texts, EDITED),
        ReviewView(texts, EDITED),
        CompareView({"one": texts, "other": EDITED}, EDITED),
    ]


def test_a_fault_in_a_suggestion_leaves_the_score(
    view: AlignmentView, fault: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    fault.setattr(scored_input, "improvements", _fault)
    _typed(view, hypothesis="we sang", _asked=1)
    assert view._answered == 1
    assert view.result == Meteor().score("we sang", EDITED[:2])
    assert view.improvements == []
    assert view.error.startswith(SAID)
    assert "in _fault" in view.traceback
    assert view.traceback in caplog.text
    assert AlignmentView("a", ["a"]).error.startswith(SAID)
    assert SAID in view.to_html()
    fault.undo()
    _typed(view, hypothesis="we danced", _asked=2)
    assert (view.error, view._answered) == ("", 2)
    assert view.result == Meteor().score("we danced", EDITED[:2])
    assert view.improvements


@pytest.mark.parametrize("name", ["score_each", "has_to_compile"])
def test_a_fault_in_scoring_leaves_the_last_result(
    view: AlignmentView, fault: pytest.MonkeyPatch, name: str
) -> None:
    before = view.result
    fault.setattr(Meteor, name, property(_fault) if name == "has_to_compile" else _fault)
    _typed(view, hypothesis="we sang", _asked=1)
    assert view._answered == 1
    assert view.error.startswith(SAID)
    assert view.result is before
    view.hypothesis = "they sang"  # from Python as well
    assert view.error.startswith(SAID)
    fault.undo()
    _typed(view, hypothesis="we sang", _asked=2)
    assert (view.error, view._answered) == ("", 2)
    assert view.result == Meteor().score("we sang", EDITED[:2])


def test_a_view_that_could_never_be_scored_is_not_made(fault: pytest.MonkeyPatch) -> None:
    fault.setattr(Meteor, "score_each", _fault)
    with pytest.raises(ZeroDivisionError):
        AlignmentView("a", ["a"])


def test_an_observer_that_raises_holds_nothing_up(view: AlignmentView) -> None:
    view.observe(_fault, names=["alignments"])
    _typed(view, hypothesis="we sang", _asked=1)
    assert view._answered == 1
    assert view.error.startswith(SAID)
    assert view.result == Meteor().score("we sang", EDITED[:2])
    with pytest.raises(ZeroDivisionError):
        view.hypothesis = "they sang"  # there is somebody who sees it
    assert view.result == Meteor().score("they sang", EDITED[:2])
    view.unobserve(_fault, names=["alignments"])
    _typed(view, hypothesis="we danced", _asked=2)
    assert (view.error, view._answered) == ("", 2)


def test_an_interrupted_edit_is_answered_and_can_be_tried_again(
    view: AlignmentView, fault: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    fault.setattr(Meteor, "score_each", interrupted)
    with pytest.raises(KeyboardInterrupt):
        _typed(view, hypothesis="we sang", _asked=1)
    assert view._answered == 1
    fault.undo()
    _typed(view, hypothesis="we sang", _asked=2)
    assert view.result == Meteor().score("we sang", EDITED[:2])


def test_a_long_message_is_cut(view: AlignmentView, fault: pytest.MonkeyPatch) -> None:
    def wordy(_: object, text: str, __: object) -> None:
        raise ValueError(text)

    fault.setattr(Meteor, "score_each", wordy)
    _typed(view, hypothesis="x" * 1_000_000, _asked=1)
    assert 200 < len(view.error) < 1_000


@pytest.mark.parametrize("index", range(3))
def test_a_fault_while_a_corpus_is_scored_is_told_and_scoring_goes_on_when_asked(
    fault: pytest.MonkeyPatch, monkeypatch: pytest.MonkeyPatch, index: int
) -> None:
    for name in ("batch", "score"):
        fault.setattr(Meteor, name, _fault)
    view = _scoring_views(TEXTS)[index]
    with pytest.raises(ZeroDivisionError):
        view.wait()
    told = view.progress()
    assert told["error"].startswith(SAID)
    assert (told["running"], told["done"]) == (False, 0)
    fault.undo()
    sent = _sent(view, monkeypatch)
    assert "error" not in _asked(view, sent, "resume")
    view.wait()
    assert view.progress()["error"] is None
    assert view.done == len(TEXTS)


@pytest.mark.parametrize("index", range(3))
def test_a_fault_in_a_request_is_its_answer(
    fault: pytest.MonkeyPatch, monkeypatch: pytest.MonkeyPatch, index: int
) -> None:
    view = _scoring_views(TEXTS)[index]
    view.wait()
    sent = _sent(view, monkeypatch)
    name = "pictures" if isinstance(view, CompareView) else "picture"
    parameters = {"names": ["one"]} if isinstance(view, CompareView) else {}
    with pytest.MonkeyPatch.context() as short:
        for method in ("score", "score_each"):
            short.setattr(Meteor, method, _fault)
        answer = _asked(view, sent, name, segment=1, **parameters)
        assert answer["error"].startswith(SAID)
        assert "in _fault" in view.traceback
    assert "error" not in _asked(view, sent, name, segment=1, **parameters)


@pytest.mark.parametrize("index", range(3))
def test_a_fault_in_an_observer_is_told(monkeypatch: pytest.MonkeyPatch, index: int) -> None:
    view = _scoring_views(TEXTS)[index]
    view.wait()
    sent = _sent(view, monkeypatch)
    view.observe(_fault, names=["selected"])
    _typed(view, selected=2)
    assert [message["type"] for message in sent] == ["problem"]
    assert sent[0]["error"].startswith(SAID)
    assert view.selected == 2


@pytest.mark.parametrize("index", range(3))
def test_what_a_front_end_must_not_send_is_told_and_taken_back(
    monkeypatch: pytest.MonkeyPatch, index: int
) -> None:
    view = _scoring_views(TEXTS)[index]
    view.wait()
    sent = _sent(view, monkeypatch)
    _typed(view, selected=99)
    assert view.selected != 99
    assert [message["type"] for message in sent] == ["problem"]
    assert "99" in sent[0]["error"]
    assert "Unexpected" not in sent[0]["error"]


def test_a_fault_in_a_report_is_told_and_ends_no_scoring(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An observer of what is told by the threads, of scoring and of testing."""
    view = CompareView({"one": TEXTS, "other": EDITED}, EDITED)
    view.wait()
    sent = _sent(view, monkeypatch)
    view.observe(_fault, names=["comparison"])
    _typed(view, samples=20)
    view.wait()
    assert {message["type"] for message in sent} == {"problem"}
    assert view.significance is not None
    assert view.significance.test.samples == 20
    view.unobserve(_fault, names=["comparison"])
    view.samples = 30
    view.wait()
    assert view.comparison["test"]["samples"] == 30
    assert view.comparison["running"] is False
