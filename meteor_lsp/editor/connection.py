"""The connection to one editor: what it is told and asked, and work that no request waits for."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from typing import Any, Final

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInternalError
from pygls.lsp.server import LanguageServer

from meteor_core.version import VERSION

from .client import Client
from .protocol import PoliteProtocol

_LOG: Final = logging.getLogger("meteor_lsp")


class Connection(LanguageServer):
    """What pygls offers, and what it lacks."""

    protocol: PoliteProtocol

    def __init__(self) -> None:
        """A connection that has not been initialised."""
        super().__init__("meteor-lsp", VERSION, protocol_cls=PoliteProtocol)
        self.client = Client()
        self.on_cancel: dict[types.ProgressToken, Callable[[], None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._registered: types.DiagnosticRegistrationOptions | None = None

    def tell(self, message: str, kind: types.MessageType = types.MessageType.Info) -> None:
        """Show the person a message."""
        self.window_show_message(types.ShowMessageParams(type=kind, message=message))

    def ask(
        self,
        method: str,
        params: Any,
        then: Callable[[Any], None],
        refused: Callable[[], None] = lambda: None,
    ) -> None:
        """Send the client a request, and go on with its answer when it comes.

        A client that refuses is logged. Nothing awaits the answer: a task that is cancelled
        while it does would leave pygls with an answer it cannot deliver.
        """

        def done(future: "Future[Any]") -> None:
            if future.cancelled() or future.exception() is not None:
                _LOG.info("%s was refused by the client", method)
                refused()
            else:
                then(future.result())

        self.protocol.send_request(method, params).add_done_callback(done)

    def refresh_hints(self) -> None:
        """Have the client ask for inlay hints again, if it can be told to."""
        if self.client.refreshes_hints:
            self.workspace_inlay_hint_refresh(None)

    def refresh_lenses_and_tokens(self) -> None:
        """Have the client ask for code lenses and semantic tokens again."""
        if self.client.refreshes_lenses:
            self.workspace_code_lens_refresh(None)
        if self.client.refreshes_tokens:
            self.workspace_semantic_tokens_refresh(None)

    def refresh_diagnostics(self) -> None:
        """Have the client ask for diagnostics again."""
        if self.client.refreshes_diagnostics:
            self.workspace_diagnostic_refresh(None)

    def register_diagnostics(self, options: types.DiagnosticRegistrationOptions) -> None:
        """Have a client that takes registrations pull diagnostics so; other clients ignore it."""
        if not self.client.is_told_of_diagnostics_later or self._registered == options:
            return
        name, method = "meteor-diagnostics", types.TEXT_DOCUMENT_DIAGNOSTIC
        if self._registered is not None:
            before = types.Unregistration(id=name, method=method)
            self.ask(
                types.CLIENT_UNREGISTER_CAPABILITY,
                types.UnregistrationParams(unregisterations=[before]),
                lambda _: None,
            )
        self._registered = options
        registration = types.Registration(id=name, method=method, register_options=options)
        self.ask(
            types.CLIENT_REGISTER_CAPABILITY,
            types.RegistrationParams(registrations=[registration]),
            lambda _: None,
        )

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Log what is our own fault; a person who types is not to be disturbed by it."""
        if not isinstance(error, JsonRpcException) or isinstance(error, JsonRpcInternalError):
            _LOG.error("%s: %s", source.__name__, error)

    def run(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Do something that no request waits for."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(_log_failure)
        return task

    def rest(self) -> None:
        """Cancel all work that no request waits for."""
        for task in self._tasks:
            task.cancel()


def _log_failure(task: "asyncio.Task[None]") -> None:
    if not task.cancelled() and task.exception() is not None:
        _LOG.error("scoring a pair failed", exc_info=task.exception())
