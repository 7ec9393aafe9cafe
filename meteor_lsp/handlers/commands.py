"""The commands. All of them work without a richer client: answers are shown by the editor."""

import os
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from lsprotocol import types

from meteor_core import InputError, ResourceError
from meteor_core.meteor15.home import find_home
from meteor_core.runtime.implementation import chosen_implementation
from meteor_core.show.alignment_format import corpus_json
from meteor_core.variants import VARIANTS, get_variant
from meteor_core.version import VERSION

from ..documents.uris import key_of, name_of, path_of
from ..editor.language_server import MeteorLanguageServer
from ..errors import Refused, refusing
from ..features import command_names as names
from ..features.code_actions import next_worse
from ..features.report_content import report_of
from ..pairing.streams import HYPOTHESIS, Pairing, Stream, Unpaired
from ..project.project_file import with_ignore, with_pair
from ..reports.comparison import compare, comparison_json, comparison_text
from ..reports.content import MOST_SEGMENTS
from ..reports.html import html_report
from ..reports.tables import scores_json, scores_tsv
from ..reports.text import text_report
from ..session.missing_partner import MissingPartner, candidates, missing_partner, segments_of
from ..session.open_pairing import OpenPairing, View
from .arguments import Arguments
from .output_files import report_path, write

_HTML: Final = "html"
_MOST_CHOICES: Final = 5
"""Files that a question offers; editors show them in one row."""


def register(server: MeteorLanguageServer) -> None:
    """Wire the commands; ``docs/protocol.md`` describes arguments and answers."""
    commands = Commands(server)
    for name, run in (
        (names.SHOW_SCORE, commands.show_score),
        (names.REPORT, commands.report),
        (names.EXPORT, commands.export),
        (names.COMPARE, commands.compare),
        (names.CHOOSE_VARIANT, commands.choose_variant),
        (names.RELOAD, commands.reload),
        (names.STATUS, commands.status),
        (names.PAIR, commands.pair),
        (names.CREATE_PARTNER, commands.create_partner),
        (names.CHOOSE_PARTNER, commands.choose_partner),
        (names.EXPLAIN_PAIRING, commands.explain_pairing),
        (names.IGNORE, commands.ignore),
        (names.GO_TO_SEGMENT, commands.go_to_segment),
        (names.GO_TO_WORSE, commands.go_to_worse),
        (names.SORT_OUTLINE, commands.sort_outline),
    ):
        server.command(name)(_with_arguments(name, run))


def _with_arguments(
    name: str, run: Callable[[Arguments], Awaitable[Any]]
) -> Callable[..., Awaitable[Any]]:
    async def command(*given: Any) -> Any:
        return await run(Arguments(name, given))

    return command


