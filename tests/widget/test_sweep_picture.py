"""Pictures of sweeps: the contour, colours that can be told apart, labels that can be read."""

import re
from itertools import pairwise
from typing import Final
from xml.etree.ElementTree import Element, fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meteor_core.agreement.agreement import Estimate
from meteor_core.agreement.axes import Axis
from meteor_core.agreement.sweep import Cell, Sweep
from meteor_core.errors import ParameterError
from meteor_widget.static_picture.palette import DARK, LIGHT, heated, literal
from meteor_widget.static_picture.sweep_picture import sweeps_svg
from meteor_widget.static_picture.texts import text_width
from tests.widget.test_static_picture import luminance

SVG: Final = "{http://www.w3.org/2000/svg}"


def sweep_of(
    values: list[list[float | None]], *, close: float = 0.01, down: str = "alpha", name: str = "set"
) -> Sweep:
    """A sweep with these values, in which those near the best are not distinguishable from it."""
    known = [value for row in values for value in row if value is not None]
    best = max(known, default=None)
    axes = [
        Axis(name=down, settings=tuple(place / len(values) for place in range(len(values)))),
        Axis(name="gamma", settings=tuple(place / 100 for place in range(len(values[0])))),
    ]
    cells = []
    for row, setting in zip(values, axes[0].settings, strict=True):
        for value, other in zip(row, axes[1].settings, strict=True):
            if value is None or best is None:
                cells.append(Cell(settings=(setting, other), agreement=None, difference=None))
                continue
            less = value - best
            cells.append(
                Cell(
                    settings=(setting, other),
                    agreement=Estimate(value=value, low=value - 0.02, high=value + 0.03),
                    difference=Estimate(value=less, low=less - close, high=less + close),
                )
            )
    return Sweep(
        name=name,
        measure="pairwise",
        axes=tuple(axes),
        cells=tuple(cells),
        best=next((one for one in cells if one.agreement and one.agreement.value == best), None),
        segments=1,
        pairs=1,
        unequal_pairs=1,
    )


def boxes(picture: Element) -> list[tuple[float, float, float, float]]:
    """Left, top, right and bottom of the cells."""
    found = []
    for rect in picture.iter(f"{SVG}rect"):
        if rect.find(f"{SVG}title") is not None:
            x, y, width, height = (
                float(rect.get(key, "")) for key in ("x", "y", "width", "height")
            )
            found.append((round(x, 1), round(y, 1), round(x + width, 1), round(y + height, 1)))
    return found


def edges(picture: Element) -> set[tuple[float, float, float, float]]:
    """The pieces of the contour, from left to right and from top to bottom."""
    (data,) = {path.get("d", "") for path in picture.iter(f"{SVG}path")}
    found = set()
    for x, y, way, length in re.findall(r"M ([\d.]+) ([\d.]+) ([hv]) ([\d.]+)", data):
        left, top, size = float(x), float(y), float(length)
        right, bottom = (left + size, top) if way == "h" else (left, top + size)
        found.add((round(left, 1), round(top, 1), round(right, 1), round(bottom, 1)))
    return found


@given(
    st.integers(1, 5).flatmap(
        lambda columns: st.lists(
            st.lists(
                st.one_of(st.none(), st.sampled_from([0.5, 0.595, 0.6])),
                min_size=columns + 1,
                max_size=columns + 1,
            ),
            min_size=2,
            max_size=5,
        )
    )
)
def test_the_contour_is_around_what_is_not_distinguishable(
    values: list[list[float | None]],
) -> None:
    sweep = sweep_of(values)
    picture = fromstring(sweeps_svg([sweep], theme="light"))
    expected: dict[tuple[float, float, float, float], int] = {}
    for (left, top, right, bottom), cell in zip(boxes(picture), sweep.cells, strict=True):
        sides = (
            (left, top, right, top),
            (left, bottom, right, bottom),
            (left, top, left, bottom),
            (right, top, right, bottom),
        )
        for side in sides if cell.is_close else ():
            expected[side] = expected.get(side, 0) + 1
    # A side that two cells share has close cells on both of its sides.
    once = {side for side, count in expected.items() if count == 1}
    if once:
        assert edges(picture) == once
    else:
        assert list(picture.iter(f"{SVG}path")) == []


def test_each_cell_shows_whether_it_is_inside_the_contour() -> None:
    few = sweep_of([[0.5, 0.595], [0.599, 0.6]])
    assert {"50.0", "59.5~", "59.9~", "60.0"} <= set(written(fromstring(sweeps_svg([few]))))
    row: list[float | None] = [0.5, 0.595, 0.6] * 30
    many = fromstring(sweeps_svg([sweep_of([row] * 20)]))
    dots = {
        (float(one.get("cx", "")), float(one.get("cy", ""))) for one in many.iter(f"{SVG}circle")
    }
    expected = boxes(many)[1::3] + boxes(many)[2::3]
    middles = [((left + right) / 2, (top + bottom) / 2) for left, top, right, bottom in expected]
    found = [any(abs(x - a) < 0.2 and abs(y - b) < 0.2 for a, b in dots) for x, y in middles]
    assert found.count(False) == 1  # the best, which has a frame
    assert len(dots) == len(middles) - 1


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_figures_can_be_read_on_every_colour_whose_order_is_seen_in_grey(
    theme: dict[str, str],
) -> None:
    shades = [luminance(literal(heated(percent), theme)) for percent in range(101)]
    texts = [luminance(literal(f"on-{heated(percent)}", theme)) for percent in range(101)]
    for shade, text in zip(shades, texts, strict=True):
        low, high = sorted((shade, text))
        assert (high + 0.05) / (low + 0.05) >= 4.5
    steps = [after - before for before, after in pairwise(shades)]
    away_from_paper = 1 if luminance(theme["paper"]) < 0.5 else -1
    assert all(step * away_from_paper > -1e-3 for step in steps)
    assert abs(shades[-1] - shades[0]) > 0.3


