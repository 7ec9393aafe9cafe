"""Suggestions: every gain is true, and no better edit of the kind was overlooked."""

from collections.abc import Collection, Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import meteor_core.analysis.improvements
from meteor_core import Meteor, Parameters, Statistics
from meteor_core.analysis.improvements import Improvement, _Edit, _FixedAlignment, improvements
from meteor_core.score.results import SegmentResult
from tests.core.implementations import KERNEL_IS_THERE
from tests.meteor15.small_home import PARAPHRASES, make_small_home
from tests.usable_variants import METEOR_IS_THERE, USABLE_VARIANTS

BY_VARIANT: dict[str, Meteor] = {variant: Meteor(variant) for variant in USABLE_VARIANTS}
CLASSIC = BY_VARIANT["classic"]
REPEATED = ["the", "a", "cat", "cats", "mat", "car", "automobile", "running", "ran", "."]
DISTINCT = ["alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel"]

PHRASES = sorted({phrase for both in PARAPHRASES for phrase in both})

phrased_rows = st.lists(st.sampled_from([*PHRASES, "cat", "a", "the", "."]), max_size=5)
"""Rows in which METEOR 1.5 matches several words with fewer or more."""

repeated_rows = st.lists(st.sampled_from(REPEATED), max_size=6)
distinct_rows = st.permutations(DISTINCT).flatmap(
    lambda words: st.integers(0, len(words)).map(lambda size: words[:size])
)


@pytest.fixture(scope="module")
def meteors(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Meteor]]:
    """A scorer of each variant; METEOR 1.5 with paraphrases, and with its words only."""
    with pytest.MonkeyPatch.context() as patch:
        made: dict[str, Meteor] = {**BY_VARIANT}
        if METEOR_IS_THERE:
            make_small_home(tmp_path_factory.mktemp("home"), patch)
            made["meteor-1.5"] = Meteor("meteor-1.5")
            if KERNEL_IS_THERE:
                made["meteor-1.5 optimal"] = Meteor("meteor-1.5", align="optimal", delta=0.5)
        yield made


def suggested(hypothesis: str, reference: str, meteor: Meteor = CLASSIC) -> list[Improvement]:
    result = meteor.score(hypothesis, [reference])
    return list(improvements(meteor, result, limit=100))


def single_edits(words: list[str], reference: list[str], kind: str) -> Iterator[list[str]]:
    """Every drop or move of one token, every addition of one token that is missing."""
    if kind == "drop":
        yield from (words[:i] + words[i + 1 :] for i in range(len(words)))
    elif kind == "add":
        for word in set(reference) - set(words):
            yield from ([*words[:place], word, *words[place:]] for place in range(len(words) + 1))
    else:
        for i, word in enumerate(words):
            rest = words[:i] + words[i + 1 :]
            yield from ([*rest[:place], word, *rest[place:]] for place in range(len(words)))


def chunk_moves(meteor: Meteor, words: list[str], reference: list[str]) -> Iterator[list[str]]:
    for chunk in meteor.score(" ".join(words), [" ".join(reference)]).alignment.chunks:
        start, end = chunk.hypothesis
        rest = words[:start] + words[end:]
        for place in range(len(rest) + 1):
            yield [*rest[:place], *words[start:end], *rest[place:]]


@given(repeated_rows, repeated_rows, st.sampled_from(sorted(USABLE_VARIANTS)))
def test_each_gain_is_what_the_scorer_gives(
    hypothesis: list[str], reference: list[str], variant: str
) -> None:
    meteor = BY_VARIANT[variant]
    before = meteor.score(" ".join(hypothesis), [" ".join(reference)]).score
    for improvement in suggested(" ".join(hypothesis), " ".join(reference), meteor):
        after = meteor.score(improvement.text, [" ".join(reference)])
        assert improvement.score == after.score
        assert improvement.statistics == after.statistics
        assert improvement.gain == after.score - before > 0
        assert not improvement.estimated


@given(phrased_rows, st.lists(phrased_rows, min_size=1, max_size=3), st.data())
def test_each_gain_is_what_the_scorer_gives_with_paraphrases_and_several_references(
    meteors: dict[str, Meteor],
    hypothesis: list[str],
    references: list[list[str]],
    data: st.DataObject,
) -> None:
    meteor = meteors[data.draw(st.sampled_from(sorted(meteors)))]
    result = meteor.score(" ".join(hypothesis), list(map(" ".join, references)))
    for improvement in improvements(meteor, result, limit=100):
        after = meteor.score(improvement.text, [" ".join(references[result.reference])])
        assert improvement.score == after.score
        assert improvement.statistics == after.statistics
        assert improvement.gain == after.score - result.score > 0


