"""Improvements: the single edits of a hypothesis that raise its score most.

An edit drops words, adds words that the reference has and the hypothesis misses, or moves a
chunk to where the reference has it. Which edits are worth a look is decided by arithmetic on the
alignment as it is; the best ones are then aligned and scored anew.

How good the first suggestion of a kind is, for the search "optimal": where no word can match in
two ways, no drop of a single word, no addition of a single missing word, and no move of a single
word or chunk to any place gains more. Where words repeat, that holds of drops as long as all
candidates are scored anew; other edits whose gain rests on a new choice among equal words may be
overlooked. The other searches do not always take to an edit as the alignment does, so there the
candidates are only the likeliest ones.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from ..meteor import Meteor
from ..score.alignment import Alignment, TokenRow
from ..score.measures import measure
from ..score.parameters import Parameters
from ..score.results import SegmentResult
from ..score.statistics import Statistics
from ..search.spans.links import Link
from ..text.tokenizers import Span, Tokenizer

Kind: TypeAlias = Literal["drop", "add", "move"]

_MAX_TOKEN_PAIRS: Final = 40_000
"""Token pairs to examine in rescoring: about 0.01 s. Not a time, so that suggestions are the same
on every machine."""

_SEGMENT_COST_IN_PAIRS: Final = 150
"""The cost of scoring the shortest segment, in pairs of tokens."""

_MIN_RESCORED_EDITS: Final = 6
"""Edits to rescore at least; longer segments, which allow fewer, get estimates."""

_MIN_GAIN: Final = 1e-9
"""A smaller gain is a rounding error."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Improvement:
    """An edit of the hypothesis that raises its score.

    Attributes:
        kind: "drop", "add" or "move".
        text: the hypothesis after the edit.
        words: those that are dropped, added or moved.
        hypothesis: tokens that are dropped or moved; where words are added, the empty range
            before the token that they come before.
        reference: tokens that are added; where a chunk is moved, those it is matched with; empty
            where words are dropped.
        place: index of the token that added or moved words come before, in the hypothesis as it
            is, or the number of its tokens for the end. Where words are dropped, the first.
        statistics: the counts after the edit.
        score: after the edit.
        gain: how much that is more than before.
        estimated: whether ``statistics`` and ``score`` are those of the present alignment with
            the edit made to it, because the segment is too long to be aligned again and again.
    """

    kind: Kind
    text: str
    words: str
    hypothesis: Span
    reference: Span
    place: int
    statistics: Statistics
    score: float
    gain: float
    estimated: bool


def improvements(
    meteor: Meteor,
    result: SegmentResult,
    *,
    limit: int = 5,
    parameters: Parameters | None = None,
) -> tuple[Improvement, ...]:
    """Return the edits with the largest positive gains, best first.

    Of edits of one kind that touch the same words only the best is listed.

    Args:
        meteor: the scorer that aligned the segment.
        result: of the hypothesis with the reference that it is to come closer to.
        limit: the most edits to return.
        parameters: the parameters of the score; by default those of ``meteor``.
    """
    parameters = parameters or meteor.configuration.parameters
    before = measure(result.statistics, parameters).score
    texts = _Texts(result.alignment, meteor.configuration.tokenizer)
    affordable = _MAX_TOKEN_PAIRS // _cost_in_pairs(result.statistics)
    estimated = affordable < _MIN_RESCORED_EDITS
    found: dict[str, Improvement] = {}
    likeliest = _likeliest(result, parameters)
    for edit, statistics in likeliest[: 4 * limit if estimated else affordable]:
        text = texts.after(edit)
        if text in found:
            continue
        counted = statistics if estimated else _rescored(meteor, text, result)
        score = measure(counted, parameters).score
        found[text] = Improvement(
            kind=edit.kind,
            text=text,
            words=texts.words(edit),
            hypothesis=edit.hypothesis,
            reference=edit.reference,
            place=edit.place,
            statistics=counted,
            score=score,
            gain=score - before,
            estimated=estimated,
        )
    return tuple(_best(found.values(), limit))


def _cost_in_pairs(statistics: Statistics) -> int:
    return _SEGMENT_COST_IN_PAIRS + statistics.hypothesis_length * statistics.reference_length


def _rescored(meteor: Meteor, text: str, result: SegmentResult) -> Statistics:
    return meteor.score(text, [result.alignment.reference.text]).statistics


