"""The extension for VS Code wakes for the files that the server pairs by their names."""

import json
import re
from pathlib import Path
from typing import Any, Final

import pytest

from meteor_lsp.pairing.conventions import has_role, is_hypothesis

CLIENT: Final = Path(__file__).parents[2] / "editors" / "vscode"
EXTENSION: Final[dict[str, Any]] = json.loads((CLIENT / "package.json").read_text("utf-8"))
CONTAINED: Final = [
    event.removeprefix("workspaceContains:**/")
    for event in EXTENSION["activationEvents"]
    if event.startswith("workspaceContains:")
]
NAMES: Final = [
    f"{stem}{role}.{label}{extension}"
    for stem in ("", "news.", "news.2021.", "x.hyp.", "a b.")
    for role in ("hyp", "ref", "ref1", "ref23", "mt", "pe", "src")
    for label in ("", "Online-A.")
    for extension in ("en", "txt", "pt-BR")
]
OTHERS: Final = ["hyp", "notes.txt", "hypothesis.de", "x.hyp", ".ref.", "ref.", "pe", "a.hyper.en"]


def matches(pattern: str, name: str) -> bool:
    """Whether a glob without alternatives matches the name of a file."""
    return re.fullmatch(re.escape(pattern).replace(r"\*", "[^/]*"), name) is not None


@pytest.mark.parametrize("name", ["meteor.toml", *filter(is_hypothesis, NAMES)])
def test_a_folder_with_something_to_score_wakes_it(name: str) -> None:
    assert any(matches(pattern, name) for pattern in CONTAINED)


def test_the_server_is_woken_for_the_same_folders() -> None:
    source = (CLIENT / "src" / "extension.ts").read_text(encoding="utf-8")
    found = re.search(r'"\*\*/\{(.*)\}"', source)
    assert found is not None
    assert found[1].split(",") == CONTAINED


@pytest.mark.parametrize("name", [*NAMES, *OTHERS])
def test_the_server_is_woken_for_names_that_it_knows(name: str) -> None:
    source = (CLIENT / "src" / "candidates.ts").read_text(encoding="utf-8")
    found = re.search(r"ROLE = /\^(.*)\$/s;", source)
    assert found is not None
    assert bool(re.fullmatch(found[1], name, re.DOTALL)) == has_role(name)
