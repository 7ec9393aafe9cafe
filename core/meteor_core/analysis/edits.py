"""Edits: the changes that lead from a hypothesis to its reference.

They are for machine translation (the hypothesis) and its post-edit (the reference), read off their
alignment. The edits lie side by side and cover both texts: their hypothesis ranges, one after
another, are the whole hypothesis, and their reference ranges are the whole reference.

Which edit a token belongs to follows from three rules.

1. Chunks that stay in order form the *chain*: of all choices of chunks that come in the same
   order in both texts, the one with the most tokens, and of those the one with the most text.
   So no choice moves fewer tokens. A match on the chain is **kept** where the two words are
   spelled alike, and **changed** where they are not.
2. Every other chunk is **moved**. It has an edit where it was, with no tokens of the reference,
   and one where it is now, with no tokens of the hypothesis; both bear the number of the move.
   A moved word that was changed as well counts as moved, and its edits give the reason.
3. Unmatched tokens lie in a gap between two neighbours on the chain, or at an end.
   The first unmatched run of the hypothesis in a gap is **changed** into the first unmatched run
   of the reference in the same gap, the second into the second, and so on. Runs left over
   are **dropped** from the hypothesis or **added** by the reference.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final, Literal, TypeAlias

from ..score.alignment import Alignment, Chunk, Match, TokenRow
from ..text.tokenizers import Span

EditKind: TypeAlias = Literal["kept", "changed", "moved", "added", "dropped"]

EDIT_KINDS: Final[tuple[EditKind, ...]] = ("kept", "changed", "moved", "added", "dropped")

CASE: Final = "case"
"""Reason of a change: METEOR folds both spellings into one word, for example "Haus" and "haus"."""

OTHER_WORDS: Final = "words"
"""Reason of a change: other words are in the same place, and nothing matches."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """One edit: what was done to a run of tokens.

    Attributes:
        kind: what was done.
        hypothesis: half-open range of tokens, from 0; empty where the edit only puts in.
        reference: half-open range of tokens, from 0; empty where the edit only takes out.
        reason: how a changed word differs: ``CASE``, ``OTHER_WORDS`` or the name of the stage
            that matched it; empty where nothing is changed.
        move: which move it is part of, from 0 in the order of the hypothesis.
    """

    kind: EditKind
    hypothesis: Span
    reference: Span
    reason: str = ""
    move: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EditCounts:
    """Numbers of tokens by kind of edit, in one or more segments.

    Attributes:
        kept: tokens, as many on either side.
        changed_hypothesis: tokens of the hypothesis that were changed.
        changed_reference: tokens of the reference that they were changed into.
        moved: tokens, as many on either side; where a phrase was moved and became longer or
            shorter, the rest of it counts as changed.
        added: tokens of the reference.
        dropped: tokens of the hypothesis.
    """

    kept: int = 0
    changed_hypothesis: int = 0
    changed_reference: int = 0
    moved: int = 0
    added: int = 0
    dropped: int = 0

    @property
    def hypothesis_length(self) -> int:
        """Tokens of the hypothesis."""
        return self.kept + self.changed_hypothesis + self.moved + self.dropped

    @property
    def reference_length(self) -> int:
        """Tokens of the reference."""
        return self.kept + self.changed_reference + self.moved + self.added

    @property
    def edit_share(self) -> float:
        """Share of all tokens, of both sides together, that are not kept.

        From 0, nothing was edited, to 1, nothing was kept; 0 where there are no tokens. A plain
        number to sort by, not a published metric.
        """
        tokens = self.hypothesis_length + self.reference_length
        return (tokens - 2 * self.kept) / tokens if tokens else 0.0

    def __add__(self, other: "EditCounts") -> "EditCounts":
        """Return the tokens of both, counted together."""
        return EditCounts(
            kept=self.kept + other.kept,
            changed_hypothesis=self.changed_hypothesis + other.changed_hypothesis,
            changed_reference=self.changed_reference + other.changed_reference,
            moved=self.moved + other.moved,
            added=self.added + other.added,
            dropped=self.dropped + other.dropped,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class EditScript:
    """All edits of a segment.

    Attributes:
        hypothesis: the tokens before.
        reference: the tokens after.
        edits: side by side, in the order of both texts.
    """

    hypothesis: TokenRow
    reference: TokenRow
    edits: tuple[Edit, ...]

    @property
    def counts(self) -> EditCounts:
        """The numbers of tokens by kind of edit."""
        before, after = dict.fromkeys(EDIT_KINDS, 0), dict.fromkeys(EDIT_KINDS, 0)
        for edit in self.edits:
            before[edit.kind] += _length(edit.hypothesis)
            after[edit.kind] += _length(edit.reference)
        moved = min(before["moved"], after["moved"])
        return EditCounts(
            kept=before["kept"],
            changed_hypothesis=before["changed"] + before["moved"] - moved,
            changed_reference=after["changed"] + after["moved"] - moved,
            moved=moved,
            added=after["added"],
            dropped=before["dropped"],
        )

    @property
    def untouched(self) -> bool:
        """Whether every token was kept where it was."""
        return all(edit.kind == "kept" for edit in self.edits)

    @property
    def differs_between_tokens(self) -> bool:
        """Whether the tokens are untouched although the texts differ.

        Such texts differ in white space, or in punctuation that the tokenizer ignores.
        """
        return self.untouched and self.hypothesis.text != self.reference.text


def edit_script(alignment: Alignment) -> EditScript:
    """Return the edits that lead from the alignment's hypothesis to its reference."""
    return EditScript(
        hypothesis=alignment.hypothesis,
        reference=alignment.reference,
        edits=tuple(_side_by_side(_Reader(alignment).steps())),
    )


