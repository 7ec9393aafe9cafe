"""Reject requests with the protocol's errors."""

from collections.abc import Callable
from typing import TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from meteor_core import MeteorError

_Made = TypeVar("_Made")


class Refused(JsonRpcException):
    """A request that cannot be carried out; the message explains why."""

    CODE = types.LSPErrorCodes.RequestFailed.value
    MESSAGE = "this cannot be done"


class Stale(JsonRpcException):
    """A request about a text that has changed since."""

    CODE = types.LSPErrorCodes.ContentModified.value
    MESSAGE = "the text has changed since; ask again"


def refused_unless(is_current: object) -> None:
    """Reject a request about a text that has changed since."""
    if not is_current:
        raise Stale


def refusing(work: Callable[[], _Made]) -> _Made:
    """Run a function, turning complaints about input into a rejected request."""
    try:
        return work()
    except MeteorError as error:
        raise Refused(str(error)) from None
