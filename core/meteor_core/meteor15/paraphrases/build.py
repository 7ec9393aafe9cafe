"""Compiles a paraphrase table into the file that ``layout.py`` describes."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import IO

from ...errors import InputError
from ...runtime.implementation import chosen_implementation
from .compile import compile_rows
from .layout import Parts, write_index
from .table import Progress, UnfinishedRowError, blocks_of, spelled


def build_index(source: Path, destination: IO[bytes], *, identity: str, progress: Progress) -> None:
    """Compile a table: English in some seconds by the kernel, in half a minute by Python.

    It takes up to 0.8 GB of memory.

    Args:
        source: the compressed table.
        destination: where the compiled one is written.
        identity: fingerprint of the source, which is recorded in the file.
        progress: called with how much of the source has been read.

    Raises:
        InputError: the table ends in the middle of a row.
        ResourceError: the source cannot be read.
    """
    compiled = chosen_implementation().name == "compiled"
    compile_blocks = compile_in_kernel if compiled else compile_rows
    try:
        parts = compile_blocks(blocks_of(source, progress))
    except UnfinishedRowError as unfinished:
        raise InputError(
            f"{source} ends in the middle of row {unfinished.row}: a row has three lines, a "
            "probability, a phrase and a paraphrase; is the file cut off? Get it again"
        ) from None
    description = json.dumps({"source": str(source), "identity": identity}).encode()
    write_index(destination, description, parts)


def compile_in_kernel(blocks: Iterable[bytes]) -> Parts:
    """Compile as ``compile_rows`` does, but faster; the kernel must be installed."""
    from ..._kernel import PhraseTableBuilder

    builder = PhraseTableBuilder(spelled)
    for block in blocks:
        builder.feed(block)
    if builder.end():
        raise UnfinishedRowError(builder.rows + 1)
    return Parts(*builder.compile())
