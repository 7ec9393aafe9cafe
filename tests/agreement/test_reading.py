"""Ratings in files of all layouts: what is read, what is left out and said, what is refused."""

import json
import math
import os
import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from meteor_core import InputError, MeteorError, ParameterError
from meteor_core.agreement.rated_set import RatedOutput, RatedSet
from meteor_core.agreement.rating_tables import rated_rows
from meteor_core.agreement.reading import Choices, read_rated_sets
from meteor_core.files.rows import Row
from tests.escaped_tables import read_table

HEADER = "system\tsegment\trating\thypothesis\treference\n"
ROWS = [
    ("A", "1", "-1", "the cat", "a cat"),
    ("B", "1", "-2.5", "cat the", "a cat"),
    ("A", "2", "0", "it's a dog", "the dog"),
    ("B", "2", "-4", "dogs", "the dog"),
]


def tsv(rows: Sequence[Sequence[str]], header: str = HEADER) -> str:
    return header + "".join("\t".join(row) + "\n" for row in rows)


@pytest.fixture
def read(tmp_path: Path) -> Any:
    """Writes a file and reads it as one rated set."""

    def write_and_read(
        content: str | bytes, name: str = "ratings.tsv", **choices: str | None
    ) -> RatedSet:
        file = tmp_path / name
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        (found,) = read_rated_sets([str(file)], choices=Choices(**choices))
        return found

    return write_and_read


def plain(outputs: Sequence[RatedOutput]) -> list[tuple[object, ...]]:
    return [(o.system, o.segment, o.rating, o.hypothesis, *o.references) for o in outputs]


EXPECTED: list[tuple[object, ...]] = [
    (system, segment, float(rating), hypothesis, reference)
    for system, segment, rating, hypothesis, reference in ROWS
]

JSON_LINES = "".join(
    json.dumps(
        {
            "system": system,
            "segment": int(segment),
            "rating": float(rating),
            "hypothesis": hypothesis,
            "reference": reference,
        }
    )
    + "\n"
    for system, segment, rating, hypothesis, reference in ROWS
)
CSV = tsv(ROWS).replace("\t", ",")
LAYOUTS = {
    "ratings.tsv": tsv(ROWS),
    "ratings.csv": CSV,
    "ratings.jsonl": JSON_LINES,
    "ratings.ndjson": JSON_LINES,
    "ratings.json": JSON_LINES,
    "tabs": tsv(ROWS),
    "commas.txt": CSV,
    "braces": JSON_LINES,
    "blank.lines.tsv": "\n" + tsv(ROWS).replace("\n", "\n\n\t\t\n"),
    "crlf.tsv": tsv(ROWS).replace("\n", "\r\n"),
    "cr.csv": CSV.replace("\n", "\r"),
    "no.last.end.tsv": tsv(ROWS).rstrip("\n"),
    "mark.tsv": "\ufeff" + tsv(ROWS),
    "mark.jsonl": "\ufeff" + JSON_LINES,
    "more.tabs.tsv": tsv(ROWS).replace("\n", "\t\t\n"),
    "capitals.tsv": tsv(ROWS, " System\tSEGMENT\tRating\tHypothesis \tReference\n"),
    "spaces.csv": CSV.replace("A,1", "A , 1"),
    "quotes.csv": CSV.replace("the cat", '"the cat"'),
    "other.order.tsv": tsv([row[::-1] for row in ROWS], "ref\tmt\tDA\tseg_id\tsys\n"),
}


@pytest.mark.parametrize("name", LAYOUTS)
def test_of_every_layout(read: Any, name: str) -> None:
    found = read(LAYOUTS[name], name)
    assert plain(found.outputs) == EXPECTED
    assert found.notes == ()
    assert found.name == Path(name).stem


@pytest.mark.parametrize("name", ["ratings.tsv", "ratings.csv", "ratings.jsonl"])
@pytest.mark.parametrize(
    "text",
    [
        "one\u2028two\u2029\x85\x0b\x0cthree",
        "a \x00 b",
        "x" * 1_000_000,
        '"He said ""no""',
        "it's , ; |||",
        "{",
        "",
    ],
    ids=["separators", "nul", "megabyte", "quotes", "punctuation", "brace", "empty"],
)
def test_texts_stay_as_they_are(read: Any, name: str, text: str) -> None:
    rows = [("A", "1", "0", text, "r"), ("B", "1", "1", "b", "r")]
    if name.endswith("jsonl"):
        columns = HEADER.split()
        content = "\n".join(json.dumps(dict(zip(columns, row, strict=True))) for row in rows)
    elif name.endswith("csv"):
        quoted = [[f'"{cell.replace(chr(34), chr(34) * 2)}"' for cell in row] for row in rows]
        content = tsv(quoted).replace("\t", ",")
    else:
        content = tsv(rows)
    assert [output.hypothesis for output in read(content, name).outputs] == [text, "b"]


