"""Documents with diagrams, which other packages draw.

They register functions under the entry points ``meteorscope.pictures``, so that the core imports
none of them: by format one that takes numbered results and a title, and as ``agreement`` one that
takes a rated set and the options of a scorer. Each returns the document.
"""

from collections.abc import Callable, Sequence
from importlib.metadata import entry_points
from typing import Any, Final, TypeAlias

from ..errors import ResourceError
from ..score.results import SegmentResult

Draw: TypeAlias = Callable[[Sequence[tuple[int, SegmentResult]], str], str]

_GROUP: Final = "meteorscope.pictures"


def drawing_of(form: str) -> Draw:
    """Return the function that draws documents of a format.

    Raises:
        ResourceError: no installed package draws them.
    """
    draw: Draw = maker_of(form)
    return draw


def maker_of(form: str) -> Any:
    """Return the function that is registered under a name.

    Raises:
        ResourceError: no installed package has it.
    """
    found = next(iter(entry_points(group=_GROUP, name=form)), None)
    if found is None:
        raise ResourceError(
            f"no installed package draws {form}; install meteorscope again: "
            "pip install --force-reinstall meteorscope"
        )
    try:
        return found.load()
    except (ImportError, AttributeError) as error:
        raise ResourceError(f"{found.value} draws {form}, but cannot be loaded: {error}") from None
