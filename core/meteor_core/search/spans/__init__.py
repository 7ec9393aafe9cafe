"""Searches over spans: what METEOR 1.5 aligns, where a phrase may match a phrase.

``candidates.py`` lists every match that the grounds allow, a search chooses among them. As in the
other searches integers go in and links come out, and no search sees a word.
"""

from .beam import search_beam
from .candidates import SpanGrounds, definite_matches, find_candidates
from .links import Candidate, Link, SpanResult

__all__ = [
    "Candidate",
    "Link",
    "SpanGrounds",
    "SpanResult",
    "definite_matches",
    "find_candidates",
    "search_beam",
]
