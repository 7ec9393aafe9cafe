"""The picture of ``docs/sweeps.md`` is what open ratings give, where they are."""

from pathlib import Path

import pytest

from meteor_core.command_line.main import main

ROOT = Path(__file__).parents[2]
DATA = ROOT.parent / "shared/data"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (DATA / "rated").exists(), reason="the open ratings are not here"),
]


def write_newstest2021(path: Path) -> None:
    """Join newstest2021's ratings with its texts in one table."""
    folder = DATA / "mqm21/zh-en"
    texts = {
        file.name: file.read_text(encoding="utf-8").splitlines() for file in folder.glob("*.en")
    }
    with path.open("w", encoding="utf-8") as table:
        table.write("system\tsegment\tmqm\thypothesis\treference\n")
        for line in (folder / "mqm.tsv").read_text(encoding="utf-8").splitlines()[1:]:
            system, segment, rating = line.split("\t")
            place = int(segment) - 1
            hypothesis, reference = texts[f"hyp.{system}.en"][place], texts["ref.A.en"][place]
            table.write(f"{system}\t{segment}\t{rating}\t{hypothesis}\t{reference}\n")


def test_documented_picture_is_up_to_date(tmp_path: Path) -> None:
    write_newstest2021(tmp_path / "newstest2021.zh-en.tsv")
    sets = [str(tmp_path / "newstest2021.zh-en.tsv"), str(DATA / "rated/wmt23.zh-en.tsv")]
    drawn = tmp_path / "sweep.svg"
    assert main(["sweep", *sets, "--over", "alpha=0:1:.1", "gamma=0:1:.1", "-o", str(drawn)]) == 0
    assert drawn.read_bytes() == (ROOT / "docs/images/sweep.svg").read_bytes()
