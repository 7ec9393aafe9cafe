"""METEOR 1.5's own output for real translations, line by line; where data and program are there."""

import random
import shutil
import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import pytest

from meteor_core import Meteor
from meteor_core.score.results import SegmentScore
from meteor_core.text.line_files import read_segments
from tests.meteor15.program import installed_home
from tests.meteor15.test_goldens import statistics_line

SHARED: Final = Path(__file__).parents[3] / "shared"
PRINTED: Final = SHARED / "conformance" / "meteor-1.5"
TRANSLATIONS: Final = SHARED / "data" / "wmt21"

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

FILES: Final = sorted(PRINTED.glob("*.tsv"))


def segments(file: Path) -> list[str]:
    return list(read_segments(str(file)))


@pytest.mark.skipif(not FILES, reason=f"what METEOR 1.5 prints is not at {PRINTED}")
@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_every_line_is_the_programs(file: Path) -> None:
    """One by one and in a batch: the statistics are equal, the scores to 1e-12."""
    installed_home()
    pair, system, references, stages = file.stem.split(".")
    language = pair[-2:]
    folder = TRANSLATIONS / pair
    hypotheses = segments(folder / f"hyp.{system}.{language}")
    streams = [
        segments(folder / f"ref.{name.removeprefix('ref')}.{language}")
        for name in references.split("+")
    ]
    meteor = Meteor("meteor-1.5", language, stages=stages.split("-"))
    rows = [line.split("\t") for line in segments(file)[1:]]
    batch = meteor.batch(hypotheses, streams)
    alternatives = zip(*streams, strict=True)
    for row, hypothesis, texts, in_batch in zip(rows, hypotheses, alternatives, batch, strict=True):
        check_row(in_batch, row)
        check_row(meteor.score(hypothesis, texts), row)


def check_row(scored: SegmentScore, row: Sequence[str]) -> None:
    number, score, statistics = row
    assert statistics_line(scored) == statistics, number
    assert scored.score == pytest.approx(float(score), abs=1e-12), number


DIRECTIONS: Final = [
    folder.name for folder in sorted(TRANSLATIONS.glob("*")) if list(folder.glob("hyp.*"))
]
STAGES: Final = {"en": "exact stem synonym paraphrase", "zh": "exact", "ja": "exact"}


@pytest.mark.skipif(not DIRECTIONS, reason=f"there are no translations at {TRANSLATIONS}")
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_all_systems_score_as_the_program_scores_them(direction: str) -> None:
    """Every system against every reference."""
    language = direction[-2:]
    pairs = [
        pair
        for hypotheses in sorted((TRANSLATIONS / direction).glob(f"hyp.*.{language}"))
        for references in sorted(hypotheses.parent.glob(f"ref.*.{language}"))
        for pair in zip(segments(hypotheses), segments(references), strict=True)
    ]
    compare_with_the_program(language, pairs)


@pytest.mark.skipif(not TRANSLATIONS.is_dir(), reason=f"there are no texts at {TRANSLATIONS}")
@pytest.mark.parametrize(("language", "source"), [("cs", "cs-en/src.cs"), ("es", "de-fr/ref.A.fr")])
def test_languages_without_systems_score_texts_that_were_changed_at_random(
    language: str, source: str
) -> None:
    """There are no translations into Czech and Spanish; for Spanish, French words will do."""
    rng = random.Random(2014)
    references = segments(TRANSLATIONS / source)
    pairs = [(changed(reference, rng), reference) for reference in references]
    compare_with_the_program(language, pairs)


def changed(text: str, rng: random.Random) -> str:
    words = text.split()
    for _ in range(max(1, len(words) // 4)):
        place, other = rng.randrange(len(words)), rng.randrange(len(words))
        match rng.randrange(3):
            case 0:
                words[place], words[other] = words[other], words[place]
            case 1:
                words[place] = words[place][:-1] or "a"
            case _:
                words.insert(place, words[other])
    return " ".join(words)


def compare_with_the_program(language: str, pairs: Sequence[tuple[str, str]]) -> None:
    stages = STAGES.get(language, "exact" if language == "cs" else "exact stem")
    program_language = {"cs": "cz", "zh": "other", "ja": "other"}.get(language, language)
    normalized = language not in ("zh", "ja")
    options = ["-l", program_language, "-m", stages, "-norm" if normalized else "-lower"]
    printed = of_the_program(pairs, options)
    meteor = Meteor("meteor-1.5", language, stages=stages.split())
    batch = meteor.batch([h for h, _ in pairs], [[r for _, r in pairs]])
    compared = zip(batch, printed, range(1, len(pairs) + 1), strict=True)
    for scored, (statistics, score), number in compared:
        check_row(scored, (str(number), score, statistics))
    some = random.Random(1).sample(range(len(pairs)), min(100, len(pairs)))
    for row in some:  # one by one as well
        hypothesis, reference = pairs[row]
        statistics, score = printed[row]
        check_row(meteor.score(hypothesis, [reference]), (str(row + 1), score, statistics))


def of_the_program(pairs: Sequence[tuple[str, str]], options: list[str]) -> list[tuple[str, str]]:
    """Statistics and score of each pair, by one start: it reads its data for eight seconds."""
    jar = installed_home().jar
    if shutil.which("java") is None:
        pytest.skip("there is no Java")
    command = ["java", "-Xmx3G", "-XX:+UseSerialGC"]
    command += ["-Dfile.encoding=UTF-8", "-Dstdout.encoding=UTF-8", "-jar", str(jar)]
    with subprocess.Popen(
        [*command, "-", "-", *options, "-stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        asked = [f"SCORE ||| {reference} ||| {hypothesis}" for hypothesis, reference in pairs]
        with ThreadPoolExecutor(1) as writer:
            written = writer.submit(program.stdin.write, "\n".join([*asked, ""]).encode())
            statistics = [program.stdout.readline().decode().rstrip("\n") for _ in asked]
            written.result()
        # This prints the score of each statistics, and that of their sum.
        scores, _ = program.communicate(f"{' ||| '.join(['EVAL', *statistics])}\n".encode())
    assert program.returncode == 0
    *lines, _ = scores.decode().splitlines()
    return list(zip(statistics, lines, strict=True))
