"""``meteor-lsp``: start the server, or check files as the server would."""

import argparse
import ipaddress
import sys
import warnings
from collections.abc import Coroutine, Sequence
from functools import partial
from typing import Any, Final

from meteor_core.command_line.arguments import OneLineParser
from meteor_core.command_line.interruption import interruptible
from meteor_core.command_line.statuses import BAD_INPUT, run_program
from meteor_core.errors import MeteorWarning, require_extra
from meteor_core.version import VERSION

_PACKAGES: Final = ("pygls", "lsprotocol", "py3langid", "jinja2")
"""Packages of the extra that every transport needs."""

_INTERRUPTED: Final = 130

_EPILOG = """\
examples:
  meteor-lsp                                   for an editor: speaks on standard input and output
  meteor-lsp --tcp --port 8765                 for a client that connects
  meteor-lsp check news.hyp.en                 what the editor would show, for a terminal or CI
  meteor-lsp check *.hyp.* --fail-under 0.5    status 1 if a file scores less
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status."""
    return run_program("meteor-lsp", partial(_run, arguments))


def _run(arguments: Sequence[str] | None) -> int:
    require_extra("meteor-lsp needs", "lsp", _PACKAGES)
    warnings.simplefilter("ignore", MeteorWarning)  # the session reports them
    parsed = make_parser().parse_args(arguments)
    if parsed.command != "check":
        return _serve(parsed)
    from .check import check

    with interruptible():
        return check(parsed)


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of the server and its command ``check``."""
    parser: argparse.ArgumentParser = OneLineParser(
        prog="meteor-lsp",
        description="METEOR in your editor: a language server for pairs of hypothesis and "
        "reference files. X.hyp.EXT is paired with X.ref.EXT beside it, X.mt.EXT with X.pe.EXT, "
        "others by meteor.toml; TSV and JSON Lines hold both in one file.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("-V", "--version", action="version", version=f"meteor-lsp {VERSION}")
    transport = parser.add_mutually_exclusive_group()
    transport.add_argument(
        "--stdio", action="store_true", help="standard input and output (the default)"
    )
    transport.add_argument("--tcp", action="store_true", help="a TCP socket")
    transport.add_argument("--ws", action="store_true", help="a WebSocket")
    parser.add_argument(
        "--jupyterlab",
        action="store_true",
        help="for JupyterLab's editor, which sends a line end more than a text has",
    )
    parser.add_argument(
        "--host",
        type=_loopback,
        default="127.0.0.1",
        help="address of this machine for itself (default 127.0.0.1)",
    )
    parser.add_argument("--port", type=_port, default=8765, help="port (default 8765)")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    from .check import add_command

    add_command(commands)
    return parser


def _loopback(host: str) -> str:
    """Validate a loopback address: clients can read files through the server."""
    if host == "localhost":
        return "127.0.0.1"
    try:
        if ipaddress.ip_address(host).is_loopback:
            return host
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(
        f"{host} is not a loopback address; use 127.0.0.1, and from elsewhere a tunnel such as "
        "ssh -L"
    )


def _port(number: str) -> int:
    if number.isdecimal() and 0 < int(number) < 1 << 16:
        return int(number)
    raise argparse.ArgumentTypeError(f"{number} is not a port; use a number from 1 to 65535")


def _serve(parsed: argparse.Namespace) -> int:
    import asyncio
    import logging

    from .documents.line_document import LineDocument, PaddedDocument
    from .editor import transport
    from .editor.watchdog import Watchdog
    from .server import create_server

    # pygls logs every mistake of a client with a traceback; the client is informed.
    logging.getLogger("pygls").setLevel(logging.CRITICAL)

    server = create_server(PaddedDocument if parsed.jupyterlab else LineDocument)

    async def watched(work: Coroutine[Any, Any, None]) -> None:
        with Watchdog():
            await work

    try:
        if parsed.tcp:
            asyncio.run(watched(transport.serve_tcp(server.protocol, parsed.host, parsed.port)))
        elif parsed.ws:
            require_extra("a WebSocket needs", "lsp", ["websockets"])
            work = transport.serve_websocket(server.protocol, parsed.host, parsed.port)
            asyncio.run(watched(work))
        else:
            channel = sys.stdout.buffer
            sys.stdout = sys.stderr  # a stray print must not break into the protocol
            work = transport.serve_stdio(server.protocol, sys.stdin.buffer, channel)
            asyncio.run(watched(work))
    except OSError as error:
        place = f"port {parsed.port}" if parsed.tcp or parsed.ws else "standard input and output"
        print(f"meteor-lsp: error: {place}: {error.strerror}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        return _INTERRUPTED
    finally:
        server.engine.close()
    return server.protocol.status
