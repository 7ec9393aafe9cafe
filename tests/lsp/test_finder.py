"""Pairings of documents in real folders."""

import os
from pathlib import Path

import pytest

from meteor_lsp.documents.line_document import LineDocument
from meteor_lsp.documents.positions import Encoding
from meteor_lsp.documents.uris import key_of, path_of
from meteor_lsp.pairing.streams import Pairing, Stream, Unpaired
from meteor_lsp.project.settings import Settings
from meteor_lsp.session.session import Session

OUTSIDE = Settings(allow_outside=True)
RULE = """
[[pairs]]
hypothesis = "systems/{system}/{set}.en"
references = "refs/{set}.*.en"
source = "src/{set}.cs"
lowScore = 0.5
"""

needs_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")


class Desk:
    """A folder with an editor."""

    def __init__(self, folder: Path, settings: Settings, folders: list[Path] | None = None) -> None:
        self.folder = folder
        self.session = Session(settings, [folder] if folders is None else folders)

    def write(self, *names: str, text: str = "a b\n") -> None:
        for name in names:
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def uri(self, name: str) -> str:
        return name if ":" in name else (self.folder / name).as_uri()

    def open(self, name: str, text: str = "a b\n") -> None:
        self.session.open(LineDocument(self.uri(name), text, 1, None, Encoding.UTF16))

    def find(self, name: str) -> Pairing | Unpaired:
        self.session.resolve()
        return self.session.pairings.finder.find(self.uri(name))

    def pairing(self, name: str) -> Pairing:
        found = self.find(name)
        assert isinstance(found, Pairing), found
        return found

    def reason(self, name: str) -> str:
        """Why there is no pairing."""
        found = self.find(name)
        assert isinstance(found, Unpaired), found
        return found.reason

    def names(self, name: str) -> list[str]:
        """Hypothesis, references and source of a document, as its neighbours call them."""
        return [self.shown(stream) for _, stream in self.pairing(name).streams()]

    def shown(self, stream: Stream) -> str:
        path = path_of(stream.uri)
        name = path.relative_to(self.folder).as_posix() if path else stream.uri
        return name if stream.field is None else f"{name}:{stream.field}"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path, Settings())


# By names


def test_documents_are_paired_with_files_beside_them(desk: Desk) -> None:
    names = ["a b.hyp.en", "a b.ref1.en", "a b.ref2.en", "a b.ref10.en", "a b.src.de"]
    desk.write(*names, "other.ref.en", "deep/a b.ref.en")
    for name in names:
        assert desk.names(name) == names
    assert desk.pairing(names[0]).reason == "the names of the files"


def test_a_reference_belongs_to_the_hypothesis_that_was_used_last(desk: Desk) -> None:
    systems = [f"news.hyp.{system}.en" for system in "ABC"]
    desk.write(*systems, "news.ref.R.en")
    assert desk.names("news.ref.R.en")[0] == systems[0]
    for system in (systems[2], systems[1], systems[2]):
        desk.open(system)
        assert desk.names("news.ref.R.en")[0] == system
        assert desk.names(systems[0])[0] == systems[0]
    desk.session.close(desk.uri(systems[2]))
    assert desk.names("news.ref.R.en")[0] == systems[1]


@pytest.mark.parametrize(
    ("name", "missing"),
    [
        ("a.hyp.en", "There is no a.ref.en beside a.hyp.en."),
        ("a.ref2.en", "There is no a.hyp.en beside a.ref2.en."),
        ("a.pe.en", "There is no a.mt.en beside a.pe.en."),
        ("a.src.de", "There is no a.hyp.* beside a.src.de."),
        ("hyp.X.en", "There is no ref.*.en beside hyp.X.en."),
        ("notes.txt", "notes.txt has no partner by its name."),
    ],
)
def test_missing_partner_is_reported(desk: Desk, name: str, missing: str) -> None:
    desk.write(name, "b.ref.en", "b.hyp.en")
    reason = desk.reason(name)
    assert reason.startswith(missing)
    assert "meteor.toml" in reason


@pytest.mark.parametrize("stem", ["plain", "with space", "é%41;#?", "[a]*", "👍"])
def test_documents_that_were_never_saved_are_partners(desk: Desk, stem: str) -> None:
    desk.write(f"{stem}.hyp.en")
    desk.open(f"{stem}.hyp.en")
    assert "There is no" in desk.reason(f"{stem}.hyp.en")
    desk.open(f"{stem}.ref.en")
    assert desk.names(f"{stem}.hyp.en") == [f"{stem}.hyp.en", f"{stem}.ref.en"]
    desk.session.close(desk.uri(f"{stem}.ref.en"))
    assert "There is no" in desk.reason(f"{stem}.hyp.en")


