"""The last line of ``meteorscope variants``: what computes, and why."""

import json

import meteor_core
from tests.command_line.conftest import Run


def last_line(text: bytes) -> str:
    return text.decode().splitlines()[-1]


def test_the_last_line_tells_what_computes(run: Run) -> None:
    expected = f"{meteor_core.IMPLEMENTATION}, because {meteor_core.IMPLEMENTATION_REASON}"
    assert last_line(run("variants").stdout) == f"implementation: {expected}"


def test_it_tells_that_python_was_asked_for(run: Run) -> None:
    printed = run("variants", METEOR_IMPLEMENTATION="python").stdout
    expected = "implementation: python, because METEOR_IMPLEMENTATION is 'python'"
    assert last_line(printed) == expected


def test_what_programs_read_is_the_variants_alone(run: Run) -> None:
    names = list(meteor_core.VARIANTS)
    assert [row["variant"] for row in json.loads(run("variants", "--format", "json").stdout)] == (
        names
    )
    assert last_line(run("variants", "--format", "tsv").stdout).startswith(f"{names[-1]}\t")


def test_an_implementation_that_there_is_none_of_is_refused_in_one_line(run: Run) -> None:
    done = run("variants", METEOR_IMPLEMENTATION="fortran")
    assert done.returncode == 2
    (line,) = done.stderr.decode().splitlines()
    assert "METEOR_IMPLEMENTATION is 'fortran'" in line
