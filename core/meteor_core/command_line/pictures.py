"""Look up the packages that draw documents.

They register functions as entry points of the group ``meteorscope.pictures``, so that the core
imports none of them. Each returns a document:

    html, svg       from numbered results, a title and the emphasis
    sweep-svg       from sweeps
    comparison      from a comparison and its tables
    comparison-svg  from a comparison
    agreement       from a rated set and the options of a scorer
    review          from a review and a title
"""

from collections.abc import Callable, Sequence
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from ..errors import ResourceError
from ..score.results import SegmentResult

if TYPE_CHECKING:  # NumPy is loaded where it is needed
    from ..agreement.sweep import Sweep

Draw: TypeAlias = Callable[[Sequence[tuple[int, SegmentResult]], str, str], str]
DrawSweeps: TypeAlias = Callable[[Sequence["Sweep"]], str]

_GROUP: Final = "meteorscope.pictures"


def drawing_of(form: str) -> Draw:
    """Return the function that draws documents of a format.

    Raises:
        ResourceError: no installed package draws them.
    """
    draw: Draw = maker_of(form)
    return draw


def drawing_of_sweeps() -> DrawSweeps:
    """Return the function that draws sweeps over one or two parameters, as SVG.

    Raises:
        ResourceError: no installed package draws them.
    """
    draw: DrawSweeps = maker_of("sweep-svg")
    return draw


def maker_of(name: str) -> Any:
    """Return the function registered under a name.

    Raises:
        ResourceError: no installed package has it.
    """
    found = next(iter(entry_points(group=_GROUP, name=name)), None)
    if found is None:
        raise ResourceError(
            f"no installed package draws {name}; install meteorscope again: "
            "pip install --force-reinstall meteorscope"
        )
    try:
        return found.load()
    except (ImportError, AttributeError) as error:
        raise ResourceError(f"{found.value} draws {name}, but cannot be loaded: {error}") from None
