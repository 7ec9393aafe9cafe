"""Write reports, comparisons, review reports and tables of scores.

A client that shows such documents itself receives their URI in a custom scheme, and requests the
content in the format that it wants; nothing is written to disk. For others, a file is written to
the user's cache folder and shown.
"""

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path, PurePath
from typing import Any, Final
from urllib.parse import quote, unquote, urlsplit

from meteor_core.errors import unknown_name

from ..documents.uris import name_of, path_of
from ..editor.language_server import MeteorLanguageServer
from ..editor.reviewing import Reviewing
from ..errors import Refused, refusing
from ..features import command_names as names
from ..features.report_content import report_of
from ..features.review_answers import summary
from ..pairing.shifted import ShiftedLines
from ..pairing.streams import POST_EDIT, Stream
from ..reports.comparison import comparison_page
from ..reports.content import MAX_SEGMENTS, Report
from ..reports.document import Document
from ..reports.html import html_report
from ..reports.page import Page, page_in_html, page_in_markdown, page_in_text
from ..reports.review_page import is_shown, review_page
from ..reports.scores_page import scores_json, scores_page, scores_tsv
from ..reports.text import text_report
from ..session.open_pairing import OpenPairing, View
from .arguments import Arguments, field, text
from .command_set import CommandSet, report_path, with_arguments, write_output

DOCUMENT: Final = "meteor/document"
SCHEME: Final = "meteorscope"

_TIMEOUT_SECONDS: Final = 5.0
"""How long a report waits for its review."""

_HTML: Final = "html"
_PAGES: Final[Mapping[str, str]] = {_HTML: "html", "markdown": "md", "text": "txt"}
_TABLES: Final[Mapping[str, str]] = {"tsv": "tsv", "json": "json"}

REPORT: Final = "report"
SCORES: Final = "scores"
COMPARISON: Final = "comparison"
REVIEW: Final = "review"

_FORMS: Final[Mapping[str, Mapping[str, str]]] = {
    REPORT: _PAGES,
    SCORES: _TABLES,
    COMPARISON: _PAGES,
    REVIEW: _PAGES,
}
"""The formats of each kind of document with their file extensions; the first is the default."""

_TITLES: Final[Mapping[str, str]] = {
    REPORT: "Report on {of}",
    SCORES: "{of}.scores",
    COMPARISON: "{of} and {other}",
    REVIEW: "Review of {of}",
}