def test_documents_without_a_file_are_paired_among_themselves(desk: Desk) -> None:
    desk.open("untitled:x y.hyp.en")
    desk.open("untitled:z.ref.en")
    assert isinstance(desk.find("untitled:x y.hyp.en"), Unpaired)
    desk.open("untitled:x%20y.ref.en")
    pairing = desk.pairing("untitled:x y.hyp.en")
    assert [stream.uri for _, stream in pairing.streams()] == [
        key_of("untitled:x y.hyp.en"),
        key_of("untitled:x y.ref.en"),
    ]
    assert pairing.language == "en"
    desk.open("file:relative.hyp.en")
    assert isinstance(desk.find("file:relative.hyp.en"), Unpaired)
    desk.open("file:///half\ud800.hyp.en")
    assert isinstance(desk.find("file:///half\ud800.hyp.en"), Unpaired)


# In one file


@pytest.mark.parametrize(
    ("name", "text", "streams"),
    [
        ("t.tsv", "id\tREF\tHyp\nx\ty\tz\n", ["Hyp", "REF"]),
        ("t.TSV", "hypothesis\tref2\tref10\tref\n", ["hypothesis", "ref", "ref2", "ref10"]),
        ("t.tsv", "mt\tpe\tSRC\n", ["mt", "pe", "SRC"]),
        ("t.jsonl", '{"src": "", "Reference": "x", "hyp": "y"}\n', ["hyp", "Reference", "src"]),
        ("t.ndjson", '\n[\n{"mt": "a", "pe": "b"}\n', ["mt", "pe"]),
    ],
)
@pytest.mark.parametrize("opened", [True, False])
def test_columns_are_paired_by_their_names(
    desk: Desk, name: str, text: str, streams: list[str], *, opened: bool
) -> None:
    if opened:
        desk.open(name, text)
    else:
        desk.write(name, text=text)
    assert desk.names(name) == [f"{name}:{field}" for field in streams]


@pytest.mark.parametrize("text", ["", "a\tb\n", "hyp\n", '{"hyp": 1, "ref": "a"}\n'])
@pytest.mark.parametrize("name", ["t.tsv", "t.jsonl"])
def test_a_table_without_such_columns_has_no_partner(desk: Desk, name: str, text: str) -> None:
    desk.write(name, text=text)
    assert desk.reason(name).startswith(f"{name} has no partner by its name.")


# By meteor.toml


def test_rules_pair_files_of_different_folders(desk: Desk) -> None:
    desk.write("meteor.toml", text=RULE)
    expected = ["systems/one/x.en", "refs/x.A.en", "refs/x.B.en", "src/x.cs"]
    desk.write(*expected, "refs/xx.A.en", "refs/y.A.en", "systems/one/y.en", "systems/z.en")
    for name in expected:
        assert desk.names(name) == expected
    assert desk.names("systems/one/y.en") == ["systems/one/y.en", "refs/y.A.en"]
    pairing = desk.pairing("systems/one/x.en")
    assert (pairing.settings.low_score, pairing.language) == (0.5, "en")
    assert pairing.relative == "systems/one/x.en"
    assert pairing.reason == "[[pairs]] number 1 of meteor.toml"


def test_a_reference_by_a_rule_belongs_to_the_hypothesis_that_was_used_last(desk: Desk) -> None:
    desk.write("meteor.toml", text=RULE)
    desk.write("systems/one/x.en", "systems/two/x.en", "refs/x.A.en", "src/x.cs")
    for name in ("refs/x.A.en", "src/x.cs"):
        assert desk.names(name)[0] == "systems/one/x.en"
    desk.open("systems/two/x.en")
    for name in ("refs/x.A.en", "src/x.cs"):
        assert desk.names(name)[0] == "systems/two/x.en"


def test_rules_find_documents_that_were_never_saved(desk: Desk) -> None:
    desk.write("meteor.toml", text=RULE)
    desk.open("refs/x.A.en")
    assert "finds no hypothesis" in desk.reason("refs/x.A.en")
    desk.open("systems/new/x.en")
    expected = ["systems/new/x.en", "refs/x.A.en"]
    assert desk.names("systems/new/x.en") == desk.names("refs/x.A.en") == expected


