"""Answers to requests that cannot be granted, as the protocol's errors."""

from collections.abc import Callable
from typing import TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from meteor_core import MeteorError

_Made = TypeVar("_Made")


class Refused(JsonRpcException):
    """A request that cannot be carried out; the message tells a person why."""

    CODE = types.LSPErrorCodes.RequestFailed.value
    MESSAGE = "this cannot be done"


class Stale(JsonRpcException):
    """A request about a text that has changed since."""

    CODE = types.LSPErrorCodes.ContentModified.value
    MESSAGE = "the text has changed since; ask again"


def refused_unless(is_current: object) -> None:
    """Refuse a request about a text that has changed since."""
    if not is_current:
        raise Stale


def refusing(work: Callable[[], _Made]) -> _Made:
    """What work returns; where it complains about input, the request is refused with its words."""
    try:
        return work()
    except MeteorError as error:
        raise Refused(str(error)) from None
