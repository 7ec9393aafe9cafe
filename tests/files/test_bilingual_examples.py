"""The examples of bilingual files are what their table says, and can be scored."""

import re
from pathlib import Path
from typing import Final

import pytest

from meteor_core.files.reading import read
from meteor_core.files.sides import compared, sides_of
from meteor_core.files.units import TARGET

EXAMPLES: Final = Path(__file__).parents[2] / "examples"
ROW: Final = re.compile(
    r"^\| `([\w-]+\.(?:xlf|sdlxliff|mxliff|tmx|po))` \|[^|]*\| (\d+) \| (.*) \|$", re.MULTILINE
)
TOLD: Final = ROW.findall((EXAMPLES / "README.md").read_text(encoding="utf-8"))


def test_all_files_are_recognised() -> None:
    files = {path.name for path in (EXAMPLES / "bilingual").iterdir()}
    assert {name for name in files if ".mt." not in name} == {name for name, _, _ in TOLD}


@pytest.mark.parametrize(("name", "segments", "where"), TOLD)
def test_an_example_has_its_segments_and_its_machine_translation(
    name: str, segments: str, where: str
) -> None:
    file = read(str(EXAMPLES / "bilingual" / name))
    assert len(list(file.units)) == int(segments)
    beside = re.search(r"`([\w.-]+\.mt\.[\w.]+)`", where)
    if beside is None:
        assert len(list(compared(file, sides_of(file)))) >= int(segments) - 1
        return
    machine = list(read(str(EXAMPLES / "bilingual" / beside[1])).units)
    assert [unit.facts.id for unit in machine] == [unit.facts.id for unit in file.units]
    assert all(unit.texts[TARGET] for unit in machine)