@given(phrased_rows, st.lists(phrased_rows, min_size=1, max_size=3), st.data())
def test_an_estimate_counts_the_present_alignment_with_the_edit_made_to_it(
    meteors: dict[str, Meteor],
    hypothesis: list[str],
    references: list[list[str]],
    data: st.DataObject,
) -> None:
    meteor = meteors[data.draw(st.sampled_from(sorted(meteors)))]
    result = meteor.score(" ".join(hypothesis), list(map(" ".join, references)))
    for edit, statistics in _FixedAlignment(result).candidates():
        assert statistics == counted_anew(result, edit), edit


def counted_anew(result: SegmentResult, edit: _Edit) -> Statistics:
    """The edit made to a row of tokens that know where they come from, and all counted again."""
    alignment, before = result.alignment, result.statistics
    row = [(i, -1) for i in range(len(alignment.hypothesis))]  # old token, or token of reference
    first, after = edit.hypothesis
    if edit.kind == "add":
        row[edit.place : edit.place] = [(-1, j) for j in range(*edit.reference)]
    else:
        rest = [token for token in row if not first <= token[0] < after]
        place = edit.place - (after - first if edit.place >= after else 0)
        row = rest if edit.kind == "drop" else [*rest[:place], *row[first:after], *rest[place:]]
    links = [
        (row.index((i, -1)), row.index((n - 1, -1)) + 1, j, m, stage)
        for i, n, j, m, stage in alignment.links
        if all((token, -1) in row for token in range(i, n))
    ] + [(place, place + 1, j, j + 1, 0) for place, (_, j) in enumerate(row) if j >= 0]
    function = set(alignment.hypothesis.function_words)
    partners = set(alignment.reference.function_words)
    functions = {at for at, (i, j) in enumerate(row) if i in function or j in partners}
    stages = range(len(alignment.stages))

    def matched(side: int, among: Collection[int]) -> tuple[int, ...]:
        covered = [(link[4], n) for link in links for n in range(link[side], link[side + 1])]
        return tuple(sum(s == stage and n in among for s, n in covered) for stage in stages)

    everywhere = range(len(row)), range(len(alignment.reference))
    chunks = sum(
        not any(link[1] == other[0] and link[3] == other[2] for link in links) for other in links
    )
    matches, reference_matches = matched(0, everywhere[0]), matched(2, everywhere[1])
    whole = (sum(matches), sum(reference_matches)) == (len(everywhere[0]), len(everywhere[1]))
    return replace(
        before,
        hypothesis_length=len(row),
        chunks=chunks,
        perfect_segments=int(whole and chunks == 1),
        matches_by_stage=matches,
        reference_matches_by_stage=reference_matches,
        hypothesis_function_words=len(functions),
        hypothesis_function_matches=matched(0, functions),
        reference_function_matches=matched(2, partners),
    )


@given(distinct_rows, distinct_rows, st.sampled_from(["drop", "add", "move"]))
def test_where_words_are_distinct_no_single_edit_gains_more(
    hypothesis: list[str], reference: list[str], kind: str
) -> None:
    edits = list(single_edits(hypothesis, reference, kind))
    if kind == "move":
        edits += chunk_moves(CLASSIC, hypothesis, reference)
    before = CLASSIC.score(" ".join(hypothesis), [" ".join(reference)]).score
    scores = (CLASSIC.score(" ".join(edit), [" ".join(reference)]).score for edit in edits)
    most = max((score - before for score in scores), default=0)
    found = [i.gain for i in suggested(" ".join(hypothesis), " ".join(reference)) if i.kind == kind]
    assert max(found, default=0) >= most - 1e-9


@given(repeated_rows, repeated_rows, st.sampled_from(sorted(USABLE_VARIANTS)))
def test_no_drop_of_a_word_gains_more_even_where_words_repeat(
    hypothesis: list[str], reference: list[str], variant: str
) -> None:
    meteor = BY_VARIANT[variant]
    before = meteor.score(" ".join(hypothesis), [" ".join(reference)]).score
    edits = single_edits(hypothesis, reference, "drop")
    scores = (meteor.score(" ".join(edit), [" ".join(reference)]).score for edit in edits)
    most = max((score - before for score in scores), default=0)
    found = suggested(" ".join(hypothesis), " ".join(reference), meteor)
    assert max((i.gain for i in found if i.kind == "drop"), default=0) >= most - 1e-9


@given(distinct_rows, distinct_rows)
def test_the_best_comes_first_and_a_limit_only_cuts(
    hypothesis: list[str], reference: list[str]
) -> None:
    result = CLASSIC.score(" ".join(hypothesis), [" ".join(reference)])
    found = improvements(CLASSIC, result, limit=100)
    gains = [improvement.gain for improvement in found]
    assert gains == sorted(gains, reverse=True)
    assert improvements(CLASSIC, result, limit=2) == found[:2]
    assert len({improvement.text for improvement in found}) == len(found)


