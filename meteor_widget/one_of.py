"""Traits that accept only some names."""

from collections.abc import Sequence
from typing import Any, Final

import traitlets

from meteor_core.errors import unknown_name


class OneOf(traitlets.Unicode[str, str | bytes]):
    """A trait whose value is one of some names; by default the first."""

    def __init__(
        self,
        names: Sequence[str],
        default: str | None = None,
        *,
        called: str = "",
        further: str = "",
    ) -> None:
        """Create a trait.

        Args:
            names: the allowed names.
            default: one of them; by default the first.
            called: a word for such a name in messages; by default the name of the trait.
            further: the attribute of an object with names that it allows besides.
        """
        super().__init__(names[0] if default is None else default)
        self._names: Final = names
        self._called: Final = called
        self._further: Final = further

    def validate(self, obj: Any, value: Any) -> str:
        """Accept one of the names.

        Raises:
            ParameterError: it is none of them; the message suggests the nearest one.
        """
        name: str = super().validate(obj, value)
        names = (*self._names, *(getattr(obj, self._further) if self._further else ()))
        if name not in names:
            raise unknown_name(self._called or str(self.name), name, names)
        return name
