"""What ``meteorscope meteor-1.5`` makes of options, of bytes and lines, and of what is no use."""

import random
import re
import shlex
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from meteor_core.command_line.main import main
from meteor_core.command_line.meteor15.lines import as_java_decodes, count_lines, file_lines
from meteor_core.command_line.meteor15.options import java_number, parse_options
from meteor_core.command_line.meteor15.report import evaluation_id
from meteor_core.command_line.meteor15.settings import resolve_settings
from meteor_core.command_line.meteor15.sgml import hash_set_order, hashtable_order
from meteor_core.command_line.meteor15.sgml_files import read_sgml
from meteor_core.errors import InputError, ParameterError
from tests.escaped_tables import read_table
from tests.meteor15.program import installed_home, run_driver

TABLES = Path(__file__).parent


def identity(*words: str) -> str:
    return evaluation_id(resolve_settings(parse_options(["test", "reference", *words])))


# The lines "Eval ID:" that the program prints with these options.
@pytest.mark.parametrize(("words", "printed"), read_table(TABLES / "evaluation_ids.tsv"))
def test_evaluation_id_equals_that_of_the_program(words: str, printed: str) -> None:
    assert identity(*shlex.split(words)) == f"meteor-1.5-{printed}"


@pytest.mark.parametrize(("words", "message"), read_table(TABLES / "invalid_options.tsv"))
def test_invalid_option_is_rejected(words: str, message: str) -> None:
    with pytest.raises(ParameterError, match=re.escape(message)):
        identity(*shlex.split(words))


@pytest.mark.parametrize("text", ["", "1_0", "inf", "nan", "0x1p3", "1,5", "1 2", "--1", "١"])
def test_invalid_java_number_is_rejected(text: str) -> None:
    with pytest.raises(ValueError, match="is not a number"):
        java_number(text)


@pytest.mark.parametrize(
    ("text", "number"), [("1", 1), ("-.5d", -0.5), ("1.f", 1), ("2e-3D", 0.002), ("+7", 7)]
)
def test_numbers_as_java_writes_them(text: str, number: float) -> None:
    assert java_number(text) == number


