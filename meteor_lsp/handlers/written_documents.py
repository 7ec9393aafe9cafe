"""What the server writes for people to read: reports, comparisons, reports on reviews, tables.

A client that shows such documents itself is told their name, a URI of a scheme of our own, and asks
for the content in the form that it wants; nothing is written to a disk then. For others, a file is
written to the user's cache folder and shown.
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
from ..reports.content import MOST_SEGMENTS, Report
from ..reports.document import Document
from ..reports.html import html_report
from ..reports.page import Page, page_in_html, page_in_markdown, page_in_text
from ..reports.review_page import is_shown, review_page
from ..reports.scores_page import scores_page
from ..reports.tables import scores_json, scores_tsv
from ..reports.text import text_report
from ..session.open_pairing import OpenPairing, View
from .arguments import Arguments, field, text
from .command_set import CommandSet, with_arguments
from .output_files import report_path, write

DOCUMENT: Final = "meteor/document"
SCHEME: Final = "meteorscope"

_PATIENCE: Final = 5.0
"""Seconds that a report waits for its review."""

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
"""The forms of each kind of document, with their endings; the first unless another is asked for."""

_TITLES: Final[Mapping[str, str]] = {
    REPORT: "Report on {of}",
    SCORES: "{of}.scores",
    COMPARISON: "{of} and {other}",
    REVIEW: "Review of {of}",
}

Link = Callable[[int], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A document that can be written.

    Attributes:
        kind: one of ``_FORMS``.
        name: of the file that it is about.
        of: URI of a document of the pairing that is open.
        other: URI of the hypothesis that it is compared with; empty of other kinds.
    """

    kind: str
    name: str
    of: str
    other: str = ""

    @property
    def title(self) -> str:
        """What it is called where it is shown."""
        return _TITLES[self.kind].format(of=self.name, other=name_of(self.other))

    @property
    def uri(self) -> str:
        """Its own URI, by which clients ask for it."""
        query = quote(json.dumps(asdict(self)), safe="")
        return f"{SCHEME}:/{quote(self.title, safe='')}?{query}"

    def form(self, asked: str | None) -> str:
        """The form that is asked for.

        Raises:
            Refused: it has no such form.
        """
        known = _FORMS[self.kind]
        if asked not in (None, *known):
            raise Refused(str(unknown_name("format", str(asked), tuple(known))))
        return asked or next(iter(known))


def _named(uri: str) -> Named:
    """The document of a URI.

    Raises:
        Refused: there is no such document.
    """
    try:
        given = json.loads(unquote(urlsplit(uri).query))
        named = Named(**{name: str(value) for name, value in given.items()})
    except (ValueError, TypeError, AttributeError):
        raise Refused(f"{uri[:200]} is no document of this server") from None
    if named.kind not in _FORMS:
        raise Refused(str(unknown_name("kind of document", named.kind, tuple(_FORMS))))
    return named


def register(server: MeteorLanguageServer, reviewing: Reviewing) -> None:
    """Wire the commands and the request; ``docs/protocol.md`` describes them."""
    commands = DocumentCommands(server, reviewing)

    @server.feature(DOCUMENT)
    async def document(params: Any) -> dict[str, Any]:
        return await commands.content(params)

    for name, run in (
        (names.REPORT, commands.report),
        (names.EXPORT, commands.export),
        (names.COMPARE, commands.compare),
        (names.REVIEW_REPORT, commands.review),
    ):
        server.command(name)(with_arguments(name, run))


