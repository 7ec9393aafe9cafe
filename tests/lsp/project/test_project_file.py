import os
from pathlib import Path
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meteor_lsp.project.patterns import Pattern
from meteor_lsp.project.project_file import (
    FolderRule,
    Ignore,
    PairRule,
    ProjectFile,
    parse_project_file,
    read_project_file,
)
from meteor_lsp.project.settings import Settings
from meteor_lsp.project.severities import Severities, Severity

NOT_HERE = "is not about single files; set it at the top of the file or in the editor's settings"
PATH = Path("/project/meteor.toml")
EXAMPLE = """
variant = "nltk"
lowScore = 0.4
[hints]
chunks = true
[severity]
untouched-mt = "off"

[[pairs]]
hypothesis = "systems/{system}/{set}.{lang}"
references = ["refs/{set}.*.{lang}"]
source = "src/{set}.de"
postEditing = true
language = "en"
severity.too-long = "error"

[[pairs]]
hypothesis = "a"
references = "b"

[[folders]]
path = "systems/"
variant = "classic"
beta = 2

[[folders]]
path = "**/*.en"
beta = 4

[[ignore]]
file = "news.hyp.en"
code = "low-score"
segments = ["17", "3-9", 20]
reason = "names"

[[ignore]]
code = ["too-long", "too-large"]
"""


def parse(text: str, *, outside: bool = False) -> ProjectFile:
    return parse_project_file(PATH, text, outside=outside)


def test_all_keys_are_parsed() -> None:
    file = parse(EXAMPLE)
    systems, plain = file.pairs
    assert file == ProjectFile(
        path=PATH,
        given=MappingProxyType(
            {
                "variant": "nltk",
                "lowScore": 0.4,
                "hints.chunks": True,
                "severity.untouched-mt": Severity.OFF,
            }
        ),
        pairs=(
            PairRule(
                hypothesis=Pattern.parse("systems/{system}/{set}.{lang}"),
                references=(Pattern.parse("refs/{set}.*.{lang}"),),
                source=Pattern.parse("src/{set}.de"),
                post_editing=True,
                given=systems.given,
            ),
            PairRule(
                hypothesis=Pattern.parse("a"),
                references=(Pattern.parse("b"),),
                given=plain.given,
            ),
        ),
        folders=(
            FolderRule(path=Pattern.parse("systems"), given=file.folders[0].given),
            FolderRule(path=Pattern.parse("**/*.en"), given=file.folders[1].given),
        ),
        ignores=(
            Ignore(
                file=Pattern.parse("news.hyp.en"),
                codes=frozenset({"low-score"}),
                segments=((17, 17), (3, 9), (20, 20)),
            ),
            Ignore(codes=frozenset({"too-long", "too-large"})),
        ),
    )
    assert hash(file) == hash(parse(EXAMPLE))


def test_settings_come_from_the_project_then_folders_then_the_pair() -> None:
    file = parse(EXAMPLE)
    base = Settings(alpha=0.7, low_score=0.1)
    project = Settings(
        alpha=0.7,
        variant="nltk",
        low_score=0.4,
        hint_chunks=True,
        severity=Severities().overridden({"untouched-mt": Severity.OFF}),
    )
    assert file.settings(base) == project
    assert file.settings_for("other/a.de", base) == project
    assert file.settings_for("systems/a/b.de", base).beta == 2
    settings = file.settings_for("systems/a/b.en", base, file.pairs[0])
    assert (settings.variant, settings.beta, settings.language) == ("classic", 4, "en")
    assert settings.severity["too-long"] is Severity.ERROR
    assert settings.severity["untouched-mt"] is Severity.OFF


