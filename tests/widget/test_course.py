"""The course: it knows right answers from wrong ones, and states no number that is not so."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import nbformat
import pytest
from nbclient import NotebookClient

from meteor_core import VARIANTS, Meteor
from meteor_core.agreement.rating_arrays import RatingArrays
from meteor_core.agreement.rating_tables import read_table
from tests.usable_variants import needs_meteor

ROOT: Final = Path(__file__).parents[2]
EXAMPLES: Final = ROOT / "examples"
MEASURED: Final = ROOT.parent / "shared" / "reference" / "human-agreement.md"

SOLUTION: Final = re.compile(
    r"<summary>Exercise (\d+)</summary>\n\n```python\n(.*?)\n```", re.DOTALL
)

WRONG: Final = {
    1: ['check(1, "the cat")', 'check(1, "we sing")', 'check(1, "we danced under the night")'],
    2: [
        "check(2, lambda p, r, alpha: p * r / (alpha * r + (1 - alpha) * p) if p else 0)",
        "check(2, lambda p, r, alpha: p * r / (alpha * p + (1 - alpha) * r))",
        "check(2, lambda p, r, alpha: p * r / (alpha * p + (1 - alpha) * r) if p else 1)",
        "check(2, lambda p, r: p)",
    ],
    3: ["check(3, 15)", "check(3, 10)"],
    4: [
        "check(4, [(0, 0), (1, 4), (2, 2), (3, 3), (4, 1)])",
        "check(4, [(1, 4), (2, 2), (4, 1)])",
        'check(4, "no idea")',
    ],
    5: ['check(5, "Danced we")', 'check(5, "starry night the under joy with danced we")'],
    6: [
        "mat.gamma = 0.25\ncheck(6, mat)",
        'mat.hypothesis = "the cat"\ncheck(6, mat)',
        'mat.hypothesis = "on the mat sat the cat"\nmat.align = "staged"\ncheck(6, mat)',
        "mat.align = mat.gamma = None\nmat.alpha = 0.5\nmat.beta = 2\ncheck(6, mat)",
    ],
    7: ["check(7, 6)", "check(7, 7)", "check(7, 10)"],
    8: ['check(8, "we saw the sea")', 'check(8, "nothing")'],
    9: ['check(9, "start")', 'check(9, "starts")', 'check(9, "ends")', 'check(9, "kicks off")'],
    10: ["check(10, 0.5)", "check(10, 2)"],
    11: ['check(11, "the sun was in the east")', 'check(11, "")'],
    12: ['check(12, {"tok"})', 'check(12, {"tok", "alpha"})'],
    13: ["check(13, sum(news.precision) / len(news))", "check(13, 0.5)"],
    14: ['check(14, "fluent")', "check(14, set())", 'check(14, {"fluent", "literal"})'],
    15: [
        "check(15, lambda s, t, a, b: float((s > t) == (a > b)))",
        "check(15, lambda s, t, a, b: float(s > t))",
    ],
    16: ["check(16, best)", "check(16, published)", "check(16, (0.35, 2))"],
}
"""Wrong answers to each exercise; the first ones are those that people are likely to give."""

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of Jupyter's own


def read() -> Any:
    return nbformat.read(EXAMPLES / "course.ipynb", as_version=4)  # type: ignore[no-untyped-call]


def prose() -> str:
    """All that the course says, in one line."""
    cells = (cell.source for cell in read().cells if cell.cell_type == "markdown")
    return " ".join("\n".join(cells).split())


def run(notebook: Any) -> None:
    resources = {"metadata": {"path": str(EXAMPLES)}}
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources=resources).execute()


def answers(notebook: Any) -> Iterator[Any]:
    """All cells, with each exercise as it is, then answered wrongly, then as it is solved."""
    solutions = {int(number): code for number, code in SOLUTION.findall(notebook.cells[-1].source)}
    assert list(solutions) == list(WRONG)
    for cell in notebook.cells:
        yield cell
        if cell.id.startswith("exercise-"):
            number = int(cell.id.removeprefix("exercise-"))
            for code in (*WRONG[number], solutions[number]):
                yield nbformat.v4.new_code_cell(code)  # type: ignore[no-untyped-call]


def printed(cell: Any) -> str:
    return "".join(
        output.get("text", "") or output.get("data", {}).get("text/plain", "")
        for output in cell.outputs
    )


def test_exercises_know_right_answers_from_wrong_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("METEOR_HOME", str(tmp_path))  # the course does without METEOR 1.5
    notebook = read()
    notebook.cells = list(answers(notebook))
    run(notebook)
    said = [printed(cell) for cell in notebook.cells if cell.cell_type == "code"]
    verdicts = [text for text in said if re.match("[○✗✓] ", text)]
    assert verdicts == [
        text
        for number, wrong in WRONG.items()
        for text in (
            f"○ Exercise {number} is open.",
            *(hint for hint in verdicts if hint.startswith(f"✗ Exercise {number}: not yet. ")),
            f"✓ Exercise {number}: right.",
        )
    ]
    assert len(verdicts) == sum(len(wrong) + 2 for wrong in WRONG.values())
    assert any(text.startswith("METEOR 1.5 is left out") for text in said)


def test_the_numbers_of_worked_examples() -> None:
    formula = Meteor("linear-penalty", beta=3)
    fox = formula.score(
        "A quick brown fox jumps over a lazy dog", ["The quick brown fox jumps over the lazy dog"]
    )
    glee = formula.score(
        "Under the starry night, we danced with glee.",
        ["We danced with joy under the starry night."],
    )
    mat = "on the mat sat the cat", ["the cat sat on the mat"]
    text = prose()
    assert f"Two chunks give {fox.score:.4f}" in text
    assert fox.chunks == 2
    assert f"score {glee.score:.4f} in the table" in text
    assert f"those who say {Meteor().score(*mat).score} (three chunks" in text
    for align in ("staged", "greedy"):
        staged = Meteor(align=align).score(*mat)
        assert f"scores {staged.score} (the fewest crossings leave six chunks)" in text
        assert staged.chunks == 6


def test_the_numbers_of_the_example_corpus() -> None:
    references = lines("ref")
    first, literal = (Meteor().corpus(lines(name), [references]) for name in ("hyp", "literal"))
    text = prose()
    assert f"and then {first.segments} segments" in text
    assert f"One system has {first.score:.2f}, another {literal.score:.2f}." in text


@needs_meteor
def test_what_is_said_of_meteor_1_5() -> None:
    variant = VARIANTS["meteor-1.5"]
    scorer = Meteor("meteor-1.5", stages=["exact", "stem", "synonym"])
    weights = "{:g}, {:g} and {:g}".format(*scorer.configuration.parameters.weights)
    text = prose()
    assert f"METEOR 1.5 has weights of {weights} for English." in text
    late, early = (
        each.gamma * 0.1**each.beta for each in (variant, VARIANTS["banerjee-lavie-2005"])
    )
    assert f"another exponent, β = {variant.beta:g}." in text
    assert f"every ten matches costs {late:.2f} there, and {early:g} by the definition" in text
    score, classic = (
        each.corpus(lines("hyp"), [lines("ref")]).score for each in (scorer, Meteor())
    )
    assert "about half as large" in text
    assert score / classic == pytest.approx(0.5, abs=0.05)


@pytest.mark.parametrize("name", ["notices", "letters"])
def test_rated_translations_are_what_the_course_says(name: str) -> None:
    rated = read_table(str(EXAMPLES / f"{name}.rated.tsv"))
    assert "have ten segments each, in four translations" in prose()
    assert (len(rated.segments), len(rated.systems), len(rated.outputs)) == (10, 4, 40)
    assert not rated.notes
    assert "(The ratings are never equal.)" in prose()
    assert RatingArrays.of(rated).gap.all()


@pytest.mark.skipif(not MEASURED.is_file(), reason="no shared data beside the repository")
def test_agreement_is_what_was_measured() -> None:
    measured = MEASURED.read_text(encoding="utf-8")
    rows = [[cell.strip(" *") for cell in line.split("|")] for line in measured.splitlines()]
    names = {"METEOR 1.5": "METEOR 1.5 + para", "BLEU": "BLEU (sentence)"}
    (table,) = (
        cell.source
        for cell in read().cells
        if cell.cell_type == "markdown" and "newstest2021 |" in cell.source
    )
    stated = [line.split("|") for line in table.splitlines() if line.startswith("| ")][2:]
    assert len(stated) == 6
    for row in stated:
        metric, *values = (cell.strip(" `").replace("−", "-") for cell in row[1:-1])
        (baseline,) = (
            row for row in rows if row[1:2] == [names.get(metric, metric)] and "/" in row[2]
        )
        assert [baseline[column].split(" / ")[1] for column in (2, 3)] == values[::2]
        if values[1]:
            (difference,) = (row for row in rows if row[1:2] == [metric] and "[" in row[2])
            assert difference[2:4] == values[1::2]
    first, second = (max(float(row[column]) for row in stated) for column in (2, 4))
    text = prose()
    assert f"orders {first:.0f} as the experts do on one set, and {second:.0f} on the other" in text
    assert "*lost* 2.40 points [1.41, 3.47] on WMT23, and 4.54 [2.74, 6.58]" in text
    assert "| -2.40 [-3.47, -1.41] |" in measured
    assert "| -4.54 [-6.58, -2.74] (to es) |" in measured
    assert "from .259 to .442 on newstest2021 and from .200 to .481 on WMT23" in text
    assert "the reference alone has .393 and .430" in text
    assert "| n21zhen | .259 | .442 | +.183 [+.136, +.232] | .393 |" in measured
    assert "| w23zhen | .200 | .481 | +.281 [+.216, +.344] | .430 |" in measured


def lines(name: str) -> list[str]:
    return (EXAMPLES / f"city-news.{name}.en").read_text(encoding="utf-8").splitlines()
