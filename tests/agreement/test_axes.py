"""Axes of a sweep: what people write, and what it means."""

from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meteor_core.agreement.axes import MAX_POINTS, Axis, check_axes, shown
from meteor_core.errors import ParameterError
from tests.escaped_tables import read_table


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        ("alpha=0:1:.1", (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)),
        ("alpha=0:1:.3", (0.0, 0.3, 0.6, 0.9)),
        ("beta=.5,3,0:2:1", (0.5, 3.0, 0.0, 1.0, 2.0)),
        ("gamma = 1 , 0.5", (1.0, 0.5)),
        ("Delta=.7:.7:5", (0.7,)),
        ("weight.stem=0:1:.5", (0.0, 0.5, 1.0)),
        ("stages=exact/exact,stem/exact, stem, synonym", None),
        ("variant=classic,nltk", ("classic", "nltk")),
        ("variant=classic/meteor-1.5", ("classic", "meteor-1.5")),
        ("variant=tuned/a.toml,tuned/b.toml", ("tuned/a.toml", "tuned/b.toml")),
    ],
)
def test_settings(text: str, settings: tuple[object, ...] | None) -> None:
    assert Axis.parse(text).settings == (settings or ("exact", "exact,stem", "exact,stem,synonym"))


@given(
    st.integers(0, 40), st.integers(0, 60), st.integers(1, 50), st.sampled_from(["10", "100", "8"])
)
def test_ranges_have_the_decimals_that_people_write(
    first: int, more: int, step: int, scale: str
) -> None:
    start, end, width = (Decimal(n) / Decimal(scale) for n in (first, first + more, step))
    expected = []
    while start <= end:
        expected.append(float(start))
        start += width
    text = f"beta={Decimal(first) / Decimal(scale)}:{end}:{width}"
    assert list(Axis.parse(text).settings) == expected


def test_settings_are_shown_as_people_write_them() -> None:
    settings: list[float | str] = [0.0, 0.1, 3.0, 0.30000000000000004, "exact,stem"]
    assert " ".join(map(shown, settings)) == "0 0.1 3 0.30000000000000004 exact,stem"


@pytest.mark.parametrize(
    ("text", "message"), read_table(Path(__file__).parent / "invalid_axes.tsv")
)
def test_invalid_axis_is_rejected(text: str, message: str) -> None:
    with pytest.raises(ParameterError) as error:
        Axis.parse(text)
    assert message in str(error.value)


def test_axes_must_fit_together() -> None:
    hundred = [Axis.parse(f"{name}=0:.99:.01") for name in ("alpha", "gamma")]
    assert len(hundred[0].settings) ** 2 == MAX_POINTS
    check_axes(hundred)
    with pytest.raises(ParameterError, match="100 x 100 x 2 = 20,000 settings are too many"):
        check_axes([*hundred, Axis.parse("beta=1,2"), Axis.parse("delta=.5")])
    with pytest.raises(ParameterError, match="alpha is there twice"):
        check_axes([hundred[0], Axis.parse("alpha=1")])
