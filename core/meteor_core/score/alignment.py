"""Alignments as front ends see them: tokens with spans, matches, chunks."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from ..search.spans.links import Link
from ..text.tokenizers import Span
from ..words.explainer import Explainer


@dataclass(frozen=True, slots=True)
class TokenRow:
    """A text and the places of its tokens.

    Attributes:
        text: as it was given.
        spans: half-open ranges of code points, one a token, ascending.
        forms: the surface of each token, if the tokenizer's surfaces differ from the text; else
            empty.
        function_words: the tokens that are function words, by index from 0.
    """

    text: str
    spans: tuple[Span, ...]
    forms: tuple[str, ...] = ()
    function_words: tuple[int, ...] = ()

    def __len__(self) -> int:
        """Return the number of tokens."""
        return len(self.spans)

    def words(self, tokens: Span | None = None) -> list[str]:
        """Return the text of each token, or of the tokens in a half-open range, from 0."""
        first, end = tokens or (0, len(self.spans))
        return [self.text[start:stop] for start, stop in self.spans[first:end]]

    def surfaces(self, tokens: Span | None = None) -> list[str]:
        """Return the surface of each token, or of the tokens in a half-open range, from 0.

        A surface is what counts as the token's spelling, before case is folded. METEOR 1.5's
        normaliser changes some: of "U.S." it makes "US".
        """
        if not self.forms:
            return self.words(tokens)
        first, end = tokens or (0, len(self.forms))
        return list(self.forms[first:end])


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """Tokens of the hypothesis that a stage joins with tokens of the reference.

    Attributes:
        hypothesis: half-open range of tokens, from 0.
        reference: half-open range of tokens, from 0.
        stage: name of the stage that found the match.
        chunk: number of its chunk, from 0, in the order of the hypothesis.
    """

    hypothesis: Span
    reference: Span
    stage: str
    chunk: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """A maximal run of matches that are adjacent and in the same order on both sides.

    Attributes:
        hypothesis: half-open range of tokens, from 0.
        reference: half-open range of tokens, from 0.
    """

    hypothesis: Span
    reference: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Alignment:
    """The alignment of a hypothesis with a reference.

    Attributes:
        hypothesis: its tokens.
        reference: its tokens.
        links: the matches as five numbers, by position in the hypothesis: start and end of the
            hypothesis tokens, start and end of the reference tokens, index of the stage; all from
            0, ranges half-open. ``matches`` has the same by name.
        optimal: whether it is proved to be the best by the search's objective.
        chunk_gap: how many chunks at most it has more than the optimum; 0 with ``optimal``
            false means that the score is proved and only a tie could look different.
        explainer: says why words match.
    """

    hypothesis: TokenRow
    reference: TokenRow
    links: tuple[Link, ...]
    optimal: bool
    chunk_gap: int
    explainer: Explainer = field(repr=False)

    @property
    def stages(self) -> tuple[str, ...]:
        """Names of the stages, in the order in which they count."""
        return tuple(stage.name for stage in self.explainer.stages)

    @property
    def matches(self) -> tuple[Match, ...]:
        """Return the matches, by position in the hypothesis."""
        stages = self.stages
        return tuple(
            Match(
                hypothesis=(start, end),
                reference=(reference_start, reference_end),
                stage=stages[stage],
                chunk=number,
            )
            for number, chunk in enumerate(self._runs())
            for start, end, reference_start, reference_end, stage in chunk
        )

    @property
    def chunks(self) -> tuple[Chunk, ...]:
        """Return the chunks, by position in the hypothesis."""
        return tuple(
            Chunk(
                hypothesis=(run[0][0], run[-1][1]),
                reference=(run[0][2], run[-1][3]),
            )
            for run in self._runs()
        )

    def explain(self, match: Match) -> str:
        """Return why words match: the word, stem, synset or phrases that they share."""
        return self.explainer.explain(
            match.stage,
            " ".join(self.hypothesis.surfaces(match.hypothesis)),
            " ".join(self.reference.surfaces(match.reference)),
        )

    def _runs(self) -> Iterator[list[Link]]:
        run: list[Link] = []
        for link in self.links:
            if run and (link[0] != run[-1][1] or link[2] != run[-1][3]):
                yield run
                run = []
            run.append(link)
        if run:
            yield run
