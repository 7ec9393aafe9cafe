"""Documents with diagrams, which other packages draw.

They register under the entry points ``meteorscope.pictures``, by format, a function that takes
numbered results and a title and returns the document: so the core imports none of them.
"""

from collections.abc import Callable, Sequence
from importlib.metadata import entry_points
from typing import Final, TypeAlias

from ..errors import ResourceError
from ..score.results import SegmentResult

Draw: TypeAlias = Callable[[Sequence[tuple[int, SegmentResult]], str], str]

_GROUP: Final = "meteorscope.pictures"


def drawing_of(form: str) -> Draw:
    """Return the function that draws documents of a format.

    Raises:
        ResourceError: no installed package draws them.
    """
    found = next(iter(entry_points(group=_GROUP, name=form)), None)
    if found is None:
        raise ResourceError(
            f"no installed package draws {form}; install meteorscope again: "
            "pip install --force-reinstall meteorscope"
        )
    try:
        draw: Draw = found.load()
    except (ImportError, AttributeError) as error:
        raise ResourceError(f"{found.value} draws {form}, but cannot be loaded: {error}") from None
    return draw
