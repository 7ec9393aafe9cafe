"""What a session keeps, and what it lets go of."""

import gc
import os
import weakref
from dataclasses import replace
from pathlib import Path

import pytest
from lsprotocol import types

from meteor_lsp.documents.line_document import LineDocument
from meteor_lsp.documents.positions import Encoding
from meteor_lsp.documents.uris import key_of
from meteor_lsp.features.inlay_hints import inlay_hints
from meteor_lsp.pairing.streams import HYPOTHESIS, SOURCE, Pairing, Part, Role
from meteor_lsp.project.settings import Settings
from meteor_lsp.scoring.line_scores import line_score
from meteor_lsp.scoring.scores import PairScores
from meteor_lsp.session.open_pairing import OpenPairing
from meteor_lsp.session.session import Session


class Desk:
    """A folder with an editor."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.session = Session(Settings(language="en"), [folder])
        self.moment = 0

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        self.moment += 1_000_000_000
        os.utime(path, ns=(self.moment, self.moment))

    def open(self, name: str, text: str | None = None) -> LineDocument:
        if text is None:
            text = (self.folder / name).read_text(encoding="utf-8")
        document = LineDocument(self.uri(name), text, 1, None, Encoding.UTF16)
        self.session.open(document)
        return document

    def opened(self, name: str) -> OpenPairing:
        opened = self.session.pairings.opened(self.uri(name))
        assert opened is not None
        return opened

    def pairing(self, name: str) -> Pairing:
        found = self.session.pairings.finder.find(self.uri(name))
        assert isinstance(found, Pairing)
        return found

    @property
    def held(self) -> set[str]:
        """Names of the documents that the session has in memory."""
        return {key.rsplit("/", 1)[1] for key in self.session.library._held}


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    desk = Desk(tmp_path)
    for name in ("a.hyp.en", "a.ref.en", "b.hyp.en", "b.ref.en"):
        desk.write(name, "one two\nthree four\n")
    return desk


def change(document: LineDocument, line: int, end: int, text: str) -> None:
    place = types.Range(types.Position(line, 0), types.Position(end, 0))
    document.apply_change(types.TextDocumentContentChangePartial(range=place, text=text))


def store_all(scores: PairScores) -> None:
    while not scores.complete:
        for segment in scores.next_open(10):
            texts = scores.texts(segment)
            results = scores.meteor.score_each(texts[0], texts[1:])
            scores.store([segment], [texts], [line_score(results)])


# What still holds


def test_scores_are_kept_when_the_partner_is_opened_and_closed(desk: Desk) -> None:
    desk.open("a.hyp.en")
    opened = desk.opened("a.hyp.en")
    store_all(opened.scores)
    desk.open("a.ref.en")
    assert desk.opened("a.hyp.en") is desk.opened("a.ref.en") is opened
    assert opened.scores.complete
    desk.session.close(desk.uri("a.hyp.en"))
    assert desk.opened("a.ref.en") is opened
    assert opened.scores.complete


def test_an_unsaved_partner_changes_only_what_differs(desk: Desk) -> None:
    desk.open("a.hyp.en")
    scores = desk.opened("a.hyp.en").scores
    store_all(scores)
    desk.open("a.ref.en", "one two\nthree five\nsix\n")
    assert desk.opened("a.hyp.en").scores is scores
    assert [scores.score(segment) is None for segment in (0, 1)] == [False, True]


def test_an_edit_draws_the_hint_of_its_segment_anew(desk: Desk) -> None:
    document = desk.open("a.hyp.en")

    def hints() -> list[types.InlayHint]:
        store_all(desk.opened("a.hyp.en").scores)
        view = desk.session.pairings.view(document.uri)
        assert view is not None
        return inlay_hints(view, 0, 1, with_tooltips=False)

    first, second = hints()
    change(document, 1, 1, "and ")
    again, drawn = hints()
    assert again == first
    assert drawn != second
    assert drawn.position == types.Position(1, len("and three four"))


def test_a_threshold_keeps_the_scores_and_changes_the_findings(desk: Desk) -> None:
    desk.write("a.ref.en", "one two\nother words\n")
    desk.open("a.hyp.en")
    before = desk.opened("a.hyp.en")
    store_all(before.scores)
    assert [diagnostic.code for diagnostic in before.diagnostics()] == ["low-score"]
    for text, codes in (("lowScore = 0", []), ("lowScore = 0.1", ["low-score"])):
        desk.write("meteor.toml", text)
        desk.session.resolve()
        after = desk.opened("a.hyp.en")
        assert after is not before
        assert after.scores is before.scores
        assert after.scores.complete
        assert [diagnostic.code for diagnostic in after.diagnostics()] == codes


@pytest.mark.parametrize("text", ["variant = 'nltk'", "alpha = 0.5", "language = 'de'"])
def test_another_way_of_scoring_has_new_scores(desk: Desk, text: str) -> None:
    desk.open("a.hyp.en")
    before = desk.opened("a.hyp.en").scores
    store_all(before)
    desk.write("meteor.toml", text)
    desk.session.resolve()
    after = desk.opened("a.hyp.en").scores
    assert after is not before
    assert after.scored == 0
    assert after.hypotheses is before.hypotheses
    assert after.signature != before.signature or text.startswith("language")


def test_another_reference_has_new_scores(desk: Desk) -> None:
    desk.open("a.hyp.en")
    before = desk.opened("a.hyp.en").scores
    desk.write("a.ref2.en", "one\n")
    desk.session.resolve()
    after = desk.opened("a.hyp.en").scores
    assert (after is before, len(after.references), after.paired) == (False, 2, 1)


def test_editor_is_notified_of_scores_that_it_does_not_show(desk: Desk) -> None:
    """Its hints are of the scores, or of the pairing, that there were before."""
    desk.open("c.hyp.en", "one two\n")
    desk.open("a.hyp.en")
    first = desk.opened("a.hyp.en")
    assert first.revision == first.refreshed_revision  # it asks for what it has just opened
    desk.session.configure(replace(desk.session.workspace.settings, variant="nltk"))
    second = desk.opened("a.hyp.en")
    assert second.revision > first.revision
    assert second.revision != second.refreshed_revision
    desk.write("c.ref.en", "one two\n")
    desk.session.resolve()
    third = desk.opened("c.hyp.en")
    assert third.revision != third.refreshed_revision


def test_shared_scores_see_each_edit_once(desk: Desk) -> None:
    desk.write("t.tsv", "hyp\tref\na\tb\nc\td\ne\tf\ng\th\n")
    document = desk.open("t.tsv")
    old = desk.opened("t.tsv")  # somebody may still have it
    desk.session.configure(replace(desk.session.workspace.settings, low_score=0.9))
    assert desk.opened("t.tsv").scores is old.scores
    change(document, 1, 2, "")
    assert desk.opened("t.tsv").scores.paired == 3


def test_loaded_pairing_sees_edits(desk: Desk) -> None:
    desk.write("t.tsv", "hyp\tref\na\tb\nc\td\ne\tf\ng\th\n")
    names = ("t.tsv", "a.hyp.en")
    documents = [desk.open(name) for name in names]
    others = [desk.session.pairings.load(desk.pairing(name)) for name in names]
    for document, other, paired in zip(documents, others, (2, 1), strict=True):
        store_all(other.scores)
        change(document, 0 if "a.hyp" in document.uri else 1, 1 if paired == 1 else 3, "")
        assert other.scores.paired == paired
        store_all(other.scores)
        assert other.scores.corpus().segments == paired


# Memory


def test_unused_files_are_released(desk: Desk) -> None:
    assert desk.held == set()
    desk.open("a.hyp.en")
    assert desk.held == {"a.hyp.en", "a.ref.en"}
    desk.open("b.ref.en")
    assert desk.held == {"a.hyp.en", "a.ref.en", "b.hyp.en", "b.ref.en"}
    desk.session.close(desk.uri("a.hyp.en"))
    assert desk.held == {"b.hyp.en", "b.ref.en"}
    desk.session.close(desk.uri("b.ref.en"))
    assert desk.held == set()
    assert desk.session.pairings.open() == []
    desk.session.close(desk.uri("b.ref.en"))  # once more does no harm


def test_recalled_scores_stay_cached(desk: Desk) -> None:
    desk.write("t.tsv", "hyp\tref\na\tb\n")
    pairing = desk.pairing("t.tsv")
    assert desk.session.library.description(desk.uri("t.tsv")).fields == ("hyp", "ref")
    assert desk.session.library.description(desk.uri("a.hyp.en")).fields == ()
    assert desk.held == set()
    opened = desk.session.pairings.load(pairing)
    assert opened.scores.paired == 1
    assert desk.held == {"t.tsv"}
    desk.session.pairings.forget_unused()
    assert desk.held == set()


def test_unused_pairings_are_released(desk: Desk) -> None:
    loaded = weakref.ref(desk.session.pairings.load(desk.pairing("a.hyp.en")))
    desk.session.pairings.forget_unused()
    desk.open("b.hyp.en")
    opened = weakref.ref(desk.opened("b.hyp.en"))
    desk.session.close(desk.uri("b.hyp.en"))
    gc.collect()
    assert loaded() is None
    assert opened() is None


# Documents and disk


def test_closed_document_is_read_from_disk(desk: Desk) -> None:
    document = desk.open("a.hyp.en", "edited\n")
    desk.open("a.ref.en")
    opened = desk.opened("a.ref.en")
    assert opened.scores.hypotheses == ["edited"]
    desk.session.close(desk.uri("a.hyp.en"))
    assert opened.scores.hypotheses == ["one two", "three four"]
    assert desk.session.pairings.view(desk.uri("a.hyp.en")) is None
    document.apply_change(types.TextDocumentContentChangeWholeDocument("late"))
    assert desk.session.library.document(desk.uri("a.hyp.en")) is None


def test_a_partner_that_was_read_from_disk_before_is_read_again_when_it_is_closed(
    desk: Desk,
) -> None:
    desk.open("a.hyp.en")
    opened = desk.opened("a.hyp.en")
    desk.open("a.ref.en", "edited\n")
    assert opened.scores.references == (["edited"],)
    desk.session.close(desk.uri("a.ref.en"))
    assert opened.scores.references == (["one two", "three four"],)


def test_an_edit_of_the_source_changes_the_findings(desk: Desk) -> None:
    desk.write("a.ref.en", "uno dos\ntres cuatro\n")
    desk.write("a.src.de", "eins zwei\ndrei vier\n")
    desk.write("meteor.toml", "lowScore = 0")
    desk.open("a.hyp.en")
    source = desk.open("a.src.de")
    opened = desk.opened("a.hyp.en")
    store_all(opened.scores)
    assert opened.diagnostics() == []
    change(source, 1, 2, "three four\n")
    assert [diagnostic.code for diagnostic in opened.diagnostics()] == ["identical-to-source"]
    change(source, 0, 0, "one two\n")
    codes = [(diagnostic.code, diagnostic.segment) for diagnostic in opened.diagnostics()]
    assert codes == [("line-count", 1), ("identical-to-source", 0)]


def test_a_document_that_is_opened_twice_counts_as_it_was_opened_last(desk: Desk) -> None:
    desk.open("a.hyp.en")
    second = desk.open("a.hyp.en", "again\n")
    change(second, 0, 0, "first\n")
    assert desk.opened("a.hyp.en").scores.hypotheses == ["first", "again"]
    assert desk.session.library.open_uris() == [desk.uri("a.hyp.en")]


def test_a_document_is_the_same_however_its_uri_is_written(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.write("é x.hyp.en", "a\n")
    desk.write("é x.ref.en", "a\n")
    written = f"file://{tmp_path}/é x.hyp.en"
    desk.session.open(LineDocument(written, "a\n", 1, None, Encoding.UTF16))
    view = desk.session.pairings.view(desk.uri("é x.hyp.en"))
    assert view is not None
    assert view.uri(HYPOTHESIS) == written
    assert view.uri(Part(Role.REFERENCE)) == desk.uri("é x.ref.en")
    desk.session.close(key_of(written))
    assert desk.session.library.open_uris() == []


def test_a_table_whose_columns_change_on_disk_is_paired_anew(desk: Desk) -> None:
    """A rule takes it for a reference line by line; by its columns it is a pairing itself."""
    desk.write("t.tsv", "hyp\tref\na\tb\n")
    desk.write("meteor.toml", "[[pairs]]\nhypothesis = 'a.hyp.en'\nreferences = 't.tsv'\n")
    desk.open("a.hyp.en")
    assert desk.opened("a.hyp.en").scores.references == (["hyp\tref", "a\tb"],)
    desk.write("t.tsv", "x\ty\tz\na\tb\tc\n")
    desk.session.reload_changed_files()
    assert desk.opened("a.hyp.en").scores.references == (["x\ty\tz", "a\tb\tc"],)


@pytest.mark.parametrize("how", ["editor", "project"])
def test_a_new_limit_of_size_counts_at_once(desk: Desk, how: str) -> None:
    def limit(megabytes: float) -> None:
        if how == "editor":
            settings = replace(desk.session.workspace.settings, largest_document=megabytes)
            desk.session.configure(settings)
        else:
            desk.write("meteor.toml", f"largestDocument = {megabytes}")
            desk.session.resolve()

    desk.open("a.hyp.en", "one\n")
    assert desk.opened("a.hyp.en").problem is None
    limit(0.000_010)  # the reference has 19 bytes, the hypothesis 4
    problem = desk.opened("a.hyp.en").problem
    assert problem is not None
    assert problem[0] == "too-large"
    assert problem[1].startswith("a.ref.en")
    limit(0.000_003)
    desk.write("a.ref.en", "")
    desk.session.reload_changed_files()
    problem = desk.opened("a.hyp.en").problem
    assert problem is not None
    assert problem[1].startswith("a.hyp.en")
    limit(1)
    assert desk.opened("a.hyp.en").problem is None


def test_a_file_that_cannot_be_read_is_a_problem_until_it_can(desk: Desk) -> None:
    (desk.folder / "a.ref.en").write_bytes(b"\xff\n")
    desk.open("a.hyp.en")
    opened = desk.opened("a.hyp.en")
    assert opened.problem is not None
    assert opened.problem[0] == "unreadable-file"
    desk.open("a.ref.en", "one\n")
    assert opened.problem is None
    assert opened.scores.references == (["one"],)


def test_each_problem_is_reported_once(desk: Desk) -> None:
    desk.write("meteor.toml", "variant = 'no such'")
    desk.open("a.hyp.en")
    assert len(desk.session.problems.waiting) == 1
    desk.session.resolve()
    assert len(desk.session.problems.waiting) == 1
    desk.session.reload()
    assert len(desk.session.problems.waiting) == 2


def test_open_project_file_causes_no_messages(desk: Desk) -> None:
    """An editor marks what is wrong in it."""
    desk.write("meteor.toml", "variant = 'no such'")
    document = desk.open("meteor.toml")
    desk.session.reload()
    desk.open("a.hyp.en")
    assert desk.session.problems.waiting == []
    assert len(desk.session.workspace.project_file(document).mistakes) == 1


def test_invalid_toml_keeps_the_last_valid_content(desk: Desk) -> None:
    desk.write("meteor.toml", "variant = 'nltk'")
    desk.open("a.hyp.en")
    for text in ("variant =", "variant = ["):
        desk.write("meteor.toml", text)
        desk.session.reload()
        assert desk.opened("a.hyp.en").pairing.settings.variant == "nltk"
    desk.write("meteor.toml", "")
    desk.session.resolve()
    assert desk.opened("a.hyp.en").pairing.settings.variant == "classic"


def test_conflicting_settings_are_reported_and_ignored(desk: Desk) -> None:
    desk.write("meteor.toml", "stages = ['exact', 'stem']\nweights = [1, 1, 1]")
    desk.open("a.hyp.en")
    assert (
        desk.opened("a.hyp.en").scores.signature
        == Session().pairings.load(desk.pairing("b.hyp.en")).scores.signature
    )
    assert any("as it is published" in problem for problem in desk.session.problems.waiting)


def test_view_knows_its_part(desk: Desk) -> None:
    desk.write("a.src.de", "eins zwei\n")
    for name, parts, scored in (
        ("a.hyp.en", [HYPOTHESIS], [HYPOTHESIS]),
        ("a.ref.en", [Part(Role.REFERENCE)], [Part(Role.REFERENCE)]),
        ("a.src.de", [SOURCE], []),
    ):
        desk.open(name)
        view = desk.session.pairings.view(desk.uri(name))
        assert view is not None
        assert (list(view.streams), view.parts) == (parts, scored)
    view = desk.session.pairings.view(desk.uri("a.src.de"))
    assert view is not None
    assert view.spot(types.Position(0, 0)) is None
    assert view.range(HYPOTHESIS, 99).start == types.Position(2, 0)
    assert view.range(Part(Role.REFERENCE, 7), 0).start == types.Position(0, 0)


def test_an_unfinished_line_in_an_open_project_file_changes_nothing(tmp_path: Path) -> None:
    for name in ("x.hyp.en", "x.ref.en"):
        (tmp_path / name).write_text("a b c\n")
    session = Session(folders=[tmp_path])
    uri, project = ((tmp_path / name).as_uri() for name in ("x.hyp.en", "meteor.toml"))
    session.open(LineDocument(project, 'variant = "nltk"\n', 1, None, Encoding.UTF16))
    session.open(LineDocument(uri, "a b c\n", 1, None, Encoding.UTF16))
    for version, text in enumerate(['variant = "nl', 'variant = "'], 2):
        session.open(LineDocument(project, text, version, None, Encoding.UTF16))
        opened = session.pairings.opened(uri)
        assert opened is not None
        assert opened.pairing.settings.variant == "nltk"
    session.open(LineDocument(project, "", 4, None, Encoding.UTF16))
    opened = session.pairings.opened(uri)
    assert opened is not None
    assert opened.pairing.settings.variant == "classic"
