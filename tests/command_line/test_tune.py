"""``meteorscope tune``, on ratings made up for it."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from meteor_core import Meteor, read_tuned
from meteor_core.agreement.tuning.objectives import OBJECTIVES
from tests.agreement.made_up_ratings import as_table, made_up_set
from tests.command_line.conftest import Run

FAST = ("--samples", "50", "--parameters", "alpha", "gamma")


@pytest.fixture
def run(run_in_process: Run) -> Run:
    return run_in_process


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ratings")
    for name, seed, by_chance in (("one", 1, False), ("two", 2, False), ("chance", 3, True)):
        made = made_up_set(name, segments=50, seed=seed, noise=0.05, by_chance=by_chance)
        (folder / f"{name}.tsv").write_text(as_table(made), encoding="utf-8")
    return folder


@pytest.fixture
def one(tables: Path) -> str:
    return str(tables / "one.tsv")


@pytest.fixture
def both(tables: Path) -> list[str]:
    return [str(tables / name) for name in ("one.tsv", "two.tsv")]


def test_the_verdict_comes_first(run: Run, both: list[str]) -> None:
    done = run("tune", *both, *FAST, "--others", "chrF++")
    assert done.returncode == 0, done.stderr
    first, *lines = done.stdout.decode().splitlines()
    assert first.startswith("gain shown: +")
    assert first.endswith("points of pairwise accuracy over classic, on what was left out")
    starts = [line.split("  ")[0] for line in lines]
    expected = ["tuned", "classic, untuned", "chrF++", "left out", "one", "two", "mean"]
    assert [name for name in starts if name in expected] == expected
    assert "parameter  untuned  tuned" in done.stdout.decode()
    assert "warning: 100 segments" in done.stdout.decode()


def test_the_file_is_a_variant(run: Run, both: list[str], tmp_path: Path) -> None:
    printed = run("tune", *both, *FAST, "--others", "none", "--format", "json", "-o", "tuned.toml")
    assert printed.returncode == 0, printed.stderr
    told = json.loads(printed.stdout)
    assert told["verdict"] == "gain shown"
    tuned = read_tuned(tmp_path / "tuned.toml")
    assert {"alpha": tuned.alpha, "gamma": tuned.gamma} == told["tuned"]
    assert tuned.tuning["verdict"] == told["verdict"]
    assert [data["sha256"] for data in told["data"]] == [
        data["sha256"] for data in tuned.tuning["data"]
    ]
    score = run("score", "hyp", "a", "-v", "tuned.toml", "--format", "json")
    hypotheses, references = (
        (tmp_path / side).read_text(encoding="utf-8").splitlines() for side in ("hyp", "a")
    )
    expected = Meteor(tuned).corpus(hypotheses, [references]).score
    assert json.loads(score.stdout)["score"] == expected
    again = run("tune", *both, *FAST, "-v", "tuned.toml", "--others", "none", "--format", "json")
    assert again.returncode == 0, again.stderr
    assert json.loads(again.stdout)["untuned"] == told["tuned"]
    assert sum("tuned on these very" in note for note in json.loads(again.stdout)["notes"]) == 2


def test_agreement_on_training_data_has_a_warning(run: Run, both: list[str]) -> None:
    first, second = both
    assert run("tune", first, *FAST, "--others", "none", "-o", "tuned.toml").returncode == 0
    asked = ("--others", "none", "--samples", "10", "--format", "json")
    told = json.loads(run("agree", first, second, "-v", "tuned.toml", *asked).stdout)
    flattered = [any("tuned on these very" in note for note in s["notes"]) for s in told["sets"]]
    assert flattered == [True, False]
    assert [row["metric"] for row in told["sets"][0]["rows"]] == ["tuned.toml", "length"]


def test_chance_shows_no_gain(run: Run, tables: Path, tmp_path: Path) -> None:
    asked = ("tune", str(tables / "chance.tsv"), *FAST, "--others", "none", "-o", "tuned.toml")
    required = run(*asked, "--require-gain")
    assert required.returncode == 1
    assert required.stdout.decode().startswith("no gain shown: ")
    said = required.stderr.decode().splitlines()[-1]
    assert said.startswith("meteorscope: --require-gain: no gain shown, so ")
    assert not (tmp_path / "tuned.toml").exists()
    assert run(*asked).returncode == 0
    assert read_tuned(tmp_path / "tuned.toml").tuning["verdict"] == "no gain shown"


def test_a_required_gain_that_is_there_is_status_0(run: Run, both: list[str]) -> None:
    assert run("tune", *both, *FAST, "--others", "none", "--require-gain").returncode == 0


def test_the_same_answer_whatever_the_number_of_cores(run: Run, both: list[str]) -> None:
    asked = ("tune", *both, "--samples", "50", "--others", "none", "--format", "json")
    answers = [
        run(*asked, OPENBLAS_NUM_THREADS=cores, OMP_NUM_THREADS=cores).stdout
        for cores in ("1", "2", "2")
    ]
    assert answers[0] == answers[1] == answers[2] != b""


def test_help_names_every_objective(run: Run) -> None:
    printed = run("tune", "--help").stdout.decode()
    listed = printed[printed.index("The objectives:") : printed.index("The parameters are")]
    for name in OBJECTIVES:
        assert name in listed


@pytest.mark.parametrize("objective", ["pearson", "shortfall"])
def test_post_editing_logs(run: Run, tmp_path: Path, objective: str) -> None:
    """One output of each segment, edited by nobody who saw the reference; less time is better."""
    made = made_up_set("log", segments=240, seed=4, noise=0)
    rows = ["system\tsegment\ttime\thypothesis\treference"]
    for output in made.outputs[::6]:
        seconds = (100 - output.rating) * len(output.references[0].split())
        texts = f"{output.hypothesis}\t{output.references[0]}"
        rows.append(f"mt\t{output.segment}\t{seconds}\t{texts}")
    (tmp_path / "log.tsv").write_text("\n".join(rows), encoding="utf-8")
    done = run("tune", "log.tsv", *FAST, "--objective", objective, "--format", "json")
    told = json.loads(done.stdout)
    assert told["data"][0]["notes"] == ["time: lower is taken as better"]
    assert told["folds_leave_out"] == "segments"
    names = [row["metric"] for row in told["metrics"]]
    assert ("length" in names) == (objective == "shortfall")
    assert told["metrics"][1]["pairwise_gain"] is None


def test_post_edits_as_references_are_warned_of(run: Run, tmp_path: Path) -> None:
    made = made_up_set("log", segments=40, seed=4, noise=0.1)
    rows = ["system\tsegment\thter\thypothesis\tpost_edit"]
    for output in made.outputs:
        text = f"{output.hypothesis}\t{output.references[0]}"
        rows.append(f"{output.system}\t{output.segment}\t{1 - output.rating / 100}\t{text}")
    (tmp_path / "log.tsv").write_text("\n".join(rows), encoding="utf-8")
    printed = run("tune", "log.tsv", *FAST, "--others", "none").stdout.decode()
    assert "warning: log: the references are post-edits (post_edit)" in printed
    assert printed.count("the references are post-edits") == 1


def test_missing_sacrebleu_is_reported(run: Run, one: str, tmp_path: Path) -> None:
    (tmp_path / "hidden").mkdir()
    (tmp_path / "hidden" / "sitecustomize.py").write_text(
        "import sys\nsys.modules['sacrebleu'] = None\n", encoding="utf-8"
    )
    hidden = {"PYTHONPATH": str(tmp_path / "hidden"), "METEOR_HOME": "nowhere"}
    done = run("tune", one, *FAST, **hidden)
    assert done.returncode == 0, done.stderr
    printed = done.stdout.decode()
    assert "note: chrF++: not compared with, as sacrebleu is not installed" in printed
    assert "note: METEOR 1.5 is not compared with, as its files are not there" in printed
    for name, said in (("chrF", "chrF needs sacrebleu"), ("meteor-1.5", "its files are not there")):
        asked = run("tune", one, *FAST, "--others", name, **hidden)
        assert asked.returncode == 2
        (line,) = asked.stderr.decode().splitlines()
        assert said in line


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_an_interruption_leaves_nothing(both: list[str], tmp_path: Path) -> None:
    program = (
        "import os, signal, meteor_core.agreement.tuning.tuning as tuning\n"
        "tuning.climb = lambda *_: os.kill(os.getpid(), signal.SIGINT)\n"
        "from meteor_core.command_line.main import main\n"
        "import sys; sys.exit(main(sys.argv[1:]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "tune", *both, *FAST, "-o", "tuned.toml"],
        cwd=tmp_path,
        capture_output=True,
        timeout=120,
        check=False,
        env=dict(os.environ),
    )
    assert done.returncode == 128 + signal.SIGINT
    assert done.stderr.decode() == "meteorscope: interrupted\n"
    assert not list(tmp_path.iterdir())


def test_every_floating_point_number_is_in_full(run: Run, one: str) -> None:
    told: dict[str, Any] = json.loads(
        run("tune", one, *FAST, "--others", "none", "--format", "json").stdout
    )
    value = told["metrics"][1]["pairwise"]
    assert value != round(value, 6)
