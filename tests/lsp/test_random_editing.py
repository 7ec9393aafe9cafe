"""Anything that an editor may do, over the wire: no internal error, and what a new server says."""

from pathlib import Path

import pytest

from tests.lsp.random_editing import KINDS, converse
from tests.thoroughness import more_when_thorough, tries


@more_when_thorough
@pytest.mark.parametrize("kind", KINDS)
async def test_after_any_events_the_editor_shows_what_a_new_server_says(
    tmp_path: Path, kind: str
) -> None:
    edits = tries(40, thorough=1000)
    told = await converse(tmp_path, kind, f"{kind} 0", edits, compare_each=100)
    assert told.edits >= edits
