"""Commands about the server: its variant, emphasis, files and status."""

import os
import sys
from pathlib import Path
from typing import Any, Final

from lsprotocol import types

from meteor_core import ResourceError
from meteor_core.errors import unknown_name
from meteor_core.meteor15.home import find_home
from meteor_core.runtime.implementation import chosen_implementation
from meteor_core.tuned import published
from meteor_core.variants import VARIANTS
from meteor_core.version import VERSION

from ..errors import Refused, refusing
from ..project.project_file import FILE_NAME
from ..project.settings import Emphasis, Settings
from .arguments import Arguments
from .command_set import CommandSet

_NEXT_EMPHASIS: Final = {
    Emphasis.CHUNKS: Emphasis.DIFFERENCES,
    Emphasis.DIFFERENCES: Emphasis.BOTH,
    Emphasis.BOTH: Emphasis.OFF,
    Emphasis.OFF: Emphasis.CHUNKS,
}


class ServerCommands(CommandSet):
    """Commands about the server as a whole."""

    async def choose_variant(self, arguments: Arguments) -> dict[str, Any] | None:
        """Score by another variant until the server ends, letting the user choose by default."""
        first = arguments.optional(0, "URI of a document, or variant")
        name = arguments.optional(1, "variant")
        if name is None and first is not None and ":" not in first:  # every URI has a colon
            name = first
        if name is not None:
            self._set_variant(name, None if name is first else first)
            return {"variant": name}
        self.server.call_client(
            types.WINDOW_SHOW_MESSAGE_REQUEST,
            types.ShowMessageRequestParams(
                type=types.MessageType.Info,
                message="Score by which definition of METEOR?",
                actions=[types.MessageActionItem(title=name) for name in self._variants()],
            ),
            lambda chosen: self._set_variant(chosen.title, first) if chosen else None,
        )
        return None

    async def choose_emphasis(self, arguments: Arguments) -> dict[str, Any]:
        """Change the emphasis until the server ends, by default to the next one."""
        uri, name = self.uri(arguments), arguments.optional(1, "emphasis")
        pairings = self.server.session.pairings
        if name is None:
            opened = pairings.opened(uri)
            now = opened.emphasis if opened is not None else Emphasis.OFF
            chosen = _NEXT_EMPHASIS[now]
        else:
            known = [emphasis.value for emphasis in Emphasis]
            if name not in known:
                raise Refused(str(unknown_name("emphasis", name, known)))
            chosen = Emphasis(name)
        pairings.emphasis = chosen
        self.server.session.resolve()
        self.server.background.refresh_all()
        opened = pairings.opened(uri)
        return {"emphasis": (chosen if opened is None else opened.emphasis).value}

    async def reload(self, arguments: Arguments) -> dict[str, Any]:
        """Read every ``meteor.toml`` and every file again."""
        self.server.session.pairings.variant = None
        self.server.session.pairings.emphasis = None
        self.server.session.reload()
        session = self.server.session
        open_files = map(session.workspace.project_file, session.workspace.open_project_files())
        problems = [
            *session.problems.waiting,
            *(problem for file in open_files for problem in file.problems),
        ]
        self.server.background.refresh_all()
        return {"problems": problems}

    async def status(self, arguments: Arguments) -> dict[str, Any]:
        """Return the server's status for bug reports."""
        session = self.server.session
        pairings = session.pairings.open()
        return {
            "version": VERSION,
            "implementation": chosen_implementation().name,
            "implementationReason": chosen_implementation().reason,
            "python": sys.version.split()[0],
            "process": os.getpid(),
            "memory": _memory(),
            "encoding": session.encoding.value,
            "variants": self._variants(),
            "meteor15": _meteor_1_5(session.workspace.settings.meteor_home),
            "folders": [folder.as_uri() for folder in session.workspace.folders()],
            "documents": len(session.library.open_uris()),
            "pairings": [
                {
                    "hypothesis": opened.pairing.hypothesis.uri,
                    "references": [stream.uri for stream in opened.pairing.references],
                    "scored": opened.scores.scored,
                    "segments": opened.scores.paired,
                    "signature": str(opened.scores.signature),
                    "problem": opened.problem[1] if opened.problem else None,
                }
                for opened in pairings
            ],
            "workingOn": [
                {"hypothesis": uri, "scored": scored, "segments": paired}
                for uri, (scored, paired) in self.server.engine.working_on.items()
            ],
        }

    def _variants(self) -> list[str]:
        """Return all published variants, and the tuned ones in use."""
        return [*VARIANTS, *self.server.session.workspace.tuned_variants()]

    def _set_variant(self, name: str, uri: str | None) -> None:
        """Score by a variant.

        Args:
            name: of the variant, or the file of a tuned one.
            uri: of a document, whose workspace folder may contain the file.
        """
        workspace = self.server.session.workspace
        folder = next(iter(workspace.folders()), Path.cwd())
        asker = uri or (folder / FILE_NAME).as_uri()
        refusing(lambda: published(workspace.with_tuned(Settings(variant=name), asker).variant))
        self.server.session.pairings.variant = name
        self.server.session.resolve()
        self.server.background.refresh_all()


def _meteor_1_5(home: str | None) -> str | None:
    """Return the path of METEOR 1.5's jar, if installed."""
    try:
        return str(find_home(home).jar)
    except ResourceError:
        return None


def _memory() -> int | None:
    """Return the resident memory in bytes, on Linux."""
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError:
        return None
    for line in status.splitlines():
        if line.startswith("VmRSS:"):
            return 1024 * int(line.split()[1])
    return None
