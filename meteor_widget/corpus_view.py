"""A corpus in a notebook."""

from .view import View


class CorpusView(View):
    """A corpus in a notebook."""
