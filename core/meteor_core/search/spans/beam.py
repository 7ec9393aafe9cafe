"""METEOR 1.5's beam search: its own rules, so that its own alignments come out.

The reference is read from left to right. A *path* is a set of matches chosen so far. At a token
where candidates start, a path has a child for each of them whose words are free, and one that
skips the token; at every other token it goes on unchanged. At each token paths are sorted, and
only the first ``width`` go on. Better is, in this order: more matched words, where a match counts
``int(length * weight)`` on each side; fewer chunks; less distance; what came first, for sorting is
stable and a path's children come in the order of the candidates, the skip last.

Where the program differs from what one would expect, and how this module follows it:

- The weight is 1 in stage exact and 1/2 in others, and fractions are dropped for each side of
  each match. A single word that is matched by its stem counts nothing, so skipping it is better
  wherever matching it costs a chunk.
- The open chunk is counted only when it is closed: by a gap in the reference or by a match that
  does not go on where the last one ended in the hypothesis. Until then it costs nothing.
- The distance between the starts of a match's two sides is not charged to the path that takes the
  match, but to those that do not: the siblings that come after it, and the skip.
- Definite matches (``candidates.definite_matches``) are taken by every path when it gets there.

The program lets a path die whose next word is in use by a match that does not start there, and
goes on with the best path unchanged where all have died. Neither can happen: a match ends where
its path goes on, and no candidate shares a word with a definite match. For the same reason only
hypothesis words need to be remembered as used.

Measures are one integer, the key: smaller is better, and what all paths share is left out.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from operator import itemgetter
from typing import Final, NamedTuple, TypeAlias

from ...errors import ParameterError
from ..result import gap_without_proof
from .candidates import definite_matches
from .links import Candidate, SpanResult, count_link_chunks, link_of
from .worth import worth_of_match

_NONE: Final = -1  # where the last match ended in the hypothesis, if the last token was skipped

_Chain: TypeAlias = "tuple[Candidate, _Chain] | None"


class _Path(NamedTuple):
    key: int
    end: int  # in the hypothesis, of the match that the open chunk ends with; or _NONE
    resume: int  # the path waits at reference tokens before this one
    used: int  # hypothesis words, as bits
    chosen: _Chain  # the last match that was chosen, and those before


class _Choice(NamedTuple):
    """A candidate at a token, as the search needs it."""

    gain: int  # in units of the key
    distance: int
    start: int  # in the hypothesis
    end: int
    resume: int
    words: int  # of the hypothesis, as bits
    candidate: Candidate


class _Choices(NamedTuple):
    """All candidates at a token that are not definite."""

    listed: list[_Choice]
    most: int  # the greatest gain
    ascending: bool  # by where they start in the hypothesis


_key = itemgetter(0)


def search_beam(
    candidates: Sequence[Candidate],
    hypothesis_length: int,
    reference_length: int,
    *,
    exact_stage: int,
    width: int = 40,
) -> SpanResult:
    """Return the alignment that METEOR 1.5 makes of these candidates.

    Args:
        candidates: in the order of ``find_candidates``.
        hypothesis_length: in tokens.
        reference_length: in tokens.
        exact_stage: the stage whose matches have weight 1, or -1 without one.
        width: how many paths go on at each token, METEOR's beam (its option ``-x``).

    Returns:
        Its links; nothing is proved, so the chunk gap is that of ``gap_without_proof``, and a
        step is a path at a token of the reference.

    Raises:
        InputError: see ``require_valid_candidates``.
        ParameterError: the width is below 1.
    """
    if width < 1:
        raise ParameterError(f"the beam's width is {width}; it must be at least 1")
    definite = definite_matches(candidates, hypothesis_length, reference_length)
    beam = _Beam(candidates, definite, reference_length, exact_stage, width)
    for token, choices in _choices_by_token(candidates, definite, beam):
        beam.go_on_to(token)
        beam.branch(token, choices)
    beam.go_on_to(reference_length)
    links = tuple(sorted(link_of(match) for match in (*definite, *beam.best())))
    gap = gap_without_proof(count_link_chunks(links))
    return SpanResult(links=links, optimal=False, chunk_gap=gap, steps=beam.steps)


class _Beam:
    """The paths at one token of the reference."""

    def __init__(
        self,
        candidates: Sequence[Candidate],
        definite: Sequence[Candidate],
        reference_length: int,
        exact_stage: int,
        width: int,
    ) -> None:
        # Distance, chunks and words in one number: none reaches the unit of the next.
        self.chunk = 1 + sum(abs(candidate[0] - candidate[2]) for candidate in candidates)
        self.word = self.chunk * (reference_length + 2)
        self.exact_stage = exact_stage
        self.steps = 0
        self._width = width
        self._definite = {candidate[0]: candidate for candidate in definite}
        self._token = 0
        self._paths = [_Path(0, _NONE, 0, 0, None)]

    def go_on_to(self, token: int) -> None:
        """Pass over the tokens before this one, which have no choice."""
        while self._token < token:
            self._keep_best()
            match = self._definite.get(self._token)
            if match is None:
                self._paths = [self._skipping(path) for path in self._paths]
                self._token += 1
            else:
                self._paths = [self._taking(path, match) for path in self._paths]
                self._token += 1
                for _ in range(1, match[1]):  # paths wait inside it
                    self.steps += len(self._paths)
                    self._token += 1

    def branch(self, token: int, choices: _Choices) -> None:
        """Let each path take any of the choices, or none."""
        self._keep_best()
        children: list[_Path] = []
        worst = None
        for path in self._paths:
            if path.resume > token:
                children.append(path)
            else:
                self._add_children(children, worst, path, choices)
            if len(children) > 4 * self._width:
                # Those cut off now would be cut off at the next token, as would later equals.
                children.sort(key=_key)
                del children[self._width :]
                worst = children[-1].key
        self._paths = children
        self._token += 1

    def best(self) -> Iterator[Candidate]:
        """Yield the choices of the best path, when all paths are at the end."""
        self._paths.sort(key=_key)
        closed = [self._skipping(path) for path in self._paths[: self._width]]
        chosen = min(closed, key=_key).chosen
        while chosen is not None:
            yield chosen[0]
            chosen = chosen[1]

    def _keep_best(self) -> None:
        self._paths.sort(key=_key)
        del self._paths[self._width :]
        self.steps += len(self._paths)

    def _skipping(self, path: _Path) -> _Path:
        if path.end == _NONE or path.resume > self._token:
            return path
        return path._replace(key=path.key + self.chunk, end=_NONE)

    def _taking(self, path: _Path, match: Candidate) -> _Path:
        token, length, start, span, _ = match
        closes = path.end not in (_NONE, start)
        return path._replace(
            key=path.key + closes * self.chunk, end=start + span, resume=token + length
        )

    def _add_children(
        self,
        children: list[_Path],
        worst: int | None,
        path: _Path,
        choices: _Choices,
    ) -> None:
        key, end, resume, used, chosen = path
        for gain, distance, start, new_end, new_resume, words, candidate in choices.listed:
            if used & words:
                continue
            new_key = key - gain
            if end not in (start, _NONE):
                new_key += self.chunk
            if worst is None or new_key < worst:
                children.append(
                    _Path(new_key, new_end, new_resume, used | words, (candidate, chosen))
                )
            elif start > end and choices.ascending and new_key + gain - choices.most >= worst:
                return  # none of those to come goes on with the chunk, and none gains enough
            key += distance  # of those that do not take it
        if end != _NONE:
            key += self.chunk
        if worst is None or key < worst:
            children.append(_Path(key, _NONE, resume, used, chosen))


def _choices_by_token(
    candidates: Sequence[Candidate], definite: Sequence[Candidate], beam: _Beam
) -> Iterator[tuple[int, _Choices]]:
    """Yield the choices of each token in turn, as there may be millions of candidates."""
    settled = set(definite)
    open_candidates = (candidate for candidate in candidates if candidate not in settled)
    for token, group in groupby(open_candidates, key=_key):
        listed = [_choice(candidate, beam) for candidate in group]
        ascending = all(one.start <= other.start for one, other in pairwise(listed))
        yield token, _Choices(listed, max(choice.gain for choice in listed), ascending)


def _choice(candidate: Candidate, beam: _Beam) -> _Choice:
    token, length, start, span, stage = candidate
    worth = worth_of_match(length, span, exact=stage == beam.exact_stage)
    return _Choice(
        gain=worth * beam.word,
        distance=abs(token - start),
        start=start,
        end=start + span,
        resume=token + length,
        words=((1 << span) - 1) << start,
        candidate=candidate,
    )
