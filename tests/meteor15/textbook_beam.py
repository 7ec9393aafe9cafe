"""METEOR 1.5's beam search told slowly: lists are copied, and every rule stands where it acts.

The truth that both implementations of the beam are compared with, itself compared with the Java
program by ``test_beam.py``. It shares no code with the package.
"""

from dataclasses import dataclass

Candidate = tuple[int, int, int, int, int]
Link = tuple[int, int, int, int, int]


@dataclass
class Path:
    """A partial alignment; lists are by token, and are copied with it."""

    chosen: list[Candidate | None]  # by token of the reference at which it starts
    used_hypothesis: list[bool]
    used_reference: list[bool]
    matched: int = 0
    chunks: int = 0
    distance: int = 0
    expected: int = 0  # the next token of the reference that the path looks at
    last_end: int | None = None

    def copy(self) -> "Path":
        """A path that can be changed without changing this one."""
        return Path(
            list(self.chosen),
            list(self.used_hypothesis),
            list(self.used_reference),
            self.matched,
            self.chunks,
            self.distance,
            self.expected,
            self.last_end,
        )

    def measures(self) -> tuple[int, int, int]:
        """Smaller is better."""
        return -self.matched, self.chunks, self.distance

    def is_free(self, candidate: Candidate) -> bool:
        """Whether none of its words is used."""
        start, length, hypothesis_start, span, _ = candidate
        return not any(
            self.used_reference[start : start + length]
            + self.used_hypothesis[hypothesis_start : hypothesis_start + span]
        )

    def use(self, candidate: Candidate) -> None:
        """Choose it; its words are no longer free."""
        start, length, hypothesis_start, span, _ = candidate
        self.chosen[start] = candidate
        for token in range(start, start + length):
            self.used_reference[token] = True
        for token in range(hypothesis_start, hypothesis_start + span):
            self.used_hypothesis[token] = True

    def advance(self, candidate: Candidate, exact_stage: int) -> None:
        """Count a match; distance is not counted here."""
        start, length, hypothesis_start, span, stage = candidate
        weight = 1.0 if stage == exact_stage else 0.5
        self.matched += int(span * weight) + int(length * weight)
        if self.last_end is not None and self.last_end != hypothesis_start:
            self.chunks += 1
        self.expected = start + length
        self.last_end = hypothesis_start + span

    def close_chunk(self) -> None:
        """Count the open chunk, if there is one."""
        if self.last_end is not None:
            self.chunks += 1
            self.last_end = None


def distance_of(candidate: Candidate) -> int:
    """How far apart its two sides start."""
    return abs(candidate[0] - candidate[2])


def definite_matches(
    candidates: list[Candidate], hypothesis_length: int, reference_length: int
) -> list[Candidate]:
    """Those that share no word with another entry of the list."""
    words = [
        {("reference", token) for token in range(start, start + length)}
        | {("hypothesis", token) for token in range(hypothesis_start, hypothesis_start + span)}
        for start, length, hypothesis_start, span, _ in candidates
    ]
    assert all(
        0 <= token < (reference_length if side == "reference" else hypothesis_length)
        for covered in words
        for side, token in covered
    )
    return [
        candidate
        for index, candidate in enumerate(candidates)
        if not any(words[index] & other for place, other in enumerate(words) if place != index)
    ]


def best_alignment(
    candidates: list[Candidate],
    hypothesis_length: int,
    reference_length: int,
    exact_stage: int,
    width: int,
) -> list[Link]:
    """What the program aligns, by position in the hypothesis."""
    first = Path([None] * reference_length, [False] * hypothesis_length, [False] * reference_length)
    for match in definite_matches(candidates, hypothesis_length, reference_length):
        first.use(match)
    paths = [first]
    for token in range(reference_length):
        paths.sort(key=Path.measures)
        following: list[Path] = []
        for path in paths[:width]:
            here = [candidate for candidate in candidates if candidate[0] == token]
            following += continuations(path, token, here, exact_stage)
        paths = following or paths[:1]
    paths.sort(key=Path.measures)
    paths = paths[:width]
    for path in paths:
        path.close_chunk()
    best = min(paths, key=Path.measures)
    return sorted(
        (hypothesis_start, hypothesis_start + span, start, start + length, stage)
        for start, length, hypothesis_start, span, stage in filter(None, best.chosen)
    )


def continuations(
    path: Path, token: int, candidates: list[Candidate], exact_stage: int
) -> list[Path]:
    """What becomes of a path at a token."""
    if path.used_reference[token]:
        if token < path.expected:
            return [path]
        match = path.chosen[path.expected]
        if match is None:
            return []
        path.advance(match, exact_stage)
        path.distance += distance_of(match)
        return [path]
    children = []
    for candidate in candidates:
        if path.is_free(candidate):
            child = path.copy()
            child.use(candidate)
            child.advance(candidate, exact_stage)
            children.append(child)
            path.distance += distance_of(candidate)  # the program's mistake: not the child's
    path.close_chunk()
    path.expected += 1
    return [*children, path]