def test_csv_has_line_ends_in_quotes_and_json_has_tabs(read: Any) -> None:
    text = "two\nlines, \r\nor three"
    content = CSV.replace("the cat", f'"{text}"')
    expected = text.replace("\r\n", "\n")
    found = read(content, "ratings.csv")
    assert found.outputs[0].hypothesis == expected
    assert [output.line for output in found.outputs] == [2, 5, 6, 7]
    found = read(JSON_LINES.replace("the cat", "the\\tcat"), "ratings.jsonl")
    assert found.outputs[0].hypothesis == "the\tcat"


def test_a_table_of_parquet(tmp_path: Path) -> None:
    rows = [json.loads(line) for line in JSON_LINES.splitlines()]
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "ratings.parquet")
    (found,) = read_rated_sets([str(tmp_path / "ratings.parquet")])
    assert plain(found.outputs) == EXPECTED
    assert found.name == "ratings"
    big = 12345678901234567
    large = [{**row, "segment": row["segment"] + big} for row in rows]
    pq.write_table(pa.Table.from_pylist(large), tmp_path / "big.parquet")
    (found,) = read_rated_sets([str(tmp_path / "big.parquet")])
    assert set(found.segments) == {str(row["segment"] + big) for row in rows}
    wrong = [*rows, {**rows[0], "system": None}]
    pq.write_table(pa.Table.from_pylist(wrong), tmp_path / "wrong.parquet")
    with pytest.raises(InputError, match=r"wrong\.parquet:5: there is no system"):
        read_rated_sets([str(tmp_path / "wrong.parquet")])


def test_names_are_on_one_line(read: Any) -> None:
    found = read(CSV.replace("A,1", '"A\n  b ",1').replace("A,2", "A b,2"), "ratings.csv")
    assert found.systems == ("A b", "B")


def test_json_numbers_keep_their_spelling_as_names(read: Any) -> None:
    ids = ["12345678901234567890", "12345678901234567891", "1.10", "007e1"]
    content = "".join(
        f'{{"system": {system}, "segment": {number}, "rating": 1e0, "hypothesis": 12, '
        '"reference": ["12", null, ""]}\n'
        for number in ids[:3]
        for system in (1, 2)
    )
    found = read(content, "ratings.jsonl")
    assert found.segments == tuple(ids[:3])
    assert found.systems == ("1", "2")
    assert {output.hypothesis for output in found.outputs} == {"12"}
    assert {output.references for output in found.outputs} == {("12",)}


def test_half_of_a_surrogate_pair_is_text(read: Any) -> None:
    found = read(JSON_LINES.replace("the cat", "the \\ud83d cat"), "ratings.jsonl")
    assert found.outputs[0].hypothesis == "the \ud83d cat"


MISSING = ["", "NaN", "nan", "None", "null", "N/A", "-", " "]


@pytest.mark.parametrize("missing", MISSING)
def test_missing_ratings_are_left_out_and_counted(read: Any, missing: str) -> None:
    rows = [*ROWS[:3], ("B", "2", missing, "dogs", "the dog")]
    found = read(tsv(rows))
    assert plain(found.outputs) == EXPECTED[:3]
    assert found.notes[0] == "1 row without a rating left out"
    assert "1 system lacks ratings of some of the 2 segments (B of 1)" in found.notes[1]


def test_missing_ratings_of_json(read: Any) -> None:
    lines = JSON_LINES.splitlines()
    for value in ("null", "NaN", '""'):
        lines[3] = lines[3].replace("-4.0", value)
        assert "1 row without a rating left out" in read("\n".join(lines), "r.jsonl").notes
        lines[3] = JSON_LINES.splitlines()[3]
    row = json.loads(lines[0])
    del row["rating"]
    lines[0] = json.dumps(row)  # the first row need not have every column
    assert "1 row without a rating left out" in read("\n".join(lines), "r.jsonl").notes


