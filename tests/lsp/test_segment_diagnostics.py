"""What is worth attention, for texts of which a person would say the same."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meteor_core import Meteor
from meteor_lsp.documents.text_file import TextFile
from meteor_lsp.pairing.streams import HYPOTHESIS, SOURCE, Pairing, Part, Role, Stream
from meteor_lsp.project.project_file import ProjectFile, parse_project_file
from meteor_lsp.project.settings import Settings
from meteor_lsp.project.severities import DEFAULT_SEVERITIES, Severity
from meteor_lsp.scoring import scores as module
from meteor_lsp.scoring.diagnostics import Diagnostic, explain_score
from meteor_lsp.scoring.line_scores import line_score
from meteor_lsp.scoring.scores import MAX_SEGMENT_CHARS, PairScores
from meteor_lsp.session.open_pairing import OpenPairing

METEOR = Meteor()
REFERENCE = Part(Role.REFERENCE)
QUIET = Settings(low_score=0)


def opened(
    hypotheses: Sequence[str],
    *references: Sequence[str],
    source: Sequence[str] | None = None,
    settings: Settings = QUIET,
    post_editing: bool = False,
    project: str = "",
    scored: bool = True,
) -> OpenPairing:
    """A pairing of these segments, a file each."""
    lists = [list(hypotheses), *map(list, references), *([list(source)] if source else [])]
    files = {
        f"file:///{number}": TextFile(f"file:///{number}", str(number), lines)
        for number, lines in enumerate(lists)
    }
    streams = [Stream(uri) for uri in files]
    scores = PairScores(METEOR, lists[0], lists[1 : len(references) + 1])
    file: ProjectFile = parse_project_file(Path("/meteor.toml"), project)
    assert file.problems == ()
    pairing = Pairing(
        hypothesis=streams[0],
        references=tuple(streams[1 : len(references) + 1]),
        source=streams[-1] if source else None,
        post_editing=post_editing,
        settings=settings,
        project=file,
        relative="0",
    )
    if scored:
        for segment in range(scores.paired):
            if scores.open_among([segment]):
                texts = scores.texts(segment)
                results = METEOR.score_each(texts[0], texts[1:])
                scores.store([segment], [texts], [line_score(results)])
    return OpenPairing(pairing, files, scores, "en")


def found(pairing: OpenPairing) -> list[tuple[str, Part, int, int]]:
    return [(one.code, one.part, one.segment, one.span[1]) for one in pairing.diagnostics()]


def only(pairing: OpenPairing) -> Diagnostic:
    (diagnostic,) = pairing.diagnostics()
    return diagnostic


def test_low_scores_are_reported_with_reasons() -> None:
    pairing = opened(["a b c d", "x y"], ["a b c d", "x z"], settings=Settings(low_score=0.6))
    diagnostic = only(pairing)
    result = METEOR.score("x y", ["x z"])
    assert (diagnostic.code, diagnostic.segment, diagnostic.score) == ("low-score", 1, result.score)
    assert diagnostic.message == (
        f"METEOR {result.score:.3f}, below 0.6: 1 of 2 words match 1 of 2 of the reference, "
        "in 1 chunk."
    )
    assert diagnostic.related == (REFERENCE, "the reference")
    assert explain_score(METEOR.score("a b c", ["c a b"]).statistics).endswith("in 2 chunks")


def test_the_threshold_itself_is_not_below_it() -> None:
    score = METEOR.score("x y", ["x z"]).score
    assert found(opened(["x y"], ["x z"], settings=Settings(low_score=score))) == []


@pytest.mark.parametrize(
    ("hypothesis", "reference", "message"),
    [
        ("", "a", "The hypothesis of segment 1 is empty."),
        (" \t", "a", "The hypothesis of segment 1 is empty."),
        ("a", "", "The reference of segment 1 is empty."),
    ],
)
def test_empty_side_is_reported_instead_of_a_low_score(
    hypothesis: str, reference: str, message: str
) -> None:
    diagnostic = only(opened([hypothesis], [reference], settings=Settings(low_score=1)))
    assert (diagnostic.code, diagnostic.message, diagnostic.score) == ("empty-segment", message, 0)


def test_segments_empty_on_both_sides_are_ignored() -> None:
    assert found(opened(["", " "], ["", ""], settings=Settings(low_score=1))) == []


@pytest.mark.parametrize(
    ("words", "references", "told"),
    [(10, 4, False), (11, 4, True), (4, 11, True), (4, 10, False), (1, 4, False), (1, 5, True)],
)
def test_large_length_ratio_is_reported(words: int, references: int, *, told: bool) -> None:
    pairing = opened(["a " * words], ["a " * references])
    assert [one.code for one in pairing.diagnostics()] == ["length-ratio"] * told
    if told:
        word = "missing?" if words < references else "added, or missing in the reference?"
        assert only(pairing).message.endswith(word)


def test_untouched_post_edit_is_reported() -> None:
    pairing = opened(["a b", "c"], ["a b", "d"], post_editing=True)
    assert found(pairing) == [("untouched-mt", Part(Role.REFERENCE), 0, 3)]
    assert found(opened(["a b"], ["a b"])) == []


@pytest.mark.parametrize(
    ("source", "hypothesis", "references", "told"),
    [
        ("Guten Tag", "Guten Tag", ["Good day"], True),
        ("Guten Tag", " Guten Tag ", ["Good day"], True),
        ("Guten Tag", "guten Tag", ["Good day"], False),
        ("Wien", "Wien", ["Wien"], False),
        ("Wien", "Wien", ["Vienna", "Wien"], False),
        ("1984", "1984", ["the year 1984"], False),
        ("", "", ["a"], False),
    ],
)
def test_untranslated_segments_are_reported(
    source: str, hypothesis: str, references: list[str], *, told: bool
) -> None:
    pairing = opened([hypothesis], *[[one] for one in references], source=[source])
    codes = [one.code for one in pairing.diagnostics()]
    assert ("identical-to-source" in codes) == told


@pytest.mark.parametrize("side", [0, 1])
def test_too_long_segments_are_reported(side: int) -> None:
    texts = [["short", "short"], ["short", "short"]]
    texts[side][1] = "a" * (MAX_SEGMENT_CHARS + 1)
    pairing = opened(*texts)
    assert found(pairing) == [("too-long", HYPOTHESIS, 1, 0)]


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ((3, 3), []),
        ((3, 1), [("line-count", HYPOTHESIS, 1, 1)]),
        ((3, 0), [("line-count", HYPOTHESIS, 0, 1)]),
        ((1, 3), [("line-count", HYPOTHESIS, 0, 1), ("line-count", REFERENCE, 1, 1)]),
        ((0, 2), [("line-count", HYPOTHESIS, 0, 0), ("line-count", REFERENCE, 0, 1)]),
        (
            (2, 2, 3),
            [("line-count", HYPOTHESIS, 1, 1), ("line-count", Part(Role.REFERENCE, 1), 2, 1)],
        ),
    ],
)
def test_unequal_numbers_of_lines_are_reported(
    counts: tuple[int, ...], expected: list[tuple[str, Part, int, int]]
) -> None:
    assert found(opened(*(["x"] * count for count in counts))) == expected


def test_source_of_another_length_is_reported_at_the_hypothesis() -> None:
    assert found(opened(["x"] * 2, ["x"] * 2, source=["y"])) == [("line-count", HYPOTHESIS, 1, 1)]
    assert found(opened(["x"], ["x"], source=["y"] * 2)) == [("line-count", HYPOTHESIS, 0, 1)]
    (diagnostic,) = opened(["x"] * 2, ["x"] * 2, source=["y"]).diagnostics()
    assert diagnostic.related == (SOURCE, "the last line of the source")


def test_unreadable_table_lines_are_reported_once() -> None:
    lines = ["hyp\tref", "a b", "", "a\tb", "\t"]
    file = TextFile("file:///t.tsv", "t.tsv", lines)
    pairing = Pairing(
        hypothesis=Stream(file.uri, "hyp"), references=(Stream(file.uri, "ref"),), settings=QUIET
    )
    scores = PairScores(METEOR, file.texts("hyp"), [file.texts("ref")])
    table = OpenPairing(pairing, {file.uri: file}, scores, "en")
    assert [(one.code, one.part, one.segment) for one in table.diagnostics()] == [
        ("unreadable-line", REFERENCE, 0),
        ("unreadable-line", REFERENCE, 1),
    ]
    assert [one.message for one in table.diagnostics()] == [
        "Segment 1 lacks a text, and counts as empty there: 1 of 2 columns.",
        "Segment 2 lacks a text, and counts as empty there: blank line.",
    ]


def test_unscored_segments_have_no_diagnostics() -> None:
    pairing = opened(["x"], ["y"], settings=Settings(low_score=1), scored=False)
    assert found(pairing) == []


def test_severities_are_as_they_are_set() -> None:
    settings = Settings(low_score=1)
    assert only(opened(["x y"], ["x z"], settings=settings)).severity is Severity.INFORMATION
    for severity in Severity:
        given_so = replace(settings, severity=settings.severity.overridden({"low-score": severity}))
        diagnostics = opened(["x y"], ["x z"], settings=given_so).diagnostics()
        assert [one.severity for one in diagnostics] == [severity] * (severity is not Severity.OFF)


@pytest.mark.parametrize(
    ("ignore", "left"),
    [
        ("", [0, 1, 2]),
        ("segments = '2-3'", [0]),
        ("segments = 1\ncode = 'low-score'", [1, 2]),
        ("segments = 1\ncode = 'length-ratio'", [0, 1, 2]),
        ("file = '0'", []),
        ("file = 'other'", [0, 1, 2]),
    ],
)
def test_ignored_diagnostics_are_skipped(ignore: str, left: list[int]) -> None:
    project = f"[[ignore]]\n{ignore}\n" if ignore else ""
    pairing = opened(["x"] * 3, ["y"] * 3, settings=Settings(low_score=1), project=project)
    assert [one.segment for one in pairing.diagnostics()] == left


WORDS = st.sampled_from(["", "a", "a b", "a b c d e f", "x", " "])


@given(rows=st.lists(st.tuples(WORDS, WORDS, WORDS), max_size=9), post_editing=st.booleans())
def test_blocks_change_nothing(rows: list[tuple[str, str, str]], *, post_editing: bool) -> None:
    columns = [[row[index] for row in rows] for index in range(3)]
    results = []
    for size in (1, 2, 512):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(module, "_SEGMENTS_PER_BLOCK", size)
            pairing = opened(*columns, settings=Settings(low_score=0.9), post_editing=post_editing)
            results.append(pairing.diagnostics())
            assert pairing.diagnostics() == results[-1]
    assert results[0] == results[1] == results[2]
    for diagnostic in results[0]:
        assert diagnostic.code in DEFAULT_SEVERITIES
        assert 0 <= diagnostic.segment < len(rows)
        assert diagnostic.span[1] == len(rows[diagnostic.segment][0])