class _Edit(NamedTuple):
    """An edit, ordered so that the smallest of equal gains comes first."""

    size: int
    kind: Kind
    hypothesis: Span
    reference: Span
    place: int


_Candidate: TypeAlias = tuple[_Edit, Statistics]


def _likeliest(result: SegmentResult, parameters: Parameters) -> list[_Candidate]:
    """Return candidates by estimated score, after the best one of each kind."""
    candidates = dict(_FixedAlignment(result).candidates())
    promised = {edit: measure(counts, parameters).score for edit, counts in candidates.items()}
    ranked = sorted(candidates, key=lambda edit: (-promised[edit], edit))
    leaders = list({edit.kind: edit for edit in reversed(ranked)}.values())
    order = dict.fromkeys([*sorted(leaders, key=ranked.index), *ranked])
    return [(edit, candidates[edit]) for edit in order]


def _best(found: Iterable[Improvement], limit: int) -> Iterator[Improvement]:
    """Yield edits that gain, best first, without any that overlaps a better one."""
    listed: list[Improvement] = []
    for improvement in sorted(found, key=lambda improvement: -improvement.gain):
        if len(listed) == limit or improvement.gain < _MIN_GAIN:
            return
        if not any(_overlap(improvement, better) for better in listed):
            listed.append(improvement)
            yield improvement


def _overlap(one: Improvement, other: Improvement) -> bool:
    if one.kind != other.kind:
        return False
    (start, end), (other_start, other_end) = _touched(one), _touched(other)
    return start < other_end and other_start < end


def _touched(improvement: Improvement) -> Span:
    """Return the added tokens, or the changed stretch of the hypothesis."""
    if improvement.kind == "add":
        return improvement.reference
    start, end = improvement.hypothesis
    return min(start, improvement.place), max(end, improvement.place)