def test_outputs_without_a_reference_are_left_out_and_counted(read: Any) -> None:
    rows = [*ROWS[:2], ("A", "2", "0", "dog", " "), ("B", "2", "0", "dog")]
    found = read(tsv(rows))
    assert plain(found.outputs) == EXPECTED[:2]
    assert found.notes == ("2 rows without a reference left out",)


def test_ratings_of_several_people_are_averaged(read: Any) -> None:
    rows = [*ROWS, ("A", "1", "-2", "the cat", "a cat"), ("A", "1", "", "the cat", "a cat")]
    found = read(tsv(rows))
    assert [output.rating for output in found.outputs] == [-1.5, -2.5, 0, -4]
    assert found.notes == (
        "1 row without a rating left out",
        "1 output rated more than once: ratings averaged",
    )


def test_a_constant_rating_is_read(read: Any) -> None:
    found = read(tsv([(*row[:2], "3", *row[3:]) for row in ROWS]))
    assert {output.rating for output in found.outputs} == {3.0}


def rated(rating: str, header: str = HEADER) -> str:
    return tsv([("A", "3", rating, "a", "b")], header)


INVALID: dict[str, tuple[str, str | bytes, str]] = {
    case: (name, content, message)
    for case, name, content, message in read_table(Path(__file__).parent / "invalid_tables.tsv")
} | {
    "digits in json": (
        "r.jsonl",
        JSON_LINES.replace("-2.5", "9" * 5000),
        r":2: rating is '99+\.\.\., which is too",
    ),
    "long nonsense": ("r.tsv", rated("x" * 10**6), r":2: rating is 'x{59}\.\.\., which is no"),
    "deep json": ("r.jsonl", '{"a":' + "[" * 10**5, r"r\.jsonl:1: not a line of JSON"),
    "bytes": (
        "r.tsv",
        tsv(ROWS).encode().replace(b"dogs", b"d\xf6gs"),
        r"r\.tsv:5: byte 9 of the line \(0xf6\)",
    ),
    "utf-16": ("r.tsv", tsv(ROWS).encode("utf-16"), "is UTF-16; convert it"),
}


@pytest.mark.parametrize(("name", "content", "message"), INVALID.values(), ids=INVALID)
def test_invalid_table_is_rejected(
    read: Any, name: str, content: str | bytes, message: str
) -> None:
    with pytest.raises(InputError) as caught:
        read(content, name)
    assert re.search(message, str(caught.value))
    assert len(str(caught.value)) < 600


def test_other_directory_and_missing_file_are_rejected(tmp_path: Path) -> None:
    for name, message in ((tmp_path, "directory without system"), (tmp_path / "x", "not exist")):
        with pytest.raises(InputError, match=message):
            read_rated_sets([str(name)])
    with pytest.raises(InputError, match="not a file name"):
        read_rated_sets(["a\0b"])


def with_columns(header: str, rows: str) -> str:
    """Return a table whose texts are all there."""
    lines = rows.split()
    firsts = (f"{'AB'[place % 2]},{place // 2},{'ab'[place % 2]}" for place in range(len(lines)))
    named = (f"{first},{line}\n" for first, line in zip(firsts, lines, strict=True))
    return f"system,segment,mt,{header}\n" + "".join(named)


def test_first_column_of_ratings_is_chosen_with_a_note(read: Any) -> None:
    content = with_columns("score,mqm,ter,ref", "0.5,-1,9,r 0.7,-3,9,r")
    found = read(content, "r.csv")
    assert [output.rating for output in found.outputs] == [-1, -3]
    assert found.notes == ("the ratings are mqm; --rating takes score instead",)
    found = read(content, "r.csv", rating="Score")
    assert [output.rating for output in found.outputs] == [0.5, 0.7]
    assert found.notes == ()
    with pytest.raises(InputError, match="has no column comet; it has system, segment, mt, score"):
        read(content, "r.csv", rating="COMET")
    with pytest.raises(InputError, match="has no column rating"):
        read(with_columns("ter,ref", "1,r 2,r"), "r.csv")  # a metric's, not people's


