"""Extend pygls' server: messages to the client, refreshes, and tasks without a request."""

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
from .protocol import StrictProtocol

_LOG: Final = logging.getLogger("meteor_lsp")


class Connection(LanguageServer):
    """The connection to one editor."""

    protocol: StrictProtocol

    def __init__(self) -> None:
        """Create a connection that is not initialised."""
        super().__init__("meteor-lsp", VERSION, protocol_cls=StrictProtocol)
        self.client = Client()
        self.on_cancel: dict[types.ProgressToken, Callable[[], None]] = {}
        self._background_tasks: set[asyncio.Task[None]] = set()
        self._registered: types.DiagnosticRegistrationOptions | None = None

    def show_message(self, message: str, kind: types.MessageType = types.MessageType.Info) -> None:
        """Show a message to the user."""
        self.window_show_message(types.ShowMessageParams(type=kind, message=message))

    def call_client(
        self,
        method: str,
        params: Any,
        on_result: Callable[[Any], None] = lambda _: None,
        on_error: Callable[[], None] = lambda: None,
    ) -> None:
        """Send the client a request with callbacks.

        A rejection is logged. The answer is not awaited: pygls could not deliver it to a cancelled
        task.
        """

        def done(future: "Future[Any]") -> None:
            if future.cancelled() or future.exception() is not None:
                _LOG.info("%s was refused by the client", method)
                on_error()
            else:
                on_result(future.result())

        self.protocol.send_request(method, params).add_done_callback(done)

    def refresh_hints(self) -> None:
        """Have the client request inlay hints again, if supported."""
        if self.client.refreshes_hints:
            self.workspace_inlay_hint_refresh(None)

    def refresh_lenses_and_tokens(self) -> None:
        """Have the client request code lenses and semantic tokens again, if supported."""
        if self.client.refreshes_lenses:
            self.workspace_code_lens_refresh(None)
        if self.client.refreshes_tokens:
            self.workspace_semantic_tokens_refresh(None)

    def refresh_diagnostics(self) -> None:
        """Have the client request diagnostics again, if supported."""
        if self.client.refreshes_diagnostics:
            self.workspace_diagnostic_refresh(None)

    def register_diagnostics(self, options: types.DiagnosticRegistrationOptions) -> None:
        """Register pulled diagnostics with these options, if the client supports it."""
        if not self.client.registers_diagnostics_late or self._registered == options:
            return
        name, method = "meteor-diagnostics", types.TEXT_DOCUMENT_DIAGNOSTIC
        if self._registered is not None:
            before = types.Unregistration(id=name, method=method)
            self.call_client(
                types.CLIENT_UNREGISTER_CAPABILITY,
                types.UnregistrationParams(unregisterations=[before]),
            )
        self._registered = options
        registration = types.Registration(id=name, method=method, register_options=options)
        self.call_client(
            types.CLIENT_REGISTER_CAPABILITY,
            types.RegistrationParams(registrations=[registration]),
        )

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Log the server's own errors instead of showing them to the user."""
        if not isinstance(error, JsonRpcException) or isinstance(error, JsonRpcInternalError):
            _LOG.error("%s: %s", source.__name__, error)

    def start_task(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Start a task that no request awaits."""
        task = asyncio.get_running_loop().create_task(work)
        self._background_tasks.add(task)
        task.add_done_callback(self._background_tasks.discard)
        task.add_done_callback(_log_failure)
        return task

    def cancel_all(self) -> None:
        """Cancel all tasks that no request awaits."""
        for task in self._background_tasks:
            task.cancel()


def _log_failure(task: "asyncio.Task[None]") -> None:
    if not task.cancelled() and task.exception() is not None:
        _LOG.error("scoring a pair failed", exc_info=task.exception())
