"""What all views have in common: a front end, answers to its requests, and pictures of itself."""

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from traceback import format_exception
from typing import Any, ClassVar, Final, ParamSpec
from uuid import uuid4

import anywidget
import traitlets
from IPython.core.getipython import get_ipython
from IPython.display import publish_display_data

from meteor_core.errors import MeteorError

from .frontend_files import script_of, styles_of
from .pages.page import PageContent, self_contained_page
from .pages.still_picture import StillPicture
from .trait_errors import own_errors
from .well_formed import well_formed

_WIDGET: Final = "application/vnd.jupyter.widget-view+json"

_LOG: Final = logging.getLogger(__name__)

_MOST: Final = 300
"""Characters of an error's message that a view shows; it may quote a whole text."""

_REFUSALS: Final = (MeteorError, traitlets.TraitError)
"""Errors that are raised on purpose, in words for people."""

Arguments = ParamSpec("Arguments")

_MOMENT: Final = 1.0
"""Seconds after a change until the still picture of a notebook is put out anew."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a request of the front end is answered with.

    Attributes:
        result: a JSON value.
        buffers: what is long; arrives as DataViews.
    """

    result: Any = None
    buffers: Sequence[bytes] = ()


class View(anywidget.AnyWidget):
    """A widget of ours. Subclasses name their kind and, where the front end asks, ``requests``."""

    kind: ClassVar[str]
    """One of ``frontend_files.KINDS``."""

    requests: ClassVar[Mapping[str, Callable[..., Answer]]] = {}
    """Methods that answer the front end's requests, by name; parameters come as keywords."""

    title: ClassVar[str] = "Meteorscope"
    """Of pages."""

    traceback = ""
    """Where the last error happened that nobody expected, for a report; empty without one."""

    pictured: ClassVar[Sequence[str]] = ()
    """Traits that the still picture depends on."""

    _key = traitlets.Unicode(read_only=True).tag(sync=True)
    """What the still picture of a saved notebook knows the living view by."""

    def __init_subclass__(cls, *, kind: str | None = None, **options: Any) -> None:
        """Give a class of that kind its front end; without one it has its base's."""
        if kind is not None:
            cls.kind = kind
            # As text: of a path anywidget keeps a watcher, and that keeps every widget for ever.
            cls._esm = script_of(kind).read_text(encoding="utf-8")
            cls._css = styles_of(kind).read_text(encoding="utf-8")
        super().__init_subclass__(**options)

    def __init__(self, **traits: Any) -> None:
        """A widget with these traits."""
        self._is_put_out = False
        self._renewal: threading.Timer | None = None
        super().__init__(**traits)
        self.on_msg(self._on_message)
        self.observe(lambda _: self._picture_is_old(), names=list(self.pictured))

    def __setattr__(self, name: str, value: Any) -> None:
        """Set an attribute; what a trait cannot have is refused by an error of ours."""
        with own_errors(self.class_traits().get(name), name, value):
            super().__setattr__(name, value)

    def set_trait(self, name: str, value: Any) -> None:
        """Set a trait, also one that others can only read, with the same errors."""
        with own_errors(self.class_traits().get(name), name, value):
            super().set_trait(name, value)

    def to_html(self, *, title: str | None = None) -> str:
        """The view as one HTML page that needs no kernel and no network.

        Args:
            title: of the window and the heading, as plain text; by default the view's own.
        """
        return self_contained_page(
            self.page_content(), title=self.title if title is None else title, still=self.stand_in()
        )

    def save_html(self, path: str | Path, *, title: str | None = None) -> None:
        """Write ``to_html`` to a file."""
        Path(path).write_text(self.to_html(title=title), encoding="utf-8")

    def static(self) -> StillPicture:
        """The view as a picture that stands still: for nbconvert, GitHub and papers.

        A notebook saves it like any other output; of a widget it saves a reference to a kernel
        that will be gone.
        """
        return StillPicture(text=self.text_picture())

    def stand_in(self) -> StillPicture:
        """What goes with the widget to where it cannot run: quickly made and of modest size."""
        return self.static()

    def text_picture(self) -> str:
        """The view as lines of text; subclasses draw what they show."""
        return f"{type(self).__name__}: {self.title}"

    def page_content(self) -> PageContent:
        """What a page shows."""
        data, buffers = self.page_data()
        return PageContent(kind=self.kind, state=self.page_state(), data=data, buffers=buffers)

    def page_data(self) -> tuple[Any, Sequence[bytes]]:
        """What a page answers the view's requests from: a JSON value, and what is long."""
        return None, ()

    def page_state(self) -> dict[str, Any]:
        """The synchronised traits that are this view's own, as JSON values."""
        state: dict[str, Any] = self.get_state(self.own_traits())
        return state

    @classmethod
    def own_traits(cls, **metadata: Any) -> list[str]:
        """Names of the synchronised traits that not every widget has.

        Args:
            metadata: what the traits have besides; see ``traitlets``.
        """
        names = cls.class_trait_names(sync=True, **metadata)
        return [name for name in names if name[0] != "_" and name not in _OF_ALL_WIDGETS]

    def get_state(self, *which: Any, **how: Any) -> dict[str, Any]:
        """The traits as front ends, notebook files and pages have them."""
        state: dict[str, Any] = well_formed(super().get_state(*which, **how))
        return state

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take over what the front end sends; it is echoed as it is taken over.

        What cannot be is told there, and taken back: nobody else would hear of it.
        """
        before = {name: getattr(self, name) for name in sync_data if self.has_trait(name)}
        try:
            super().set_state(well_formed(sync_data))
        except Exception as error:  # noqa: BLE001  # an observer may raise anything
            if isinstance(error, _REFUSALS):
                for name, value in before.items():
                    with suppress(*_REFUSALS):  # of a value that goes with no other that holds
                        self.set_trait(name, value)
            self._tell_front_end(error, sync_data)

    def send(self, content: Any, buffers: Any = None) -> None:
        """Send a message that is not a trait."""
        super().send(well_formed(content), buffers)

    def tell(self, error: BaseException) -> None:
        """Show an error in the view."""
        self.send({"type": "problem", "error": self.in_words(error)})

    def in_words(self, error: BaseException) -> str:
        """An error as the view shows it; where an unforeseen one happened is kept and logged."""
        if isinstance(error, _REFUSALS):
            return str(error)
        if isinstance(error, KeyboardInterrupt):
            return "Interrupted."
        traceback = "".join(format_exception(error))
        if traceback != self.traceback:  # it may be told again and again
            self.traceback = traceback
            _LOG.error("an unforeseen error in %s\n%s", type(self).__name__, traceback)
        message = f"{type(error).__name__}: {error}"
        return (
            f"Unforeseen error: {message if len(message) <= _MOST else f'{message[:_MOST]}…'}\n"
            "Where it happened: print(view.traceback). Please report it; the view goes on."
        )

    def guarded(self, work: Callable[Arguments, None]) -> Callable[Arguments, None]:
        """The same work for a thread: its errors are shown in the view, where nobody waits."""

        @wraps(work)
        def told(*arguments: Arguments.args, **options: Arguments.kwargs) -> None:
            try:
                work(*arguments, **options)
            except Exception as error:  # noqa: BLE001  # any failure has to reach the person
                self.tell(error)

        return told

    def _tell_front_end(self, error: Exception, sent: Mapping[str, Any]) -> None:
        """Tell why what it sent is not as it sent it, and what it is instead."""
        self.tell(error)
        self.send_state([name for name in sent if name in self.keys])

    def _repr_mimebundle_(self, **options: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """The widget and the still picture in one, for hosts that are not IPython's."""
        bundle = super()._repr_mimebundle_(**options)
        if bundle is None:
            return None
        return {**bundle[0], **self.stand_in().mime_data()}, bundle[1]

    def _ipython_display_(self) -> None:
        """Put out the widget and, as an output of its own, the still picture.

        Of one output with several forms JupyterLab and Notebook 7 always take the widget's, and
        say "model not found" where a saved notebook is opened without its kernel. So the picture
        comes after it, and is hidden where the widget lives.
        """
        bundle = super()._repr_mimebundle_()
        if bundle is None:
            _put_out({"text/plain": repr(self)})
            return
        data, metadata = bundle
        _put_out({_WIDGET: data[_WIDGET]}, metadata)
        self._put_out_picture()
        self._is_put_out = True

    def _put_out_picture(self, *, update: bool = False) -> None:
        picture = self.stand_in().beside_widget(self._key)
        _put_out(picture, transient={"display_id": self._key}, update=update)

    def _picture_is_old(self) -> None:
        """Put the picture out anew in a moment, so that a notebook is saved as it looks."""
        is_under_way = self._renewal is not None and self._renewal.is_alive()
        if self._is_put_out and not is_under_way and hasattr(get_ipython(), "kernel"):
            self._renewal = threading.Timer(_MOMENT, self._renew_picture)
            self._renewal.daemon = True
            self._renewal.start()

    def _renew_picture(self) -> None:
        self._renewal = None  # what changes from now on makes it old again
        if self.comm is None:
            return
        try:
            self._put_out_picture(update=True)
        except Exception:  # noqa: BLE001  # an old picture is no reason to disturb the person
            _LOG.exception("the still picture could not be renewed")

    @traitlets.default("_key")
    def _new_key(self) -> str:
        return uuid4().hex

    def _on_message(self, _: Any, content: Any, buffers: Sequence[memoryview]) -> None:
        if not isinstance(content, dict) or content.get("type") != "request":
            return
        reply = {"type": "answer", "id": content.get("id")}
        try:
            handler = self.requests[content["name"]]
            answer = handler(self, **content.get("parameters", {}))
            self.send({**reply, "result": answer.result}, list(answer.buffers))
        except BaseException as error:
            # A request without an answer would leave the front end waiting.
            self.send({**reply, "error": self.in_words(error)})
            if not isinstance(error, Exception):
                raise


def _put_out(
    data: Mapping[str, Any], metadata: Mapping[str, Any] | None = None, **how: Any
) -> None:
    publish_display_data(data, metadata, **how)  # type: ignore[no-untyped-call]


_OF_ALL_WIDGETS: Final = frozenset(anywidget.AnyWidget.class_trait_names(sync=True))
