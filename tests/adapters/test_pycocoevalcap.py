"""The adapter for pycocoevalcap against the package, which starts METEOR 1.5's jar."""

import shutil
from typing import Any

import pytest

from meteor_core import InputError, InputTypeError
from meteorscope.adapters.pycocoevalcap import Meteor
from tests.adapters.conftest import Texts
from tests.usable_variants import METEOR_IS_THERE

pytestmark = pytest.mark.skipif(not METEOR_IS_THERE, reason="pycocoevalcap is not installed")

ODD = {
    "a": ("two  dogs run", ["two dogs are running", "dogs run ."]),
    "b": ("a ||| b", ["a b", "b ||| a"]),
    "c": ("nothing in common", ["the cat"]),
    3: ("The cat.", ["The cat.", "the cat"]),
    (4, 2): ("A Dog's \"house\" , isn't it ?", ["a dog house", "is it not the house of a dog?"]),
    "é": ("Žluťoučký kůň", ["žluťoučký kůň úpěl", "a horse"]),
}


@pytest.mark.slow
def test_captions_score_what_the_jar_gives_them(texts: Texts) -> None:
    """Starts Java, which reads its table of paraphrases first: ten seconds."""
    if shutil.which("java") is None:
        pytest.skip("there is no Java")
    from pycocoevalcap.meteor.meteor import Meteor as Theirs

    gts: dict[Any, list[str]] = {image: references for image, (_, references) in ODD.items()}
    res: dict[Any, list[str]] = {image: [caption] for image, (caption, _) in ODD.items()}
    for row, (caption, *references) in enumerate(zip(*texts, strict=True), 1000):
        gts[row], res[row] = references[: 1 + row % 2], [caption]
    theirs = Theirs()
    score, scores = Meteor().compute_score(gts, dict(reversed(res.items())))
    expected, each = theirs.compute_score(gts, res)
    theirs.meteor_p.stdout.close()  # it leaves them open
    theirs.meteor_p.stderr.close()
    assert scores == pytest.approx(each, abs=1e-12)
    assert score == pytest.approx(expected, abs=1e-12)
    assert Meteor().method() == theirs.method()


def test_captions_score_as_the_programs_lines_do(texts: Texts) -> None:
    """The same through our own ``-stdio``, which is compared with the jar's elsewhere."""
    from meteor_core.command_line.meteor15.options import parse_options
    from meteor_core.command_line.meteor15.scorer import ProgramScorer
    from meteor_core.command_line.meteor15.settings import resolve_settings
    from meteor_core.command_line.meteor15.stdio import answers

    rows = [*zip(*texts, strict=True)][:40]
    options = parse_options(["-", "-", "-stdio", "-l", "en", "-norm"])
    program = ProgramScorer(options, resolve_settings(options))
    lines = [f"SCORE ||| {one} ||| {other} ||| {caption}" for caption, one, other in rows]
    statistics = [answer.strip() for answer in answers(program, lines)]
    (answer,) = answers(program, ["EVAL ||| " + " ||| ".join(statistics)])
    *each, whole = map(float, answer.split())
    score, scores = Meteor().compute_score(
        {row: [one, other] for row, (_, one, other) in enumerate(rows)},
        {row: [caption] for row, (caption, *_) in enumerate(rows)},
    )
    assert scores == pytest.approx(each, abs=1e-12)
    assert score == pytest.approx(whole, abs=1e-12)


@pytest.mark.parametrize(
    ("gts", "res", "error", "message"),
    [
        ({1: ["a"]}, {2: ["a"]}, InputError, "res lacks 1 of the images of the other, 1 for one"),
        ({1: ["a"]}, {1: ["a"], 2: ["b"]}, InputError, "gts lacks 1 of the images"),
        ({1: ["a"]}, {1: ["a", "b"]}, InputError, "res[1] must have one caption, not 2"),
        ({1: []}, {1: ["a"]}, InputError, "gts[1] has no reference"),
        ({1: ["a"]}, {1: "a"}, InputTypeError, "res[1] must be a list of strings, not one string"),
        ({1: "a"}, {1: ["a"]}, InputTypeError, "gts[1] must be a list of strings, not one string"),
        ({1: ["a", None]}, {1: ["a"]}, InputTypeError, "gts[1][1] must be a string, not NoneType"),
        ({"x": ["a"]}, {"x": [2.5]}, InputTypeError, "res['x'][0] must be a string, not float"),
        ([["a"]], [["a"]], InputTypeError, "gts must be a dictionary from images to lists of"),
    ],
)
def test_mistakes_are_reported_in_one_line(
    gts: Any, res: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error) as raised:
        Meteor().compute_score(gts, res)
    assert str(raised.value).startswith(message)


def test_no_images_and_empty_texts_score_nothing() -> None:
    assert Meteor().compute_score({}, {}) == (0.0, [])
    assert Meteor().compute_score({1: [""], 2: ["a"]}, {1: ["a"], 2: [""]}) == (0.0, [0.0, 0.0])
