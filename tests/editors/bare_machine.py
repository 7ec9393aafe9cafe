"""A machine without a compiler, without Java and without a network gets Meteorscope.

    python -m tests.editors.bare_machine WHEELS EXTENSION

Besides Python, its editors and a browser, the machine has a folder of wheels, which ``make
wheelhouse`` fills, and the package of the extension for VS Code, which ``make vscode-platform``
makes; ``make bare-machine`` makes both and runs this. It prints how long each part takes until a
person sees a score: on the command line, in Neovim after ``:Meteor install``, in VS Code, and in
JupyterLab. In all, that should be under a minute on a machine that does nothing else.

Where the system allows no namespaces, proxies lead nowhere, and compilers are off the search path.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, expect

from tests.editors.isolation import be_alone, hide_compilers_and_java
from tests.editors.vscode.code_server import code_server
from tests.editors.vscode.conftest import new_window
from tests.widget.browser.conftest import notebook_of, running_chromium
from tests.widget.browser.jupyter_server import jupyter_server
from tests.widget.browser.notebook_page import NotebookPage

ROOT: Final = Path(__file__).parents[2]
NEOVIM: Final = ROOT / ".editors" / "nvim-new" / "nvim"

_UTILITIES: Final = ("cat", "dirname", "env", "id", "ps", "readlink", "rm", "sed", "sh", "uname")
"""What is on the search path besides Python: what the editors' own scripts call."""

_FILES: Final = {
    "news.hyp.en": "The cat sat on the mat\nNothing here agrees with it\n",
    "news.ref.en": "On the mat sat the cat\nQuite another sentence stood there\n",
}

_NEOVIM: Final = """
vim.opt.runtimepath:append('{plugin}')
require('meteorscope').setup()
vim.api.nvim_create_autocmd('VimEnter', {{ callback = function()
  local function shown()
    local names = vim.api.nvim_get_namespaces()
    return vim.api.nvim_buf_get_extmarks(
      0, names['meteorscope.scores'] or -1, 0, -1, {{ details = true }})
  end
  vim.cmd('Meteor install {wheels}')
  vim.wait({patience}, function() return #shown() == vim.api.nvim_buf_line_count(0) end, 50)
  for _, mark in ipairs(shown()) do
    io.stdout:write(mark[4].virt_text[2][1], '\\n')
  end
  io.stdout:write(vim.fn.execute('Meteor messages'))
  vim.cmd('qall!')
end }})
"""

_CELL: Final = (
    "from meteor_widget import AlignmentView\n"
    "AlignmentView('We danced with glee', ['We danced with joy'])"
)

_PATIENCE: Final = 120
"""Seconds for anything to appear."""

