"""A view that was closed is gone from memory, with its columns and its threads."""

import gc
import threading
import weakref
from collections.abc import Callable, Mapping
from typing import Any, Protocol

import pytest

from meteor_core.agreement.rated_set import RatedOutput, RatedSet
from meteor_widget import AgreementView, AlignmentView, CompareView, CorpusView, ReviewView
from meteor_widget.view import View

TEXTS = [f"the {number} cats sat on a mat" for number in range(6_000)]
EDITED = [f"{number} cats sat on the mats" for number in range(6_000)]


def _alignment(size: int) -> AlignmentView:
    return AlignmentView(" ".join(TEXTS[: size // 1_000 + 1]), EDITED[:2])


def _corpus(size: int) -> CorpusView:
    return CorpusView(TEXTS[:size], EDITED[:size])


def _compare(size: int) -> CompareView:
    return CompareView({"one": TEXTS[:size], "other": EDITED[:size]}, EDITED[:size])


def _review(size: int) -> ReviewView:
    return ReviewView(TEXTS[:size], EDITED[:size])


def _agreement(size: int) -> AgreementView:
    outputs = (
        RatedOutput(
            system=name,
            segment=str(number),
            hypothesis=text,
            references=(EDITED[number],),
            rating=1,
        )
        for number, text in enumerate(TEXTS[:size])
        for name in ("one", "other")
    )
    return AgreementView(RatedSet.of_outputs("made", outputs))


VIEWS = (_agreement, _alignment, _corpus, _compare, _review)


class Kept(Protocol):
    """Says what of these is still there, once all threads have ended that the test began."""

    def __call__(self, held: Mapping[str, weakref.ref[Any]]) -> list[str]:
        """Wait for the threads, and look."""


@pytest.fixture
def kept() -> Kept:
    before = set(threading.enumerate())

    def look(held: Mapping[str, weakref.ref[Any]]) -> list[str]:
        for thread in set(threading.enumerate()) - before:
            thread.join(60)
        assert set(threading.enumerate()) <= before
        gc.collect()
        return [name for name, reference in held.items() if reference() is not None]

    return look


def _held(view: View) -> dict[str, weakref.ref[Any]]:
    """All that a view has to let go."""
    corpora: dict[str, Any] = {}
    if isinstance(view, CorpusView | ReviewView):
        corpora = {"corpus": view.corpus}
    if isinstance(view, CompareView):
        corpora = view.systems.corpora
    columns = {f"counts of {name}": corpus.counts for name, corpus in corpora.items()}
    # Each widget has a class of its own, made by traitlets.
    return {
        name: weakref.ref(value)
        for name, value in {"view": view, "class": type(view), **corpora, **columns}.items()
    }


@pytest.mark.parametrize("make", VIEWS)
def test_a_closed_view_is_freed(make: Callable[[int], View], kept: Kept) -> None:
    view = make(20)
    heard: list[object] = []
    view.observe(heard.append, names=["selected", "result"])
    view._repr_mimebundle_()
    view.to_html()
    view.static()
    if "columns" in view.requests:
        parameters = {"start": 0}
        request = {"type": "request", "id": "1", "name": "columns", "parameters": parameters}
        view._handle_custom_msg(request, [])
    held = _held(view)
    view.close()
    del view
    heard.clear()
    assert kept(held) == []


@pytest.mark.parametrize("make", VIEWS)
def test_a_view_that_is_closed_while_it_works_stops_and_is_freed(
    make: Callable[[int], View], kept: Kept
) -> None:
    view = make(6_000)
    held = _held(view)
    view.close()
    del view
    assert kept(held) == []


@pytest.mark.parametrize("make", VIEWS)
def test_a_view_that_was_closed_twice_is_freed(make: Callable[[int], View], kept: Kept) -> None:
    view = make(20)
    held = _held(view)
    view.close()
    view.close()
    del view
    assert kept(held) == []