def test_missing_files_of_a_rule_are_reported(desk: Desk) -> None:
    desk.write("meteor.toml", text=RULE)
    desk.write("systems/one/x.en", "refs/y.A.en")
    assert desk.reason("systems/one/x.en").startswith(
        "[[pairs]] number 1 takes systems/one/x.en for a hypothesis, but there is no reference "
        "'refs/x.*.en'."
    )
    assert desk.reason("refs/y.A.en").startswith(
        "[[pairs]] number 1 takes refs/y.A.en for a partner, but finds no hypothesis "
        "'systems/{system}/y.en' for it."
    )


def test_the_first_rule_that_finds_a_pairing_counts(desk: Desk) -> None:
    rules = [
        "[[pairs]]\nhypothesis = '{x}.hyp.en'\nreferences = 'gold/{x}.en'\n",
        "[[pairs]]\nhypothesis = 'a.hyp.en'\nreferences = 'silver.en'\n",
        "[[pairs]]\nhypothesis = '*.hyp.en'\nreferences = 'bronze.en'\n",
    ]
    desk.write("meteor.toml", text="".join(rules))
    desk.write("a.hyp.en", "b.hyp.en", "gold/a.en", "silver.en", "bronze.en", "a.ref.en")
    assert desk.names("a.hyp.en") == ["a.hyp.en", "gold/a.en"]  # and not by its name
    assert desk.names("b.hyp.en") == ["b.hyp.en", "bronze.en"]
    desk.write("meteor.toml", text="".join(rules[::-1]))
    assert desk.names("a.hyp.en") == ["a.hyp.en", "bronze.en"]
    (desk.folder / "meteor.toml").unlink()
    assert desk.names("a.hyp.en") == ["a.hyp.en", "a.ref.en"]


def test_a_rule_counts_before_columns_and_names(desk: Desk) -> None:
    desk.write("t.tsv", "u.tsv", text="hyp\tref\nx\ty\n")
    assert desk.names("t.tsv") == ["t.tsv:hyp", "t.tsv:ref"]
    desk.write("meteor.toml", text="[[pairs]]\nhypothesis = 't.tsv'\nreferences = 'u.tsv'\n")
    assert desk.names("t.tsv") == desk.names("u.tsv") == ["t.tsv", "u.tsv"]


def test_open_project_file_applies_as_edited(desk: Desk) -> None:
    desk.write("a.hyp.en", "a.ref.en", "b.en")
    desk.write("meteor.toml", text="lowScore = 0.1\n")
    assert desk.pairing("a.hyp.en").settings.low_score == 0.1
    desk.open("meteor.toml", "[[pairs]]\nhypothesis = 'a.hyp.en'\nreferences = 'b.en'\n")
    assert desk.names("a.hyp.en") == ["a.hyp.en", "b.en"]
    desk.session.close(desk.uri("meteor.toml"))
    assert desk.pairing("a.hyp.en").settings.low_score == 0.1
    desk.open("meteor.toml", "lowScore = 0.2\n")  # of the same version as before
    assert desk.pairing("a.hyp.en").settings.low_score == 0.2


def test_the_nearest_project_file_counts(desk: Desk) -> None:
    pairs = "[[pairs]]\nhypothesis = '{x}.en'\nreferences = 'ref/{x}.en'\n"
    desk.write("meteor.toml", text=f"lowScore = 0.1\n{pairs}")
    desk.write("deep/meteor.toml", text=f"lowScore = 0.2\n{pairs}")
    desk.write("a.en", "ref/a.en", "deep/a.en", "deep/ref/a.en", "deep/er/b.hyp.en")
    desk.write("deep/er/b.ref.en")
    assert desk.names("deep/ref/a.en") == ["deep/a.en", "deep/ref/a.en"]
    assert desk.names("ref/a.en") == ["a.en", "ref/a.en"]
    found = [desk.pairing(name) for name in ("a.en", "deep/a.en", "deep/er/b.hyp.en")]
    assert [pairing.settings.low_score for pairing in found] == [0.1, 0.2, 0.2]
    assert [pairing.relative for pairing in found] == ["a.en", "a.en", "er/b.hyp.en"]


