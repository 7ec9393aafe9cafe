"""Test sets whose sides are files of their own, in editors as on the command line."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from meteor_core import read
from meteor_core.files.joined import joined
from meteor_core.files.sides import compared, sides_of
from meteor_lsp.documents.line_document import LineDocument
from meteor_lsp.documents.positions import Encoding
from meteor_lsp.pairing.streams import Stream
from meteor_lsp.project.settings import Settings
from meteor_lsp.session.open_pairing import OpenPairing
from meteor_lsp.session.session import Session
from tests.lsp.conftest import Editor, score


def sgml(
    kind: str, name: str, language: str, *segments: tuple[str, str], attributes: str = ""
) -> str:
    tag = "srclang" if kind == "src" else "trglang"
    texts = "".join(f'<seg id="{number}">{text}</seg>\n' for number, text in segments)
    return (
        f'<{kind}set setid="{name}" {tag}="{language}"{attributes}>\n<doc docid="d">\n'
        f"{texts}</doc>\n</{kind}set>\n"
    )


SYSTEM = ' sysid="S"'
SOURCES = sgml("src", "t", "de", ("1", "eine Katze"), ("2", "ein Hund"), ("3", "ein Haus"))
REFERENCE = sgml("ref", "t", "en", ("1", "a cat"), ("2", "a dog"), ("3", "a house"))
OTHER = sgml("ref", "t", "en", ("3", "one house"), ("1", "one cat"), attributes=' refid="B"')
OUTPUT = sgml("tst", "t", "en", ("2", "the dog"), ("1", "cats"), ("4", "no"), attributes=SYSTEM)
SETS = {"src.sgm": SOURCES, "ref.sgm": REFERENCE, "ref2.sgm": OTHER, "tst.sgm": OUTPUT}

DIRECTORY = {
    "wmt/system-outputs/de-en/A.txt": "the cat\nthe dog\n",
    "wmt/system-outputs/de-en/B.x.txt": "a cat\nsome dog\n",
    "wmt/system-outputs/de-en/refA.txt": "a cat\na dog\n",
    "wmt/system-outputs/en-de/A.txt": "die Katze\n",
    "wmt/references/de-en.refA.txt": "a cat\na dog\n",
    "wmt/references/de-en.refB.txt": "one cat\none dog\n",
    "wmt/sources/de-en.txt": "eine Katze\nein Hund\n",
}


def session(folder: Path, files: Mapping[str, str]) -> Session:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return Session(Settings(), [folder])


def opened(session: Session, folder: Path, name: str) -> OpenPairing:
    path = folder / name
    text = path.read_text(encoding="utf-8")
    session.open(LineDocument(path.as_uri(), text, 1, None, Encoding.UTF16))
    found = session.pairings.opened(path.as_uri())
    assert found is not None, session.pairings.unpaired_reason(path.as_uri())
    return found


def rows(one: OpenPairing) -> list[tuple[str, ...]]:
    """The texts that are scored, and the source."""
    parts = [part for part, _ in one.pairing.streams()]
    texts = zip(*(one.texts(part) for part in parts), strict=True)
    return [row for number, row in enumerate(texts) if not one.scores.is_missing(number)]


@pytest.mark.parametrize("name", [*SETS])
def test_sets_of_one_name_are_paired_as_on_the_command_line(tmp_path: Path, name: str) -> None:
    found = opened(session(tmp_path, SETS), tmp_path, name)
    file = joined([read(tmp_path / one) for one in ("tst.sgm", "ref.sgm", "ref2.sgm", "src.sgm")])
    units = list(compared(file, sides_of(file)))
    texts = [(one.hypothesis, *(text or "" for text in one.references)) for one in units]
    assert texts == [("the dog", "a dog", ""), ("cats", "a cat", "one cat")]
    assert [row[:-1] for row in rows(found)] == texts
    assert [row[-1] for row in rows(found)] == ["ein Hund", "eine Katze"]
    assert (found.language, found.pairing.reason) == ("en", "the test set t")
    assert not found.pairing.post_editing


def test_sets_of_other_names_and_languages_stay_apart(tmp_path: Path) -> None:
    others = {
        "french.sgm": REFERENCE.replace('"en"', '"fr"'),
        "other.sgm": REFERENCE.replace('"t"', '"u"'),
    }
    found = opened(session(tmp_path, {**SETS, **others}), tmp_path, "tst.sgm")
    assert len(found.pairing.references) == 2


def test_ambiguous_references_are_reported_and_resolved_by_a_rule(tmp_path: Path) -> None:
    desk = session(tmp_path, {**SETS, "again.sgm": REFERENCE})
    uri = (tmp_path / "tst.sgm").as_uri()
    said = desk.pairings.unpaired_reason(uri) or ""
    assert "has two references of one name, in again.sgm and ref.sgm" in said
    rule = '[[pairs]]\nhypothesis = "tst.sgm"\nreferences = "again.sgm"\nsource = "src.sgm"\n'
    (tmp_path / "meteor.toml").write_text(rule, encoding="utf-8")
    desk.resolve()
    found = opened(desk, tmp_path, "tst.sgm")
    assert rows(found) == [("the dog", "a dog", "ein Hund"), ("cats", "a cat", "eine Katze")]


def test_one_of_several_systems_is_named_in_the_settings(tmp_path: Path) -> None:
    both = OUTPUT + OUTPUT.replace("cats", "a cat").replace('"S"', '"T"')
    desk = session(tmp_path, {**SETS, "tst.sgm": both})
    uri = (tmp_path / "tst.sgm").as_uri()
    assert "has the texts hyp:S and hyp:T; name the one" in (
        desk.pairings.unpaired_reason(uri) or ""
    )
    (tmp_path / "meteor.toml").write_text('sides.hypothesis = "hyp:T"\n', encoding="utf-8")
    desk.resolve()
    found = opened(desk, tmp_path, "tst.sgm")
    assert rows(found)[1] == ("a cat", "a cat", "one cat", "eine Katze")


def test_a_rule_pairs_bilingual_files_by_the_ids_of_their_units(tmp_path: Path) -> None:
    unit = '<trans-unit id="{}"><source>x</source><target>{}</target></trans-unit>'
    head = '<xliff version="1.2"><file target-language="en" original="a"><body>'
    rows_of = {"before": [("1", "a cat"), ("2", "dog")], "after": [("2", "a dog"), ("1", "cats")]}
    files = {
        f"{name}.xlf": head + "".join(unit.format(*each) for each in one) + "</body></file></xliff>"
        for name, one in rows_of.items()
    }
    rule = '[[pairs]]\nhypothesis = "before.xlf"\nreferences = "after.xlf"\npostEditing = true\n'
    found = opened(session(tmp_path, {**files, "meteor.toml": rule}), tmp_path, "before.xlf")
    assert [row[:2] for row in rows(found)] == [("dog", "a dog"), ("a cat", "cats")]


@pytest.mark.parametrize("name", [name for name in DIRECTORY if "refA.txt" not in name][:2])
def test_an_output_in_a_directory_has_its_references_and_source(tmp_path: Path, name: str) -> None:
    found = opened(session(tmp_path, DIRECTORY), tmp_path, name)
    file = read(tmp_path / "wmt", language_pair="de-en")
    field = f"hyp:{Path(name).stem}"
    units = compared(file, sides_of(file, hypothesis=field))
    sources = DIRECTORY["wmt/sources/de-en.txt"].split("\n")
    assert rows(found) == [
        (one.hypothesis, *one.references, source)
        for one, source in zip(units, sources, strict=False)
    ]
    assert found.language == "en"


def test_a_reference_and_a_source_belong_to_the_output_that_was_used_last(tmp_path: Path) -> None:
    desk = session(tmp_path, DIRECTORY)
    output = (tmp_path / "wmt/system-outputs/de-en/B.x.txt").as_uri()
    opened(desk, tmp_path, "wmt/system-outputs/de-en/B.x.txt")
    for name in ("references/de-en.refB.txt", "sources/de-en.txt"):
        assert opened(desk, tmp_path, f"wmt/{name}").pairing.hypothesis == Stream(output)


def test_a_reference_among_the_outputs_is_not_scored_against_itself(tmp_path: Path) -> None:
    found = opened(session(tmp_path, DIRECTORY), tmp_path, "wmt/system-outputs/de-en/refA.txt")
    assert [row[:2] for row in rows(found)] == [("a cat", "one cat"), ("a dog", "one dog")]


def test_an_output_without_references_is_in_no_pairing(tmp_path: Path) -> None:
    desk = session(tmp_path, DIRECTORY)
    uri = (tmp_path / "wmt/system-outputs/en-de/A.txt").as_uri()
    assert "no partner by its name" in str(desk.pairings.unpaired_reason(uri))


async def test_an_editor_shows_the_scores_of_a_set(utf16_editor: Editor) -> None:
    for name, text in SETS.items():
        utf16_editor.write(name, text)
    uri = utf16_editor.open("tst.sgm", OUTPUT)
    hints = await utf16_editor.hints(uri)
    assert hints[2][1] == score("the dog", "a dog")
    assert "eine Katze" in await utf16_editor.hover_text(uri, 3, 14)
    assert 4 not in hints
