"""METEOR 1.5's statistics and measures, judged by the program."""

import math
import random
import shutil
import struct
import subprocess
from pathlib import Path

import pytest

from meteor_core.errors import InputError
from meteor_core.meteor15.eval_statistics import (
    EvalStatistics,
    JavaMeasures,
    java_measures,
    java_power,
)
from meteor_core.meteor15.tasks import TaskSettings, task_settings
from tests.meteor15.program import installed_home, run_driver

ENGLISH = task_settings("en")

# Lines that the program printed for SCORE, and its answers to them as EVAL, from:
# java -jar meteor-1.5.jar - - -stdio -l en -norm
ANSWERS = """\
6.0 6.0 3.0 3.0 2.0 2.0 2.0 2.0 1.0 1.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 2.0 5.0 5.0
0.4087155950397489
6.0 6.0 3.0 3.0 3.0 3.0 3.0 3.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 1.0 6.0 6.0
1.0
8.0 7.0 5.0 4.0 2.0 2.0 3.0 3.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 1.0 1.0 1.0 0.0 3.0 7.0 6.0
0.40250245867176176
1.0 1.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0
0.0
7.0 8.0 3.0 4.0 2.0 2.0 3.0 3.0 0.0 0.0 0.0 0.0 1.0 1.0 0.0 0.0 1.0 1.0 0.0 1.0 3.0 7.0 8.0
0.4329451709351041
"""


def bits(number: float) -> str:
    canonical = math.nan if math.isnan(number) else number
    return struct.pack(">d", canonical).hex()


def random_line(chance: random.Random) -> str:
    """Statistics of a segment: plausible ones, or a perfect segment, or any numbers."""
    kind = chance.random()
    if kind < 0.1:
        length = chance.randint(0, 9)
        function = chance.randint(0, length)
        stage = [length - function] * 2 + [function] * 2
        numbers = [length] * 2 + [function] * 2 + stage + [0] * 12 + [1, length, length]
        return " ".join(f"{number}.0" for number in numbers)
    if kind < 0.2:
        values = (0.0, 1.0, -1.0, 0.5, 1e300, 1e-300, 7.25)
        return " ".join(repr(chance.choice(values)) for _ in range(23))
    size = chance.choice((3, 12, 60, 2000, 100000))
    matches = [chance.randint(0, size) for _ in range(16)]
    matches = [m if i < 4 or chance.random() < 0.5 else 0 for i, m in enumerate(matches)]
    lengths = [chance.randint(0, 4 * size) for _ in range(2)]
    functions = [chance.randint(0, length) for length in lengths]
    words = [sum(matches[0::2]), sum(matches[1::2])]
    chunks = chance.randint(0, 1 + min(words))
    return " ".join(f"{number}.0" for number in [*lengths, *functions, *matches, chunks, *words])


def random_parameters(chance: random.Random) -> TaskSettings:
    if chance.random() < 0.5:
        language, task = chance.choice(
            [
                *(("en", "rank"), ("en", "adq"), ("en", "hter"), ("en", "util"), ("en", "li")),
                *(("cs", "rank"), ("fr", "rank"), ("es", "rank"), ("de", "rank"), ("cs", "adq")),
            ]
        )
        return task_settings(language, task)
    numbers = [chance.choice((0.0, 1.0, 0.5, round(chance.random(), 2))) for _ in range(4)]
    weights = tuple(round(chance.random(), 2) for _ in range(chance.randint(1, 4)))
    return TaskSettings(
        alpha=numbers[0],
        beta=4 * numbers[1],
        gamma=numbers[2],
        delta=numbers[3],
        stages=(),
        weights=weights,
    )


def test_a_line_is_read_and_printed_as_it_was() -> None:
    line = "8.0 9.0 3.0 4.0 4.0 4.0 2.0 2.0 1.0 1.0 0.0 0.0 " + "0.0 " * 8 + "3.0 7.0 7.0"
    statistics = EvalStatistics.parse(f" {line}\n")
    assert str(statistics) == line
    assert statistics.reference_function_words == 4
    assert statistics.hypothesis_content_matches == (4, 1, 0, 0)
    assert statistics.hypothesis_function_matches == (2, 0, 0, 0)
    assert statistics.hypothesis_word_matches == 7
    assert str(EvalStatistics.parse("1e7 1e-4 " + "0 " * 21)).startswith("1.0E7 1.0E-4 0.0 ")


@pytest.mark.parametrize("line", ["", "1 2 3", "0 " * 22, "0 " * 24, "0 " * 22 + "x"])
def test_invalid_statistics_are_rejected(line: str) -> None:
    with pytest.raises(InputError, match="statistics of METEOR"):
        EvalStatistics.parse(line)


def test_chunks_of_perfect_segments_are_not_added() -> None:
    perfect = EvalStatistics.parse("2 2 1 1 1 1 1 1 " + "0 " * 12 + "1 2 2")
    other = EvalStatistics.parse("3 2 1 1 1 1 1 1 " + "0 " * 12 + "1 2 2")
    total = EvalStatistics() + perfect + other + perfect
    assert perfect.perfect
    assert not other.perfect
    assert (total.chunks, total.hypothesis_length, total.hypothesis_word_matches) == (1, 7, 6)
    assert total.hypothesis_content_matches == (3, 0, 0, 0)


def test_nothing_at_all() -> None:
    measures = java_measures(EvalStatistics(), ENGLISH, ENGLISH.weights)
    assert measures.score == 0
    assert math.isnan(measures.precision)
    assert math.isnan(measures.f_mean)


