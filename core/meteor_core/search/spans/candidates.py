"""Every match that METEOR 1.5 finds for two rows of words, in the order in which it lists them.

The program asks every stage for every pair of words, so a pair that is found by two stages is
listed twice. That matters: a match is *definite*, and taken without a search, only where no other
listed match touches any of its words. The order matters as well: the search settles ties by it.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ...errors import InputError
from ...words.stages import PhraseTable
from ...words.vocabulary import StageKeys
from .links import MOST_CANDIDATES, Candidate, require_valid_candidates, too_many_candidates


@dataclass(frozen=True, slots=True, kw_only=True)
class SpanGrounds:
    """The grounds on which spans match. Lists are indexed by type, the number of a distinct word.

    Attributes:
        words: the number of each word, by which METEOR compares words. Types with equal numbers are
            one word to it: it compares Java's hash codes.
        stages: the keys of every type, stage after stage. Those of the stage exact are not read.
            Those of the stage paraphrase are a type's number in the phrase table as its only
            key, or no key where the table does not know the word.
        exact_stage: index of the stage exact, or -1.
        phrase_stage: index of the stage paraphrase, or -1.
        phrases: the table of that stage; without one it finds nothing.
    """

    words: Sequence[int]
    stages: tuple[StageKeys, ...]
    exact_stage: int
    phrase_stage: int
    phrases: PhraseTable | None


def find_candidates(
    hypothesis: Sequence[int], reference: Sequence[int], grounds: SpanGrounds
) -> list[Candidate]:
    """Return every match of two rows of types, by first token of the reference, then by stage.

    The matches of one stage at one token of the reference come by position in the hypothesis;
    those of the stage paraphrase as the table lists them, first those whose source phrase is in
    the reference. Rows of the same words have the matches of the first stage only.

    Raises:
        InputError: a type has no word or no keys.
        SegmentError: there are more than ``MOST_CANDIDATES``.
    """
    _require_known_types(hypothesis, reference, grounds)
    words = grounds.words
    same = [words[t] for t in hypothesis] == [words[t] for t in reference]
    listed = _Listed(len(hypothesis), len(reference))
    for stage in range(len(grounds.stages))[: 1 if same else None]:
        if stage == grounds.phrase_stage:
            _add_phrases(listed, hypothesis, reference, grounds)
        else:
            for j, partners in enumerate(_partners(hypothesis, reference, grounds, stage)):
                listed.add(j, [(j, 1, i, 1, stage) for i in partners])
    return [candidate for at_token in listed.by_token for candidate in at_token]


class _Listed:
    """Candidates by first token of the reference, while they are not too many."""

    def __init__(self, hypothesis_length: int, reference_length: int) -> None:
        self.by_token: list[list[Candidate]] = [[] for _ in range(reference_length)]
        self._hypothesis_length = hypothesis_length
        self._count = 0

    def add(self, token: int, candidates: list[Candidate]) -> None:
        self._count += len(candidates)
        if self._count > MOST_CANDIDATES:
            raise too_many_candidates(self._hypothesis_length, len(self.by_token))
        self.by_token[token] += candidates


def definite_matches(
    candidates: Sequence[Candidate], hypothesis_length: int, reference_length: int
) -> list[Candidate]:
    """Return the candidates whose words no other candidate covers, in their order.

    They are in every alignment that METEOR makes. A candidate that is listed twice touches
    itself, so it is not among them.

    Raises:
        InputError: see ``require_valid_candidates``.
    """
    require_valid_candidates(candidates, hypothesis_length, reference_length)
    of_reference = _coverage(((c[0], c[1]) for c in candidates), reference_length)
    of_hypothesis = _coverage(((c[2], c[3]) for c in candidates), hypothesis_length)
    return [
        candidate
        for candidate in candidates
        if _only_once(of_reference, candidate[0], candidate[1])
        and _only_once(of_hypothesis, candidate[2], candidate[3])
    ]


def _coverage(spans: Iterable[tuple[int, int]], length: int) -> list[int]:
    covered = [0] * length
    for start, span in spans:
        if span == 1:
            covered[start] += 1
        else:
            for token in range(start, start + span):
                covered[token] += 1
    return covered


def _only_once(covered: Sequence[int], start: int, length: int) -> bool:
    return covered[start] == 1 and (length == 1 or max(covered[start : start + length]) == 1)


def _partners(
    hypothesis: Sequence[int], reference: Sequence[int], grounds: SpanGrounds, stage: int
) -> Iterator[list[int]]:
    """Yield for each token of the reference the hypothesis tokens that it matches, in order."""
    tokens: dict[int, list[int]] = defaultdict(list)
    for i, t in enumerate(hypothesis):
        tokens[t].append(i)
    partners_of = _of_the_same_word if stage == grounds.exact_stage else _that_share_a_key
    types = partners_of(tokens, set(reference), grounds, stage)
    of_type: dict[int, list[int]] = {}
    for t in reference:
        if t not in of_type:
            of_type[t] = sorted(i for s in types[t] for i in tokens[s])
        yield of_type[t]


def _of_the_same_word(
    of_hypothesis: Iterable[int], of_reference: Iterable[int], grounds: SpanGrounds, _: int
) -> dict[int, set[int]]:
    types_of_word: dict[int, set[int]] = defaultdict(set)
    for s in of_hypothesis:
        types_of_word[grounds.words[s]].add(s)
    return {t: types_of_word.get(grounds.words[t], set()) for t in of_reference}


def _that_share_a_key(
    of_hypothesis: Iterable[int], of_reference: Iterable[int], grounds: SpanGrounds, stage: int
) -> dict[int, set[int]]:
    """Return matching types by the keys of the rows; equal words are for stage exact."""
    keys, words = grounds.stages[stage], grounds.words
    holders: dict[int, list[int]] = defaultdict(list)
    for s in of_hypothesis:
        for key in keys.hypothesis[s]:
            holders[key].append(s)
    sharing: dict[int, set[int]] = {}
    for t in of_reference:
        found = {s for key in keys.reference[t] if key in holders for s in holders[key]}
        sharing[t] = {s for s in found if words[s] != words[t]}
    return sharing


def _add_phrases(
    listed: _Listed,
    hypothesis: Sequence[int],
    reference: Sequence[int],
    grounds: SpanGrounds,
) -> None:
    if grounds.phrases is None:
        return
    stage, keys = grounds.phrase_stage, grounds.stages[grounds.phrase_stage]
    hypothesis_words = [next(iter(keys.hypothesis[t]), -1) for t in hypothesis]
    reference_words = [next(iter(keys.reference[t]), -1) for t in reference]
    for j, length, i, span in grounds.phrases.matches(reference_words, hypothesis_words):
        listed.add(j, [(j, length, i, span, stage)])
    for i, span, j, length in grounds.phrases.matches(hypothesis_words, reference_words):
        listed.add(j, [(j, length, i, span, stage)])


def _require_known_types(
    hypothesis: Sequence[int], reference: Sequence[int], grounds: SpanGrounds
) -> None:
    known = min(
        [len(grounds.words)]
        + [min(len(stage.hypothesis), len(stage.reference)) for stage in grounds.stages]
    )
    for side, row in (("hypothesis", hypothesis), ("reference", reference)):
        if row and not 0 <= min(row) <= max(row) < known:
            token = next(token for token, number in enumerate(row) if not 0 <= number < known)
            raise InputError(
                f"token {token} of the {side} is of type {row[token]}, but types go from 0 to "
                f"{known - 1}"
            )
