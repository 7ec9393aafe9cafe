"""What all views have in common: a front end, answers to its requests, and pictures of itself."""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Final

import anywidget
import traitlets

from meteor_core.errors import MeteorError

from .frontend_files import SCRIPT, STYLES
from .page import PageContent, self_contained_page

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
    """A widget of ours. Subclasses set ``kind`` and, where the front end asks, ``requests``."""

    _esm = SCRIPT
    _css = STYLES

    kind = traitlets.Unicode(read_only=True).tag(sync=True)
    """Which view the front end draws."""

    requests: ClassVar[Mapping[str, Callable[..., Answer]]] = {}
    """Methods that answer the front end's requests, by name; parameters come as keywords."""

    title: ClassVar[str] = "Meteorscope"
    """Of pages."""

    def __init__(self, **traits: Any) -> None:
        """A widget with these traits."""
        super().__init__(**traits)
        self.on_msg(self._on_message)

    def to_html(self) -> str:
        """The view as one HTML page that needs no kernel and no network."""
        return self_contained_page(self.page_content(), title=self.title)

    def save_html(self, path: str | Path) -> None:
        """Write ``to_html`` to a file."""
        Path(path).write_text(self.to_html(), encoding="utf-8")

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
            self.send({**reply, "error": f"{type(error).__name__}: {error}"})
        else:
            self.send({**reply, "result": answer.result}, list(answer.buffers))


_OF_ALL_WIDGETS: Final = frozenset(anywidget.AnyWidget.class_trait_names(sync=True))