@pytest.mark.parametrize("column", ["mqm", "MQM", "hter", "time"])
def test_of_errors_edits_and_times_the_lower_are_better(read: Any, column: str) -> None:
    found = read(with_columns(f"{column},ref", "0,r 3,r"), "r.csv")
    assert [str(output.rating) for output in found.outputs] == ["0.0", "-3.0"]
    assert found.notes == (f"{column.lower()}: lower is taken as better",)


def test_points_of_mqm_below_zero_are_as_they_are(read: Any) -> None:
    found = read(with_columns("mqm,ref", "0,r -3,r"), "r.csv")
    assert [output.rating for output in found.outputs] == [0, -3]
    assert found.notes == ()
    found = read(with_columns("total_mqm,ref", "0,r 3,r"), "r.csv", rating="total_mqm")
    assert [output.rating for output in found.outputs] == [0, -3]


def test_several_references(read: Any) -> None:
    content = with_columns("ref_b,esa,refA,reference_length", "x,1,y,7 ,2,y,8")
    found = read(content, "r.csv")
    assert [output.references for output in found.outputs] == [("x", "y"), ("y",)]
    assert found.notes[0] == "the references are ref_b, refa: the best of them counts"
    found = read(content, "r.csv", reference="refA")
    assert [output.references for output in found.outputs] == [("y",), ("y",)]
    assert found.notes == ()


def test_post_edits_are_fallback_references(read: Any) -> None:
    found = read(with_columns("da,pe,per", "1,p,5 2,q,6"), "r.csv")
    assert [output.references for output in found.outputs] == [("p",), ("q",)]
    assert found.notes == (
        "the references are post-edits (pe): closeness to them says how much was edited",
    )
    found = read(with_columns("da,pe,ref", "1,p,r 2,q,r"), "r.csv")
    assert [output.references for output in found.outputs] == [("r",), ("r",)]
    assert found.notes == ()


def test_segments_that_each_document_counts_from_one(read: Any) -> None:
    lines = ["doc,system,segment,da,mt,ref"]
    lines += [
        f"{document},{system},{segment},1,{system}{document},{document}{segment}"
        for document in "xy"
        for system in "AB"
        for segment in "12"
    ]
    found = read("\n".join(lines), "r.csv")
    assert found.segments == ("x:1", "x:2", "y:1", "y:2")
    assert [output.document for output in found.outputs] == list("xxxxyyyy")
    assert found.notes == ("segments are those of each document",)


def test_documents_change_nothing_where_segments_are_named_apart(read: Any) -> None:
    content = "doc,system,segment,da,mt,ref\nx,A,1,1,a,r\n,B,1,2,b,r\ny,A,2,1,a,s\ny,B,2,2,b,s\n"
    found = read(content, "r.csv")
    assert found.segments == ("1", "2")
    assert found.notes == ()


def test_different_references_of_a_segment_are_noted(read: Any) -> None:
    found = read(with_columns("da,ref", "1,r 2,s"), "r.csv")
    assert found.notes == (
        "1 segment has outputs with different references; are the segments named apart?",
    )


def test_reference_among_the_systems_is_excluded_with_a_note(read: Any) -> None:
    rows = [
        *ROWS,
        ("human", "1", "-3", "a cat", "a cat"),
        ("human", "2", "-5", "the dog", "the dog"),
    ]
    found = read(tsv(rows))
    assert plain(found.outputs) == EXPECTED
    assert found.notes == (
        (
            "human is the reference itself and left out; people rated it below 2 of 2 systems, so "
            "closeness to it says little"
        ),
    )


def test_rows_in_memory_may_have_numbers() -> None:
    """As tables of pandas have them, in which a column with a gap is of floats."""
    cells = [
        {"system": 1, "segment": 7.0, "rating": 0.5, "hypothesis": "a", "reference": "r"},
        {"system": 2, "segment": 7.0, "rating": -3, "hypothesis": "b", "reference": "r"},
        {"system": 3, "segment": 7.0, "rating": math.nan, "hypothesis": "c", "reference": "r"},
        {"system": 4, "segment": 7.0, "rating": 1, "hypothesis": "d", "reference": math.nan},
    ]
    rows = [Row(line=line, cells=row) for line, row in enumerate(cells, 1)]
    found = rated_rows("frame", rows)
    assert plain(found.outputs) == [("1", "7", 0.5, "a", "r"), ("2", "7", -3.0, "b", "r")]
    assert found.notes == (
        "1 row without a rating left out",
        "1 row without a reference left out",
    )
    rows[0].cells["hypothesis"] = math.nan
    with pytest.raises(InputError, match="frame:1: there is no hypothesis"):
        rated_rows("frame", rows)