class DocumentCommands(CommandSet):
    """Commands that write documents, and the request for their content."""

    def __init__(self, server: MeteorLanguageServer, reviewing: Reviewing) -> None:
        """Of that server."""
        super().__init__(server)
        self._reviewing: Final = reviewing

    async def report(self, arguments: Arguments) -> dict[str, Any]:
        """Write a report on the scores."""
        return await self._deliver(self._of(REPORT, arguments), arguments, 1)

    async def export(self, arguments: Arguments) -> dict[str, Any]:
        """Write the scores of all segments as a table."""
        return await self._deliver(self._of(SCORES, arguments), arguments, 1)

    async def review(self, arguments: Arguments) -> dict[str, Any]:
        """Write a report on the review."""
        return await self._deliver(self._of(REVIEW, arguments), arguments, 1)

    async def compare(self, arguments: Arguments) -> dict[str, Any]:
        """Compare the hypothesis with another one, against the same references."""
        uri = self.uri(arguments)
        hypothesis = self.paired(uri).opened.pairing.hypothesis.uri
        other = self.uri_beside(hypothesis, arguments.text(1, "other hypothesis"))
        named = Named(kind=COMPARISON, name=name_of(hypothesis), of=uri, other=other)
        return await self._deliver(named, arguments, 2)

    def _of(self, kind: str, arguments: Arguments) -> Named:
        uri = self.uri(arguments)
        opened = self.paired(uri).opened
        part = opened.streams[POST_EDIT] if kind == REVIEW else opened.pairing.hypothesis
        return Named(kind=kind, name=name_of(part.uri), of=uri)

    async def content(self, params: Any) -> dict[str, Any]:
        """Answer with a document in the form that is asked for."""
        named = _named(text(params, "uri"))
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

    async def _deliver(self, named: Named, arguments: Arguments, place: int) -> dict[str, Any]:
        """Write a document, or have the client show it.

        Args:
            named: which.
            arguments: of a command: a format and a path.
            place: of the format among these.
        """
        asked, wanted = arguments.optional(place, "format"), arguments.optional(place + 1, "path")
        if wanted is not None and asked is None:
            ending = PurePath(wanted).suffix[1:]
            asked = next((form for form, one in _FORMS[named.kind].items() if one == ending), None)
        form = named.form(asked)
        if wanted is None and self.server.client.documents:
            await self._check(named)
            self.show_document(named.uri)
            return {"uri": named.uri}
        path = self._path(named, form, wanted)
        written = await self._written(named, form)
        await asyncio.to_thread(refusing, lambda: write(path, written.content))
        if wanted is None:
            self.show_document(path.as_uri(), external=form == _HTML)
        return {"uri": path.as_uri(), "path": str(path)}

    def _path(self, named: Named, form: str, wanted: str | None) -> Path:
        if wanted is None:
            extension = f"{named.kind}.{_FORMS[named.kind][form]}"
            return report_path(named.of + named.other, named.name, extension)
        home, workspace = path_of(named.of), self.server.session.workspace
        roots = [*([home.parent] if home else []), *workspace.folders()]
        path = (roots[0] if roots else Path.cwd()) / wanted
        if not workspace.permits(path, named.of):
            raise Refused(f"{wanted} is outside the workspace; name a file inside it")
        return path

    async def _check(self, named: Named) -> None:
        """Refuse at once what could not be written."""
        if named.kind == COMPARISON:
            await self._compared(named, lambda *_: None)

    async def _written(self, named: Named, form: str, link: Link | None = None) -> Document:
        if named.kind == COMPARISON:
            return _page(await self._compared(named, self._comparison), form, link)
        view = self.paired(named.of)
        if named.kind == REVIEW:
            return _page(await self._reviewed(view), form, link)
        view = await self.scored(named.of)
        if named.kind == SCORES:
            return _table(report_of(view.opened), form)
        worst = view.scores.ranking(view.opened.order)[:MOST_SEGMENTS]
        await self.server.engine.align(view.opened, worst)
        report = report_of(view.opened)
        if form == _HTML:
            return Document(content=html_report(report, link))
        return text_report(report) if form == "text" else page_in_markdown(scores_page(report))

    async def _reviewed(self, view: View) -> Page:
        """The report on a review; as far as that is made, if it takes long."""
        post_edit = view.opened.streams[POST_EDIT].uri
        review = await self._reviewing.ask_and_wait(post_edit, view.opened, _PATIENCE)
        shown = [segment for segment in review.present() if is_shown(review, segment)]
        await self._reviewing.look(review, shown)
        found = summary(view, review)
        return review_page(name_of(post_edit), review, found["states"], found["total"])

    async def _compared(self, named: Named, use: Callable[[OpenPairing, OpenPairing], Any]) -> Any:
        """What is made of a pairing and of the same with the other hypothesis.

        Raises:
            Refused: they cannot be compared.
        """
        opened, session = self.paired(named.of).opened, self.server.session
        pairing = replace(opened.pairing, hypothesis=Stream(named.other), project=None)
        self.uri_beside(opened.pairing.hypothesis.uri, named.other)  # which may be read
        other = session.pairings.load(pairing)
        try:
            for one in (opened, other):
                if one.problem is not None:
                    raise Refused(one.problem[1])
                await self.server.engine.knows_lines(one, float("inf"))
                if one.lines is not None:
                    raise Refused(_shifted(one.pairing.hypothesis, one.lines))
            ours, theirs = (name_of(one.pairing.hypothesis.uri) for one in (opened, other))
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
    """Return what is to be done before a text can be compared line by line."""
    shift = next(iter(lines.shifts))
    first, behind = shift.lines[0]
    line = first + 1 if behind > first else max(first, 1)  # or it stands beside a missing one
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
