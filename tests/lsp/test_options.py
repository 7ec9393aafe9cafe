from typing import Any

import pytest

from meteor_lsp.options import Options, read_options


@pytest.mark.parametrize("given", [None, {}])
def test_nothing_given_is_the_defaults(given: Any) -> None:
    assert read_options(given) == (Options(), [])


def test_good_values_are_taken() -> None:
    given = {"variant": "nltk", "language": "de-AT", "lowScore": 0.5}
    options, problems = read_options(given)
    assert options == Options(variant="nltk", language="de-AT", low_score=0.5)
    assert problems == []


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["variant"], "have to be an object"),
        ({"varient": "nltk"}, "unknown option 'varient'"),
        ({"variant": "nlkt"}, "did you mean 'nltk'"),
        ({"variant": 3}, "3 is no string"),
        ({"language": "xx"}, "unknown language 'xx'"),
        ({"lowScore": "0.5"}, "'0.5' is no number from 0 to 1"),
        ({"lowScore": True}, "True is no number"),
        ({"lowScore": -1}, "-1 is no number from 0 to 1"),
    ],
)
def test_bad_values_are_told_and_the_default_stays(given: Any, told: str) -> None:
    options, problems = read_options(given)
    assert options == Options()
    assert len(problems) == 1
    assert told in problems[0]
