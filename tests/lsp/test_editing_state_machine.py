"""Any sequence of things that people do to documents, against everything computed from scratch.

What a document says is kept as one plain string; segments, scores and places are found in it the
slow way after every step. Diagnostics and pairings are compared with those of a session that has
seen nothing but the texts as they are now.
"""

import json
import os
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final, TypeAlias

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from lsprotocol import types

from meteor_core import Meteor, SegmentResult
from meteor_core.score.results import Result
from meteor_core.variants import VariantName
from meteor_lsp.documents.line_document import LineDocument, LineWorkspace
from meteor_lsp.documents.positions import Encoding
from meteor_lsp.pairing.streams import Part, Role
from meteor_lsp.project.settings import Settings
from meteor_lsp.scoring.line_scores import Texts, line_score
from meteor_lsp.scoring.scores import Order, PairScores
from meteor_lsp.session.open_pairing import OpenPairing, Spot, View
from meteor_lsp.session.session import Session
from tests.lsp.plain_text import PlainText, column_of, column_of_table, segments_of, units_of

PROJECT: Final = "meteor.toml"
WORDS: Final = (
    *("the", "cats", "cat", "ran", "running", "danced", "glee", "a", ".", ","),
    *("👍", "e\u0301", "é", "قطة", "แมวนอน", "猫が", "\u2028", "\x85", "\x0b", "\x0c", "\x00"),
    *("\ud83d", "\udc4d", '"', "\\", "\\u00e9", "{", "}", "\u200d", "ß"),
)
"""Halves of surrogate pairs among them, which JSON-RPC can carry and a file cannot."""

TEXTS: Final = st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join)
PIECES: Final = st.lists(
    st.sampled_from([*WORDS, " ", " ", "\n", "\n", "\r", "\r\n", "\t", "hyp", "ref"]), max_size=6
).map("".join)


@dataclass(frozen=True, slots=True)
class Kind:
    """A way to lay out a pairing: names of documents, and of columns where there is but one."""

    hypothesis: str
    references: tuple[str, ...]
    source: str | None
    columns: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        others = (self.source,) if self.source and not self.columns else ()
        return (self.hypothesis,) if self.columns else (self.hypothesis, *self.references, *others)


KINDS: Final = (
    Kind("a b.hyp.en", ("a b.ref.en",), "a b.src.de"),
    Kind("é.mt.en", ("é.pe.en",), None),
    Kind("n.hyp.Online-A.en", ("n.ref.A.en", "n.ref.B.en"), None),
    Kind("n.hyp.tsv", ("n.ref.tsv",), None),  # tables by name, whole lines by content
    Kind("t.en.tsv", ("ref",), "src", columns=True),
    Kind("t.en.jsonl", ("ref", "ref2"), None, columns=True),
)

PROJECTS: Final = {
    "": ("classic", "en"),
    "lowScore = 0.9\nlengthRatio = 1": ("classic", "en"),
    "variant = 'nltk'": ("nltk", "en"),
    "variant = 'linear-penalty'\nlanguage = 'de'": ("linear-penalty", "de"),
    "hints.change = 'open'\nseverity.low-score = 'off'": ("classic", "en"),
    "lowScore = 1\n[[ignore]]\nsegments = '2-3'": ("classic", "en"),
    "[[pairs]]\nhypothesis = '{x}.hyp.en'\nreferences = '{x}.ref.en'\nsource = '{x}.src.de'": (
        "classic",
        "en",
    ),
}
"""Content of a project file to variant and language by it.

All of it is TOML: while a file is none, what it said before holds, which a new session cannot know.
"""

Place: TypeAlias = tuple[int, int]


@lru_cache
def scorer(variant: VariantName, language: str) -> Meteor:
    return Meteor(variant=variant, language=language)


@lru_cache(maxsize=5_000)
def score_each(variant: str, language: str, texts: Texts) -> tuple[SegmentResult, ...]:
    return scorer(variant, language).score_each(texts[0], texts[1:])


def store(scores: PairScores, segments: Sequence[int]) -> None:
    for segment in segments:
        texts = scores.texts(segment)
        results = scores.meteor.score_each(texts[0], texts[1:])
        scores.store([segment], [texts], [line_score(results)])
        scores.store_alignments(texts, results)


