"""The base of all views: the front end, answers to its requests, and static pictures."""

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from time import monotonic, sleep
from traceback import format_exception
from typing import Any, ClassVar, Final, ParamSpec
from uuid import uuid4

import anywidget
import traitlets
from IPython.core.getipython import get_ipython
from IPython.display import publish_display_data

from meteor_core.errors import MeteorError
from meteor_core.runtime.writing import write_file

from .frontend_files import carried_script, styles_of
from .pages.page import PageContent, self_contained_page
from .pages.static_preview import StaticPreview
from .portable_json import well_formed
from .traits import own_errors

_WIDGET: Final = "application/vnd.jupyter.widget-view+json"

_LOG: Final = logging.getLogger(__name__)

_MAX_MESSAGE_CHARS: Final = 300
"""Characters of an error's message that a view shows; it may quote a whole text."""

_EXPECTED_ERRORS: Final = (MeteorError, traitlets.TraitError)
"""Errors that are raised on purpose, with messages for people."""

Arguments = ParamSpec("Arguments")

_PREVIEW_DEBOUNCE_SECONDS: Final = 1.0
"""Seconds without a change after which the static preview in a notebook is renewed: it is ten times
the work of a keystroke, for the kernel and for the page."""

_PREVIEW_MAX_WAIT_SECONDS: Final = 30.0
"""Seconds after which it is renewed at the latest, however many changes follow each other."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a request of the front end.

    Attributes:
        result: a JSON value.
        buffers: long data; the front end receives DataViews.
    """

    result: Any = None
    buffers: Sequence[bytes] = ()