# Judgements ---------------------------------------------------------------------------------------

PAIRS = "hypothesis1\thypothesis2\treference\twinner\n"


def ratings(found: RatedSet) -> list[float]:
    """The rating of the first of each pair; the second's is its opposite."""
    assert found.judgements
    first, second = found.outputs[::2], found.outputs[1::2]
    assert [-o.rating for o in first] == [o.rating for o in second]
    assert [o.segment for o in first] == [o.segment for o in second]
    return [output.rating for output in first]


@pytest.mark.parametrize(
    ("winner", "rating"),
    [
        *((said, 1.0) for said in ("1", "1.0", " First", "A", ">", "hypothesis1")),
        *((said, -1.0) for said in ("-1", "2", "-1.0", "second", "b", "<")),
        *((said, 0.0) for said in ("0", "0.0", "-0", "tie", "Equal", "=")),
    ],
)
def test_judgements_in_tables(read: Any, winner: str, rating: float) -> None:
    found = read(f"{PAIRS}a\tb\tr\t{winner}\n")
    assert ratings(found) == [rating]
    assert plain(found.outputs)[0] == ("first", "2", rating, "a", "r")


@pytest.mark.parametrize("missing", MISSING)
def test_missing_judgements_are_left_out_and_counted(read: Any, missing: str) -> None:
    found = read(f"{PAIRS}a\tb\tr\t1\nc\td\tr\t{missing}\nc\td\t\t1\n")
    assert ratings(found) == [1]
    assert found.notes == (
        "1 pair without a judgement left out",
        "1 pair without a reference left out",
    )


SYSTEMS = "system_a,system_b,hyp_a,hyp_b,ref,better\n"


def test_the_winner_may_be_the_name_of_a_system(read: Any) -> None:
    content = f"{SYSTEMS}nmt,SMT,a,b,r,NMT\nsmt,nmt,b,a,r,nmt\nsmt,nmt,b,a,r,tie\nA,B,a,b,r,b\n"
    assert ratings(read(content, "r.csv")) == [1, -1, 0, -1]


def test_repeated_and_one_sided_judgements_are_noted(read: Any) -> None:
    rows = "".join(f"a\tb\tr{place // 2}\t{place % 2}\n" for place in range(20))
    assert read(PAIRS + rows).notes == (
        "10 pairs judged more than once: each judgement counts",
        "the second hypothesis is never better; here 0 says that neither is",
    )


TEXTS = "a b ||| c d ||| a c\ne ||| f ||| g\nh ||| i ||| j ||| k\n"


def judged(folder: Path, texts: str | bytes, judgements: str) -> RatedSet:
    (folder / "texts").write_bytes(texts if isinstance(texts, bytes) else texts.encode())
    (folder / "answers").write_text(judgements, encoding="utf-8")
    (found,) = read_rated_sets([str(folder / "texts")], judgements=[str(folder / "answers")])
    return found


def test_judgements_beside_texts(tmp_path: Path) -> None:
    found = judged(tmp_path, TEXTS, "1\n-1\n0\n")
    assert ratings(found) == [1, -1, 0]
    assert plain(found.outputs)[0] == ("first", "1", 1.0, "a b", "a c")
    assert found.outputs[-1].references == ("j", "k")
    assert (found.name, found.notes) == ("texts", ())


def test_texts_without_judgements_are_counted(tmp_path: Path) -> None:
    found = judged(tmp_path, TEXTS + TEXTS + "\n", "1\n\n0\n")
    assert ratings(found) == [1, 0]
    assert found.notes == (
        "3 pairs beyond the last judgement left out",
        "1 pair without a judgement left out",
    )