@pytest.mark.parametrize(
    ("hypothesis", "reference", "kind", "words", "after"),
    [
        ("We very danced with joy", "We danced with joy", "drop", "very", "We danced with joy"),
        ("the big, fat cat", "the big cat", "drop", ", fat", "the big cat"),
        ("a cat (sat)", "a cat (", "drop", "sat)", "a cat ("),
        ("We danced joy.", "We danced with joy.", "add", "with", "We danced with joy."),
        ("the cat", "the cat, sat.", "add", ", sat.", "the cat, sat."),
        ("", "We danced", "add", "We danced", "We danced"),
        ("  cat", "the cat", "add", "the", "  the cat"),
        ("went home I.", "I went home.", "move", "I", "I went home."),
        ("我昨天去学校", "我昨天去了学校", "add", "了", "我昨天去了学校"),
        ("我昨天很去学校", "我昨天去学校", "drop", "很", "我昨天去学校"),
        ("学校我昨天去", "我昨天去学校", "move", "学校", "我昨天去学校"),
        ("コーヒー・カップ", "コーヒー カップ", "drop", "・", "コーヒー カップ"),
        ("ابدا لا تندم", "لا تندم ابدا", "move", "ابدا", "لا تندم ابدا"),
        ("cat😀sat mat", "cat sat mat", "drop", "😀", "cat sat mat"),
    ],
)
def test_words_stand_as_they_are_with_the_spaces_of_the_texts(
    hypothesis: str, reference: str, kind: str, words: str, after: str
) -> None:
    best = suggested(hypothesis, reference)[0]
    assert (best.kind, best.words, best.text) == (kind, words, after)


def test_ranges_say_what_is_edited() -> None:
    added, dropped, moved = (
        suggested("We danced joy.", "We danced with joy.")[0],
        suggested("We very danced with joy", "We danced with joy")[0],
        suggested("went home I.", "I went home.")[0],
    )
    assert (added.hypothesis, added.reference, added.place) == ((2, 2), (2, 3), 2)
    assert (dropped.hypothesis, dropped.reference, dropped.place) == ((1, 2), (0, 0), 1)
    assert (moved.hypothesis, moved.reference, moved.place) == ((2, 3), (0, 1), 0)


def test_signs_that_are_no_tokens_stay() -> None:
    meteor = Meteor("linear-penalty")
    for improvement in suggested("the dog; cat, here", "here the cat slept", meteor):
        assert improvement.text.count(";") == improvement.text.count(",") == 1


def test_a_perfect_segment_cannot_be_improved() -> None:
    assert suggested("the cat sat", "the cat sat") == []
    assert suggested("", "") == []


def test_other_parameters_change_what_gains_most() -> None:
    result = CLASSIC.score("the cat very sat", ["the cat sat there"])
    strict = Parameters(alpha=0.0, beta=3.0, gamma=0.0, weights=(1.0, 1.0, 1.0))
    lenient = Parameters(alpha=1.0, beta=3.0, gamma=0.0, weights=(1.0, 1.0, 1.0))
    assert improvements(CLASSIC, result, parameters=strict)[0].kind == "drop"
    assert [i.kind for i in improvements(CLASSIC, result, parameters=lenient)] == ["add"]


@given(distinct_rows, distinct_rows, st.sampled_from([None, 0.7]))
def test_where_words_are_distinct_estimates_are_exact(
    hypothesis: list[str], reference: list[str], delta: float | None
) -> None:
    meteor = Meteor(delta=delta)
    words = [{"golf": "the", "hotel": "of"}.get(word, word) for word in hypothesis]
    partners = [{"golf": "the", "hotel": "of"}.get(word, word) for word in reference]
    result = meteor.score(" ".join(words), [" ".join(partners)])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(meteor_core.analysis.improvements, "_MAX_TOKEN_PAIRS", 0)
        found = improvements(meteor, result)
    for improvement in found:
        true = meteor.score(improvement.text, [" ".join(partners)])
        assert improvement.estimated
        assert improvement.statistics == true.statistics
        assert improvement.score == true.score


def test_a_long_segment_gets_estimates() -> None:
    words = [DISTINCT[n * n % len(DISTINCT)] + str(n % 700) for n in range(1000)]
    reference = [*words[500:], *words[:480:2]]
    result = CLASSIC.score(" ".join(words), [" ".join(reference)])
    found = improvements(CLASSIC, result)
    assert found
    assert all(improvement.estimated for improvement in found)
