"""``meteorscope variants``: what computes, and why; and what a tuned variant says."""

import json
from pathlib import Path
from typing import Final

import meteor_core
from meteor_core import TunedVariant, tuned_text
from tests.command_line.conftest import Run

TUNED: Final = TunedVariant(
    base="classic",
    language="en",
    stages=("exact", "synonym"),
    alpha=0.85,
    weights=(1, 0.8),
    tuning={"objective": "pairwise", "verdict": "no gain shown: +0.1 ± 0.4"},
)


def last_line(text: bytes) -> str:
    return text.decode().splitlines()[-1]


def test_last_line_names_the_implementation(run: Run) -> None:
    expected = f"{meteor_core.IMPLEMENTATION}, because {meteor_core.IMPLEMENTATION_REASON}"
    assert last_line(run("variants").stdout) == f"implementation: {expected}"


def test_requested_python_implementation_is_named(run: Run) -> None:
    printed = run("variants", METEOR_IMPLEMENTATION="python").stdout
    expected = "implementation: python, because METEOR_IMPLEMENTATION is 'python'"
    assert last_line(printed) == expected


def test_machine_formats_contain_variants_only(run: Run) -> None:
    names = list(meteor_core.VARIANTS)
    assert [row["variant"] for row in json.loads(run("variants", "--format", "json").stdout)] == (
        names
    )
    assert last_line(run("variants", "--format", "tsv").stdout).startswith(f"{names[-1]}\t")


def test_unknown_implementation_is_rejected_in_one_line(run: Run) -> None:
    done = run("variants", METEOR_IMPLEMENTATION="fortran")
    assert done.returncode == 2
    (line,) = done.stderr.decode().splitlines()
    assert "METEOR_IMPLEMENTATION is 'fortran'" in line


# ── A tuned variant


def test_a_tuned_variant_is_shown_beside_its_base(run: Run, folder: Path) -> None:
    (folder / "tuned.toml").write_text(tuned_text(TUNED), encoding="utf-8")
    assert (
        run("variants", "tuned.toml").stdout.decode()
        == f"""\
tuned.toml: classic, tuned, language en; tuned:{TUNED.digest} in signatures
    stages exact, synonym
                             tuned   classic
    alpha                     0.85       0.9
    beta                         3         3
    gamma                      0.5       0.5
    delta                        -         -
    weight of exact              1         1
    weight of synonym          0.8         1
    weight of stem               -         1
    verdict: no gain shown: +0.1 ± 0.4
"""
    )
    read = json.loads(run("variants", "tuned.toml", "--format", "json").stdout)
    assert (read["base"], read["digest"]) == ("classic", TUNED.digest)
    assert read["numbers"][0] == {"name": "alpha", "tuned": 0.85, "published": 0.9}
    assert read["tuning"] == TUNED.tuning
    table = run("variants", "tuned.toml", "--format", "tsv").stdout.decode().splitlines()
    assert table[1] == "alpha\t0.85\t0.9"
    assert table[-1] == "weight of stem\t\t1.0"


def test_a_verdict_cannot_change_the_terminal(run: Run, folder: Path) -> None:
    mean = TunedVariant(base="nltk", tuning={"verdict": {"gain": 0.5, "why": "\x1b[2J"}})
    (folder / "tuned.toml").write_text(tuned_text(mean), encoding="utf-8")
    printed = run("variants", "tuned.toml").stdout.decode()
    assert printed.endswith("    verdict\n        gain: 0.5\n        why: \\x1b[2J\n")


def test_tuned_variant_is_shown_without_files_of_meteor_1_5(run: Run, folder: Path) -> None:
    tuned = TunedVariant(base="meteor-1.5", alpha=0.5)
    (folder / "tuned.toml").write_text(tuned_text(tuned), encoding="utf-8")
    printed = run("variants", "tuned.toml", METEOR_HOME="nowhere").stdout.decode()
    assert "    alpha                      0.5           -\n" in printed


def test_scores_by_a_tuned_variant_are_those_of_its_values(run: Run, folder: Path) -> None:
    (folder / "tuned.toml").write_text(tuned_text(TUNED), encoding="utf-8")
    by_hand = ("--stages", "exact,synonym", "--alpha", ".85", "--weights", "1,.8")
    tuned, given = (
        run("score", "hyp", "a", *words).stdout.decode()
        for words in (("-v", "tuned.toml"), by_hand)
    )
    assert tuned.replace(f"|tuned:{TUNED.digest}", "") == given != tuned


def test_a_mistake_in_it_is_one_line(run: Run, folder: Path) -> None:
    (folder / "tuned.toml").write_text("format = 1\n[variant]\nbase = 'x'\n", encoding="utf-8")
    for words in (("variants", "tuned.toml"), ("score", "hyp", "a", "-v", "tuned.toml")):
        done = run(*words)
        (line,) = done.stderr.decode().splitlines()
        assert done.returncode == 2
        assert line.startswith("meteorscope: error: tuned.toml, line 3: base: unknown variant 'x'")
