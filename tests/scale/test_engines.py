"""The programs of docs/scale.md, run by the engines that they are about, on real text.

A program stands there in a block fenced as ``python`` with the name of its engine after it; those
without one are run with the programs of all documents.
"""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from meteor_core import Meteor
from meteor_core.arrow import ArrowScorer
from tests.scale.tables import HYPOTHESES, REFERENCES, table_of

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs/scale.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)(?: (\w+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BEFORE = {"ray": "import ray\nray.init(num_cpus=2, include_dashboard=False)\n"}
"""What makes an engine start sooner, and is no part of the document."""

SYSTEMS = ("fluent", "hyp", "literal")

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


def programs(language: str, engine: str) -> list[str]:
    return [
        text for kind, name, text in BLOCK.findall(DOCUMENT) if (kind, name) == (language, engine)
    ]


def lines(name: str) -> list[str]:
    return (ROOT / "examples" / name).read_text(encoding="utf-8").splitlines()


@pytest.fixture(scope="module")
def expected() -> dict[str, float]:
    """The score of each system, computed without tables."""
    meteor, references = Meteor(), lines("city-news.ref.en")
    return {
        system: meteor.corpus(lines(f"city-news.{system}.en"), [references]).score
        for system in SYSTEMS
    }


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a file of segments: systems mixed, some texts missing, many row groups."""
    references = lines("city-news.ref.en")
    rows: list[dict[str, Any]] = [
        {"system": system, "hypothesis": hypothesis, "reference": reference}
        for *hypotheses, reference in zip(
            *(lines(f"city-news.{system}.en") for system in SYSTEMS), references, strict=True
        )
        for system, hypothesis in zip(SYSTEMS, hypotheses, strict=True)
    ]
    for system in SYSTEMS:
        rows.insert(5, {"system": system, "hypothesis": None, "reference": "a"})
        rows.append({"system": system, "hypothesis": "a", "reference": None})
    folder = tmp_path_factory.mktemp("engines")
    pq.write_table(pa.Table.from_pylist(rows), folder / "segments.parquet", row_group_size=10)
    return folder


def run(program: str, folder: Path) -> list[str]:
    (folder / "program.py").write_text(program, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "program.py"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=480,  # a minute on a quiet machine; engines start many processes
        check=False,
        env={
            **os.environ,
            "HF_HOME": str(folder / "cache"),
            "HF_HUB_OFFLINE": "1",
            "PYSPARK_SUBMIT_ARGS": (
                "--conf spark.ui.enabled=false --conf spark.sql.shuffle.partitions=1 pyspark-shell"
            ),
            "RAY_AUTH_MODE": "disabled",  # else it writes a token into the user's home
            "RAY_USAGE_STATS_ENABLED": "0",
            "RAY_DATA_DEFAULT_MIN_PARALLELISM": "2",
        },
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize("engine", ["duckdb", "polars", "spark", "datasets", "ray"])
def test_groups_are_summed_by(engine: str, folder: Path, expected: dict[str, float]) -> None:
    package = {"spark": "pyspark"}.get(engine, engine)
    if not importlib.util.find_spec(package):
        pytest.skip(f"{package} is not installed")
    if engine == "spark" and not shutil.which("java"):
        pytest.skip("Spark needs Java, and there is none")
    printed = run(BEFORE.get(engine, "") + programs("python", engine)[0], folder)
    scores = [line for line in printed if line.startswith(SYSTEMS)]
    assert scores == [f"{system} {score!r}" for system, score in expected.items()]


def test_duckdb_takes_the_scorer_as_a_function(folder: Path) -> None:
    pytest.importorskip("duckdb", reason="duckdb is not installed")
    scores = ArrowScorer()(pq.read_table(folder / "segments.parquet")).column("meteor_score")
    assert run(programs("python", "duckdb")[1], folder) == [
        f"[({max(scores.drop_null().to_pylist())!r},)]"
    ]


def test_sql_computes_the_score_alone(folder: Path, expected: dict[str, float]) -> None:
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")
    (query,) = programs("sql", "")
    with duckdb.connect() as connection:
        table = pq.read_table(folder / "segments.parquet")
        connection.register("scored", ArrowScorer()(table))
        assert dict(connection.sql(query).fetchall()) == pytest.approx(expected, rel=1e-12)
        unmatched = ArrowScorer()(
            pa.table({"system": ["x"], "hypothesis": ["a"], "reference": ["b"]})
        )
        connection.register("scored", unmatched)
        assert connection.sql(query).fetchall() == [("x", 0.0)]


@pytest.mark.parametrize("compatibility", [pl.CompatLevel.oldest(), pl.CompatLevel.newest()])
def test_polars_frames_are_accepted(compatibility: Any) -> None:
    table = table_of(
        [*HYPOTHESES, None], [[text] for text in REFERENCES] + [None], pa.list_(pa.string())
    )
    frame = pl.from_arrow(table)
    assert isinstance(frame, pl.DataFrame)
    given = frame.to_arrow(compat_level=compatibility)
    scorer = ArrowScorer()
    assert scorer(given).to_pylist() == scorer(table).to_pylist()
    assert pl.from_arrow(scorer(given)).to_dicts() == scorer(table).to_pylist()  # type: ignore[union-attr]  # a frame


def test_polars_filters_scores_after_they_are_there(folder: Path) -> None:
    (program,) = programs("python", "polars")
    shown = (
        'print(scored.filter(pl.col("meteor_score") == 1).select("meteor_chunks").collect().height)'
    )
    scores = ArrowScorer()(pq.read_table(folder / "segments.parquet")).column("meteor_score")
    assert run(f"{program}\n{shown}", folder)[-1] == str(scores.to_pylist().count(1.0))
