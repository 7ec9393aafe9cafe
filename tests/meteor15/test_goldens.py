"""The variant ``meteor-1.5`` against what METEOR 1.5 printed for sentences of our own.

``goldens/make.py`` made the table, with the program itself, and says what is in it.
"""

import gzip
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from meteor_core import Meteor
from meteor_core.meteor15.eval_statistics import EvalStatistics
from meteor_core.score.results import SegmentScore
from meteor_core.text.tokenizers import TokenizerName
from tests.meteor15.goldens import make
from tests.meteor15.program import installed_home

GOLDENS = Path(__file__).parent / "goldens"
TOKENIZERS: dict[str, TokenizerName] = {
    "-norm": "meteor-1.5",
    "-norm -noPunct": "meteor-1.5-no-punctuation",
    "-lower": "meteor-1.5-lower",
    "": "meteor-1.5-none",
}


class Golden(NamedTuple):
    language: str
    options: str
    hypothesis: str
    reference: str
    other_reference: str
    statistics: str
    score: str

    @property
    def references(self) -> list[str]:
        return [self.reference, *([] if self.other_reference == "-" else [self.other_reference])]


def read_goldens() -> Iterator[Golden]:
    lines = (GOLDENS / "goldens.tsv").read_text(encoding="utf-8").split("\n")[:-1]
    yield from (Golden(*line.split("\t")) for line in lines)


TABLE = list(read_goldens())
SETTINGS = list(dict.fromkeys((golden.language, golden.options) for golden in TABLE))


@pytest.fixture(scope="module")
def small_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """METEOR 1.5 with the table of paraphrases of ``make.py`` instead of its own."""
    jar = installed_home().jar
    folder = tmp_path_factory.mktemp("meteor")
    shutil.copy(jar, folder)
    (folder / "data").mkdir()
    table = (GOLDENS / "paraphrases.tsv").read_text(encoding="utf-8").replace("\t", "\n")
    for language in ("en", "cz", "fr", "es", "de", "ru"):
        file = folder / "data" / f"paraphrase-{language}.gz"
        file.write_bytes(gzip.compress(table.encode(), mtime=0))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("METEORSCOPE_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield folder


def meteor_for(language: str, options: str, home: Path) -> Meteor:
    normalization, *rest = re.split(r" (?=-[tmx] )", options)
    chosen: dict[str, Any] = {}
    for option in rest:
        name, value = option.split(" ", 1)
        if name == "-t":
            chosen["task"] = value
        elif name == "-m":
            chosen["stages"] = value.strip("'").split()
        else:
            chosen["beam_width"] = int(value)
    return Meteor(
        "meteor-1.5",
        language,
        tokenizer=TOKENIZERS[normalization],
        meteor_home=str(home),
        **chosen,
    )


def statistics_line(result: SegmentScore) -> str:
    """The 23 statistics as the program prints them."""
    counted = result.statistics
    numbers: list[int] = [
        counted.hypothesis_length,
        counted.reference_length,
        counted.hypothesis_function_words,
        counted.reference_function_words,
    ]
    for all_of_it, of_reference, function, function_of_reference in zip(
        counted.matches_by_stage,
        counted.reference_matches_by_stage,
        counted.hypothesis_function_matches,
        counted.reference_function_matches,
        strict=True,
    ):
        numbers += [all_of_it - function, of_reference - function_of_reference]
        numbers += [function, function_of_reference]
    numbers += [0] * (20 - len(numbers))
    numbers += [counted.chunks, counted.matches, counted.reference_matches]
    return " ".join(f"{number}.0" for number in numbers)


@pytest.mark.parametrize(("language", "options"), SETTINGS)
def test_statistics_and_scores_are_those_of_the_program(
    language: str, options: str, small_home: Path
) -> None:
    meteor = meteor_for(language, options, small_home)
    rows = [golden for golden in TABLE if (golden.language, golden.options) == (language, options)]
    streams = [list(texts) for texts in zip(*(row.references for row in rows), strict=True)]
    batch = meteor.batch([row.hypothesis for row in rows], streams)
    for golden, in_batch in zip(rows, batch, strict=True):
        result = meteor.score(golden.hypothesis, golden.references)
        for scored in (result, in_batch):
            assert statistics_line(scored) == golden.statistics, golden
            assert scored.score == pytest.approx(float(golden.score), abs=1e-12), golden
        assert result.statistics == in_batch.statistics
        assert result.measures == in_batch.measures


@pytest.mark.parametrize(("language", "options"), SETTINGS)
def test_a_corpus_is_the_sum_that_the_program_makes(
    language: str, options: str, small_home: Path
) -> None:
    meteor = meteor_for(language, options, small_home)
    rows = [golden for golden in TABLE if (golden.language, golden.options) == (language, options)]
    summed = EvalStatistics()
    total = meteor.zero()
    for golden in rows:
        summed += EvalStatistics.parse(golden.statistics)
        total += meteor.score(golden.hypothesis, golden.references).statistics
    assert total.chunks - total.perfect_segments == summed.chunks
    assert total.matches == summed.hypothesis_word_matches


@pytest.mark.slow
@pytest.mark.timeout(900)  # the program starts sixty times
def test_the_program_still_prints_the_table() -> None:
    """Made anew by ``make.py``, where Java and the program are there."""
    installed_home()
    if shutil.which("java") is None:
        pytest.skip("there is no Java")
    for row, golden in zip(make.table(), TABLE, strict=True):
        *fields, score = row
        assert fields == list(golden[:-1])
        assert float(score) == pytest.approx(float(golden.score), abs=1e-12)


def test_another_table_is_another_scorer_in_the_same_process(
    small_home: Path, tmp_path: Path
) -> None:
    """What is known of words is shared between scorers, but not between tables."""
    shutil.copytree(small_home, tmp_path / "other")
    table = tmp_path / "other" / "data" / "paraphrase-en.gz"
    table.write_bytes(gzip.compress(b"0.5\nhouse\na large building\n"))
    texts = ["a number of questions", "the house"], [["several questions", "the a large building"]]
    meteors = [Meteor("meteor-1.5", meteor_home=str(h)) for h in (small_home, tmp_path / "other")]
    for meteor, expected in zip(meteors, ([4, 1], [1, 2]), strict=True):
        assert meteor.batch(*texts).matches.tolist() == expected
    first, other = (meteor.signature() for meteor in meteors)
    assert first != other
