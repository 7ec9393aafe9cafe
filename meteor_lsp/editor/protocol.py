"""Make pygls' protocol strict.

Every request is answered once, and mistakes of the client are reported to the client. Each override
names the behaviour of pygls 2.1 that it replaces.
"""

import contextvars
import json
import logging
import sys
import uuid
from collections.abc import Callable, Generator
from concurrent.futures import Future
from typing import Any, Final

from lsprotocol import types
from pygls.exceptions import (
    FeatureNotificationError,
    JsonRpcException,
    JsonRpcInternalError,
    JsonRpcInvalidParams,
    JsonRpcInvalidRequest,
    JsonRpcMethodNotFound,
    JsonRpcParseError,
    JsonRpcServerNotInitialized,
)
from pygls.protocol import LanguageServerProtocol, lsp_method

from ..documents.uris import path_of

_LOG: Final = logging.getLogger("meteor_lsp")

_REQUESTS: Final = frozenset(
    method for method, kinds in types.METHOD_TO_TYPES.items() if kinds[1] is not None
)

EXIT_WITHOUT_SHUTDOWN: Final = 1


class StrictProtocol(LanguageServerProtocol):
    """The conversation with one client."""

    status = EXIT_WITHOUT_SHUTDOWN
    """Exit status of the process."""

    on_message: Callable[[], None] = staticmethod(lambda: None)
    """Called with each incoming message before it is handled."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        """Pass all arguments to pygls."""
        super().__init__(*arguments, **options)
        self._own_requests: set[str] = set()  # ids

    def receive(self, body: bytes | str) -> None:
        """Handle one message of the client, valid or not."""
        self.on_message()
        try:
            message = json.loads(body)
        except (ValueError, RecursionError) as error:
            self._reject(None, JsonRpcParseError(f"no JSON: {error}"))
            return
        self.handle_message(message)

    def serialise(self, value: Any) -> Any:
        """Convert an object of the protocol to JSON data."""
        return self._converter.unstructure(value)

    def notify_serialised(self, method: str, params: dict[str, Any]) -> None:
        """Send a notification with serialised params.

        pygls would serialise every object again, which takes 10 ms for 500 diagnostics.
        """
        self._send_data({"jsonrpc": self.VERSION, "method": method, "params": params})

    def handle_message(self, message: Any) -> None:
        """Handle a parsed message.

        pygls structures every object of a message separately, and leaves invalid requests
        unanswered. Its dispatch on types takes longer than structuring.
        """
        if not isinstance(message, dict) or message.get("jsonrpc") != self.VERSION:
            self._reject(message, JsonRpcInvalidRequest("no message of JSON-RPC 2.0"))
            return
        if "method" not in message:
            self._resolve_request(message)
            return
        try:
            self._check_message(message)
            typed = super().structure_message(message)
        except JsonRpcException as error:
            self._reject(message, error)
            return
        if typed.method == types.TEXT_DOCUMENT_DID_CHANGE:
            self._edit(typed.params)
            return
        # Each handler has its own context, in which pygls keeps the id of its request.
        run = contextvars.copy_context().run
        if "id" in message:
            run(self._handle_request, typed.id, typed.method, typed.params)
        else:
            run(self._handle_notification, typed.method, typed.params)

    def _edit(self, params: types.DidChangeTextDocumentParams) -> None:
        """Apply an edit; pygls creates a generator and three futures for each keystroke."""
        try:
            for change in params.content_changes:
                self.workspace.update_text_document(params.text_document, change)
            self.fm.features[types.TEXT_DOCUMENT_DID_CHANGE](params)
        except Exception:  # noqa: BLE001  # pygls handles errors of handlers alike
            error = JsonRpcInternalError.of(sys.exc_info())  # type: ignore[no-untyped-call]  # pygls
            self._server._report_server_error(error, FeatureNotificationError)  # noqa: SLF001  # as pygls does

    def send_request(
        self,
        method: str,
        params: Any | None = None,
        callback: Callable[[Any], None] | None = None,
        msg_id: str | int | None = None,
    ) -> "Future[Any]":
        """Send a request, and remember that its id is the server's."""
        identifier = str(uuid.uuid4())
        self._own_requests.add(identifier)
        return super().send_request(method, params, callback, identifier)

    @lsp_method(types.SHUTDOWN)
    def lsp_shutdown(self, *_: Any) -> "Generator[Any, Any, None]":
        """Cancel all requests; pygls fails if requests end meanwhile."""
        if types.SHUTDOWN in self.fm.features:
            yield self.fm.features[types.SHUTDOWN], (None,), None
        own = self.msg_id
        for identifier, future in list(self._request_futures.items()):
            if identifier != own and not future.done():
                future.cancel()
        self._shutdown = True

    @lsp_method(types.EXIT)
    def lsp_exit(self, *_: Any) -> None:  # type: ignore[override]  # no generator
        """Close the connection; pygls exits at once, always with status 0."""
        self.status = 0 if self._shutdown else EXIT_WITHOUT_SHUTDOWN
        if self.writer is not None:
            self.writer.close()

    def _check_message(self, message: dict[str, Any]) -> None:
        """Reject a message that cannot be handled.

        Raises:
            JsonRpcException: describes the mistake for the client.
        """
        method, is_request = message["method"], "id" in message
        if not isinstance(method, str):
            raise JsonRpcInvalidRequest("the method must be a string")
        if is_request and not _is_identifier(message["id"]):
            raise JsonRpcInvalidRequest("an id must be a number or a string")
        if method == types.EXIT:
            return
        self._require_order(method)
        if method == types.CANCEL_REQUEST:
            if is_request or not _is_identifier(_params(message).get("id")):
                raise JsonRpcInvalidParams("$/cancelRequest tells the id of a request")
            return
        self._require_known(method, message, is_request=is_request)

    def _require_order(self, method: str) -> None:
        """Require initialize first and only once, and no message after shutdown."""
        if self._shutdown:
            raise JsonRpcInvalidRequest("the server is shut down")
        if self._workspace is None and method != types.INITIALIZE:
            raise JsonRpcServerNotInitialized("initialize comes first")
        if self._workspace is not None and method == types.INITIALIZE:
            raise JsonRpcInvalidRequest("the server is initialized already")

    def _require_known(self, method: str, message: dict[str, Any], *, is_request: bool) -> None:
        if method not in self.fm.builtin_features and method not in self.fm.features:
            raise JsonRpcMethodNotFound.of(method)
        if method not in types.METHOD_TO_TYPES:
            return  # a custom request, whose handler checks the params
        if is_request != (method in _REQUESTS):
            raise JsonRpcInvalidRequest(f"{method} is {'no' if is_request else 'a'} request")
        if types.METHOD_TO_TYPES[method][2] is None:
            return
        if not isinstance(message.get("params"), dict):
            raise JsonRpcInvalidParams("params must be an object")
        if method == types.INITIALIZE and path_of(message["params"].get("rootUri") or "") is None:
            message["params"]["rootUri"] = None  # pygls raises if it cannot parse it
        if method == types.WINDOW_WORK_DONE_PROGRESS_CANCEL and not _is_identifier(
            message["params"].get("token")
        ):
            raise JsonRpcInvalidParams("a token must be a number or a string")

    def _reject(self, message: Any, error: JsonRpcException) -> None:
        """Answer an invalid message, unless it is a notification or a response."""
        _LOG.info("refused: %s", error)
        identifier = None
        if isinstance(message, dict):
            if "method" in message and "id" not in message:
                return
            identifier = message.get("id") if _is_identifier(message.get("id")) else None
            if "method" not in message and identifier is not None:
                return
        self._send_data(
            {
                "jsonrpc": self.VERSION,
                "id": identifier,
                "error": {"code": error.code, "message": error.message},
            }
        )

    def _resolve_request(self, message: dict[str, Any]) -> None:
        """Resolve a request of the server.

        pygls also searches the client's requests, and raises for a cancelled one.
        """
        identifier = message.get("id")
        if not isinstance(identifier, str) or identifier not in self._own_requests:
            _LOG.info("an answer to nothing that was asked")
            return
        self._own_requests.discard(identifier)
        future = self._request_futures.pop(identifier, None)
        kind = self._result_types.pop(identifier, None)
        if future is None or future.done():
            return
        try:
            if "error" in message:
                raise JsonRpcException(str(message["error"]))  # noqa: TRY301  # handled below
            result = message.get("result")
            if kind is not None:
                result = self._converter.structure(message, kind).result
        except Exception as error:  # noqa: BLE001  # any error is the client's mistake
            future.set_exception(error)
        else:
            future.set_result(result)

    def _handle_cancel_notification(self, msg_id: str | int) -> None:
        """Cancel a request of the client; pygls also cancels the server's."""
        if msg_id not in self._own_requests:
            super()._handle_cancel_notification(msg_id)

    def _execute_handler(
        self,
        msg_id: str | int,
        handler: Any,
        callback: Callable[["Future[Any]"], None],
        args: tuple[Any, ...] | None = None,
        kwargs: dict[str, Any] | None = None,
    ) -> None:
        """Run a handler, and release its future afterwards; pygls keeps those of notifications."""

        def concluded(future: "Future[Any]") -> None:
            self._request_futures.pop(msg_id, None)
            callback(future)

        super()._execute_handler(msg_id, handler, concluded, args, kwargs)


def _is_identifier(value: Any) -> bool:
    return isinstance(value, (int, str)) and not isinstance(value, bool)


def _params(message: dict[str, Any]) -> dict[str, Any]:
    params = message.get("params")
    return params if isinstance(params, dict) else {}
