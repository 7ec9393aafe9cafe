"""Files that are cut, wrong, hostile or not what they say: read right, or refused in a line."""

import gzip
import lzma
from pathlib import Path

import pytest
import zstandard

from meteor_core.errors import InputError
from meteor_core.files.reading import read
from meteor_core.files.units import TARGET

AROUND = (
    '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">'
    '<file source-language="en" target-language="de"><body>{}</body></file></xliff>'
)
UNIT = '<trans-unit id="1"><source>a</source><target>{}</target></trans-unit>'
FILE = AROUND.format(UNIT.format("gut é"))
DECLARED = '<?xml version="1.0" encoding="{}"?>\n\n'


def targets(folder: Path, content: bytes, name: str = "a.xlf") -> list[str | None]:
    path = folder / name
    path.write_bytes(content)
    return [unit.texts.get(TARGET) for unit in read(str(path)).units]


@pytest.mark.parametrize(
    ("content", "place"),
    [
        ('<!DOCTYPE xliff [<!ENTITY a "b">]>' + AROUND.format(UNIT.format("&a;")), "1:17"),
        ('<!DOCTYPE x [<!ENTITY % x SYSTEM "file:///etc/passwd"> %x;]>' + FILE, "1:13"),
        (AROUND.format(UNIT.format("<g>" * 100_000 + "</g>" * 100_000)), "1:755"),
        ("<xliff version='1.2'>" + "<group>" * 100_000, "1:1422"),
        (AROUND.format("\n" + UNIT.format("a\0b")), "2:47"),
        (AROUND.format("\n" + UNIT.format("a\x01b")), "2:47"),
        (AROUND.format("\n" + UNIT.format("&#xD800;")), "2:46"),
        (AROUND.format("\n" + UNIT.format("&nbsp;")), "2:46"),
        (FILE + "\n" + FILE, "2:1"),
        ("", "1:1"),
    ],
    ids=[
        "internal subset",
        "external entity",
        "nested in a text",
        "nested outside",
        "NUL",
        "control character",
        "surrogate",
        "unknown entity",
        "two roots",
        "empty",
    ],
)
def test_bad_file_is_rejected_with_its_place(content: str, place: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as raised:
        targets(tmp_path, content.encode())
    (message,) = str(raised.value).splitlines()
    assert f"a.xlf:{place}: " in message
    assert len(message) - len(str(tmp_path)) < 200


def test_nothing_is_read_from_elsewhere(tmp_path: Path) -> None:
    """What an external subset may declare is one code, whatever stands in that subset."""
    secret = tmp_path / "secret.dtd"
    secret.write_text('<!ENTITY a "secret">', encoding="utf-8")
    content = f'<!DOCTYPE xliff SYSTEM "{secret.as_uri()}">' + AROUND.format(UNIT.format("x&a;y"))
    assert targets(tmp_path, content.encode()) == ["x y"]


@pytest.mark.parametrize(
    ("declared", "written"),
    [
        ("utf-16", "utf-16"),
        ("utf-16", "utf-16-le"),
        ("utf-16", "utf-16-be"),
        ("utf-8", "utf-8-sig"),
        ("iso-8859-1", "utf-8-sig"),
        ("utf-32", "utf-32"),
        ("iso-8859-1", "latin-1"),
        ("shift_jis", "shift_jisx0213"),
        ("utf-16", "utf-8"),
        ("iso-8859-1", "utf-8"),
        ("US-ASCII", "utf-8"),
    ],
)
def test_encodings_are_those_of_the_bytes(declared: str, written: str, tmp_path: Path) -> None:
    content = (DECLARED.format(declared) + FILE).encode(written)
    if declared == "shift_jis":
        content = (DECLARED.format(declared) + FILE.replace("é", "語")).encode(written)
    assert targets(tmp_path, content) == ["gut 語" if declared == "shift_jis" else "gut é"]


@pytest.mark.parametrize("encoding", ["klingon", "rot13", "zlib", "idna", "undefined", "utf-7"])
def test_unknown_encoding_is_named(encoding: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=f"declares the encoding {encoding}"):
        targets(tmp_path, (DECLARED.format(encoding) + FILE).encode())


def test_a_byte_of_another_encoding_has_a_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"a\.xlf:3: byte 0xe9 is not utf-8"):
        targets(tmp_path, (DECLARED.format("utf-8") + FILE).encode("latin-1"))
    header = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset={}\\n"\n\n'
    entry = 'msgid "a"\nmsgstr "é"\n'
    content = (header.format("ISO-8859-15") + entry).encode("latin-1")
    assert targets(tmp_path, content, "a.po") == ["é"]
    with pytest.raises(InputError, match=r"a\.po:6: byte 0xe9 is not UTF-8"):
        targets(tmp_path, (header.format("UTF-8") + entry).encode("latin-1"), "a.po")