def written(picture: Element) -> list[str]:
    return [str(one.text) for one in picture.iter(f"{SVG}text")]


def test_figures_stand_where_there_is_room() -> None:
    few = fromstring(sweeps_svg([sweep_of([[0.5, 0.52], [0.54, 0.6]])]))
    assert {"50.0", "52.0", "54.0", "60.0"} <= set(written(few))
    assert "outlined, ~: not distinguishable from the best, which has a frame" in written(few)
    assert not list(few.iter(f"{SVG}circle"))
    many = fromstring(sweeps_svg([sweep_of([[place / 100 for place in range(100)]] * 3)]))
    assert not {"50.0", "52.0"} & set(written(many))
    assert "outlined, dotted: not distinguishable from the best, which has a frame" in written(many)
    tips = [str(title.text) for title in many.iter(f"{SVG}title")]
    assert "alpha 0, gamma 0.5: 50.0 [48.0, 53.0]" in tips


@pytest.mark.parametrize("size", [2, 11, 21, 60, 100])
@pytest.mark.parametrize("is_matrix", [True, False])
def test_labels_of_settings_do_not_touch(size: int, *, is_matrix: bool) -> None:
    row: list[float | None] = [0.5 + place / 1000 for place in range(size)]
    rows = [row] * (3 if is_matrix else 1)
    picture = fromstring(sweeps_svg([sweep_of(rows)]))
    settings = {f"{place / 100:g}" for place in range(size)}
    across: dict[float, list[tuple[float, float]]] = {}
    for one in picture.iter(f"{SVG}text"):
        if one.text in settings and one.get("text-anchor") == "middle":
            middle, half = float(one.get("x", "")), text_width(str(one.text), 11) / 2
            across.setdefault(float(one.get("y", "")), []).append((middle - half, middle + half))
    (labels,) = across.values()
    assert len(labels) >= min(size, 6)
    assert all(one[1] < other[0] for one, other in pairwise(labels))
    width = float(picture.get("width", ""))
    assert all(start > 0 and end < width for start, end in labels)


def test_one_parameter_is_dots_on_their_intervals() -> None:
    sweep = sweep_of([[0.5, 0.595, 0.6, None]])
    picture = fromstring(sweeps_svg([sweep], theme="light"))
    dots = [one for one in picture.iter(f"{SVG}circle") if one.find(f"{SVG}title") is not None]
    (ring,) = (one for one in picture.iter(f"{SVG}circle") if one.find(f"{SVG}title") is None)
    assert [one.get("fill") for one in dots] == [LIGHT["paper"], LIGHT["chunk-0"], LIGHT["chunk-0"]]
    assert (ring.get("cx"), ring.get("cy")) == (dots[2].get("cx"), dots[2].get("cy"))
    heights = [float(one.get("cy", "")) for one in dots]
    whiskers = [
        sorted(map(float, match.groups()))
        for path in picture.iter(f"{SVG}path")
        if (match := re.fullmatch(r"M [\d.]+ ([\d.]+) V ([\d.]+)", path.get("d", "")))
    ]
    scale = (heights[0] - heights[2]) / 0.1
    for height, (top, bottom) in zip(heights, whiskers, strict=True):
        assert height - top == pytest.approx(0.03 * scale, abs=0.02)
        assert bottom - height == pytest.approx(0.02 * scale, abs=0.02)


@pytest.mark.parametrize("values", [[[None, None]], [[0.5, 0.5]], [[0.0]], [[None, 0.1], [0.2, 1]]])
def test_any_values_can_be_drawn(values: list[list[float | None]]) -> None:
    told = sweeps_svg([sweep_of(values)])
    assert "nan" not in told
    assert fromstring(told).tag == f"{SVG}svg"


def test_any_name_makes_a_well_formed_document() -> None:
    name = 'a <b> & "c" \x00\x1b\u202e\ud800.tsv'
    picture = fromstring(sweeps_svg([sweep_of([[0.5, 0.6]], name=name)]).encode())
    assert written(picture)[0].startswith('a <b> & "c" ')


def test_every_colour_follows_the_theme() -> None:
    sweeps = [sweep_of([[0.5, 0.595, 0.6], [0.4, 0.3, None]]), sweep_of([[0.5, 0.6]])]
    light, dark, auto = (sweeps_svg(sweeps, theme=theme) for theme in ("light", "dark", "auto"))
    colour = re.compile(r"#[0-9a-f]{6}")
    assert light != dark
    assert colour.sub("", light) == colour.sub("", dark)
    rules = re.search(r"<style>@media \(prefers-color-scheme:dark\){(.*)}</style>", auto)
    assert rules is not None
    classes = {name for names in re.findall(r'class="([^"]+)"', auto) for name in names.split()}
    assert classes == set(re.findall(r"\.([\w-]+){", rules[1]))
    assert set(colour.findall(rules[1])) == set(colour.findall(dark))
    assert re.sub(r"<style>.*</style>| class=\"[^\"]*\"", "", auto) == light


def test_more_parameters_are_refused() -> None:
    sweep = sweep_of([[0.5, 0.6], [0.5, 0.6]])
    more = Sweep(
        name="set",
        measure="pairwise",
        axes=(*sweep.axes, Axis(name="beta", settings=(1.0, 2.0))),
        cells=sweep.cells * 2,
        segments=1,
        pairs=1,
        unequal_pairs=1,
    )
    with pytest.raises(ParameterError, match="one or two parameters"):
        sweeps_svg([more])
