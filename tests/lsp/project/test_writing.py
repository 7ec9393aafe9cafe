import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from meteor_core import InputError, InputTypeError
from meteor_lsp.project.project_file import (
    Ignore,
    PairRule,
    ProjectFile,
    parse_project_file,
    with_ignore,
    with_pair,
)

parts = st.text(
    st.one_of(
        st.sampled_from("*?[]{}\\\"'#=\n\r\t\b\x7f\x85\u2028👍 .a"),
        st.characters(exclude_characters="/\0", exclude_categories=["Cs"]),
    ),
    min_size=1,
    max_size=8,
).filter(lambda part: part not in {".", ".."})
names = st.lists(parts, min_size=1, max_size=3).map("/".join).filter(lambda name: name[1:2] != ":")

TEXTS = (
    "",
    "# only this, without a line end",
    "\ufeffvariant = 'nltk'\n",
    "lowScore = 0.1\r\n[hints]\r\nchunks = true\r\n",
    '[[pairs]]\nhypothesis = "a"\nreferences = "b" # x\n\n[[ignore]]\ncode = "too-long"',
    "[[pairs]]\n[hints]\n[[ignore]]\n# first\n[[ignore]]\n [[ 'pairs' ]] # second",
    "[severity]\ntoo-long = 'off'\n[[folders]]\npath = 'x'\nseverity.too-long = 'error'\n",
    'x = \'\'\'\n[[pairs]]\n# no comment\'\'\'\ny = """\\""""""\n[[pairs]]\nhypothesis = \'q\'\n',
)


def parse(text: str) -> ProjectFile:
    return parse_project_file(Path("meteor.toml"), text, outside=True)


def rule_for(text: str, hypothesis: str) -> PairRule:
    return next(rule for rule in parse(text).pairs if rule.hypothesis.match(hypothesis) is not None)


@given(
    st.sampled_from(TEXTS),
    names,
    st.lists(names, min_size=1, max_size=3),
    st.none() | names,
    st.booleans(),
)
def test_a_pair_that_was_written_is_the_pair_that_is_read(
    text: str,
    hypothesis: str,
    references: Sequence[str],
    source: str | None,
    post_editing: bool,  # noqa: FBT001  # given by name
) -> None:
    written = with_pair(
        text,
        hypothesis=hypothesis,
        references=references,
        source=source,
        post_editing=post_editing,
    )
    rule = rule_for(written, hypothesis)
    assert rule.hypothesis.literal == hypothesis
    assert [pattern.literal for pattern in rule.references] == references
    assert (rule.source.literal if rule.source else None) == source
    assert rule.post_editing is post_editing
    assert parse(written).problems == parse(text).problems
    if hypothesis != "a":
        assert written.startswith(text)


@given(st.sampled_from(TEXTS), names, st.none() | st.sampled_from(["7", "3-9"]))
def test_an_ignore_that_was_written_is_the_one_that_is_read(
    text: str, file: str, segments: str | None
) -> None:
    written = with_ignore(text, file=file, code="low-score", segments=segments)
    assert written.startswith(text)
    ignore = parse(written).ignores[-1]
    assert ignore.file is not None
    assert ignore.file.literal == file
    assert ignore.covers(file, "low-score", 7)
    assert ignore.covers(file, "low-score", 1) is (segments is None)
    assert with_ignore(written, file=file, code="low-score", segments=segments) == written


@given(names, st.lists(st.tuples(names, st.none() | names, st.booleans()), min_size=1, max_size=4))
@example("a", [("b", "s", True), ("c", None, False)])
def test_the_last_that_was_written_counts_and_there_is_one(
    hypothesis: str, writings: list[tuple[str, str | None, bool]]
) -> None:
    text = ""
    for reference, source, post_editing in writings:
        text = with_pair(
            text,
            hypothesis=hypothesis,
            references=[reference],
            source=source,
            post_editing=post_editing,
        )
    (rule,) = parse(text).pairs
    assert rule.references[0].literal == writings[-1][0]
    assert rule.post_editing is writings[-1][2]
    told = [source for _, source, _ in writings if source is not None]
    assert (rule.source.literal if rule.source else None) == (told[-1] if told else None)


def test_a_block_is_added_at_the_end() -> None:
    assert with_pair("# x", hypothesis="a", references=["b", "c*"], source="s") == (
        '# x\n\n[[pairs]]\nhypothesis = "a"\nreferences = ["b", "c[*]"]\nsource = "s"\n'
    )
    assert with_ignore("x = 1\r\n", file="a", code="too-long", segments="3-9") == (
        'x = 1\r\n\r\n[[ignore]]\r\nfile = "a"\r\ncode = "too-long"\r\nsegments = "3-9"\r\n'
    )
    assert with_ignore("", file="a", code="too-long", segments=None) == (
        '[[ignore]]\nfile = "a"\ncode = "too-long"\n'
    )


