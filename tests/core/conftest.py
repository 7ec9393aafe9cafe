"""Fixtures of the core's tests."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from meteor_core.search.result import Search
from tests.core.implementations import GREEDY, OPTIMAL, OptimalSearch
from tests.core.wordnet_files import nltk_reader, write_dictionary


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with real translations and what the original tools print for them."""
    folder = Path(__file__).parents[2].parent / "shared"
    if not folder.is_dir():
        pytest.skip("no shared data beside the repository")
    return folder


@pytest.fixture(scope="session")
def nltk_wordnet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """NLTK's own WordNet reader, over the words that the package embeds."""
    nltk_data = tmp_path_factory.mktemp("nltk_data")
    write_dictionary(nltk_data / "corpora/wordnet")
    with nltk_reader(nltk_data) as reader:
        yield reader


@pytest.fixture(params=OPTIMAL, scope="session")
def search_optimally(request: pytest.FixtureRequest) -> OptimalSearch:
    """The optimal search of each implementation in turn."""
    return OPTIMAL[request.param]


@pytest.fixture(params=GREEDY, scope="session")
def search_greedily(request: pytest.FixtureRequest) -> Search:
    """The greedy search of each implementation in turn."""
    return GREEDY[request.param]
