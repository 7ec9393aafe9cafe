"""What -o writes: the format that the ending names, or nothing."""

import csv
import io
import re
from pathlib import Path

import pytest

from meteor_core.command_line.main import main

UNITS = r"""msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\nLanguage: en\n"

msgctxt "a, \"b\"; c\\d"
msgid "Quelle"
msgstr "%s"

msgctxt "=x"
msgid "Quelle"
msgstr "%s"
"""
RATED = "system\tsegment\trating\thypothesis\treference\n" + "".join(
    f"{system}\t{segment}\t{rating}\t{hypothesis}\tthe cat sat there\n"
    for segment in (1, 2, 3)
    for system, rating, hypothesis in (("a, or b", 1, "the cat sat"), ("B", 0, "a cat"))
)
TABLES = {
    "score": ["x.mt.po", "x.po", "--segments"],
    "score of all": ["x.mt.po", "x.po"],
    "align": ["x.mt.po", "x.po"],
    "compare-search": ["x.mt.po", "x.po", "-v", "nltk", "--all"],
    "compare": ["ref", "--systems", "one, two=hyp", "ref", "--samples", "10", "--shufflings", "10"],
    "review": ["hyp", "ref", "-l", "en"],
    "agree": ["rated.tsv", "--others", "none", "--samples", "10"],
    "sweep": ["rated.tsv", "--over", "stages=exact/exact,stem", "--samples", "10"],
}
"""Commands that write tables, with arguments for texts that a table must quote."""

CANNOT = [
    *(("score", ending) for ending in ("pdf", "html", "svg", "xlsx", "tex", "md", "log")),
    *(("align", ending) for ending in ("png", "pdf", "jsonl", "parquet", "PNG", "png.gz")),
    *(("compare", ending) for ending in ("pdf", "png", "xlsx", "docx", "ods")),
    *(("review", ending) for ending in ("jsonl", "xlsx", "svg", "md", "out")),
    *(("compare-search", ending) for ending in ("html", "pdf")),
    *(("agree", ending) for ending in ("svg", "tex", "parquet")),
    *(("sweep", ending) for ending in ("html", "png", "jsonl")),
    ("tune", "json"),
]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with texts, units and ratings, in which commands run."""
    texts = {
        "hyp": 'say "yes", then\ttab\n= 1 + 1\n',
        "ref": 'say "no", then\ttab\n= 1 + 2\n',
        "x.mt.po": UNITS % (r"the \"cat\" sat, it did", "a dog"),
        "x.po": UNITS % (r"the \"cat\" sits, it does", "the dog"),
        "rated.tsv": RATED,
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def of_tsv(text: str) -> list[list[str]]:
    """Read a table by the rules of its own documentation: a backslash escapes."""
    known = {"\\\\": "\\", "\\t": "\t", "\\n": "\n", "\\r": "\r"}
    rows = [line.split("\t") for line in text.removesuffix("\n").split("\n")]
    return [[re.sub(r"\\.", lambda one: known[one[0]], cell) for cell in row] for row in rows]


@pytest.mark.parametrize("asked", TABLES)
def test_csv_has_what_tsv_has(asked: str, folder: Path) -> None:
    command = [asked.split(maxsplit=1)[0], *TABLES[asked]]
    assert main([*command, "-o", "table.tsv"]) == main([*command, "-o", "table.csv"]) == 0
    written = (folder / "table.csv").read_bytes().decode()
    rows = list(csv.reader(io.StringIO(written, newline=""), strict=True))
    assert rows == of_tsv((folder / "table.tsv").read_text(encoding="utf-8"))
    assert len(rows) > 1
    assert written.endswith("\r\n")
    assert "\n" not in written.replace("\r\n", "")


def test_csv_goes_to_standard_output_and_to_compressed_files(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["score", "hyp", "ref", "-o", "x.csv"]) == 0
    assert main(["score", "hyp", "ref", "--format", "csv"]) == 0
    assert capsys.readouterr().out == (folder / "x.csv").read_bytes().decode()
    assert main(["score", "hyp", "ref", "-o", "x.csv.gz"]) == 0
    assert (folder / "x.csv.gz").read_bytes()[:2] == b"\x1f\x8b"


@pytest.mark.parametrize(("command", "ending"), CANNOT)
def test_unsupported_extension_is_rejected_before_any_work(
    command: str, ending: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted(folder.iterdir())
    more = {"compare": ["--systems", "absent"], "sweep": ["--over", "alpha=0"]}.get(command, [])
    absent = ["absent"] if command in ("agree", "sweep", "tune") else ["absent", "absent"]
    assert main([command, *absent[: 1 if more else 2], *more, "-o", f"x.{ending}"]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert f"x.{ending}" in told
    assert ".toml" in told if command == "tune" else ".txt, " in told and ".csv" in told
    assert sorted(folder.iterdir()) == before


def test_format_option_cannot_contradict_the_extension(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("scores", "scores.out", "scores.2026"):
        assert main(["score", "hyp", "ref", "--format", "csv", "-o", name]) == 0
        assert (folder / name).read_text(encoding="utf-8").startswith("signature,score,")
    for name in ("scores.png", "scores.tex", "scores.json", "scores.TSV"):
        assert main(["score", "hyp", "ref", "--format", "csv", "-o", name]) == 2
        assert not (folder / name).exists()
    capsys.readouterr()