CHANGED = """\
x = '''
[[pairs]]
hypothesis = "a"
''' # [[pairs]]
[[ "pairs" ]]{end}
# first
hypothesis = "z"
references = "a"

[[pairs]] # second
{entries}
[pairs.severity]
too-long = "off"
[[ignore]]
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            'hypothesis = "a" # h\nreferences = "b" # r\nlowScore = 0.1',
            'hypothesis = "a" # h\nreferences = ["new"] # r\nlowScore = 0.1',
        ),
        (
            "references = [ # r\n  'b', # ]\n  \"c]\",\n]   # end\n'hypothesis'='a'",
            "references = [\"new\"]   # end\n'hypothesis'='a'",
        ),
        (
            '"references" =\t"""\nb""""\nhypothesis = "a"\npostEditing = true',
            '"references" =\t["new"]\nhypothesis = "a"\npostEditing = false',
        ),
        (
            'hypothesis = "a" # no references yet',
            'hypothesis = "a" # no references yet\nreferences = ["new"]',
        ),
        (
            "hypothesis = 'a'\nreferences = 'b'\nsource = 'kept'\nalign = 'greedy'",
            "hypothesis = 'a'\nreferences = [\"new\"]\nsource = 'kept'\nalign = 'greedy'",
        ),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_a_rule_for_the_same_file_is_changed_in_place(
    before: str, after: str, end: str, mark: str
) -> None:
    text, expected = (
        mark + CHANGED.format(entries=entries, end="").replace("\n", end)
        for entries in (before, after)
    )
    written = with_pair(text, hypothesis="a", references=["new"])
    assert written == expected
    assert [pattern.literal for pattern in rule_for(written, "a").references] == ["new"]


def test_a_pair_comes_before_the_pattern_behind_which_it_would_never_count() -> None:
    text = (
        "x = '''\n# no comment'''\n# The systems.\n  # All of them.\n[[pairs]]\n"
        'hypothesis = "{x}.hyp"\nreferences = "{x}.ref"\n'
    )
    written = with_pair(text, hypothesis="a.hyp", references=["b"])
    assert written == text.replace(
        "# The",
        '[[pairs]]\nhypothesis = "a.hyp"\nreferences = ["b"]\n\n# The',
    )
    assert with_pair(written, hypothesis="a.hyp", references=["c"]) == written.replace(
        '["b"]', '["c"]'
    )


def test_a_rule_that_cannot_be_followed_hides_no_pair() -> None:
    text = '[[pairs]]\nhypothesis = "*"\nreferences = "{x}"\n'
    assert with_pair(text, hypothesis="a", references=["b"]).startswith(text)
    text = '[[pairs]]\nhypothesis = "a"\nreferences = "b"\nsource = "/c"\n'
    assert rule_for(with_pair(text, hypothesis="a", references=["d"]), "a").source is None


@pytest.mark.parametrize(
    ("text", "hypothesis", "references", "told"),
    [
        ("x = ", "a", ["b"], "meteor.toml, line 1, column 5"),
        ("pairs = []", "a", ["b"], r"write each entry below a line \[\[pairs\]\]"),
        ("pairs = [{hypothesis='a', references='b'}]", "a", ["b"], "below a line"),
        ("pairs = [{hypothesis='*', references='b'}]", "a", ["b"], "below a line"),
        ("pairs = 1", "a", ["b"], "below a line"),
        ("[pairs]", "a", ["b"], "below a line"),
        ("", "a", [], "the list is empty"),
        ("", "", ["b"], "is empty"),
        ("", "/a", ["b"], "is absolute"),
        ("", "a", ["b//c"], "not a plain name"),
        ("", "a", ["b\0"], "NUL"),
        ("", "a\ud800", ["b"], "not valid Unicode"),
    ],
)
def test_what_cannot_be_written_is_refused(
    text: str, hypothesis: str, references: list[str], told: str
) -> None:
    with pytest.raises(InputError, match=told):
        with_pair(text, hypothesis=hypothesis, references=references)


@pytest.mark.parametrize(
    ("text", "code", "segments", "told"),
    [
        ("x = ", "low-score", None, "line 1"),
        ("ignore = []", "low-score", None, "below a line"),
        ("", "low", None, "unknown code"),
        ("", "low-score", "9-3", "must be a segment or a range"),
    ],
)
def test_invalid_ignore_is_rejected(text: str, code: str, segments: str | None, told: str) -> None:
    with pytest.raises(InputError, match=told):
        with_ignore(text, file="a", code=code, segments=segments)


def test_string_is_rejected_as_list_of_references() -> None:
    with pytest.raises(InputTypeError, match="references must be a list"):
        with_pair("", hypothesis="a", references="b")


def test_an_ignore_for_other_segments_is_added() -> None:
    text = with_ignore("", file="a", code="low-score", segments="3")
    text = with_ignore(text, file="a", code="low-score", segments="4")
    assert len(tomllib.loads(text)["ignore"]) == 2
    assert Ignore.covers(parse(text).ignores[1], "a", "low-score", 4)
