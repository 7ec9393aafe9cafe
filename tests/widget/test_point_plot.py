"""Figures for papers: plots of points and histograms, from views and from the command line."""

import math
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from meteor_core.command_line.main import main
from meteor_core.errors import InputError, ParameterError
from meteor_widget import CompareView, CorpusView
from meteor_widget.static_picture.point_plot import (
    Measured,
    PointPlot,
    bars_document,
    points_document,
)

EXAMPLES = Path(__file__).parents[2] / "examples"
RATED = EXAMPLES / "letters.rated.tsv"


def words_of(svg: str) -> str:
    return " ".join(ET.fromstring(svg).itertext())


def dots_of(svg: str) -> list[tuple[float, float]]:
    found = re.findall(r"M([-\d.]+) ([-\d.]+)h0", svg)
    return [(float(x), float(y)) for x, y in found]


def test_a_point_stands_where_its_numbers_are() -> None:
    x = Measured(title="mqm", values=np.array([-10, 0, math.nan, -5]))
    y = Measured(title="METEOR", values=np.array([0, 1, 0.5, 0.5]), ends=(0, 1))
    svg = points_document([PointPlot(x=x, y=y, note="a <note>")], title="<b>")
    (low, bottom), (high, top), (middle, between) = dots_of(svg)
    assert low < middle < high
    assert middle == pytest.approx((low + high) / 2, abs=0.1)
    assert top < between < bottom
    assert all(text in words_of(svg) for text in ("<b>", "a <note>", "mqm", "-10"))


def test_all_of_many_points_are_drawn_up_to_a_number() -> None:
    values = np.linspace(0, 1, 400)
    numbers = Measured(title="x", values=values)
    assert len(dots_of(points_document([PointPlot(x=numbers, y=numbers)], title=""))) == 400
    many = Measured(title="x", values=np.linspace(0, 1, 20_000))
    assert len(dots_of(points_document([PointPlot(x=many, y=many)], title=""))) == 5_000


def test_bars_are_as_high_as_their_numbers() -> None:
    row = Measured(title="one", values=np.array([0.0, 0.01, 0.5, 1, math.nan]), ends=(0, 1))
    svg = bars_document([row], title="t", theme="light")
    heights = [
        float(bar.get("height", "0"))
        for bar in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}rect")
        if bar.get("height") != "100%"
    ]
    assert len(heights) == 20
    assert heights[0] == 2 * heights[10] == 2 * heights[19]
    assert heights[1] == 0
    assert "one: median 0.255" in words_of(svg)


def test_nothing_to_draw_is_said() -> None:
    none = Measured(title="mqm", values=np.array([math.nan]))
    with pytest.raises(InputError, match="numbers of both mqm and mqm"):
        points_document([PointPlot(x=none, y=none)], title="")
    with pytest.raises(InputError, match="nothing to draw"):
        bars_document([none], title="")


def test_a_corpus_draws_what_it_plots() -> None:
    view = CorpusView(["a b", "a c"], ["a b", "a b"], scores={"mqm": [0, -5]})
    assert len(dots_of(view.to_svg())) == 2
    assert "pairwise 100.0 %" in words_of(view.to_svg())
    assert "f mean: 2 segments" in words_of(
        CorpusView(["a b", "a c"], ["a b", "a b"], measure="f_mean").to_svg("histogram")
    )
    with pytest.raises(ParameterError, match="did you mean 'scatter'"):
        view.to_svg("scater")  # type: ignore[arg-type]


def test_systems_draw_scores_by_what_came_with_them() -> None:
    systems = {"one": ["a b", "a c"], "other": ["x", "a b"]}
    view = CompareView(systems, ["a b", "a b"], samples=5)
    assert len(dots_of(view.to_svg("scatter"))) == 2
    assert "one: median" in words_of(view.to_svg("histogram"))
    assert "rules part clusters" in words_of(view.to_svg())
    rated = {"da": {"one": [1, 2], "other": [0, None]}}
    assert (
        len(dots_of(CompareView(systems, ["a b"] * 2, scores=rated, samples=5).to_svg("scatter")))
        == 3
    )


def test_the_command_line_draws_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    few = ["--samples", "5", "--shufflings", "5"]
    for figure in ("scatter", "histogram"):
        to = ["--figure", figure, "-o", str(tmp_path / "figure.svg")]
        assert main(["compare", str(RATED), *few, *to]) == 0
        assert "METEOR" in words_of((tmp_path / "figure.svg").read_text(encoding="utf-8"))
    with pytest.raises(SystemExit):
        main(["compare", str(RATED), *few, "--figure", "scatter"])
    assert "it goes with --format svg" in capsys.readouterr().err