class Commands:
    """What each command does.

    The first argument is a document's URI, as a rule; left out, it is that of the document that
    was opened last.
    """

    def __init__(self, server: MeteorLanguageServer) -> None:
        """Commands of that server."""
        self._server = server

    async def show_score(self, arguments: Arguments) -> dict[str, Any]:
        """Tell score and signature."""
        view = await self._scored(arguments)
        corpus = view.scores.corpus()
        self._server.tell(f"METEOR {corpus.score:.4f}  {corpus.signature}")
        return corpus_json(corpus)

    async def report(self, arguments: Arguments) -> dict[str, Any]:
        """Write a report and show it."""
        view = await self._scored(arguments)
        form = arguments.text(1, "format", _HTML)
        if form not in (_HTML, "text"):
            raise Refused(f"a report is 'html' or 'text', not {form!r}")
        await self._server.engine.align(view.opened, view.scores.ranking()[:MOST_SEGMENTS])
        report = report_of(view.opened)
        content = html_report(report) if form == _HTML else text_report(report)
        extension = _HTML if form == _HTML else "txt"
        return self._deliver(view, content, extension, arguments.optional(2, "path"))

    async def export(self, arguments: Arguments) -> dict[str, Any]:
        """Write the scores of all segments as a table."""
        view = await self._scored(arguments)
        form = arguments.text(1, "format", "tsv")
        if form not in ("tsv", "json"):
            raise Refused(f"scores are exported as 'tsv' or 'json', not {form!r}")
        report = report_of(view.opened)
        content = (
            scores_tsv(report.segments)
            if form == "tsv"
            else scores_json(report.corpus, report.segments)
        )
        return self._deliver(view, content, f"scores.{form}", arguments.optional(2, "path"))

    async def compare(self, arguments: Arguments) -> dict[str, Any]:
        """Compare the hypothesis with another one, against the same references."""
        view = await self._scored(arguments)
        session, opened = self._server.session, view.opened
        other_uri = self._file(view, arguments.text(1, "other hypothesis"))
        pairing = replace(opened.pairing, hypothesis=Stream(other_uri), project=None)
        other = session.pairings.load(pairing)
        try:
            if other.problem is not None:
                raise Refused(other.problem[1])
            await self._server.engine.work_through(other)
            return self._compare(view, opened, other)
        finally:
            session.pairings.forget_unused()

    async def choose_variant(self, arguments: Arguments) -> dict[str, Any] | None:
        """Score by another variant until the server ends; without a name, ask which."""
        first = arguments.optional(0, "URI of a document, or variant")
        name = arguments.optional(1, "variant")
        if name is None and first is not None and ":" not in first:  # every URI has one
            name = first
        if name is not None:
            self._take_variant(name)
            return {"variant": name}
        self._server.ask(
            types.WINDOW_SHOW_MESSAGE_REQUEST,
            types.ShowMessageRequestParams(
                type=types.MessageType.Info,
                message="Score by which definition of METEOR?",
                actions=[types.MessageActionItem(title=variant) for variant in VARIANTS],
            ),
            lambda chosen: self._take_variant(chosen.title) if chosen else None,
        )
        return None

    async def reload(self, arguments: Arguments) -> dict[str, Any]:
        """Read every ``meteor.toml`` and every file again."""
        self._server.session.pairings.variant = None
        self._server.session.reload()
        session = self._server.session
        open_files = map(session.workspace.project_file, session.workspace.open_project_files())
        problems = [
            *session.problems.waiting,
            *(told for file in open_files for told in file.problems),
        ]
        self._server.background.look_again()
        return {"problems": problems}

    async def status(self, arguments: Arguments) -> dict[str, Any]:
        """Tell how the server is, for reports of trouble."""
        session = self._server.session
        pairings = session.pairings.open()
        return {
            "version": VERSION,
            "implementation": chosen_implementation().name,
            "implementationReason": chosen_implementation().reason,
            "python": sys.version.split()[0],
            "process": os.getpid(),
            "memory": _memory(),
            "encoding": session.encoding.value,
            "variants": list(VARIANTS),
            "meteor15": _meteor_1_5(session.workspace.settings.meteor_home),
            "folders": [folder.as_uri() for folder in session.workspace.folders()],
            "documents": len(session.library.open_uris()),
            "pairings": [
                {
                    "hypothesis": opened.pairing.hypothesis.uri,
                    "references": [one.uri for one in opened.pairing.references],
                    "scored": opened.scores.scored,
                    "segments": opened.scores.paired,
                    "signature": opened.scores.signature,
                    "problem": opened.problem[1] if opened.problem else None,
                }
                for opened in pairings
            ],
            "workingOn": [
                {"hypothesis": uri, "scored": scored, "segments": paired}
                for uri, (scored, paired) in self._server.engine.working_on.items()
            ],
        }

    async def pair(self, arguments: Arguments) -> dict[str, Any]:
        """Pair two files by hand, and write that into ``meteor.toml``."""
        return self._pair(
            key_of(arguments.text(0, "URI of the hypothesis")),
            [key_of(uri) for uri in arguments.texts(1, "URIs of the references")],
            arguments.optional(2, "URI of the source"),
        )

    def _pair(
        self, hypothesis: str, references: Sequence[str], source: str | None
    ) -> dict[str, Any]:
        session = self._server.session
        others = [*references, *([key_of(source)] if source else [])]
        path = session.workspace.project_path(hypothesis)
        if path is None or any(path_of(uri) is None for uri in others):
            self._pair_for_now(hypothesis, references, source)
            self._server.background.look_again()
            return {"file": None}
        folder = path.parent
        files = [_relative(uri, folder) for uri in (hypothesis, *references)]
        refusing(
            lambda: self._rewrite(
                path,
                lambda text: with_pair(
                    text,
                    hypothesis=files[0],
                    references=files[1:],
                    source=_relative(key_of(source), folder) if source else None,
                ),
            )
        )
        self._server.tell(f"{files[0]} is paired with {', '.join(files[1:])} in {path.name}")
        return {"file": path.as_uri()}

    async def create_partner(self, arguments: Arguments) -> dict[str, Any]:
        """Create the file that a document lacks, with an empty line for each of its segments."""
        missing = self._missing(arguments)
        target = missing.target
        if target is None:
            raise Refused(
                f"{missing.name} is no name of one file; {names.CHOOSE_PARTNER} pairs others"
            )
        if not self._server.session.workspace.permits(target, missing.uri):
            raise Refused(f"{missing.name} is outside the workspace; create it by hand")
        if target.exists():
            raise Refused(f"{missing.name} is there already")
        lines = segments_of(self._server.session, missing.uri)
        refusing(lambda: write(target, "\n" * len(lines)))
        self._server.session.resolve()
        self._server.background.look_again()
        self._show_document(target.as_uri())
        return {"uri": target.as_uri(), "path": str(target)}

    async def choose_partner(self, arguments: Arguments) -> dict[str, Any] | None:
        """Pair a document with a file in its folder; without one, ask which."""
        missing = self._missing(arguments)
        name = arguments.optional(1, "URI or path of the partner")
        if name is not None:
            return self._pair_with(missing, self._uri_beside(missing.uri, name))
        choices = {
            name_of(one.uri): one.uri
            for one in candidates(self._server.session, missing)[:_MOST_CHOICES]
        }
        create = f"Create {missing.name}"
        titles = [*choices, *([create] if missing.target is not None else [])]

        def take(chosen: Any) -> None:
            if chosen is None:
                return
            if chosen.title == create:
                self._server.run(self._told(self.create_partner(arguments)))
            elif chosen.title in choices:
                self._server.run(self._told(self._paired(missing, choices[chosen.title])))

        if not titles:
            raise Refused(f"there is no other file beside {name_of(missing.uri)}. {missing.reason}")
        self._server.ask(
            types.WINDOW_SHOW_MESSAGE_REQUEST,
            types.ShowMessageRequestParams(
                type=types.MessageType.Info,
                message=f"Which file is the {missing.role} of {name_of(missing.uri)}?",
                actions=[types.MessageActionItem(title=title) for title in titles],
            ),
            take,
        )
        return None

    async def explain_pairing(self, arguments: Arguments) -> dict[str, Any]:
        """Tell what a document is paired with and why, or why it is not."""
        session = self._server.session
        uri = key_of(self._uri(arguments))
        session.resolve()
        self._server.background.look_again()
        found = session.pairings.find(uri)
        opened = session.pairings.opened(uri)
        if isinstance(found, Unpaired):
            answer: dict[str, Any] = {"paired": False, "reason": found.reason}
        else:
            answer = {"paired": True, **_described(found, opened)}
        self._server.tell(answer["reason"])
        return answer

    async def ignore(self, arguments: Arguments) -> dict[str, Any]:
        """Write into ``meteor.toml`` that a kind of remark is not wanted."""
        uri = key_of(arguments.text(0, "URI of the hypothesis"))
        code, segments = arguments.text(1, "code"), arguments.optional(2, "segments")
        path = self._server.session.workspace.project_path(uri)
        if path is None:
            raise Refused(f"{name_of(uri)} is in no folder; save it first")
        file = _relative(uri, path.parent)
        refusing(
            lambda: self._rewrite(
                path, lambda text: with_ignore(text, file=file, code=code, segments=segments)
            )
        )
        return {"file": path.as_uri()}

    async def go_to_segment(self, arguments: Arguments) -> dict[str, Any]:
        """Show a segment, by its number from 1."""
        view = self._view(arguments)
        segment = arguments.number(1, "number of the segment") - 1
        if not 0 <= segment < view.scores.paired:
            raise Refused(f"there is no segment {segment + 1}")
        return self._show(view, segment)

    async def go_to_worse(self, arguments: Arguments) -> dict[str, Any] | None:
        """Show the segment that scores just worse than one; from none, the worst."""
        view = await self._scored(arguments)
        target = next_worse(view, arguments.number(1, "number of the segment") - 1)
        if target is None:
            self._server.tell("This segment scores worst.")
            return None
        return self._show(view, target)

    async def sort_outline(self, arguments: Arguments) -> dict[str, Any]:
        """Sort the outlines by score or by position, from their next drawing on."""
        order = arguments.text(1, "order", "score")
        if order not in ("score", "position"):
            raise Refused(f"an outline is sorted by 'score' or 'position', not {order!r}")
        self._server.outline_by_score = order == "score"
        self._server.tell(f"The outline is sorted by {order} when it is drawn next.")
        return {"order": order}

    # What they have in common

    def _missing(self, arguments: Arguments) -> MissingPartner:
        uri = self._uri(arguments)
        missing = missing_partner(self._server.session, uri)
        if missing is None:
            why = self._server.session.pairings.why_not(uri)
            raise Refused(why or f"{name_of(uri)} is paired already")
        return missing

    def _pair_with(self, missing: MissingPartner, partner: str) -> dict[str, Any]:
        if missing.is_hypothesis:
            return self._pair(missing.uri, [partner], None)
        return self._pair(partner, [missing.uri], None)

    async def _paired(self, missing: MissingPartner, partner: str) -> dict[str, Any]:
        return self._pair_with(missing, partner)

    async def _told(self, command: Awaitable[Any]) -> None:
        """Carry out what was chosen; nobody waits for an answer, so what fails is told."""
        try:
            await command
        except Refused as error:
            self._server.tell(f"Meteorscope: {error.message}", types.MessageType.Warning)

    def _uri(self, arguments: Arguments) -> str:
        recent = self._server.session.library.open_uris()
        return arguments.text(0, "URI of a document", recent[0] if recent else None)

    def _view(self, arguments: Arguments) -> View:
        uri = self._uri(arguments)
        view = self._server.answers.view(uri)
        if view is None:
            if self._server.session.library.document(uri) is None:
                raise Refused(f"{name_of(uri)} is not open")
            raise Refused(f"{name_of(uri)} is not paired; {names.EXPLAIN_PAIRING} tells why")
        if view.opened.problem is not None:
            raise Refused(view.opened.problem[1])
        return view

    async def _scored(self, arguments: Arguments) -> View:
        view = self._view(arguments)
        await self._server.engine.finish(view.opened)
        return view

    def _compare(self, view: View, opened: OpenPairing, other: OpenPairing) -> dict[str, Any]:
        ours, theirs = opened.scores, other.scores
        if len(ours.hypotheses) != len(theirs.hypotheses):
            raise Refused(
                f"{name_of(other.pairing.hypothesis.uri)} has {len(theirs.hypotheses):,} "
                f"segments, but {name_of(opened.pairing.hypothesis.uri)} has "
                f"{len(ours.hypotheses):,}"
            )
        comparison = refusing(
            lambda: compare(_scores(opened), _scores(other), ours.corpus(), theirs.corpus())
        )
        content = comparison_text(
            comparison,
            names=(name_of(opened.pairing.hypothesis.uri), name_of(other.pairing.hypothesis.uri)),
            hypotheses=(ours.hypotheses, theirs.hypotheses),
            references=ours.references[0],
        )
        return {**comparison_json(comparison), **self._deliver(view, content, "compare.txt", None)}

    def _file(self, view: View, name: str) -> str:
        """The URI of a file that is named by URI or path, relative to the hypothesis."""
        return self._uri_beside(view.opened.pairing.hypothesis.uri, name)

    def _uri_beside(self, asker: str, name: str) -> str:
        """The URI of a file that is named by URI or path, relative to a document."""
        uri, home = name, path_of(asker)
        if path_of(name) is None and home is not None:
            uri = (home.parent / name).absolute().as_uri()
        path = path_of(uri)
        if self._server.session.library.document(uri) is None and (
            path is None or not self._server.session.workspace.permits(path, asker)
        ):
            raise Refused(f"{name} is outside the workspace; open it, or copy it there")
        return key_of(uri)

    def _deliver(
        self, view: View, content: str, extension: str, wanted: str | None
    ) -> dict[str, Any]:
        """Write what was made, show it where the editor can, and tell where it is."""
        hypothesis = view.opened.pairing.hypothesis.uri
        home = path_of(hypothesis)
        if wanted is None:
            path = report_path(hypothesis, name_of(hypothesis), extension)
        else:
            roots = [*([home.parent] if home else []), *self._server.session.workspace.folders()]
            path = (roots[0] if roots else Path.cwd()) / wanted
            if not self._server.session.workspace.permits(path, hypothesis):
                raise Refused(f"{wanted} is outside the workspace; name a file inside it")
        refusing(lambda: write(path, content))
        if wanted is None:
            self._show_document(path.as_uri(), external=extension == _HTML)
        return {"uri": path.as_uri(), "path": str(path)}

    def _show(self, view: View, segment: int) -> dict[str, Any]:
        part = view.parts[0] if view.parts else HYPOTHESIS
        place, uri = view.range(part, segment), view.file.shown_uri
        self._show_document(uri, selection=types.Range(place.start, place.start))
        return {"uri": uri, "segment": segment + 1, "line": place.start.line}

    def _show_document(
        self, uri: str, *, external: bool = False, selection: types.Range | None = None
    ) -> None:
        if not self._server.client.shows_documents:
            self._server.tell(
                f"Written to {path_of(uri)}"
                if selection is None
                else f"{name_of(uri)}, line {selection.start.line + 1}"
            )
            return
        self._server.ask(
            types.WINDOW_SHOW_DOCUMENT,
            types.ShowDocumentParams(
                uri=uri, external=external, take_focus=True, selection=selection
            ),
            lambda _: None,
        )

    def _take_variant(self, name: str) -> None:
        refusing(lambda: get_variant(name))
        self._server.session.pairings.variant = name
        self._server.session.resolve()
        self._server.background.look_again()

    def _pair_for_now(self, hypothesis: str, references: Sequence[str], source: str | None) -> None:
        """Pair documents that are no files, for as long as they are open."""
        session = self._server.session
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

    def _rewrite(self, path: Path, change: Callable[[str], str]) -> None:
        """Change a ``meteor.toml``: in the editor where it is open, otherwise on disk."""
        document = self._server.session.library.document(path.as_uri())
        if document is None:
            write(path, change(_text_of(path)))
        elif not self._server.client.applies_edits:
            raise Refused(f"{path.name} is open and cannot be edited from here; close it first")
        else:
            text = change(document.source)
            end = types.Position(len(document.segments) + 1, 0)
            edit = types.TextEdit(range=types.Range(types.Position(0, 0), end), new_text=text)
            self._server.ask(
                types.WORKSPACE_APPLY_EDIT,
                types.ApplyWorkspaceEditParams(
                    edit=types.WorkspaceEdit(changes={document.uri: [edit]})
                ),
                lambda _: None,
            )
        self._server.session.resolve()
        self._server.background.look_again()


