"""Post-edited segments in a notebook."""

from .view import View


class ReviewView(View):
    """Post-edited segments in a notebook."""