@pytest.mark.parametrize(
    ("file", "code", "segment", "covered"),
    [
        ("news.hyp.en", "low-score", 3, True),
        ("news.hyp.en", "low-score", 9, True),
        ("news.hyp.en", "low-score", 10, False),
        ("news.hyp.en", "empty-segment", 17, False),
        ("x/news.hyp.en", "low-score", 17, False),
    ],
)
def test_an_ignore_covers_what_all_its_keys_say(
    file: str,
    code: str,
    segment: int,
    covered: bool,  # noqa: FBT001  # pytest passes parameters by name
) -> None:
    first, second = parse(EXAMPLE).ignores
    assert first.covers(file, code, segment) is covered
    assert second.covers(file, "too-long", segment)
    assert Ignore().covers(file, code, segment)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            '[[pairs]]\nhypothesis="a"\nreferences="b"\n[[pairs]]\nhypothesis="a"\nreference="b"',
            "meteor.toml, pairs 2: unknown key 'reference'; did you mean 'references'?",
        ),
        (
            '[[pairs]]\nreferences="b"',
            "meteor.toml, pairs 1: 'hypothesis' is missing; write, for example, hypothesis = ",
        ),
        (
            '[[pairs]]\nhypothesis=1\nreferences="b"',
            "pairs 1, hypothesis: must be a string in quotes, got 1",
        ),
        ('[[pairs]]\nhypothesis="a"\nreferences=[]', "pairs 1, references: the list is empty"),
        (
            '[[pairs]]\nhypothesis="a"\nreferences=[["b"]]',
            "references: must be a string in quotes, got ['b']",
        ),
        ('[[pairs]]\nhypothesis="../a"\nreferences="b"', "'../a' leads out of the folder"),
        ('[[pairs]]\nhypothesis="a"\nreferences="{x}"', "references: {x} is not in 'hypothesis'"),
        (
            '[[pairs]]\nhypothesis="{x}"\nreferences="b"\nsource="{y}"',
            "pairs 1, source: {y} is not in 'hypothesis'",
        ),
        (
            '[[pairs]]\nhypothesis="a"\nreferences="b"\npostEditing="yes"',
            "pairs 1, postEditing: must be true or false, got 'yes'",
        ),
        ("[[folders]]\nbeta=2", "folders 1: 'path' is missing"),
        ('[[folders]]\npath="/"', "folders 1, path: '/' is absolute"),
        ('[[ignore]]\ncode="low"', "ignore 1, code: unknown code 'low'"),
        ('[[ignore]]\ncode="low-scor"', "did you mean 'low-score'?"),
        ('[[ignore]]\nsegment="7"', "unknown key 'segment'; did you mean 'segments'?"),
        (
            '[[ignore]]\nsegments="9-3"',
            "ignore 1, segments: must be a segment or a range such as '3-9', got '9-3'",
        ),
        (
            "[[ignore]]\nsegments=0",
            "ignore 1, segments: must be a segment or a range such as '3-9', got 0",
        ),
        (
            "[[ignore]]\nsegments=true",
            "ignore 1, segments: must be a segment or a range such as '3-9', got True",
        ),
        ('[[ignore]]\nsegments="٣"', "must be a segment or a range"),
        (
            "[[ignore]]\nsegments=0x" + "f" * 5000,
            "must be a segment or a range such as '3-9', got a value of type int",
        ),
        ("[[ignore]]\nreason=1", "ignore 1, reason: must be a string in quotes, got 1"),
        ("pairs=1", "meteor.toml, pairs: must be a list of tables; write [[pairs]]"),
        ("[folders]\npath='a'", "meteor.toml, folders: must be a list of tables"),
        ("ignore=[1]", "meteor.toml, ignore 1: must be a table, got 1; write [[ignore]]"),
    ],
)
def test_invalid_rule_is_reported_once_and_skipped(text: str, problem: str) -> None:
    good = '\n[[ignore]]\ncode="line-count"\n[[folders]]\npath="b"\n'
    file = parse(text + (good if text.startswith("[[") else ""))
    assert len(file.problems) == 1
    assert problem in file.problems[0]
    assert len(file.ignores) == len(file.folders) == text.startswith("[[")
    assert [rule.hypothesis.text for rule in file.pairs] in ([], ["a"])


@pytest.mark.parametrize("key", ["pairs", "folders"])
def test_a_rule_with_a_bad_setting_still_counts(key: str) -> None:
    own = 'hypothesis="a"\nreferences="b"' if key == "pairs" else 'path="a"'
    file = parse(f"[[{key}]]\n{own}\nbeta=2\nalpha=7\nvarient='nltk'\nhints.chunks=true\n")
    assert file.problems == (
        f"meteor.toml, {key} 1, alpha: alpha is 7.0, but must be between 0 and 1",
        f"meteor.toml, {key} 1: unknown key 'varient'; did you mean 'variant'?",
        f"meteor.toml, {key} 1, hints: {NOT_HERE}",
    )
    (rule,) = file.pairs or file.folders
    assert rule.given == {"beta": 2.0}


