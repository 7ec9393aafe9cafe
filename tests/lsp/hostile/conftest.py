"""A session that has to survive its test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.lsp.hostile.sessions import serves_as_ever
from tests.lsp.wire import (
    Editor,
    stdio_editor,
)


@pytest_asyncio.fixture
async def editor(tmp_path: Path) -> AsyncIterator[Editor]:
    """A session that has to serve as ever when the test is through with it."""
    async with stdio_editor(tmp_path) as editor:
        await editor.initialize()
        yield editor
        await serves_as_ever(editor)
