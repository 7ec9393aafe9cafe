"""Candidates and alignments against METEOR's Java program, where it is installed."""

from pathlib import Path

import pytest

from tests.meteor15 import program_rows
from tests.meteor15.program_rows import WORDS, Program, Row
from tests.meteor15.span_implementations import BEAMS, FINDERS

ROWS = program_rows.random_rows(2500, seed=15)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """Asked once."""
    if (reason := program_rows.missing()) is not None:
        pytest.skip(reason)
    return program_rows.ask_program(ROWS, tmp_path_factory.mktemp("program"))


def types(words: tuple[str, ...]) -> list[int]:
    """Places in the list of all words."""
    return [WORDS.index(word) for word in words]


@pytest.mark.slow
@pytest.mark.parametrize("implementation", FINDERS)
def test_all_rows_are_listed_and_aligned_as_by_the_program(
    program: Program, implementation: str
) -> None:
    find, search = FINDERS[implementation], BEAMS[implementation]
    for row, answer in zip(ROWS, program.answers, strict=True):
        grounds = program.grounds(row.modules)
        hypothesis, reference = types(row.hypothesis), types(row.reference)
        candidates = find(hypothesis, reference, grounds)
        assert candidates == answer.candidates, row
        result = search(
            candidates,
            len(hypothesis),
            len(reference),
            exact_stage=grounds.exact_stage,
            width=row.width,
        )
        assert list(result.links) == answer.links, row


@pytest.mark.slow
def test_rows_are_hard(program: Program) -> None:
    """They have what the rules are about, so that agreement means something."""
    assert sum(any(j[1] > 1 for j in a.candidates) for a in program.answers) > len(ROWS) // 5
    assert sum(len(set(a.candidates)) < len(a.candidates) for a in program.answers) > 200
    assert max(len(row.reference) for row in ROWS) == 40


def test_folder_of_drivers_has_the_driver() -> None:
    """Else the slow tests would fail with a message of Java's."""
    assert Path(program_rows.DRIVER).is_file()
    assert Row((0,), 1, (), ()).width == 1