class View(anywidget.AnyWidget):
    """The base of our widgets. Subclasses name their kind and, if they answer any, ``requests``."""

    kind: ClassVar[str]
    """One of ``frontend_files.KINDS``."""

    requests: ClassVar[Mapping[str, Callable[..., Answer]]] = {}
    """Methods that answer the front end's requests, by name; parameters come as keywords."""

    title: ClassVar[str] = "Meteorscope"
    """Title of pages."""

    traceback = ""
    """Traceback of the last unexpected error, for a report; else empty."""

    pictured: ClassVar[Sequence[str]] = ()
    """Traits that the static preview depends on."""

    _key = traitlets.Unicode(read_only=True).tag(sync=True)
    """Key by which the static preview of a saved notebook finds the live view."""

    def __init_subclass__(cls, *, kind: str | None = None, **options: Any) -> None:
        """Give a subclass the front end of its kind; without a kind it inherits its base's."""
        if kind is not None:
            cls.kind = kind
            # As text: anywidget watches a path, and the watcher keeps every widget alive.
            cls._esm = carried_script(kind)
            cls._css = styles_of(kind).read_text(encoding="utf-8")
        super().__init_subclass__(**options)

    def __init__(self, **traits: Any) -> None:
        """Create a widget with these traits."""
        self._is_displayed = False
        self._renewal: threading.Thread | None = None
        self._changed = monotonic()
        super().__init__(**traits)
        self.on_msg(self._on_message)
        self.observe(lambda _: self._picture_is_old(), names=list(self.pictured))

    def __setattr__(self, name: str, value: Any) -> None:
        """Set an attribute; raise our own error if a trait does not accept the value."""
        with own_errors(self.class_traits().get(name), name, value):
            super().__setattr__(name, value)

    def set_trait(self, name: str, value: Any) -> None:
        """Set a trait, even a read-only one, with the same errors."""
        with own_errors(self.class_traits().get(name), name, value):
            super().set_trait(name, value)

    def to_html(self, *, title: str | None = None, below: str = "") -> str:
        """Return the view as one HTML page that needs no kernel and no network.

        Args:
            title: title of the window and heading, as plain text; by default the view's own.
            below: HTML to show below the view.
        """
        return self_contained_page(
            self.page_content(),
            title=self.title if title is None else title,
            preview=self.static_preview(),
            below=below,
        )

    def save_html(self, path: str | Path, *, title: str | None = None) -> None:
        """Write ``to_html`` to a file."""
        write_file(path, self.to_html(title=title).encode("utf-8"), follow=True)

    def static(self) -> StaticPreview:
        """Return the view as a static picture, for nbconvert, GitHub and papers.

        A notebook saves it like any other output; a saved widget is only a reference to a kernel
        that will be gone.
        """
        return StaticPreview(text=self.text_picture())

    def static_preview(self) -> StaticPreview:
        """Return the picture that is saved beside the widget: quickly made and of modest size."""
        return self.static()

    def text_picture(self) -> str:
        """Return the view as lines of text; subclasses override it."""
        return f"{type(self).__name__}: {self.title}"

    def page_content(self) -> PageContent:
        """Return the content of a page."""
        data, buffers = self.page_data()
        return PageContent(kind=self.kind, state=self.page_state(), data=data, buffers=buffers)

    def page_data(self) -> tuple[Any, Sequence[bytes]]:
        """Return the data that a page answers requests from: a JSON value, and buffers."""
        return None, ()

    def page_state(self) -> dict[str, Any]:
        """Return the view's own synchronised traits, as JSON values."""
        state: dict[str, Any] = self.get_state(self.own_traits())
        return state

    @classmethod
    def own_traits(cls, **metadata: Any) -> list[str]:
        """Return the names of the view's own synchronised traits.

        Args:
            metadata: metadata that the traits must have; see ``traitlets``.
        """
        names = cls.class_trait_names(sync=True, **metadata)
        return [name for name in names if name[0] != "_" and name not in _OF_ALL_WIDGETS]

    def get_state(self, *which: Any, **how: Any) -> dict[str, Any]:
        """Return the traits for front ends, notebook files and pages."""
        state: dict[str, Any] = well_formed(super().get_state(*which, **how))
        return state

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Set the traits that the front end sends, and echo them.

        A refused value is reverted, and the front end is guarded; nobody else could show the error.
        """
        before = {name: getattr(self, name) for name in sync_data if self.has_trait(name)}
        try:
            super().set_state(well_formed(sync_data))
        except Exception as error:  # noqa: BLE001  # an observer may raise anything
            if isinstance(error, _EXPECTED_ERRORS):
                for name, value in before.items():
                    with suppress(*_EXPECTED_ERRORS):  # an earlier value may not go with the others
                        self.set_trait(name, value)
            self._tell_front_end(error, sync_data)

    def send(self, content: Any, buffers: Any = None) -> None:
        """Send a message that is not a trait."""
        super().send(well_formed(content), buffers)

    def tell(self, error: BaseException) -> None:
        """Show an error in the view."""
        self.send({"type": "problem", "error": self.in_words(error)})

    def in_words(self, error: BaseException) -> str:
        """Return an error as the view shows it; keep and log the traceback of an unexpected one."""
        if isinstance(error, _EXPECTED_ERRORS):
            return str(error)
        if isinstance(error, KeyboardInterrupt):
            return "Interrupted."
        traceback = "".join(format_exception(error))
        if traceback != self.traceback:  # the same error may come again and again
            self.traceback = traceback
            _LOG.error("unexpected error in %s\n%s", type(self).__name__, traceback)
        message = f"{type(error).__name__}: {error}"
        if len(message) > _MAX_MESSAGE_CHARS:
            message = f"{message[:_MAX_MESSAGE_CHARS]}…"
        return (
            f"Unexpected error: {message}\n"
            "The view keeps working. Please report the error and what print(view.traceback) shows."
        )

    def guarded(self, work: Callable[Arguments, None]) -> Callable[Arguments, None]:
        """Return the work wrapped for a thread: the view shows its errors, as no caller waits."""

        @wraps(work)
        def guarded(*arguments: Arguments.args, **options: Arguments.kwargs) -> None:
            try:
                work(*arguments, **options)
            except Exception as error:  # noqa: BLE001  # any failure has to reach the person
                self.tell(error)

        return guarded

    def _tell_front_end(self, error: Exception, sent: Mapping[str, Any]) -> None:
        """Tell the front end why its values were refused, and send the current ones."""
        self.tell(error)
        self.send_state([name for name in sent if name in self.keys])

    def _repr_mimebundle_(self, **options: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """Return the widget and the static preview together, for hosts other than IPython."""
        bundle = super()._repr_mimebundle_(**options)
        if bundle is None:
            return None
        return {**bundle[0], **self.static_preview().mime_data()}, bundle[1]

    def _ipython_display_(self) -> None:
        """Display the widget and, as an output of its own, the static preview.

        If one output has several forms, JupyterLab and Notebook 7 always choose the widget, and
        say "model not found" when a saved notebook is opened without its kernel. So the picture
        is a second output, hidden where the widget is live.
        """
        bundle = super()._repr_mimebundle_()
        if bundle is None:
            _display({"text/plain": repr(self)})
            return
        data, metadata = bundle
        _display({_WIDGET: data[_WIDGET]}, metadata)
        self._display_preview()
        self._is_displayed = True

    def _display_preview(self, *, update: bool = False) -> None:
        picture = self.static_preview().beside_widget(self._key)
        _display(picture, transient={"display_id": self._key}, update=update)

    def _picture_is_old(self) -> None:
        """Renew the picture when changes rest, so that a notebook is saved as it looks."""
        self._changed = monotonic()
        is_under_way = self._renewal is not None and self._renewal.is_alive()
        if self._is_displayed and not is_under_way and hasattr(get_ipython(), "kernel"):
            self._renewal = threading.Thread(
                target=self._renew_picture,
                args=(self._changed + _PREVIEW_MAX_WAIT_SECONDS,),
                daemon=True,
            )
            self._renewal.start()

    def _renew_picture(self, latest: float) -> None:
        while (rest := min(self._changed + _PREVIEW_DEBOUNCE_SECONDS, latest) - monotonic()) > 0:
            sleep(rest)
        self._renewal = None  # later changes renew it again
        if self.comm is None:
            return
        try:
            self._display_preview(update=True)
        except Exception:  # noqa: BLE001  # an old picture is no reason to disturb the person
            _LOG.exception("the static preview could not be renewed")

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


def _display(
    data: Mapping[str, Any], metadata: Mapping[str, Any] | None = None, **how: Any
) -> None:
    publish_display_data(data, metadata, **how)  # type: ignore[no-untyped-call]


_OF_ALL_WIDGETS: Final = frozenset(anywidget.AnyWidget.class_trait_names(sync=True))
