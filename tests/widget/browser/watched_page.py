"""A page of a browser of which nothing goes unseen: requests, errors, dialogs."""

from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

from playwright.sync_api import ConsoleMessage, Dialog, Page

_LOCAL_SCHEMES: Final = frozenset({"data", "blob"})

_OF_NOTEBOOK_7: Final = frozenset(
    {
        "Cannot read properties of undefined (reading 'schema')",
        "Command 'filebrowser:open-path' not registered.",
    }
)
"""What Notebook 7.6 itself reports of any notebook, without a widget in it."""


@dataclass(kw_only=True)  # without slots: playwright keeps its wrappers of methods on the object
class Watch:
    """What a page did.

    Attributes:
        home: the only host that it may ask for anything; empty where it may ask nobody.
        requests: addresses of all requests and sockets.
        errors: what it wrote as errors, and exceptions that nothing caught.
        dialogs: what it asked the person.
    """

    home: str
    requests: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    dialogs: list[str] = field(default_factory=list)

    def over(self, page: Page) -> None:
        """Begin to watch."""
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("websocket", lambda socket: self.requests.append(socket.url))
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self._keep(str(error)))
        page.on("dialog", self._dismiss)

    def strangers(self) -> list[str]:
        """Requests that left this machine."""
        return [url for url in self.requests if not self._is_own(url)]

    def _is_own(self, url: str) -> bool:
        parts = urlsplit(url)
        if parts.scheme in _LOCAL_SCHEMES:
            return True
        return parts.netloc == self.home if self.home else parts.scheme == "file"

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._keep(message.text)

    def _keep(self, error: str) -> None:
        if error not in _OF_NOTEBOOK_7:
            self.errors.append(error)

    def _dismiss(self, dialog: Dialog) -> None:
        self.dialogs.append(dialog.message)
        dialog.dismiss()
