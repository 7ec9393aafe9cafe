"""A review that follows edits is the one that would be made of the texts as they are now."""

from hypothesis import given, settings
from hypothesis import strategies as st

from meteor_core import Meteor
from meteor_core.files.units import Facts
from meteor_core.review.diagnostics.find import Checking
from meteor_core.review.remarks import Remark, RemarksFile, grouped
from meteor_core.review.review_format import segment_json, total_json
from meteor_core.review.segments import Bounds
from meteor_core.review.texts import ReviewTexts
from meteor_lsp.scoring.review import Measure, PairReview

MEASURE = Measure(meteor=Meteor(language="en"), bounds=Bounds(), checking=Checking(language="en"))

lines = st.lists(st.sampled_from(["a b", "a c d", "1 e", "", "b a"]), max_size=3)
edits = st.tuples(
    st.integers(0, 7), st.integers(0, 3), lines, st.sampled_from(["mt", "pe", "both"])
)


class Texts:
    """Two lists of lines, and their review."""

    def __init__(self, mt: list[str], post_edits: list[str]) -> None:
        self.mt, self.post_edits = mt, post_edits

    def size(self) -> int:
        return min(len(self.mt), len(self.post_edits))

    def read(self, segment: int) -> ReviewTexts | None:
        mt, post_edit = self.mt[segment], self.post_edits[segment]
        return ReviewTexts(mt=mt, post_edit=post_edit, number=segment + 1) if mt else None

    def review(self) -> PairReview:
        return PairReview(MEASURE, self.read, self.size, None)


def finish(review: PairReview) -> None:
    while segments := review.next_open(2):
        for segment in segments:
            texts = review.texts(segment)
            assert texts is not None
            review.store(segment, texts, MEASURE.review(texts))


def seen(review: PairReview) -> object:
    finish(review)
    assert review.complete
    whole = [(review.with_details(at), review.state(at)) for at in review.present()]
    return (
        review.reviewed,
        total_json(review.total()),
        [segment_json(one, state) for one, state in whole if one is not None],
    )


@given(lines, lines, st.lists(edits, max_size=4))
@settings(max_examples=60)
def test_edits_are_followed(
    mt: list[str], post_edits: list[str], changes: list[tuple[int, int, list[str], str]]
) -> None:
    texts = Texts([*mt, "a b", "c d"], [*post_edits, "a x", "c d"])
    followed = texts.review()
    finish(followed)
    for number, (first, removed, inserted, side) in enumerate(changes):
        start = min(first, texts.size())
        gone = min(removed, texts.size() - start)
        if side != "pe":
            texts.mt[start : start + gone] = inserted
        if side != "mt":
            texts.post_edits[start : start + gone] = inserted
        followed.changed(start, gone, len(inserted), together=side == "both")
        if number % 2:
            finish(followed)
    assert seen(followed) == seen(texts.review())


def test_states_stay_with_their_segments() -> None:
    texts = Texts(["one", "two", "three"], ["1", "2", "3"])
    review = texts.review()
    key = review.key(1)
    assert key is not None
    review.set_remarks(RemarksFile(groups=grouped([Remark(key=key, state="approved")])))
    assert [review.state(at) for at in range(3)] == ["to-do", "approved", "to-do"]
    texts.mt.insert(0, "zero")
    texts.post_edits.insert(0, "0")
    review.changed(0, 0, 1, together=True)
    assert [review.state(at) for at in range(4)] == ["to-do", "to-do", "approved", "to-do"]
    texts.post_edits[2] = "another"
    review.changed(2, 1, 1, together=False)
    assert review.state(2) == "approved"


def test_a_state_or_a_note_is_not_a_text_and_leaves_all_numbers_as_they_are() -> None:
    facts = [Facts(id=name, state="translated") for name in "abc"]
    texts = [("one", "one two"), ("three", "three"), ("four", "five")]

    def read(segment: int) -> ReviewTexts:
        mt, post_edit = texts[segment]
        return ReviewTexts(mt=mt, post_edit=post_edit, facts=facts[segment], number=segment + 1)

    review = PairReview(MEASURE, read, lambda: 3, "XLIFF 1.2")
    finish(review)
    before = total_json(review.total())
    facts[0] = Facts(id="a", state="final", is_final=True, notes=("Well.",))
    review.changed(0, 1, 1, together=True)
    assert (review.complete, review.reviewed, review.state(0)) == (True, 3, "approved")
    assert total_json(review.total()) == before
    whole = review.with_details(0)
    assert whole is not None
    assert whole.texts.facts.notes == ("Well.",)
    # That nobody has changed a text matters once it is final: it is looked at again, and the old
    # numbers count for as long.
    facts[1] = Facts(id="b", state="final", is_final=True)
    review.changed(1, 1, 1, together=True)
    assert review.next_open(9) == [1]
    assert total_json(review.total()) == before
    finish(review)
    assert review.total().diagnostics["untouched-final"] == 1
    texts[2] = ("four", "four")
    review.changed(2, 1, 1, together=True)
    assert review.total().diagnostics["untouched-final"] == 1
    assert review.next_open(9) == [2]
