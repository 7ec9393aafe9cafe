from pathlib import Path

import pytest

from meteor_lsp.pairing import Pair, pair_of


@pytest.mark.parametrize("scored", [True, False])
@pytest.mark.parametrize("roles", [("hyp", "ref"), ("mt", "pe")])
@pytest.mark.parametrize(
    ("stem", "extension", "language"),
    [
        ("news", "en", "en"),
        ("news", "txt", None),
        ("news.2021", "DE", "de"),
        ("with space", "zh", "zh"),
        ("x.hyp", "fr", "fr"),  # the last .hyp. or .ref. counts
        ("emoji 👍", "ja", "ja"),
    ],
)
def test_either_side_names_the_pair(
    roles: tuple[str, str],
    scored: bool,  # noqa: FBT001  # pytest passes parameters by name
    stem: str,
    extension: str,
    language: str | None,
) -> None:
    folder = Path("/some/folder")
    hypothesis, reference = (folder / f"{stem}.{role}.{extension}" for role in roles)
    assert pair_of(hypothesis if scored else reference) == Pair(
        hypothesis=hypothesis,
        reference=reference,
        language=language,
    )


@pytest.mark.parametrize(
    "name", ["news.en", "hyp.en", ".hyp.en", "news.hyp", "news.hyp.", "news.hypothesis.en", "hyp"]
)
def test_other_names_have_no_partner(name: str) -> None:
    assert pair_of(Path("/some/folder") / name) is None