@pytest.mark.parametrize(
    ("project", "name", "editor", "language"),
    [
        ("language = 'fr'", "a.hyp.de", "cs", "fr"),
        ("", "a.hyp.de", "cs", "de"),
        ("lowScore = 0.1", "a.hyp.txt", "cs", "cs"),
        ("", "a.hyp.txt", None, None),
        ("[[folders]]\npath = '*.de'\nlanguage = 'fr'", "a.hyp.de", None, "fr"),
        (
            "language='fr'\n[[pairs]]\nhypothesis='{x}.hyp.de'\nreferences='*.de'\nlanguage='ru'",
            "a.hyp.de",
            "cs",
            "ru",
        ),
    ],
)
def test_project_then_name_then_editor_tell_the_language(
    tmp_path: Path, project: str, name: str, editor: str | None, language: str | None
) -> None:
    desk = Desk(tmp_path, Settings(language=editor))
    desk.write("meteor.toml", text=project)
    desk.write(name, name.replace("hyp", "ref"))
    assert desk.pairing(name).language == language


def test_undeclared_language_is_detected(desk: Desk) -> None:
    german = "Gestern gingen wir am Fluss entlang, bis es zu regnen begann.\n"
    desk.write("a.hyp.txt", "a.ref.txt", text=german * 5)
    desk.open("a.hyp.txt")
    (opened,) = desk.session.pairings.open()
    assert opened.pairing.language is None
    assert opened.language == opened.scores.meteor.configuration.language == "de"


# Folders


def test_a_file_belongs_to_the_innermost_folder_of_the_workspace(tmp_path: Path) -> None:
    inner = tmp_path / "one" / "inner"
    desk = Desk(tmp_path, Settings(), [tmp_path / "one", inner, tmp_path / "two"])
    for number, folder in enumerate(["one", "one/inner", "two", "outside"]):
        desk.write(f"{folder}/a.hyp.en", f"{folder}/a.ref.en", f"{folder}/deep/b.hyp.en")
        desk.write(f"{folder}/deep/b.ref.en")
        desk.write(f"{folder}/meteor.toml", text=f"lowScore = 0.{number}")
    desk.write("meteor.toml", text="lowScore = 0.9")
    (inner / "meteor.toml").unlink()

    def low_score(name: str) -> float:
        return desk.pairing(name).settings.low_score

    assert low_score("one/deep/b.hyp.en") == 0.0
    assert low_score("one/inner/deep/b.hyp.en") == 0.3  # as it is by default
    assert low_score("two/a.ref.en") == 0.2
    assert low_score("outside/a.hyp.en") == 0.3  # its own folder, and no other
    assert low_score("outside/deep/b.hyp.en") == 0.3


def test_each_folder_may_have_settings_of_its_own(tmp_path: Path) -> None:
    folders = [tmp_path / "one", tmp_path / "two"]
    desk = Desk(tmp_path, Settings(), folders)
    desk.write("one/a.hyp.en", "one/a.ref.en", "two/a.hyp.en", "two/a.ref.en")
    desk.session.configure(Settings(low_score=0.7), {folders[0]: Settings(low_score=0.1)})
    low_scores = [desk.pairing(f"{name}/a.hyp.en").settings.low_score for name in ("one", "two")]
    assert low_scores == [0.1, 0.7]


# What may not be read


def test_links_out_of_the_workspace_are_not_followed(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    desk = Desk(tmp_path, Settings(), [tmp_path / "work"])
    desk.write("secret.ref.en", "work/a.hyp.en", "work/b.hyp.en", "work/deep/b.ref.en")
    (tmp_path / "work" / "a.ref.en").symlink_to(tmp_path / "secret.ref.en")
    (tmp_path / "work" / "b.ref.en").symlink_to(tmp_path / "work" / "deep" / "b.ref.en")
    assert "There is no a.ref.en" in desk.reason("work/a.hyp.en")
    assert desk.names("work/b.hyp.en") == ["work/b.hyp.en", "work/b.ref.en"]
    desk.session.configure(OUTSIDE)
    assert desk.names("work/a.hyp.en") == ["work/a.hyp.en", "work/a.ref.en"]


def test_project_file_outside_the_folder_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    desk = Desk(tmp_path, Settings(), [tmp_path / "work"])
    desk.write("elsewhere.toml", text="lowScore = 0.1")
    desk.write("work/a.hyp.en", "work/a.ref.en")
    (tmp_path / "work" / "meteor.toml").symlink_to(tmp_path / "elsewhere.toml")
    assert desk.pairing("work/a.hyp.en").settings.low_score == 0.3
    desk.session.configure(OUTSIDE)
    assert desk.pairing("work/a.hyp.en").settings.low_score == 0.1


def test_patterns_that_lead_out_need_leave(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    desk = Desk(tmp_path, Settings(), [tmp_path / "work"])
    rule = "[[pairs]]\nhypothesis = 'a.en'\nreferences = '../gold/*.en'\n"
    desk.write("work/meteor.toml", text=rule)
    desk.write("work/a.en", "gold/x.en")
    assert isinstance(desk.find("work/a.en"), Unpaired)
    assert any("allowOutside" in problem for problem in desk.session.problems.waiting)
    desk.session.configure(OUTSIDE)
    assert desk.names("work/a.en") == ["work/a.en", "gold/x.en"]
    desk.session.configure(Settings())
    assert isinstance(desk.find("work/a.en"), Unpaired)


@needs_pipes
@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo])
def test_partner_that_is_not_a_regular_file_is_never_opened(desk: Desk, make: object) -> None:
    assert callable(make)
    rule = "[[pairs]]\nhypothesis = 'b.en'\nreferences = ['c.en', 'd*.en']\n"
    desk.write("a.hyp.en", "b.en")
    desk.write("meteor.toml", text=rule)
    for name in ("a.ref.en", "c.en", "d1.en", "a.src.de"):
        make(desk.folder / name)
    for name in ("a.hyp.en", "b.en"):
        desk.open(name)
        assert "there is no" in desk.reason(name).lower()
    assert desk.session.pairings.open() == []