def test_patterns_may_lead_out_where_that_is_allowed() -> None:
    text = '[[pairs]]\nhypothesis="a"\nreferences="../b"\n'
    assert parse(text).pairs == ()
    file = parse(text, outside=True)
    assert file.pairs[0].references[0].literal == "../b"
    assert file.problems == ()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a = ", "meteor.toml, line 1, column 5: Invalid value"),
        ('lowScore = 1\nx = "', "meteor.toml, line 2, column 6: "),
        ("lowScore = 1\nlowScore = 2\n", "meteor.toml, line 2, column "),
        ("x = [\n", "meteor.toml, line 2, column 1: "),
        ("x=" + "[" * 100_000, "nested too deeply"),
        ("x=" + "9" * 5000, "too many digits"),
        ("\n" + "a." * 300_000 + "b=1", "line 2, column 1: a key has more than 100 dots"),
        ("#" * 1_100_000, "larger than 1 MB"),
    ],
)
def test_invalid_toml_is_reported_in_one_sentence(text: str, told: str) -> None:
    file = parse(text)
    assert len(file.problems) == 1
    assert told in file.problems[0]
    assert file == ProjectFile(path=PATH, readable=False)


@given(st.text(st.sampled_from("[]{}=\"'\\\n\r#.,ap1 \ud800"), max_size=40))
def test_any_text_is_read(text: str) -> None:
    parse(text)


toml_values = st.sampled_from(
    [
        "1",
        "-0.0",
        "nan",
        "inf",
        "true",
        '""',
        '"a"',
        "'{x}'",
        "[]",
        "['a',1]",
        "{}",
        "{a=1}",
        "1979-05-27",
        "07:32:00",
        "[[1]]",
        "'..'",
        "'3-9'",
        "['exact']",
        "'low-score'",
    ]
)
toml_keys = st.sampled_from(
    [
        "hypothesis",
        "references",
        "source",
        "postEditing",
        "path",
        "file",
        "code",
        "segments",
        "reason",
        "variant",
        "weights",
        "stages",
        "severity",
        "hints",
        "x",
        "lowScore",
        "language",
    ]
)


@given(
    st.sampled_from(["", "[[pairs]]", "[[folders]]", "[[ignore]]", "[severity]", "[hints]"]),
    st.dictionaries(toml_keys, toml_values),
)
def test_any_value_is_read(header: str, values: dict[str, str]) -> None:
    file = parse(header + "\n" + "\n".join(f"{key} = {value}" for key, value in values.items()))
    assert all(problem.isprintable() for problem in file.problems)
    assert len(set(file.problems)) == len(file.problems)
    assert isinstance(hash(file.settings_for("a/b", Settings())), int)


def test_the_file_is_read_with_any_line_ends_and_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "meteor.toml"
    path.write_bytes(b"\xef\xbb\xbf" + EXAMPLE.replace("\n", "\r\n").encode())
    file = read_project_file(path)
    assert file.pairs == parse(EXAMPLE).pairs
    assert file.problems == ()
    assert file.path == path


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"a=1\nb='\xff'", "meteor.toml, line 2, byte 4: 0xff is not UTF-8"),
        (b"#" * 1_000_001, "meteor.toml: the file is larger than 1 MB"),
        (b"#" * 1_000_000, None),
        (b"", None),
    ],
)
def test_unreadable_content_is_reported(tmp_path: Path, content: bytes, told: str | None) -> None:
    path = tmp_path / "meteor.toml"
    path.write_bytes(content)
    problems = read_project_file(path).problems
    assert len(problems) == (told is not None)
    assert told is None or told in problems[0]


def test_missing_file_is_reported(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "meteor.toml").mkdir()
    for name, told in {
        "missing": "missing: the file cannot be read: No such file",
        "meteor.toml": "meteor.toml: this is not a file",
        "pipe": "pipe: this is not a file",
        "a" * 5000: "cannot be read",
        "\0": "is not a file name",
    }.items():
        (problem,) = read_project_file(tmp_path / name).problems
        assert told in problem
