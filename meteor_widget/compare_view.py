"""Systems side by side in a notebook."""

from .view import View


class CompareView(View):
    """Systems side by side in a notebook."""
