"""Docstrings as the site shows them: an extension of Griffe, which mkdocs.yml names."""

import sys
from pathlib import Path
from typing import Any

import griffe

sys.path.insert(0, str(Path(__file__).parents[2]))

from scripts.site.api import fenced


class Examples(griffe.Extension):  # type: ignore[misc]  # not installed everywhere
    """Makes blocks of code of examples."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change the docstring of a module, class, function or attribute."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)