@pytest.mark.parametrize("end", ["\r", "\r\n", "\n"])
def test_line_ends_are_those_of_editors(end: str, tmp_path: Path) -> None:
    content = AROUND.format(UNIT.format("gut\u2028\u0085\x0b"[:5])).replace("><", f">{end}<")
    assert targets(tmp_path, content.encode()) == ["gut\u2028\u0085"]
    entry = f'msgid "a"{end}msgstr "b"{end}"\u2028\x0c"{end}'
    assert targets(tmp_path, entry.encode(), "a.po") == ["b\u2028\x0c"]


def test_compressed_files_are_known_by_their_content(tmp_path: Path) -> None:
    content = FILE.encode()
    for compressed in (
        gzip.compress(content),
        lzma.compress(content),
        zstandard.compress(content),
    ):
        assert targets(tmp_path, compressed, "a.xlf.gz") == ["gut é"]
        with pytest.raises(InputError, match=r"a\.xlf\.gz cannot be uncompressed"):
            targets(tmp_path, compressed[:-9], "a.xlf.gz")


def test_decompression_bomb_is_rejected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meteor_core.files.text_bytes.LARGEST", 1 << 20)
    for compressed in (
        gzip.compress(bytes(1 << 21)),
        lzma.compress(bytes(1 << 21)),
        zstandard.compress(bytes(1 << 21)),
    ):
        with pytest.raises(InputError, match="grows beyond 1 MB"):
            targets(tmp_path, compressed)


def test_large_file_is_rejected_before_reading(tmp_path: Path) -> None:
    path = tmp_path / "a.xlf"
    with path.open("wb") as file:
        file.truncate(1 << 30)  # no disk is used for it
    with pytest.raises(InputError, match=r"a\.xlf has more than 256 MB; split it"):
        read(str(path))


@pytest.mark.parametrize(
    ("lines", "place"),
    [
        (['msgid "a"', 'msgstr "b'], "2:8"),
        (['msgid "a"', 'msgstr "b" c'], "2:12"),
        (['msgid "a"', "msgstr", "", 'msgid "b"'], "4:1"),
        (['msgid "a"', 'domain "x"'], "2:1"),
        (['msgid "a"', 'msgstr "b"', "domain"], "3:7"),
        (['msgid "a"', 'msgid "b"'], "2:1"),
        (['msgid "a"', 'msgstr "\\xd8"'], "2:9"),
        (['msgid "a"', 'msgstr "\\q"'], "2:9"),
        (['msgid "a"'], "1:10"),
        (['"a"'], "1:1"),
        (["hello"], "1:1"),
    ],
)
def test_faults_of_po_have_a_place(lines: list[str], place: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=rf"a\.po:{place}: "):
        targets(tmp_path, "\n".join(lines).encode(), "a.po")


def test_missing_file_is_reported(tmp_path: Path) -> None:
    for name in (str(tmp_path), str(tmp_path / "none.xlf"), "a\0b", "/dev/null/a"):
        with pytest.raises(InputError):
            read(name)
    with pytest.raises(InputError, match="in no bilingual format that is known"):
        targets(tmp_path, b"one\ntwo\n", "a.txt")