class _FixedAlignment:
    """The counts after edits, assuming that the remaining matches do not change.

    A link matches a range of hypothesis tokens with a range of reference tokens, which need not be
    equally long. Two links are *joined* where one begins on both sides where the other ends. Chunks
    are links less joints, so an edit changes chunks only where it takes links away, adds some, cuts
    joints and makes some. A link is lost as a whole when one of its tokens is dropped.
    """

    def __init__(self, result: SegmentResult) -> None:
        alignment = result.alignment
        self._before = before = result.statistics
        self._fields = {field.name: getattr(before, field.name) for field in fields(before)}
        self._chunks = alignment.chunks
        self._links = alignment.links
        self._link_of = [-1] * len(alignment.hypothesis)
        self._link_of_reference = [-1] * len(alignment.reference)
        for number, (start, end, first, after, _) in enumerate(self._links):
            self._link_of[start:end] = [number] * (end - start)
            self._link_of_reference[first:after] = [number] * (after - first)
        self._hypothesis_function = frozenset(alignment.hypothesis.function_words)
        self._reference_function = frozenset(alignment.reference.function_words)

    def candidates(self) -> Iterator[_Candidate]:
        """Yield every edit that may gain, with the counts after it."""
        for start, end in dict.fromkeys(self._droppable()):
            edit = _Edit(end - start, "drop", (start, end), (0, 0), start)
            yield edit, self._after_drop(start, end)
        for (start, end), place in dict.fromkeys(self._missing()):
            edit = _Edit(end - start, "add", (place, place), (start, end), place)
            yield edit, self._after_addition(start, end, place)
        for hypothesis, reference, place in self._moves():
            edit = _Edit(hypothesis[1] - hypothesis[0], "move", hypothesis, reference, place)
            yield edit, self._after_move(*hypothesis, place)

    def _droppable(self) -> Iterator[Span]:
        """Yield each token, each unmatched run, each link's tokens and each chunk."""
        yield from _gaps(self._link_of)
        yield from (chunk.hypothesis for chunk in self._chunks)
        yield from ((start, end) for start, end, *_ in self._links)
        yield from ((token, token + 1) for token in range(len(self._link_of)))

    def _missing(self) -> Iterator[tuple[Span, int]]:
        """Yield unmatched runs and tokens of the reference, with places to insert them."""
        for start, end in _gaps(self._link_of_reference):
            for place in self._places(start, end):
                yield (start, end), place
                yield from (((token, token + 1), place) for token in range(start, end))

    def _places(self, start: int, end: int) -> Iterator[int]:
        """Yield the places in the hypothesis of the neighbours of a gap in the reference."""
        if start > 0:
            yield self._links[self._link_of_reference[start - 1]][1]
        if end < len(self._link_of_reference):
            yield self._links[self._link_of_reference[end]][0]
        if (start, end) == (0, len(self._link_of_reference)):
            yield len(self._link_of)

    def _moves(self) -> Iterator[tuple[Span, Span, int]]:
        """Yield moves of each chunk to its predecessor or successor in the reference."""
        starting = {chunk.reference[0]: chunk for chunk in self._chunks}
        for chunk in self._chunks:
            following = starting.get(chunk.reference[1])
            if following is not None:
                yield chunk.hypothesis, chunk.reference, following.hypothesis[0]
                yield following.hypothesis, following.reference, chunk.hypothesis[1]

    def _after_drop(self, start: int, end: int) -> Statistics:
        lost = [self._links[n] for n in sorted({*self._link_of[start:end]} - {-1})]
        # The other words of a lost link stay, unmatched.
        first = min([start, *(link[0] for link in lost)])
        after = max([end, *(link[1] for link in lost)])
        cut = sum(self._joined(place, place) for place in range(first, after + 1))
        made = (first, after) == (start, end) and self._joined(start, end)
        function, before = self._hypothesis_function, self._before
        return self._counts(
            cut - made - len(lost),
            hypothesis_length=before.hypothesis_length - (end - start),
            matches_by_stage=_without_links(before.matches_by_stage, lost, 0),
            reference_matches_by_stage=_without_links(before.reference_matches_by_stage, lost, 2),
            hypothesis_function_words=before.hypothesis_function_words
            - sum(token in function for token in range(start, end)),
            hypothesis_function_matches=_without_links(
                before.hypothesis_function_matches, lost, 0, function
            ),
            reference_function_matches=_without_links(
                before.reference_function_matches, lost, 2, self._reference_function
            ),
        )

    def _after_addition(self, start: int, end: int, place: int) -> Statistics:
        size = end - start
        function_words = sum(token in self._reference_function for token in range(start, end))
        before = self._before
        preceding, following = self._link_at(place - 1), self._link_at(place)
        return self._counts(
            1  # the words that are added are joined with each other
            - (preceding is not None and preceding[3] == start)
            - (following is not None and following[2] == end)
            + self._joined(place, place),
            hypothesis_length=before.hypothesis_length + size,
            matches_by_stage=_with_exact_matches(before.matches_by_stage, size),
            reference_matches_by_stage=_with_exact_matches(before.reference_matches_by_stage, size),
            hypothesis_function_words=before.hypothesis_function_words + function_words,
            hypothesis_function_matches=_with_exact_matches(
                before.hypothesis_function_matches, function_words
            ),
            reference_function_matches=_with_exact_matches(
                before.reference_function_matches, function_words
            ),
        )

    def _after_move(self, start: int, end: int, place: int) -> Statistics:
        cut = (start, start), (end, end), (place, place)
        made = (start, end), (place, start), (end, place)
        return self._counts(
            sum(self._joined(*border) for border in cut)
            - sum(self._joined(*border) for border in made)
        )

    def _counts(self, more: int, **changed: Any) -> Statistics:
        """Return the counts after an edit, with changed fields and additional chunks."""
        counts = {**self._fields, **changed, "chunks": self._before.chunks + more}
        everything = (
            sum(counts["matches_by_stage"]) == counts["hypothesis_length"]
            and sum(counts["reference_matches_by_stage"]) == counts["reference_length"]
        )
        counts["perfect_segments"] = int(everything and counts["chunks"] == 1)
        return Statistics(**counts)

    def _joined(self, end: int, start: int) -> bool:
        """Whether the links before one token and at another are adjacent once they meet."""
        preceding, following = self._link_at(end - 1), self._link_at(start)
        return preceding is not None and following is not None and preceding[3] == following[2]

    def _link_at(self, token: int) -> Link | None:
        number = self._link_of[token] if 0 <= token < len(self._link_of) else -1
        return None if number < 0 else self._links[number]


def _without_links(
    counts: tuple[int, ...], lost: Iterable[Link], side: int, among: frozenset[int] | None = None
) -> tuple[int, ...]:
    """Return counts by stage less the tokens that links have on one side.

    Args:
        counts: of matched tokens on that side.
        lost: the links.
        side: where a link has the range of its tokens.
        among: the tokens that are counted; ``None``: all.
    """
    left = list(counts)
    for link in lost:
        tokens = range(link[side], link[side + 1])
        left[link[4]] -= len(tokens) if among is None else sum(token in among for token in tokens)
    return tuple(left)