def edits_json(script: EditScript) -> list[dict[str, Any]]:
    """Return the edits as JSON values, without missing ``reason`` and ``move``."""
    return [
        {
            "kind": edit.kind,
            "hypothesis": list(edit.hypothesis),
            "reference": list(edit.reference),
            **({"reason": edit.reason} if edit.reason else {}),
            **({} if edit.move is None else {"move": edit.move}),
        }
        for edit in script.edits
    ]


@dataclass(frozen=True, slots=True)
class _Step:
    """An edit by its numbers of tokens; its place follows from the steps before."""

    kind: EditKind
    hypothesis: int
    reference: int
    reason: str = ""
    move: int | None = None


@dataclass(frozen=True, slots=True)
class _Run:
    """Adjacent tokens of one text in a gap: a moved chunk, or an unmatched run."""

    tokens: int
    move: int | None = None


class _Reader:
    def __init__(self, alignment: Alignment) -> None:
        self._before = alignment.hypothesis.words()
        self._after = alignment.reference.words()
        self._matches = {match.hypothesis[0]: match for match in alignment.matches}
        chunks = alignment.chunks
        kept = _chain(chunks, [self._weight(chunk) for chunk in chunks])
        self._chain = [chunks[number] for number in kept]
        staying = set(kept)
        self._moved = [chunk for number, chunk in enumerate(chunks) if number not in staying]
        self._leaving = _by_first_token(chunk.hypothesis for chunk in self._moved)
        self._coming = _by_first_token(chunk.reference for chunk in self._moved)

    def steps(self) -> Iterator[_Step]:
        """Yield the edits in order: gap, chunk, gap, chunk, ..., gap."""
        ends = len(self._before), len(self._after)
        last = Chunk(hypothesis=(ends[0], ends[0]), reference=(ends[1], ends[1]))
        before = after = 0
        for chunk in [*self._chain, last]:
            yield from self._gap((before, chunk.hypothesis[0]), (after, chunk.reference[0]))
            yield from self._matched(chunk)
            before, after = chunk.hypothesis[1], chunk.reference[1]

    def _weight(self, chunk: Chunk) -> tuple[int, int]:
        words = self._before[slice(*chunk.hypothesis)]
        return len(words), sum(map(len, words))

    def _matched(self, chunk: Chunk) -> Iterator[_Step]:
        for reason, before, after in self._by_reason(chunk):
            yield _Step("changed" if reason else "kept", before, after, reason)

    def _gap(self, before: Span, after: Span) -> Iterator[_Step]:
        """Yield the edits between two neighbours on the chain: moves, unmatched runs."""
        leaving = iter(_runs(before, self._leaving))
        coming = iter(_runs(after, self._coming))
        while True:
            old = yield from self._up_to_unmatched(leaving, leaves=True)
            new = yield from self._up_to_unmatched(coming, leaves=False)
            if old and new:
                yield _Step("changed", old, new, OTHER_WORDS)
            elif old:
                yield _Step("dropped", old, 0)
            elif new:
                yield _Step("added", 0, new)
            else:
                return

    def _up_to_unmatched(
        self, runs: Iterator[_Run], *, leaves: bool
    ) -> Generator[_Step, None, int]:
        """Yield moves before the next unmatched run; return its tokens, or 0 at the end."""
        for run in runs:
            if run.move is None:
                return run.tokens
            for reason, before, after in self._by_reason(self._moved[run.move]):
                there, here = (before, 0) if leaves else (0, after)
                yield _Step("moved", there, here, reason, run.move)
        return 0

    def _by_reason(self, chunk: Chunk) -> Iterator[tuple[str, int, int]]:
        """Yield runs of unchanged words of a chunk, and each change, with token counts."""
        for reason, group in groupby(self._matches_of(chunk), key=self._reason):
            sizes = [(_length(match.hypothesis), _length(match.reference)) for match in group]
            if reason:
                yield from ((reason, before, after) for before, after in sizes)
            else:
                yield reason, sum(before for before, _ in sizes), sum(after for _, after in sizes)

    def _matches_of(self, chunk: Chunk) -> Iterator[Match]:
        position, end = chunk.hypothesis
        while position < end:
            match = self._matches[position]
            yield match
            position = match.hypothesis[1]

    def _reason(self, match: Match) -> str:
        if self._before[slice(*match.hypothesis)] == self._after[slice(*match.reference)]:
            return ""
        return CASE if match.stage == "exact" else match.stage


