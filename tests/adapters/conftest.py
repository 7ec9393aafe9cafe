"""Fixtures of the adapters' tests."""

from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]


class Texts(NamedTuple):
    """Parallel texts: hypotheses and two sets of references."""

    hypotheses: list[str]
    one: list[str]
    other: list[str]


@pytest.fixture(scope="session")
def texts() -> Texts:
    """WMT21's, 200 segments, where they are; else the news in examples/."""
    folder = ROOT.parent / "shared/data/wmt21/cs-en"
    if folder.is_dir():
        names = ("hyp.Online-A.en", "ref.A.en", "ref.B.en")
        return Texts(*(_lines(folder / name)[:200] for name in names))
    hypotheses, references = (
        _lines(ROOT / f"examples/city-news.{side}.en") for side in ("hyp", "ref")
    )
    return Texts(hypotheses, references, [*references[1:], *references[:1]])


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").split("\n")[:-1]
