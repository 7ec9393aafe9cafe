"""``meteorscope sweep``: the tables of courses on METEOR, and every format."""

import csv
import json
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest

from meteor_core.command_line.main import main
from tests.agreement.judged_sentences import JUDGEMENTS, PAIRS, accuracy
from tests.command_line.conftest import Run

SVG = "{http://www.w3.org/2000/svg}"
TENTHS = [tenth / 10 for tenth in range(11)]
STAGES = (["exact"], ["exact", "stem"], ["exact", "stem", "synonym"])
ASKED = ("dev.pairs", "--judgements", "dev.answers", "--samples", "20")


@pytest.fixture
def run(run_in_process: Run) -> Run:
    return run_in_process


@pytest.fixture
def folder(folder: Path) -> Path:
    """A folder with pairs and their judgements, named as in the help."""
    shutil.copy(PAIRS, folder / "dev.pairs")
    shutil.copy(JUDGEMENTS, folder / "dev.answers")
    return folder


def tables(run: Run, command: list[str]) -> list[dict[str, Any]]:
    done = run(*command, "--format", "json")
    assert done.returncode == 0, done.stderr.decode()
    found: list[dict[str, Any]] = json.loads(done.stdout)["sweeps"]
    return found


def values(table: dict[str, Any]) -> list[float]:
    (of_set,) = table["sets"]
    return [cell["agreement"]["value"] for cell in of_set["cells"]]


def commands_of_the_help(run: Run) -> Iterator[list[str]]:
    printed = run("sweep", "--help").stdout.decode().replace("\\\n", " ")
    for line in printed.splitlines():
        if line.startswith("  meteorscope sweep dev.pairs"):
            yield shlex.split(line)[1:]


def test_the_commands_of_the_help_print_the_tables_of_courses(run: Run) -> None:
    """Accuracy by alpha with the harmonic mean alone, by gamma, with and without synonyms."""
    by_alpha = [accuracy({"alpha": alpha, "gamma": 0}) for alpha in TENTHS]
    by_gamma = [accuracy({"gamma": gamma}) for gamma in TENTHS]
    by_stages = [accuracy({"stages": stages}) for stages in STAGES]
    *each, at_once = commands_of_the_help(run)
    for command, expected in zip(each, (by_alpha, by_gamma, by_stages), strict=True):
        (table,) = tables(run, command)
        assert values(table) == pytest.approx(expected)
    together = tables(run, at_once)
    assert [values(table) for table in together] == [
        pytest.approx(expected) for expected in (by_alpha, by_gamma, by_stages)
    ]
    assert together[0]["axes"][1] == {"name": "alpha", "settings": TENTHS}


def test_one_parameter_is_a_line_of_values(run: Run) -> None:
    done = run("sweep", *ASKED, "--over", "gamma=0,1", "beta=3")
    assert done.stderr == b""
    lines = done.stdout.decode().splitlines()
    assert lines[0] == "dev.pairs: 32 segments, 32 pairs, 29 with unequal ratings"
    assert lines[2] == "pairwise by gamma, with beta 3"
    assert re.split(r"\s{2,}", lines[4]) == ["gamma", "pairwise", "less the best"]
    low, best = lines[5:7]
    assert low.startswith(f"0      {100 * accuracy({'gamma': 0}):.1f} [")
    assert "~  -" in low
    assert best.startswith(f"1      {100 * accuracy({'gamma': 1}):.1f} [")
    assert best.endswith("]  *")
    assert lines[8].startswith("best: gamma 1, beta 3: 58.6 [")
    assert lines[8].endswith("; of the 1 other, 1 is not distinguishable from it")
    assert "|gamma:1|" in lines[9]
    assert lines[-1].startswith("* is the best; ~ is not distinguishable from it")