# What Java 17 makes of these bytes: U+FFFD for each piece that is not a character.
@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"a\xffb", "a\ufffdb"),
        (b"\xe9 au", "\ufffd au"),
        (b"\xed\xa0\x80x", "\ufffdx"),
        (b"\xed\xbfx", "\ufffdx"),
        (b"\xf0\x9f\x98x", "\ufffdx"),
        (b"\xf5\x80\x80", "\ufffd\ufffd\ufffd"),
        (b"\xc0\x80", "\ufffd\ufffd"),
        ("\ufeffé😀".encode(), "\ufeffé😀"),
    ],
)
def test_bytes_are_decoded_as_java_decodes_them(data: bytes, text: str) -> None:
    assert as_java_decodes(data) == text


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", []),
        (b"\n", [""]),
        (b"a\nb", ["a", "b"]),
        (b"a\r\nb\rc\n\r\n", ["a", "b", "c", ""]),
        ("\ufeffa\x0bb\x85\u2028c\n".encode(), ["\ufeffa\x0bb\x85\u2028c"]),
        (b"a\r", ["a"]),
        (b"\xff\n\xfe", ["\ufffd", "\ufffd"]),
    ],
)
def test_lines_are_those_of_java(
    data: bytes, lines: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "lines"
    file.write_bytes(data)
    assert list(file_lines(str(file))) == lines
    assert count_lines(str(file)) == len(lines)
    warnings = capsys.readouterr().err.splitlines()
    assert len(warnings) == int("\ufffd" in "".join(lines))


def random_names(chance: random.Random) -> list[str]:
    size = chance.choice((1, 3, 8, 9, 13, 40, 200))
    if chance.random() < 0.5:
        return [str(chance.randint(1, 3 * size)) for _ in range(size)]
    return ["".join(chance.choices("abcé-.", k=chance.randint(1, 6))) for _ in range(size)]


def test_tables_list_their_keys_as_in_java(tmp_path: Path) -> None:
    chance = random.Random(11)
    rows = [random_names(chance) for _ in range(500)]
    listed = [f"{' '.join(hashtable_order(row))}|{' '.join(hash_set_order(row))}" for row in rows]
    assert listed == run_driver("TableOrders", [" ".join(row) for row in rows], tmp_path)


@pytest.mark.parametrize(("lines", "message"), read_table(TABLES / "invalid_sgml.tsv"))
def test_invalid_sgml_is_rejected(lines: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.sgm"
    file.write_text(lines, "utf-8")
    with pytest.raises(InputError, match=message):
        read_sgml(str(file))


@pytest.fixture
def files(tmp_path: Path) -> SimpleNamespace:
    installed_home()
    for name, text in (("one", "a\n"), ("two", "a\nb\n"), ("none", "")):
        (tmp_path / name).write_text(text)
    return SimpleNamespace(**{name: str(tmp_path / name) for name in ("one", "two", "none")})


def answers(words: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str]]:
    status = main(["meteor-1.5", *words])
    return status, capsys.readouterr().err.splitlines()


def test_files_of_unequal_length(
    files: SimpleNamespace, capsys: pytest.CaptureFixture[str]
) -> None:
    status, (line, why) = answers([files.one, files.two, "-m", "exact"], capsys)
    assert (status, line) == (2, "Error: test and reference not same length")
    assert "one has 1 lines and" in why
    status, (line, _) = answers([files.one, files.one, "-m", "exact", "-r", "2"], capsys)
    assert (status, line) == (2, "Error: test and reference not same length")
    assert answers([files.one, files.two, "-m", "exact", "-r", "2"], capsys) == (0, [])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["{one}", "missing"], "missing does not exist"),
        (["{none}", "{none}"], "is empty"),
        (["{one}"], "give a test file and a reference file"),
        (["{one}", "{one}", "-l", "sv", "-norm"], "normalises no text"),
        (["{one}", "{one}", "-new", "missing"], "missing/function.words does not exist"),
        (["{one}", "{one}", "--align", "fast"], "unknown search 'fast'"),
        (["{one}", "{one}", "--meteor-home", "missing"], "METEOR 1.5 is not at missing"),
        (["{one}", "{one}", "-writeAlignments", "-f", "missing/x"], "cannot be written"),
    ],
)
def test_mistake_is_reported_in_one_line(
    words: list[str], message: str, files: SimpleNamespace, capsys: pytest.CaptureFixture[str]
) -> None:
    named = [word.format(**vars(files)) for word in words]
    modules = [] if len(words) < 2 or "-new" in words else ["-m", "exact"]
    status, lines = answers([*named, *modules], capsys)
    assert status == 2
    assert len(lines) == 1
    assert message in lines[0]


def test_without_arguments_there_is_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["meteor-1.5"]) == 2
    assert capsys.readouterr().err.startswith("usage: meteorscope meteor-1.5 TEST REFERENCE")
    assert main(["meteor-1.5", "x", "y", "--help"]) == 0
    assert "-writeAlignments" in capsys.readouterr().out


def test_lines_that_end_the_program_are_answered_here() -> None:
    installed_home()
    asked = ["EVAL ||| 1 2 3", "EVAL ||| a", "SING ||| 1e2,0 " + "0 " * 22, "SCORE ||| a ||| a"]
    done = subprocess.run(
        [sys.executable, "-m", "meteorscope", "meteor-1.5", "-", "-", "-stdio", "-m", "exact"],
        input="".join(f"{line}\n" for line in asked),
        capture_output=True,
        text=True,
        check=True,
    )
    assert [line[:7] for line in done.stdout.splitlines()] == ["Error: "] * 3 + ["1.0 1.0"]


def test_each_line_is_answered_before_the_next_is_asked() -> None:
    installed_home()
    with subprocess.Popen(
        [sys.executable, "-m", "meteorscope", "meteor-1.5", "-", "-", "-stdio", "-m", "exact"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin
        assert process.stdout
        for word in ("a", "b"):
            process.stdin.write(f"SCORE ||| {word} ||| {word}\n")
            process.stdin.flush()
            statistics = process.stdout.readline()
            process.stdin.write(f"SING ||| {statistics}")
            process.stdin.flush()
            assert process.stdout.readline() == "1.0\n"
        process.stdin.close()
        assert process.wait(60) == 0