@pytest.mark.parametrize(
    ("texts", "judgements", "message"),
    [
        (TEXTS, "1\n-1\n0\n1\n", "answers:4: a judgement, but .*texts has 3 lines"),
        (TEXTS, "1\n5\n", "answers:2: the judgement is '5', but must be 1"),
        (TEXTS, "1\n2\n", "answers:2: the judgement is '2', but must be 1"),
        (TEXTS + "x ||| y\n", "1\n1\n1\n1\n", "texts:4: give two hypotheses and a reference"),
        (TEXTS.encode() + b"\xff", "1\n1\n1\n1\n", "texts:4: byte 1"),
        ("||| ||| \n", "1\n", "no translation with a rating .1 pair without a reference"),
    ],
)
def test_invalid_judgements_beside_texts_are_rejected(
    tmp_path: Path, texts: str | bytes, judgements: str, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        judged(tmp_path, texts, judgements)


def test_files_of_judgements_belong_to_texts(tmp_path: Path) -> None:
    (tmp_path / "texts").write_text(TEXTS, encoding="utf-8")
    (tmp_path / "answers").write_text("1\n", encoding="utf-8")
    (tmp_path / "r.tsv").write_text(tsv(ROWS), encoding="utf-8")
    with pytest.raises(ParameterError, match="give the file of their judgements"):
        read_rated_sets([str(tmp_path / "texts")])
    with pytest.raises(ParameterError, match="answers has judgements, but no file"):
        read_rated_sets([str(tmp_path / "r.tsv")], judgements=[str(tmp_path / "answers")])


# Several files, and streams -----------------------------------------------------------------------


def test_equal_set_names_become_paths_and_repeated_files_are_rejected(tmp_path: Path) -> None:
    files = [tmp_path / year / "ratings.tsv" for year in ("2021", "2022")]
    for file in files:
        file.parent.mkdir()
        file.write_text(tsv(ROWS), encoding="utf-8")
    assert [one.name for one in read_rated_sets([str(file) for file in files])] == [
        str(file) for file in files
    ]
    for again in (str(files[0]), str(files[0].parent / ".." / "2021" / "ratings.tsv")):
        with pytest.raises(ParameterError, match="given twice"):
            read_rated_sets([str(files[0]), again])


@contextmanager
def pipe(content: str) -> Iterator[str]:
    """A pipe that can be read once, as a shell's ``<(...)`` gives it."""
    reading, writing = os.pipe()

    def write() -> None:
        with os.fdopen(writing, "wb") as file:
            file.write(content.encode())

    writer = threading.Thread(target=write)
    writer.start()
    yield f"/dev/fd/{reading}"
    os.close(reading)
    writer.join()


@pytest.mark.parametrize("content", [tsv(ROWS), CSV, JSON_LINES], ids=["tsv", "csv", "json"])
def test_a_pipe_is_read_once(content: str) -> None:
    with pipe(content) as name:
        (found,) = read_rated_sets([name])
    assert plain(found.outputs) == EXPECTED
    assert found.name == name


def test_texts_and_judgements_may_both_be_pipes() -> None:
    with pipe(TEXTS * 10_000) as texts, pipe("1\n0\n-1\n" * 10_000) as answers:
        (found,) = read_rated_sets([texts], judgements=[answers])
    assert ratings(found) == [1, 0, -1] * 10_000
    with pytest.raises(ParameterError, match="standard input is given twice"):
        read_rated_sets(["-"], judgements=["-"])


# Directories of mt-metrics-eval -------------------------------------------------------------------


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    """A directory as mt-metrics-eval lays it out: two systems, two references, a human."""
    files = {
        "references/de-en.refA.txt": "a cat\nthe dog\n",
        "references/de-en.refB.txt": "one cat\none dog\n",
        "system-outputs/de-en/A.txt": "the cat\ndog\n",
        "system-outputs/de-en/B.txt": "cat\ndogs\n",
        "system-outputs/de-en/refA.txt": "a cat\nthe dog\n",
        "human-scores/de-en.mqm.seg.score": (
            "A -1\nA None\nB\t-2.5\nB 0\nrefA 0\nrefA -9\nC 1\nC 1\n"
        ),
        "human-scores/de-en.wmt-z.seg.score": "A 0.5\nA 0.25\nB 0\nB None\n",
        "documents/de-en.docs": "news x\nnews y\n",
        "system-outputs/en-de/A.txt": "eins\n",
        "references/en-de.refA.txt": "eins\n",
    }
    for name, content in files.items():
        (tmp_path / "wmt" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "wmt" / name).write_text(content, encoding="utf-8")
    return tmp_path / "wmt"


def test_a_directory_is_read(directory: Path) -> None:
    (found,) = read_rated_sets([str(directory)])
    assert found.name == "wmt/de-en"
    assert plain(found.outputs) == [
        ("A", "1", -1.0, "the cat", "a cat"),
        ("B", "1", -2.5, "cat", "a cat"),
        ("B", "2", 0.0, "dogs", "the dog"),
    ]
    assert [output.document for output in found.outputs] == ["x", "x", "y"]
    assert found.notes[0] == "mqm against refA"
    assert found.notes[1] == "1 system with ratings but without outputs left out: C"
    assert found.notes[2] == "1 row without a rating left out"
    assert found.notes[3].startswith("refA is the reference itself and left out; people rated it")
    assert found.notes[4].startswith("1 system lacks ratings of some of the 2 segments (A of 1)")


def test_choices_among_scores_and_references(directory: Path) -> None:
    choices = Choices(rating="wmt-z", reference="refB", language_pair="de-en")
    (found,) = read_rated_sets([str(directory)], choices=choices)
    assert plain(found.outputs)[0] == ("A", "1", 0.5, "the cat", "one cat")
    assert found.notes[0] == "wmt-z against refB"


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        (Choices(rating="esa"), "no human scores esa .*it has de-en.mqm.seg.score, de-en.wmt-z"),
        (Choices(reference="refC"), "no reference refC for de-en; it has refA, refB"),
        (Choices(language_pair="de-fr"), "no pair of languages de-fr; it has de-en, en-de"),
        (Choices(language_pair="en-de"), "no human scores"),
    ],
)
def test_choices_that_are_not_there(directory: Path, choices: Choices, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_rated_sets([str(directory)], choices=choices)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("human-scores/de-en.mqm.seg.score", "A 1\nA\n", "seg.score:2: give a system and its"),
        (
            "human-scores/de-en.mqm.seg.score",
            "A 1\nA x\n",
            "seg.score:2: score is 'x', which is no",
        ),
        ("human-scores/de-en.mqm.seg.score", "A 1\nA inf\n", "seg.score:2: score is 'inf', which"),
        ("human-scores/de-en.mqm.seg.score", "A 1\n", "1 line for A, but the reference has 2"),
        ("human-scores/de-en.mqm.seg.score", "C 1\nC 2\n", "no translation with a rating .*out: C"),
        ("system-outputs/de-en/B.txt", "a\nb\nc\n", "B.txt has 3 lines for B, but the reference"),
        ("system-outputs/de-en/B.txt", "a\n\udcff\n", "B.txt:2: byte 1 of the line"),
        ("documents/de-en.docs", "news x\n", "de-en.docs has 1 line, but the reference has 2"),
    ],
)
def test_invalid_directory_is_rejected(
    directory: Path, name: str, content: str, message: str
) -> None:
    (directory / name).write_bytes(content.encode(errors="surrogateescape"))
    with pytest.raises(InputError, match=message):
        read_rated_sets([str(directory)])