def test_two_parameters_are_a_table(run: Run) -> None:
    done = run("sweep", *ASKED, "--over", "alpha=0,.7", "gamma=0:1:.5")
    rows = [line.split() for line in done.stdout.decode().splitlines()[4:7]]
    assert rows[0] == ["alpha", "\\", "gamma", "0", "0.5", "1"]
    for row, alpha in zip(rows[1:], (0, 0.7), strict=True):
        expected = [accuracy({"alpha": alpha, "gamma": gamma}) for gamma in (0, 0.5, 1)]
        figures = [cell.rstrip("*~") for cell in row[1:]]
        assert figures == [f"{100 * one:.1f}" for one in expected]
    assert rows[2][-1] == "62.1*"
    assert "*" not in "".join([*rows[1], *rows[2][:-1]])


def test_more_parameters_are_a_long_table(run: Run) -> None:
    over = ("alpha=0,1", "gamma=0,1", "weight.synonym=0,1")
    lines = run("sweep", *ASKED, "--over", *over).stdout.decode().splitlines()
    assert lines[2] == "pairwise by alpha and gamma and weight.synonym"
    assert lines[4].split()[:3] == ["alpha", "gamma", "weight.synonym"]
    assert [line.split()[:3] for line in lines[5:13]] == [
        [a, g, w] for a in "01" for g in "01" for w in "01"
    ]
    assert sum(line.endswith("*") for line in lines[5:13]) == 1


