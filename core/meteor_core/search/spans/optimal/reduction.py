"""What can be decided about candidates without a search.

Every step here is strict: what it takes is in every best alignment, what it drops is in none, by
the whole objective (see the package). So the steps may be applied in any order and any number of
times, and it does no harm to stop early.

    the same spans     of candidates with equal spans one is kept: the one worth most, which is
                       the exact one, else that of the earliest stage
    better without     a phrase is dropped if more single words can be matched in stage exact
                       without it, which are worth more: its own words or their equals
    outweighed         a candidate of no worth is dropped that covers a required word
    certain            a candidate is taken that is worth more than all that stands in its way: a
                       candidate that shares a word with it could be swapped for it. What shares a
                       word with it is dropped
    runs               exact matches of single words that follow each other are taken, be it one,
                       where going without them would cost a chunk, and what shares a word with
                       them is dropped
    of no use          a candidate of no worth is dropped that can continue no other and be
                       continued by none, since it is a chunk

A word is *required* if every best alignment matches it by something of worth. Say that a word
stands ``a`` times in the one row and ``b`` times in the other, that each may be matched with each
by stage exact, and that ``c`` of the latter may be covered by something else of worth. If ``b - c``
is no less than ``a``, the first are required: were one of them left out or matched for nothing,
then so would be one of the others, and the two could be matched.

A phrase takes words from those that are *equal* to them. Say that a word stands ``a`` times in the
one row and ``b`` times in the other, that each may be matched with each by stage exact, and that
a best alignment has a phrase that covers ``x`` of the former and ``y`` of the latter, and ``c`` and
``d`` more are covered by something else of worth. It matches as many of the others as it can,
``min(a - c - x, b - d - y)``, and without the phrase it could match ``min(a - c, b - d)``. If there
are ``s = (b - d) - (a - c)`` of the latter to spare, those are ``max(x, y - s)`` more, or
``max(y, x + s)`` where ``s`` is below 0: the less, the farther ``s`` is from 0, and so no less than
where ``s`` is least or greatest, by the most that may be covered by something else of worth. If all
that is gained of such words is worth more than the phrase, the phrase is in no best alignment.

A *run* is a diagonal of exact matches of single words, of which nothing else of worth covers any
word and each word that is equal to one of them may be matched with each by stage exact. Its
*joints* are the places between its matches, and the two at its ends. Say that a best alignment
misses some of them. Put these in, and match what they push aside among itself: the worth is no
less, and if it is no more, neither are there more matches. All joints of the part that was missing
then are adjacencies, but for its ends, which are if there is a certain match, or one of the run. At
each of the joints the best alignment had two adjacencies at most, one in the hypothesis and one in
the reference, if there are other candidates to make them; and none where a certain match goes on,
or one of the run that it has. So a joint is worth

    1                    beside a certain match, or one of the run that is there
    1 - possible losses  inside the part that is missing
    0 - possible losses  at its end otherwise

and if each part that may be missing has joints worth more than 0 together, there would be fewer
chunks than in the best alignment: so every best alignment has the run. A part of a run that is not
certain as a whole may be so by itself.

The definite matches are certain from the start; nothing else touches their words. The search over
words has a reduction of its own, as its first criterion counts matches stage by stage; it has the
same rule for runs.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from ..links import Candidate, Link
from ..worth import worth_of_match

_ROUNDS: Final = 8

Spans: TypeAlias = tuple[int, int, int, int]
"""First token in the reference, one past the last, the same in the hypothesis."""


class SpanMatch(NamedTuple):
    """A candidate that is still in question, or certain.

    Attributes:
        reference_start: its first token in the reference.
        reference_end: one past the last.
        hypothesis_start: its first token in the hypothesis.
        hypothesis_end: one past the last.
        stage: where it was found.
        worth: what it adds to the first criterion: an integer, as METEOR cuts off halves.
    """

    reference_start: int
    reference_end: int
    hypothesis_start: int
    hypothesis_end: int
    stage: int
    worth: int

    @property
    def spans(self) -> Spans:
        """Its words on both sides."""
        return self[:4]

    @property
    def link(self) -> Link:
        """The match as a link of a result."""
        return (
            self.hypothesis_start,
            self.hypothesis_end,
            self.reference_start,
            self.reference_end,
            self.stage,
        )

    @property
    def distance(self) -> int:
        """How far it is from the diagonal."""
        return abs(self.reference_start - self.hypothesis_start)

    @property
    def extra_words(self) -> int:
        """How many more words it covers than it is worth: what tells apart equals in worth."""
        return self.words - self.worth

    @property
    def words(self) -> int:
        """How many words it covers on both sides."""
        return (
            self.reference_end - self.reference_start + self.hypothesis_end - self.hypothesis_start
        )


@dataclass(slots=True, kw_only=True)
class Reduction:
    """What is certain and what is left to search.

    Attributes:
        certain: matches of every best alignment.
        open: candidates that may be in one, in the order in which they were listed.
        required: tokens as ``_tokens`` numbers them; some may not be open any more.
        only_equal: the same; words that nothing covers that is worth anything but exact matches of
            single words, each of them with each of their equals.
    """

    certain: list[SpanMatch]
    open: list[SpanMatch]
    required: set[int] = field(default_factory=set)
    only_equal: set[int] = field(default_factory=set)


@dataclass(slots=True)
class _EqualWords:
    """Tokens that exact matches of single words hold together.

    Attributes:
        sides: tokens of the reference, and of the hypothesis.
        matches: how many there are.
        whole: whether no such match leads out of it.
    """

    sides: tuple[set[int], set[int]]
    matches: int = 0
    whole: bool = True

    @property
    def is_complete(self) -> bool:
        """Whether each may be matched with each."""
        reference, hypothesis = self.sides
        return self.whole and self.matches == len(reference) * len(hypothesis)


def reduce_candidates(
    candidates: Sequence[Candidate], definite: Sequence[Candidate], exact_stage: int
) -> Reduction:
    """What is certain, and what is left.

    Args:
        candidates: all of them, as METEOR lists them.
        definite: those that no other touches.
        exact_stage: the stage whose matches count in full, or -1.
    """
    kept: dict[Spans, SpanMatch] = {}
    for candidate in candidates:
        match = _match_of(candidate, exact_stage)
        known = kept.get(match[:4])
        if known is None or (match.worth, -match.stage) > (known.worth, -known.stage):
            kept[match[:4]] = match
    certain = [_match_of(candidate, exact_stage) for candidate in definite]
    for match in certain:
        del kept[match.spans]
    reduction = Reduction(certain=certain, open=list(kept.values()))
    equal_words = [w for w in _equal_words(reduction.open, exact_stage) if w.is_complete]
    words_of = {token: words for words in equal_words for side in words.sides for token in side}
    covering = Counter(
        token
        for match in reduction.open
        if match.worth and not _is_exact_word(match, exact_stage)
        for token in _tokens(match)
    )
    _drop_worse_than_equals(reduction, words_of, covering)
    _mark_equal_words(reduction, equal_words, covering)
    _drop_outweighed(reduction)
    for _ in range(_ROUNDS):
        left = len(reduction.open)
        _take_certain(reduction)
        _take_runs(reduction)
        _drop_useless(reduction)
        if len(reduction.open) == left:
            break
    return reduction


def _match_of(candidate: Candidate, exact_stage: int) -> SpanMatch:
    start, length, hypothesis_start, hypothesis_length, stage = candidate
    return SpanMatch(
        start,
        start + length,
        hypothesis_start,
        hypothesis_start + hypothesis_length,
        stage,
        worth_of_match(candidate[1], candidate[3], exact=candidate[4] == exact_stage),
    )


def _is_exact_word(match: SpanMatch, exact_stage: int) -> bool:
    return match.stage == exact_stage and match.words == 2


def _equal_words(matches: Sequence[SpanMatch], exact_stage: int) -> list[_EqualWords]:
    found: list[_EqualWords] = []
    equal_to: dict[int, _EqualWords] = {}
    for match in matches:
        if not _is_exact_word(match, exact_stage):
            continue
        tokens = (match.reference_start, ~match.hypothesis_start)
        words = equal_to.get(tokens[0]) or equal_to.get(tokens[1])
        if words is None:
            words = _EqualWords(sides=(set(), set()))
            found.append(words)
        for token, side in zip(tokens, words.sides, strict=True):
            known = equal_to.setdefault(token, words)
            if known is words:
                side.add(token)
            else:
                known.whole = words.whole = False
        words.matches += 1
    return found


def _drop_worse_than_equals(
    reduction: Reduction, words_of: Mapping[int, _EqualWords], covering: Counter[int]
) -> None:
    """Drop phrases without which more of equal words can be matched, as long as there are any.

    Args:
        reduction: what is dropped from.
        words_of: of each token its equals, each of which may be matched with each.
        covering: per token, how many others of worth cover it; is kept up to date.
    """
    left = len(reduction.open) + 1
    while len(reduction.open) < left:
        left = len(reduction.open)
        kept: list[SpanMatch] = []
        for match in reduction.open:
            is_phrase = match.words > 2 and match.worth
            if is_phrase and 2 * _equals_left_out(match, words_of, covering) > match.worth:
                covering.subtract(_tokens(match))
            else:
                kept.append(match)
        reduction.open = kept


def _equals_left_out(
    phrase: SpanMatch, words_of: Mapping[int, _EqualWords], covering: Counter[int]
) -> int:
    """How many more matches of equal words there are, at least, without a phrase."""
    taken = set(_tokens(phrase))
    both_sides = {id(words): words.sides for token in taken if (words := words_of.get(token))}
    left_out = 0
    for reference, hypothesis in both_sides.values():
        x, y = len(reference & taken), len(hypothesis & taken)
        more = len(hypothesis) - len(reference)
        least = more - sum(covering[token] > 0 for token in hypothesis - taken)
        greatest = more + sum(covering[token] > 0 for token in reference - taken)
        left_out += min(
            max(x, y - to_spare) if to_spare >= 0 else max(y, x + to_spare)
            for to_spare in (least, greatest)
        )
    return left_out


def _mark_equal_words(
    reduction: Reduction, equal_words: Sequence[_EqualWords], covering: Counter[int]
) -> None:
    """Say which tokens are required, and which are of equal words only."""
    for words in equal_words:
        reference, hypothesis = words.sides
        for side, other in ((reference, hypothesis), (hypothesis, reference)):
            reduction.only_equal.update(token for token in side if not covering[token])
            if sum(not covering[token] for token in other) >= len(side):
                reduction.required |= side


def _drop_outweighed(reduction: Reduction) -> None:
    """Drop pairs of single words that are worth nothing and take a required word."""
    required = reduction.required
    reduction.open = [
        match
        for match in reduction.open
        if match.worth
        or not (match.reference_start in required or ~match.hypothesis_start in required)
    ]


@dataclass(slots=True)
class _Rivals:
    """The two candidates worth most that cover a token."""

    first: int = 0
    owner: int = -1
    second: int = 0

    def add(self, worth: int, owner: int) -> None:
        if worth > self.first:
            self.second = self.first
            self.first, self.owner = worth, owner
        elif worth > self.second:
            self.second = worth


def _tokens(match: SpanMatch) -> list[int]:
    """The tokens of both sides as one number each: those of the hypothesis are negative."""
    return [
        *range(match.reference_start, match.reference_end),
        *range(~match.hypothesis_end + 1, ~match.hypothesis_start + 1),
    ]


def _take_certain(reduction: Reduction) -> None:
    """Take what is worth more than all that shares a word with it, and drop that."""
    rivals: dict[int, _Rivals] = {}
    tokens = [_tokens(match) for match in reduction.open]
    for number, match in enumerate(reduction.open):
        for token in tokens[number]:
            rivals.setdefault(token, _Rivals()).add(match.worth, number)
    certain: list[int] = []
    for number, match in enumerate(reduction.open):
        at_stake = 0
        for token in tokens[number]:
            rival = rivals[token]
            at_stake += rival.second if rival.owner == number else rival.first
        if match.worth > at_stake:
            certain.append(number)
    _take(reduction, [reduction.open[number] for number in certain])


Place: TypeAlias = tuple[int, int]
"""A token of the reference, and one of the hypothesis, where a match starts or one has ended."""


class _Joints:
    """Where open matches may be adjacent to others, and where certain ones are.

    Attributes:
        starts: places where certain matches start.
        ends: places where they have ended.
    """

    def __init__(self, reduction: Reduction) -> None:
        certain, matches = reduction.certain, reduction.open
        self.starts = {_start(match) for match in certain}
        self.ends = {_end(match) for match in certain}
        starts = self.starts.union(map(_start, matches))
        ends = self.ends.union(map(_end, matches))
        places = ends.intersection(map(_start, matches)) | starts.intersection(map(_end, matches))
        self._in_reference: dict[int, set[int]] = {}
        self._in_hypothesis: dict[int, set[int]] = {}
        for j, i in places:
            self._in_reference.setdefault(j, set()).add(i)
            self._in_hypothesis.setdefault(i, set()).add(j)

    def losses(self, place: Place) -> int:
        """How many adjacencies others may have there: one on each side."""
        j, i = place
        return bool(self._in_reference.get(j, set()) - {i}) + bool(
            self._in_hypothesis.get(i, set()) - {j}
        )


def _take_runs(reduction: Reduction) -> None:
    """Take runs of words that are in every best alignment."""
    joints, only_equal = _Joints(reduction), reduction.only_equal
    words = {
        _start(match): match
        for match in reduction.open
        if match.words == 2
        and match.worth
        and match.reference_start in only_equal
        and ~match.hypothesis_start in only_equal
    }
    followed = {_end(match) for match in words.values()}
    certain: list[SpanMatch] = []
    for start, first in words.items():
        if start in followed:
            continue
        run = [first]
        while (following := words.get(_end(run[-1]))) is not None:
            run.append(following)
        while run:
            length = _certain_length(run, joints)
            certain += run[:length]
            joints.starts.update(map(_start, run[:length]))
            joints.ends.update(map(_end, run[:length]))
            del run[: max(1, length)]
    _take(reduction, certain)


def _certain_length(run: Sequence[SpanMatch], joints: _Joints) -> int:
    """With how many of its words a run begins that is certain, at most."""
    certain = 0
    # The least that a part is worth that may be missing and goes on from here.
    missing = 1 if _start(run[0]) in joints.ends else -joints.losses(_start(run[0]))
    for length, match in enumerate(run, 1):
        losses = joints.losses(_end(match))
        if missing + (1 if _end(match) in joints.starts else -losses) > 0:
            certain = length
        if missing < 0:
            break
        missing = min(1, missing + 1 - losses)
    return certain


def _start(match: SpanMatch) -> Place:
    return match.reference_start, match.hypothesis_start


def _end(match: SpanMatch) -> Place:
    return match.reference_end, match.hypothesis_end


def _take(reduction: Reduction, certain: list[SpanMatch]) -> None:
    """Make these certain, and drop what shares a word with them."""
    if certain:
        taken = {token for match in certain for token in _tokens(match)}
        reduction.certain += certain
        reduction.open = [match for match in reduction.open if taken.isdisjoint(_tokens(match))]


def _drop_useless(reduction: Reduction) -> None:
    """Drop what is worth nothing and is a chunk by itself."""
    starts: set[tuple[int, int]] = set()
    ends: set[tuple[int, int]] = set()
    for matches in (reduction.certain, reduction.open):
        for match in matches:
            starts.add((match.reference_start, match.hypothesis_start))
            ends.add((match.reference_end, match.hypothesis_end))
    kept: list[SpanMatch] = []
    for match in reduction.open:
        after = (match.reference_start, match.hypothesis_start) in ends
        before = (match.reference_end, match.hypothesis_end) in starts
        if match.worth or after or before:
            kept.append(match)
    reduction.open = kept
