"""A machine without a compiler, without Java and without a network gets Meteorscope.

    python -m tests.editors.bare_machine WHEELS

Besides Python and its editors, the machine has a folder of wheels, which ``make wheelhouse`` fills.
This prints how long each part takes until a person sees a score: on the command line, in a notebook
and in Neovim. The machine's network has nothing in it but the machine; where the system does not
allow that, proxies lead nowhere.
"""

import ctypes
import fcntl
import os
import socket
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
NEOVIM: Final = ROOT / ".editors" / "nvim-new" / "nvim"

_UTILITIES: Final = ("cat", "dirname", "env", "id", "ps", "readlink", "rm", "sed", "sh", "uname")
"""What is on the search path besides Python: what the editors' own scripts call."""

_PACKAGES: Final = ("meteorscope[lsp,widget]", "ipykernel", "nbclient")
_FILES: Final = {
    "news.hyp.en": "The cat sat on the mat\nNothing here agrees with it\n",
    "news.ref.en": "On the mat sat the cat\nQuite another sentence stood there\n",
}

_NOTEBOOK: Final = """
import nbformat
from nbclient import NotebookClient

cell = nbformat.v4.new_code_cell(
    "from meteor_widget import AlignmentView\\n"
    "AlignmentView('We danced with glee', ['We danced with joy'])"
)
notebook = nbformat.v4.new_notebook(cells=[cell])
NotebookClient(notebook, kernel_name="python3").execute()
print(" ".join(sorted(form for output in notebook.cells[0].outputs for form in output.data)))
"""

_NEOVIM: Final = """
vim.opt.runtimepath:append('{plugin}')
require('meteorscope').setup()
vim.api.nvim_create_autocmd('VimEnter', {{ callback = function()
  local function shown()
    local names = vim.api.nvim_get_namespaces()
    return vim.api.nvim_buf_get_extmarks(
      0, names['meteorscope.scores'] or -1, 0, -1, {{ details = true }})
  end
  vim.wait({patience}, function() return #shown() == vim.api.nvim_buf_line_count(0) end, 50)
  for _, mark in ipairs(shown()) do
    io.stdout:write(mark[4].virt_text[2][1], '\\n')
  end
  vim.cmd('qall!')
end }})
"""

_PATIENCE: Final = 60
"""Seconds for anything to appear."""

# Linux's <sched.h>, <linux/sockios.h> and <net/if.h>.
_CLONE_NEWUSER, _CLONE_NEWNET = 0x10000000, 0x40000000
_SIOCGIFFLAGS, _SIOCSIFFLAGS, _IFF_UP = 0x8913, 0x8914, 1


def leave_the_network() -> bool:
    """Put this process, and what it starts, where no network is; whether that is allowed."""
    flags = _CLONE_NEWNET | (0 if os.geteuid() == 0 else _CLONE_NEWUSER)
    if ctypes.CDLL(None).unshare(flags) != 0:
        return False
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:  # raises the loopback
        request = struct.pack("16sh14x", b"lo", 0)
        (now,) = struct.unpack_from("h", fcntl.ioctl(any_socket, _SIOCGIFFLAGS, request), 16)
        request = struct.pack("16sh14x", b"lo", now | _IFF_UP)
        fcntl.ioctl(any_socket, _SIOCSIFFLAGS, request)
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """The machine.

    Attributes:
        home: everything that is written.
        wheels: the folder of wheels.
        environment: all variables that programs get.
    """

    home: Path
    wheels: Path
    environment: Mapping[str, str]

    @classmethod
    def made(cls, home: Path, wheels: Path) -> "Machine":
        """A machine that has nothing yet."""
        programs = home / "programs"
        programs.mkdir()
        (programs / "python3").symlink_to(Path(sys.base_prefix) / "bin" / "python3")
        for name in _UTILITIES:
            found = next(
                path for path in (Path("/usr/bin", name), Path("/bin", name)) if path.exists()
            )
            (programs / name).symlink_to(found)
        nowhere = dict.fromkeys(("http_proxy", "https_proxy", "all_proxy"), "http://127.0.0.1:9")
        environment = {
            "HOME": str(home),
            "LANG": "C.UTF-8",
            "PATH": str(programs),
            "TMPDIR": str(home),
            "no_proxy": "127.0.0.1,localhost",
            **nowhere,
        }
        (home / "texts").mkdir()
        for name, text in _FILES.items():
            (home / "texts" / name).write_text(text, encoding="utf-8")
        return cls(home=home, wheels=wheels, environment=environment)

    def runs(self, *command: str | Path, **variables: str) -> str:
        """What a program prints.

        Raises:
            SystemExit: it fails.
        """
        done = subprocess.run(
            list(map(str, command)),
            cwd=self.home / "texts",
            env={**self.environment, **variables},
            capture_output=True,
            text=True,
            timeout=_PATIENCE,
            check=False,
        )
        if done.returncode != 0:
            raise SystemExit(f"{' '.join(map(str, command))}: {done.stdout}{done.stderr}")
        return done.stdout

    def command_line(self) -> str:
        """Install the packages into an environment, and score the files."""
        self.runs("python3", "-m", "venv", self.home / "venv")
        pip = (self.home / "venv" / "bin" / "python", "-m", "pip", "--disable-pip-version-check")
        self.runs(*pip, "install", "--no-index", "--find-links", self.wheels, *_PACKAGES)
        return self.runs(self.home / "venv" / "bin" / "meteorscope", "score", *_FILES)

    def notebook(self) -> str:
        """Show a view in a notebook; the forms that it has."""
        return self.runs(self.home / "venv" / "bin" / "python", "-c", _NOTEBOOK)

    def neovim(self) -> str:
        """Open the hypothesis in Neovim with the plugin; the scores at line ends."""
        settings = self.home / "init.lua"
        plugin = ROOT / "editors" / "nvim"
        text = _NEOVIM.format(plugin=plugin, patience=1000 * _PATIENCE)
        settings.write_text(text, encoding="utf-8")
        path = f"{self.home / 'venv' / 'bin'}:{self.environment['PATH']}"
        return self.runs(NEOVIM, "--headless", "-u", settings, "news.hyp.en", PATH=path)


def main(arguments: Sequence[str]) -> None:
    """Install everything and print how long each part takes."""
    (wheels,) = map(Path, arguments)
    print("network:", "none" if leave_the_network() else "proxies that lead nowhere")
    with tempfile.TemporaryDirectory(prefix="bare-machine-") as folder:
        machine = Machine.made(Path(folder), wheels.resolve())
        parts: Mapping[str, Callable[[], str]] = {
            "command line": machine.command_line,
            "notebook": machine.notebook,
            "Neovim": machine.neovim,
        }
        began = time.monotonic()
        for name, part in parts.items():
            started = time.monotonic()
            said = part()
            print(f"{name}: {time.monotonic() - started:.1f} s")
            print(*(f"    {line}" for line in said.splitlines()), sep="\n", flush=True)
        print(f"total: {time.monotonic() - began:.1f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
