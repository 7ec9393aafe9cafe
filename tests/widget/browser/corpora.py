"""The samples of the repository, as texts and as Python that a cell runs."""

from pathlib import Path
from typing import Final

from meteor_core import Meteor
from meteor_core.score.results import SegmentResult
from meteor_core.text.line_files import read_segments

EXAMPLES: Final = Path(__file__).parents[3] / "examples"

SYSTEMS: Final = ("hyp", "fluent", "literal")
"""Hypotheses of city-news."""


def texts(name: str) -> list[str]:
    """The segments of a file of the examples."""
    return list(read_segments(str(EXAMPLES / name)))


def scored(system: str = "hyp") -> list[SegmentResult]:
    """The segments of city-news, scored one after the other."""
    meteor = Meteor(language="en")
    pairs = zip(texts(f"city-news.{system}.en"), texts("city-news.ref.en"), strict=True)
    return [meteor.score(hypothesis, [reference]) for hypothesis, reference in pairs]


_START: Final = f"from pathlib import Path\nfolder = Path({str(EXAMPLES)!r})\n"

CORPUS: Final = f"""{_START}\
from meteor_widget import CorpusView
view = CorpusView(folder / "city-news.hyp.en", folder / "city-news.ref.en")
view"""

COMPARE: Final = f"""{_START}\
from meteor_widget import CompareView
names = {SYSTEMS!r}
view = CompareView({{name: folder / f"city-news.{{name}}.en" for name in names}},
                   folder / "city-news.ref.en")
view"""

REVIEW: Final = f"""{_START}\
from meteor_widget import ReviewView
view = ReviewView(folder / "help-pages.mt.de", folder / "help-pages.pe.de",
                  folder / "help-pages.src.en", language="de")
view"""
