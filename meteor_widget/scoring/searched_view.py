"""The base of views whose segments are searched, and filtered by the data beside their texts."""

from typing import Any

import numpy as np
import traitlets
from numpy.typing import NDArray

from meteor_core.errors import unknown_name

from ..inputs.beside import NOTHING, Beside
from ..traits import TraitKindError
from ..view import Answer
from .scoring_view import ScoringView
from .text_search import require_pattern, rows_with


class Where(traitlets.Dict):
    """A trait: the value that each of some columns of metadata must have."""

    def validate(self, obj: Any, value: Any) -> dict[str, str]:
        """Accept values by the names of columns.

        Raises:
            ParameterError: there is no such column, or no segment has the value.
        """
        wanted = super().validate(obj, value) or {}
        metadata = obj.beside.metadata
        for name, each in wanted.items():
            if name not in metadata:
                raise unknown_name("column of metadata", name, metadata)
            if not isinstance(each, str):
                raise TraitKindError(f"where[{name!r}] must be a string, not {each!r}")
            if each not in metadata[name]:
                raise unknown_name(f"value of {name}", each, obj.beside.values(name))
        return wanted


class SearchedView(ScoringView):
    """A view of segments with a search.

    Attributes:
        beside: data beside the texts; set before the base is.
    """

    beside: Beside = NOTHING

    find = traitlets.Unicode().tag(sync=True)
    """Text that a text or the id of a segment must contain; letter case is ignored."""

    regular = traitlets.Bool(default_value=False).tag(sync=True)
    """Whether ``find`` is a regular expression: Python's, and JavaScript's on a page."""

    where = Where().tag(sync=True)
    """Values that segments must have, by columns of metadata: ``{"domain": "news"}``."""

    @property
    def unit_ids(self) -> tuple[str, ...] | None:  # type: ignore[override]  # read-only here
        """The ids of segments; None where they have numbers only."""
        return self.beside.ids

    @property
    def further_columns(self) -> tuple[str, ...]:
        """Names of columns of numbers that came with the texts."""
        return (*self.beside.scores, *self.beside.metadata)

    def _searched(self, segment: int) -> tuple[str, ...]:
        """Return the texts of a segment that a search looks in, without its id."""
        raise NotImplementedError

    def _rows_with(self, text: str, *, regular: bool) -> NDArray[np.uint32]:
        ids = self.unit_ids
        size = len(self._scoring[0].corpus)
        rows = (
            self._searched(segment) if ids is None else (*self._searched(segment), ids[segment])
            for segment in range(size)
        )
        return rows_with(text, rows, is_pattern=regular)

    def _passing(self, size: int) -> NDArray[np.bool_]:
        """Return which of the first segments pass search and metadata."""
        keep = np.ones(size, np.bool_)
        for name, value in self.where.items():
            place = self.beside.values(name).index(value)
            keep &= self.beside.codes(name)[:size] == place
        if self.find:
            found = np.zeros(len(self._scoring[0].corpus), np.bool_)
            found[self._rows_with(self.find, regular=self.regular)] = True
            keep &= found[:size]
        return keep

    def _described(self) -> dict[str, Any]:
        """Return what front ends need to know of columns: a part of ``about``."""
        beside = self.beside
        return {
            "ids": beside.ids is not None,
            "scores": [
                {"name": name, "lower_is_better": column.lower_is_better}
                for name, column in beside.scores.items()
            ],
            "metadata": {name: beside.values(name) for name in beside.metadata},
        }

    @traitlets.validate("find", "regular")
    def _check_pattern(self, proposal: Any) -> Any:
        name, value = proposal["trait"].name, proposal["value"]
        find, regular = {"find": (value, self.regular), "regular": (self.find, value)}[name]
        if regular:
            require_pattern(find)
        return value

    def _answer_search(self, text: str, *, regular: bool = False) -> Answer:
        return Answer(buffers=[self._rows_with(text, regular=regular).astype("<u4").tobytes()])

    requests = {**ScoringView.requests, "search": _answer_search}  # noqa: RUF012  # typed in the base class