# Anything -----------------------------------------------------------------------------------------

PIECES = st.sampled_from(
    [
        *(b"\t", b",", b"\n", b"\r\n", b" ", b"\x00", b"\xff", b"\xe2\x80\xa8", b"\xef\xbb\xbf"),
        *b'" { } [ : ||| 1 -1 0 1e400 nan A B true system segment rating mqm'.split(),
        *b"hypothesis reference winner hyp1".split(),
        *(b"system\tsegment\tmqm\tmt\tref\n", b"A\t1\t1\tx\ty\n", b"B\t1\t2\tz\ty\n"),
        *(b"system,segment,mqm,mt,ref\n", b"A,1,1,x,y\n", b"hyp1,hyp2,ref,winner\n", b"a,b,c,2\n"),
        b'{"system":"A","segment":1,"rating":1,"mt":"x","ref":"y"}\n',
    ]
)


@given(
    pieces=st.lists(PIECES, max_size=20),
    name=st.sampled_from(["r.tsv", "r.csv", "r.jsonl", "r"]),
)
@settings(max_examples=500, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_bytes_are_read_or_rejected(tmp_path: Path, pieces: list[bytes], name: str) -> None:
    (tmp_path / name).write_bytes(b"".join(pieces))
    try:
        found = read_rated_sets([str(tmp_path / name)])
    except MeteorError as error:
        found = []
        told = str(error)
        assert name in told  # most are refused, some are not
    for output in (output for one in found for output in one.outputs):
        assert math.isfinite(output.rating)
        assert output.references
        assert output.system
        assert output.segment
