"""Directories of mt-metrics-eval as units with all systems and references."""

from pathlib import Path

import pytest

from meteor_core.errors import InputError
from meteor_core.files.metrics_directory import read_metrics_directory
from meteor_core.files.reading import read
from meteor_core.files.sides import compared, sides_of


def write(folder: Path, files: dict[str, str]) -> str:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return str(folder)


FILES = {
    "sources/en-de.txt": "One\nTwo\n",
    "references/en-de.refA.txt": "Eins\nZwei\n",
    "references/en-de.refB.txt": "Ein\nPaar\n",
    "system-outputs/en-de/X.1.txt": "eins\nzwei\n",
    "documents/en-de.docs": "news\td1\nnews\td1\n",
}


def test_systems_and_references_stand_side_by_side(tmp_path: Path) -> None:
    file = read(write(tmp_path, FILES))
    assert file.fields == ("source", "ref:refA", "ref:refB", "hyp:X.1")
    assert [unit.facts.id for unit in file.units] == ["d1:1", "d1:2"]
    assert (file.languages["source"], file.languages["hyp:X.1"]) == ("en", "de")
    _, two = compared(file, sides_of(file))
    assert (two.hypothesis, two.references) == ("zwei", ("Zwei", "Paar"))


def test_a_pair_of_languages_is_named_where_there_are_several(tmp_path: Path) -> None:
    name = write(tmp_path, {**FILES, "system-outputs/en-cs/Y.txt": "a\n"})
    with pytest.raises(InputError, match=r"2 pairs of languages.*: en-cs, en-de"):
        read(name)
    with pytest.raises(InputError, match="no pair of languages en-fr; it has en-cs, en-de"):
        read_metrics_directory(name, language_pair="en-fr")
    with pytest.raises(InputError, match="no reference for en-cs"):
        read_metrics_directory(name, language_pair="en-cs")
    assert read_metrics_directory(name, language_pair="en-de").fields[0] == "source"


def test_lines_are_as_many(tmp_path: Path) -> None:
    name = write(tmp_path, {**FILES, "system-outputs/en-de/Y.txt": "a\n"})
    with pytest.raises(InputError, match=r"Y\.txt has 1 line, but the reference has 2"):
        read(name)
