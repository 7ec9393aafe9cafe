"""What all views have in common: a front end, answers to its requests, and pictures of itself."""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Final

import anywidget

from meteor_core.errors import MeteorError

from .frontend_files import script_of, styles_of
from .pages.page import PageContent, self_contained_page
from .pages.still_picture import StillPicture
from .trait_errors import own_errors
from .well_formed import well_formed

_LOG: Final = logging.getLogger(__name__)


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

    def __init_subclass__(cls, *, kind: str | None = None, **options: Any) -> None:
        """Give a class of that kind its front end; without one it has its base's."""
        if kind is not None:
            cls.kind = kind
            cls._esm = script_of(kind)
            cls._css = styles_of(kind)
        super().__init_subclass__(**options)

    def __init__(self, **traits: Any) -> None:
        """A widget with these traits."""
        super().__init__(**traits)
        self.on_msg(self._on_message)

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
        return StillPicture(text=self.text_picture())

    def text_picture(self) -> str:
        """The view as lines of text; subclasses draw what they show."""
        return f"{type(self).__name__}: {self.title}"

    def page_content(self) -> PageContent:
        """What a page shows; subclasses add what their requests are answered from."""
        return PageContent(kind=self.kind, state=self.page_state())

    def page_state(self) -> dict[str, Any]:
        """The synchronised traits that are this view's own, as JSON values."""
        keys = [
            name
            for name in self.trait_names(sync=True)
            if not name.startswith("_") and name not in _OF_ALL_WIDGETS
        ]
        state: dict[str, Any] = self.get_state(keys)
        return state

    def get_state(self, *which: Any, **how: Any) -> dict[str, Any]:
        """The traits as front ends, notebook files and pages have them."""
        state: dict[str, Any] = well_formed(super().get_state(*which, **how))
        return state

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take over what the front end sends; it is echoed as it is taken over."""
        super().set_state(well_formed(sync_data))

    def send(self, content: Any, buffers: Any = None) -> None:
        """Send a message that is no trait."""
        super().send(well_formed(content), buffers)

    def _repr_mimebundle_(self, **options: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """The widget, and for readers that cannot run it the still picture."""
        bundle = super()._repr_mimebundle_(**options)
        if bundle is None:
            return None
        return {**bundle[0], **self.stand_in().mime_data()}, bundle[1]

    def _on_message(self, _: Any, content: Any, buffers: Sequence[memoryview]) -> None:
        if not isinstance(content, dict) or content.get("type") != "request":
            return
        reply = {"type": "answer", "id": content.get("id")}
        try:
            handler = self.requests[content["name"]]
            answer = handler(self, **content.get("parameters", {}))
        except MeteorError as error:
            self.send({**reply, "error": str(error)})
        except Exception as error:  # noqa: BLE001  # any failure has to reach the person
            # A request without an answer would leave the front end waiting.
            _LOG.exception("a request of the front end failed")
            self.send({**reply, "error": named_error(error)})
        else:
            self.send({**reply, "result": answer.result}, list(answer.buffers))


def named_error(error: BaseException) -> str:
    """What went wrong where nobody expected it, for people: with the kind of error."""
    return f"{type(error).__name__}: {error}"


_OF_ALL_WIDGETS: Final = frozenset(anywidget.AnyWidget.class_trait_names(sync=True))