def test_without_matches_the_score_is_zero() -> None:
    none = EvalStatistics(hypothesis_length=3, reference_length=4)
    measures = java_measures(none, ENGLISH, ENGLISH.weights)
    assert (measures.precision, measures.recall, measures.f_mean, measures.score) == (0, 0, 0, 0)
    assert math.isnan(measures.f1)


@pytest.mark.parametrize(
    ("base", "exponent", "power"),
    [
        (0.0, 0.0, 1.0),
        (math.nan, 0.0, 1.0),
        (1.0, math.nan, math.nan),
        (1.0, math.inf, math.nan),
        (0.0, -1.0, math.inf),
        (-0.0, -3.0, -math.inf),
        (-0.0, -2.0, math.inf),
        (-8.0, 1 / 3, math.nan),
        (-1e300, 3.0, -math.inf),
        (-1e300, 2.0, math.inf),
        (1e300, 1.5, math.inf),
        (math.inf, 0.2, math.inf),
    ],
)
def test_powers_are_those_of_java(base: float, exponent: float, power: float) -> None:
    assert bits(java_power(base, exponent)) == bits(power)


@pytest.mark.parametrize(
    ("line", "score"),
    list(zip(ANSWERS.splitlines()[::2], ANSWERS.splitlines()[1::2], strict=True)),
)
def test_answers_of_the_program(line: str, score: str) -> None:
    measures = java_measures(EvalStatistics.parse(line), ENGLISH, ENGLISH.weights)
    assert measures.score == pytest.approx(float(score), abs=1e-12)


# Final scores of the program on the files of shared/conformance/meteor-1.5, see their README.
FINAL_SCORES = {
    "cs-en.Online-A.refA.exact": ".2992132662811087",
    "cs-en.Online-A.refA.exact-stem": ".3085702065999037",
    "cs-en.Online-A.refA.exact-stem-synonym": ".32439971813906576",
    "cs-en.Online-A.refA.exact-stem-synonym-paraphrase": ".3444780475493483",
    "cs-en.Online-A.refA+refB.exact-stem-synonym": ".3495991091949307",
    "en-de.UEdin.refA.exact-stem": ".4936291149865282",
    "de-fr.Online-A.refA.exact-stem": ".5644434340833501",
    "en-ru.Online-B.refA.exact-stem": ".5054091166478089",
}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "final"), FINAL_SCORES.items())
def test_scores_of_real_segments_and_of_their_sum(name: str, final: str) -> None:
    file = Path(__file__).parents[2].parent / f"shared/conformance/meteor-1.5/{name}.tsv"
    if not file.is_file():
        pytest.skip("no shared data beside the repository")
    language = name.partition(".")[0].rpartition("-")[2]
    settings = task_settings(language, stages=name.rpartition(".")[2].split("-"))
    total = EvalStatistics()
    for line in file.read_text("utf-8").splitlines()[1:]:
        _, score, row = line.split("\t")
        statistics = EvalStatistics.parse(row)
        assert str(statistics) == row
        total += statistics
        found = java_measures(statistics, settings, settings.weights).score
        assert found == pytest.approx(float(score), abs=1e-12)
    found = java_measures(total, settings, settings.weights).score
    assert found == pytest.approx(float(final), abs=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("segments", [1, 5])
def test_measures_are_those_of_the_program(segments: int, tmp_path: Path) -> None:
    chance = random.Random(segments)
    cases = [
        (random_parameters(chance), [random_line(chance) for _ in range(segments)])
        for _ in range(10_000)
    ]
    lines = [
        f"{s.alpha} {s.beta} {s.gamma} {s.delta},{' '.join(map(str, s.weights))},{';'.join(rows)}"
        for s, rows in cases
    ]
    for (parameters, rows), printed in zip(
        cases, run_driver("Measures", lines, tmp_path), strict=True
    ):
        if segments == 1:
            statistics = EvalStatistics.parse(rows[0])
        else:
            statistics = sum(map(EvalStatistics.parse, rows), EvalStatistics())
        *expected, line = printed.split(" ", 6)
        found = java_measures(statistics, parameters, parameters.weights)
        assert str(statistics) == line
        assert list(map(bits, found[:4])) == expected[:4]
        theirs = JavaMeasures(*(struct.unpack(">d", bytes.fromhex(n))[0] for n in expected))
        assert found.penalty == pytest.approx(theirs.penalty, rel=3e-16, abs=0, nan_ok=True)
        if bits(found.penalty) == bits(theirs.penalty):
            assert bits(found.score) == bits(theirs.score)


@pytest.mark.slow
def test_the_program_answers_the_same_to_eval() -> None:
    home, java = installed_home(), shutil.which("java")
    if not java:
        pytest.skip("there is no Java")
    chance = random.Random(9)
    lines = [random_line(chance) for _ in range(3_000)]
    # The stages have no part in this; four that need no data keep it fast.
    stages = ["-m", "exact exact exact exact", "-w", " ".join(map(str, ENGLISH.weights))]
    done = subprocess.run(
        [java, "-Xmx600m", "-jar", str(home.jar), "-", "-", "-stdio", "-l", "en", *stages],
        input="".join(f"EVAL ||| {line}\n" for line in lines),
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    answers = list(map(float, done.stdout.split()))[::2]  # of the segment, then of their sum
    statistics = map(EvalStatistics.parse, lines)
    found = [java_measures(each, ENGLISH, ENGLISH.weights).score for each in statistics]
    assert found == pytest.approx(answers, abs=1e-12)