def _side_by_side(steps: Iterable[_Step]) -> Iterator[Edit]:
    before = after = 0
    for step in steps:
        yield Edit(
            kind=step.kind,
            hypothesis=(before, before + step.hypothesis),
            reference=(after, after + step.reference),
            reason=step.reason,
            move=step.move,
        )
        before, after = before + step.hypothesis, after + step.reference


def _by_first_token(moved: Iterable[Span]) -> dict[int, _Run]:
    """Return the moved chunks of one text by first token, numbered in order."""
    return {span[0]: _Run(_length(span), move) for move, span in enumerate(moved)}


def _runs(gap: Span, moved: Mapping[int, _Run]) -> Iterator[_Run]:
    """Yield the runs of a gap, cut at the moved chunks in it."""
    position, end = gap
    unmatched = 0
    while position < end:
        run = moved.get(position)
        if run is None:
            unmatched, position = unmatched + 1, position + 1
            continue
        if unmatched:
            yield _Run(unmatched)
        yield run
        unmatched, position = 0, position + run.tokens
    if unmatched:
        yield _Run(unmatched)


def _chain(chunks: Sequence[Chunk], weights: Sequence[tuple[int, int]]) -> list[int]:
    """Return the numbers of the heaviest chunks in the same order in both texts.

    Args:
        chunks: in the order of the hypothesis.
        weights: of the chunks: tokens, then characters.
    """
    ends: list[int] = []  # ascending; where a chain that nothing beats ends in the reference
    best: list[tuple[tuple[int, int], int]] = []  # its weight, ascending, and its last chunk
    previous: list[int | None] = []
    for number, (chunk, weight) in enumerate(zip(chunks, weights, strict=True)):
        start, end = chunk.reference
        place = bisect_right(ends, start)
        before, last = best[place - 1] if place else ((0, 0), None)
        previous.append(last)
        total = (before[0] + weight[0], before[1] + weight[1])
        place = bisect_left(ends, end)
        if place and best[place - 1][0] >= total:
            continue
        beaten = place
        while beaten < len(best) and best[beaten][0] <= total:
            beaten += 1
        ends[place:beaten] = [end]
        best[place:beaten] = [(total, number)]
    return _followed(previous, best[-1][1] if best else None)


def _followed(previous: Sequence[int | None], last: int | None) -> list[int]:
    chain = []
    while last is not None:
        chain.append(last)
        last = previous[last]
    return chain[::-1]


def _length(span: Span) -> int:
    return span[1] - span[0]