@needs_pipes
def test_later_pipe_is_never_opened(desk: Desk) -> None:
    desk.write("a.hyp.en", "a.ref.en")
    desk.open("a.hyp.en")
    (desk.folder / "a.ref.en").unlink()
    os.mkfifo(desk.folder / "a.ref.en")
    desk.session.reload_changed_files()
    (opened,) = desk.session.pairings.open()
    assert opened.problem == ("unreadable-file", "a.ref.en is not a regular file")


def test_later_link_out_of_the_workspace_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    desk = Desk(tmp_path, Settings(), [tmp_path / "work"])
    desk.write("work/a.hyp.en", "work/a.ref.en")
    desk.write("secret", text="secret\n")
    desk.open("work/a.hyp.en")
    (opened,) = desk.session.pairings.open()
    (tmp_path / "work" / "a.ref.en").unlink()
    (tmp_path / "work" / "a.ref.en").symlink_to(tmp_path / "secret")
    desk.session.reload_changed_files()
    assert opened.scores.references == ([],)
    assert opened.problem is not None
    desk.session.resolve()
    assert desk.session.pairings.open() == []


def test_a_file_that_vanishes_before_it_is_read_is_a_problem(desk: Desk) -> None:
    desk.write("a.hyp.en", "a.ref.en", "a.src.de")
    pairing = desk.pairing("a.hyp.en")
    (desk.folder / "a.ref.en").unlink()
    opened = desk.session.pairings.load(pairing)
    assert opened.problem == ("unreadable-file", "a.ref.en does not exist")
    assert opened.scores.paired == 0


def test_rule_with_an_impossible_file_name_finds_nothing(desk: Desk) -> None:
    desk.write("a.en")
    desk.open(
        "meteor.toml", "[[pairs]]\nhypothesis = 'a.en'\nreferences = ['b\ud800.en', 'c*\ud800']\n"
    )
    assert isinstance(desk.find("a.en"), Unpaired)


# By hand


def test_a_pairing_by_hand_counts_first_while_all_of_it_is_open(desk: Desk) -> None:
    desk.write("a.hyp.en", "a.ref.en")
    names = ["a.hyp.en", "untitled:mine"]
    for name in names:
        desk.open(name)
    by_hand = Pairing(
        hypothesis=Stream(desk.uri(names[0])),
        references=(Stream(key_of(names[1])),),
        settings=Settings(),
    )
    desk.session.pairings.by_hand[by_hand.hypothesis.uri] = by_hand
    for name in names:
        assert desk.pairing(name) is by_hand
    desk.session.close("untitled:mine")
    assert desk.names("a.hyp.en") == ["a.hyp.en", "a.ref.en"]


def test_a_bilingual_file_without_two_sides_names_the_setting_and_the_file_beside(
    desk: Desk,
) -> None:
    desk.open("app.po", 'msgid "a"\nmsgstr "b"\n')
    assert (
        "its fields are source, target. Name two fields in the setting sides, or put the text "
        "before it was edited beside it, as app.mt.po."
    ) in desk.reason("app.po")