def known_segments(scores: PairScores) -> list[int]:
    is_open = set(scores.open_among(range(scores.paired)))
    return [segment for segment in range(scores.paired) if segment not in is_open]


def is_blank(result: Result) -> bool:
    return not result.hypothesis_length and not result.reference_length


class Editing(RuleBasedStateMachine):
    """An editor and its session."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.kind = KINDS[0]
        self.encoding = Encoding.UTF16
        self.disk: dict[str, str] = {}
        self.open: dict[str, PlainText] = {}
        self.moment = 0
        self.version = 0
        self.elsewhere: OpenPairing | None = None

    @initialize(data=st.data(), kind=st.sampled_from(KINDS), encoding=st.sampled_from(Encoding))
    def begin(self, data: st.DataObject, kind: Kind, encoding: Encoding) -> None:
        self.kind, self.encoding = kind, encoding
        self.workspace = LineWorkspace(
            None, position_encoding=types.PositionEncodingKind(encoding.value)
        )
        self.session = self.new_session()
        for name in kind.names:
            self.write(name, data.draw(self.contents()))
        self.open_document(data, kind.names[0])

    def new_session(self) -> Session:
        return Session(Settings(language="en"), [self.folder], self.encoding)

    def teardown(self) -> None:
        shutil.rmtree(self.folder)

    # What can happen

    @rule(data=st.data())
    def open_a_document(self, data: st.DataObject) -> None:
        self.open_document(data, data.draw(st.sampled_from(self.kind.names)))

    @precondition(lambda self: self.open)
    @rule(data=st.data())
    def close_a_document(self, data: st.DataObject) -> None:
        name = data.draw(st.sampled_from(sorted(self.open)))
        del self.open[name]
        self.workspace.remove_text_document(self.uri(name))
        self.session.close(self.uri(name))

    @precondition(lambda self: self.open_texts())
    @rule(data=st.data(), text=PIECES)
    def edit_anywhere(self, data: st.DataObject, text: str) -> None:
        name = data.draw(st.sampled_from(self.open_texts()))
        lines = [*self.open[name].segments, "", ""]

        def place() -> Place:
            line = data.draw(st.integers(0, len(lines) - 1))
            most = sum(units_of(one, self.encoding) for one in lines[line]) + 2
            return line, data.draw(st.integers(0, most))

        first = place()
        last = place() if data.draw(st.booleans()) else first
        self.edit(name, min(first, last), max(first, last), text)

    @precondition(lambda self: self.open_texts())
    @rule(data=st.data(), count=st.integers(0, 2))
    def replace_lines(self, data: st.DataObject, count: int) -> None:
        name = data.draw(st.sampled_from(self.open_texts()))
        line = data.draw(st.integers(0, len(self.open[name].segments)))
        new = [data.draw(self.rows()) for _ in range(data.draw(st.integers(0, 2)))]
        end = data.draw(st.sampled_from(["\n", "\r\n", "\r"]))
        self.edit(name, (line, 0), (line + count, 0), "".join(row + end for row in new))

    @precondition(lambda self: self.open_texts())
    @rule(data=st.data())
    def replace_everything(self, data: st.DataObject) -> None:
        name = data.draw(st.sampled_from(self.open_texts()))
        text = data.draw(self.contents())
        self.open[name].text = text
        self.change(name, types.TextDocumentContentChangeWholeDocument(text))

    @precondition(lambda self: self.open)
    @rule(data=st.data())
    def save(self, data: st.DataObject) -> None:
        name = data.draw(st.sampled_from(sorted(self.open)))
        self.write(name, self.open[name].text)
        self.session.saved(self.uri(name))

    @rule(data=st.data(), watched=st.booleans())
    def write_to_disk(self, data: st.DataObject, *, watched: bool) -> None:
        name = data.draw(st.sampled_from(self.kind.names))
        was_there = name in self.disk
        self.write(name, data.draw(self.contents()))
        if watched or not was_there:
            self.session.resolve()
        else:
            self.session.reload_changed_files()

    @precondition(lambda self: self.disk)
    @rule(data=st.data())
    def delete_from_disk(self, data: st.DataObject) -> None:
        name = data.draw(st.sampled_from(sorted(self.disk)))
        del self.disk[name]
        (self.folder / name).unlink()
        self.session.reload_changed_files()
        for opened in self.session.pairings.open():
            is_missing = name not in self.open and self.uri(name) in opened.files
            assert (opened.problem is not None) == is_missing
        self.session.resolve()

    @rule(text=st.sampled_from(sorted(PROJECTS)))
    def configure_on_disk(self, text: str) -> None:
        self.write(PROJECT, text)
        self.session.resolve()

    @rule(data=st.data())
    def configure_in_the_editor(self, data: st.DataObject) -> None:
        if PROJECT not in self.open:
            self.open_document(data, PROJECT)
        text = data.draw(st.sampled_from(sorted(PROJECTS)))
        self.open[PROJECT].text = text
        self.change(PROJECT, types.TextDocumentContentChangeWholeDocument(text))
        self.session.resolve()

    @rule()
    def score_everything(self) -> None:
        for opened in self.session.pairings.open():
            while not opened.scores.complete:
                store(opened.scores, opened.scores.next_open(2))

    @rule(data=st.data(), take=st.booleans())
    def score_something(self, data: st.DataObject, *, take: bool) -> None:
        for opened in self.session.pairings.open():
            found = opened.scores.next_open(data.draw(st.integers(0, 3)))
            store(opened.scores, found if take else found[:1])  # the rest was cancelled

    @precondition(lambda self: self.session.pairings.open())
    @rule()
    def load_for_somebody_else(self) -> None:
        """As for diagnostics of the whole workspace, which take their time."""
        self.elsewhere = self.session.pairings.load(self.session.pairings.open()[0].pairing)
        store(self.elsewhere.scores, self.elsewhere.scores.next_open(2))

    # What is true then

    @invariant()
    def documents_say_what_they_should(self) -> None:
        for name, plain in self.open.items():
            document = self.session.library.document(self.uri(name))
            assert document is not None
            assert document.source == plain.text
            assert document.segments == plain.segments

    @invariant()
    def pairings_are_those_of_a_new_session(self) -> None:
        fresh = self.new_session()
        for uri in self.session.library.open_uris()[::-1]:
            name = next(name for name in self.open if self.uri(name) == uri)
            fresh.open(LineDocument(uri, self.open[name].text, 1, None, self.encoding))
        for name in self.open:
            ours, theirs = (one.pairings.opened(self.uri(name)) for one in (self.session, fresh))
            expected = None if name == PROJECT else self.expected()
            assert (ours is None) == (theirs is None) == (expected is None)
            if ours is None or theirs is None or expected is None:
                continue
            assert ours.pairing == theirs.pairing
            assert ours.problem is None
            self.check_scores(ours, expected)
            store(theirs.scores, known_segments(ours.scores))
            assert ours.diagnostics() == theirs.diagnostics()
            view = self.session.pairings.view(self.uri(name))
            assert view is not None
            self.check_places(view, name)

    @invariant()
    def what_somebody_else_has_stays_consistent(self) -> None:
        if self.elsewhere is None:
            return
        scores = self.elsewhere.scores
        texts = [scores.hypotheses, *scores.references]
        assert scores.paired == min(map(len, texts))
        configuration = scores.meteor.configuration
        for segment in known_segments(scores):
            row = tuple(lines[segment] for lines in texts)
            each = score_each(configuration.variant.name, configuration.language, row)
            found = scores.score(segment)
            assert found is not None
            assert found.scores == tuple(result.score for result in each)

    def check_scores(self, opened: OpenPairing, expected: dict[Part, list[str]]) -> None:
        for part, texts in expected.items():
            assert opened.texts(part) == texts
        assert expected.keys() == {part for part, _ in opened.pairing.streams()}
        streams = [texts for part, texts in expected.items() if part.role is not Role.SOURCE]
        rows = list(zip(*streams, strict=False))
        meteor = scorer(*self.scoring)
        assert opened.scores.signature == meteor.signature(len(streams) - 1)
        scores, known = opened.scores, known_segments(opened.scores)
        assert (scores.paired, scores.scored) == (len(rows), len(known))
        assert scores.complete == (len(known) == len(rows))
        ranked: list[tuple[float, int]] = []
        for segment, row in enumerate(rows):
            each = score_each(*self.scoring, row)
            best = max(each, key=lambda result: result.score)
            found = scores.score(segment)
            assert (found is None) == (segment not in known)
            if found is None:
                continue
            assert found.scores == tuple(result.score for result in each)
            assert (found.score, found.reference) == (best.score, best.reference)
            assert found.statistics == best.statistics
            aligned = scores.alignments(segment)
            assert aligned is None or [(result.score, result.reference) for result in aligned] == [
                (result.score, result.reference) for result in each
            ]
            ranked += [] if is_blank(best) else [(best.score, segment)]
        some = [[texts[segment] for segment in known] for texts in streams]
        if known:  # of nothing the corpus score is no number
            assert scores.corpus() == meteor.corpus(some[0], some[1:])
        else:
            assert scores.corpus().segments == 0
        assert scores.ranking(Order.SCORE) == [segment for _, segment in sorted(ranked)]
        assert scores.worst(Order.SCORE) == (min(ranked)[1] if ranked else None)

    def check_places(self, view: View, name: str) -> None:
        lines = self.open[name].segments
        skipped = int(self.kind.columns and name.endswith(".tsv"))
        paired = view.scores.paired
        for first, last in ((0, len(lines)), (1, 1), (2, 4), (3, 2)):
            assert list(view.segments(first, last)) == [
                segment for segment in range(paired) if first <= segment + skipped <= last
            ]
        assert set(view.parts) == {part for part in view.streams if part.role is not Role.SOURCE}
        for part in view.parts:
            texts = view.opened.texts(part)
            for segment in range(paired):
                number = segment + skipped
                tokens = scorer(*self.scoring).configuration.tokenizer.spans(texts[segment])
                for start, end in [(0, len(texts[segment])), *tokens]:
                    place = view.range(part, segment, (start, end))
                    assert place.start.line == place.end.line == number
                    raw = self.between(lines[number], place)
                    assert self.decoded(name, raw) == texts[segment][start:end]
                    if texts[segment]:
                        assert view.spot(place.start) == Spot(part, segment, start)
                        assert view.spot(place.end) == Spot(part, segment, end)

    # Inside

    def open_texts(self) -> list[str]:
        """The open documents, the project file left out."""
        return sorted(self.open.keys() - {PROJECT})

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def rows(self) -> st.SearchStrategy[str]:
        if not self.kind.columns:
            return TEXTS
        cells = st.lists(TEXTS, min_size=3, max_size=3)
        if self.kind.hypothesis.endswith(".tsv"):
            header = st.sampled_from(["hyp\tref\tsrc", "src\thyp\tref ", "\thyp\tref", "ref\thyp"])
            return st.one_of(cells.map("\t".join), cells.map("\t".join), header, TEXTS)
        keys = ("hyp", "ref", "ref2")
        row = st.tuples(cells, st.booleans()).map(
            lambda drawn: json.dumps(dict(zip(keys, drawn[0], strict=True)), ensure_ascii=drawn[1])
        )
        odd = st.sampled_from(['{"hyp": "a"}', "[", "", '{"ref": 1, "hyp": "a"}'])
        return st.one_of(row, row, row, odd)

    @st.composite
    @staticmethod
    def _contents(draw: st.DrawFn, machine: "Editing") -> str:
        rows = draw(st.lists(machine.rows(), max_size=5))
        if machine.kind.columns and machine.kind.hypothesis.endswith(".tsv"):
            rows = ["hyp\tref\tsrc", *rows]
        end = draw(st.sampled_from(["\n", "\n", "\r\n", "\r"]))
        text = "".join(row + end for row in rows)
        return text if draw(st.booleans()) else text.removesuffix(end)

    def contents(self) -> st.SearchStrategy[str]:
        return Editing._contents(self)

    def write(self, name: str, text: str) -> None:
        content = text.encode("utf-8", "replace")
        path = self.folder / name
        path.write_bytes(content)
        self.disk[name] = content.decode()
        self.moment += 1_000_000  # a file system's clock may stand still between two writings
        os.utime(path, ns=(self.moment, self.moment))

    def open_document(self, data: st.DataObject, name: str) -> None:
        if name in self.disk and data.draw(st.booleans()):
            text = self.disk[name]
        elif name == PROJECT:
            text = data.draw(st.sampled_from(sorted(PROJECTS)))
        else:
            text = data.draw(self.contents())
        self.open[name] = PlainText(text, self.encoding)
        uri = self.uri(name)
        self.version += 1
        item = types.TextDocumentItem(uri, "plaintext", self.version, text)
        self.workspace.put_text_document(item)
        document = self.workspace.get_text_document(uri)
        assert isinstance(document, LineDocument)
        self.session.open(document)

    def edit(self, name: str, start: Place, end: Place, text: str) -> None:
        self.open[name].edit(start, end, text)
        place = types.Range(types.Position(*start), types.Position(*end))
        self.change(name, types.TextDocumentContentChangePartial(range=place, text=text))

    def change(self, name: str, change: types.TextDocumentContentChangeEvent) -> None:
        self.version += 1
        identifier = types.VersionedTextDocumentIdentifier(self.version, self.uri(name))
        self.workspace.update_text_document(identifier, change)
        if name == PROJECT:
            self.session.resolve()

    def text(self, name: str) -> str | None:
        plain = self.open.get(name)
        return plain.text if plain else self.disk.get(name)

    @property
    def scoring(self) -> tuple[str, str]:
        return PROJECTS.get(self.text(PROJECT) or "", ("classic", "en"))

    def expected(self) -> dict[Part, list[str]] | None:
        """The texts that are paired, by what they are."""
        hypothesis = Part(Role.HYPOTHESIS)
        references = [Part(Role.REFERENCE, index) for index in range(len(self.kind.references))]
        if self.kind.columns:
            return self.expected_columns(hypothesis)
        wanted = dict(zip([hypothesis, *references], self.kind.names, strict=False))
        found = {part: self.text(name) for part, name in wanted.items()}
        if self.kind.source is not None:
            found[Part(Role.SOURCE)] = self.text(self.kind.source)
        there = {part: segments_of(text) for part, text in found.items() if text is not None}
        some = [texts for part in references if (texts := there.pop(part, None)) is not None]
        if hypothesis not in there or not some:
            return None
        return there | {Part(Role.REFERENCE, index): texts for index, texts in enumerate(some)}

    def expected_columns(self, hypothesis: Part) -> dict[Part, list[str]] | None:
        name = self.kind.hypothesis
        text = self.text(name)
        lines = segments_of(text) if text is not None else []
        fields = self.fields(lines)
        references = [field for field in ("ref", "ref2") if field in fields]
        if "hyp" not in fields or not references:
            return None
        wanted = {hypothesis: "hyp"} | {
            Part(Role.REFERENCE, index): field for index, field in enumerate(references)
        }
        if "src" in fields:
            wanted[Part(Role.SOURCE)] = "src"
        return {part: column_of_table(name, lines, field) for part, field in wanted.items()}

    def fields(self, lines: list[str]) -> list[str]:
        if self.kind.hypothesis.endswith(".tsv"):
            return [title.strip() for title in lines[0].split("\t")] if lines else []
        for line in lines:
            try:
                document = json.loads(line)
            except ValueError:
                continue
            if isinstance(document, dict):
                return [key for key, value in document.items() if isinstance(value, str)]
        return []

    def between(self, line: str, place: types.Range) -> str:
        start, end = (
            column_of(line, position.character, self.encoding)
            for position in (place.start, place.end)
        )
        assert sum(units_of(one, self.encoding) for one in line[:start]) == place.start.character
        assert sum(units_of(one, self.encoding) for one in line[:end]) == place.end.character
        return line[start:end]

    def decoded(self, name: str, raw: str) -> str:
        if not name.endswith(".jsonl"):
            return raw
        text = json.loads(f'"{raw}"')
        assert isinstance(text, str)
        return text


QUICK = settings(
    max_examples=40,
    stateful_step_count=40,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@pytest.mark.timeout(900)  # a failure is made small first, which takes minutes
def test_after_any_edits_everything_is_as_if_just_opened() -> None:
    run_state_machine_as_test(Editing, settings=QUICK)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_after_very_many_edits_everything_is_as_if_just_opened() -> None:
    run_state_machine_as_test(
        Editing, settings=settings(QUICK, max_examples=100, stateful_step_count=50)
    )
