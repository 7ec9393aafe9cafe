"""Commands about scores: shown, reported, exported, compared, gone through."""

from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from lsprotocol import types

from meteor_core.show.alignment_format import corpus_json

from ..documents.uris import name_of, path_of
from ..errors import Refused, refusing
from ..features import command_names as names
from ..features.code_actions import next_worse
from ..features.report_content import report_of
from ..pairing.streams import HYPOTHESIS, Stream
from ..reports.comparison import compare, comparison_json, comparison_text
from ..reports.content import MOST_SEGMENTS
from ..reports.html import html_report
from ..reports.tables import scores_json, scores_tsv
from ..reports.text import text_report
from ..scoring.scores import Order
from ..session.open_pairing import OpenPairing, View
from .arguments import Arguments
from .command_set import CommandSet
from .output_files import report_path, write

_HTML: Final = "html"


class ScoreCommands(CommandSet):
    """Commands about the scores of a pairing."""

    async def show_score(self, arguments: Arguments) -> dict[str, Any]:
        """Tell score and signature."""
        view = await self._scored(arguments)
        corpus = view.scores.corpus()
        self.server.tell(f"METEOR {corpus.score:.4f}  {corpus.signature}")
        return corpus_json(corpus)

    async def report(self, arguments: Arguments) -> dict[str, Any]:
        """Write a report and show it."""
        view = await self._scored(arguments)
        form = arguments.text(1, "format", _HTML)
        if form not in (_HTML, "text"):
            raise Refused(f"a report is 'html' or 'text', not {form!r}")
        await self.server.engine.align(
            view.opened, view.scores.ranking(view.opened.order)[:MOST_SEGMENTS]
        )
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
        session, opened = self.server.session, view.opened
        other_uri = self._file(view, arguments.text(1, "other hypothesis"))
        pairing = replace(opened.pairing, hypothesis=Stream(other_uri), project=None)
        other = session.pairings.load(pairing)
        try:
            if other.problem is not None:
                raise Refused(other.problem[1])
            await self.server.engine.work_through(other)
            return self._compare(view, opened, other)
        finally:
            session.pairings.forget_unused()

    async def go_to_segment(self, arguments: Arguments) -> dict[str, Any]:
        """Show a segment, by its number from 1."""
        view = self._view(arguments)
        segment = arguments.number(1, "number of the segment") - 1
        if not 0 <= segment < view.scores.paired:
            raise Refused(f"there is no segment {segment + 1}")
        return self._show(view, segment)

    async def go_to_worse(self, arguments: Arguments) -> dict[str, Any] | None:
        """Show the segment that is just worse than one; from none, the worst."""
        view = await self._scored(arguments)
        target = next_worse(view, arguments.number(1, "number of the segment") - 1)
        if target is None:
            self.server.tell("This is the worst segment.")
            return None
        return self._show(view, target)

    async def sort_outline(self, arguments: Arguments) -> dict[str, Any]:
        """Sort the outlines by score, shortfall or position, from their next drawing on."""
        order = arguments.text(1, "order", "score")
        if order not in tuple(Order):
            known = "'score', 'shortfall' or 'position'"
            raise Refused(f"an outline is sorted by {known}, not {order!r}")
        self.server.outline_order = Order(order)
        self.server.tell(f"The outline is sorted by {order} when it is drawn next.")
        return {"order": order}

    def _view(self, arguments: Arguments) -> View:
        uri = self.uri(arguments)
        view = self.server.answers.view(uri)
        if view is None:
            if self.server.session.library.document(uri) is None:
                raise Refused(f"{name_of(uri)} is not open")
            raise Refused(f"{name_of(uri)} is not paired; {names.EXPLAIN_PAIRING} tells why")
        if view.opened.problem is not None:
            raise Refused(view.opened.problem[1])
        return view

    async def _scored(self, arguments: Arguments) -> View:
        view = self._view(arguments)
        await self.server.engine.finish(view.opened)
        return view

    def _compare(self, view: View, opened: OpenPairing, other: OpenPairing) -> dict[str, Any]:
        ours, theirs = opened.scores, other.scores
        if shifted := next((one for one in (opened, other) if one.lines is not None), None):
            raise Refused(
                f"lines of {name_of(shifted.pairing.hypothesis.uri)} are shifted; "
                "mend that first: diagnostics say where"
            )
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
        return self.uri_beside(view.opened.pairing.hypothesis.uri, name)

    def _deliver(
        self, view: View, content: str, extension: str, wanted: str | None
    ) -> dict[str, Any]:
        """Write what was made, show it where the editor can, and tell where it is."""
        hypothesis = view.opened.pairing.hypothesis.uri
        home = path_of(hypothesis)
        if wanted is None:
            path = report_path(hypothesis, name_of(hypothesis), extension)
        else:
            roots = [*([home.parent] if home else []), *self.server.session.workspace.folders()]
            path = (roots[0] if roots else Path.cwd()) / wanted
            if not self.server.session.workspace.permits(path, hypothesis):
                raise Refused(f"{wanted} is outside the workspace; name a file inside it")
        refusing(lambda: write(path, content))
        if wanted is None:
            self.show_document(path.as_uri(), external=extension == _HTML)
        return {"uri": path.as_uri(), "path": str(path)}

    def _show(self, view: View, segment: int) -> dict[str, Any]:
        part = view.leading_part if view.parts else HYPOTHESIS
        place, uri = view.range(part, segment), view.file.shown_uri
        self.show_document(uri, selection=types.Range(place.start, place.start))
        return {"uri": uri, "segment": segment + 1, "line": place.start.line}


def _scores(opened: OpenPairing) -> list[Any]:
    return [opened.scores.segment_score(segment) for segment in range(opened.scores.paired)]