_GOAL: Final = 60
"""Seconds for everything."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """The machine, whose environment this process has.

    Attributes:
        home: everything that is written.
        wheels: the folder of wheels.
        extension: the package of the extension for VS Code.
        browser: its browser.
    """

    home: Path
    wheels: Path
    extension: Path
    browser: Browser

    @property
    def texts(self) -> Path:
        """The folder with a pair of texts."""
        return self.home / "texts"

    @property
    def environment(self) -> Path:
        """The Python environment."""
        return self.home / "venv"

    def runs(self, *command: str | Path) -> str:
        """What a program prints.

        Raises:
            SystemExit: it fails.
        """
        done = subprocess.run(
            list(map(str, command)),
            cwd=self.texts,
            capture_output=True,
            text=True,
            timeout=_PATIENCE,
            check=False,
        )
        if done.returncode != 0:
            raise SystemExit(f"{' '.join(map(str, command))}: {done.stdout}{done.stderr}")
        return done.stdout

    def installs(self, *packages: str) -> None:
        """Install packages into the environment."""
        pip = (self.environment / "bin" / "python", "-m", "pip", "--disable-pip-version-check")
        self.runs(*pip, "install", "--no-index", "--find-links", self.wheels, *packages)

    def command_line(self) -> str:
        """Install the packages into an environment, and score the files."""
        self.runs("python3", "-m", "venv", self.environment)
        self.installs("meteorscope[widget]")
        return self.runs(self.environment / "bin" / "meteorscope", "score", *_FILES)

    def neovim(self) -> str:
        """Open the hypothesis in Neovim and have the plugin install the server."""
        settings = self.home / "init.lua"
        settings.write_text(
            _NEOVIM.format(
                plugin=ROOT / "editors" / "nvim", wheels=self.wheels, patience=1000 * _PATIENCE
            ),
            encoding="utf-8",
        )
        return _with_scores(self.runs(NEOVIM, "--headless", "-u", settings, "news.hyp.en"), 2)

    def vscode(self) -> str:
        """Install the extension and open the hypothesis; its lines, and the status bar."""
        home = self.home / "vscode"
        home.mkdir()
        programs = self.home / "programs"
        with code_server(
            home, settings={}, extensions=[self.extension], path=[programs]
        ) as running:
            window = new_window(self.browser, running, self.texts)
            window.open("news.hyp.en")
            score = re.compile(r"METEOR 0\.\d+")
            expect(window.status).to_contain_text(score, timeout=1000 * _PATIENCE)
            expect(window.line("The cat sat")).to_be_visible()
            lines = [*window.lines("news.hyp.en"), window.status.inner_text()]
            window.page.context.close()
        return _with_scores("\n".join(filter(None, lines)), 1)

    def jupyterlab(self) -> str:
        """Install JupyterLab and run a cell with a view; what the picture in it is of."""
        self.installs("jupyterlab")
        home = self.home / "jupyter"
        home.mkdir()
        with jupyter_server(home, python=self.environment / "bin" / "python") as server:
            file = server.root / "seen.ipynb"
            file.write_text(json.dumps(notebook_of([_CELL])), encoding="utf-8")
            page = self.browser.new_page()
            page.goto(server.address_in("lab", file.name))
            server.wait_for_kernel(file.name)
            view = NotebookPage(page, file.stem).show(0)
            links = view.locator(".mtr-picture-link")
            expect(links).not_to_have_count(0)
            score = view.get_by_role("region", name="Score", exact=True).inner_text()
            said = f"{links.count()} words are linked; {' '.join(score.split()[:2])}"
            server.stop_kernels()
            page.close()
        return _with_scores(said, 1)


def _with_scores(said: str, count: int) -> str:
    """The same, if there are scores in it.

    Raises:
        SystemExit: there are not as many.
    """
    if len(re.findall(r"\b0\.\d+", said)) < count:
        raise SystemExit(f"no scores: {said}")
    return said


def _move_in(home: Path, *, is_alone: bool) -> None:
    """Make the machine's folders, and have the machine's environment alone in this process."""
    programs = home / "programs"
    programs.mkdir()
    (programs / "python3").symlink_to(Path(sys.base_prefix) / "bin" / "python3")
    for name in _UTILITIES:
        found = next(path for path in (Path("/usr/bin", name), Path("/bin", name)) if path.exists())
        (programs / name).symlink_to(found)
    (home / "texts").mkdir()
    for name, text in _FILES.items():
        (home / "texts" / name).write_text(text, encoding="utf-8")
    nowhere = dict.fromkeys(("http_proxy", "https_proxy", "all_proxy"), "http://127.0.0.1:9")
    os.environ.clear()
    os.environ.update(
        {
            "HOME": str(home),
            "LANG": "C.UTF-8",
            "PATH": str(programs),
            "TMPDIR": str(home),
            "no_proxy": "127.0.0.1,localhost",
            **({} if is_alone else nowhere),
        }
    )


def main(arguments: Sequence[str]) -> None:
    """Install everything and print how long each part takes."""
    parser = argparse.ArgumentParser(prog="python -m tests.editors.bare_machine")
    parser.add_argument("wheels", type=Path)
    parser.add_argument("extension", type=Path)
    given = parser.parse_args(arguments)
    is_alone = be_alone()
    print("network:", "none" if is_alone else "proxies that lead nowhere")
    hidden = f"{len(hide_compilers_and_java())} hidden" if is_alone else "off the search path"
    print("compilers, Java:", hidden)
    with running_chromium() as browser, tempfile.TemporaryDirectory(prefix="bare-") as folder:
        _move_in(Path(folder), is_alone=is_alone)
        machine = Machine(
            home=Path(folder),
            wheels=given.wheels.resolve(),
            extension=given.extension.resolve(),
            browser=browser,
        )
        parts: Mapping[str, Callable[[], str]] = {
            "command line": machine.command_line,
            "Neovim": machine.neovim,
            "VS Code": machine.vscode,
            "JupyterLab": machine.jupyterlab,
        }
        began = time.monotonic()
        for name, part in parts.items():
            started = time.monotonic()
            said = part()
            print(f"{name}: {time.monotonic() - started:.1f} s")
            print(*(f"    {line}" for line in said.splitlines()), sep="\n", flush=True)
        total = time.monotonic() - began
    print(f"total: {total:.1f} s; it should be under {_GOAL} s")


if __name__ == "__main__":
    main(sys.argv[1:])