def _with_exact_matches(counts: tuple[int, ...], number: int) -> tuple[int, ...]:
    """Return counts by stage with more exact matches: words are added as in the reference."""
    return (counts[0] + number, *counts[1:])


def _gaps(links: list[int]) -> Iterator[Span]:
    """Yield the maximal runs of tokens without a link."""
    start: int | None = None
    for token, link in enumerate([*links, 0]):
        if link < 0 and start is None:
            start = token
        elif link >= 0 and start is not None:
            yield start, token
            start = None


class _Texts:
    """Builds the text after an edit, with the original words and spacing."""

    def __init__(self, alignment: Alignment, tokenizer: Tokenizer) -> None:
        self._hypothesis = alignment.hypothesis
        self._reference = alignment.reference
        self._begin = {(start, first) for start, _, first, _, _ in alignment.links}
        self._end = {(end, after) for _, end, _, after, _ in alignment.links}
        self._tokenizer = tokenizer

    def words(self, edit: _Edit) -> str:
        if edit.kind == "add":
            return _text(self._reference, edit.reference)
        return _text(self._hypothesis, edit.hypothesis)

    def after(self, edit: _Edit) -> str:
        if edit.kind == "drop":
            return self._without(*edit.hypothesis)
        if edit.kind == "add":
            return self._with(*edit.reference, edit.place)
        (start, end), place = edit.hypothesis, edit.place
        return self._swapped(min(start, place), start if place < start else end, max(end, place))

    def _without(self, start: int, end: int) -> str:
        row = self._hypothesis
        gap = _merged_gap(_gap(row, start), _text(row, (start, end)), _gap(row, end))
        return self._assembled(
            (_gap(row, 0), row, (0, start)),
            (gap, row, (end, len(row))),
            end=gap if end == len(row) else _gap(row, len(row)),
        )

    def _with(self, start: int, end: int, place: int) -> str:
        row, source = self._hypothesis, self._reference
        before = after = _gap(row, place)
        if before.strip():
            before = " "  # signs that are not tokens stay in place, after the added words
        if (place, start) in self._end:
            before = _gap(source, start)
        if (place, end) in self._begin:
            after = _gap(source, end)
        return self._assembled(
            (_gap(row, 0), row, (0, place)),
            (before if place else _gap(row, 0), source, (start, end)),
            (after, row, (place, len(row))),
            end=_gap(row, len(row)) if len(row) else "",
        )

    def _swapped(self, start: int, middle: int, end: int) -> str:
        row = self._hypothesis
        return self._assembled(
            (_gap(row, 0), row, (0, start)),
            (_gap(row, start), row, (middle, end)),
            (_gap(row, middle), row, (start, middle)),
            (_gap(row, end), row, (end, len(row))),
            end=_gap(row, len(row)),
        )

    def _assembled(self, *pieces: tuple[str, TokenRow, Span], end: str) -> str:
        """Join gaps and words in turn; empty pieces are dropped with their gap."""
        text = last = ""
        for gap, row, (first, after) in pieces:
            if first < after:
                words = row.words((first, after))
                kept = self._separated(last, gap, words[0]) if last else gap
                text += kept + _text(row, (first, after))
                last = words[-1]
        return text + end

    def _separated(self, left: str, gap: str, right: str) -> str:
        """Return the gap between two words, with a space where they would fuse."""
        apart = [(0, len(left)), (len(left + gap), len(left + gap + right))]
        return gap if self._tokenizer.spans(left + gap + right) == apart else gap + " "


def _text(row: TokenRow, tokens: Span) -> str:
    first, end = tokens
    return row.text[row.spans[first][0] : row.spans[end - 1][1]]


def _gap(row: TokenRow, token: int) -> str:
    """Return the text before a token, or after the last one."""
    start = row.spans[token - 1][1] if token else 0
    return row.text[start : row.spans[token][0] if token < len(row) else None]


def _merged_gap(before: str, dropped: str, after: str) -> str:
    """Merge the gaps around dropped words into one."""
    if before.strip() and after.strip():
        return before + after
    if before.strip() or after.strip():
        return before if before.strip() else after
    # "a cat." without "cat" is "a.", but "a, cat" without the comma is "a cat".
    is_word = any(character.isalnum() for character in dropped)
    return (min if is_word else max)(before, after, key=len)
