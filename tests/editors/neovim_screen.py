"""A real Neovim with a screen of its own: what it draws, cell by cell, and when.

Neovim's terminal interface is a client that is told over a pipe what to draw; this is another one.
It keeps the screen in memory, so that tests, the latency benchmark and the pictures of the
documents see what a person would see, at the moment at which Neovim has drawn it.
"""

import contextlib
import itertools
import os
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Self

import msgpack

_REQUEST, _RESPONSE, _NOTIFICATION = 0, 1, 2
_PATIENCE: Final = 30.0
"""Seconds that anything may take before it counts as never coming."""


class NeovimError(Exception):
    """Neovim refused a request, or ended."""


@dataclass(slots=True)
class Cell:
    """One place of the screen.

    Attributes:
        text: a character with what is composed on it; empty behind a wide one.
        style: the number of its highlight.
    """

    text: str = " "
    style: int = 0


@dataclass(slots=True)
class Screen:
    """What is drawn: the cells, and what their styles mean."""

    rows: list[list[Cell]] = field(default_factory=list)
    styles: dict[int, Mapping[str, Any]] = field(default_factory=dict)
    foreground: int = 0xFFFFFF
    background: int = 0
    cursor: tuple[int, int] = (0, 0)

    def lines(self) -> list[str]:
        """The text of all rows, blanks at their ends left out."""
        return ["".join(cell.text for cell in row).rstrip() for row in self.rows]

    def style_at(self, row: int, column: int) -> Mapping[str, Any]:
        """The attributes of a cell."""
        return self.styles.get(self.rows[row][column].style, {})

    def column_of(self, row: int, text: str) -> int:
        """The column of the screen at which a text begins.

        Raises:
            ValueError: it is not there.
        """
        cells = self.rows[row]
        for column in range(len(cells)):
            if cells[column].text and "".join(
                cell.text for cell in cells[column : column + 2 * len(text)]
            ).startswith(text):
                return column
        raise ValueError(f"{text!r} is not in {self.lines()[row]!r}")

    def apply(self, event: str, arguments: Sequence[Any]) -> None:
        """Take one drawing event."""
        handler = getattr(self, f"_{event}", None)
        if handler is not None:
            handler(*arguments)

    def _grid_resize(self, grid: int, width: int, height: int) -> None:
        self.rows = [[Cell() for _ in range(width)] for _ in range(height)]

    def _grid_clear(self, grid: int) -> None:
        self.rows = [[Cell() for _ in row] for row in self.rows]

    def _grid_cursor_goto(self, grid: int, row: int, column: int) -> None:
        self.cursor = (row, column)

    def _grid_line(
        self, grid: int, row: int, column: int, cells: Sequence[Sequence[Any]], *_: Any
    ) -> None:
        style = 0
        for text, *rest in cells:
            style = rest[0] if rest else style
            for _repeat in range(rest[1] if len(rest) > 1 else 1):
                self.rows[row][column] = Cell(text, style)
                column += 1

    def _grid_scroll(self, grid: int, *area: int) -> None:
        top, bottom, left, right, rows, _ = area
        targets = range(top, bottom - rows) if rows > 0 else range(bottom - 1, top - rows - 1, -1)
        for row in targets:
            self.rows[row][left:right] = [
                Cell(cell.text, cell.style) for cell in self.rows[row + rows][left:right]
            ]

    def _hl_attr_define(self, number: int, attributes: Mapping[str, Any], *_: Any) -> None:
        self.styles[number] = attributes

    def _default_colors_set(self, foreground: int, background: int, *_: Any) -> None:
        self.foreground, self.background = foreground, background


class Neovim:
    """A running Neovim; leaving the context ends it."""

    def __init__(
        self,
        program: Path,
        arguments: Sequence[str],
        *,
        environment: Mapping[str, str] | None = None,
        folder: Path | None = None,
        columns: int = 100,
        lines: int = 30,
    ) -> None:
        """Start it and attach the screen."""
        self.screen = Screen(rows=[[Cell() for _ in range(columns)] for _ in range(lines)])
        self._process = subprocess.Popen(
            [str(program), "--embed", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            env={**os.environ, "NVIM_LOG_FILE": os.devnull, **(environment or {})},
        )
        self._changed = threading.Condition()
        self._flushed = 0.0
        self._undrawn: list[tuple[str, Sequence[Any]]] = []
        self._answers: dict[int, tuple[Any, Any]] = {}
        self._numbers = itertools.count(1)
        self._ended = False
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.request("nvim_ui_attach", columns, lines, {"ext_linegrid": True, "rgb": True})

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """End it, with everything unsaved."""
        with contextlib.suppress(NeovimError):
            self._notify("nvim_command", "qall!")
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reader.join(5)
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(BrokenPipeError):
                    pipe.close()

    def has_ended(self, seconds: float) -> bool:
        """Whether it ends by itself within that time."""
        with self._changed:
            return self._changed.wait_for(lambda: self._ended, timeout=seconds)

    def request(self, method: str, *arguments: Any) -> Any:
        """The answer to a request of Neovim's interface.

        Raises:
            NeovimError: it refused, or is gone.
        """
        number = next(self._numbers)
        self._send([_REQUEST, number, method, list(arguments)])
        with self._changed:
            there = self._changed.wait_for(
                lambda: number in self._answers or self._ended, timeout=_PATIENCE
            )
            if not there or number not in self._answers:
                raise NeovimError(f"{method} was not answered")
            error, result = self._answers.pop(number)
        if error is not None:
            raise NeovimError(f"{method}: {error}")
        return result

    def lua(self, code: str, *arguments: Any) -> Any:
        """What a piece of Lua returns."""
        return self.request("nvim_exec_lua", code, list(arguments))

    def command(self, command: str) -> None:
        """Run an Ex command."""
        self.request("nvim_command", command)

    def type(self, keys: str) -> None:
        """Press keys."""
        self._notify("nvim_input", keys)

    def wait(self, seen: Callable[[Screen], object], seconds: float = _PATIENCE) -> float | None:
        """Wait until the screen shows something.

        Returns:
            The time (``perf_counter``) at which it was drawn; None if it never was.
        """
        deadline = time.perf_counter() + seconds
        with self._changed:
            while not seen(self.screen):
                left = deadline - time.perf_counter()
                if left <= 0 or self._ended:
                    return None
                self._changed.wait(left)
            return self._flushed

    def _notify(self, method: str, *arguments: Any) -> None:
        self._send([_NOTIFICATION, method, list(arguments)])

    def _send(self, message: list[Any]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(msgpack.packb(message))
            self._process.stdin.flush()
        except BrokenPipeError:
            raise NeovimError("Neovim has ended") from None

    def _read(self) -> None:
        assert self._process.stdout is not None
        unpacker = msgpack.Unpacker(raw=False, strict_map_key=False, unicode_errors="replace")
        while data := os.read(self._process.stdout.fileno(), 1 << 16):
            unpacker.feed(data)
            with self._changed:
                for message in unpacker:
                    self._take(message)
                self._changed.notify_all()
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def _take(self, message: Sequence[Any]) -> None:
        if message[0] == _RESPONSE:
            self._answers[message[1]] = (message[2], message[3])
        elif message[0] == _NOTIFICATION and message[1] == "redraw":
            for event, *calls in message[2]:
                if event == "flush":  # until then the screen is not in order
                    for name, arguments in self._undrawn:
                        self.screen.apply(name, arguments)
                    self._undrawn.clear()
                    self._flushed = time.perf_counter()
                else:
                    self._undrawn += [(event, arguments) for arguments in calls]
