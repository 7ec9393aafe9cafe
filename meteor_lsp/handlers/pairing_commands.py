"""Commands that pair files, create a partner, or change ``meteor.toml``."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, Final

from lsprotocol import types

from meteor_core import InputError
from meteor_core.runtime.writing import open_to_read

from ..documents.uris import key_of, name_of, path_of
from ..editor.language_server import MeteorLanguageServer
from ..errors import Refused, refusing
from ..features import command_names as names
from ..pairing.streams import Pairing, Stream, Unpaired
from ..project.project_file import with_ignore, with_pair
from ..session.missing_partner import MissingPartner, candidates, missing_partner, segments_of
from ..session.open_pairing import OpenPairing
from .arguments import Arguments
from .command_set import CommandSet, write_output

_MAX_CHOICES: Final = 5
"""Files offered in a message; editors show them in one row."""


class PairingCommands(CommandSet):
    """Commands about pairings."""

    def __init__(self, server: MeteorLanguageServer) -> None:
        """Create a lock for ``meteor.toml``."""
        super().__init__(server)
        self._rewriting: Final = asyncio.Lock()

    async def pair(self, arguments: Arguments) -> dict[str, Any]:
        """Pair two files by hand, and write that into ``meteor.toml``."""
        return await self._pair(
            key_of(arguments.text(0, "URI of the hypothesis")),
            [key_of(uri) for uri in arguments.texts(1, "URIs of the references")],
            arguments.optional(2, "URI of the source"),
        )

    async def create_partner(self, arguments: Arguments) -> dict[str, Any]:
        """Create the partner of a document, with an empty line for each of its segments."""
        missing = self._missing(arguments)
        target = missing.target
        if target is None:
            raise Refused(
                f"{missing.name} is not a name of one file; {names.CHOOSE_PARTNER} pairs others"
            )
        if not self.server.session.workspace.permits(target, missing.uri):
            raise Refused(f"{missing.name} is outside the workspace; create it by hand")
        if target.exists():
            raise Refused(f"{missing.name} is there already")
        lines = segments_of(self.server.session, missing.uri)
        await asyncio.to_thread(refusing, lambda: write_output(target, "\n" * len(lines)))
        self.server.session.resolve()
        self.server.background.refresh_all()
        self.show_document(target.as_uri())
        return {"uri": target.as_uri(), "path": str(target)}

    async def choose_partner(self, arguments: Arguments) -> dict[str, Any] | None:
        """Pair a document with a given file, or let the user choose one."""
        missing = self._missing(arguments)
        name = arguments.optional(1, "URI or path of the partner")
        if name is not None:
            return await self._pair_with(missing, self.uri_beside(missing.uri, name))
        choices = {
            name_of(candidate.uri): candidate.uri
            for candidate in candidates(self.server.session, missing)[:_MAX_CHOICES]
        }
        create = f"Create {missing.name}"
        titles = [*choices, *([create] if missing.target is not None else [])]

        def apply_choice(chosen: Any) -> None:
            if chosen is None:
                return
            if chosen.title == create:
                self._start_command(self.create_partner(arguments))
            elif chosen.title in choices:
                self._start_command(self._pair_with(missing, choices[chosen.title]))

        if not titles:
            raise Refused(f"there is no other file beside {name_of(missing.uri)}. {missing.reason}")
        self.server.call_client(
            types.WINDOW_SHOW_MESSAGE_REQUEST,
            types.ShowMessageRequestParams(
                type=types.MessageType.Info,
                message=f"Which file is the {missing.role} of {name_of(missing.uri)}?",
                actions=[types.MessageActionItem(title=title) for title in titles],
            ),
            apply_choice,
        )
        return None

    async def explain_pairing(self, arguments: Arguments) -> dict[str, Any]:
        """Explain what a document is paired with, or why it is unpaired."""
        session = self.server.session
        uri = key_of(self.uri(arguments))
        session.resolve()
        self.server.background.refresh_all()
        found = session.pairings.find(uri)
        opened = session.pairings.opened(uri)
        if isinstance(found, Unpaired):
            answer: dict[str, Any] = {"paired": False, "reason": found.reason}
        else:
            commit = session.pairings.baseline_commit(found)
            answer = {"paired": True, **_described(found, opened, commit)}
        self.server.show_message(answer["reason"])
        return answer

    async def ignore(self, arguments: Arguments) -> dict[str, Any]:
        """Add an ignored diagnostic to ``meteor.toml``."""
        uri = key_of(arguments.text(0, "URI of the hypothesis"))
        code, segments = arguments.text(1, "code"), arguments.optional(2, "segments")
        path = self.server.session.workspace.project_path(uri)
        if path is None:
            raise Refused(f"{name_of(uri)} is in no folder; save it first")
        file = _relative(uri, path.parent)
        await self._rewrite(
            path,
            uri,
            lambda text: with_ignore(text, file=file, code=code, segments=segments),
        )
        return {"file": path.as_uri()}

    async def _pair(
        self, hypothesis: str, references: Sequence[str], source: str | None
    ) -> dict[str, Any]:
        session = self.server.session
        others = [*references, *([key_of(source)] if source else [])]
        path = session.workspace.project_path(hypothesis)
        if path is None or any(path_of(uri) is None for uri in others):
            self._pair_for_now(hypothesis, references, source)
            self.server.background.refresh_all()
            return {"file": None}
        folder = path.parent
        files = [_relative(uri, folder) for uri in (hypothesis, *references)]
        named = _relative(key_of(source), folder) if source else None
        await self._rewrite(
            path,
            hypothesis,
            lambda text: with_pair(text, hypothesis=files[0], references=files[1:], source=named),
        )
        self.server.show_message(f"{files[0]} is paired with {', '.join(files[1:])} in {path.name}")
        return {"file": path.as_uri()}

    def _missing(self, arguments: Arguments) -> MissingPartner:
        uri = self.uri(arguments)
        missing = missing_partner(self.server.session, uri)
        if missing is None:
            why = self.server.session.pairings.unpaired_reason(uri)
            raise Refused(why or f"{name_of(uri)} is paired already")
        return missing

    async def _pair_with(self, missing: MissingPartner, partner: str) -> dict[str, Any]:
        if missing.is_hypothesis:
            return await self._pair(missing.uri, [partner], None)
        return await self._pair(partner, [missing.uri], None)

    def _start_command(self, command: Awaitable[Any]) -> None:
        """Run a command in the background, and show its error as a message."""

        async def run_command() -> None:
            try:
                await command
            except Refused as error:
                self.server.show_message(f"Meteorscope: {error.message}", types.MessageType.Warning)

        self.server.start_task(run_command())

    def _pair_for_now(self, hypothesis: str, references: Sequence[str], source: str | None) -> None:
        """Pair documents that are not files, until one of them is closed."""
        session = self.server.session
        for uri in (hypothesis, *references, *([source] if source else [])):
            if session.library.document(uri) is None:
                raise Refused(f"{name_of(uri)} is not open")
        settings = session.workspace.project_of(hypothesis).settings
        session.pairings.by_hand[hypothesis] = Pairing(
            hypothesis=Stream(hypothesis),
            references=tuple(Stream(uri) for uri in references),
            source=Stream(key_of(source)) if source else None,
            settings=settings,
            language=settings.language,
            relative=name_of(hypothesis),
            reason="paired by hand, until one of them is closed",
        )
        session.resolve()

    async def _rewrite(self, path: Path, asked_from: str, change: Callable[[str], str]) -> None:
        """Change a ``meteor.toml`` in the editor if it is open, otherwise on disk.

        Raises:
            Refused: the file cannot be changed.
        """
        document = self.server.session.library.document(path.as_uri())
        if document is None:
            if not self.server.session.workspace.permits(path, asked_from):
                raise Refused(f"{path.name} leads out of the workspace")
            async with self._rewriting:
                await asyncio.to_thread(
                    refusing, lambda: write_output(path, change(_text_of(path)))
                )
        elif not self.server.client.applies_edits:
            raise Refused(f"{path.name} is open and cannot be edited from here; close it first")
        else:
            text = refusing(lambda: change(document.source))
            end = types.Position(len(document.segments) + 1, 0)
            edit = types.TextEdit(range=types.Range(types.Position(0, 0), end), new_text=text)
            self.server.call_client(
                types.WORKSPACE_APPLY_EDIT,
                types.ApplyWorkspaceEditParams(
                    edit=types.WorkspaceEdit(changes={document.uri: [edit]})
                ),
            )
        self.server.session.resolve()
        self.server.background.refresh_all()


def _described(pairing: Pairing, opened: OpenPairing | None, commit: str | None) -> dict[str, Any]:
    hypothesis = name_of(pairing.hypothesis.uri)
    references = list(dict.fromkeys(name_of(stream.uri) for stream in pairing.references))
    language = pairing.language or (
        f"{opened.language}, detected" if opened else "not detected yet"
    )
    source = f", source {name_of(pairing.source.uri)}" if pairing.source else ""
    at = f", commit {commit[:12]}" if commit else ""
    return {
        "reason": f"{hypothesis} is scored against {', '.join(references)}{source}, by "
        f"{pairing.reason}{at}; variant {pairing.settings.variant_name}, language {language}.",
        "hypothesis": pairing.hypothesis.uri,
        "references": [stream.uri for stream in pairing.references],
        "source": pairing.source.uri if pairing.source else None,
        "variant": pairing.settings.variant_name,
        "language": language,
    }


def _text_of(path: Path) -> str:
    """Return the text of a ``meteor.toml`` with its line ends; empty if it does not exist."""
    try:
        with open_to_read(path) as file:
            return file.read().decode("utf-8")
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path.name} cannot be read: {error}") from None


def _relative(uri: str, folder: Path) -> str:
    path = path_of(uri)
    if path is None or not path.is_relative_to(folder):
        raise Refused(f"{name_of(uri)} is outside {folder}, which its meteor.toml is about")
    return path.relative_to(folder).as_posix()