def test_rows_for_programs(run: Run, folder: Path) -> None:
    done = run(
        *("sweep", *ASKED, "--over", "gamma=0:1:.1", "--over", "stages=exact/exact,stem"),
        *("-o", "sweep.tsv"),
    )
    assert (done.returncode, done.stdout) == (0, b"")
    text = (folder / "sweep.tsv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE))
    assert list(rows[0]) == [
        *("table", "set", "gamma", "stages", "measure", "value", "low", "high"),
        *("difference", "difference_low", "difference_high", "best", "close"),
    ]
    assert [row["gamma"] for row in rows] == [*map(str, TENTHS), "", ""]
    assert [row["table"] for row in rows] == ["1"] * 11 + ["2"] * 2
    assert rows[3]["value"] == repr(accuracy({"gamma": 0.3}))
    assert [row["gamma"] for row in rows if row["best"] == "true"] == ["1.0", ""]
    assert {row["stages"] for row in rows} == {"", "exact", "exact,stem"}
    assert rows[-1]["value"] == repr(accuracy({"stages": ["exact", "stem"]}))
    (best,) = (row for row in rows[:11] if row["best"] == "true")
    assert best["close"] == "true"
    assert [float(best[f"difference{end}"]) for end in ("", "_low", "_high")] == [0, 0, 0]


def test_json_has_sets_and_their_mean(run: Run, folder: Path) -> None:
    shutil.copy(folder / "dev.pairs", folder / "more.pairs")
    answers = (folder / "dev.answers").read_text(encoding="utf-8").splitlines()
    (folder / "more.answers").write_text("\n".join(answers[:20]) + "\n", encoding="utf-8")
    (table,) = tables(
        run,
        [
            *("sweep", "dev.pairs", "more.pairs", "--judgements", "dev.answers", "more.answers"),
            *("--over", "alpha=0:1:.5", "--samples", "20"),
        ],
    )
    assert table["measure"] == "pairwise"
    assert table["axes"] == [{"name": "alpha", "settings": [0.0, 0.5, 1.0]}]
    assert [one["name"] for one in table["sets"]] == ["dev.pairs", "more.pairs"]
    columns = [[cell["agreement"]["value"] for cell in one["cells"]] for one in table["sets"]]
    mean = table["mean"]
    assert [cell["agreement"]["value"] for cell in mean["cells"]] == pytest.approx(
        [(one + other) / 2 for one, other in zip(*columns, strict=True)]
    )
    best = max(mean["cells"], key=lambda cell: float(cell["agreement"]["value"]))
    assert mean["best"] == best["settings"]
    assert mean["segments"] == 52
    assert f"|alpha:{mean['best']['alpha']:g}|" in mean["signature"]


def balanced(text: str) -> bool:
    depth = 0
    for one in re.findall(r"\\.|[{}]", text):
        depth += {"{": 1, "}": -1}.get(one, 0)
        if depth < 0:
            return False
    return depth == 0


def test_tables_for_papers(run: Run, folder: Path) -> None:
    name = "50%_of & dev.pairs"
    shutil.copy(folder / "dev.pairs", folder / name)
    asked = (name, *ASKED[1:])
    done = run("sweep", *asked, "--over", "weight.stem=0,.5,1", "-o", "sweep.tex")
    assert done.returncode == 0, done.stderr.decode()
    text = (folder / "sweep.tex").read_text(encoding="utf-8")
    assert balanced(text)
    assert "{50\\%\\_of \\& dev.pairs: pairwise by weight.stem;" in text
    head, body = text.split("\\midrule")
    assert "$w_{\\mathrm{stem}}$ & \\multicolumn{2}{c}{pairwise} \\\\" in head
    rows = body.split("\\bottomrule")[0].strip().splitlines()
    for row, weight in zip(rows, (0, 0.5, 1), strict=True):
        setting, value, interval = row.strip().removesuffix(" \\\\").split(" & ")
        assert setting == f"{weight:g}"
        assert f"${100 * accuracy({'weights': [1, weight, 1]}):.1f}$" in value
        assert re.fullmatch(r"\{\[\$[\d.]+\$, \$[\d.]+\$\]\}", interval)
    assert sum("\\textbf" in row for row in rows) == 1
    table = run("sweep", *asked, "--over", "alpha=0,1", "gamma=0,.5,1", "--format", "latex")
    text = table.stdout.decode()
    assert balanced(text)
    assert "\\begin{tabular}{l*{3}{c}}" in text
    assert " & \\multicolumn{3}{c}{$\\gamma$} \\\\" in text
    assert "$\\alpha$ & 0 & 0.5 & 1 \\\\" in text
    assert text.count("\\shortstack{") == 6
    assert text.count("\\textbf{") == 1
    assert text.count("\\underline{") == 5


def test_pictures(run: Run, folder: Path) -> None:
    done = run(
        *("sweep", *ASKED, "--over", "alpha=0:1:.5", "gamma=0,1", "--over", "gamma=0:1:.5"),
        *("-o", "sweep.svg"),
    )
    assert done.returncode == 0, done.stderr.decode()
    picture = fromstring((folder / "sweep.svg").read_bytes())
    tips = [str(title.text) for title in picture.iter(f"{SVG}title")]
    assert tips[0] == "dev.pairs: pairwise by alpha and gamma; dev.pairs: pairwise by gamma"
    for alpha, gamma in ((0, 0), (0.5, 1), (1, 0)):
        figure = f"{100 * accuracy({'alpha': alpha, 'gamma': gamma}):.1f}"
        assert any(tip.startswith(f"alpha {alpha:g}, gamma {gamma}: {figure} [") for tip in tips)
    assert sum(tip.startswith("gamma ") for tip in tips) == 3


def test_missing_requirement_of_a_picture_is_reported_early(run: Run, folder: Path) -> None:
    over = ("--over", "alpha=0,1", "gamma=0,1", "beta=1,2")
    done = run("sweep", *ASKED, *over, "-o", "sweep.svg")
    assert done.returncode == 2
    assert b"a picture shows one or two parameters, not alpha, gamma, beta" in done.stderr
    assert not (folder / "sweep.svg").exists()


def test_one_progress_bar_is_shown_at_a_time(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """All sets are aligned before settings are counted: an older Rich refuses a second bar."""
    monkeypatch.chdir(folder)
    shutil.copy("dev.pairs", "more.pairs")
    shutil.copy("dev.answers", "more.answers")
    monkeypatch.setattr("meteor_core.command_line.progress._MIN_WORK_SECONDS", 0)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    pairs = ("dev.pairs", "more.pairs", "--judgements", "dev.answers", "more.answers")
    assert main(["sweep", *pairs, "--samples", "9", "--over", "alpha=0:1:.1"]) == 0
    shown = capsys.readouterr().err
    assert 0 < shown.rindex("segments") < shown.index("settings")
