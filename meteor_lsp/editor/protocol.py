"""pygls' protocol, made polite.

Every request is answered once, and mistakes of the client's are told to the client alone. What
pygls 2.1 does instead is said beside each method that takes the place of one of its own.
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

from ..documents.split_text import SplitText
from ..documents.uris import path_of
from .message_text import read_message

_LOG: Final = logging.getLogger("meteor_lsp")

_REQUESTS: Final = frozenset(
    method for method, kinds in types.METHOD_TO_TYPES.items() if kinds[1] is not None
)

EXIT_WITHOUT_SHUTDOWN: Final = 1


class Written(str):
    """A result that is written already, in JSON."""

    __slots__ = ()


class PoliteProtocol(LanguageServerProtocol):
    """The conversation with one client."""

    status = EXIT_WITHOUT_SHUTDOWN
    """What the process ends with."""

    on_message: Callable[[], None] = staticmethod(lambda: None)
    """Is called when a message has come in, before it is handled."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        """See pygls."""
        super().__init__(*arguments, **options)
        self._asked: set[str] = set()  # ids of our own requests

    def take(self, body: bytes | str) -> None:
        """Take one message of the client's, whatever it is."""
        self.on_message()
        try:
            message, text = read_message(body)
        except (ValueError, RecursionError) as error:
            self._refuse(None, JsonRpcParseError(f"no JSON: {error}"))
            return
        self.handle_message(message, text)

    def written(self, value: Any) -> Any:
        """An object of the protocol as JSON has it."""
        return self._converter.unstructure(value)

    def tell(self, method: str, params: dict[str, Any]) -> None:
        """Send a notification whose params are written already.

        pygls writes every object of a message anew, which takes 10 ms for 500 diagnostics.
        """
        self._send_data({"jsonrpc": self.VERSION, "method": method, "params": params})

    def _send_response(
        self, msg_id: str | int, result: Any | None = None, error: Any | None = None
    ) -> None:
        """Answer; see ``tell`` for what is written already."""
        if error is None and isinstance(result, Written):
            self._result_types.pop(msg_id, None)
            self._write(
                f'{{"id": {json.dumps(msg_id)}, "jsonrpc": "{self.VERSION}", "result": {result}}}'
            )
            return
        super()._send_response(msg_id, result, error)

    def _write(self, message: str) -> None:
        """Send a message in JSON."""
        if self.writer is not None:
            body = message.encode(self.CHARSET)
            header = b"Content-Length: %d\r\n\r\n" % len(body) if self._include_headers else b""
            self.writer.write(header + body)

    def handle_message(self, message: Any, text: SplitText | None = None) -> None:
        """Handle a message that is JSON.

        pygls types every object inside a message on its own, and leaves unanswered what it
        cannot type. To find out of what kind a typed message is takes it longer than to type one.

        Args:
            message: as it was read.
            text: of the document that it opens, where that is not in it.
        """
        if not isinstance(message, dict) or message.get("jsonrpc") != self.VERSION:
            self._refuse(message, JsonRpcInvalidRequest("no message of JSON-RPC 2.0"))
            return
        if "method" not in message:
            self._take_response(message)
            return
        try:
            self._require_sense(message)
            typed = super().structure_message(message)
            if text is not None:
                typed.params.text_document.text = text
        except JsonRpcException as error:
            self._refuse(message, error)
            return
        if typed.method == types.TEXT_DOCUMENT_DID_CHANGE:
            self._edit(typed.params)
            return
        # Each handler has a context of its own, in which pygls keeps the id of its request.
        run = contextvars.copy_context().run
        if "id" in message:
            run(self._handle_request, typed.id, typed.method, typed.params)
        else:
            run(self._handle_notification, typed.method, typed.params)

    def _edit(self, params: types.DidChangeTextDocumentParams) -> None:
        """Edit a document; pygls takes a generator and three futures for it, at each keystroke."""
        try:
            for change in params.content_changes:
                self.workspace.update_text_document(params.text_document, change)
            self.fm.features[types.TEXT_DOCUMENT_DID_CHANGE](params)
        except Exception:  # noqa: BLE001  # as pygls takes what happens in a handler
            error = JsonRpcInternalError.of(sys.exc_info())  # type: ignore[no-untyped-call]  # pygls
            self._server._report_server_error(error, FeatureNotificationError)  # noqa: SLF001  # as pygls does

    def send_request(
        self,
        method: str,
        params: Any | None = None,
        callback: Callable[[Any], None] | None = None,
        msg_id: str | int | None = None,
    ) -> "Future[Any]":
        """Send a request, and remember that its id is ours, not the client's."""
        identifier = str(uuid.uuid4())
        self._asked.add(identifier)
        return super().send_request(method, params, callback, identifier)

    @lsp_method(types.SHUTDOWN)
    def lsp_shutdown(self, *_: Any) -> "Generator[Any, Any, None]":
        """Stop all work; pygls stumbles over requests that end while it cancels them."""
        if types.SHUTDOWN in self.fm.features:
            yield self.fm.features[types.SHUTDOWN], (None,), None
        own = self.msg_id
        for identifier, future in list(self._request_futures.items()):
            if identifier != own and not future.done():
                future.cancel()
        self._shutdown = True

    @lsp_method(types.EXIT)
    def lsp_exit(self, *_: Any) -> None:  # type: ignore[override]  # it has nothing to yield
        """End the conversation; pygls ends the process in the midst of it, always with 0."""
        self.status = 0 if self._shutdown else EXIT_WITHOUT_SHUTDOWN
        if self.writer is not None:
            self.writer.close()

    def _require_sense(self, message: dict[str, Any]) -> None:
        """Refuse a message that cannot be handled.

        Raises:
            JsonRpcException: for the client.
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
        """First initialize, once; after shutdown nothing."""
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
            return  # a request of our own; its handler looks at the params
        if is_request != (method in _REQUESTS):
            raise JsonRpcInvalidRequest(f"{method} is {'no' if is_request else 'a'} request")
        if types.METHOD_TO_TYPES[method][2] is None:
            return
        if not isinstance(message.get("params"), dict):
            raise JsonRpcInvalidParams("params must be an object")
        if method == types.INITIALIZE and path_of(message["params"].get("rootUri") or "") is None:
            message["params"]["rootUri"] = None  # pygls stops at one that it cannot take apart
        if method == types.WINDOW_WORK_DONE_PROGRESS_CANCEL and not _is_identifier(
            message["params"].get("token")
        ):
            raise JsonRpcInvalidParams("a token must be a number or a string")

    def _refuse(self, message: Any, error: JsonRpcException) -> None:
        """Answer what cannot be handled; a notification, and an answer, have no answer."""
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

    def _take_response(self, message: dict[str, Any]) -> None:
        """Take the answer to a request of ours.

        pygls looks it up among the client's requests, too, and stops at one that was cancelled.
        """
        identifier = message.get("id")
        if not isinstance(identifier, str) or identifier not in self._asked:
            _LOG.info("an answer to nothing that was asked")
            return
        self._asked.discard(identifier)
        future = self._request_futures.pop(identifier, None)
        kind = self._result_types.pop(identifier, None)
        if future is None or future.done():
            return
        try:
            if "error" in message:
                raise JsonRpcException(str(message["error"]))  # noqa: TRY301  # told in one place
            result = message.get("result")
            if kind is not None:
                result = self._converter.structure(message, kind).result
        except Exception as error:  # noqa: BLE001  # whatever the client sent, it is its fault
            future.set_exception(error)
        else:
            future.set_result(result)

    def _handle_cancel_notification(self, msg_id: str | int) -> None:
        """Cancel a request of the client's; pygls cancels its own requests as well."""
        if msg_id not in self._asked:
            super()._handle_cancel_notification(msg_id)

    def _execute_handler(
        self,
        msg_id: str | int,
        handler: Any,
        callback: Callable[["Future[Any]"], None],
        args: tuple[Any, ...] | None = None,
        kwargs: dict[str, Any] | None = None,
    ) -> None:
        """Run a handler and forget it when it is done; pygls keeps those of notifications."""

        def concluded(future: "Future[Any]") -> None:
            self._request_futures.pop(msg_id, None)
            callback(future)

        super()._execute_handler(msg_id, handler, concluded, args, kwargs)


def _is_identifier(value: Any) -> bool:
    return isinstance(value, (int, str)) and not isinstance(value, bool)


def _params(message: dict[str, Any]) -> dict[str, Any]:
    params = message.get("params")
    return params if isinstance(params, dict) else {}
