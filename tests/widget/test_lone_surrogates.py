"""Halves of surrogate pairs: Python keeps them, messages and files carry U+FFFD in their places."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import nbformat
import pytest
from IPython.core.formatters import DisplayFormatter
from ipywidgets import Widget  # type: ignore[import-untyped]  # has no types
from jupyter_client.session import Session
from nbclient import NotebookClient

from meteor_core.agreement.rated_set import RatedOutput, RatedSet
from meteor_widget import AgreementView, AlignmentView, CompareView, CorpusView, ReviewView
from meteor_widget.portable_json import well_formed
from meteor_widget.view import View

# The second would come out of Jupyter's packer as a byte that is no UTF-8, without an error.
BROKEN: Final = ("a \ud83d b", "a \udce9 b")
MENDED: Final = "a \N{REPLACEMENT CHARACTER} b"


def _rated(text: str) -> RatedSet:
    outputs = (
        RatedOutput(
            system=f"{name}{text}",
            segment=text,
            hypothesis=f"{text}{name}",
            references=(text,),
            rating=len(name),
        )
        for name in ("x", "yy")
    )
    return RatedSet.of_outputs(text, outputs)


VIEWS: Final[dict[str, Callable[[str], View]]] = {
    "agreement": lambda text: AgreementView(_rated(text)),
    "alignment": lambda text: AlignmentView(text, [f"{text} c"], tokenizer="whitespace"),
    "corpus": lambda text: CorpusView([text, "d"], [[f"{text} c", "d"]]),
    "compare": lambda text: CompareView(
        {f"x{text}": [text, "d"], "y": ["a", "d"]}, [[f"{text} c", "d"]]
    ),
    "review": lambda text: ReviewView([text, "d"], [f"{text} c", "d"]),
}


@pytest.fixture(params=BROKEN, ids=["high", "low"])
def broken(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=sorted(VIEWS))
def view(request: pytest.FixtureRequest, broken: str) -> View:
    made = VIEWS[request.param](broken)
    if isinstance(made, CorpusView | CompareView):
        made.wait()
    return made


def packed(content: Any) -> Any:
    """What arrives at the other end of Jupyter's own wire."""
    session = Session(key=b"key")
    sent = session.serialize(session.msg("comm_msg", content))[-1]
    return json.loads(sent.decode())


@contextmanager
def messages(view: View) -> Iterator[list[dict[str, Any]]]:
    """Everything that goes over the comm, echoes included."""
    sent: list[dict[str, Any]] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(view, "_send", lambda message, *_, **__: sent.append(message))
        patch.setattr(type(view.comm), "kernel", True, raising=False)
        yield sent


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("\ud83d", "\ufffd"),
        ("\udce9\ud83d", "\ufffd\ufffd"),
        ("\N{GRINNING FACE}é", "\N{GRINNING FACE}é"),
        (
            {"\ud800": ["\udfff", 1, None, {"a": ("\ud800",)}]},
            {"\ufffd": ["\ufffd", 1, None, {"a": ["\ufffd"]}]},
        ),
    ],
)
def test_one_character_stands_for_one(value: Any, expected: Any) -> None:
    assert well_formed(value) == expected


def test_the_state_can_be_sent_and_saved(view: View) -> None:
    state = packed(view.get_state())
    assert "\ud83d" not in json.dumps(state, ensure_ascii=False)
    packed(Widget.get_manager_state(widgets=[view]))


def test_the_display_can_be_sent_and_saved(view: View) -> None:
    bundle = view._repr_mimebundle_()
    assert bundle is not None
    packed(bundle[0])
    packed(view.static_preview().beside_widget("key"))
    data, _ = DisplayFormatter().format(view.static())  # type: ignore[no-untyped-call]
    packed(data)
    view.to_html().encode()


def test_answers_can_be_sent(view: View, broken: str) -> None:
    known: dict[str, dict[str, Any]] = {
        "texts": {"segments": [0]},
        "segments": {"segments": [0]},
        "segment": {"segment": 0},
        "picture": {"segment": 0},
        "pictures": {"segment": 0, "names": [f"x{broken}"]},
        "outputs": {},
    }
    if isinstance(view, AgreementView):
        known |= {"texts": {"outputs": [0]}, "pictures": {"outputs": [0]}}
    for name in known.keys() & view.requests.keys():
        with messages(view) as sent:
            parameters = {"name": name, "parameters": known[name]}
            view._on_message(view, {"type": "request", "id": "1", **parameters}, [])
        (answer,) = sent
        assert "error" not in packed(answer)["content"]


def test_an_error_that_quotes_it_can_be_sent(broken: str) -> None:
    view = AlignmentView("a", ["a"])
    with messages(view) as sent:
        view.send({"type": "answer", "id": "1", "error": f"no {broken}"})
    assert packed(sent[0])["content"]["error"] == f"no {MENDED}"


def test_python_keeps_the_text_and_spans_stay_right(broken: str) -> None:
    view = AlignmentView(broken, [f"{broken} c"], tokenizer="whitespace")
    assert view.hypothesis == broken
    assert view.result.alignment.hypothesis.text == broken
    state = packed(view.get_state())
    row = state["alignments"][0]["hypothesis"]
    assert state["hypothesis"] == row["text"] == MENDED
    assert [MENDED[start:end] for start, end in row["tokens"]] == ["a", "\ufffd", "b"]


def test_an_edit_that_cuts_a_pair_is_echoed_and_scored_as_it_is_sent(broken: str) -> None:
    view = AlignmentView("a", ["a b"], tokenizer="whitespace")
    with messages(view) as sent:
        view.set_state({"hypothesis": broken, "_asked": 1})
    assert view.hypothesis == MENDED
    methods = [packed(message)["method"] for message in sent]
    assert methods[0] == "echo_update"
    assert sent[0]["state"] == {"hypothesis": MENDED, "_asked": 1}
    assert sent[-1]["state"]["_answered"] == 1


def test_an_edit_beside_it_carries_the_replacement(broken: str) -> None:
    view = AlignmentView(broken, ["a b c"], tokenizer="whitespace")
    shown = packed(view.get_state("hypothesis"))["hypothesis"]
    view.set_state({"hypothesis": f"{shown} c"})
    assert view.hypothesis == f"{MENDED} c"


def test_a_kernel_shows_such_a_view(broken: str) -> None:
    code = f"""\
from meteor_widget import AlignmentView
view = AlignmentView({broken!r}, [{broken!r} + " c"], tokenizer="whitespace")
display(view)
view.hypothesis += " c"
print(ascii(view.hypothesis), view.result.score)"""
    notebook = nbformat.v4.new_notebook(  # type: ignore[no-untyped-call]
        cells=[nbformat.v4.new_code_cell(code)]  # type: ignore[no-untyped-call]
    )
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    shown, still, printed = notebook.cells[0].outputs
    assert printed["text"] == f"{broken + ' c'!a} 1.0\n"
    model = shown.data["application/vnd.jupyter.widget-view+json"]["model_id"]
    states = notebook.metadata.widgets["application/vnd.jupyter.widget-state+json"]["state"]
    assert states[model]["state"]["hypothesis"] == f"{MENDED} c"
    assert MENDED.split()[1] in still.data["text/plain"]
    nbformat.writes(notebook).encode()  # type: ignore[no-untyped-call]