Link = Callable[[int], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentName:
    """The identity of a document that can be written.

    Attributes:
        kind: one of ``_FORMS``.
        name: of the file that it is about.
        of: URI of an open document of the pairing.
        other: URI of the compared hypothesis, in comparisons.
    """

    kind: str
    name: str
    of: str
    other: str = ""

    @property
    def title(self) -> str:
        """The title of the document."""
        return _TITLES[self.kind].format(of=self.name, other=name_of(self.other))

    @property
    def uri(self) -> str:
        """The URI by which clients request the document."""
        query = quote(json.dumps(asdict(self)), safe="")
        return f"{SCHEME}:/{quote(self.title, safe='')}?{query}"

    def form(self, asked: str | None) -> str:
        """Return a requested format or the default.

        Raises:
            Refused: the kind lacks this format.
        """
        known = _FORMS[self.kind]
        if asked not in (None, *known):
            raise Refused(str(unknown_name("format", str(asked), tuple(known))))
        return asked or next(iter(known))


def _parse_uri(uri: str) -> DocumentName:
    """Parse the URI of a document.

    Raises:
        Refused: the URI is invalid.
    """
    try:
        given = json.loads(unquote(urlsplit(uri).query))
        named = DocumentName(**{name: str(value) for name, value in given.items()})
    except (ValueError, TypeError, AttributeError):
        raise Refused(f"{uri[:200]} is no document of this server") from None
    if named.kind not in _FORMS:
        raise Refused(str(unknown_name("kind of document", named.kind, tuple(_FORMS))))
    return named


def register(server: MeteorLanguageServer, reviewing: Reviewing) -> None:
    """Connect the commands and the request; ``docs/protocol.md`` describes them."""
    commands = DocumentCommands(server, reviewing)

    @server.feature(DOCUMENT)
    async def document(params: Any) -> dict[str, Any]:
        return await commands.content(params)

    for name, command in (
        (names.REPORT, commands.report),
        (names.EXPORT, commands.export),
        (names.COMPARE, commands.compare),
        (names.REVIEW_REPORT, commands.review),
    ):
        server.command(name)(with_arguments(name, command))


class DocumentCommands(CommandSet):
    """Commands that write documents, and the request for their content."""

    def __init__(self, server: MeteorLanguageServer, reviewing: Reviewing) -> None:
        """Connect the commands to a server."""
        super().__init__(server)
        self._reviewing: Final = reviewing

    async def report(self, arguments: Arguments) -> dict[str, Any]:
        """Write a report on the scores."""
        return await self._deliver(self._name_for(REPORT, arguments), arguments, 1)

    async def export(self, arguments: Arguments) -> dict[str, Any]:
        """Write the scores of all segments as a table."""
        return await self._deliver(self._name_for(SCORES, arguments), arguments, 1)

    async def review(self, arguments: Arguments) -> dict[str, Any]:
        """Write a report on the review."""
        return await self._deliver(self._name_for(REVIEW, arguments), arguments, 1)

    async def compare(self, arguments: Arguments) -> dict[str, Any]:
        """Compare the hypothesis with another one against the same references."""
        uri = self.uri(arguments)
        hypothesis = self.paired(uri).opened.pairing.hypothesis.uri
        other = self.uri_beside(hypothesis, arguments.text(1, "other hypothesis"))
        named = DocumentName(kind=COMPARISON, name=name_of(hypothesis), of=uri, other=other)
        return await self._deliver(named, arguments, 2)

    def _name_for(self, kind: str, arguments: Arguments) -> DocumentName:
        uri = self.uri(arguments)
        opened = self.paired(uri).opened
        part = opened.streams[POST_EDIT] if kind == REVIEW else opened.pairing.hypothesis
        return DocumentName(kind=kind, name=name_of(part.uri), of=uri)

    async def content(self, params: Any) -> dict[str, Any]:
        """Return a document in the requested format."""
        named = _parse_uri(text(params, "uri"))
        asked, template = field(params, "format"), field(params, "segmentLink")
        link: Link | None = None
        if isinstance(template, str):
            link = partial(_link, template)
        written = await self._written(named, named.form(asked), link)
        segments = [{"line": line, "segment": number} for line, number in written.segments]
        return {
            "title": named.title,
            "of": named.of,
            "formats": [
                {"format": form, "extension": ending} for form, ending in _FORMS[named.kind].items()
            ],
            "content": written.content,
            "segments": segments,
        }

    async def _deliver(
        self, named: DocumentName, arguments: Arguments, place: int
    ) -> dict[str, Any]:
        """Write a document, or have the client show it.

        Args:
            named: the document.
            arguments: of the command, including a format and a path.
            place: index of the format among them.
        """
        asked, wanted = arguments.optional(place, "format"), arguments.optional(place + 1, "path")
        if wanted is not None and asked is None:
            suffix, forms = PurePath(wanted).suffix[1:], _FORMS[named.kind]
            asked = next((form for form, ending in forms.items() if ending == suffix), None)
        form = named.form(asked)
        if wanted is None and self.server.client.documents:
            await self._check(named)
            self.show_document(named.uri)
            return {"uri": named.uri}
        path = self._path(named, form, wanted)
        written = await self._written(named, form)
        await asyncio.to_thread(refusing, lambda: write_output(path, written.content))
        if wanted is None:
            self.show_document(path.as_uri(), external=form == _HTML)
        return {"uri": path.as_uri(), "path": str(path)}

    def _path(self, named: DocumentName, form: str, wanted: str | None) -> Path:
        if wanted is None:
            extension = f"{named.kind}.{_FORMS[named.kind][form]}"
            return report_path(named.of + named.other, named.name, extension)
        home, workspace = path_of(named.of), self.server.session.workspace
        roots = [*([home.parent] if home else []), *workspace.folders()]
        path = (roots[0] if roots else Path.cwd()) / wanted
        if not workspace.permits(path, named.of):
            raise Refused(f"{wanted} is outside the workspace; name a file inside it")
        return path

    async def _check(self, named: DocumentName) -> None:
        """Reject immediately a document that cannot be written."""
        if named.kind == COMPARISON:
            await self._compared(named, lambda *_: None)

    async def _written(self, named: DocumentName, form: str, link: Link | None = None) -> Document:
        if named.kind == COMPARISON:
            return _page(await self._compared(named, self._comparison), form, link)
        view = self.paired(named.of)
        if named.kind == REVIEW:
            return _page(await self._reviewed(view), form, link)
        view = await self.scored(named.of)
        if named.kind == SCORES:
            return _table(report_of(view.opened), form)
        worst = view.scores.ranking(view.opened.order)[:MAX_SEGMENTS]
        await self.server.engine.align(view.opened, worst)
        report = report_of(view.opened)
        if form == _HTML:
            return Document(content=html_report(report, link))
        return text_report(report) if form == "text" else page_in_markdown(scores_page(report))

    async def _reviewed(self, view: View) -> Page:
        """Return the report on a review, which may be incomplete after a timeout."""
        post_edit = view.opened.streams[POST_EDIT].uri
        review = await self._reviewing.wait_for_review(post_edit, view.opened, _TIMEOUT_SECONDS)
        shown = [segment for segment in review.present() if is_shown(review, segment)]
        await self._reviewing.load_details(review, shown)
        found = summary(view, review)
        return review_page(name_of(post_edit), review, found["states"], found["total"])

    async def _compared(
        self, named: DocumentName, use: Callable[[OpenPairing, OpenPairing], Any]
    ) -> Any:
        """Apply a function to a pairing and the same with the other hypothesis.

        Raises:
            Refused: they cannot be compared.
        """
        opened, session = self.paired(named.of).opened, self.server.session
        pairing = replace(opened.pairing, hypothesis=Stream(named.other), project=None)
        self.uri_beside(opened.pairing.hypothesis.uri, named.other)  # checks permission
        other = session.pairings.load(pairing)
        try:
            for compared in (opened, other):
                if compared.problem is not None:
                    raise Refused(compared.problem[1])
                await self.server.engine.ensure_line_alignment(compared, float("inf"))
                if compared.lines is not None:
                    raise Refused(_shifted(compared.pairing.hypothesis, compared.lines))
            ours, theirs = (name_of(p.pairing.hypothesis.uri) for p in (opened, other))
            if opened.scores.paired != other.scores.paired or len(opened.scores.hypotheses) != len(
                other.scores.hypotheses
            ):
                raise Refused(
                    f"{theirs} has {len(other.scores.hypotheses):,} segments, but {ours} has "
                    f"{len(opened.scores.hypotheses):,}"
                )
            found = use(opened, other)
            return await found if asyncio.iscoroutine(found) else found
        finally:
            session.pairings.forget_unused()

    async def _comparison(self, opened: OpenPairing, other: OpenPairing) -> Page:
        count = opened.scores.paired
        hypotheses = (list(opened.scores.hypotheses[:count]), list(other.scores.hypotheses[:count]))
        references = [list(texts[:count]) for texts in opened.scores.references]
        names = name_of(opened.pairing.hypothesis.uri), name_of(other.pairing.hypothesis.uri)
        work = partial(comparison_page, names, hypotheses, references, opened.scores.meteor)
        return await asyncio.to_thread(refusing, work)


def _shifted(hypothesis: Stream, lines: ShiftedLines) -> str:
    """Explain how to make a text comparable line by line."""
    shift = next(iter(lines.shifts))
    first, behind = shift.lines[0]
    line = first + 1 if behind > first else max(first, 1)  # or next to a missing line
    return (
        f"{name_of(hypothesis.uri)} is shifted from line {line:,} on; open it, take a quick fix of "
        "the diagnostic there, and compare again"
    )


def _page(page: Page, form: str, link: Link | None) -> Document:
    if form == _HTML:
        return page_in_html(page, link)
    return page_in_markdown(page) if form == "markdown" else page_in_text(page)


def _table(report: Report, form: str) -> Document:
    if form == "tsv":
        return Document(content=scores_tsv(report.segments))
    return Document(content=scores_json(report.corpus, report.segments))


def _link(template: str, segment: int) -> str:
    return template.replace("{segment}", str(segment))