def _scores(opened: OpenPairing) -> list[Any]:
    return [opened.scores.segment_score(segment) for segment in range(opened.scores.paired)]


def _described(pairing: Pairing, opened: OpenPairing | None) -> dict[str, Any]:
    hypothesis = name_of(pairing.hypothesis.uri)
    references = list(dict.fromkeys(name_of(one.uri) for one in pairing.references))
    language = pairing.language or (
        f"{opened.language}, detected" if opened else "not detected yet"
    )
    source = f", source {name_of(pairing.source.uri)}" if pairing.source else ""
    return {
        "reason": f"{hypothesis} is scored against {', '.join(references)}{source}, by "
        f"{pairing.reason}; variant {pairing.settings.variant}, language {language}.",
        "hypothesis": pairing.hypothesis.uri,
        "references": [one.uri for one in pairing.references],
        "source": pairing.source.uri if pairing.source else None,
        "variant": pairing.settings.variant,
        "language": language,
    }


def _text_of(path: Path) -> str:
    """The text of a ``meteor.toml`` with its own line ends; nothing where there is none yet."""
    try:
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path.name} cannot be read: {error}") from None


def _relative(uri: str, folder: Path) -> str:
    path = path_of(uri)
    if path is None or not path.is_relative_to(folder):
        raise Refused(f"{name_of(uri)} is outside {folder}, which its meteor.toml is about")
    return path.relative_to(folder).as_posix()


def _meteor_1_5(home: str | None) -> str | None:
    """Where METEOR 1.5's files are."""
    try:
        return str(find_home(home).jar)
    except ResourceError:
        return None


def _memory() -> int | None:
    """Bytes that the process holds, where the system tells."""
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError:
        return None
    for line in status.splitlines():
        if line.startswith("VmRSS:"):
            return 1024 * int(line.split()[1])
    return None
